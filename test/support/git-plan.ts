/** Git plan: commit plans for tests, with what was there before asked from git itself. */

import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Instant, Oid, PagePath } from "../../src/base/ids.js";
import { type Outcome, ok } from "../../src/base/result.js";
import type { CommitPlan, FileWrite, History, RecordOptions, RecordOutcome } from "../../src/git/history.js";

import type { TestRepo } from "./git-repo.js";

/** The text all three places get; null removes the file. */
export type Wanted = Readonly<Record<string, string | null>>;

/** `prefix` is the memory root below the work tree's top, with a slash at its end, or empty. */
export function planWrites(repo: TestRepo, wanted: Wanted, prefix = ""): CommitPlan {
  const head = repo.tryGit(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]);
  const writes = Object.entries(wanted).map(([path, text]): FileWrite => {
    const bytes = text === null ? null : Buffer.from(text);
    const full = prefix + path;
    const inHead = repo.tryGit(["rev-parse", "--verify", "--quiet", `HEAD:${full}`]).stdout.trim();
    const inIndex = repo.tryGit(["rev-parse", "--verify", "--quiet", `:0:${full}`]).stdout.trim();
    const before = { head: (inHead || null) as Oid | null, index: (inIndex || null) as Oid | null, work: null };
    return { path: path as PagePath, before, head: bytes, index: bytes, work: bytes };
  });
  return {
    base: head.status === 0 ? (head.stdout.trim() as Oid) : null,
    writes,
    message: "set: a page\n\nPagefile-Reason: TURN_COMMIT\n",
    when: "2026-05-01T12:00:00Z" as Instant,
  } as unknown as CommitPlan;
}

/** Writes the plan's files below the root as a page store would, by renaming. */
export function publishTo(root: string, plan: CommitPlan): RecordOptions["publish"] {
  return async () => {
    for (const { path, work } of plan.writes) {
      const file = join(root, path);
      if (work === null) {
        rmSync(file, { force: true });
        continue;
      }
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(`${file}.new`, work);
      renameSync(`${file}.new`, file);
    }
    return ok(undefined);
  };
}

export async function recordWrites(
  history: History,
  repo: TestRepo,
  wanted: Wanted,
  prefix = "",
): Promise<Outcome<RecordOutcome>> {
  const plan = planWrites(repo, wanted, prefix);
  return history.record(plan, { publish: publishTo(join(repo.dir, prefix), plan), detached: "refuse" });
}

/** The value of an outcome; throws its message, for tests that expect none. */
export function valueOf<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`${outcome.error.code}: ${outcome.error.says} ${outcome.error.hint}`);
  return outcome.value;
}

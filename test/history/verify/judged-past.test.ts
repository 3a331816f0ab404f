/** JudgedPast: a past that was judged before is not judged again, and what is said of it is what judging all of it anew says. */

import fc from "fast-check";
import { expect, test } from "vitest";
import type { Oid } from "../../../src/base/ids.js";
import type { AuditHost } from "../../../src/history/verify/attest.js";
import { type HistoryAnswer, type KeptPast, verifyHistory } from "../../../src/history/verify/views.js";
import type { KeyedCache } from "../../../src/memory/facts.js";

import { openTestAudit } from "../../support/audit.js";
import { makeRepo, type TestRepo } from "../../support/git-repo.js";
import { openTestWorkspace } from "../../support/open-memory.js";
import { everyStep, playHistory, steps } from "../../support/random-history.js";

/** As a file gives it back: plain JSON. */
function keptInJson(): KeyedCache<KeptPast> {
  const all = new Map<string, string>();
  return {
    get: (key) => (all.has(key) ? (JSON.parse(all.get(key)!) as KeptPast) : undefined),
    put: (key, value) => void all.set(key, JSON.stringify(value)),
    flush: () => undefined,
  };
}

interface Asks {
  /** What is said with what is kept, without it, and of how many commits git was asked. */
  readonly ask: () => Promise<readonly [kept: unknown, anew: unknown, visited: number]>;
}

async function withRepo(use: (repo: TestRepo, asks: Asks) => Promise<void>, begin: (repo: TestRepo) => void) {
  const repo = makeRepo({ unborn: true });
  try {
    begin(repo);
    const workspace = await openTestWorkspace(repo);
    const host = openTestAudit(repo.dir, repo.env, "native");
    const kept = keptInJson();
    let visited = 0;
    const counting: AuditHost = {
      ...host,
      walk: (query, visit) =>
        host.walk(query, (commit) => {
          visited += 1;
          return visit(commit);
        }),
    };
    const query = { since: null, attest: "leave" } as const;
    const ask: Asks["ask"] = async () => {
      visited = 0;
      const [warm, seen] = [plain(await verifyHistory(workspace.primary, counting, { ...query, kept })), visited];
      return [warm, plain(await verifyHistory(workspace.primary, host, query)), seen];
    };
    await use(repo, { ask });
    await host.close();
    await workspace.close();
  } finally {
    repo.remove();
  }
}

/** Commits that were judged at different times stand in another order where lines of history ran side by side. */
function plain(answer: Awaited<ReturnType<typeof verifyHistory>>): unknown {
  if (!answer.ok) throw new Error(answer.error.says);
  const sorted = (rows: HistoryAnswer["findings"]): readonly string[] =>
    rows.map((row) => JSON.stringify(row)).sort();
  return { ...answer.value, findings: sorted(answer.value.findings), notes: sorted(answer.value.notes) };
}

const count = (repo: TestRepo, range: string): number => Number(repo.git("rev-list", "--count", range));

test("of a random past only what came since is judged, and all is said as if it were judged anew", async () => {
  const property = fc.asyncProperty(steps, fc.nat(), async (played, cut) => {
    await withRepo(
      async (repo, { ask }) => {
        const tip = repo.git("rev-parse", "HEAD").trim() as Oid;
        const early =
          repo
            .git("rev-list", "--first-parent", "HEAD")
            .trim()
            .split("\n")
            .at(-1 - (cut % 3)) ?? tip;
        repo.git("reset", "--quiet", "--hard", early);
        const [first, anew, all] = await ask();
        expect([first, all]).toEqual([anew, count(repo, early)]);
        repo.git("reset", "--quiet", "--hard", tip);
        const [later, laterAnew, since] = await ask();
        expect([later, since]).toEqual([laterAnew, count(repo, `${early}..${tip}`)]);
        const [again, , none] = await ask();
        expect([again, none]).toEqual([later, 0]);
      },
      (repo) => void playHistory(repo, played),
    );
  });
  await fc.assert(property, { numRuns: 4, examples: [[everyStep, 2]] });
}, 600_000);

test("a past that was rewritten is judged anew, and so is one that is held against another attested commit", async () => {
  await withRepo(
    async (repo, { ask }) => {
      const [, , all] = await ask();
      expect(all).toBe(3);
      repo.write("memory/a.md", "- Trains.\n");
      repo.git("commit", "--quiet", "--all", "--amend", "--message", "Other");
      const [amended, anew, visited] = await ask();
      expect([amended, visited]).toEqual([anew, 3]);
      repo.git("update-ref", "refs/pagefile/attested", "HEAD~1");
      const [attested, attestedAnew, since] = await ask();
      expect([attested, since]).toEqual([attestedAnew, 1]);
    },
    (repo) => {
      repo.write("pagefile.yaml", "profile: plain\n");
      for (const text of ["- Seats.\n", "- Seats.\n- Trains.\n", "- Seats.\n"]) {
        repo.write("memory/a.md", text);
        repo.git("add", "--all");
        repo.git("commit", "--quiet", "--message", "By hand");
      }
    },
  );
});

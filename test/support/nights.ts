/** Nights: a memory in a real repository with a clock that a test sets, for tests of what runs at night. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Instant } from "../../src/base/ids.js";
import type { Outcome } from "../../src/base/result.js";
import type { Config } from "../../src/memory/config.js";
import { refresh } from "../../src/memory/memory.js";
import { type NightlyAnswer, nightly } from "../../src/night/night.js";

import { openTestAudit } from "./audit.js";
import { makeRepo, type TestRepo } from "./git-repo.js";
import { openTestWorkspace, type TestWorkspace } from "./open-memory.js";

export interface NightMemory {
  readonly repo: TestRepo;
  readonly workspace: TestWorkspace;
  /** `2026-11-21T03:00:00Z` until it is set. */
  now: string;
  /** Writes files, and commits all of them as a person would. */
  commit(files: Readonly<Record<string, string>>, message?: string): void;
  /** Writes files that nobody commits. */
  write(files: Readonly<Record<string, string>>): void;
  read(path: string): string;
  night(mode?: "dry_run" | "apply"): Promise<NightlyAnswer>;
  /** Reasons of all commits, the newest first. */
  reasons(): readonly string[];
  close(): Promise<void>;
}

export async function nightMemory(
  files: Readonly<Record<string, string>>,
  config: Partial<Config> = {},
): Promise<NightMemory> {
  const repo = makeRepo({ config: { "user.name": "Ada Example", "user.email": "ada@example.org" } });
  for (const [path, text] of Object.entries(files)) repo.write(path, text);
  repo.git("add", "--all");
  repo.git("commit", "--quiet", "--allow-empty", "--message", "Words of March");
  const workspace = await openTestWorkspace(repo, { config });
  const memory: NightMemory = {
    repo,
    workspace,
    now: "2026-11-21T03:00:00Z",
    commit(more, message = "By hand") {
      this.write(more);
      repo.git("add", "--all");
      Object.assign(repo.env, { GIT_AUTHOR_DATE: this.now, GIT_COMMITTER_DATE: this.now });
      repo.git("commit", "--quiet", "--message", message);
    },
    write(more) {
      for (const [path, text] of Object.entries(more)) repo.write(path, text);
      must(refresh(workspace.primary));
    },
    read: (path) => readFileSync(join(repo.dir, path), "utf8"),
    async night(mode = "apply") {
      const host = openTestAudit(repo.dir, repo.env, "native");
      try {
        return must(await nightly(workspace.primary, mode, { detached: "refuse", audit: { doctor: [], host } }));
      } finally {
        await host.close();
      }
    },
    reasons: () =>
      repo.git("log", "--format=%(trailers:key=Pagefile-Reason,valueonly,separator=%x2C)").trim().split("\n"),
    async close() {
      await workspace.close();
      repo.remove();
    },
  };
  Object.assign(workspace.primary, { clock: { now: () => memory.now as Instant } });
  return memory;
}

export function must<T>(result: Outcome<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

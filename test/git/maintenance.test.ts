/** Maintenance: git packs what is loose, and nothing that a repository's configuration names is started or thrown away by it. */

import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { blobOid } from "../../src/base/digest.js";
import { findLayout } from "../../src/git/layout.js";
import { maintain } from "../../src/git/native-record.js";

import { makeRepo, type TestRepo } from "../support/git-repo.js";

let repo: TestRepo;
beforeEach(() => {
  repo = makeRepo({ config: { "user.name": "Ada Example", "user.email": "ada@example.org" } });
  repo.write("a.md", "a\n");
  repo.git("add", "--all");
  repo.git("commit", "--quiet", "--message=a");
});
afterEach(() => repo.remove());

async function ran(): Promise<{ readonly ran: boolean; readonly says: string }> {
  const layout = findLayout(repo.dir);
  if (!layout.ok) throw new Error(layout.error.says);
  const done = await maintain(layout.value, repo.env);
  if (!done.ok) throw new Error(done.error.says);
  return done.value;
}

const count = (what: string): number =>
  Number(new RegExp(`^${what}: (\\d+)$`, "m").exec(repo.git("count-objects", "-v"))?.[1]);

/** Objects whose ids begin with 17: by their number in that folder git tells whether there are many. */
function makeLoose(): void {
  for (let i = 0, made = 0; made < 2; i += 1) {
    if (!blobOid(Buffer.from(`${i}\n`)).startsWith("17")) continue;
    made += 1;
    repo.write(`${i}.md`, `${i}\n`);
  }
  repo.git("add", "--all");
  repo.git("commit", "--quiet", "--message=b");
}

test("packs many loose objects, and lets few be", async () => {
  expect(await ran()).toEqual({ ran: true, says: "" });
  expect(count("packs")).toBe(0);
  makeLoose();
  repo.git("config", "gc.auto", "1");
  expect(await ran()).toEqual({ ran: true, says: "" });
  expect([count("count"), count("packs")]).toEqual([0, 1]);
});

test("starts no hook and no program of the repository, and prunes nothing young", async () => {
  makeLoose();
  const mark = join(repo.home, "ran");
  const hook = join(repo.dir, ".git/hooks/pre-auto-gc");
  mkdirSync(join(repo.dir, ".git/hooks"), { recursive: true });
  writeFileSync(hook, `#!/bin/sh\n: >"${mark}"\n`);
  chmodSync(hook, 0o755);
  for (const [key, value] of [
    ["gc.auto", "1"],
    ["gc.pruneExpire", "now"],
    ["core.fsmonitor", hook],
  ] as const)
    repo.git("config", key, value);
  writeFileSync(join(repo.dir, "young"), "nobody names me\n");
  const young = repo.git("hash-object", "-w", "young").trim();
  expect((await ran()).ran).toBe(true);
  expect(count("packs")).toBe(1);
  expect(repo.git("cat-file", "-t", young).trim()).toBe("blob");
  expect(existsSync(mark)).toBe(false);

  repo.git("config", "gc.recentObjectsHook", hook);
  expect(await ran()).toMatchObject({ ran: false, says: expect.stringContaining("gc.recentObjectsHook") });
  repo.git("config", "--unset", "gc.recentObjectsHook");
  repo.git("config", "gc.auto", "0");
  expect(await ran()).toEqual({ ran: false, says: "gc.auto is 0" });
});

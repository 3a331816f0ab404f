/** Purge adapter: killed at any step it leaves either the old history or the new one, and the next run brings it to its end. */

import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "tsdown";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Instant } from "../../../src/base/ids.js";
import { findLayout } from "../../../src/git/layout.js";
import { openPurge } from "../../../src/history/purge/finish.js";
import type { PurgeHost } from "../../../src/history/purge/purge.js";

import { makeRepo, type TestRepo } from "../../support/git-repo.js";
import { poisonRules } from "../../support/purge-rules.js";

const tools = makeRepo();
afterAll(() => tools.remove());
let child = "";

beforeAll(async () => {
  await build({
    config: false,
    entry: { child: fileURLToPath(new URL("./purge-child.ts", import.meta.url)) },
    outDir: join(tools.home, "built"),
    format: "esm",
    platform: "node",
    // It lies in no package, so it carries what it imports.
    noExternal: [/./],
    dts: false,
    logLevel: "silent",
  });
  child = join(tools.home, "built", "child.mjs");
});

const note = { message: "purge: one thing\n\nPagefile-Reason: PURGE\n", when: "2026-11-21T08:00:00Z" as Instant };

/** Two commits before the poison, a merge behind it, packed and loose objects, an executable and a folder that goes whole. */
function poisoned(objectFormat: "sha1" | "sha256" = "sha1"): TestRepo {
  const repo = makeRepo({ objectFormat });
  onTestFinished(() => repo.remove());
  const commit = (message: string): void => {
    repo.git("add", "--all");
    repo.git("commit", "--quiet", "--message", message);
  };
  repo.write("memory/a.md", "- One.\n");
  commit("One");
  repo.write("memory/a.md", "- One.\n- POISON two.\n");
  repo.write("memory/whole/b.md", "POISON\n");
  commit("Two, POISON");
  repo.git("gc", "--quiet");
  repo.git("switch", "--quiet", "--create", "side");
  repo.write("memory/c.md", "- Side.\n");
  commit(`Side of ${repo.git("rev-parse", "--short=10", "main")}`);
  repo.git("switch", "--quiet", "main");
  repo.write("memory/a.md", "- One.\n- POISON two.\n- Three.\n");
  commit("Three");
  repo.git("merge", "--quiet", "--no-edit", "side");
  repo.git("branch", "--delete", "--force", "side");
  repo.git("update-ref", "refs/pagefile/attested", "HEAD~1");
  mkdirSync(join(repo.dir, ".git/pagefile/staged"), { recursive: true });
  writeFileSync(join(repo.dir, ".git/pagefile/staged/x.json"), '{"draft":"POISON"}');
  writeFileSync(join(repo.dir, ".git/pagefile/staged/y.json"), '{"draft":"fine"}');
  writeFileSync(join(repo.dir, ".git/pagefile/faults.jsonl"), '{"says":"POISON"}\n{"says":"fine"}\n');
  return repo;
}

function open(repo: TestRepo, folder = repo.dir): PurgeHost {
  const layout = findLayout(folder);
  if (!layout.ok) throw new Error(layout.error.says);
  const host = openPurge(layout.value, { env: repo.env });
  if (!host.ok) throw new Error(host.error.says);
  onTestFinished(() => host.value.close());
  return host.value;
}

function holding(repo: TestRepo): readonly string[] {
  const all = repo.git("cat-file", "--batch-all-objects", "--batch");
  return all.split("\n").filter((line) => line.includes("POISON"));
}

function expectClean(repo: TestRepo): void {
  expect(holding(repo)).toEqual([]);
  expect(repo.git("fsck", "--strict", "--no-progress")).toBe("");
  expect(repo.git("status", "--porcelain")).toBe("");
  expect(readFileSync(join(repo.dir, "memory/a.md"), "utf8")).toBe("- One.\n- Three.\n");
  expect(existsSync(join(repo.dir, "memory/whole"))).toBe(false);
  expect(existsSync(join(repo.dir, ".git/pagefile/staged/x.json"))).toBe(false);
  expect(readFileSync(join(repo.dir, ".git/pagefile/staged/y.json"), "utf8")).toBe('{"draft":"fine"}');
  expect(readFileSync(join(repo.dir, ".git/pagefile/faults.jsonl"), "utf8")).toBe('{"says":"fine"}\n');
  expect(existsSync(join(repo.dir, ".git/pagefile/purge"))).toBe(false);
}

describe.each(["sha1", "sha256"] as const)("a history in %s", (format) => {
  test("is the same but for what went: people, dates, parents, merges, and ids before the first change", async () => {
    const repo = poisoned(format);
    const shape = (): readonly string[] =>
      repo
        .git("log", "--topo-order", "--format=%an %ae %at %cn %ct %p")
        .split("\n")
        .map((line) => line.split(" ").length.toString());
    const subjects = (): readonly string[] =>
      repo.git("log", "--topo-order", "--format=%an %at %ct %s", "HEAD").split("\n");
    const [before, parents, one] = [subjects(), shape(), repo.git("rev-parse", "HEAD^1~2")];
    const short = repo.git("rev-parse", "--short=10", "HEAD^1~1");
    const host = open(repo);
    expect(await host.commit(poisonRules, note)).toMatchObject({ ok: true });
    expect(await host.finish(poisonRules)).toEqual({ ok: true, value: { left: 0, remotes: [], held: [] } });
    expectClean(repo);
    const second = repo.git("rev-parse", "--short=10", "HEAD~1^1~1");
    const wanted = before.map((line) => line.replace("POISON", "REDACTED").replace(short, second));
    expect(subjects().slice(1)).toEqual(wanted);
    expect(shape().slice(1)).toEqual(parents);
    expect(second).not.toBe(short);
    expect(repo.git("rev-parse", "HEAD~1^1~2")).toBe(one);
    expect(repo.git("rev-parse", "refs/pagefile/attested")).toBe(repo.git("rev-parse", "HEAD~2"));
    expect(repo.tryGit(["cat-file", "-e", short]).status).not.toBe(0);
  }, 30_000);
});

/** Every step; `npm test` ends at those that leave something half done, and PAGEFILE_PURGE_STEPS=all at each. */
const before = ["objects", "plan", "refs"];
const after = ["files", "state", "reflogs", "repack", "prune", "done"];
const some = ["refs", "files", "repack"];
const steps = [...before, ...after].filter(
  (step) => process.env.PAGEFILE_PURGE_STEPS === "all" || some.includes(step),
);

test.each(steps)(
  "killed at “%s”, the next run finishes or begins anew",
  async (step) => {
    const repo = poisoned();
    const head = repo.git("rev-parse", "HEAD");
    expect(await killedAt(repo, step)).toBe("SIGKILL");
    if (before.includes(step)) {
      expect(repo.git("rev-parse", "HEAD")).toBe(head);
      expect(repo.git("status", "--porcelain")).toBe("");
      expect(repo.git("fsck", "--strict", "--no-progress", "--no-dangling")).toBe("");
    } else {
      expect(repo.git("log", "-1", "--format=%s")).toBe("purge: one thing");
      expect(readFileSync(join(repo.dir, ".git/pagefile/purge/plan.json"), "utf8")).not.toContain("POISON");
    }
    const host = open(repo);
    expect(await host.finish(null)).toMatchObject({ ok: true });
    if (before.includes(step)) {
      expect(existsSync(join(repo.dir, ".git/pagefile/purge"))).toBe(false);
      expect(await host.commit(poisonRules, note)).toMatchObject({ ok: true });
      expect(await host.finish(poisonRules)).toMatchObject({ ok: true, value: { left: 0 } });
    }
    expectClean(repo);
    expect(await host.finish(null)).toEqual({ ok: true, value: { left: 0, remotes: [], held: [] } });
  },
  30_000,
);

test("a remote-tracking ref is named and keeps its objects until it is pushed over; the next run then ends the purge", async () => {
  const repo = poisoned();
  const far = join(repo.home, "far.git");
  repo.git("init", "--quiet", "--bare", far);
  repo.git("remote", "add", "origin", far);
  repo.git("push", "--quiet", "origin", "main");
  const host = open(repo);
  expect(await host.draft(poisonRules)).toMatchObject({
    ok: true,
    value: { remotes: ["refs/remotes/origin/main"], others: [] },
  });
  await host.commit(poisonRules, note);
  const done = await host.finish(poisonRules);
  expect(done).toMatchObject({ ok: true, value: { remotes: ["refs/remotes/origin/main"] } });
  expect(done.ok && done.value.left).toBeGreaterThan(0);
  expect(host.pending()).toEqual({ ok: true, value: true });
  repo.git("push", "--quiet", "--force", "origin", "main");
  expect(await host.finish(null)).toEqual({ ok: true, value: { left: 0, remotes: [], held: [] } });
  expectClean(repo);
}, 30_000);

test("a commit beside it makes the purge stop before anything is seen", async () => {
  const repo = poisoned();
  const layout = findLayout(repo.dir);
  if (!layout.ok) throw new Error(layout.error.says);
  const step = (name: string): void => {
    if (name === "refs") repo.git("commit", "--quiet", "--allow-empty", "--message", "Beside it");
  };
  const host = openPurge(layout.value, { env: repo.env, step });
  if (!host.ok) throw new Error(host.error.says);
  expect(await host.value.commit(poisonRules, note)).toMatchObject({ ok: false, error: { code: "locked" } });
  expect(repo.git("log", "-1", "--format=%s")).toBe("Beside it");
  expect(await host.value.finish(null)).toMatchObject({ ok: true });
  expect(readFileSync(join(repo.dir, ".git/pagefile/staged/x.json"), "utf8")).toContain("POISON");
  await host.value.close();
}, 30_000);

test("what another git process has written and not yet named stays", async () => {
  const repo = poisoned();
  const layout = findLayout(repo.dir);
  if (!layout.ok) throw new Error(layout.error.says);
  let commit = "";
  const step = (name: string): void => {
    if (name !== "reflogs") return;
    const blob = repo.tryGit(["hash-object", "-w", "--stdin"], "typed meanwhile\n").stdout.trim();
    const tree = repo.tryGit(["mktree"], `100644 blob ${blob}\tnote.txt\n`).stdout.trim();
    commit = repo.git("commit-tree", tree, "-p", "HEAD", "-m", "Typed meanwhile");
  };
  const host = openPurge(layout.value, { env: repo.env, step });
  if (!host.ok) throw new Error(host.error.says);
  expect(await host.value.commit(poisonRules, note)).toMatchObject({ ok: true });
  expect(repo.tryGit(["commit", "--allow-empty", "--message", "Locked out"]).status).not.toBe(0);
  expect(await host.value.finish(poisonRules)).toEqual({ ok: true, value: { left: 0, remotes: [], held: [] } });
  repo.git("update-ref", "refs/heads/main", commit);
  expect(repo.git("fsck", "--strict", "--no-progress", "--no-dangling")).toBe("");
  expect(holding(repo)).toEqual([]);
  await host.value.close();
}, 30_000);

test("a signed commit that would change stops it", async () => {
  const repo = poisoned();
  const signed = (parent: string): string => {
    const text = repo
      .git("cat-file", "commit", parent)
      .replace("\n\n", "\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n -----END\n\n");
    return repo.tryGit(["hash-object", "-t", "commit", "-w", "--stdin"], `${text}\n`).stdout.trim();
  };
  repo.git("reset", "--quiet", "--hard", signed("HEAD"));
  const refused = await open(repo).commit(poisonRules, note);
  expect(refused).toMatchObject({ ok: false, error: { code: "refused" } });
  expect(!refused.ok && refused.error.says).toContain("signed");
}, 30_000);

test("a clone that is shallow is refused", async () => {
  const repo = poisoned();
  writeFileSync(join(repo.dir, ".git/shallow"), `${repo.git("rev-parse", "HEAD^1~1")}\n`);
  const refused = await open(repo).draft(poisonRules);
  expect(!refused.ok && refused.error.says).toContain("shallow");
}, 30_000);

test.each(["main", "linked"])(
  "a purge in the %s work tree cleans the state and the reflogs of every one",
  async (where) => {
    const repo = poisoned();
    const beside = join(repo.home, "index");
    if (where === "linked") repo.git("switch", "--quiet", "--create", "early", "main^1~2");
    repo.git("worktree", "add", "--quiet", "--detach", beside, "main");
    repo.git("-C", beside, "switch", "--quiet", ...(where === "linked" ? ["main"] : ["--detach", "main^1~2"]));
    const state = (folder: string): readonly string[] =>
      ["staged/x.json", "staged/y.json", "index/pages.json"].map((name) => join(repo.dir, ".git", folder, name));
    const both = ["pagefile", "worktrees/index/pagefile"].map(state);
    for (const [poison, fine, cache] of both as [string, string, string][]) {
      for (const file of [poison, fine, cache]) mkdirSync(dirname(file), { recursive: true });
      writeFileSync(poison, "POISON");
      writeFileSync(fine, "fine");
      writeFileSync(cache, "POISON");
    }
    const host = open(repo, where === "linked" ? beside : repo.dir);
    expect(await host.commit(poisonRules, note)).toMatchObject({ ok: true });
    expect(await host.finish(poisonRules)).toEqual({ ok: true, value: { left: 0, remotes: [], held: [] } });
    expect(both.map((files) => files.map((file) => existsSync(file)))).toEqual([
      [false, true, false],
      [false, true, false],
    ]);
    expect(holding(repo)).toEqual([]);
    expect(repo.git("fsck", "--strict", "--no-progress")).toBe("");
  },
  30_000,
);

function killedAt(repo: TestRepo, step: string): Promise<string | null> {
  const started = spawn(process.execPath, [child, repo.dir, step], { env: repo.env, stdio: "ignore" });
  return new Promise((resolve) => {
    started.on("close", (_, signal) => resolve(signal));
  });
}

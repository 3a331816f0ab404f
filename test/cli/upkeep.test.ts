/** Upkeep on the command line: what a session, a person and a weekly look type, with the exits and the JSON of each. */

import fs, { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cli } from "../support/cli.js";
import { here } from "../support/here.js";

test("checkpoint, correct, consistency and quiet-time do what they say and say what they did", async () => {
  const program = cli();
  const cwd = program.sample();
  const run = here(program);
  const json = async (...args: readonly string[]) => {
    const ran = await run([...args, "--json"], { cwd });
    return { exit: ran.exit, ...JSON.parse(ran.stdout) };
  };

  for (const usage of ["1.2", "120%", "much", "-1"])
    expect((await run(["checkpoint", `--usage=${usage}`], { cwd })).exit).toBe(2);
  expect((await run(["checkpoint", "--usage", "0.4"], { cwd })).stdout).toMatch(/^calm {2}40 % .* more at 60 %\n/);
  // What is said too early to be asked for is kept like anything else.
  expect(await json("checkpoint", "--usage", "0.4", "- Too early. [fact]")).toMatchObject({
    level: "calm",
    done: [{ action: "append", paths: ["memory/working-buffer.md"] }],
  });
  expect(await json("checkpoint", "--usage", "81%", "The harbor is closed. [lesson]")).toMatchObject({
    exit: 0,
    level: "dump",
    done: [{ action: "append", paths: ["memory/2026-11-21.md", "SESSION-STATE.md"] }],
  });
  expect((await run(["checkpoint", "--usage", ".62", "-"], { cwd, input: "- Half of it.\n" })).stdout).toContain(
    "1 entry without a tag",
  );

  expect(await json("quiet-time", "--dry-run")).toMatchObject({
    exit: 0,
    commits: [],
    plan: [{ reason: "CURATE_PROMOTE" }],
  });
  expect(await json("quiet-time")).toMatchObject({ exit: 0, commits: [{ reason: "CURATE_PROMOTE" }], audit: null });
  expect(readFileSync(join(cwd, "memory/working-buffer.md"), "utf8")).toContain("Half of it");

  const wrong = ["correct", "memory", "The harbor is open again.", "--entry", "harbor is closed"];
  expect(await json(...wrong, "--because", "It reopened.")).toMatchObject({ exit: 0, reason: "CORRECTION" });
  expect(readFileSync(join(cwd, "MEMORY.md"), "utf8")).toContain("  - Superseded 2026-11-21: “The harbor is closed.");
  expect((await run(wrong, { cwd })).exit).toBe(1);
  expect((await run(["correct", "nothing", "A.", "--entry", "b"], { cwd })).exit).toBe(4);

  expect((await run(["consistency", "--last"], { cwd })).exit).toBe(4);
  expect(await json("consistency")).toMatchObject({ exit: 0, harness: null, counts: { error: 0, warning: 0 } });
  writeFileSync(join(cwd, "USER.md"), "# User\n\n- The harbor is not open again.\n");
  const told = await run(["consistency", "--markdown"], { cwd });
  // A question to its owner, and no error.
  expect(told.exit).toBe(0);
  expect(told.stdout).toContain("- **contradiction** USER.md:3");

  const night = await json("nightly");
  expect(night).toMatchObject({ audit: { kept: true, failure: null, consistency: { warning: 1 } } });
  expect(await json("audit", "--last")).toMatchObject({ exit: 0, now: night.audit.at, counts: night.audit.counts });
  expect((await run(["status"], { cwd })).stdout).toMatch(/^ *audit .*2026-11-21; pagefile audit --last$/m);
  expect(program.git(["for-each-ref", "refs/pagefile/audits"], cwd)).not.toBe("");
});

test("doctor tells whether git knows who commits, and names the folder of git's that cannot be written", async () => {
  const program = cli();
  const cwd = program.sample();
  const run = here(program);
  const nobody = { GIT_AUTHOR_NAME: "", GIT_AUTHOR_EMAIL: "", GIT_COMMITTER_NAME: "", GIT_COMMITTER_EMAIL: "" };
  for (const PAGEFILE_GIT of ["native", "embedded"]) {
    expect((await run(["doctor"], { cwd, env: { PAGEFILE_GIT } })).stdout).toContain("Ada <ada@example.invalid>");
    const unknown = await run(["doctor"], { cwd, env: { PAGEFILE_GIT, ...nobody } });
    expect(unknown.exit).toBe(1);
    expect(unknown.stdout).toMatch(/identity +Git does not know who you are.*git config --global user\.name/s);
  }
  const { accessSync } = fs;
  for (const folder of ["objects", "refs/heads"]) {
    const closed = join(cwd, ".git", folder);
    // Who runs the tests may be root, who may write everywhere.
    fs.accessSync = (path, mode) => {
      if (path === closed) throw Object.assign(new Error("EACCES: closed"), { code: "EACCES" });
      accessSync(path, mode);
    };
    syncBuiltinESMExports();
    const ran = await run(["doctor"], { cwd });
    fs.accessSync = accessSync;
    syncBuiltinESMExports();
    expect([ran.exit, ran.stdout]).toEqual([
      1,
      expect.stringContaining(`Could not write into ${closed}: permission is denied`),
    ]);
  }
});

test.each(["index", "index-search"])(
  "a file in the place of %s is what doctor and the index tell to move",
  async (name) => {
    const program = cli();
    const cwd = program.sample();
    const run = here(program);
    const file = join(cwd, ".git", "pagefile", name);
    await run(["recall", "flights"], { cwd });
    rmSync(file, { recursive: true });
    writeFileSync(file, "x\n");
    const ran = await run(["doctor"], { cwd });
    expect([ran.exit, ran.stdout]).toEqual([1, expect.stringContaining(`Move ${file} away.`)]);
    expect(ran.stdout).not.toMatch(/made anew|index rebuild|readable and writable|Nothing to do/);
    if (name === "index") return;
    const status = await run(["index", "status"], { cwd });
    expect([status.exit, status.stdout]).toEqual([1, expect.stringContaining(`Move ${file} away.`)]);
    const rebuilt = await run(["index", "rebuild"], { cwd });
    expect([rebuilt.exit, rebuilt.stderr]).toEqual([74, expect.stringContaining(`Move ${file} away.`)]);
  },
);

test("doctor names a purge that was ended half-way, and the command that ends it", async () => {
  const program = cli();
  const cwd = program.sample();
  const folder = join(cwd, ".git", "pagefile", "purge");
  mkdirSync(folder, { recursive: true });
  const oid = program.git(["rev-parse", "HEAD"], cwd).trim();
  const plan = { branch: "refs/heads/main", from: oid, to: oid, state: [], remotes: [], tips: [] };
  writeFileSync(join(folder, "plan.json"), JSON.stringify(plan));
  const ran = await here(program)(["doctor"], { cwd });
  expect([ran.exit, ran.stdout]).toEqual([1, expect.stringMatching(/purge +.*half-way.*pagefile purge --resume/s)]);
});

/** Verify history, through the real program: what it prints, in which words, and the codes it ends with. */

import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cli } from "../support/cli.js";
import { here } from "../support/here.js";

test.each([undefined, "embedded"])(
  "a bypassed hook is one line with its commit, page and next command (engine %s)",
  async (engine) => {
    const program = cli();
    const { git, sample } = program;
    const run = here(program);
    const memory = sample();
    const env = engine === undefined ? {} : { PAGEFILE_GIT: engine };
    const verify = (...flags: string[]) => run(["verify", "--history", ...flags], { cwd: memory, env });
    expect(await verify("--attest")).toMatchObject({ exit: 0 });
    const attested = git(["rev-parse", "refs/pagefile/attested"], memory).trim();
    expect(attested).toBe(git(["rev-parse", "HEAD"], memory).trim());
    writeFileSync(join(memory, "memory/bad.md"), "---\nid: half\n");
    git(["add", "--all"], memory);
    git(["commit", "--quiet", "--no-verify", "--message", "Past the hook"], memory);
    const bad = git(["rev-parse", "HEAD"], memory).trim();
    const ran = await verify();
    expect(ran.exit).toBe(1);
    const line = ran.stdout.split("\n").find((each) => each.includes("hook_bypassed")) ?? "";
    expect(line).toMatch(
      new RegExp(`^${bad.slice(0, 10)}  hook_bypassed  bad  Line \\d+: .*→ git show ${bad.slice(0, 10)}$`),
    );
    expect(ran.stdout).toContain(`1 commit behind ${attested.slice(0, 10)}: 1 finding, 1 note`);
    const json = JSON.parse((await verify("--json")).stdout);
    expect(Object.keys(json)).toEqual(["attested", "commits", "findings", "head", "moved", "notes", "since"]);
    expect(json.findings).toEqual([
      expect.objectContaining({ code: "hook_bypassed", commit: bad, page: "bad", path: "memory/bad.md" }),
    ]);
    expect((await verify("--attest")).exit).toBe(1);
    expect(git(["rev-parse", "refs/pagefile/attested"], memory).trim()).toBe(attested);
    expect((await verify("--attest", "--accept")).exit).toBe(0);
    expect(await verify()).toMatchObject({ exit: 0, stdout: expect.stringContaining("0 commits behind") });
  },
);

test("an agent does not accept what was found, and a person does", async () => {
  const program = cli();
  const { git, sample } = program;
  const run = here(program);
  const memory = sample();
  writeFileSync(join(memory, "memory/bad.md"), "---\nid: half\n");
  git(["add", "--all"], memory);
  git(["commit", "--quiet", "--no-verify", "--message", "Past the hook"], memory);
  const accept = (env = {}) => run(["verify", "--history", "--attest", "--accept"], { cwd: memory, env });
  const denied = await accept({ PAGEFILE_ACTOR: "agent:x" });
  expect(denied).toMatchObject({ exit: 7, stderr: expect.stringContaining("“agent:x” is an agent") });
  expect(git(["for-each-ref", "refs/pagefile/attested"], memory)).toBe("");
  expect((await run(["verify", "--history"], { cwd: memory, env: { PAGEFILE_ACTOR: "agent:x" } })).exit).toBe(1);
  expect((await accept()).exit).toBe(0);
});

test("an entry that was purged and came back by an older clone is found, until somebody accepts it", async () => {
  const program = cli();
  const { git, sample } = program;
  const run = here(program);
  const memory = sample();
  const verify = (...flags: string[]) => run(["verify", "--history", "--json", ...flags], { cwd: memory });
  const page = join(memory, "memory/trip.md");
  const text = "---\nid: trip\n---\n- First.\n- Poison here.\n";
  writeFileSync(page, text);
  git(["add", "--all"], memory);
  git(["commit", "--quiet", "--message", "Trip"], memory);
  const former = git(["rev-parse", "HEAD"], memory).trim();
  const blamed = JSON.parse((await run(["blame", "trip", "--json"], { cwd: memory })).stdout);
  const [, { digest }] = blamed.entries;
  const clone = join(program.folder, "colleague");
  git(["clone", "--quiet", memory, clone]);
  const purged = await run(["purge", "--entry", digest, "--yes"], { cwd: memory });
  expect(purged, purged.stderr).toMatchObject({
    exit: 0,
    stderr: expect.stringContaining("git reset --hard origin/main"),
  });
  expect(JSON.parse((await verify()).stdout).findings).toEqual([]);
  // What a pull and a push of the old clone does.
  git(["fetch", "--quiet", clone, former], memory);
  git(["merge", "--quiet", "-s", "ours", "--no-commit", "--allow-unrelated-histories", "FETCH_HEAD"], memory);
  writeFileSync(page, text);
  git(["commit", "--quiet", "--all", "--message", "Merge"], memory);
  const again = JSON.parse((await verify()).stdout).findings.filter(
    ({ code }: { code: string }) => code === "purged_again",
  );
  expect(again).toMatchObject([
    { page: "trip", path: "memory/trip.md", says: expect.stringMatching(/^1 entry of the page was purged/) },
  ]);
  expect(again[0].next).toBe(`pagefile purge --entry ${digest}`);
  expect((await verify("--attest", "--accept")).exit).toBe(0);
  expect(await verify()).toMatchObject({ exit: 0 });
});

test("a page that was purged and came back by an older clone is found, one begun anew is not", async () => {
  const program = cli();
  const { git, sample } = program;
  const run = here(program);
  const memory = sample();
  const again = async () =>
    JSON.parse((await run(["verify", "--history", "--json"], { cwd: memory })).stdout).findings.filter(
      ({ code }: { code: string }) => code === "purged_again",
    );
  const page = join(memory, "memory/trip.md");
  const commit = (text: string, date: string) => {
    writeFileSync(page, text);
    git(["add", "--all"], memory);
    git(["commit", "--quiet", "--date", date, "--message", "Trip"], memory);
  };
  const text = "---\nid: trip\n---\n- First.\n";
  commit(text, "2026-01-01T00:00:00Z");
  const former = git(["rev-parse", "HEAD"], memory).trim();
  const clone = join(program.folder, "colleague");
  git(["clone", "--quiet", memory, clone]);
  const purged = await run(["purge", "--page", "trip", "--yes"], { cwd: memory });
  expect(purged, purged.stderr).toMatchObject({ exit: 0 });
  const after = git(["rev-parse", "HEAD"], memory).trim();
  commit("---\nid: trip\n---\n- Another trip.\n", "2027-12-31T00:00:00Z");
  expect(await again()).toEqual([]);
  git(["reset", "--quiet", "--hard", after], memory);
  git(["fetch", "--quiet", clone, former], memory);
  git(["merge", "--quiet", "-s", "ours", "--no-commit", "--allow-unrelated-histories", "FETCH_HEAD"], memory);
  commit(text, "2027-12-31T00:00:00Z");
  expect(await again()).toMatchObject([
    {
      page: "trip",
      path: "memory/trip.md",
      says: expect.stringMatching(/^The page was purged and stands here again/),
    },
  ]);
  expect((await again())[0].next).toBe("pagefile purge --page trip");
});

test("what it prints of a secret is not the secret, and a page cannot draw on the terminal", async () => {
  const program = cli();
  const { git, sample } = program;
  const run = here(program);
  const memory = sample();
  const secret = ["AKIA", "QY7W", "RB3NHZK2", "TD5M"].join("");
  appendFileSync(join(memory, "MEMORY.md"), `\n- key ${secret}\n`);
  writeFileSync(join(memory, "memory/\u001b[31mred.md"), "---\nid: half\n");
  git(["add", "--all"], memory);
  git(["commit", "--quiet", "--message", `Leak ${secret}`], memory);
  const ran = await run(["verify", "--history"], { cwd: memory });
  expect(ran.exit).toBe(1);
  expect(ran.stdout.match(/hook_bypassed/g)).toHaveLength(3);
  expect(ran.stdout + ran.stderr).not.toContain(secret);
  expect(ran.stdout).not.toContain("\u001b");
});

test("a rewritten history ends with 1 and leaves a fault", async () => {
  const program = cli();
  const { git, sample } = program;
  const run = here(program);
  const memory = sample();
  await run(["verify", "--history", "--attest"], { cwd: memory });
  const attested = git(["rev-parse", "HEAD"], memory).trim();
  git(["commit", "--quiet", "--amend", "--message", "Otherwise"], memory);
  const ran = await run(["verify", "--history"], { cwd: memory });
  expect(ran).toMatchObject({ exit: 1, stdout: expect.stringContaining("history_rewritten") });
  const faults = readFileSync(join(memory, ".git/pagefile/faults.jsonl"), "utf8");
  expect(faults).toContain(`"kind":"history_rewritten","page":"${attested}"`);
});

test.each([
  [["--attest"], "--attest says how the history is verified."],
  [["--since", "HEAD"], "--since REVISION says how the history is verified."],
  [["--history", "--accept"], "--accept says to attest in spite of findings."],
  [["--history", "--since", "nonsense"], "“nonsense” names no commit."],
])("verify %j is refused as a command line", async (flags, says) => {
  const program = cli();
  const { sample } = program;
  const run = here(program);
  const ran = await run(["verify", ...flags], { cwd: sample() });
  expect(ran).toMatchObject({ exit: 2, stderr: expect.stringContaining(says) });
});

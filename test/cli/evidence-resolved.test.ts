/** Evidence that is resolved: every command that writes refuses grounds that are not there, and takes those that are. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { digest } from "../../src/base/digest.js";
import { cli } from "../support/cli.js";
import { here } from "../support/here.js";

const nowhere = "deadbeef".repeat(5);
const unknownDigest = `sha256:${"0f".repeat(32)}`;
/** Each with a word that tells why. */
const dangling: readonly (readonly [string, RegExp])[] = [
  [`commit:${nowhere}`, /no commit here has that id/],
  ["commit:deadbee", /no commit here has that id/],
  ["file:memory/gone.md#L3", /no such file/],
  ["file:/etc/hosts", /no path below/],
  ["file:memory", /no such file/],
  ["session:nobody#L9", /no session of that id/],
  [unknownDigest, /no result with that digest/],
  ["page:gone", /no page/],
  ["url:bad", /no address/],
];

function ground() {
  const program = cli();
  const memory = program.sample();
  return { program, memory, run: here(program), head: () => program.git(["rev-parse", "HEAD"], memory).trim() };
}

describe("grounds that are not there", () => {
  test("are refused with what was given, why, and what to do, and nothing is committed", async () => {
    const { memory, run, head } = ground();
    const before = head();
    for (const [evidence, why] of dangling) {
      const ran = await run(["append", "travel-mornings", "- New.", "--evidence", evidence], { cwd: memory });
      expect([evidence, ran.exit]).toEqual([evidence, 1]);
      expect(ran.stderr).toContain(evidence);
      expect(ran.stderr).toMatch(why);
      expect(ran.stderr).toMatch(/reason: PROVENANCE_DANGLING\n {2}hint: \S/);
    }
    expect(head()).toBe(before);
  }, 60_000);

  test("are refused by every command that takes grounds, and by what is staged", async () => {
    const { program, memory, run, head } = ground();
    expect((await run(["append", "travel-mornings", "- To be taken back."], { cwd: memory })).exit).toBe(0);
    const made = head();
    const grounds = ["--evidence", `commit:${nowhere}`];
    const more = join(program.folder, "more.json");
    writeFileSync(more, JSON.stringify({ entries: ["- More."] }));
    const commands = [
      ["new", "--type", "preference", "--title", "Seats", "--field", "subject=s", "--field", "prefers=p"],
      ["set", "travel-mornings", "title", "Mornings", "--base", "3"],
      ["merge", "travel-mornings", "--patch", more],
      ["correct", "travel-mornings", "Not at all.", "--entry", "1"],
      ["done", "travel-mornings", "1"],
      ["rm", "travel-mornings", "1"],
      ["archive", "travel-mornings"],
      ["revert", made],
      ["checkpoint", "--usage", "0.62", "Half way."],
    ];
    for (const command of commands) {
      const ran = await run([...command, ...grounds], { cwd: memory });
      expect([command[0], ran.exit, ran.stderr]).toEqual([
        command[0],
        1,
        expect.stringContaining("PROVENANCE_DANGLING"),
      ]);
    }
    const patch = { op: "append", page: "travel-mornings", value: "- New.", evidence: [`commit:${nowhere}`] };
    const staged = await run(["stage", "--patch", "-"], { cwd: memory, input: JSON.stringify(patch) });
    expect([staged.exit, staged.stderr]).toEqual([1, expect.stringContaining("PROVENANCE_DANGLING")]);
    expect(head()).toBe(made);
  }, 60_000);
});

test("grounds that are there are taken: of the disk, of HEAD, of git, of sessions, of what is kept", async () => {
  const { program, memory, run, head } = ground();
  mkdirSync(join(memory, "src"));
  writeFileSync(join(memory, "src", "a b#c.ts"), "x\n");
  writeFileSync(join(memory, "kept.txt"), "k\n");
  program.git(["add", "kept.txt"], memory);
  program.git(["commit", "--quiet", "--message=A file"], memory);
  program.git(["rm", "--quiet", "kept.txt"], memory);
  const blob = "What the tool said.\n";
  mkdirSync(join(memory, "memory/evidence/blobs"), { recursive: true });
  writeFileSync(join(memory, "memory/evidence/blobs", digest(Buffer.from(blob)).slice("sha256:".length)), blob);
  expect((await run(["session", "start", "s1"], { cwd: memory })).exit).toBe(0);
  const good = [
    `commit:${head()}`,
    `commit:${head().slice(0, 7)}`,
    "file:MEMORY.md#L3",
    "file:src/a b#c.ts#L1",
    "file:kept.txt",
    "session:s1#L9",
    digest(Buffer.from(blob)),
    "page:travel-mornings",
    "url:https://example.org/a?b=c",
    "tool:Bash",
    "user_message:m1",
  ];
  for (const [at, evidence] of good.entries()) {
    const ran = await run(["append", "travel-mornings", `- New ${at}.`, "--evidence", evidence], { cwd: memory });
    expect([evidence, ran.exit, ran.stderr]).toEqual([evidence, 0, expect.anything()]);
  }
  // A session that only a commit names was somebody else's.
  const own = ["append", "travel-mornings", "- Own.", "--session", "other", "--evidence", "session:other#L2"];
  expect((await run(own, { cwd: memory })).exit).toBe(0);
  const cites = ["append", "travel-mornings", "- Cites.", "--evidence", "session:other#L2"];
  expect((await run(cites, { cwd: memory })).exit).toBe(0);
}, 60_000);

test("a memory that is a folder of a repository may rest on the repository's files", async () => {
  const program = cli();
  const top = join(program.folder, "code");
  mkdirSync(join(top, "src"), { recursive: true });
  writeFileSync(join(top, "src", "a.ts"), "x\n");
  mkdirSync(join(top, "notes"));
  writeFileSync(join(top, "notes", "MEMORY.md"), "# M\n\n- One.\n");
  program.git(["init", "--quiet", "--initial-branch=main", top]);
  const run = here(program);
  const memory = join(top, "notes");
  expect((await run(["init", "--no-hooks"], { cwd: memory })).exit).toBe(0);
  program.git(["add", "--all"], memory);
  program.git(["commit", "--quiet", "--message=Take in"], memory);
  const append = (text: string, evidence: string) =>
    run(["append", "memory", text, "--evidence", evidence], { cwd: memory });
  expect((await append("- Two.", "file:src/a.ts#L1")).exit).toBe(0);
  expect((await append("- Three.", "file:src/b.ts#L1")).exit).toBe(1);
}, 60_000);

test("a clone without its history says so, and calls no commit a wrong one", async () => {
  const { program, memory, run, head } = ground();
  const first = head();
  await run(["append", "travel-mornings", "- New."], { cwd: memory });
  const clone = join(program.folder, "shallow");
  program.git(["clone", "--quiet", "--depth=1", `file://${memory}`, clone]);
  const old = ["append", "travel-mornings", "- Newer.", "--evidence", `commit:${first}`];
  const ran = await run(old, { cwd: clone });
  expect([ran.exit, ran.stderr]).toEqual([1, expect.stringContaining("holds a part of the history only")]);
  program.git(["fetch", "--quiet", "--unshallow"], clone);
  expect((await run(old, { cwd: clone })).exit).toBe(0);
}, 60_000);

test("a page whose old grounds are gone is read and written as before", async () => {
  const { program, memory, run } = ground();
  const page = "---\nid: seats\nprovenance: [file:memory/gone.md, url:bad, nonsense]\n---\n- By the window.\n";
  writeFileSync(join(memory, "memory/seats.md"), page);
  program.git(["add", "--all"], memory);
  program.git(["commit", "--quiet", "--message=Seats"], memory);
  expect((await run(["show", "seats"], { cwd: memory })).stdout).toContain("By the window.");
  expect((await run(["append", "seats", "- Not in row 13."], { cwd: memory })).exit).toBe(0);
}, 60_000);

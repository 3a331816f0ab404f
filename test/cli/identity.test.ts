/** Identity (F26, F33, F34): a memory is the same one from a worktree, a moved folder and a link, and no name is two files. */

import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cli } from "../support/cli.js";
import { here } from "../support/here.js";

function ground() {
  const program = cli();
  const memory = program.sample();
  const run = here(program);
  const json = async (args: readonly string[], cwd: string) =>
    JSON.parse((await run([...args, "--json"], { cwd })).stdout);
  return { program, memory, run, json };
}

describe("F33 F34: the store", () => {
  test("is known by the id in its committed file, from a worktree, a moved folder and a link", async () => {
    const { program, memory, json } = ground();
    const store = (await json(["status"], memory)).store;
    expect(store).toBe("trip-desk");
    const linked = join(program.folder, "linked");
    program.git(["worktree", "add", "--quiet", linked, "-b", "side"], memory);
    const link = join(program.folder, "link");
    symlinkSync(memory, link);
    const clone = join(program.folder, "clone");
    program.git(["clone", "--quiet", memory, clone]);
    const texts: string[] = [];
    for (const place of [memory, linked, link, clone]) {
      expect((await json(["status"], place)).store, place).toBe(store);
      texts.push((await json(["assemble", "--budget", "3000"], place)).text);
    }
    expect(new Set(texts).size).toBe(1);
    expect((await json(["status"], link)).root).toBe(memory);
    const done = await json(["append", "travel-mornings", "- From the link."], link);
    expect(program.git(["rev-parse", "main"], memory).trim()).toBe(done.commit);
    const aside = await json(["append", "travel-mornings", "- From the worktree."], linked);
    expect(program.git(["rev-parse", "side"], memory).trim()).toBe(aside.commit);
  });

  test("that was moved keeps what was staged, its traces and its history", async () => {
    const { program, memory, run, json } = ground();
    const patch = { op: "append", page: "travel-mornings", value: "Staged before the move." };
    await run(["stage", "--patch", "-"], { cwd: memory, input: JSON.stringify(patch) });
    const { trace } = await json(["assemble", "--budget", "2000"], memory);
    const moved = join(program.folder, "moved");
    renameSync(memory, moved);
    expect((await json(["status"], moved)).staged).toBe(1);
    expect(JSON.stringify(await json(["trace"], moved))).toContain(trace);
    expect((await json(["flush"], moved)).committed).toHaveLength(1);
    expect(program.git(["show", "HEAD"], moved)).toContain("+- Staged before the move.");
  });
});

describe("F26: names that are one file on another system", () => {
  test.each([
    ["case", "Seats.md", "seats.md"],
    ["composed letters", "caf\u00e9.md", "cafe\u0301.md"],
    ["both", "CAF\u00c9.md", "cafe\u0301.md"],
  ])("that differ in %s are remarked on, and both stay pages", async (_, one, other) => {
    const { memory, json } = ground();
    mkdirSync(join(memory, "memory", "names"));
    for (const name of [one, other]) writeFileSync(join(memory, "memory", "names", name), `- In ${name}.\n`);
    const clashes = (await json(["status"], memory)).findings.filter(
      ({ code }: { code: string }) => code === "path_clash",
    );
    expect(clashes).toHaveLength(1);
    expect([one, other].map((name) => `memory/names/${name}`)).toContain(clashes[0].path);
    const paths = (await json(["pages"], memory)).pages.map((page: { path: string }) => page.path);
    for (const name of [one, other]) expect(paths).toContain(`memory/names/${name}`);
  });

  test("are not made by us: a new page whose file is there in another case is refused", async () => {
    const { program, memory, run } = ground();
    writeFileSync(
      join(memory, "memory", "preferences", "QUIET-ROOMS.md"),
      "---\nid: other\ntype: preference\n---\n- x\n",
    );
    program.git(["add", "--all"], memory);
    program.git(["commit", "--quiet", "--message=Case"], memory);
    const words = ["--type", "preference", "--title", "Quiet rooms", "--field", "subject=a", "--field", "prefers=b"];
    const ran = await run(["new", ...words, "--json"], { cwd: memory });
    expect(JSON.parse(ran.stdout)).toMatchObject({ rejected: { reason: "DESTRUCTIVE_OP" } });
  });
});

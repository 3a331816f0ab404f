/** Command index: says in what state the index is without mending it, makes it anew, and never touches a page. */

import { mkdirSync, readdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cli } from "../support/cli.js";
import { here } from "../support/here.js";

interface Index {
  readonly state: string;
  readonly expected: number;
  readonly bytes: number;
  readonly pages: { readonly hot: number; readonly cold: number };
}

test("tells a missing, a ready and a damaged index apart, and mends it when asked", async () => {
  const program = cli();
  const memory = program.sample();
  const run = here(program);
  const index = async (action: string): Promise<{ readonly exit: number | null; readonly index: Index }> => {
    const ran = await run(["index", action, "--json"], { cwd: memory });
    return { exit: ran.exit, index: JSON.parse(ran.stdout).indexes[0] };
  };
  const pages = (): string =>
    program.git(["status", "--porcelain"], memory) + program.git(["rev-parse", "HEAD"], memory);
  const before = pages();
  expect(await index("status")).toMatchObject({ exit: 0, index: { state: "missing", bytes: 0 } });
  const made = await index("rebuild");
  expect(made).toMatchObject({ exit: 0, index: { state: "ready" } });
  expect(made.index.pages.hot + made.index.pages.cold).toBe(made.index.expected);
  expect(made.index.expected).toBeGreaterThan(3);
  expect((await index("status")).index).toEqual(made.index);
  const dir = join(memory, ".git/pagefile");
  const found = readdirSync(dir, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith("index.db"));
  expect(found).toHaveLength(1);
  truncateSync(join(dir, found[0]!), 5_000);
  expect(await index("status")).toMatchObject({ exit: 1, index: { state: "corrupt" } });
  const shown = await run(["index", "status"], { cwd: memory });
  expect(shown.stdout).toContain("corrupt");
  expect(shown.stdout).toContain("the next recall makes a new one");
  expect(await index("rebuild")).toMatchObject({ exit: 0, index: { state: "ready" } });
  expect(pages()).toBe(before);
});

test("names what it can do where it is asked for something else", async () => {
  const program = cli();
  const ran = await here(program)(["index", "burn"], { cwd: program.sample() });
  expect(ran.exit).toBe(2);
  expect(ran.stderr).toContain("status, rebuild or embed");
});

test("a purge takes the index with it, and vectors, which tell much of a text", async () => {
  const program = cli();
  const memory = program.sample();
  const run = here(program);
  const indexes = (): readonly string[] =>
    readdirSync(join(memory, ".git/pagefile"), { recursive: true, encoding: "utf8" }).filter((name) =>
      /index\.db$|\.vec$/.test(name),
    );
  await run(["index", "rebuild"], { cwd: memory });
  mkdirSync(join(memory, ".git/pagefile/index-vectors/m-1"), { recursive: true });
  writeFileSync(join(memory, ".git/pagefile/index-vectors/m-1/2.vec"), "");
  expect(indexes()).toHaveLength(2);
  expect((await run(["purge", "--page", "travel-mornings", "--yes"], { cwd: memory })).exit).toBe(0);
  expect(indexes()).toEqual([]);
});

/** The state and fidelity of pages, the width of their table, and hooks that a clone lacks: said where a person looks, with what mends it. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cli } from "../support/cli.js";
import { here } from "../support/here.js";

function ground() {
  const program = cli();
  const memory = program.sample();
  const run = here(program);
  const rows = async (...args: readonly string[]) => {
    const { pages, prompt } = JSON.parse((await run(["pages", "--json", ...args], { cwd: memory })).stdout);
    const byId = (key: string) =>
      Object.fromEntries(pages.map((page: Record<string, unknown>) => [page.id, page[key]])) as Record<
        string,
        unknown
      >;
    return { prompt, state: byId("state"), fidelity: byId("fidelity") };
  };
  return { program, memory, run, rows };
}

test("of findings those are counted that status tells; a page with CRLF shows no carriage return", async () => {
  const { program, memory, run } = ground();
  const zero = "\u200b";
  writeFileSync(join(memory, "memory/zebra.md"), `- Zebras graze in Utrecht.${zero}\r\n- Zebras sleep in Delft.\r\n`);
  program.git(["add", "-A"], memory);
  program.git(["commit", "-qm", "Zebras"], memory);
  expect((await run(["status"], { cwd: memory })).stdout).toMatch(/findings +none/);
  const { stdout, stderr } = await run(["pages"], { cwd: memory });
  expect(stdout + stderr).not.toContain("finding:");
  expect(JSON.parse((await run(["pages", "--json"], { cwd: memory })).stdout).findings).toHaveLength(1);
  const recalled = await run(["recall", "zebras"], { cwd: memory });
  expect(recalled.stdout).toContain("Zebras sleep in Delft.\n");
  expect(recalled.stdout).not.toContain("\\x0d");
});

describe("pages", () => {
  test("say what is committed, edited, new, local and waited for", async () => {
    const { memory, run, rows } = ground();
    expect(new Set(Object.values((await rows()).state))).toEqual(new Set(["clean"]));
    writeFileSync(
      join(memory, "memory/preferences/travel-mornings.md"),
      "---\nid: travel-mornings\n---\n- Edited.\n",
    );
    writeFileSync(join(memory, "memory/fresh.md"), "- New.\n");
    writeFileSync(join(memory, "memory/mine.md"), "---\nscope: local\n---\n- Mine.\n");
    const patch = { op: "append", page: "one-hotel", value: "- Waits." };
    await run(["stage", "--patch", "-"], { cwd: memory, input: JSON.stringify(patch) });
    expect((await rows()).state).toMatchObject({
      "travel-mornings": "edited",
      fresh: "untracked",
      mine: "local",
      "one-hotel": "staged",
      "budget-ceiling": "clean",
    });
    await run(["flush"], { cwd: memory });
    expect((await rows()).state).toMatchObject({ "one-hotel": "clean" });
  }, 60_000);

  test("say how much of each the last prompt held, of all or of a session", async () => {
    const { memory, run, rows } = ground();
    const before = await rows();
    expect([before.prompt, new Set(Object.values(before.fidelity))]).toEqual([null, new Set([null])]);
    const { selected, trace } = JSON.parse(
      (await run(["turn", "--session", "s1", "--turn", "1", "--budget", "640", "--json"], { cwd: memory })).stdout,
    );
    const told = await rows();
    expect(told.prompt).toMatchObject({ trace, session: "s1" });
    const held = Object.entries(told.fidelity).filter(([, fidelity]) => fidelity !== null);
    expect(Object.fromEntries(held)).toEqual(
      Object.fromEntries(selected.map(({ id, fidelity }: Record<string, string>) => [id, fidelity])),
    );
    expect(held.length).toBeGreaterThan(1);
    await run(["assemble", "--budget", "420"], { cwd: memory });
    expect((await rows()).prompt).toMatchObject({ session: null });
    expect((await rows("--session", "s1")).prompt).toMatchObject({ trace });
  }, 60_000);

  test("cost least what they cost at most, or less", async () => {
    const { memory, run } = ground();
    const [heading = "", ...lines] = (await run(["pages"], { cwd: memory })).stdout
      .trimEnd()
      .split("\n")
      .slice(0, -1);
    const numbers = lines.map((line) =>
      ["tokens", "least"].map((name) =>
        Number(line.slice(heading.indexOf(name) - 2, heading.indexOf(name) + name.length)),
      ),
    );
    expect(numbers.length).toBeGreaterThan(10);
    for (const [most = 0, least = 0] of numbers) expect(least).toBeLessThanOrEqual(most);
  });
});

describe("a clone without hooks", () => {
  test("is said by status and doctor, and the command that they print mends it", async () => {
    const { program, memory, run } = ground();
    const clone = join(program.folder, "a clone");
    program.git(["clone", "--quiet", memory, clone]);
    const status = await run(["status"], { cwd: clone });
    expect(status.stdout).toContain(
      "not installed here: no commit is checked, no two people's pages merge (pagefile hooks install)",
    );
    expect((await run(["doctor"], { cwd: clone })).stdout).toMatch(
      /hooks +not installed here.*\(pagefile hooks install\)/,
    );
    const elsewhere = (await run(["status", "--repo", clone])).stdout;
    const [, printed = ""] = /\((pagefile hooks install [^)]*)\)/.exec(elsewhere) ?? [];
    expect(printed).toBe(`pagefile hooks install --repo '${clone}'`);
    expect(program.run(["hooks", "install", "--repo", clone]).exit).toBe(0);
    for (const args of [["status"], ["doctor"]])
      expect(program.run(args, { cwd: clone }).stdout).not.toMatch(/not installed|not all/);
    expect(JSON.parse(program.run(["status", "--json"], { cwd: clone }).stdout).hooks).toBe("installed");
  }, 60_000);
});

/** Cold and warm: what is kept beside a memory changes no answer, whether files changed, a run was stopped, or what it kept was damaged. */

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { type Cli, cli } from "../support/cli.js";
import { chanceFrom } from "../support/memory-tool-stream.js";
import { type ShapedFile, shapedMemory } from "../support/real-shapes.js";
import { seed } from "../support/seeds.js";

const asked: readonly (readonly string[])[] = [
  ["pages", "--json"],
  ["assemble", "--budget", "3000", "--json"],
  ["audit", "--json"],
];
const now = { PAGEFILE_NOW: "2026-04-01T08:00:00Z" };
const kept = ["tokens", "index", "index-links", "index-says", "index-past"];

/** A little of each shape in one memory: logs, notes, and days with long entries. */
function files(): readonly ShapedFile[] {
  const days = shapedMemory("entries", seed + 1, 0.01).map(({ path, text }) => ({
    path: path.replace("memory/2026-01", "memory/2026-02"),
    text,
  }));
  const all = [...shapedMemory("logs", seed, 0.01), ...shapedMemory("notes", seed, 0.01), ...days];
  return all.map(({ path, text }) => ({
    path,
    text: text.slice(0, text.indexOf("\n", charsMax) + 1 || text.length),
  }));
}

/** What is kept hangs on no size; the benchmark `real` has whole ones. */
const charsMax = 16_000;

function write(dir: string, all: readonly ShapedFile[]): void {
  for (const { path, text } of all) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
}

/** A line more, a line less and a line changed, in files that the seed chooses; the second half of them is committed. */
function edit(place: Cli, dir: string, seeded: number): void {
  const chance = chanceFrom(seeded);
  const all = files();
  for (let at = 0; at < 6; at += 1) {
    const { path } = all[Math.floor(chance() * all.length)]!;
    const lines = readFileSync(join(dir, path), "utf8").split("\n");
    const line = Math.floor(chance() * lines.length);
    if (at % 3 === 0) lines.splice(line, 0, `- **Seats:** window seats on flight ${at}, never the aisle.`);
    else if (at % 3 === 1) lines.splice(line, 1);
    else lines[line] = `${lines[line]} Once more.`;
    writeFileSync(join(dir, path), lines.join("\n"));
    if (at === 2) place.git(["commit", "-qam", "Edits"], dir);
  }
}

function answers({ run }: Cli, dir: string): readonly string[] {
  // In which prompt a page stood last is told of the turns before, and not of the pages.
  const toldOfTurns = /"fidelity":(?:null|"\w+"),(?="id")|,"prompt":(?:null|\{[^}]*\})/g;
  return asked.map((args) => run(args, { cwd: dir, env: now }).stdout.replace(toldOfTurns, ""));
}

/** As a run that was killed while it wrote leaves a file, or a disk that forgot some of it. */
function damage(dir: string): number {
  let damaged = 0;
  for (const name of kept) {
    const folder = join(dir, ".git", "pagefile", name);
    for (const file of existsSync(folder) ? readdirSync(folder) : []) {
      const path = join(folder, file);
      const half = Math.floor(readFileSync(path).length / 2);
      if (damaged % 2 === 0) truncateSync(path, half);
      else writeFileSync(path, readFileSync(path).fill(0x20, half, half + 9));
      damaged += 1;
    }
  }
  return damaged;
}

it("gives the same answers cold and warm, after edits, and over what is half gone or damaged", () => {
  const place = cli();
  const dir = join(place.folder, "memory");
  write(dir, files());
  place.git(["init", "-q"], dir);
  place.git(["add", "-A"], dir);
  place.git(["commit", "-qm", "memory"], dir);
  expect(place.run(["init", "--no-hooks", "--repo", dir]).exit).toBe(0);
  const cold = answers(place, dir);
  expect(cold.every((text) => text.length > 100)).toBe(true);
  expect(answers(place, dir)).toEqual(cold);
  edit(place, dir, seed);
  const edited = answers(place, dir);
  expect(edited).not.toEqual(cold);
  expect(damage(dir)).toBeGreaterThanOrEqual(kept.length);
  expect(answers(place, dir)).toEqual(edited);
  for (const name of kept) rmSync(join(dir, ".git", "pagefile", name), { recursive: true, force: true });
  expect(answers(place, dir)).toEqual(edited);
});

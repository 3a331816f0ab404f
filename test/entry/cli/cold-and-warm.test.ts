/** Cold and warm: what is kept beside a memory changes no answer, whether a run was stopped, or what it kept was damaged. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Cli, cli } from "../../support/cli.js";
import { shapedMemory, shapes } from "../../support/real-shapes.js";
import { seed } from "../../support/seeds.js";

const asked: readonly (readonly string[])[] = [
  ["pages", "--json"],
  ["assemble", "--budget", "3000", "--json"],
  ["audit", "--json"],
];
const now = { PAGEFILE_NOW: "2026-04-01T08:00:00Z" };
const kept = ["tokens", "index", "index-links", "index-says", "index-overdue"];

function placed(place: Cli, shape: (typeof shapes)[number]): string {
  const dir = join(place.folder, "memory");
  for (const { path, text } of shapedMemory(shape, seed, 0.03)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
  place.git(["init", "-q"], dir);
  place.git(["add", "-A"], dir);
  place.git(["commit", "-qm", "memory"], dir);
  expect(place.run(["init", "--repo", dir]).exit).toBe(0);
  return dir;
}

function answers({ run }: Cli, dir: string): readonly string[] {
  return asked.map((args) => run(args, { cwd: dir, env: now }).stdout);
}

describe("what is kept of earlier runs", () => {
  it.each(shapes)("changes no answer over %s, and neither does half of it", (shape) => {
    const place = cli();
    const dir = placed(place, shape);
    const cold = answers(place, dir);
    expect(cold.every((text) => text.length > 100)).toBe(true);
    expect(answers(place, dir)).toEqual(cold);
    // As a run that was killed while it wrote leaves them.
    for (const name of kept) {
      const folder = join(dir, ".git", "pagefile", name);
      const files = existsSync(folder) ? readdirSync(folder) : [];
      for (const file of files) {
        const path = join(folder, file);
        truncateSync(path, Math.floor(readFileSync(path).length / 2));
      }
    }
    expect(answers(place, dir)).toEqual(cold);
    for (const name of kept) rmSync(join(dir, ".git", "pagefile", name), { recursive: true, force: true });
    expect(answers(place, dir)).toEqual(cold);
  });
});

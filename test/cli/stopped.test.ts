/** Stopped tests: a first run over a memory dies at one moment after another, and the next one has less to do and says the same. */

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { type Cli, cli } from "../support/cli.js";
import { here } from "../support/here.js";
import { chanceFrom } from "../support/memory-tool-stream.js";
import { shapedMemory } from "../support/real-shapes.js";
import { seed } from "../support/seeds.js";

/** The engine counts exactly what it compiled while it counted, which code that was kept from an earlier run is not. */
const now = { PAGEFILE_NOW: "2026-04-01T08:00:00Z", NODE_DISABLE_COMPILE_CACHE: "1" };
const pages = ["pages", "--json"];

/** Loaded before the program: it writes half of what is kept at this write of it, and dies. */
const assassin = (at: number): string => `
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
const kept = new Set();
const open = fs.openSync;
fs.openSync = (path, ...rest) => {
  const fd = open(path, ...rest);
  if (/pagefile\\/(?:index|tokens)\\/[^/]*$/.test(String(path)) && rest[0] !== "r") kept.add(fd); else kept.delete(fd);
  return fd;
};
let writes = 0;
const write = fs.writeSync;
fs.writeSync = (fd, bytes, ...rest) => {
  if (!kept.has(fd)) return write(fd, bytes, ...rest);
  if (++writes < ${at}) return write(fd, bytes, ...rest);
  write(fd, Buffer.from(bytes).subarray(0, Math.floor(bytes.length / 2)));
  process.kill(process.pid, "SIGKILL");
};
syncBuiltinESMExports();`;

/** How often the program called what reads a file, and what cuts a body down, by the engine's own count. */
interface Work {
  readonly files: number;
  readonly bodies: number;
}

function counted(folder: string): Work {
  const calls = (name: string): number =>
    readdirSync(folder)
      .flatMap((file) => (JSON.parse(readFileSync(join(folder, file), "utf8")) as Coverage).result)
      .flatMap(({ functions }) => functions.filter(({ functionName }) => functionName === name))
      .reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0);
  return { files: calls("factsOf"), bodies: calls("compressBody") };
}

interface Coverage {
  readonly result: readonly {
    readonly functions: readonly {
      readonly functionName: string;
      readonly ranges: readonly { readonly count: number }[];
    }[];
  }[];
}

function forget(dir: string): void {
  for (const name of ["tokens", "index"])
    rmSync(join(dir, ".git", "pagefile", name), { recursive: true, force: true });
}

async function placed(place: Cli): Promise<string> {
  const dir = join(place.folder, "memory");
  // Enough that facts of files and counts of bodies are kept before the end.
  for (const { path, text } of shapedMemory("logs", seed, 0.2)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
  place.git(["init", "-q"], dir);
  expect((await here(place)(["init", "--no-hooks", "--repo", dir])).exit).toBe(0);
  forget(dir);
  return dir;
}

test("a first run that is killed while it keeps what it made is gone on with", async () => {
  const place = cli();
  const dir = await placed(place);
  let runs = 0;
  const working = (): readonly [Work, string] => {
    const folder = join(place.folder, `coverage-${runs++}`);
    const { stdout } = place.run(pages, { cwd: dir, env: { ...now, NODE_V8_COVERAGE: folder } });
    return [counted(folder), stdout];
  };
  const [whole, said] = working();
  expect(whole.files).toBeGreaterThan(10);
  expect(whole.bodies).toBeGreaterThan(500);
  const killedAt = (moment: number): Work => {
    forget(dir);
    const file = join(place.folder, "assassin.mjs");
    writeFileSync(file, assassin(moment));
    const killed = place.run(pages, { cwd: dir, env: { ...now, NODE_OPTIONS: `--import ${file}` } });
    expect([killed.exit, killed.stdout]).toEqual([-1, ""]);
    expect(existsSync(join(dir, ".git", "pagefile", "index"))).toBe(true);
    const [work, again] = working();
    expect(again).toBe(said);
    return work;
  };
  // The first write is that of the first files; what was torn there is made again, and what stood before it is not.
  const chance = chanceFrom(seed);
  const early = killedAt(2);
  expect(early.files).toBeLessThan(whole.files);
  expect(early.files).toBeGreaterThan(0);
  const late = killedAt(5 + Math.floor(chance() * 3));
  expect(late.files).toBe(0);
  expect(late.bodies).toBeLessThan(whole.bodies);
  expect(late.bodies).toBeGreaterThan(0);
});

test("a table for people and one for programs say the same, whichever is asked for first", async () => {
  const place = cli();
  const dir = await placed(place);
  const run = here(place);
  const told = async (argv: readonly string[]): Promise<string> => (await run(argv, { cwd: dir, env: now })).stdout;
  const [shown, said] = [await told(["pages"]), await told(pages)];
  expect(shown).toContain("log");
  forget(dir);
  expect([await told(pages), await told(["pages"])]).toEqual([said, shown]);
});

/** ForeignState: whatever an archive put below .git/pagefile, no command hangs, fills the memory, is lost in it, or writes elsewhere. */

import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cli } from "../support/cli.js";
import {
  everythingBelow,
  harmTo,
  livedIn,
  makeVictim,
  replaceBy,
  replacements,
  useMemory,
} from "../support/foreign-state.js";
import { seed } from "../support/seeds.js";

/** Each kind in the place of each file: PAGEFILE_STATE=all, some minutes. Without it each kind meets one, with another seed another one. */
const each = process.env.PAGEFILE_STATE === "all";
const kinds = Object.keys(replacements);

test(
  "links, pipes, folders and endless files in the place of files and folders of ours",
  async () => {
    const program = cli();
    const bounded = { NODE_OPTIONS: "--max-old-space-size=1024" };
    const run: typeof program.run = (args, how) => program.run(args, { ...how, env: bounded });
    const root = await livedIn(program);
    const places = [".", ...everythingBelow(join(root, ".git/pagefile"))];
    expect(places.length).toBeGreaterThan(30);
    const drawn = kinds.map((kind, at) => [kind, places[(seed * 31 + at * 7) % places.length]!] as const);
    const known = [["a pipe", "index/pages.json"]] as const;
    const all = kinds.flatMap((kind) => places.map((place) => [kind, place] as const));
    for (const [at, [kind, place]] of (each ? all : [...known, ...drawn]).entries()) {
      const memory = join(program.folder, `memory-${at}`);
      const victim = join(program.folder, `victim-${at}`);
      cpSync(root, memory, { recursive: true });
      makeVictim(victim);
      replaceBy(kind, join(memory, ".git/pagefile", place), victim);
      for (const { name, ran } of useMemory({ ...program, run }, memory)) {
        const told = `${kind} for ${place}: ${name}: exit ${ran.exit}: ${ran.stderr.slice(0, 300)}`;
        // Neither ended by us, nor a bug, nor out of memory.
        expect([-1, 70, 134], told).not.toContain(ran.exit);
        expect(harmTo(victim), told).toEqual([]);
      }
    }
  },
  each ? 7_200_000 : 300_000,
);

/** RankFew: a question where hardly a page may be seen asks the index once, and finds what asking for more and more would. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { type HeapIndex, heapIndex } from "../../../src/recall/index/open.js";
import { chunksOf, type Ranked, rank } from "../../../src/recall/rank/rank.js";

const pages = 1_200;
const words = ["kiln", "ledger", "orchid"];

/** Pages of one chunk, each with the first of the words and some with the others; tells what it was asked for. */
function memory(): { readonly index: HeapIndex; readonly counts: number[] } {
  const index = heapIndex();
  for (let i = 0; i < pages; i++) {
    const held = words.filter((_, word) => i % (word * word * 5 + 1) === 0).join(" ");
    const day = i % 40 === 0 ? "2026-11-20" : "2026-03-01";
    const head = { title: "", tags: [], words: "", day, sections: [] };
    index.add({ path: `p${i}`, text: `- ${held} told ${i} times\n`, head });
  }
  const counts: number[] = [];
  const { best } = index;
  index.best = (asked, count) => {
    counts.push(count);
    return best(asked, count);
  };
  return { index, counts };
}

const { index, counts } = memory();

interface How {
  readonly open: ReadonlySet<string>;
  readonly told: boolean;
  readonly since?: string;
}

function ask(text: string, { open, told, since }: How): Pick<Ranked, "hits"> & { readonly rounds: number } {
  counts.length = 0;
  const few = (most: number): readonly string[] | null => (open.size > most ? null : [...open]);
  const asked = { text, limit: 5, admits: (path: string) => open.has(path), around: null };
  const within = since === undefined ? null : { from: since, to: null };
  const { hits } = rank(index, { ...asked, within, few: told ? few : undefined });
  return { hits, rounds: counts.length };
}

const everyPage = new Set(Array.from({ length: pages }, (_, i) => `p${i}`));

test("asks once where it is told which few may be seen, and again and again where it is not", () => {
  const open = new Set(["p7", "p600", "p1199"]);
  const told = ask("kiln", { open, told: true });
  expect(told.hits.map(({ path }) => path).sort()).toEqual(["p1199", "p600", "p7"]);
  expect(told.rounds).toBe(1);
  expect(ask("kiln", { open, told: false }).rounds).toBeGreaterThan(2);
});

test("asks once where few pages are of the days asked for", () => {
  const told = ask("kiln", { open: everyPage, told: true, since: "2026-11-01" });
  expect(told.rounds).toBe(1);
  expect(told.hits).toHaveLength(5);
  expect(told.hits.every(({ path }) => Number(path.slice(1)) % 40 === 0)).toBe(true);
});

test("does not ask which may be seen where most of what is found is", () => {
  const few = (): never => {
    throw new Error("asked");
  };
  const { hits } = rank(index, { text: "kiln", limit: 5, admits: () => true, within: null, around: null, few });
  expect(hits).toHaveLength(5);
});

test("finds for any few pages and any days what it finds without being told", () => {
  const opened = fc.uniqueArray(fc.integer({ min: 0, max: pages - 1 }), { maxLength: 25 });
  const asked = fc.subarray([...words, "told", "kilm"], { minLength: 1 });
  fc.assert(
    fc.property(opened, asked, fc.constantFrom(undefined, "2026-03-01", "2026-11-01"), (paths, text, since) => {
      const open = new Set(paths.map((path) => `p${path}`));
      const how = { open, ...(since === undefined ? {} : { since }) };
      const [told, untold] = [true, false].map((is) => {
        return ask(text.join(" "), { ...how, told: is }).hits.map(({ path, chunk, score }) => [path, chunk, score]);
      });
      expect(told).toEqual(untold);
    }),
    { numRuns: 40 },
  );
});

test("ranks only so many chunks of the few, those first that hold the rarest words", () => {
  const forms = words.map((word) => ({ ...index.find(word)!, kind: "word" as const }));
  const found = chunksOf(
    index,
    [...everyPage.keys()].map((path) => Number(path.slice(1))),
    { any: forms, each: [], takes: () => true },
  );
  expect(found).toHaveLength(512);
  expect(found[0]).toEqual({ page: 0, chunk: 0 });
  const rare = Array.from({ length: pages }, (_, i) => i).filter((i) => i % 21 === 0);
  expect(
    found
      .slice(0, rare.length)
      .map(({ page }) => page)
      .sort((a, b) => a - b),
  ).toEqual(rare);
});

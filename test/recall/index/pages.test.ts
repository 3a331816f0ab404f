/** Pages: what was read of an index is remembered while it is asked for, and forgotten before it fills the memory. */

import { expect, it } from "vitest";
import type { Database } from "../../../src/recall/index/generation.js";
import { storedPages } from "../../../src/recall/index/write.js";
import { type ChunkSketch, encodeSketches, sketchOf } from "../../../src/recall/rank/rows.js";
import { chunkWordsOf as wordsOf } from "../../../src/recall/words/typo.js";

const head = { title: "", tags: [], words: "", day: null, sections: [] };
const sketch: ChunkSketch = wordsOf("A walrus.", head).map((chunk) => sketchOf(chunk, [], () => 1))[0]!;

/** An index of pages of half as many chunks as are remembered; tells which pages each statement read. */
function half(): { readonly database: Database; readonly read: number[][] } {
  const bytes = encodeSketches(Array.from({ length: 20_001 }, () => sketch));
  const read: number[][] = [];
  const statement = {
    all(json: string): unknown[] {
      const ids = JSON.parse(json) as number[];
      read.push(ids);
      return ids.map((id) => [id, `p${id}.md`, id * 10, '{"slugs":[],"headings":[],"chunks":[]}', bytes]);
    },
    raw: () => statement,
  };
  return { database: { prepare: () => statement } as unknown as Database, read };
}

it("reads what is missing in one statement, and what was forgotten again", () => {
  const { database, read } = half();
  const pages = storedPages(database);
  pages.fetch([1, 2]);
  pages.fetch([2, 1]);
  expect(read).toEqual([[1, 2]]);
  expect([pages.page(2).path, pages.info(1).mark]).toEqual(["p2.md", 10]);
  // There is no room for a third beside two.
  pages.fetch([3, 1]);
  expect(read).toEqual([
    [1, 2],
    [3, 1],
  ]);
  pages.fetch([4]);
  pages.fetch([1, 2]);
  expect(read.slice(2)).toEqual([[4], [1, 2]]);
});

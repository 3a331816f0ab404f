/** RankRows: what a chunk holds of a query and hears from its neighbors is the plain sum that the weights say, whatever may not be seen. */

import fc from "fast-check";
import { expect, it } from "vitest";
import { type AskedPage, type ChunkSketch, rowsOf } from "../../../src/recall/rank/rows.js";
import { weights } from "../../../src/recall/rank/weights.js";
import { fieldBit } from "../../../src/recall/words/typo.js";

interface Chunk {
  /** By word of the query: how often it stands in the body. */
  readonly counts: readonly [number, number];
  readonly section: number;
  readonly length: number;
  readonly asks: boolean;
  readonly heard: boolean;
  readonly speaker: boolean;
}

const chunk: fc.Arbitrary<Chunk> = fc.record({
  counts: fc.tuple(fc.constantFrom(0, 0, 1, 2), fc.constantFrom(0, 0, 0, 3)),
  section: fc.constantFrom(1, 1, 1, 2),
  length: fc.constantFrom(5, 60, 240),
  asks: fc.boolean(),
  heard: fc.constantFrom(true, true, true, false),
  speaker: fc.constantFrom(false, false, true),
});

/** Word `i` of the query has the number `10 + i`. */
const words = [0, 1].map((i) => {
  return { forms: [{ text: `w${i}`, id: 10 + i, chunks: 5, kind: "word" as const }] };
});

function sketchFor({ counts, section, length, asks, speaker }: Chunk): ChunkSketch {
  const held = [0, 1].filter((i) => counts[i]! > 0);
  const mask = speaker ? fieldBit.body | fieldBit.speaker : fieldBit.body;
  return {
    section,
    length,
    asks,
    slug: -1,
    ids: Uint32Array.from([3, ...held.map((i) => 10 + i), 99]),
    counts: Uint8Array.from([1, ...held.map((i) => counts[i]!), 1]),
    masks: Uint8Array.from([4, ...held.map(() => mask), 4]),
  } as unknown as ChunkSketch;
}

function pageFor(chunks: readonly Chunk[]): AskedPage {
  const heard = chunks.flatMap((one, i) => (one.heard ? [i] : []));
  const sketched = { path: "p.md", slugs: [], chunks: chunks.map(sketchFor) };
  return { id: 1, path: "p.md", sketched, heard, eligible: heard.map((i) => i % 2 === 0), admitted: 1, refused: 0 };
}

/** What the chunk at a place hears of a word. */
function heardBy(chunks: readonly Chunk[], at: number, word: number): number {
  let sum = chunks[at]!.counts[word]!;
  for (const [i, weight] of weights.neighbors.entries()) {
    for (const far of [-i - 1, i + 1]) {
      const neighbor = chunks[at + far];
      if (neighbor === undefined || !neighbor.heard || neighbor.section !== chunks[at]!.section) continue;
      const near = far === -1 && neighbor.asks ? weight + weights.answered : weight;
      sum += near * Math.min(1, weights.neighborLength / neighbor.length) * neighbor.counts[word]!;
    }
  }
  return sum;
}

it("adds up what each chunk holds and hears", () => {
  fc.assert(
    fc.property(fc.array(fc.array(chunk, { maxLength: 9 }), { minLength: 1, maxLength: 3 }), (pages) => {
      const rows = rowsOf(pages.map(pageFor), words);
      for (const [page, chunks] of pages.entries()) {
        const seen = chunks.flatMap((one, at) => (one.heard ? [{ one, at }] : []));
        expect(rows[page]!.map((row) => row.chunk)).toEqual(seen.map(({ at }) => at));
        for (const [i, { one, at }] of seen.entries()) {
          const row = rows[page]![i]!;
          expect([...row.own]).toEqual(one.counts);
          for (const word of [0, 1]) expect(row.all[word]).toBeCloseTo(heardBy(chunks, at, word), 9);
          expect(row.named).toBe(one.speaker && Math.max(...one.counts) > 0);
          expect(row.eligible).toBe(at % 2 === 0);
        }
      }
    }),
  );
});

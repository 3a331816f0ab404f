/** RankBeside: pages are drawn to pages like them and chunks found by chunks like them, as plain arithmetic over all their words says. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Pool, poolOf, type Row } from "../../../src/recall/rank/rows.js";
import { weights } from "../../../src/recall/rank/weights.js";
import { drawnToKin, likenessOf, wordsBeside } from "../../../src/recall/rank/worth.js";
import { fieldBit } from "../../../src/recall/words/typo.js";

type Page = { readonly rows: readonly Row[] };

/** A page of chunks, each its words by number; a word above `names` is a speaker's. */
const names = 900;
function pageOf(chunks: readonly (readonly number[])[]): Page {
  return {
    rows: chunks.map((words) => {
      const ids = [...new Set(words)].sort((a, b) => a - b);
      const counts = ids.map((id) => words.filter((word) => word === id).length);
      const masks = ids.map((id) => (id > names ? fieldBit.speaker | fieldBit.body : fieldBit.body));
      const sketch = { ids: Uint32Array.from(ids), counts: Uint8Array.from(counts), masks: Uint8Array.from(masks) };
      return { sketch } as unknown as Row;
    }),
  };
}

/** Twelve chunks of words that no other page has. */
function alone(page: number): readonly (readonly number[])[] {
  return Array.from({ length: 12 }, (_, i) => [100 + page * 20 + i]);
}

/** What the words of a page weigh, one by one. */
function vectorOf(pages: readonly Page[], page: Page): ReadonlyMap<number, number> {
  const rows = pages.flatMap((one) => one.rows);
  const has = (row: Row, id: number): boolean => row.sketch.ids.includes(id);
  const vector = new Map<number, number>();
  for (const id of new Set(page.rows.flatMap(({ sketch }) => [...sketch.ids]))) {
    if (id > names || rows.filter((row) => has(row, id)).length > Math.floor(weights.kinShare * rows.length))
      continue;
    const holding = pages.filter((one) => one.rows.some((row) => has(row, id))).length;
    const times = page.rows.reduce((sum, { sketch }) => sum + (sketch.counts[sketch.ids.indexOf(id)] ?? 0), 0);
    vector.set(id, (1 + Math.log(times)) * Math.log(1 + (pages.length - holding + 0.5) / (holding + 0.5)));
  }
  return vector;
}

function dot(a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): number {
  return [...a].reduce((sum, [id, value]) => sum + value * (b.get(id) ?? 0), 0);
}

function plainly(pages: readonly Page[], worths: readonly number[]): readonly number[] {
  const vectors = pages.map((page) => vectorOf(pages, page));
  return worths.map((worth, i) => {
    const like = pages
      .map((_, j) => {
        const size = Math.sqrt(dot(vectors[i]!, vectors[i]!) * dot(vectors[j]!, vectors[j]!)) || 1;
        return { j, cosine: i === j ? 0 : dot(vectors[i]!, vectors[j]!) / size };
      })
      .filter(({ cosine }) => cosine > 0)
      .sort((a, b) => b.cosine - a.cosine || a.j - b.j)
      .slice(0, weights.kinPages);
    const total = like.reduce((sum, { cosine }) => sum + cosine, 0);
    const drawn = total === 0 ? 0 : like.reduce((sum, { j, cosine }) => sum + cosine * worths[j]!, 0) / total;
    return (1 - weights.kin) * worth + weights.kin * drawn;
  });
}

describe("a page's worth", () => {
  it("is drawn to that of pages that are told in the same words, and of no others", () => {
    const pages = [0, 1, 2, 3].map((page) => pageOf([...alone(page), ...(page < 2 ? [[1, 2]] : [])]));
    const [, like, other] = drawnToKin(poolOf(pages), [1, 0.5, 0.5, 0.5]);
    expect(like).toBeCloseTo(0.5 * (1 - weights.kin) + weights.kin, 9);
    expect(other).toBeCloseTo(0.5 * (1 - weights.kin), 9);
  });

  it("is what plain arithmetic over all words makes of it", () => {
    const word = fc.oneof(
      { weight: 9, arbitrary: fc.nat(60) },
      { weight: 1, arbitrary: fc.integer({ min: 901, max: 903 }) },
    );
    const page = fc.array(fc.array(word, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(page, fc.integer({ min: 1, max: 1000 })), { minLength: 1, maxLength: 14 }),
        (made) => {
          const pages = made.map(([chunks], i) => pageOf([...chunks, ...alone(i)]));
          const worths = made.map(([, worth]) => worth / 1000);
          // Which of two pages equally like a third is taken is a matter of last digits.
          fc.pre(pages.length <= weights.kinPages + 1);
          const drawn = drawnToKin(poolOf(pages), worths);
          for (const [i, value] of plainly(pages, worths).entries()) expect(drawn[i]).toBeCloseTo(value, 9);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("words beside the query's", () => {
  it("are those of the best chunks that others hold too, and no name; what the best holds weighs more", () => {
    const pages = [
      pageOf([...alone(0), [7, 8, 20, 901]]),
      pageOf([...alone(1), [7, 9]]),
      pageOf([...alone(2), [8], [9, 901]]),
    ];
    const pool = poolOf(pages);
    const found = pages.slice(0, 2).map(({ rows }, i) => ({ row: rows.at(-1)!, score: 2 - i }));
    const beside = wordsBeside(pool, found, new Map([[7, 1]]));
    expect(beside.map(([slot]) => pool.slots.indexOf(slot + 1))).toEqual([8, 9]);
    expect(beside[0]![1]).toBeCloseTo(2 * beside[1]![1], 9);
    // Two thirds of what was found, in two of three pages.
    expect(beside[0]![1]).toBeCloseTo((2 / 3) * Math.log(1 + 1.5 / 2.5) ** weights.besideRarity, 9);
  });
});

describe("chunks that are like those that hold the query's words", () => {
  const asked = new Map([[7, 1]]);
  const pool = (told: readonly number[]): Pool<Page> =>
    poolOf([pageOf([...alone(0), [7, 8]]), pageOf([...alone(1), told]), pageOf([...alone(2), [9]])]);

  it("are found by the words beside them", () => {
    const [found, told, other] = likenessOf(pool([8]), asked).alike;
    expect(told).toBeGreaterThan(0);
    expect(found).toBeGreaterThan(told!);
    expect(other).toBe(0);
  });

  it("are no match for those that say little but the query's words", () => {
    const told = poolOf([pageOf([...alone(0), [7, 8]]), pageOf([...alone(1), [7]]), pageOf([...alone(2), [8]])]);
    const { plain } = likenessOf(told, asked);
    expect(plain[1]).toBeGreaterThan(plain[0]!);
    expect([plain[0]! > 0, plain[2]]).toEqual([true, 0]);
  });

  it("are not found by a speaker's name, which goes with everything", () => {
    const named = poolOf([pageOf([...alone(0), [7, 901]]), pageOf([...alone(1), [901]]), pageOf([...alone(2), [9]])]);
    expect([...likenessOf(named, asked).alike].slice(1)).toEqual([0, 0]);
  });
});

/** Fuse: what a model adds by hand, and what it must never do: move what words are sure of, lose a chunk, punish one without a vector, or be believed by chance. */

import fc from "fast-check";
import { expect, test } from "vitest";
import type { PageId } from "../../../src/base/ids.js";
import type { Lead } from "../../../src/recall/confidence.js";
import { fuseLeads, type Halves, type Meant, trialSays, tryModel } from "../../../src/recall/meaning/fuse.js";

import { leadFrom } from "../../support/lead.js";

const lead = (id: string, base: number, more: Partial<Lead> = {}): Lead =>
  leadFrom({ id: id as PageId, base, shares: { words: 0.75, page: 0.25 }, ...more });
/** How far each chunk is meant, by page and chunk; one that is not named has no vector. */
const meant = (
  sure: number,
  known: Readonly<Record<string, number>>,
  others: readonly [id: string, meant: number, chunk?: number][] = [],
): Meant => ({
  sure,
  others: others.map(([id, meant, chunk = 0]) => ({
    lead: lead(id, meant, { chunk, coverage: 0, vector: { rank: 1, similarity: 0.7 } }),
    meant,
  })),
  of({ id, chunk }) {
    const found = known[`${id}${chunk}`];
    return found === undefined ? null : { rank: 9, similarity: 0.5, meant: found };
  },
});
const near = (...values: readonly number[]): unknown[] => values.map((value) => expect.closeTo(value, 9));
const order = (leads: readonly Lead[]): string[] => leads.map(({ id, chunk }) => `${id}${chunk}`);

test("what is meant is added on the scale of the words, as far as they leave the answer open", () => {
  const fused = fuseLeads([lead("a", 0.6), lead("b", 0.4)], meant(0.5, { a0: 0, b0: 0.5 }, [["d", 0.2]]));
  // By hand: the scale is .6 / .5, half is open; b .4 + 1.2 * .5 * .5, d 1.2 * .5 * .2.
  expect(fused.map(({ id, base }) => [id, base])).toEqual([
    ["b", ...near(0.7)],
    ["a", ...near(0.6)],
    ["d", ...near(0.12)],
  ]);
  const share = 0.3 / 0.7;
  const [words, page, meaning] = near(0.75 * (1 - share), 0.25 * (1 - share), share);
  expect([fused[0]!.shares, fused[0]!.vector]).toEqual([
    { words, page, meaning },
    { rank: 9, similarity: 0.5 },
  ]);
  expect(fused[2]!.shares).toEqual({ meaning: 1 });
});

test("where words are sure meaning only parts what is nearly alike; where they are not it leads", () => {
  const leads = [lead("a", 0.8), lead("b", 0.79), lead("c", 0.5)];
  expect(order(fuseLeads(leads, meant(0.9, { a0: 0, b0: 1, c0: 0 }, [["d", 1]])))).toEqual(["b0", "a0", "c0", "d0"]);
  expect(order(fuseLeads(leads, meant(0.2, { a0: 0, b0: 0, c0: 0.9 }, [["d", 0.8]])))[0]).toBe("c0");
  expect(order(fuseLeads([lead("a", 0.2)], meant(0.1, { a0: 0 }, [["d", 0.5]])))).toEqual(["d0", "a0"]);
});

test("another chunk of a page that words found is a place of its own", () => {
  const fused = fuseLeads([lead("a", 0.5, { chunk: 3 })], meant(0.2, { a3: 0 }, [["a", 0.9, 7]]));
  expect(order(fused)).toEqual(["a7", "a3"]);
});

test("a chunk without a vector keeps what words give it", () => {
  const fused = fuseLeads([lead("a", 0.8), lead("b", 0.6)], meant(0.5, { b0: 0.1 }));
  expect(order(fused)).toEqual(["a0", "b0"]);
  expect([fused[0]!.base, fused[0]!.vector, fused[0]!.shares]).toEqual([0.8, null, { words: 0.75, page: 0.25 }]);
});

test("where words find nothing meaning answers, as far as it is believed", () => {
  const found: [string, number][] = [
    ["d", 0.4],
    ["e", 0.3],
  ];
  expect(fuseLeads([], meant(0, {}, found)).map(({ id, base }) => [id, base])).toEqual(found);
});

test("nothing meant changes nothing; else every chunk stays once, falling, above 0 and at most 1, and sure words hold against any garbage", () => {
  const ids = ["a", "b", "c", "d", "e"];
  const base = fc.double({ min: 0.001, max: 1, noNaN: true });
  const leads = fc.uniqueArray(fc.record({ id: fc.constantFrom(...ids), base }), { selector: ({ id }) => id });
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const known = fc.dictionary(fc.constantFrom(...ids.map((id) => `${id}0`)), share);
  const others = fc.array(fc.double({ min: 0.001, max: 1, noNaN: true }), { maxLength: 5 });
  fc.assert(
    fc.property(leads, known, others, share, (found, of, more, sure) => {
      const words = found.map(({ id, base }) => lead(id, base)).sort((a, b) => b.base - a.base);
      expect(fuseLeads(words, meant(sure, {}))).toBe(words);
      expect(fuseLeads(words, meant(sure, { a0: 0, b0: 0 }))).toBe(words);
      const added = more.map((meant, i): [string, number] => [`other${i}`, meant]);
      const fused = fuseLeads(words, meant(sure, of, added));
      expect(order(fused).sort()).toEqual(
        [...words, ...added.map(([id]) => lead(id, 1))].map(({ id }) => `${id}0`).sort(),
      );
      for (const [i, { base }] of fused.entries()) {
        expect(base > 0 && base <= 1).toBe(true);
        if (i > 0 && fused !== words) expect(base).toBeLessThanOrEqual(fused[i - 1]!.base);
      }
      const [first, second] = fuseLeads(words, meant(0.95, of, added));
      // At .95 meaning adds at most a twentieth of the best.
      if (words.length > 1 && words[1]!.base < 0.94 * words[0]!.base) expect(first!.id).toBe(words[0]!.id);
      if (words.length > 0 && second !== undefined && second.coverage === 0)
        expect(second.base).toBeLessThan(0.06 * first!.base);
    }),
  );
});

/** Parts that are near each other so far: the same direction, and chance of their own. */
function halves(count: number, likeness: number, seed = 1): readonly Halves[] {
  let state = seed;
  const chance = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647 - 0.5;
  };
  const random = (): Float32Array => Float32Array.from({ length: 48 }, chance);
  const unit = (vector: Float32Array): Float32Array => {
    const length = Math.hypot(...vector);
    return vector.map((number) => number / length);
  };
  return Array.from({ length: count }, () => {
    const topic = random();
    const part = (): Float32Array =>
      unit(random().map((number, i) => number * (1 - likeness) + topic[i]! * likeness));
    return { ask: part(), rest: part() };
  });
}

test("a model is believed as far as it finds the parts of the memory's own sections, and luck is not enough", () => {
  for (let seed = 1; seed <= 12; seed += 1) {
    const by = (count: number, likeness: number): number => {
      const tried = halves(count, likeness, seed);
      return tryModel(tried, tried).believed;
    };
    expect([by(64, 0), by(20, 0)]).toEqual([0, 0]);
    expect(by(64, 0.7)).toBeGreaterThan(0.8);
    const [some, more] = [by(64, 0.45), by(64, 0.55)];
    expect(some).toBeLessThanOrEqual(more);
  }
  const same = halves(64, 1).map(() => halves(1, 1, 9)[0]!);
  // A language of which it knows no word: everything is alike.
  expect(tryModel(same, same)).toMatchObject({ found: 0, believed: 0 });
});

test("too few sections tell nothing, so that a model fills what words leave empty and no more", () => {
  const few = halves(5, 0);
  const trial = tryModel(few, few);
  expect([trial.of, trial.believed > 0, trial.believed < 0.2]).toEqual([5, true, true]);
  expect(trialSays("m", trial)).toContain("too few sections");
  expect(trialSays("m", { found: 3, of: 64, among: 64, believed: 0 })).toBe(
    "“m” finds 3 of 64 of this memory's own sections by other words, so it counts for nothing, and words alone rank",
  );
  expect(trialSays("m", { found: 60, of: 64, among: 64, believed: 0.776 })).toMatch(/60 of 64 .* counts for 78 %$/);
});

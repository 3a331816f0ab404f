/** Fuse: reciprocal ranks by hand, and what fusing must never do: lose a page, punish one without a vector, or change anything unasked. */

import fc from "fast-check";
import { expect, test } from "vitest";
import type { PageId } from "../../../src/base/ids.js";
import type { Lead } from "../../../src/recall/confidence.js";
import { fuseLeads, type Meant, reciprocalRank } from "../../../src/recall/meaning/fuse.js";

import { leadFrom } from "../../support/lead.js";

const lead = (id: string, base: number, more: Partial<Lead> = {}): Lead =>
  leadFrom({ id: id as PageId, base, shares: { words: 0.75, page: 0.25 }, ...more });
/** Rank in meaning by page; a page that is not named has no vector. */
const meant = (
  ranks: Readonly<Record<string, number>>,
  others: readonly [id: string, rank: number][] = [],
): Meant => ({
  others: others.map(([id, rank]) => ({
    lead: lead(id, 0.4, { vector: { rank, similarity: 0.7 }, shares: { meaning: 1 } }),
    closeness: 0.4,
  })),
  of: ({ id }) => (ranks[id] === undefined ? null : { rank: ranks[id], similarity: 0.5, closeness: 0.3 }),
});
const near = (...values: readonly number[]): unknown[] => values.map((value) => expect.closeTo(value, 9));
const order = (leads: readonly Lead[]): string[] => leads.map(({ id }) => id);

test("a place counts as one over sixty and itself", () => {
  expect([reciprocalRank(1), reciprocalRank(3)]).toEqual(near(1 / 61, 1 / 63));
});

test("words count by what they cover, meaning by what is left; steps between places stay those of the words", () => {
  const words = [lead("a", 0.8, { coverage: 0.25 }), lead("b", 0.6, { coverage: 0.25 }), lead("c", 0.5)];
  const fused = fuseLeads(words, meant({ a: 40, b: 1, c: 2 }, [["d", 3]]));
  // By hand: c 1/63+.25/62 = .0199, b .5/62+.5/61 = .0163, d 1/63 = .0159, a .5/61+.5/100 = .0132.
  expect(order(fused)).toEqual(["c", "b", "d", "a"]);
  expect(fused.map(({ base }) => base)).toEqual(near(0.8, 0.6, 0.5, 0.5 * 0.97));
  expect(fused[1]!.vector).toEqual({ rank: 1, similarity: 0.5 });
  const share = 1 / 61 / (1 / 61 + 1 / 62);
  const [own, page, meaning] = near(0.75 * (1 - share), 0.25 * (1 - share), share);
  expect(fused[1]!.shares).toEqual({ words: own, page, meaning });
});

test("a page without a vector keeps the place that words give it", () => {
  const fused = fuseLeads([lead("a", 0.8), lead("b", 0.6), lead("c", 0.5)], meant({ b: 9, c: 10 }));
  expect(order(fused)).toEqual(["a", "b", "c"]);
  expect([fused[0]!.vector, fused[0]!.shares]).toEqual([null, { words: 0.75, page: 0.25 }]);
});

test("what stands there word for word is not moved by meaning far away, a stray word is", () => {
  const whole = fuseLeads([lead("a", 0.8)], meant({ a: 99 }, [["d", 1]]));
  const stray = fuseLeads([lead("a", 0.1, { coverage: 0.1 })], meant({ a: 99 }, [["d", 1]]));
  expect([order(whole), order(stray)]).toEqual([
    ["a", "d"],
    ["d", "a"],
  ]);
});

test("where words find nothing meaning answers, as near as it is", () => {
  const fused = fuseLeads(
    [],
    meant({}, [
      ["d", 1],
      ["e", 2],
    ]),
  );
  expect(fused.map(({ id, base }) => [id, base])).toEqual([
    ["d", ...near(0.4)],
    ["e", ...near(0.388)],
  ]);
});

test("a poor word does not hold down what is near in meaning", () => {
  const fused = fuseLeads([lead("a", 0.05, { coverage: 0.05 })], meant({ a: 30 }, [["d", 1]]));
  expect(fused.map(({ id, base }) => [id, base])).toEqual([
    ["d", ...near(0.4)],
    ["a", ...near(0.388)],
  ]);
});

test("chunks of a page stay in their order and as far apart as they were", () => {
  const chunks = [lead("a", 0.8, { chunk: 3 }), lead("a", 0.4, { chunk: 1 }), lead("b", 0.6)];
  const fused = fuseLeads(chunks, meant({ a: 1, b: 90 }));
  expect(fused.map(({ id, chunk, base }) => [id, chunk, base])).toEqual([
    ["a", 3, ...near(0.8)],
    ["b", 0, ...near(0.6)],
    ["a", 1, ...near(0.4)],
  ]);
});

test("nothing meant changes nothing; otherwise every lead stays once, with a base above 0 and at most 1, in their order", () => {
  const ids = ["a", "b", "c", "d", "e"];
  const leads = fc.uniqueArray(
    fc.record({ id: fc.constantFrom(...ids), base: fc.double({ min: 0.001, max: 1, noNaN: true }) }),
    {
      selector: ({ id }) => id,
    },
  );
  const ranks = fc.dictionary(fc.constantFrom(...ids), fc.integer({ min: 1, max: 99 }));
  const others = fc.array(fc.integer({ min: 1, max: 99 }), { maxLength: 5 });
  fc.assert(
    fc.property(leads, ranks, others, (found, ranked, more) => {
      const words = found.map(({ id, base }) => lead(id, base));
      expect(fuseLeads(words, meant({}))).toBe(words);
      const fused = fuseLeads(
        words,
        meant(
          ranked,
          more.map((rank, i) => [`other${i}`, rank]),
        ),
      );
      const all = [...found.map(({ id }) => id), ...more.map((_, i) => `other${i}`)];
      expect(order(fused).sort()).toEqual(all.sort());
      for (const [i, { base }] of fused.entries()) {
        expect(base > 0 && base <= 1).toBe(true);
        if (i > 0 && fused !== words) expect(base).toBeLessThanOrEqual(fused[i - 1]!.base);
      }
    }),
  );
});

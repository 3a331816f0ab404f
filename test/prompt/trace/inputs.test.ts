/** Inputs: the digests of candidates are those of their stable spelling, whatever order candidates and keys come in. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { shortDigest } from "../../../src/base/digest.js";
import { stableJson } from "../../../src/base/json.js";
import { compareText } from "../../../src/base/text.js";
import { fidelities } from "../../../src/page/page.js";
import type { Candidate } from "../../../src/prompt/decision.js";
import { candidateDigests } from "../../../src/prompt/trace/trace.js";

import { draws } from "../../support/draws.js";

const shuffled = (value: object, seed: number): object =>
  Object.fromEntries(
    Object.entries(value).sort(([a], [b]) => ((a.charCodeAt(0) * seed) % 7) - ((b.charCodeAt(0) * seed) % 7)),
  );

const candidates = fc
  .uniqueArray(
    fc.record(
      {
        id: fc.string({ minLength: 1, maxLength: 8 }),
        type: fc.constantFrom("plan", "policy", "evidence"),
        pin: fc.constantFrom("none", "soft", "hard"),
        scope: fc.constantFrom("session", "project", "global"),
        minFidelity: fc.constantFrom(...fidelities),
        tokens: fc.dictionary(fc.constantFrom(...fidelities), fc.nat(9_000)),
        recomputeCost: fc.double({ min: 0, max: 10, noNaN: true }),
        recency: fc.double({ min: 0, max: 1, noNaN: true }),
        activePlan: fc.boolean(),
        future: fc.nat(9),
      },
      {
        requiredKeys: [
          "id",
          "type",
          "pin",
          "scope",
          "minFidelity",
          "tokens",
          "recomputeCost",
          "recency",
          "activePlan",
        ],
      },
    ),
    { selector: ({ id }) => id, maxLength: 12 },
  )
  .map((rows) => rows as unknown as readonly Candidate[]);

test("a candidate is named by all that it is but its recency, in one spelling", () => {
  fc.assert(
    fc.property(candidates, fc.nat(50), (rows, seed) => {
      const mixed = rows.map((row) => ({ ...shuffled(row, seed), tokens: shuffled(row.tokens, seed) }) as Candidate);
      const sorted = [...mixed].sort((a, b) => compareText(a.id, b.id));
      expect(candidateDigests(mixed.reverse())).toEqual({
        pages: shortDigest(stableJson(sorted.map(({ tokens: _, recency: __, ...rest }) => rest)), 16),
        prices: shortDigest(stableJson(sorted.map(({ id, tokens }) => [id, tokens])), 16),
      });
    }),
    { numRuns: draws(200) },
  );
});

test("it makes no difference what was named before: a few others among the same, or the same in another order", () => {
  const change = fc.record({
    at: fc.nat(11),
    tokens: fc.nat(9),
    pin: fc.constantFrom("none", "hard"),
    turned: fc.boolean(),
  });
  fc.assert(
    fc.property(candidates, fc.array(change, { maxLength: 6 }), (rows, changes) => {
      let now = [...rows].sort((a, b) => compareText(a.id, b.id));
      candidateDigests(now);
      for (const { at, tokens, pin, turned } of changes) {
        now = now.map((row, i) => (i === at % 5 ? ({ ...row, tokens: { full: tokens }, pin } as Candidate) : row));
        const asked = turned ? now.toReversed() : at % 3 === 0 ? now.slice(1) : now;
        const anew = asked.map((row) => ({ ...row })).sort((a, b) => compareText(a.id, b.id));
        expect(candidateDigests(asked)).toEqual({
          pages: shortDigest(stableJson(anew.map(({ tokens: _, recency: __, ...rest }) => rest)), 16),
          prices: shortDigest(stableJson(anew.map(({ id, tokens }) => [id, tokens])), 16),
        });
      }
    }),
    { numRuns: draws(200) },
  );
});

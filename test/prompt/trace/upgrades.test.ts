/** Upgrades: what stands lower than it could, found whatever order pages come in. */

import fc from "fast-check";
import { expect, test } from "vitest";
import type { PageId } from "../../../src/base/ids.js";
import { compareText } from "../../../src/base/text.js";
import type { Candidate, Selection } from "../../../src/prompt/decision.js";
import { upgradesOf } from "../../../src/prompt/trace/trace.js";

const row = fc.record({
  id: fc.string({ minLength: 1, maxLength: 3 }),
  full: fc.integer({ min: 6, max: 40 }),
  isIn: fc.boolean(),
});
const rows = fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 14 });

test("every page that is in is asked once, in any order", () => {
  fc.assert(
    fc.property(rows, fc.nat(30), fc.boolean(), fc.boolean(), (some, left, areTurned, isTurned) => {
      const sorted = [...some].sort((a, b) => compareText(a.id, b.id));
      const candidates = sorted.map(
        ({ id, full }) =>
          ({ id, type: "evidence", pin: "none", minFidelity: "pointer", tokens: { pointer: 5, full } }) as Candidate,
      );
      const seated = sorted.filter(({ isIn }) => isIn);
      const selected = seated.map(
        ({ id }) => ({ id: id as PageId, fidelity: "pointer", tokens: 5, reason: "prefetched" }) as const,
      );
      const used = 5 * selected.length;
      const selection: Selection = {
        budget: used + left,
        used,
        selected: isTurned ? selected.toReversed() : selected,
        omitted: [],
        pressure: [],
      };
      expect(upgradesOf(selection, areTurned ? candidates.toReversed() : candidates)).toEqual({
        refused: seated
          .filter(({ full }) => full - 5 > left)
          .map(({ id, full }) => ({ fidelity: "full", id, more: full - 5 })),
        refusedMore: 0,
        taken: 0,
      });
    }),
  );
});

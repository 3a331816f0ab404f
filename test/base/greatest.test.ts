/** Greatest: the few best are those that sorting everything would put first, equal ones in the order they came. */

import fc from "fast-check";
import { expect, it } from "vitest";
import { greatest } from "../../src/base/text.js";

it("gives what a stable sort would", () => {
  const values = fc.array(fc.integer({ min: -3, max: 9 }), { maxLength: 40 });
  fc.assert(
    fc.property(values, fc.integer({ min: 1, max: 12 }), (all, count) => {
      const sorted = all.map((_, place) => place).sort((a, b) => all[b]! - all[a]! || a - b);
      expect(greatest(all, count)).toEqual(sorted.slice(0, count));
    }),
  );
});

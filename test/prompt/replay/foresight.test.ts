/** ForesightTest: the moving window of an oracle counts what a fresh count of every turn would. */

import fc from "fast-check";
import { expect, it } from "vitest";
import { policies } from "../../../src/prompt/decision.js";
import { makeForesight, simulate } from "../../../src/prompt/replay/simulate.js";

import { page, turn, workload } from "./script.js";

it("counts demands of the session's own turns after this one, as far as the horizon reaches", () => {
  const demands = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 3 });
  const horizons = fc.constantFrom(0, 1, 2, 3, 5, 100, Number.POSITIVE_INFINITY);
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), demands), { maxLength: 20 }), horizons, (drafts, horizon) => {
      const what = workload(
        [],
        drafts.map(([, pages]) => turn({ demands: pages.map((id) => ({ page: id })) })),
      );
      const mine = drafts.flatMap(([isMine], at) => (isMine ? [at] : []));
      const foresight = makeForesight(what, mine, horizon);
      const before = new Map<string, number>();
      for (let at = 0; at < mine.length; at += 1) {
        const changed = foresight.advance();
        const ahead = mine.slice(at + 1, at + 1 + horizon).flatMap((turn) => drafts[turn]?.[1] ?? []);
        for (const id of ["a", "b", "c"]) {
          expect(foresight.of(id)).toBe(ahead.filter((other) => other === id).length);
          if (foresight.of(id) !== (before.get(id) ?? 0)) expect(changed).toContain(id);
          before.set(id, foresight.of(id));
        }
      }
    }),
  );
});

it("lets an oracle keep what will be demanded, and gives the engine the recency it had", () => {
  const what = workload(
    ["a", "b", "c"].map((id) => page(id, { tokens: { pointer: 5, full: 40 } })),
    [
      turn({ demands: [{ page: "b", fidelity: "full" }] }),
      turn(),
      turn({ demands: [{ page: "a", fidelity: "full" }] }),
    ],
  );
  const standing = (horizon: number): (string | undefined)[] => {
    const found: (string | undefined)[] = [];
    const observe: NonNullable<Parameters<typeof simulate>[3]>["observe"] = ({ selection, candidates, turn }) => {
      found.push(selection.selected.find(({ fidelity }) => fidelity === "full")?.id);
      const recency = candidates().find(({ id }) => id === "b")?.recency;
      expect(recency).toBeCloseTo(0.88 ** turn, 12);
    };
    simulate(what, { ...policies.oracle, horizon }, 50, { observe });
    return found;
  };
  expect(standing(0)).toEqual(["b", "b", "a"]);
  expect(standing(1)).toEqual(["b", "a", "a"]);
});

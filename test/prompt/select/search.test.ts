/** Search: what bounds rule out would not have gained more: the best exchange is the one that looking at all of them finds. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { makeMender } from "../../../src/prompt/select/required.js";
import type { Moves } from "../../../src/prompt/select/rows.js";
import { search } from "../../../src/prompt/select/upgrade.js";

import { draws } from "../../support/draws.js";

interface Move {
  readonly row: number;
  readonly tokens: number;
  readonly utility: number;
}

/** Few rows and much the same value a token, so that most exchanges come close to each other and rows are in each other's way. */
const moveArb: fc.Arbitrary<Move> = fc
  .record({
    row: fc.nat(6),
    tokens: fc.integer({ min: 1, max: 24 }),
    rate: fc.integer({ min: 60, max: 80 }),
  })
  .map(({ row, tokens, rate }) => ({ row, tokens, utility: (tokens * rate) / 1024 }));
const movesArb = fc.array(moveArb, { maxLength: 16 });

test("the best exchange is found, the first of equals", () => {
  let gains = 0;
  fc.assert(
    fc.property(movesArb, movesArb, fc.nat(30), fc.nat(6), (ups, drawn, dearer, left) => {
      const downs = drawn.map((move) => ({ ...move, utility: move.utility + (move.tokens * dearer) / 1024 }));
      const mender = makeMender();
      fill(mender.ups, ups);
      fill(mender.downs, downs);
      search(mender, left);
      const best = bestOf(ups, downs, left);
      if (best.ups.length > 0) gains += 1;
      const { gain, up, down, also, alsoUp } = mender;
      expect(up === -1 ? 0 : gain).toBe(best.gain);
      const found = (places: readonly number[]): number[] => places.filter((at) => at !== -1);
      expect(up === -1 ? [] : found([up, alsoUp ? also : -1])).toEqual(best.ups);
      expect(up === -1 ? [] : found([down, alsoUp ? -1 : also])).toEqual(best.downs);
    }),
    { numRuns: draws(4_000) },
  );
  expect(gains).toBeGreaterThan(draws(4_000) / 4);
});

function fill(moves: Moves, list: readonly Move[]): void {
  moves.count = list.length;
  for (const [at, { row, tokens, utility }] of list.entries()) {
    moves.row[at] = row;
    moves.tokens[at] = tokens;
    moves.utility[at] = utility;
  }
}

interface Exchange {
  readonly gain: number;
  readonly ups: readonly number[];
  readonly downs: readonly number[];
}

/** In the order of the search: a step up alone, then by step down alone, with a second up or a second down. */
function bestOf(ups: readonly Move[], downs: readonly Move[], left: number): Exchange {
  let best: Exchange = { gain: 0, ups: [], downs: [] };
  const look = (up: readonly number[], down: readonly number[]): void => {
    const [gone, come] = [down.map((at) => downs[at] as Move), up.map((at) => ups[at] as Move)];
    const rows = [...come, ...gone].map(({ row }) => row);
    const room = left + sum(gone, "tokens") - sum(come, "tokens");
    if (room < 0 || new Set(rows).size < rows.length) return;
    const gain = sum(come, "utility") - sum(gone, "utility");
    if (gain > best.gain) best = { gain, ups: up, downs: down };
  };
  for (let up = 0; up < ups.length; up += 1) {
    look([up], []);
    for (let down = 0; down < downs.length; down += 1) {
      look([up], [down]);
      // A second step down is for room that one does not make, a second one up for room it leaves.
      const isEnough = left + (downs[down] as Move).tokens >= (ups[up] as Move).tokens;
      if (isEnough) for (let also = up + 1; also < ups.length; also += 1) look([up, also], [down]);
      else for (let also = down + 1; also < downs.length; also += 1) look([up], [down, also]);
    }
  }
  return best;
}

function sum(moves: readonly Move[], of: "tokens" | "utility"): number {
  return moves.reduce((total, move) => total + move[of], 0);
}

/** Put row: a candidate written into the columns of its row, without allocating. */

import { assert } from "../../base/result--assert.js";
import { schema } from "../../page/page.js";
import { fidelities, type PageType, pageTypes } from "../../page/page--page.js";
import { standing, utility } from "../budget.js";
import type { Policy } from "../decision.js";
import type { Candidate } from "../decision--decision.js";
import { writeCorners } from "./rows--corners.js";
import { type Columns, rowFor } from "./tally.js";
import { levelBits, out } from "./tally--place.js";
import { noteOf, reason } from "./tally--why.js";

/** Share of a page's worth, by the rank of a fidelity. */
const shares: readonly number[] = fidelities.map((fidelity) => utility(1, fidelity));

/** What an engine needs to know of a page's type. */
export interface Kind {
  /** The fidelities on its degradation path, one bit each. */
  readonly path: number;
  /** Whether the policy pins it, whatever its pages say. */
  readonly isPinned: boolean;
  /** 2 bootstrap policy, 1 constraint, 0 others. */
  readonly order: number;
}

export type Kinds = ReadonlyMap<PageType, Kind>;

export function kindsUnder(policy: Policy): Kinds {
  return new Map(
    pageTypes.map((type) => [
      type,
      {
        path: fidelities.reduce(
          (bits, fidelity, at) => bits | (schema[type].degrades.includes(fidelity) ? 1 << at : 0),
          0,
        ),
        isPinned: policy.autoPin.includes(type),
        order: type === "bootstrap_policy" ? 2 : type === "constraint" ? 1 : 0,
      },
    ]),
  );
}

/**
 * Writes a page over its old row (`known`), or into a new one; gives the row. Levels are those `admittedLevels` would list. Throws on
 * a candidate that no policy could place.
 */
export function putRow(columns: Columns, kinds: Kinds, candidate: Candidate, known: number | undefined): number {
  const { policy } = columns;
  const { recency } = candidate;
  assert(recency >= 0 && recency <= 1, "a recency lies between 0 and 1");
  const kind = kinds.get(candidate.type) as Kind;
  const pin = kind.isPinned ? "hard" : candidate.pin;
  const worth = standing(candidate, policy, pin);
  const row = rowFor(columns, candidate.id, known);
  columns.candidates[row] = candidate;
  columns.standing[row] = worth;
  columns.recency[row] = recency;
  columns.worth[row] = worth + policy.weights.recency * recency;
  columns.pin[row] = pin === "hard" ? 2 : pin === "soft" ? 1 : 0;
  columns.type[row] = kind.order;
  writeLevels(columns, row, candidate, kind.path);
  writeCorners(columns, row);
  return row;
}

function writeLevels(columns: Columns, row: number, { tokens, minFidelity }: Candidate, path: number): void {
  const first = row << levelBits;
  const minimum = rankOf(minFidelity);
  let level: number = out;
  for (let rank = minimum; rank < fidelities.length; rank += 1) {
    const price =
      rank === 0 ? tokens.pointer : rank === 1 ? tokens.structured : rank === 2 ? tokens.compressed : tokens.full;
    if (price === undefined || (path & (1 << rank)) === 0) continue;
    assert(Number.isSafeInteger(price) && price >= 0, "a price is a whole number of tokens, 0 or more");
    level += 1;
    columns.fidelity[first | level] = rank;
    columns.tokens[first | level] = price;
    columns.share[first | level] = shares[rank] as number;
  }
  assert(level > 0, "a candidate admits a level at or above its minimum");
  // Every level is at or above the minimum, so the least is the cheapest; at equal price the higher.
  let least = level;
  for (let at = level - 1; at > out; at -= 1) {
    if ((columns.tokens[first | at] as number) < (columns.tokens[first | least] as number)) least = at;
  }
  for (let at = 1; at <= level; at += 1) {
    const why = at === least ? reason.prefetched : reason.upgraded;
    columns.note[first | at] = noteOf(why, null, columns.fidelity[first | at] as number);
  }
  columns.levels[row] = level;
  columns.least[row] = least;
  columns.minimum[row] = minimum;
}

function rankOf(fidelity: Candidate["minFidelity"]): number {
  return fidelity === "pointer" ? 0 : fidelity === "structured" ? 1 : fidelity === "compressed" ? 2 : 3;
}

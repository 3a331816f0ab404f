/** Tally: the first steps a decision refused and the last it took, which is where an exchange can gain something. */

export interface Tally {
  /** Each row once, in the order of the refusals: the step as an offer, and how many tokens were left. */
  refused: number;
  readonly refusedOffer: Int32Array;
  readonly refusedLeft: Float64Array;
  /** Steps taken last as offers, a ring: `taken` counts all. */
  taken: number;
  readonly takenOffer: Int32Array;
  /** Utility that the steps taken have brought, and the most that any choice could (the fractional bound of the first refusal). */
  gained: number;
  bound: number;
  /** Exchanges made at the end. */
  exchanged: number;
}

/** As many refusals are kept; of later ones nothing is known. */
export const refusedMax = 32;

/** So many of the steps taken last are kept. */
export const takenMax = 32;

export function makeTally(): Tally {
  return {
    refused: 0,
    refusedOffer: new Int32Array(refusedMax),
    refusedLeft: new Float64Array(refusedMax),
    taken: 0,
    takenOffer: new Int32Array(takenMax),
    gained: 0,
    bound: 0,
    exchanged: 0,
  };
}

export function clearTally(tally: Tally): void {
  tally.refused = 0;
  tally.taken = 0;
  tally.gained = 0;
  tally.bound = 0;
  tally.exchanged = 0;
}

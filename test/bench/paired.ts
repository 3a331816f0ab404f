/** Paired: two things measured in turns, so that a busy moment of the machine falls on both. */

import type { Row } from "./bench.js";

export interface Paired {
  /** Medians, ms. */
  readonly ours: number;
  readonly rival: number;
  /** Median of the ratios ours / rival within each pair. */
  readonly pairRatio: number;
  /** Ratio of the two medians. */
  readonly medianRatio: number;
  readonly n: number;
}

interface Contest {
  readonly pairs: number;
  /** Pairs that are run first and not counted. */
  readonly warmups: number;
  /** What both need of this round; not measured. */
  before?(round: number): void | Promise<void>;
  ours(round: number): void | Promise<void>;
  rival(round: number): void | Promise<void>;
  /** Milliseconds; `performance.now` when absent. */
  now?(): number;
}

/** Who goes first alternates. Rounds are counted through, the warm-ups first. */
export async function paired(contest: Contest): Promise<Paired> {
  const now = contest.now ?? (() => performance.now());
  const timed = async (act: () => void | Promise<void>): Promise<number> => {
    const start = now();
    await act();
    return now() - start;
  };
  const ours: number[] = [];
  const rival: number[] = [];
  for (let round = 0; round < contest.warmups + contest.pairs; round++) {
    await contest.before?.(round);
    const sides = [() => contest.ours(round), () => contest.rival(round)] as const;
    const first = await timed(sides[round % 2 === 0 ? 0 : 1]);
    const second = await timed(sides[round % 2 === 0 ? 1 : 0]);
    if (round < contest.warmups) continue;
    ours.push(round % 2 === 0 ? first : second);
    rival.push(round % 2 === 0 ? second : first);
  }
  const ratios = ours.map((ms, i) => ms / (rival[i] ?? Number.NaN));
  return {
    ours: median(ours),
    rival: median(rival),
    pairRatio: median(ratios),
    medianRatio: median(ours) / median(rival),
    n: ours.length,
  };
}

/** Two rows: the pairs' own ratio, and the ratio of the medians as a check on it. */
export function rowsOf(
  paired: Paired,
  what: { readonly case: string; readonly metric: string; readonly rival: string },
): Row[] {
  const { ours, n } = paired;
  return [
    { ...what, metric: `${what.metric}, median of pair ratios`, ours, ratio: paired.pairRatio, n },
    { ...what, metric: `${what.metric}, ratio of medians`, ours, ratio: paired.medianRatio, n },
  ];
}

/** NaN of nothing. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

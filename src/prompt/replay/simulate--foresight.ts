/** Foresight: how often each page will be demanded within an oracle's horizon, moved on from turn to turn. */

import type { Workload } from "./workload--workload.js";

export interface Foresight {
  /** Demands of a page in the turns that follow, as far as the horizon reaches. */
  of(page: string): number;
  /** The session takes its next turn: gives the pages whose count has changed. */
  advance(): ReadonlySet<string>;
}

/** Over one session's own turns; a horizon of 0 sees nothing, `Infinity` all that is left. Costs what comes into sight or leaves it. */
export function makeForesight(workload: Workload, turns: readonly number[], horizon: number): Foresight {
  const counts = new Map<string, number>();
  let at = -1;
  // Turns up to, but not with, this place are in sight.
  let end = 0;
  const add = (place: number, by: number, changed: Set<string>): void => {
    for (const { page } of workload.turns[turns[place] as number]?.demands ?? []) {
      counts.set(page, (counts.get(page) ?? 0) + by);
      changed.add(page);
    }
  };
  return {
    of: (page) => counts.get(page) ?? 0,
    advance() {
      const changed = new Set<string>();
      at += 1;
      if (horizon === 0) return changed;
      const next = Math.min(turns.length, at + 1 + horizon);
      for (; end < next; end += 1) add(end, 1, changed);
      add(at, -1, changed);
      return changed;
    },
  };
}

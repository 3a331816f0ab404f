/** Observe: what of a turn's demands the last decision left ready, seen before the next one is made: the hook for fault observers. */

import type { PageId } from "../../base/ids.js";
import { type Fidelity, fidelities } from "../../page/page--page.js";
import type { Demand } from "../decision--decision.js";
import type { Decided } from "./engine.js";
import { levelBits, out } from "./tally--place.js";

/** The fidelity at which a page stands; null where it is out or not known. */
export function fidelityOf({ field }: Decided, id: PageId): Fidelity | null {
  const row = field.columns.rows.get(id);
  if (row === undefined) return null;
  const at = field.board.at[row] as number;
  return at === out ? null : (fidelities[field.columns.fidelity[(row << levelBits) | at] as number] as Fidelity);
}

/** Calls `miss` for each demand that what stands does not meet, with the fidelity there is; gives how many it does meet. */
export function observe(
  decided: Decided,
  demands: readonly Demand[],
  miss: (demand: Demand, stands: Fidelity | null) => void,
): number {
  const { columns, board } = decided.field;
  let hits = 0;
  for (let i = 0; i < demands.length; i += 1) {
    const demand = demands[i] as Demand;
    const row = columns.rows.get(demand.id);
    const at = row === undefined ? out : (board.at[row] as number);
    if (row === undefined || at === out) {
      miss(demand, null);
      continue;
    }
    const stands = fidelities[columns.fidelity[(row << levelBits) | at] as number] as Fidelity;
    if (demand.fidelity === null || fidelities.indexOf(demand.fidelity) <= fidelities.indexOf(stands)) hits += 1;
    else miss(demand, stands);
  }
  return hits;
}

/**
 * Engine: what a program imports from `pagefile/engine`: residency decisions over any pages, without a store, a clock or a file, and what a turn
 * decided as plain data.
 */

import type { PageId } from "../base/ids.js";
import { assert } from "../base/result.js";
import { compareText } from "../base/text.js";
import type { Fidelity } from "../page/page.js";
import type { Pressure, Selected } from "./decision.js";
import { costOf, fidelityAt } from "./select/board.js";
import { type Decided, residentsOf } from "./select/engine.js";
import { candidateAt, out } from "./select/table.js";

export type { PageId } from "../base/ids.js";
export type { Fidelity, PageType, Pin, Scope } from "../page/page.js";
export {
  type Candidate,
  type Demand,
  type Omitted,
  type OmittedReason,
  type Policy,
  type PolicyName,
  type Pressure,
  policies,
  policyNames,
  type Selected,
  type SelectedReason,
  type Selection,
  type Weights,
} from "./decision.js";
export { type Decided, type Engine, fidelityOf, makeEngine, observe, select, selectionOf } from "./select/engine.js";

// Record: what a turn decided and why.

/** One turn as plain data, the same for the same decision: fit for JSON. */
export interface TurnDecision {
  readonly turn: number;
  readonly policy: string;
  /** Tokens. */
  readonly budget: number;
  readonly used: number;
  /** By id. `from` is where a pin or a demand put the page; null where it came in because there was room. */
  readonly selected: readonly (Selected & { readonly from: Fidelity | null })[];
  /** How many pages are out. */
  readonly omitted: number;
  /** The first 32 steps that were too dear, the best value first: `tokens` each needed, of `left`; `from` null for coming in. */
  readonly refused: readonly Refused[];
  /** Trades at the end, after which a step refused above may stand after all. */
  readonly exchanged: number;
  /** By id. */
  readonly pressure: readonly Pressure[];
}

interface Refused {
  readonly id: PageId;
  readonly from: Fidelity | null;
  readonly to: Fidelity;
  readonly tokens: number;
  readonly left: number;
}

function recordOf(turn: number, decided: Decided): TurnDecision {
  const { table, board } = decided;
  const selected = residentsOf(decided);
  return {
    turn,
    policy: table.policy.name,
    budget: board.budget,
    used: board.budget - board.left,
    selected,
    omitted: table.rows.size - selected.length,
    refused: board.refused.map(({ row, from, to, left }) => ({
      id: candidateAt(table, row).id,
      from: from === out ? null : fidelityAt(table, row, from),
      to: fidelityAt(table, row, to),
      tokens: costOf(table, row, from, to),
      left,
    })),
    exchanged: board.exchanged,
    pressure: [...board.pressure].sort((a, b) => compareText(a.id, b.id)),
  };
}

// Turn log: the records of the last turns, as many as are asked for and no more.

export interface TurnLog {
  /** Records a decision before the next one is made; gives the number of its turn, from 0. The oldest record gives way. */
  write(decided: Decided): number;
  /** The decision of a turn; null where it is gone or has not been. */
  read(turn: number): TurnDecision | null;
}

export function makeTurnLog(turnsMax: number): TurnLog {
  assert(Number.isSafeInteger(turnsMax) && turnsMax > 0, "a log holds one turn or more");
  const records: TurnDecision[] = [];
  let turns = 0;
  return {
    write(decided) {
      records[turns % turnsMax] = recordOf(turns, decided);
      turns += 1;
      return turns - 1;
    },
    read(turn) {
      const record = records[turn % turnsMax];
      return record?.turn === turn ? record : null;
    },
  };
}

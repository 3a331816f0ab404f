/** Field: what the phases of a decision look at and write. */

import type { Board } from "./board.js";
import type { Columns } from "./columns.js";
import type { Cursor } from "./order-walk.js";
import type { StandingOrder } from "./standing-order.js";
import type { StepHeap } from "./step-heap.js";
import type { WarmRows } from "./warm-rows.js";

export interface Field {
  readonly columns: Columns;
  readonly board: Board;
  readonly warm: WarmRows;
  /** First offers of rows, as if none were warm. */
  readonly offers: StandingOrder;
  /** Steps up of rows from their cheapest level on, as if none were warm. */
  readonly steps: StandingOrder;
  readonly heap: StepHeap;
  /** Rows whose first offer did not fit, the best first; at most `missedMax`. */
  readonly missed: number[];
  readonly cursor: Cursor;
}

export const missedMax = 32;

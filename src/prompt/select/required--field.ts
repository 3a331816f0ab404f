/** Field: what the phases of a decision look at and write. */

import type { Required } from "./required.js";
import type { Heads } from "./required--head.js";
import type { Mender } from "./required--mender.js";
import type { StandingOrder } from "./required--standing-order.js";
import type { WarmRows } from "./required--warm-rows.js";
import type { StepHeap } from "./rows--step-heap.js";
import type { Columns } from "./tally.js";
import type { Board } from "./tally--board.js";
import type { Tally } from "./tally--tally.js";

export interface Field {
  readonly columns: Columns;
  readonly board: Board;
  readonly required: Required;
  /** Steps of rows whose worth no turn changes. */
  readonly cold: StandingOrder;
  /** Steps of rows whose recency fades, and of rows too new to have a place in the standing order. */
  readonly warm: WarmRows;
  readonly heap: StepHeap;
  readonly heads: Heads;
  /** What was refused and raised in the course of it. */
  readonly tally: Tally;
  readonly mender: Mender;
}

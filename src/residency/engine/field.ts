/** Field: what the phases of a decision look at and write. */

import type { Board } from "./board.js";
import type { Columns } from "./columns.js";
import type { Heads } from "./head.js";
import type { Mender } from "./mender.js";
import type { Required } from "./required.js";
import type { StandingOrder } from "./standing-order.js";
import type { StepHeap } from "./step-heap.js";
import type { Tally } from "./tally.js";
import type { WarmRows } from "./warm-rows.js";

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

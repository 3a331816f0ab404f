/** RecallUses: how often archived pages were of use lately; derived state of this machine, of no weight when it is lost. */

import type { Outcome } from "../base/result.js";

export interface RecallUses {
  /** Adds one use to each and gives what they have now, in the order of `ids`. */
  add(ids: readonly string[]): Outcome<readonly number[]>;
  /** They are counted from nothing again. */
  forget(ids: readonly string[]): Outcome<void>;
}

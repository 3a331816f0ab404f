/** Ledger: the nights of a repository, a durable row each time one begins or ends; only ever added to. */

import type { Outcome } from "../../base/result.js";
import type { LedgerRow } from "./calendar.js";

export interface Ledger {
  /** In the order they were written. `damaged` counts lines that are no row. */
  read(): Outcome<{ readonly rows: readonly LedgerRow[]; readonly damaged: number }>;
  /** Durable when it returns. */
  append(row: LedgerRow): Outcome<void>;
}

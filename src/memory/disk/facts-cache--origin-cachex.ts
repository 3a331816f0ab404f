/** OriginCache: the sum of origin labels up to one commit, kept beside the repository; losing it costs a walk of the history. */

import type { Oid } from "../../base/ids.js";
import type { OriginSum } from "../labels.js";

export interface KnownOrigins {
  /** The commit up to which, ancestors included, the sum is. */
  readonly head: Oid;
  readonly sum: OriginSum;
}

/** A failure to write is of no consequence; what cannot be read is null. */
export interface OriginCache {
  load(): KnownOrigins | null;
  save(known: KnownOrigins): void;
}

/** LabelRecord: what was ever said here of the origin of texts, kept beside the history: what a rewritten history forgot is not trusted. */

import type { Outcome } from "../base/result.js";
import type { OriginSum } from "./labels.js";

export interface LabelRecord {
  /** The same object as long as nothing was added. */
  read(): Outcome<OriginSum>;
  /** Durable when it returns; two processes may add at once. */
  add(more: OriginSum): Outcome<void>;
}

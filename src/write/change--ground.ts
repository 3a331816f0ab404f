/** PatchGround: what validation reads besides the patch itself. */

import type { Instant, PagePath } from "../base/ids.js";
import type { Config } from "../memory/config.js";
import type { OriginLabels } from "../memory/labels.js";
import type { PageTable } from "../memory/table.js";
import type { Misspelled } from "./change--evidence-form.js";

/** What validation reads besides the patch; `committed` gives HEAD's text of a path, null where HEAD has none. */
export interface Ground {
  readonly table: PageTable;
  readonly config: Config;
  readonly now: Instant;
  readonly committed: (path: PagePath) => string | null;
  /** What the commits so far say of texts from outside; absent where there is no history. */
  readonly labels?: OriginLabels;
  /** The session whose own pages these are; absent for the pages of the memory. */
  readonly session?: string;
  /** Why what a piece of evidence names is not there; null where it is, or is still to be looked up. Absent, its form alone counts. */
  readonly unresolved?: (evidence: string) => Misspelled | null;
}

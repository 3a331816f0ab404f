/** SessionPages: where sessions keep pages of their own on this machine, and a history for each of them. */

import type { Outcome } from "../base/failure.js";
import type { History } from "./history.js";

/** What an engine offers beside the history of the branch. */
export interface SessionHistories {
  /** `name` as `SessionFolder` has it. It reads through the history it was asked of and ends with that. */
  session(name: string): History;
}

export interface SessionFolder {
  /** Fit for a ref and a file name; no two sessions have the same. The session's id where that is plain, a digest of it else. */
  readonly name: string;
  /** Absolute; people edit the files in it. */
  readonly folder: string;
  /** Markdown files in it. */
  readonly pages: number;
}

export interface SessionPages {
  nameOf(session: string): string;
  /** Every session that has a folder of pages here, by name. */
  list(): Outcome<readonly SessionFolder[]>;
}

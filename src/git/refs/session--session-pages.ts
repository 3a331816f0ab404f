/** SessionPages: where sessions keep pages of their own on this machine, and a history for each of them. */

import type { Oid } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";
import type { History } from "../history.js";

/** What an engine offers beside the history of the branch. */
export interface SessionHistories {
  /** `name` as `SessionFolder` has it. It reads through the history it was asked of and ends with that. */
  session(name: string): History;
}

export interface SessionFolder {
  /** Fit for a ref and a file name; no two sessions have the same. The session's id where that is plain, a digest of it else. */
  readonly name: string;
  /** Absolute; people edit the files in it. A folder that was lost comes back when the session's pages are opened. */
  readonly folder: string;
  /** Markdown files in it. */
  readonly pages: number;
}

export interface SessionPages {
  nameOf(session: string): string;
  /** Every session that has a folder of pages or a ref here, by name. */
  list(): Outcome<readonly SessionFolder[]>;
  /** The commit of the session's ref; null where it has none. */
  tip(name: string): Outcome<Oid | null>;
  /** Names of what lies in the folder and is no page file, temp files of ours left out; sorted. */
  strays(name: string): Outcome<readonly string[]>;
  /**
   * Takes the folder and the ref away, for good when it returns, as long as the ref holds `tip` and the folder exactly `files`;
   * else `moved`, and both are as they were.
   */
  drop(name: string, expected: Kept): Promise<Outcome<"dropped" | "moved">>;
}

/** What a session keeps: the commit of its ref, and the blobs on disk by their paths in the folder. */
export interface Kept {
  readonly tip: Oid | null;
  readonly files: ReadonlyMap<string, Oid>;
}

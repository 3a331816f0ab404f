/** Departures: files that a commit takes from disk once it stands, on record until they are gone: the process may die between. */

import type { Outcome } from "../base/failure.js";
import type { Oid, PagePath } from "../base/ids.js";

/** A file that goes, and where its bytes went. */
export interface Departure {
  readonly path: PagePath;
  /** What it held when it was planned to go; a file that holds anything else stays. */
  readonly oid: Oid;
  /** null where it goes for good. */
  readonly to: { readonly path: PagePath; readonly oid: Oid } | null;
}

export interface Departures {
  /** One commit's. Durable when it returns. */
  announce(rows: readonly Departure[]): Outcome<DepartureNote>;
  /** What dead processes left on record, and what living ones gave up; each is this process's from now on, and nobody else's. */
  claim(): Outcome<readonly LeftNote[]>;
}

export interface DepartureNote {
  /** Off the record; what is `stuck` is left to whoever claims next. Best effort: a note that stays is claimed and found out of date. */
  close(stuck: readonly Departure[]): void;
}

export interface LeftNote extends DepartureNote {
  readonly rows: readonly Departure[];
}

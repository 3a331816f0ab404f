/** Departures: what a commit takes from files on disk, on record until it stands and is done: the process may die at any moment. */

import type { Oid, PagePath } from "../base/ids.js";
import type { Outcome } from "../base/result.js";

/** A file that goes, and where its bytes went. */
export interface Departure {
  readonly path: PagePath;
  /** What it held when it was planned to go; a file that holds anything else stays. */
  readonly oid: Oid;
  /** null where it goes for good. */
  readonly to: { readonly path: PagePath; readonly oid: Oid } | null;
}

/** A file that is written before the commit stands, and what it was until then. */
export interface Rewriting {
  readonly path: PagePath;
  /** null where there was no file. */
  readonly was: Uint8Array | null;
  /** What it holds while the commit is made, on disk and, once that stands, in HEAD. */
  readonly is: Oid;
  readonly head: Oid | null;
}

/** One commit's. */
export interface Announced {
  readonly leaving: readonly Departure[];
  readonly rewriting: readonly Rewriting[];
}

export interface Departures {
  /** Durable when it returns. */
  announce(what: Announced): Outcome<DepartureNote>;
  /** What dead processes left on record and nobody has claimed, only looked at. */
  left(): Outcome<readonly Announced[]>;
  /** What dead processes left on record, and what living ones gave up; each is this process's from now on, and nobody else's. */
  claim(): Outcome<readonly (DepartureNote & Announced)[]>;
}

export interface DepartureNote {
  /** Off the record. Best effort, as `leave` is: a note that stays is claimed and found out of date. */
  close(): void;
  /** Not done: for whoever claims next. */
  leave(): void;
}

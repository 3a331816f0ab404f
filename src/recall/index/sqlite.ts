/** SqliteIndex: one generation of the index, open: brought in step with pages, asked, sealed; every call may throw. */

import type { PagePath } from "../../base/ids.js";
import type { Tier } from "../../page/page--page.js";
import type { Postings } from "../rank/rows--rank-postings.js";
import { type Database, type OpenDatabase, preparing } from "./generation--database.js";
import type { Generation } from "./generation--generation.js";
import { type Held, heldOf, readHeld } from "./generation--held.js";
import { fullVersion } from "./generation--schema.js";
import { isCurrent, isPlainIndex, isSealed, type Seal, seal, sealOf } from "./generation--seal.js";
import { stateName } from "./generation--sums.js";
import { indexPostings } from "./read.js";
import { relationsFrom } from "./read--related.js";
import type { Relation, SearchSource } from "./search.js";
import { apply, type Step } from "./sqlite--sqlite-apply.js";
import { differenceOf } from "./write--difference.js";
import { type StoredPages, storedPages } from "./write--pages.js";
import { bytesOf, logBytes } from "./write--sizes.js";

export interface SqliteIndex {
  readonly generation: Generation;
  /** Whether the file is still the one that was opened, and nobody but a writer of indexes has written into it. */
  isSound(): boolean;
  /** The state of the pages it holds, as `stateOf` names it. */
  state(): string;
  converge(source: SearchSource): Step;
  /** All that is read meanwhile is of one state, whoever writes; and each read costs half. */
  atOnce<T>(read: () => T): T;
  postings(tier: Tier): Postings;
  readonly info: StoredPages["info"];
  related(from: readonly PagePath[], limit: number): readonly Relation[];
  counts(): readonly { readonly pages: number; readonly chunks: number }[];
  bytes(): number;
  close(): void;
}

/** A log of this size goes into the file: every sixtieth update or so waits for the disk. */
const logBytesMax = 8_388_608;
/** How long a writer is waited for before the index counts as stuck. */
const busyMs = 1_000;

const nothingDone: Step = { added: 0, changed: 0, removed: 0, rebuilt: false, unread: [], wrote: false };

type Opened = { readonly index: SqliteIndex } | { readonly refused: "missing" | "corrupt" | "other_version" };

/** `version` names what the pages' facts are made by, beside the tables' own. Throws what SQLite throws, `SQLITE_BUSY` among it. */
export function openSqlite(open: OpenDatabase, generation: Generation, version: string): Opened {
  if (sealOf(generation) === null) return { refused: "missing" };
  if (!isPlainIndex(generation) || !isSealed(generation)) return { refused: "corrupt" };
  const database = connect(open, generation);
  try {
    const stored = database.prepare("SELECT value FROM meta WHERE name = 'version'").raw().get() as
      | [string]
      | undefined;
    if (stored?.[0] === fullVersion(version)) return { index: indexOf(database, generation) };
  } catch (error) {
    database.close();
    throw error;
  }
  database.close();
  return { refused: "other_version" };
}

export function connect(open: OpenDatabase, { file }: Generation): Database {
  const database = open(file);
  try {
    database.exec(`PRAGMA busy_timeout = ${busyMs}; PRAGMA cache_size = -16000; PRAGMA mmap_size = 268435456;`);
    database.exec("PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0; PRAGMA temp_store = MEMORY;");
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

export function indexOf(opened: Database, generation: Generation): SqliteIndex {
  const database = preparing(opened);
  const pages = storedPages(database);
  let known: Seal | null = sealOf(generation);
  const stateRow = database.prepare("SELECT value FROM meta WHERE name = 'state'").raw();
  const state = (): string => (stateRow.get() as [string] | undefined)?.[0] ?? "";
  /**
   * Puts the log into the file. It costs two waits for the disk, so a process that goes on writing does it now and then, and whoever
   * closes or opens an index does it before SQLite would: that would change the file, and nobody would seal it. A file that somebody
   * else wrote into is not blessed by that.
   */
  const settle = (): void => {
    if (sealOf(generation) !== known) return;
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    known = seal(generation);
  };
  if (logBytes(generation) > 0) settle();
  const told: Told = { held: null };
  return {
    generation,
    state,
    isSound() {
      // Somebody who found it bad has made another one.
      if (!isCurrent(generation)) return false;
      const now = sealOf(generation);
      if (now === null) return false;
      if (now === known) return true;
      if (!isSealed(generation)) return false;
      known = now;
      return true;
    },
    converge(source) {
      let held = heldNow(database, told, source, state());
      if (held === null) return { ...nothingDone };
      let difference = differenceOf(held, source.pages);
      const { added, changed, removed } = difference;
      if (added.length + changed.length + removed.length === 0) return { ...nothingDone };
      database.exec("BEGIN IMMEDIATE");
      try {
        if (stateName(held.sums) !== state()) {
          held = readHeld(database);
          told.held = held;
          difference = differenceOf(held, source.pages);
        }
        const done = apply(database, held, source, difference);
        database.exec("COMMIT");
        if (logBytes(generation) > logBytesMax) settle();
        return done;
      } catch (error) {
        told.held = null;
        database.exec("ROLLBACK");
        throw error;
      }
    },
    atOnce: (read) => atOnce(database, read),
    postings: (tier) => indexPostings(database, tier, pages),
    info: pages.info,
    related: (from, limit) => atOnce(database, () => relationsFrom(database, from, limit)),
    counts: () =>
      database
        .prepare("SELECT pages, chunks FROM total ORDER BY tier")
        .all()
        .map((row) => row as { readonly pages: number; readonly chunks: number }),
    bytes: () => bytesOf(generation),
    close() {
      if (logBytes(generation) > 0) settle();
      database.close();
    },
  };
}

/** What this process knows of what an index holds; null before it was asked. */
interface Told {
  held: Held | null;
}

/** null where the pages are at first sight what the index holds in the state `now`; another process may have written since. */
function heldNow(database: Database, told: Told, source: SearchSource, now: string): Held | null {
  if (told.held !== null) {
    if (stateName(told.held.sums) !== now) told.held = readHeld(database);
    return told.held;
  }
  const first = heldOf(source.pages());
  const isHeld = stateName(first.sums) === now;
  told.held = isHeld ? first : readHeld(database);
  return isHeld ? null : told.held;
}

function atOnce<T>(database: Database, read: () => T): T {
  database.exec("BEGIN");
  try {
    return read();
  } finally {
    end(database);
  }
}

/** Nothing was written. */
function end(database: Database): void {
  try {
    database.exec("ROLLBACK");
  } catch {
    // An error that ends a transaction is told by what met it.
  }
}

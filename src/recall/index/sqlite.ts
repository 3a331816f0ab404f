/** SqliteIndex: one generation of the index, open: brought in step with pages, asked, sealed, or made anew, aside or in memory. Every call may throw. */

import { accessSync, constants, statSync } from "node:fs";
import { sumsName, sumsOf } from "../../base/digest.js";
import type { PagePath } from "../../base/ids.js";
import { err, type Failure, type Outcome, ok } from "../../base/result.js";
import type { Tier } from "../../page/page.js";
import { attempt, nearest } from "../../state/fs-calls.js";
import { realFolders, refusedFile } from "../../state/plain-file.js";
import type { Postings } from "../rank/rows.js";
import {
  createTables,
  currentGeneration,
  type Database,
  discard,
  fullVersion,
  type Generation,
  hold,
  type IndexedFiles,
  install,
  isCurrent,
  isLocked,
  isPlainIndex,
  isSealed,
  joinAll,
  joinSome,
  newGeneration,
  type OpenDatabase,
  preparing,
  readHeld,
  type Seal,
  seal,
  sealOf,
  troubleOf,
} from "./generation.js";
import { indexPostings, relationsFrom } from "./read.js";
import type { Converged, IndexStatus, PageVersion, Relation, SearchSource } from "./search.js";
import {
  bytesOf,
  type Difference,
  differenceOf,
  logBytes,
  openWriter,
  type StoredPages,
  storedPages,
} from "./write.js";

/** The file of an index that is open. */
interface OpenFile {
  /** Whether it is still the one that was opened, and nobody but a writer of indexes has written into it. */
  isSound(): boolean;
  /**
   * Puts a log of more than so many bytes into the file. It costs two waits for the disk, so a process that goes on writing does it now and
   * then, and whoever closes or opens an index does it before SQLite would: that would change the file, and nobody would seal it. A file that
   * somebody else wrote into is not blessed by that.
   */
  settle(over: number): void;
}

export interface SqliteIndex extends Pick<OpenFile, "isSound"> {
  /** The state of the pages it holds, as `SearchSource.name` names it. */
  state(): string;
  converge(source: SearchSource): Step;
  /** All that is read meanwhile is of one state, whoever writes; and each read costs half. */
  atOnce<T>(read: () => T): T;
  postings(tier: Tier): Postings;
  readonly pages: StoredPages;
  related(from: readonly PagePath[], limit: number): readonly Relation[];
  counts(): readonly { readonly pages: number; readonly chunks: number }[];
  close(): void;
}

/** One that was made just now, and the pages that could not be read. */
type Made = SqliteIndex & { readonly unread: readonly PagePath[] };

/** A log of this size goes into the file: every sixtieth update or so waits for the disk. */
const logBytesMax = 8_388_608;
/** How long a writer is waited for before the index counts as stuck. */
const busyMs = 1_000;

export const nothingDone: Step = { added: 0, changed: 0, removed: 0, rebuilt: false, unread: [], wrote: false };

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
    if (stored?.[0] === fullVersion(version)) return { index: indexOf(database, openFile(database, generation)) };
  } catch (error) {
    database.close();
    throw error;
  }
  database.close();
  return { refused: "other_version" };
}

function connect(open: OpenDatabase, { file }: Generation): Database {
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

function openFile(database: Database, generation: Generation): OpenFile {
  let known: Seal | null = sealOf(generation);
  return {
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
    settle(over) {
      if (logBytes(generation) <= over || sealOf(generation) !== known) return;
      database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
      known = seal(generation);
    },
  };
}

/** What lies in memory nobody else reaches. */
const noFile: OpenFile = { isSound: () => true, settle: () => undefined };

function indexOf(opened: Database, file: OpenFile): SqliteIndex {
  const database = preparing(opened);
  const pages = storedPages(database);
  const stateRow = database.prepare("SELECT value FROM meta WHERE name = 'state'").raw();
  const state = (): string => (stateRow.get() as [string] | undefined)?.[0] ?? "";
  file.settle(0);
  const told: Told = { held: null };
  return {
    state,
    isSound: file.isSound,
    converge(source) {
      // Where the pages are by their name what the index holds there is nothing to do; another process may have written since it was read.
      const now = state();
      if (source.name() === now) return nothingDone;
      if (told.held === null || sumsName(told.held.sums) !== now) told.held = readHeld(database);
      return bring(database, told, source, state, () => file.settle(logBytesMax));
    },
    atOnce: (read) => atOnce(database, read),
    postings: (tier) => indexPostings(database, tier, pages),
    pages,
    related: (from, limit) => atOnce(database, () => relationsFrom(database, from, limit)),
    counts: () =>
      database
        .prepare("SELECT pages, chunks FROM total ORDER BY tier")
        .all()
        .map((row) => row as { readonly pages: number; readonly chunks: number }),
    close() {
      file.settle(0);
      database.close();
    },
  };
}

/** What this process knows of what an index holds; null where it has to be asked. */
interface Told {
  held: IndexedFiles | null;
}

/** In as many transactions as the text of what is new takes, with a `rest` behind each. */
function bring(database: Database, told: Told, source: SearchSource, state: () => string, rest: () => void): Step {
  let [held, done] = [told.held ?? readHeld(database), nothingDone];
  let left: Difference | null = differenceOf(held, source.pages);
  if (left.added.length + left.changed.length + left.removed.length === 0) return nothingDone;
  while (left !== null) {
    database.exec("BEGIN IMMEDIATE");
    try {
      if (sumsName(held.sums) !== state()) {
        held = readHeld(database);
        told.held = held;
        left = differenceOf(held, source.pages);
      }
      const applied = apply(database, held, source, left);
      database.exec("COMMIT");
      left = applied.left;
      done = bothOf(done, applied.step);
    } catch (error) {
      told.held = null;
      database.exec("ROLLBACK");
      throw error;
    }
    rest();
  }
  return done;
}

function atOnce<T>(database: Database, read: () => T): T {
  database.exec("BEGIN");
  try {
    return read();
  } finally {
    // Nothing was written. An error that ends a transaction is told by what met it.
    try {
      database.exec("ROLLBACK");
    } catch {}
  }
}

// Status: what state the index is in, without mending it.

/** What to say and to do where no binding runs. */
export const noBinding: Failure = {
  code: "unavailable",
  says: "No SQLite binding runs on this machine, and recall searches by one.",
  hint: "Install Pagefile again without --omit=optional: the npm package libsql comes with an addon for macOS and Linux on x64 and arm64, Linux on 32-bit arm, and Windows on x64.",
};

const sentences = {
  missing: "There is no index yet; the next recall makes one.",
  corrupt: "The index is damaged, or something else wrote into it; the next recall makes a new one.",
  other_version: "The index is of another version of Pagefile; the next recall makes a new one.",
  locked: "Another program holds the index; the next recall makes a new one if it does not let go.",
  no_binding: `${noBinding.says} ${noBinding.hint}`,
} as const;

export function statusOf(dir: string, version: string, binding: OpenDatabase | null): IndexStatus {
  if (binding === null) return without("no_binding", version, null);
  const generation = currentGeneration(dir);
  if (generation === null) return without("missing", version, dir);
  try {
    const opened = openSqlite(binding, generation, version);
    if ("refused" in opened) return without(opened.refused, version, dir);
    const { index } = opened;
    try {
      const [hot, cold] = index.counts();
      return {
        state: "ready",
        says: null,
        engine: "sqlite-fts5",
        version: fullVersion(version),
        bytes: bytesOf(generation),
        pages: { hot: hot?.pages ?? 0, cold: cold?.pages ?? 0 },
        chunks: { hot: hot?.chunks ?? 0, cold: cold?.chunks ?? 0 },
      };
    } finally {
      index.close();
    }
  } catch (error) {
    troubleOf(error);
    return isLocked(error) ? without("locked", version, null) : without("corrupt", version, dir);
  }
}

/** Fails where this process could make no file in the folder, or could not make the folder. */
export function checkWritable(folder: string): Outcome<void> {
  const at = nearest(folder);
  const checked = attempt(`write into ${folder}`, () => {
    realFolders(folder);
    if (!statSync(at).isDirectory()) throw refusedFile("ENOTDIR", at);
    accessSync(at, constants.W_OK);
  });
  const isClosed = !checked.ok && checked.error.code === "io_failed" && checked.error.errno === "EACCES";
  return isClosed ? err({ ...checked.error, hint: `Let yourself write into ${at}.` }) : checked;
}

/** `dir` is where the next recall would make one. */
function without(state: keyof typeof sentences, version: string, dir: string | null): IndexStatus {
  const possible = dir === null ? ok(undefined) : checkWritable(dir);
  const none = { hot: 0, cold: 0 };
  const engine = state === "no_binding" ? "none" : "sqlite-fts5";
  return {
    state: possible.ok ? state : "blocked",
    says: possible.ok ? sentences[state] : `${possible.error.says} ${possible.error.hint}`,
    engine,
    version: fullVersion(version),
    bytes: 0,
    pages: none,
    chunks: none,
  };
}

// SqliteRebuild: an index of all pages, made aside and put in the place of whatever was there, or in memory where no disk takes it.

/**
 * Text that is put in before what is there counts: who reads a large memory for the first time may be stopped by a harness that waits no longer,
 * and the next goes on from there.
 */
const bytesAtOnce = 524_288;

/** Makes an index of the first of these pages aside and puts it in the place of whatever was there; `converge` brings the others. */
export function rebuildSqlite(open: OpenDatabase, dir: string, version: string, source: SearchSource): Made {
  const made = newGeneration(dir);
  try {
    const unread = fillFile(open(made.file), version, source);
    seal(made);
    install(dir, made);
    const database = connect(open, made);
    return { ...indexOf(database, openFile(database, made)), unread };
  } catch (error) {
    discard(`${dir}/${made.name}`);
    throw error;
  }
}

/** Makes an index of all of these pages that ends with the process. */
export function memorySqlite(open: OpenDatabase, version: string, source: SearchSource): Made {
  const database = open(":memory:");
  try {
    const unread = fill(database, version, source, Number.POSITIVE_INFINITY);
    return { ...indexOf(database, noFile), unread };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Nobody else knows of the file yet: it needs no log and no care for a crash until it is whole. */
function fillFile(database: Database, version: string, source: SearchSource): readonly PagePath[] {
  try {
    database.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -64000;");
    const unread = fill(database, version, source, bytesAtOnce);
    database.exec("PRAGMA synchronous = NORMAL; PRAGMA journal_mode = WAL;");
    return unread;
  } finally {
    database.close();
  }
}

/** Takes pages until their text has so many bytes. */
function fill(database: Database, version: string, source: SearchSource, most: number): readonly PagePath[] {
  const unread: PagePath[] = [];
  createTables(database, version);
  database.exec("BEGIN");
  const writer = openWriter(database, true);
  const held: PageVersion[] = [];
  let bytes = 0;
  for (const page of source.pages()) {
    if (bytes >= most) break;
    const text = source.read(page.path);
    if (text === null) unread.push(page.path);
    else {
      writer.put(source.whole(page), text);
      held.push(page);
      bytes += text.length;
    }
  }
  writer.finish();
  joinAll(database);
  database.prepare("INSERT INTO meta VALUES ('state', ?)").run(sumsName(sumsOf(held)));
  database.exec("COMMIT");
  return unread;
}

// SqliteApply: how a difference is put into an index.

export interface Step extends Converged {
  /** Pages that could not be read any more, and are not in the index for that. */
  readonly unread: readonly PagePath[];
  readonly wrote: boolean;
}

/** Of two steps, one behind the other. */
export function bothOf(one: Step, other: Step): Step {
  return {
    added: one.added + other.added,
    changed: one.changed + other.changed,
    removed: one.removed + other.removed,
    rebuilt: one.rebuilt || other.rebuilt,
    unread: [...new Set([...one.unread, ...other.unread])],
    wrote: one.wrote || other.wrote,
  };
}

/** Inside of a transaction that the caller holds; `left` are pages for another one. */
function apply(
  database: Database,
  held: IndexedFiles,
  source: SearchSource,
  { added, changed, removed }: Difference,
): { readonly step: Step; readonly left: Difference | null } {
  const writer = openWriter(database, false);
  const unread: PagePath[] = [];
  const tiers = new Set<Tier>();
  for (const path of [...removed, ...changed.map((page) => page.path)]) {
    tiers.add(held.pages.get(path)!.tier);
    writer.remove(path);
  }
  for (const path of removed) hold(held, path, null);
  let bytes = 0;
  const put = (page: PageVersion): boolean => {
    const text = source.read(page.path);
    if (text === null) unread.push(page.path);
    else {
      writer.put(source.whole(page), text);
      tiers.add(page.tier);
      bytes += text.length;
    }
    return text !== null;
  };
  for (const page of changed) hold(held, page.path, put(page) ? page : null);
  let count = 0;
  for (; count < added.length && bytes < bytesAtOnce; count++) {
    const page = added[count]!;
    if (put(page)) hold(held, page.path, page);
  }
  writer.finish();
  for (const tier of tiers) joinSome(database, tier);
  database.prepare("INSERT OR REPLACE INTO meta VALUES ('state', ?)").run(sumsName(held.sums));
  const step = {
    added: count,
    changed: changed.length,
    removed: removed.length,
    rebuilt: false,
    unread,
    wrote: true,
  };
  return { step, left: count < added.length ? { added: added.slice(count), changed: [], removed: [] } : null };
}

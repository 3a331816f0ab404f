/**
 * Generation: which file the index is now, which pages it holds in which version, and how another takes its place. The tables, the vocabulary, the
 * seal and the errors of such a file lie here.
 */

import { randomBytes } from "node:crypto";
import { lstatSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { type Sums, shifted, sumsNamed } from "../../base/digest.js";
import type { Oid, PagePath } from "../../base/ids.js";
import { limits } from "../../base/limits.js";
import { getOrMake } from "../../base/result.js";
import type { Tier } from "../../page/page.js";
import { ageMs } from "../../state/durable.js";
import { errnoOf, orElse } from "../../state/fs-calls.js";
import { listFolder, makeStateFolder, readPlainText, realFolders, replaceWhole } from "../../state/plain-file.js";
import type { PageVersion } from "./search.js";

// Words: the vocabulary of an index while it is written: each word's number, and in how many chunks it stands.

interface Count {
  readonly id: number;
  hot: number;
  cold: number;
  readonly isNew: boolean;
}

/** `fresh`: the index is empty, so that no word needs to be looked up in it. */
export function openWordBook(database: Database, fresh: boolean) {
  const known = new Map<string, Count>();
  const change = new Map<number, [hot: number, cold: number]>();
  const find = fresh ? null : database.prepare("SELECT id FROM word WHERE text = ?").raw();
  let next = fresh ? 1 : ((database.prepare("SELECT max(id) FROM word").raw().get() as [number | null])[0] ?? 0) + 1;
  const of = (word: string): Count =>
    getOrMake(known, word, () => {
      const id = (find?.get(word) as [number] | undefined)?.[0];
      return { id: id ?? next++, hot: 0, cold: 0, isNew: id === undefined };
    });
  return {
    /** Looks up words that will be counted, all at once: one by one that is a fifth of an update. */
    expect(words: Iterable<Iterable<string>>): void {
      if (fresh) return;
      const asked = new Set<string>();
      for (const some of words) for (const word of some) if (!known.has(word)) asked.add(word);
      if (asked.size === 0) return;
      const select = database.prepare(
        "SELECT json_group_object(w.text, w.id) FROM json_each(?) AS asked JOIN word AS w ON w.text = asked.value",
      );
      const [found] = select.raw().get(JSON.stringify([...asked])) as [string];
      for (const [word, id] of Object.entries(JSON.parse(found) as Readonly<Record<string, number>>)) {
        known.set(word, { id, hot: 0, cold: 0, isNew: false });
      }
    },
    /** Counts one more chunk that holds the word, and gives its number. */
    count(word: string, tier: Tier): number {
      const counted = of(word);
      counted[tier]++;
      return counted.id;
    },
    /** Takes one chunk from the counts of these words. */
    discount(ids: Iterable<number>, tier: Tier): void {
      for (const id of ids) move(change, id, tier === "hot" ? -1 : 0, tier === "cold" ? -1 : 0);
    },
    /** Writes what changed. */
    flush(): void {
      const more = database.prepare("UPDATE word SET hot = hot + ?, cold = cold + ? WHERE id = ?");
      const insert = database.prepare("INSERT INTO word VALUES (?, ?, ?, ?)");
      const gram = database.prepare("INSERT INTO gram (rowid, text) VALUES (?, ?)");
      for (const [word, { id, hot, cold, isNew }] of known) {
        if (isNew) {
          insert.run(id, word, hot, cold);
          // Only words that somebody may misspell or join to others; a path or a number is asked for as it is.
          if (word.length >= 4 && word.length <= 40 && /^[\p{L}\p{M}]+$/u.test(word)) gram.run(id, word);
        } else move(change, id, hot, cold);
      }
      // What a page says before and after it was changed is most of it, and moves nothing.
      for (const [id, [hot, cold]] of change) if (hot !== 0 || cold !== 0) more.run(hot, cold, id);
    },
  };
}

function move(change: Map<number, [hot: number, cold: number]>, id: number, hot: number, cold: number): void {
  const [ofHot, ofCold] = change.get(id) ?? [0, 0];
  change.set(id, [ofHot + hot, ofCold + cold]);
}

// IndexedFiles: which pages an index holds, in which version, by what a process was told or by reading it.

/** What the index is known to hold. */
export interface IndexedFiles {
  readonly pages: Map<PagePath, Omit<PageVersion, "path">>;
  /** Their name. */
  sums: Sums;
}

/** As one value: a row each would cost more to take than all else that a question asks of the index. */
export function readHeld(database: Database): IndexedFiles {
  const [state, json] = database.prepare(heldQuery).raw().get() as readonly [string, string];
  const rows = JSON.parse(json) as readonly (readonly [path: PagePath, oid: Oid, tier: number])[];
  const pages = new Map(
    rows.map(([path, oid, tier]) => [path, { oid, tier: tier === tierNumbers.cold ? "cold" : "hot" }] as const),
  );
  const sums = sumsNamed(state);
  if (pages.size !== sums.count) throw new Damaged("the index holds other pages than it says");
  return { pages, sums };
}

const heldQuery =
  "SELECT (SELECT value FROM meta WHERE name = 'state'), json_group_array(json_array(path, oid, tier)) FROM page";

/** Another version stands at a path; null where the page went. */
export function hold(held: IndexedFiles, path: PagePath, version: Omit<PageVersion, "path"> | null): void {
  const before = held.pages.get(path);
  if (before !== undefined) held.sums = shifted(held.sums, { path, oid: before.oid }, -1);
  held.pages.delete(path);
  if (version === null) return;
  held.pages.set(path, { oid: version.oid, tier: version.tier });
  held.sums = shifted(held.sums, { path, oid: version.oid }, 1);
}

// Generation: which file the index is now, and how another takes its place.

/** An index is a folder of its own below `dir`; the file `current` names the one that counts. A new one never meets an old one's log. */
export interface Generation {
  readonly dir: string;
  readonly name: string;
  readonly file: string;
}

const staleMs = 600_000;

export function currentGeneration(dir: string): Generation | null {
  const name = orElse("", () => readPlainText(`${dir}/current`, limits.stateFileBytesMax)).trim();
  return /^g-[0-9a-f]{16}$/.test(name) ? generation(dir, name) : null;
}

function generation(dir: string, name: string): Generation {
  return { dir, name, file: `${dir}/${name}/index.db` };
}

/** Throws system errors. */
export function newGeneration(dir: string): Generation {
  const made = generation(dir, `g-${randomBytes(8).toString("hex")}`);
  makeStateFolder(`${dir}/${made.name}`, 0o777);
  return made;
}

/** From now on this is the index; what was before goes. Throws system errors. */
export function install(dir: string, made: Generation): void {
  const before = currentGeneration(dir);
  replaceWhole(`${dir}/current`, `${made.name}\n`, 0o666);
  sweep(dir, made.name, before?.name ?? null);
}

/** The one before, and what a process that was killed has left behind. Another that is being made just now is young. */
function sweep(dir: string, now: string, before: string | null): void {
  for (const name of listFolder(dir)) {
    const isOurs = name.startsWith("g-") || name.startsWith("current.");
    if (!isOurs || name === now || (name !== before && ageMs(`${dir}/${name}`) < staleMs)) continue;
    discard(`${dir}/${name}`);
  }
}

export function discard(path: string): void {
  // On systems that keep open files: the next sweep gets it.
  orElse(undefined, () => rmSync(path, { recursive: true, force: true }));
}

// Seal: whether anybody but a writer of indexes has touched the file of one.

/** What lstat tells of the database file; a write by somebody else changes it. */
export type Seal = string;

/** Whether this is still the index that counts. */
export function isCurrent(made: Generation): boolean {
  return currentGeneration(made.dir)?.name === made.name;
}

/** SQLite opens these by itself, follows links, and writes into what they lead to. */
const besideIt = ["-wal", "-shm", "-journal"] as const;

/** Whether each file that SQLite would open is a plain one in a real folder, or not there. Throws system errors. */
export function isPlainIndex({ file }: Generation): boolean {
  realFolders(dirname(file));
  return ["", ...besideIt].every((end) => lstatSync(`${file}${end}`, { throwIfNoEntry: false })?.isFile() !== false);
}

/** null where there is no file. */
export function sealOf({ file }: Generation): Seal | null {
  const stat = lstatSync(file, { throwIfNoEntry: false, bigint: true });
  return stat === undefined ? null : `${stat.size} ${stat.mtimeNs} ${stat.ctimeNs} ${stat.ino}`;
}

/** Says that the file as it is now is ours. Throws system errors. */
export function seal(made: Generation): Seal | null {
  const now = sealOf(made);
  if (now !== null) replaceWhole(`${made.file}.seal`, now, 0o666);
  return now;
}

/** Whether the file is as its last writer left it. A writer that is sealing just now is waited for. */
export function isSealed(made: Generation): boolean {
  for (let tries = 0; ; tries++) {
    const now = sealOf(made);
    if (now !== null && now === orElse(null, () => readPlainText(`${made.file}.seal`, limits.stateFileBytesMax)))
      return true;
    if (now === null || tries === 4) return false;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 15);
  }
}

// Database: SQLite as the few calls an index makes, by a binding that is loaded when it is first asked for.

export interface Statement {
  run(...values: readonly unknown[]): { readonly lastInsertRowid: number | bigint };
  get(...values: readonly unknown[]): unknown;
  all(...values: readonly unknown[]): unknown[];
  raw(on?: boolean): Statement;
}

export interface Database {
  prepare(sql: string): Statement;
  exec(sql: string): unknown;
  close(): unknown;
}

export type OpenDatabase = (file: string) => Database;

/** null where no binding runs on this machine. */
export function sqliteBinding(): OpenDatabase | null {
  const load = createRequire(import.meta.url);
  try {
    return addonOf(load) ?? libraryOf(load);
  } catch {
    return null;
  }
}

/** The library finds out by itself which of its addons runs here; that takes longer than most questions. */
function libraryOf(require: NodeJS.Require): OpenDatabase {
  const Binding = require("libsql") as new (file: string) => Database;
  return (file) => new Binding(file);
}

/** What the addon of libsql exports, as far as an index asks for it; `this` is what was opened or prepared. */
interface Addon {
  databaseOpen(
    file: string,
    ...others: readonly [token: "", cipher: "aes256cbc", key: "", wait: 0, remoteKey: ""]
  ): object;
  databaseExecSync(this: object, sql: string): unknown;
  databaseClose(this: object): unknown;
  databasePrepareSync(this: object, sql: string): object;
  statementRaw(this: object, on: boolean): unknown;
  statementRun(this: object, values: readonly unknown[]): ReturnType<Statement["run"]>;
  statementGet(this: object, values: readonly unknown[]): unknown;
  statementRowsSync(this: object, values: readonly unknown[]): object;
  rowsNext(this: object, into: unknown[]): unknown;
}

/** Where the addon is the usual one of a system and lies where packages lie; null anywhere else, which the library knows about. */
function addonOf(load: NodeJS.Require): OpenDatabase | null {
  const end = usualAddons[`${process.platform}-${process.arch}`];
  if (end === undefined || muslLoaders.some((file) => lstatSync(file, { throwIfNoEntry: false }) !== undefined))
    return null;
  let addon: Addon;
  try {
    addon = load(`@libsql/${end}`) as Addon;
  } catch {
    return null;
  }
  return (file) => databaseOf(addon, addon.databaseOpen(file, "", "aes256cbc", "", 0, ""));
}

const usualAddons: Readonly<Record<string, string>> = {
  "linux-x64": "linux-x64-gnu",
  "linux-arm64": "linux-arm64-gnu",
  "darwin-x64": "darwin-x64",
  "darwin-arm64": "darwin-arm64",
  "win32-x64": "win32-x64-msvc",
};

/** A system that has one may run programs of another C library, or none of them. */
const muslLoaders = ["/lib/ld-musl-x86_64.so.1", "/lib/ld-musl-aarch64.so.1"] as const;

function databaseOf(addon: Addon, opened: object): Database {
  return {
    prepare: (sql) => statementOf(addon, addon.databasePrepareSync.call(opened, sql)),
    exec: (sql) => addon.databaseExecSync.call(opened, sql),
    close: () => addon.databaseClose.call(opened),
  };
}

const rowsAtOnce = 256;

function statementOf(addon: Addon, prepared: object): Statement {
  const statement: Statement = {
    run: (...values) => addon.statementRun.call(prepared, values),
    get: (...values) => addon.statementGet.call(prepared, values),
    all(...values) {
      const rows = addon.statementRowsSync.call(prepared, values);
      const all: unknown[] = [];
      for (;;) {
        const next: unknown[] = new Array(rowsAtOnce);
        addon.rowsNext.call(rows, next);
        for (const row of next) {
          if (!row) return all;
          all.push(row);
        }
      }
    },
    raw(on = true) {
      addon.statementRaw.call(prepared, on);
      return statement;
    },
  };
  return statement;
}

/** Prepares each statement once: that costs as much as running it. */
export function preparing(database: Database): Database {
  const prepared = new Map<string, Statement>();
  return {
    prepare: (sql) => getOrMake(prepared, sql, () => database.prepare(sql)),
    exec: (sql) => database.exec(sql),
    close: () => database.close(),
  };
}

// Schema: the tables of the index, and the name of their version.

/** Changes with the tables, and with what chunks, terms and sketches are made of: another one's index is made anew. */
const schemaVersion = "search-15";

/** Rows of the word tables are numbered `page * chunkSpan + chunk`. */
export const chunkSpan = 65_536;

export const tierNumbers = { hot: 0, cold: 1 } as const;

/** Terms come split and folded: every character that is no space is part of one. */
const tokenize = `tokenize = "ascii tokenchars '!""#$%&''()*+,-./:;<=>?@[\\]^_\`{|}~'"`;
const columns = "title, tags, body, time, speaker";

export function createTables(database: Database, version: string): void {
  database.exec(`
    CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE page (
      id INTEGER PRIMARY KEY AUTOINCREMENT, path TEXT NOT NULL UNIQUE, oid TEXT NOT NULL, tier INTEGER NOT NULL,
      length INTEGER NOT NULL, mark INTEGER NOT NULL, chunks INTEGER NOT NULL, info TEXT NOT NULL, sketch BLOB NOT NULL
    );
    CREATE INDEX page_state ON page (path, oid, tier);
    CREATE TABLE word (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE, hot INTEGER NOT NULL, cold INTEGER NOT NULL);
    CREATE TABLE total (tier INTEGER PRIMARY KEY, pages INTEGER NOT NULL, chunks INTEGER NOT NULL, length INTEGER NOT NULL);
    CREATE TABLE edge (key TEXT NOT NULL, kind INTEGER NOT NULL, page INTEGER NOT NULL, PRIMARY KEY (key, kind, page)) WITHOUT ROWID;
    CREATE INDEX edge_page ON edge (page);
    CREATE VIRTUAL TABLE gram USING fts5(text, content = '', tokenize = 'trigram');
    CREATE VIRTUAL TABLE hot USING fts5(${columns}, content = '', contentless_delete = 1, ${tokenize});
    CREATE VIRTUAL TABLE cold USING fts5(${columns}, content = '', contentless_delete = 1, ${tokenize});
    INSERT INTO total VALUES (0, 0, 0, 0), (1, 0, 0, 0);
  `);
  joinWhenAsked(database);
  database.prepare("INSERT INTO meta VALUES ('version', ?)").run(fullVersion(version));
}

/** `version` names what the pages' facts are made by. */
export function fullVersion(version: string): string {
  return `${schemaVersion}-${version}`;
}

// Join: when the many lists that FTS5 writes are joined to few.

const tiers: readonly Tier[] = ["hot", "cold"];
/** Of the index, joined by one update: in the long run as much as it writes. */
const joinedPages = 16;

/** Left to itself FTS5 lets lists lie until some update must join many of them, and takes ten times as long as the others. */
function joinWhenAsked(database: Database): void {
  for (const tier of tiers) database.exec(`INSERT INTO ${tier} (${tier}, rank) VALUES ('automerge', 0)`);
}

/** What each update does of it. */
export function joinSome(database: Database, tier: Tier): void {
  database.prepare(`INSERT INTO ${tier} (${tier}, rank) VALUES ('merge', ${joinedPages})`).run();
}

/** One list of all: what a whole index begins with. */
export function joinAll(database: Database): void {
  for (const tier of tiers) database.exec(`INSERT INTO ${tier} (${tier}) VALUES ('optimize')`);
}

// Trouble: which errors are an index that is bad or held, and which are bugs.

/** The index holds what nobody wrote into it. */
export class Damaged extends Error {}

/** Whether it is the index that is in trouble, or the disk below it; anything else is a bug and is thrown on. */
export function troubleOf(error: unknown): string {
  if (!(error instanceof Error)) throw error;
  const code = "code" in error ? String(error.code) : "";
  const isTrouble =
    error instanceof Damaged || error instanceof SyntaxError || code.startsWith("SQLITE") || errnoOf(error) !== null;
  if (!isTrouble) throw error;
  if (isLocked(error)) return "somebody held its lock too long";
  return error.message;
}

/** Whether SQLite gave up waiting for somebody else. */
export function isLocked(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED");
}

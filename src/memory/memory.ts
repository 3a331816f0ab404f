/** Memory: one open memory repository: its page table, kept in step with the files, and the services that reach it. */

import { type Clock, dayMs, type Oid, type PagePath, type Zone } from "../base/ids.js";
import { openShelf, rememberRecent } from "../base/memo-cache.js";
import { type Failure, getOrMake, type Outcome, ok } from "../base/result.js";
import { textIn } from "../base/text.js";
import type { Checkout } from "../git/checkout.js";
import type { Blob, FileState, History } from "../git/history.js";
import type { WriterQueue } from "../git/queue.js";
import type { SessionPages } from "../git/refs/session.js";
import type { Removals } from "../git/removals.js";
import { findFences } from "../page/frontmatter/scan.js";
import type { Finding, FindingCode, PageType } from "../page/page.js";
import type { Config } from "./config.js";
import type { OriginCache, Sealed } from "./disk/facts-cache.js";
import type { Listed, PageStore, ReadPage } from "./disk/read.js";
import { type CachedFile, type FactsCache, factsOf, type TokenCache } from "./facts.js";
import type { LabelRecord } from "./label-record.js";
import type { BodyItem, OriginLabels } from "./labels.js";
import { isPageFile, type Profile, profileOf, ruleFor } from "./profile.js";
import type { Holder } from "./service.js";
import { buildTable, noLabels, type PageEntry, type PageTable, updateTable } from "./table.js";

/** What stands behind one memory repository. */
export interface MemoryParts extends Holder {
  readonly root: string;
  readonly config: Config;
  readonly configFindings: readonly Finding[];
  readonly store: PageStore;
  readonly history: History;
  readonly queue: WriterQueue;
  readonly cache: FactsCache;
  readonly tokens: TokenCache;
  /** Names the commit and the files that were found to be alike last; absent, each decision compares them. */
  readonly compared?: Sealed;
  readonly clock: Clock;
  /** The agent whose harness runs this process; absent, a person does. */
  readonly actor?: string;
  readonly origins: OriginCache;
  readonly labelRecord: LabelRecord;
  readonly departures: Removals;
  /** Absent, nothing is said of remotes and of marks in the index. */
  readonly checkout?: Checkout;
  /** The clocks of this place, by which days are named. */
  readonly zone: Zone;
  /** Absent, sessions keep no pages of their own here. */
  readonly sessionPages?: SessionPages;
  /**
   * The pages that a session keeps to itself, in step with the disk; null where there is nothing to open: none to be read, or an
   * id that no session can have. One store a session, however often it is asked for; it ends with this memory.
   */
  readonly openSession?: (session: string, how: "read" | "write") => Promise<Outcome<Memory | null>>;
  /** The session that alone sees and writes these pages, whatever their frontmatter says; absent, they are the memory's own. */
  readonly session?: string;
  /** The memory beside which a session's own pages stand; absent for a memory itself. */
  readonly lasting?: Memory;
}

export interface Memory extends MemoryParts {
  /** Replaced, never patched from outside: `refresh` and `reread` keep it true to the disk. */
  table: PageTable;
  /** Remarks of the configuration and of the folder walk; those of the pages are in the table. */
  outside: readonly Finding[];
  readonly files: Map<PagePath, CachedFile>;
  /** Which texts are strangers' and not approved; `refreshLabels` keeps it true to HEAD. */
  labels: OriginLabels;
  /** Why the derived index could not be used, when it was there and could not, and what became of it. */
  indexDamaged: { readonly says: string; readonly hint: string } | null;
}

/** Reads what changed since the derived index was written, and writes the index when anything did. Never blocked by a bad file. */
export function openMemory(parts: MemoryParts): Outcome<Memory> {
  const cached = parts.cache.load();
  const memory: Memory = {
    ...parts,
    table: buildTable([], parts.config),
    outside: parts.configFindings,
    files: new Map(cached.records),
    labels: noLabels,
    indexDamaged: cached.damaged === null ? null : { says: cached.damaged, hint: madeAnew },
  };
  const looked = lookAgain(memory);
  if (!looked.ok) return looked;
  memory.table = buildTable(memory.files.values(), memory.config);
  return ok(memory);
}

const madeAnew = "It was made anew from the files and nothing is lost; check the disk if it happens again.";

/** Brings the table in step with every file on disk. Most looks find nothing new, and a table that is the same one tells everybody so. */
export function refresh(memory: Memory): Outcome<void> {
  const looked = lookAgain(memory);
  if (!looked.ok) return looked;
  const { changed, isGone } = looked.value;
  if (changed.length === 0 && !isGone) return ok(undefined);
  memory.table = (isGone ? null : patched(memory, changed)) ?? buildTable(memory.files.values(), memory.config);
  return ok(undefined);
}

/** A page file that says something else, and what it was; null where it was not there. */
interface Change {
  readonly was: CachedFile | null;
  readonly is: CachedFile;
}

/** The table with a few files replaced, as another object, for whoever asks by it whether anything has changed; null where one touches others. */
function patched({ table, config }: Memory, changes: readonly Change[]): PageTable | null {
  if (changes.length > patchesMax || !changes.every(({ was, is }) => updateTable(table, was, is, config) !== null))
    return null;
  return { ...table };
}

const patchesMax = 64;

/** Brings the files in step; tells which of them say something else, and whether one went. */
function lookAgain(memory: Memory): Outcome<{ readonly changed: readonly Change[]; readonly isGone: boolean }> {
  const listing = memory.store.list((path) => memory.files.get(path) ?? false);
  if (!listing.ok) return listing;
  const stale: PagePath[] = [];
  let known = 0;
  for (const listed of listing.value.files) {
    const file = memory.files.get(listed.path);
    if (file === undefined ? isPageFile(listed.path) : !isUnchanged(file, listed)) stale.push(listed.path);
    if (file !== undefined) known += 1;
  }
  const changed: CachedFile[] = [];
  const unread: Finding[] = [];
  /** Those that do not stand there, or cannot be read. */
  const unseen = new Set<PagePath>();
  let unkept = 0;
  let keptTo = 0;
  memory.store.readEach(stale, (path, read) => {
    const file = fileFrom(memory, path, read, unread);
    if (file === null) {
      unseen.add(path);
      return;
    }
    changed.push(file);
    unkept += file.stamp.size + fileWork;
    if (unkept < unkeptMax) return;
    // A run over many new files may be stopped: the next one goes on from here.
    memory.cache.appendChanges(changed.slice(keptTo), []);
    keptTo = changed.length;
    unkept = 0;
  });
  if (known < memory.files.size) {
    const there = new Set(listing.value.files.map(({ path }) => path));
    for (const path of memory.files.keys()) if (!there.has(path)) unseen.add(path);
  }
  const removed = unseen.size === 0 ? [] : [...memory.files.keys()].filter((path) => unseen.has(path));
  const changes = changed
    .map((is): Change => ({ was: memory.files.get(is.path) ?? null, is }))
    .filter(({ was, is }) => was?.oid !== is.oid);
  for (const path of removed) memory.files.delete(path);
  for (const file of changed) memory.files.set(file.path, file);
  persist(memory, changed, removed, keptTo);
  memory.outside = [...memory.configFindings, ...listing.value.findings, ...unread];
  return ok({ changed: changes, isGone: removed.length > 0 });
}

/** In bytes that were parsed; each file costs as much as some more of them. */
const unkeptMax = 1 << 20;
const fileWork = 2_048;

/**
 * Brings the table in step with a few files, without looking at the others. Fails where one could not be read: its page is out of
 * the table then, and no decision may take that for its end.
 */
export function reread(memory: Memory, paths: readonly PagePath[]): Outcome<void> {
  const unread: Finding[] = [];
  let failed: Outcome<void> = ok(undefined);
  const changed: Change[] = [];
  const removed: PagePath[] = [];
  for (const path of paths) {
    const was = memory.files.get(path) ?? null;
    const read = memory.store.read(path);
    if (!read.ok && read.error.code === "io_failed") failed = read;
    const file = fileFrom(memory, path, read, unread);
    if (file === null) {
      if (memory.files.delete(path)) removed.push(path);
      continue;
    }
    memory.files.set(path, file);
    changed.push({ was, is: file });
  }
  memory.cache.appendChanges(
    changed.map(({ is }) => is),
    removed,
  );
  const isReread = ({ code, path }: Finding): boolean => code === "read_failed" && paths.some((one) => one === path);
  memory.outside = [...memory.outside.filter((finding) => !isReread(finding)), ...unread];
  const isWhole = changed.length === paths.length;
  memory.table = (isWhole ? patched(memory, changed) : null) ?? buildTable(memory.files.values(), memory.config);
  return failed;
}

/** null when the file is gone or cannot be read; the second is a finding. */
function fileFrom(
  memory: Memory,
  path: PagePath,
  read: Outcome<ReadPage | null>,
  unread: Finding[],
): CachedFile | null {
  if (!read.ok) {
    const { says, hint } = read.error;
    unread.push({ code: findingCode(read.error), severity: "error", path, line: 0, says, hint });
    return null;
  }
  if (read.value === null) return null;
  const { blob, stamp, settled } = read.value;
  const known = memory.files.get(path);
  const data = known?.oid === blob.oid ? known.data : factsOf(path, blob.bytes, profileOf(memory.config.profile));
  return { path, stamp, settled, oid: blob.oid, data };
}

/** A file that the store refuses says why in the words of findings; anything else is a failed read. */
function findingCode(failure: Failure): FindingCode {
  const refused = failure.code === "denied" ? failure.reason : null;
  return refused === "page_too_large" || refused === "not_a_regular_file" ? refused : "read_failed";
}

/** A few changes are appended; a first read, or a change of most files, is written whole. The first `keptTo` of them are written. */
function persist(memory: Memory, changed: readonly CachedFile[], removed: readonly PagePath[], keptTo: number): void {
  if (changed.length - keptTo + removed.length === 0) return;
  const isWhole = changed.length * 4 > memory.files.size;
  const kept = isWhole
    ? memory.cache.save([...memory.files.values()])
    : memory.cache.appendChanges(changed.slice(keptTo), removed);
  if (memory.indexDamaged === null) return;
  memory.indexDamaged = { says: memory.indexDamaged.says, hint: kept.ok ? madeAnew : kept.error.hint };
}

// Kind: what a file is for, told by its place, by its profile and by the type its frontmatter names; its words are never looked at.

export type FileKind = "instructions" | "memory" | "log" | "skill" | "documentation" | "template" | "other";

/** What a page is by its own frontmatter; a place can only say less. */
const kindOfType: Readonly<Record<PageType, FileKind>> = {
  bootstrap_policy: "instructions",
  constraint: "instructions",
  plan: "memory",
  preference: "memory",
  decision: "memory",
  procedure: "memory",
  evidence: "log",
  conversation_segment: "log",
};

const skillFolders: ReadonlySet<string> = new Set(["skills"]);
const templateFolders: ReadonlySet<string> = new Set(["template", "templates", "_templates"]);
const documentFolders: ReadonlySet<string> = new Set(["doc", "docs", "documentation"]);
/** Folders in which each file tells of its day, whoever keeps them. */
const logFolders: ReadonlySet<string> = new Set(
  "daily|daily notes|daily-notes|dailies|journal|journals|log|logs|diary".split("|"),
);
const documentNames: ReadonlySet<string> = new Set(
  "readme license licence licenses notice changelog changes history contributing code_of_conduct security governance authors".split(
    " ",
  ),
);
/** What agents read at their start; one further down belongs to the folder it stands in. */
const instructionNames: ReadonlySet<string> = new Set(["agents", "claude", "gemini", "soul", "identity"]);

/** `type` is what frontmatter says; null where it says none of ours. */
export function kindOf(path: string, profile: Profile, type: PageType | null = null): FileKind {
  const end = path.lastIndexOf("/");
  const folder = folderOf(path.slice(0, Math.max(0, end)));
  const lower = path.slice(end + 1).toLowerCase();
  const name = lower.endsWith(".md") ? lower.slice(0, -3) : lower;
  if (name === "skill" || folder.isOfSkills) return "skill";
  if (isTemplate(name) || folder.isOfTemplates) return "template";
  if (type !== null) return kindOfType[type];
  const rule = ruleFor(profile, path);
  if ("path" in rule.match) return kindByRule(rule.type);
  if (folder.isMemory && !("under" in rule.match && rule.match.under === "")) return kindOfType[rule.type];
  if (dayOf(path) !== null && (folder.isMemory || isDayFirst(name) || folder.isOfLogs)) return "log";
  if (folder.isMemory) return "memory";
  if (documentNames.has(name) || folder.isOfDocuments) return "documentation";
  if (end >= 0 && instructionNames.has(name)) return "documentation";
  return elsewhere[profile.name];
}

/** What holds for all files of one folder: many files lie in few folders. */
const folderOf = rememberRecent(1 << 12, (folder) => {
  const folders = folder.toLowerCase().split("/");
  const isAmong = (names: ReadonlySet<string>): boolean => folders.some((name) => names.has(name));
  return {
    isOfSkills: isAmong(skillFolders),
    isOfTemplates: isAmong(templateFolders),
    isOfLogs: isAmong(logFolders),
    isOfDocuments: isAmong(documentFolders),
    isMemory: folders[0] === "memory" || folders[0] === "archive",
  };
});

/** A file its profile knows by name: what an agent begins with, what it is told to do, or what it keeps. */
function kindByRule(type: PageType): FileKind {
  return type === "procedure" ? "instructions" : kindOfType[type];
}

/** Beside code everything but the memory is about the code; a folder of notes is memory all through; an agent's workspace holds its work too. */
const elsewhere: Readonly<Record<Profile["name"], FileKind>> = {
  openclaw: "other",
  pi: "other",
  "claude-code": "documentation",
  codex: "documentation",
  plain: "memory",
};

function isTemplate(name: string): boolean {
  return name === "template" || /[-_. ]template$/.test(name);
}

function isDayFirst(name: string): boolean {
  return /^\d{4}[-_.]?\d{2}[-_.]?\d{2}(?:\D|$)/.test(name);
}

/**
 * The day a file is of, counted from 1970, by its name or by the folders of year and month it lies in; null where it names none.
 * `2026-11-20-flights.md`, `heartbeat_20261120.md` and `2026/11/20.md` are of one day.
 */
export const dayOf: (path: string) => number | null = rememberRecent(1 << 15, (path) => {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const inName = /(?<!\d)(\d{4})([-_.]?)(\d{2})\2(\d{2})(?!\d)/.exec(name);
  if (inName !== null) return dayNumber(inName[1]!, inName[3]!, inName[4]!);
  const inFolders = /(?:^|\/)(\d{4})\/(\d{2})\/(\d{2})(?!\d)[^/]*$/.exec(path);
  return inFolders === null ? null : dayNumber(inFolders[1]!, inFolders[2]!, inFolders[3]!);
});

/** null for what no calendar holds, and for numbers that are hardly a day. */
function dayNumber(year: string, month: string, day: string): number | null {
  const text = `${year}-${month}-${day}`;
  const at = Date.parse(`${text}T00:00:00Z`);
  if (!Number.isFinite(at) || new Date(at).toISOString().slice(0, 10) !== text) return null;
  const number = at / dayMs;
  return number < 0 ? null : number;
}

// KnownText: what files of a memory say, kept by blob id and shown again without a read while the stamp they were read under stands.

/** A file as it is on disk. */
interface SaidText {
  readonly text: string;
  readonly oid: Oid;
}

/** UTF-16 units a store, which take up to twice as many bytes. */
const charsMax = 1 << 23;

/** The text on disk now, read where nobody knows it; null where it cannot be read. */
export function textNow(memory: Memory, path: PagePath): SaidText | null {
  return standing(memory, path) ?? decoded(memory, memory.store.read(path));
}

/** The same of many, read in one go after those that need no read. */
export function textsNow(
  memory: Memory,
  paths: readonly PagePath[],
  use: (path: PagePath, said: SaidText | null) => void,
): void {
  const unread = paths.filter((path) => {
    const said = standing(memory, path);
    if (said !== null) use(path, said);
    return said === null;
  });
  memory.store.readEach(unread, (path, read) => use(path, decoded(memory, read)));
}

/** A look instead of a read: null where the text was forgotten, or where the file may be another by now. */
function standing({ store, files }: Memory, path: PagePath): SaidText | null {
  const file = files.get(path);
  const text = file === undefined ? undefined : shelfOf(store).find(file.oid);
  if (file === undefined || text === undefined) return null;
  return isUnchanged(file, { path, stamp: store.stampOf(path) }) ? { text, oid: file.oid } : null;
}

function decoded({ store }: Memory, read: Outcome<ReadPage | null>): SaidText | null {
  if (!read.ok || read.value === null) return null;
  const { oid, bytes } = read.value.blob;
  const text = textIn(bytes);
  shelfOf(store).put(oid, text, text.length);
  return { text, oid };
}

const shelves = new WeakMap<PageStore, ReturnType<typeof openShelf<string>>>();

function shelfOf(store: PageStore): ReturnType<typeof openShelf<string>> {
  return getOrMake(shelves, store, () => openShelf(charsMax));
}

// OpenFile: the text of a page's file as the table knows it.

/** The text of one file, read once for all of its pages. */
export interface OpenFile {
  readonly text: string;
  readonly bodyStart: number;
  /** Stretches that no representation shows. */
  readonly hidden?: readonly BodyItem[];
  /** Where the first lines of those entries end that an open conflict keeps beside others. */
  readonly disputed?: readonly number[];
}

export type OpensFile = (memory: Memory, entry: PageEntry) => Outcome<OpenFile | null>;

/** null when the file has gone or changed since the table was built: its offsets and counts are not this text's. */
export function openFile(memory: Memory, entry: PageEntry): Outcome<OpenFile | null> {
  const read = memory.store.read(entry.path);
  if (!read.ok) return read;
  if (read.value === null || read.value.blob.oid !== entry.oid) return ok(null);
  const text = textIn(read.value.blob.bytes);
  return ok({ text, bodyStart: soundBodyStart(text) });
}

/** Where the body of a page of the table begins: its frontmatter was read when it came in, and need not be read to find its end. */
export function soundBodyStart(text: string): number {
  const fences = findFences(text);
  return fences === null || "code" in fences ? 0 : fences.span.end;
}

/** The same for a walk over pages that waits for nothing: a file whose pages stand side by side is read once. */
export function openOnce(): OpensFile {
  let last: { readonly memory: Memory; readonly path: string; readonly file: ReturnType<OpensFile> } | null = null;
  return (memory, entry) => {
    if (last?.memory !== memory || last.path !== entry.path)
      last = { memory, path: entry.path, file: openFile(memory, entry) };
    return last.file;
  };
}

// States: what HEAD, the index and the disk hold for a few paths, read together.

/** In the order of `paths`. */
export async function readStates(
  memory: Memory,
  head: Oid | null,
  paths: readonly PagePath[],
): Promise<Outcome<readonly FileState[]>> {
  const works: (Blob | null)[] = [];
  const bytes = new Map<Oid, Uint8Array>();
  for (const path of paths) {
    const read = memory.store.read(path);
    if (!read.ok) return read;
    const work = read.value?.blob ?? null;
    works.push(work);
    if (work !== null) bytes.set(work.oid, work.bytes);
  }
  // Most files hold what HEAD and the index hold, by their ids.
  const held = (oid: Oid): Uint8Array | null => bytes.get(oid) ?? null;
  const committed = await memory.history.at(head, paths, held);
  if (!committed.ok) return committed;
  const staged = await memory.history.staged(paths, held);
  if (!staged.ok) return staged;
  return ok(
    paths.map((path, at) => ({
      path,
      head: committed.value[at] ?? null,
      index: staged.value[at] ?? null,
      work: works[at] ?? null,
    })),
  );
}

// Unchanged: whether a file is the one that was read, by its stamp alone.

/** Whether the record tells what the listed file holds, so that it need not be read. */
export function isUnchanged(known: CachedFile | undefined, listed: Listed): boolean {
  if (known === undefined) return false;
  const { size, mtimeMs, ctimeMs, inode } = known.stamp;
  const now = listed.stamp;
  if (now === null || !known.settled || size !== now.size || inode !== now.inode) return false;
  return mtimeMs === now.mtimeMs && ctimeMs === now.ctimeMs;
}

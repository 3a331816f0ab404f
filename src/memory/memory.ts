/** Memory: one open memory repository: its page table, kept in step with the files, and the services that reach it. */

import type { Zone } from "../base/clock.js";
import type { Clock } from "../base/clock--clock.js";
import type { PagePath } from "../base/ids.js";
import type { Failure, Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import type { Checkout } from "../git/checkout--checkout.js";
import type { Departures } from "../git/departures--departures.js";
import type { History } from "../git/history.js";
import type { WriterQueue } from "../git/queue--writer-queue.js";
import type { SessionPages } from "../git/refs/session--session-pages.js";
import type { KeptPast } from "../history/verify/views--judged-past.js";
import type { PageSays } from "../night/audit/content--page-says.js";
import type { PageLink } from "../night/audit/pages.js";
import type { Summarizer } from "../night/model--summarizer.js";
import type { SeriesFiles } from "../night/series/files--series-filesx.js";
import type { PageLeaving } from "../night/steps--night-trim.js";
import type { Finding, FindingCode } from "../page/page--finding.js";
import type { TraceLog } from "../prompt/trace/log--trace-log.js";
import type { TurnStates } from "../prompt/trace/turns--turn-states.js";
import type { Search } from "../recall/index/search.js";
import type { Embedding } from "../recall/meaning/vectors--vectors.js";
import type { RecallUses } from "../recall/recall--recall-uses.js";
import type { Sessions } from "../session/sessions--sessions.js";
import type { Staging } from "../session/settle--stagingx.js";
import type { EvidenceBlobs } from "../write/evidence-blobs--evidence-blobs.js";
import type { Config } from "./config.js";
import type { OriginCache } from "./disk/facts-cache--origin-cachex.js";
import type { PageStore, ReadPage } from "./disk/read--page-store.js";
import { factsOf } from "./facts.js";
import type { CachedFile, FactsCache, KeyedCache, TokenCache } from "./facts--facts-cache.js";
import { noLabels, type OriginLabels } from "./labels.js";
import type { LabelRecord } from "./labels--label-record.js";
import { vouches } from "./memory--vouches.js";
import { isPageFile, profileOf } from "./profile.js";
import { buildTable, type PageTable, updateTable } from "./table.js";

/** What stands behind one memory repository. */
export interface Services {
  readonly root: string;
  readonly config: Config;
  readonly configFindings: readonly Finding[];
  readonly store: PageStore;
  readonly history: History;
  readonly queue: WriterQueue;
  readonly cache: FactsCache;
  readonly tokens: TokenCache;
  /** The links in a page's text, by its blob id; absent, every audit reads them from every page. */
  readonly links?: KeyedCache<readonly PageLink[]>;
  /** What lasting pages say, for comparing them; absent, every audit reads them all. */
  readonly says?: KeyedCache<PageSays>;
  /** Since when nights are overdue and what they would ask, by all that a night is planned from; absent, every audit plans one. */
  readonly overdue?: KeyedCache<{ readonly since: string | null; readonly tooLong: readonly PageLeaving[] }>;
  /** The history as it was judged last; absent, every audit judges all of it. */
  readonly past?: KeyedCache<KeptPast>;
  readonly clock: Clock;
  /** The agent whose harness runs this process; absent, a person does. */
  readonly actor?: string;
  readonly traces: TraceLog;
  readonly staging: Staging;
  readonly sessions: Sessions;
  readonly turns: TurnStates;
  /** Absent, the labels are read from the whole history once a process. */
  readonly origins?: OriginCache;
  /** Absent, labels are what the history says and nothing more. */
  readonly labelRecord?: LabelRecord;
  /** Absent, what a process that died in a commit left on disk stays until somebody looks. */
  readonly departures?: Departures;
  /** Absent, nothing is said of remotes and of marks in the index. */
  readonly checkout?: Checkout;
  /** The clocks of this place, by which days are named; absent, days are UTC's. */
  readonly zone?: Zone;
  /** Absent, recall has nothing to ask. */
  readonly search?: Search;
  /** Absent, no model is asked for anything: a night words its statements by itself. */
  readonly summarizer?: Summarizer;
  /** Absent, recall goes by words alone. */
  readonly embedding?: Embedding;
  /** Absent, nobody counts how often archived pages are of use, and none comes back by that. */
  readonly uses?: RecallUses;
  /** Absent, results of tools are not kept: their signatures alone are. */
  readonly evidence?: EvidenceBlobs;
  /** Absent, no series of perception is looked at. */
  readonly series?: SeriesFiles;
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

export interface Memory extends Services {
  /** Replaced, never patched from outside: `refresh` and `reread` keep it true to the disk. */
  table: PageTable;
  /** Remarks of the configuration and of the folder walk; those of the pages are in the table. */
  outside: readonly Finding[];
  readonly files: Map<PagePath, CachedFile>;
  /** Which texts are strangers' and not approved; `flow/history/origins` keeps it true to HEAD. */
  labels: OriginLabels;
  /** Why the derived index could not be used, when it was there and could not. */
  readonly indexDamaged: string | null;
}

/** Reads what changed since the derived index was written, and writes the index when anything did. Never blocked by a bad file. */
export function openMemory(services: Services): Outcome<Memory> {
  const cached = services.cache.load();
  const memory: Memory = {
    ...services,
    table: buildTable([], services.config),
    outside: services.configFindings,
    files: new Map(cached.records),
    labels: noLabels,
    indexDamaged: cached.damaged,
  };
  const looked = lookAgain(memory);
  if (!looked.ok) return looked;
  memory.table = buildTable(memory.files.values(), memory.config);
  return ok(memory);
}

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
  const listing = memory.store.list((path) => memory.files.has(path));
  if (!listing.ok) return listing;
  const stale: PagePath[] = [];
  let known = 0;
  for (const listed of listing.value.files) {
    const file = memory.files.get(listed.path);
    if (file === undefined ? isPageFile(listed.path) : !vouches(file, listed)) stale.push(listed.path);
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
  persist(memory, changed, removed);
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

/** A few changes are appended; a first read, or a change of most files, is written whole. */
function persist(memory: Memory, changed: readonly CachedFile[], removed: readonly PagePath[]): void {
  if (changed.length + removed.length === 0) return;
  if (changed.length * 4 > memory.files.size) memory.cache.save([...memory.files.values()]);
  else memory.cache.appendChanges(changed, removed);
}

/**
 * ReplayTrace: recorded decisions made again from their own records and the pages of their commits, to the byte or to the first difference, and
 * which input was another.
 */

import { blobOid, sumsOf } from "../../base/digest.js";
import type { Oid, PagePath } from "../../base/ids.js";
import { stableJson } from "../../base/json.js";
import { err, getOrMake, type Outcome, ok } from "../../base/result.js";
import { compareText } from "../../base/text.js";
import type { CachedOrigins, OriginCache } from "../../memory/disk/facts-cache.js";
import type { PageStore, ReadPage, Stamp } from "../../memory/disk/read.js";
import { type CachedFile, factsOf, type TokenCache } from "../../memory/facts.js";
import type { Memory } from "../../memory/memory.js";
import { profileOf } from "../../memory/profile.js";
import { buildTable, noLabels } from "../../memory/table.js";
import type { Workspace } from "../../memory/workspace.js";
import type { Fault } from "../../write/fault.js";
import { committedPages, configDigest, decide, recordFor } from "../assemble.js";
import type { HarnessAt } from "../candidates.js";
import { traceLogOf } from "../trace/log.js";
import type { ReplayAnswer, ReplayRow } from "../trace/read.js";
import { type AssemblyRecord, faultsOf, type StoreInput } from "../trace/trace.js";
import { nothingWatched, shares, type Watch, watchTurn } from "../turn/turn.js";

// Replay world: the open stores as they stood when a decision was made: the pages of the commit, and what was not committed then.

interface World {
  readonly workspace: Workspace;
  /** What can be had no more, in sentences; empty where all could be had. */
  readonly gone: readonly string[];
}

/** What one world and the next have in common; nothing of it reaches the disk. */
interface Kept {
  readonly bytes: Map<Oid, Uint8Array>;
  readonly files: Map<string, CachedFile>;
  readonly origins: Map<Memory, OriginCache>;
  readonly tokens: TokenCache;
}

async function worldAt(workspace: Workspace, kept: Kept, stores: readonly StoreInput[]): Promise<Outcome<World>> {
  const memories: Memory[] = [];
  const gone: string[] = [];
  for (const store of stores) {
    const memory = workspace.memories.find(({ config }) => config.store === store.store);
    if (memory === undefined) {
      gone.push(`The store ${store.store} is not open here; name it with --repo.`);
      continue;
    }
    const made = await memoryAt(memory, store, { kept, gone });
    if (!made.ok) return made;
    memories.push(made.value);
  }
  return ok({ workspace: { ...workspace, primary: memories[0] ?? workspace.primary, memories }, gone });
}

async function memoryAt(
  memory: Memory,
  store: StoreInput,
  { kept, gone }: { readonly kept: Kept; readonly gone: string[] },
): Promise<Outcome<Memory>> {
  const committed = await committedPages(memory, store.head);
  // A commit that was collected as garbage is as gone as a file.
  if (!committed.ok) gone.push(`The commit ${store.head} is not to be had: ${committed.error.says}`);
  const wanted = new Map(committed.ok ? committed.value : []);
  for (const { path, oid } of store.uncommitted) {
    if (oid === null) wanted.delete(path);
    else wanted.set(path, oid);
  }
  if (store.uncommittedMore > 0) gone.push(`${store.uncommittedMore} more uncommitted pages than a record lists.`);
  const uncommitted = new Set(store.uncommitted.map(({ path }) => path));
  const read = committed.ok ? await readCommitted(memory, store.head, [...wanted], kept) : ok(undefined);
  if (!read.ok) return read;
  const files = new Map<PagePath, CachedFile>();
  for (const [path, oid] of [...wanted].sort(([a], [b]) => compareText(a, b))) {
    const bytes = kept.bytes.get(oid) ?? (await readElsewhere(memory, path, oid));
    if (bytes === null) {
      const why = uncommitted.has(path) ? "was not committed then, and those bytes are nowhere now" : "is gone";
      gone.push(`${path} (${oid.slice(0, 10)}) ${why}.`);
      continue;
    }
    kept.bytes.set(oid, bytes);
    files.set(path, fileOf(memory, path, { oid, bytes, kept }));
  }
  return ok(frozen(memory, files, { head: store.head, kept }));
}

/** All blobs of the commit that are not known yet, in one go. */
async function readCommitted(
  memory: Memory,
  head: Oid | null,
  wanted: readonly (readonly [PagePath, Oid])[],
  { bytes }: Kept,
): Promise<Outcome<void>> {
  const paths = wanted.filter(([, oid]) => !bytes.has(oid)).map(([path]) => path);
  if (paths.length === 0) return ok(undefined);
  const blobs = await memory.history.at(head, paths);
  if (!blobs.ok) return blobs;
  for (const blob of blobs.value) if (blob !== null) bytes.set(blob.oid, blob.bytes);
  return ok(undefined);
}

/** What was uncommitted may lie on the disk still, or have been committed since: the same name is the same bytes. */
async function readElsewhere(memory: Memory, path: PagePath, oid: Oid): Promise<Uint8Array | null> {
  const onDisk = memory.store.read(path);
  if (onDisk.ok && onDisk.value?.blob.oid === oid) return onDisk.value.blob.bytes;
  const blob = await memory.history.blob(oid);
  return blob.ok ? blob.value : null;
}

const stamp: Stamp = { size: 0, mtimeMs: 0, ctimeMs: 0, inode: 0 };

function fileOf(
  memory: Memory,
  path: PagePath,
  { oid, bytes, kept }: { readonly oid: Oid; readonly bytes: Uint8Array; readonly kept: Kept },
): CachedFile {
  const { profile } = memory.config;
  return getOrMake(kept.files, `${profile}\n${path}\n${oid}`, () => {
    return { path, stamp, settled: true, oid, data: factsOf(path, bytes, profileOf(profile)) };
  });
}

/** The same memory, with nothing of the disk as it is now. */
function frozen(
  memory: Memory,
  files: Map<PagePath, CachedFile>,
  { head, kept }: { readonly head: Oid | null; readonly kept: Kept },
): Memory {
  const origins = getOrMake(kept.origins, memory, rememberedOrigins);
  const { compared: _, history, ...shared } = memory;
  return {
    ...shared,
    store: frozenStore(memory.store.root, files, kept),
    history: {
      engine: history.engine,
      head: async () => ok({ commit: head, ref: null, operation: null }),
      at: (commit, paths) => history.at(commit, paths),
      staged: (paths) => history.staged(paths),
      tree: (commit) => history.tree(commit),
      blob: (oid) => history.blob(oid),
      log: (query) => history.log(query),
      isCut: () => history.isCut(),
      resolve: (revision) => history.resolve(revision),
      record: (plan, options) => history.record(plan, options),
      recordAside: (name, file, note) => history.recordAside(name, file, note),
      close: () => history.close(),
    },
    tokens: kept.tokens,
    origins,
    cache: { ...memory.cache, sums: () => sumsOf(files.values()) },
    files,
    table: buildTable(files.values(), memory.config),
    outside: [],
    labels: noLabels,
    indexDamaged: null,
  };
}

function frozenStore(root: string, files: ReadonlyMap<PagePath, CachedFile>, { bytes }: Kept): PageStore {
  const read = (path: PagePath): Outcome<ReadPage | null> => {
    const oid = files.get(path)?.oid;
    const found = oid === undefined ? undefined : bytes.get(oid);
    if (oid === undefined || found === undefined) return ok(null);
    return ok({ blob: { oid, bytes: found }, stamp, settled: true });
  };
  return {
    root,
    list: () => ok({ files: [...files.keys()].map((path) => ({ path, stamp })), findings: [] }),
    stampOf: () => null,
    read,
    readEach(paths, use) {
      for (const path of paths) use(path, read(path));
    },
    idOf: (bytes) => blobOid(bytes),
    replace: async () =>
      err({
        code: "bug",
        says: "A replay was about to write a page.",
        hint: "Nothing was written; please report it.",
      }),
  };
}

function rememberedOrigins(): OriginCache {
  let last: CachedOrigins | null = null;
  return {
    load: () => last,
    save(known) {
      last = known;
    },
  };
}

/** Counts are made anew: those on the disk were made by whatever made the decision. */
function memoryOnly(): TokenCache {
  const counts = new Map<string, ReturnType<TokenCache["get"]>>();
  return {
    get: (key) => counts.get(key),
    put: (key, tokens) => void counts.set(key, tokens),
    flush: () => undefined,
  };
}

/** Stops at the first difference. What cannot be had any more is named, and the next turn is tried. */
export async function replayTrace(
  workspace: Workspace,
  query: { readonly trace: string } | { readonly session: string },
): Promise<Outcome<ReplayAnswer>> {
  const found = "trace" in query ? recordNamed(workspace, query.trace) : turnsOf(workspace, query.session);
  if (!found.ok) return found;
  const { records, damaged } = found.value;
  const notes = [...damaged];
  const replayed: ReplayRow[] = [];
  const kept: Kept = { bytes: new Map(), files: new Map(), origins: new Map(), tokens: memoryOnly() };
  let chain: Chain = { last: null, watch: null };
  for (const record of records) {
    const watch = watchBefore(record, chain);
    if (watch === null && chain.watch !== null) notes.push(unchained(record, chain));
    else if (watch === null && chain.last === null && record.live !== null) notes.push(unchained(record, chain));
    const again = await replayOne(workspace, kept, record, watch);
    if (!again.ok) return again;
    const { row, changed } = again.value;
    replayed.push(row);
    for (const says of changed) if (!notes.includes(says)) notes.push(says);
    if (row.outcome === "differs") break;
    chain = { last: record, watch: again.value.watch };
  }
  return ok({
    session: "session" in query ? query.session : (records[0]?.inputs.session ?? null),
    replayed,
    divergence: replayed.find((row) => row.outcome === "differs") ?? null,
    equal: replayed.filter((row) => row.outcome === "equal").length,
    notes,
  });
}

interface Chain {
  readonly last: AssemblyRecord | null;
  /** The working set behind `last`; null where it is not known. */
  readonly watch: Watch | null;
}

interface Found {
  readonly records: readonly AssemblyRecord[];
  readonly damaged: readonly string[];
}

function recordNamed(workspace: Workspace, id: string): Outcome<Found> {
  const record = traceLogOf(workspace.primary).find(id);
  if (record?.kind === "assemble") return ok({ records: [record], damaged: [] });
  const says = record === null ? `There is no trace “${id}”.` : `The trace “${id}” is a boundary, and no decision.`;
  return err({ code: "usage", says, hint: "List recent ones with: pagefile trace; old ones are rotated away." });
}

function turnsOf(workspace: Workspace, session: string): Outcome<Found> {
  const isTurn = (live: AssemblyRecord["live"], of: string | null): boolean => live !== null && of === session;
  const { records, damaged } = traceLogOf(workspace.primary).recent(
    Number.MAX_SAFE_INTEGER,
    (record) => record.kind === "assemble" && isTurn(record.live, record.inputs.session),
  );
  const turns = new Map<number, AssemblyRecord>();
  for (const record of records)
    if (record.kind === "assemble" && record.live !== null) turns.set(record.live.order, record);
  if (turns.size === 0) {
    const says = `No turn of session ${session} is recorded.`;
    return err({ code: "usage", says, hint: "Turns are recorded by: pagefile turn --session ID --turn N" });
  }
  const sorted = [...turns].sort(([a], [b]) => a - b).map(([, record]) => record);
  return ok({ records: sorted, damaged: damaged.map((fault) => fault.says) });
}

function watchBefore({ live }: AssemblyRecord, { last, watch }: Chain): Watch | null {
  if (live === null) return null;
  if (live.after === null) return nothingWatched;
  return live.after === last?.trace ? watch : null;
}

function unchained({ live }: AssemblyRecord, { last }: Chain): string {
  const before = last === null ? "The turn before" : `What comes between ${last.trace} and`;
  return `${before} turn ${live?.turn} is not at hand: faults of the working set are not compared from there on.`;
}

interface Again {
  readonly row: ReplayRow;
  readonly watch: Watch | null;
  /** Inputs that are not what they were although the decision came out the same. */
  readonly changed: readonly string[];
}

async function replayOne(
  workspace: Workspace,
  kept: Kept,
  record: AssemblyRecord,
  watch: Watch | null,
): Promise<Outcome<Again>> {
  const { live, inputs } = record;
  const name = { trace: record.trace, turn: live?.turn ?? null };
  const world = await worldAt(workspace, kept, inputs.stores);
  if (!world.ok) return world;
  const { gone } = world.value;
  if (gone.length > 0) {
    const differences = gone.map((says) => ({ what: "pages", says }));
    return ok({ row: { ...name, outcome: "not_reproducible", differences }, watch: null, changed: [] });
  }
  const decided = await decide(world.value.workspace, {
    budget: record.budget,
    demands: record.demands.map(({ id, fidelity }) => ({ page: id, fidelity })),
    session: inputs.session,
    audience: inputs.audience,
    tokenizer: record.tokenizer,
    ...(live === null ? {} : { recency: shares(live.recency) }),
    ...(inputs.harness === undefined ? {} : { harness: inputs.harness as HarnessAt }),
  });
  if (!decided.ok) {
    const differences = [...configChanges(workspace, record), { what: "decision", says: decided.error.says }];
    return ok({ row: { ...name, outcome: "differs", differences }, watch: null, changed: [] });
  }
  const lost = live?.events.some((event) => event.loses) ?? false;
  const tools = live?.tools ?? [];
  const watched = watch === null ? null : watchTurn(watch, { tools, lost, decision: decided.value });
  const faults = [...decided.value.faults, ...(watched?.faults ?? [])];
  const now = recordFor(world.value.workspace, decided.value, {
    faults,
    live:
      live === null || watched === null
        ? live
        : { ...live, hits: watched.watch.hits, sightings: watched.watch.sightings },
  });
  const compared: Compared = compareRecords(record, now, { watched: watched !== null });
  const causes = [...configChanges(workspace, record), ...compared.causes];
  const isEqual = compared.effects.length === 0;
  return ok({
    row: {
      ...name,
      outcome: isEqual ? "equal" : "differs",
      differences: isEqual ? [] : [...causes, ...compared.effects],
    },
    watch: watched?.watch ?? null,
    changed: isEqual ? causes.map(({ says }) => `${says} The decisions came out the same so far.`) : [],
  });
}

function configChanges({ memories }: Workspace, { inputs }: AssemblyRecord): ReplayRow["differences"] {
  return [...inputs.stores]
    .sort((a, b) => compareText(a.store, b.store))
    .filter((store) =>
      memories.some(({ config }) => config.store === store.store && configDigest(config) !== store.config),
    )
    .map(({ store }) => ({ what: "configuration", says: `pagefile.yaml of store ${store} is not what it was.` }));
}

// Replay compare: a decision as it was recorded beside the same one made again: what came out otherwise, and which input was another.

type Difference = ReplayRow["differences"][number];

interface Compared {
  readonly causes: readonly Difference[];
  /** Empty where every byte of the text and every line of the decision is the same. */
  readonly effects: readonly Difference[];
}

/** `watched`: whether the working set before the turn is known, so that its faults can be told again. */
function compareRecords(
  was: AssemblyRecord,
  is: AssemblyRecord,
  { watched }: { readonly watched: boolean },
): Compared {
  const effects: Difference[] = [];
  const pages = pagesThatDiffer(was, is);
  if (pages.length > 0) effects.push({ what: "decision", says: pages.join(" ") });
  else if (stableJson([was.omitted, was.omittedMore]) !== stableJson([is.omitted, is.omittedMore]))
    effects.push({ what: "decision", says: "Pages that were left out are left out for other reasons." });
  if (was.used !== is.used) effects.push({ what: "tokens", says: `${was.used} tokens then, ${is.used} now.` });
  if (was.text !== is.text) effects.push({ what: "text", says: `The prompt was ${was.text}, and is ${is.text}.` });
  if (stableJson(was.upgrades) !== stableJson(is.upgrades))
    effects.push({ what: "upgrades", says: "Other upgrades were taken or refused." });
  const [before, after] = [comparedOf(was, watched), comparedOf(is, watched)];
  if (stableJson(before) !== stableJson(after))
    effects.push({ what: "faults", says: `${named(before)} then, ${named(after)} now.` });
  if (watched && (was.live?.hits !== is.live?.hits || was.live?.sightings !== is.live?.sightings))
    effects.push({ what: "session", says: "The session's hits and faults do not add up to what was recorded." });
  return { causes: causesOf(was, is), effects };
}

function causesOf(was: AssemblyRecord, is: AssemblyRecord): readonly Difference[] {
  const causes: Difference[] = [];
  const [then, now] = [was.inputs, is.inputs];
  if (then.policy !== now.policy)
    causes.push({ what: "weights", says: `The policy ${was.policy} has other weights or rules than it had.` });
  if (then.pages !== now.pages)
    causes.push({ what: "pages", says: "What selection is told of the same files is not what it was told then." });
  else if (then.prices !== now.prices)
    causes.push({ what: "tokenizer", says: `${was.tokenizer} counts the same pages otherwise than it did.` });
  return causes;
}

const shownMax = 5;

/** Page by page, by id; the first few. */
function pagesThatDiffer(was: AssemblyRecord, is: AssemblyRecord): readonly string[] {
  const place = ({ selected }: AssemblyRecord): Map<string, string> =>
    new Map(selected.map(({ id, fidelity, tokens, reason }) => [id, `${fidelity}, ${tokens} tokens, ${reason}`]));
  const [then, now] = [place(was), place(is)];
  const ids = [...new Set([...then.keys(), ...now.keys()])].filter((id) => then.get(id) !== now.get(id));
  const says = ids
    .sort(compareText)
    .slice(0, shownMax)
    .map((id) => `${id} was ${then.get(id) ?? "out"}, and is ${now.get(id) ?? "out"}.`);
  return ids.length > shownMax ? [...says, `${ids.length - shownMax} more differ.`] : says;
}

/** What a folder walk or a damaged sidecar showed on that day is no part of a decision. */
const ofTheDay: readonly Fault["kind"][] = ["page_unreadable", "sidecar_corrupt"];
const ofTheWatch: readonly Fault["kind"][] = [
  "refetch",
  "duplicate_tool_signature",
  "duplicate_signature_alert",
  "post_compaction_bootstrap_loss",
];

function comparedOf(record: AssemblyRecord, watched: boolean): readonly Fault[] {
  return faultsOf(record).filter(({ kind }) => !ofTheDay.includes(kind) && (watched || !ofTheWatch.includes(kind)));
}

function named(faults: readonly Fault[]): string {
  return faults.length === 0 ? "no fault" : faults.map(({ kind, page }) => `${kind} of ${page}`).join(", ");
}

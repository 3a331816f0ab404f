/**
 * Flow: what a pure decision may read of HEAD and of the disk, fetched until it asks for no more, with the labels of origin brought in step. A patch
 * goes to one open store.
 */

import type { Instant, Oid, PagePath } from "../base/ids.js";
import { allOf, type Outcome, ok, push } from "../base/result.js";
import { textIn } from "../base/text.js";
import type { FileState, LoggedCommit } from "../git/history.js";
import type { CachedOrigins } from "../memory/disk/facts-cache.js";
import { beyond, emptySum, joined, labelLines, labelsFrom, type OriginSum, sumWith } from "../memory/labels.js";
import { type Memory, readStates, reread } from "../memory/memory.js";
import { isPageFile } from "../memory/profile.js";
import type { PageTable } from "../memory/table.js";
import { entryNamed, locate, type Stores } from "../memory/workspace.js";
import type { Origin } from "../page/page.js";
import type { Refusal } from "../rules/refusal.js";
import { guardProvenance, type ValidationInput } from "./change.js";
import type { Base } from "./commit/plan.js";
import { type Misspelled, whyUnresolved } from "./evidence.js";
import type { Patch } from "./patch.js";

// Origins: a memory's origin labels brought in step with its history, by the commits that came since the last look.

/** Each memory's sum in this process, and the commits that the cache on disk, which serves the next one, is behind it. */
const known = new WeakMap<Memory, Sum>();

interface Sum extends CachedOrigins {
  readonly behind: number;
  /** What is on record beside the history. */
  readonly noted: OriginSum;
  /** Of commits of which some are missing: worth nothing once they are there, and not written down. */
  readonly isCut: boolean;
}

/** Commits that say nothing of origins are read again by the next process sooner than they are written down one by one in this one. */
const behindMax = 16;

/** Sets `memory.labels` to what all ancestors of `head` say; null on an unborn branch. */
export async function refreshLabels(memory: Memory, head: Oid | null): Promise<Outcome<void>> {
  if (head === null) return ok(undefined);
  const asked = allOf([memory.history.isCut(), memory.labelRecord.read()]);
  if (!asked.ok) return asked;
  const [isCut, noted] = asked.value;
  const before = known.get(memory);
  const mine = before?.isCut === isCut ? before : undefined;
  const last = mine ?? (isCut ? null : memory.origins.load());
  if (last !== null && last.head === head) {
    if (mine?.noted !== noted) keep(memory, { ...last, behind: mine?.behind ?? 0, noted, isCut });
    return ok(undefined);
  }
  const recent = last === null ? ok(null) : await commitsSince(memory, head, last.head);
  if (!recent.ok) return recent;
  const all = { paths: [], limit: commitsMax, from: head, every: true } as const;
  const whole = recent.value === null ? await memory.history.log(all) : recent;
  if (!whole.ok) return whole;
  const from = recent.value === null || last === null ? null : last.sum;
  const grown = sumWith(
    from,
    (whole.value ?? []).map((commit) => commit.message),
  );
  const sum = from !== null && isSame(grown, from) ? from : grown;
  const behind = (mine?.behind ?? behindMax) + (recent.value?.length ?? behindMax);
  const isSaved = !isCut && (behind >= behindMax || sum !== from);
  keep(memory, { head, sum, behind: isSaved ? 0 : behind, noted, isCut });
  if (isSaved) memory.origins.save({ head, sum });
  return ok(undefined);
}

/** Sums only grow. */
function isSame(these: OriginSum, those: OriginSum): boolean {
  return these.labels.length === those.labels.length && these.approved.length === those.approved.length;
}

function keep(memory: Memory, now: Sum): void {
  const before = known.get(memory);
  if (before?.sum !== now.sum || before.noted !== now.noted || before.isCut !== now.isCut) {
    memory.labels = labelsFrom(joined(now.sum, now.noted), now.isCut);
    // Another clone's labels are on record from now on. Where that cannot be written, the history is read again next time.
    memory.labelRecord.add(beyond(now.sum, now.noted));
  }
  known.set(memory, now);
}

/** Before anything of a commit is written: whatever becomes of it or of its message, its texts keep their labels here. */
export function noteLabels(memory: Memory, message: string): Outcome<void> {
  return memory.labelRecord.add(sumWith(null, [message]));
}

/** Lines for the next commit's trailers: labels on record that the history has lost, so that other clones know them again. */
export function lostLabels(memory: Memory): readonly string[] {
  const lost = lostIn(memory).labels.slice(0, restatedMax);
  const pages = new Map<string, string[]>();
  for (const [item, origin, page] of lost) push(pages, `${origin} ${page}`, item);
  return [...pages].flatMap(([key, items]) => {
    const [origin, page = "-"] = key.split(" ");
    return labelLines(origin as Origin, page, items);
  });
}

/** A message is read by people too. */
const restatedMax = 240;

/** Of texts that nobody approved, as of the last look. */
export function lostIn(memory: Memory): OriginSum {
  const sum = known.get(memory);
  if (sum === undefined || sum.isCut) return emptySum;
  const { labels } = beyond(sum.noted, sum.sum);
  return { labels: labels.filter(([item]) => memory.labels.untrusted(item) !== null), approved: [] };
}

/** Enough for what one boundary adds; beyond it, and across a merge, the whole history is read. */
const recentMax = 64;

/** The commits between the two where they form a line; null where they do not, because an older date hides nothing there. */
async function commitsSince(memory: Memory, head: Oid, since: Oid): Promise<Outcome<readonly LoggedCommit[] | null>> {
  const logged = await memory.history.log({ paths: [], limit: recentMax, from: head, above: since, every: true });
  if (!logged.ok) return logged;
  const line: LoggedCommit[] = [];
  let at: Oid | null = head;
  for (const commit of logged.value) {
    if (at === since) return ok(line);
    if (commit.oid !== at || commit.parents.length > 1) return ok(null);
    line.push(commit);
    at = commit.parents[0] ?? null;
  }
  return ok(at === since ? line : null);
}

/** The most that git reads as a number. */
const commitsMax = 2_147_483_647;

/**
 * What speaks against the evidence of a patch that is not to be committed yet. A page that it names may be made by another one that
 * waits, and is looked for when both are committed.
 */
export async function danglingIn(memory: Memory, patch: Patch): Promise<Outcome<Refusal | null>> {
  const evidence = patch.evidence.filter((one) => !one.startsWith("page:"));
  const looked = new Map<string, Misspelled | null>();
  for (const one of evidence) {
    const missing = await whyUnresolved(memory, one);
    if (!missing.ok) return missing;
    looked.set(one, missing.value);
  }
  const unresolved = (one: string): Misspelled | null => looked.get(one) ?? null;
  return ok(guardProvenance({ ...patch, evidence }, { table: memory.table, unresolved }));
}

export interface BasedDecision<T> extends Required<DecisionBasis> {
  readonly decided: T;
}

/** What a decision was made on: the commit, the time, and what the files held where they need not be read again. */
export interface DecisionBasis {
  readonly head: Oid | null;
  readonly now: Instant;
  readonly states?: ReadonlyMap<string, FileState>;
}

/**
 * `decide` is called again whenever it asked for a path that had not been read or for evidence not looked up, and on a table that was brought in step with a file
 * that turned out to be another than the table knew. `head` is the commit that everything is read at. What `before` stood on is
 * taken again while HEAD is what it was: the same decision then makes the same texts at the same time, and no file is read or
 * parsed twice. A file that was edited since is found by whoever writes it.
 */
export async function decideOnHead<T>(
  memory: Memory,
  head: Oid | null,
  decide: (ground: ValidationInput, base: Base) => T,
  before: DecisionBasis | null = null,
): Promise<Outcome<BasedDecision<T>>> {
  const labeled = await refreshLabels(memory, head);
  if (!labeled.ok) return labeled;
  const again = before?.head === head ? before : null;
  const states = new Map<string, FileState>(again?.states);
  const now = again?.now ?? memory.clock.now();
  const looked = new Map<string, Misspelled | null>();
  const shared = new Map<PagePath, boolean>();
  for (;;) {
    const { table, config, labels, session } = memory;
    const whose = session === undefined ? {} : { session };
    const wanted = new Set<PagePath>();
    const named = new Set<string>();
    const counted = new Set<PagePath>();
    const unresolved = asking<string, Misspelled | null>(looked, named, null);
    const sharesVersion = asking(shared, counted, false);
    const seen = watching(states, wanted);
    const committed = (path: PagePath): string | null => {
      const state = seen.get(path);
      return state?.head == null ? null : textIn(state.head.bytes);
    };
    const decided = decide(
      { table, config, now, committed, labels, unresolved, sharesVersion, ...whose },
      { commit: head, states: seen, config, now },
    );
    if (wanted.size + named.size + counted.size === 0) return ok({ decided, head, states, now });
    for (const evidence of named) {
      const missing = await whyUnresolved(memory, evidence);
      if (!missing.ok) return missing;
      looked.set(evidence, missing.value);
    }
    for (const path of counted) {
      const isShared = await versionShared(memory, head, path);
      if (!isShared.ok) return isShared;
      shared.set(path, isShared.value);
    }
    if (wanted.size === 0) continue;
    const read = await readStates(memory, head, [...wanted]);
    if (!read.ok) return read;
    for (const state of read.value) states.set(state.path, state);
    const news = read.value
      .filter((state) => isPageFile(state.path) && isNews(memory, state))
      .map((state) => state.path);
    // The table stays the object it is where the disk says nothing new: what was decided by it need not be decided again.
    const known = news.length === 0 ? ok(undefined) : reread(memory, news);
    if (!known.ok) return known;
  }
}

/** Whether the file as its last commit found it had the `version` that this commit left. */
async function versionShared(memory: Memory, head: Oid | null, path: PagePath): Promise<Outcome<boolean>> {
  if (head === null) return ok(false);
  const logged = await memory.history.log({ paths: [path], limit: 2, from: head });
  if (!logged.ok) return logged;
  const { readValue } = await import("./entry/keys.js");
  const versions: unknown[] = [];
  for (const { oid } of logged.value) {
    const blobs = await memory.history.at(oid, [path]);
    if (!blobs.ok) return blobs;
    const bytes = blobs.value[0]?.bytes;
    const version = bytes === undefined ? null : readValue(path, textIn(bytes), ["version"]);
    versions.push(version?.ok === true ? version.value : null);
  }
  return ok(versions.length === 2 && typeof versions[0] === "number" && versions[0] === versions[1]);
}

/** The disk has moved on since the table was built: another process, or an editor. */
function isNews(memory: Memory, state: FileState): boolean {
  return (memory.files.get(state.path)?.oid ?? null) !== (state.work?.oid ?? null);
}

/** What is known of a name; what is not yet is noted, and `until` then it is this. */
function asking<K, V>(known: ReadonlyMap<K, V>, wanted: Set<K>, until: V): (name: K) => V {
  return (name) => {
    if (!known.has(name)) wanted.add(name);
    return known.get(name) ?? until;
  };
}

/** A map that notes what it was asked for and does not have. */
function watching(states: ReadonlyMap<string, FileState>, wanted: Set<PagePath>): ReadonlyMap<string, FileState> {
  const copy = new Map(states);
  const get = copy.get.bind(copy);
  copy.get = (path) => {
    const state = get(path);
    if (state === undefined) wanted.add(path as PagePath);
    return state;
  };
  return copy;
}

interface ForStore {
  readonly memory: Memory;
  readonly asked: Patch;
  /** The same by a later table: the file that the patch names by its path may have another id there. */
  readonly askedBy: (table: PageTable) => Patch;
}

/** The one store a patch is for, and the patch in that store's own names. */
export function storeFor(workspace: Stores, asked: Patch): Outcome<ForStore> {
  if (asked.op === "create") {
    const whose = asked.scope === "session" ? (asked.session ?? undefined) : undefined;
    const memory =
      workspace.memories.find(({ config, session }) => config.scope === asked.scope && session === whose) ??
      workspace.primary;
    return ok({ memory, asked, askedBy: () => asked });
  }
  const located = locate(workspace, asked.page, asked.op === "restore" ? "cold" : undefined);
  if (!located.ok) return located;
  const { memory, entry } = located.value;
  const name = entry.tier === "cold" ? entry.path : asked.page;
  const byTable = (table: PageTable): Patch => ({
    ...asked,
    page: entryNamed(memory, table, name)?.id ?? entry.id,
  });
  return ok({ memory, asked: { ...asked, page: entry.id }, askedBy: byTable });
}

/**
 * Blame: which commit put each entry of a page there, and on what grounds. Entries are followed by digest through both sides of merges and from
 * file to file, so that a moved or re-wrapped entry keeps its commit.
 */

import type { Instant, Oid, PageId, PagePath } from "../base/ids.js";
import { lineAt } from "../base/lines.js";
import { rememberByKey } from "../base/memo-cache.js";
import { type Outcome, ok } from "../base/result.js";
import { textIn } from "../base/text.js";
import type { LoggedCommit } from "../git/history.js";
import type { Memory } from "../memory/memory.js";
import { isPageFile } from "../memory/profile.js";
import { locate, type Workspace } from "../memory/workspace.js";
import { bodyStartOf, type Entry, outline } from "../page/markdown/outline.js";
import { digestsOf } from "../write/entry/entries.js";
import { changedBetween, type LogRow, rowOf } from "./log.js";

/** The commit in which an entry is first found, and how it came from there to where it is. */
interface EntryOrigin {
  readonly row: LogRow;
  /** Later ones first. */
  readonly moved: readonly { readonly commit: Oid; readonly from: PagePath }[];
  /** Nothing that is here comes before the commit. */
  readonly isFirst: boolean;
}

const commitsMax = 10_000;

interface Trail {
  readonly path: PagePath;
  readonly from: Oid;
  readonly wanted: ReadonlySet<string>;
  readonly moved: EntryOrigin["moved"];
}

/** For each digest that HEAD's history of the file accounts for. */
async function blameEntries(
  memory: Memory,
  path: PagePath,
  wanted: ReadonlySet<string>,
): Promise<Outcome<ReadonlyMap<string, EntryOrigin>>> {
  const found = new Map<string, EntryOrigin>();
  const head = await memory.history.head();
  if (!head.ok) return head;
  if (head.value.commit === null) return ok(found);
  const held = holdings(memory);
  const trails: Trail[] = [{ path, from: head.value.commit, wanted, moved: [] }];
  for (let trail = trails.pop(); trail !== undefined; trail = trails.pop()) {
    const on = await follow(memory, held, trail, found);
    if (!on.ok) return on;
    trails.push(...on.value);
  }
  return ok(found);
}

/** Fills in what begins on this trail; gives the trails of what came from another file. */
async function follow(
  memory: Memory,
  held: Holdings,
  trail: Trail,
  found: Map<string, EntryOrigin>,
): Promise<Outcome<readonly Trail[]>> {
  const logged = await memory.history.log({ paths: [trail.path], limit: commitsMax, from: trail.from });
  if (!logged.ok) return logged;
  const on: Trail[] = [];
  const open = new Set(trail.wanted);
  for (const commit of logged.value) {
    if (open.size === 0) break;
    const fresh = await freshIn(held, commit, trail.path, open);
    if (!fresh.ok) return fresh;
    if (fresh.value.length === 0) continue;
    for (const digest of fresh.value) open.delete(digest);
    const moves = await movesIn(memory, held, commit, fresh.value);
    if (!moves.ok) return moves;
    const came = new Set<string>();
    for (const { from, parent, digests } of moves.value) {
      for (const digest of digests) came.add(digest);
      const moved = [...trail.moved, { commit: commit.oid, from }];
      on.push({ path: from, from: parent, wanted: new Set(digests), moved });
    }
    for (const digest of fresh.value) {
      if (!came.has(digest))
        found.set(digest, { row: rowOf(commit), moved: trail.moved, isFirst: commit.parents.length === 0 });
    }
  }
  return ok(on);
}

export interface Arrival {
  readonly when: Instant;
  /** The commit made the page, too: what it tells may be much older. */
  readonly withPage: boolean;
}

/** When entries came to their page, of those that a commit holds; a move within the page is none. */
export async function arrivalsOf(
  memory: Memory,
  path: PagePath,
  wanted: ReadonlySet<string>,
): Promise<Outcome<ReadonlyMap<string, Arrival>>> {
  const logged = await memory.history.log({ paths: [path], limit: arrivalCommitsMax });
  if (!logged.ok) return logged;
  const found = new Map<string, Arrival>();
  const held = holdings(memory);
  const open = new Set(wanted);
  for (const [at, commit] of logged.value.entries()) {
    if (open.size === 0) break;
    const fresh = await freshIn(held, commit, path, open);
    if (!fresh.ok) return fresh;
    for (const digest of fresh.value) {
      open.delete(digest);
      found.set(digest, { when: commit.when, withPage: at + 1 === logged.value.length });
    }
  }
  return ok(found);
}

const arrivalCommitsMax = 256;

/** The wanted entries that the commit has in the file and none of its parents has. */
async function freshIn(
  held: Holdings,
  commit: LoggedCommit,
  path: PagePath,
  open: ReadonlySet<string>,
): Promise<Outcome<readonly string[]>> {
  const here = await held(commit.oid, path);
  if (!here.ok) return here;
  let fresh = [...open].filter((digest) => here.value.has(digest));
  for (const parent of commit.parents) {
    if (fresh.length === 0) break;
    const before = await held(parent, path);
    if (!before.ok) return before;
    fresh = fresh.filter((digest) => !before.value.has(digest));
  }
  return ok(fresh);
}

interface Move {
  readonly from: PagePath;
  readonly parent: Oid;
  readonly digests: readonly string[];
}

/** Entries that another file gave up in the same commit. Ops of ours that add do not take from elsewhere, so they are not looked at. */
async function movesIn(
  memory: Memory,
  held: Holdings,
  commit: LoggedCommit,
  fresh: readonly string[],
): Promise<Outcome<readonly Move[]>> {
  const { trailers, reason } = rowOf(commit);
  const from = (trailers["Pagefile-From"] ?? []) as readonly PagePath[];
  const byHand = reason === null || reason === "MANUAL_EDIT" || reason === "REVERT";
  if (from.length === 0 && !byHand) return ok([]);
  const moves: Move[] = [];
  const open = new Set(fresh);
  for (const parent of commit.parents) {
    const paths = byHand ? await changedBetween(memory, parent, commit.oid) : ok(from);
    if (!paths.ok) return paths;
    for (const path of byHand ? paths.value.filter(isPageFile) : paths.value) {
      if (open.size === 0) break;
      const before = await held(parent, path);
      if (!before.ok) return before;
      const after = await held(commit.oid, path);
      if (!after.ok) return after;
      const digests = [...open].filter((digest) => before.value.has(digest) && !after.value.has(digest));
      for (const digest of digests) open.delete(digest);
      if (digests.length > 0) moves.push({ from: path, parent, digests });
    }
  }
  return ok(moves);
}

type Holdings = (commit: Oid, path: PagePath) => Promise<Outcome<ReadonlySet<string>>>;

const versionsMax = 256;

/** The digests a file holds at a commit; every version is parsed once as long as it is among the last ones asked for. */
function holdings(memory: Memory): Holdings {
  const known = rememberByKey<ReadonlySet<string>>(versionsMax, () => 1, versionsMax);
  return async (commit, path) => {
    const read = await memory.history.at(commit, [path]);
    if (!read.ok) return read;
    const blob = read.value[0] ?? null;
    return ok(blob === null ? new Set() : known(blob.oid, () => digestsOf(textIn(blob.bytes))));
  };
}

export interface BlameAnswer {
  readonly page: PageId;
  readonly path: PagePath;
  /** In file order; `commit` is null for an entry that only the work tree holds. */
  readonly entries: readonly {
    readonly line: number;
    readonly text: string;
    readonly digest: string;
    readonly commit: LogRow | null;
    /** What that commit says of itself; null with `commit`, and its values where a person wrote none. */
    readonly by: {
      /** Whether a person made the commit with git, and not this program. */
      readonly hand: boolean;
      readonly reason: string | null;
      readonly session: string | null;
      readonly actor: string | null;
      readonly origin: string | null;
      readonly evidence: readonly string[];
    } | null;
    /** The commits that moved it here from another file since, later ones first. */
    readonly moved: EntryOrigin["moved"];
    /** Only in a shallow clone: the history that is here begins with that commit, and the entry may be older. */
    readonly isCut?: true;
  }[];
}

/**
 * An entry that both sides of a merge made is the later one's; one that was taken away and came back is its return's. `shown` says what of a
 * text is told, and keeps its length.
 */
export async function blame(
  workspace: Workspace,
  { shown = (text) => text, ...query }: { readonly page: string; readonly shown?: (text: string) => string },
): Promise<Outcome<BlameAnswer>> {
  const located = locate(workspace, query.page);
  if (!located.ok) return located;
  const { memory, entry } = located.value;
  const read = memory.store.read(entry.path);
  if (!read.ok) return read;
  const text = read.value === null ? "" : textIn(read.value.blob.bytes);
  const map = outline(text, bodyStartOf(text));
  const entries = map.entries.filter((item) => entry.slug === null || item.section === entry.slug);
  const origins = await blameEntries(memory, entry.path, new Set(entries.map((item) => item.digest)));
  if (!origins.ok) return origins;
  const cut = memory.history.isCut();
  if (!cut.ok) return cut;
  return ok({
    page: entry.id,
    path: entry.path,
    entries: entries.map((item) => answerFor(item, shown(text), origins.value.get(item.digest), cut.value)),
  });
}

function answerFor(
  item: Entry,
  text: string,
  origin: EntryOrigin | undefined,
  isCut: boolean,
): BlameAnswer["entries"][number] {
  return {
    line: lineAt(text, item.start),
    text: text.slice(item.start, item.end),
    digest: item.digest,
    commit: origin?.row ?? null,
    by: origin === undefined ? null : groundsOf(origin.row),
    moved: origin?.moved ?? [],
    ...(isCut && origin?.isFirst === true ? { isCut } : {}),
  };
}

/** As the trailers say, and never as the author line does: that is whatever somebody typed. */
function groundsOf({ reason, trailers }: LogRow): NonNullable<BlameAnswer["entries"][number]["by"]> {
  const one = (key: string): string | null => trailers[`Pagefile-${key}`]?.[0] ?? null;
  return {
    hand: reason === null || reason === "MANUAL_EDIT",
    reason,
    session: one("Session"),
    actor: one("Actor"),
    origin: one("Origin"),
    evidence: trailers["Pagefile-Evidence"] ?? [],
  };
}

/**
 * MergePages: a page's two versions and what they come from, made one text that keeps their conflicts as data. An earlier change is taken back in
 * the same way, and git's merge driver makes its three files of a path one; that needs no memory, no repository and no network.
 */

import { basename, dirname, resolve } from "node:path";
import { diff3Merge } from "node-diff3";
import { type Instant, type Oid, type PagePath, parseOid, parsePagePath } from "../../base/ids.js";
import { stableJson } from "../../base/json.js";
import { allOf, eachOf, err, type Failure, type Outcome, ok, push, type Result, tally } from "../../base/result.js";
import { compareText } from "../../base/text.js";
import { findLayout, type GitLayout } from "../../git/layout.js";
import { makeObject, writeObjects } from "../../git/objects/loose.js";
import { type Git, gitFor } from "../../git/process.js";
import type { PageStore } from "../../memory/disk/read.js";
import type { Memory } from "../../memory/memory.js";
import { openPageStore } from "../../memory/page-store.js";
import { isPageFile } from "../../memory/profile.js";
import { type Conflict, decodePage, encodePage, sameConflict, sameValue } from "../../page/decode.js";
import type { YamlValue } from "../../page/frontmatter/print.js";
import { readFrontmatter } from "../../page/frontmatter/scan.js";
import type { Refusal } from "../../rules/refusal.js";
import { gitFailed } from "../../state/fs-calls.js";
import { bump, readValue, writeValue } from "../entry/keys.js";
import { editsOf, mergeBodies } from "./body.js";
import {
  headOf,
  type MergeConflict,
  type MergeNote,
  type MergeOutcome,
  type MergeRefusal,
  mergeHeads,
  type SettledKey,
  unitedLists,
} from "./head.js";
import { conflictsIn, type Unit, unitsOf, withConflicts } from "./settle.js";

const mark = "\ufeff";

/**
 * `base` is null where the two versions have none. A side that changed nothing gives the other side's bytes. Otherwise the
 * text has our byte order mark and line ends. Refused where frontmatter does not scan, the ids differ, no text holds every
 * entry, or the frontmatter cannot hold the conflicts; then both versions are to be kept as they are.
 */
export function mergePages(
  path: string,
  base: string | null,
  ours: string,
  theirs: string,
): Result<MergeOutcome, MergeRefusal> {
  if (ours === theirs || base === theirs) return ok({ text: ours, notes: [], conflicts: [] });
  if (base === ours) return ok({ text: theirs, notes: [], conflicts: [] });
  const eol = eolOf(ours) ?? eolOf(theirs) ?? "\n";
  const [o, a, b] = [base ?? "", ours, theirs].map((text) => spelled(text, eol)) as [string, string, string];
  const read = allOf([headOf(path, o), headOf(path, a), headOf(path, b)]);
  if (!read.ok) return read;
  const [oldHead, ourHead, theirHead] = read.value;
  const records = recordsIn(path, { base: o, ours: a, theirs: b });
  if (!records.ok) return records;
  const heads = { base: oldHead, ours: ourHead, theirs: theirHead };
  const head = mergeHeads(path, heads, settledKeys(records.value));
  if (!head.ok) return head;
  const bodies = {
    base: o.slice(oldHead.text.length),
    ours: a.slice(ourHead.text.length),
    theirs: b.slice(theirHead.text.length),
  };
  const apart = settledApart(records.value, bodies);
  const body = mergeBodies(path, bodies, eol, new Set(apart.flat()));
  if (!body.ok) return body;
  const joined = head.value.text + body.value.text;
  if (!keepsHead(path, joined, head.value.text))
    return err({
      says: `The merged text of ${path} would open with another frontmatter block.`,
      hint: "Merge the page by hand.",
    });
  const merged = { ...bodies, merged: body.value.text };
  const again = reopened(apart, merged);
  const conflicts = [...head.value.conflicts, ...body.value.conflicts, ...again.conflicts];
  const fresh = conflicts.map(recordOf);
  const text = withConflicts(path, joined, mergeRecords({ ...records.value, fresh }, merged));
  if (!text.ok) return text;
  return ok({
    text: (ours.startsWith(mark) ? mark : "") + text.value,
    notes: [...head.value.notes, ...body.value.notes, ...again.notes],
    conflicts,
  });
}

function recordOf(conflict: MergeConflict): Conflict {
  if (conflict.kind === "entry") return { kind: "entry", entries: conflict.entries };
  return { kind: "key", key: conflict.key, values: [conflict.ours, conflict.theirs] };
}

interface Versions {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

function recordsIn(path: string, { base, ours, theirs }: Versions): Result<Omit<Records, "fresh">, MergeRefusal> {
  const known = allOf([conflictsIn(path, base), conflictsIn(path, ours), conflictsIn(path, theirs)]);
  if (!known.ok) return known;
  const [old, mine, yours] = known.value;
  return ok({ base: old, ours: mine, theirs: yours });
}

function keepsHead(path: string, text: string, head: string): boolean {
  const scanned = readFrontmatter(path, text);
  return scanned.ok && (scanned.value === null) === (head === "");
}

/** Without the mark, every line end as ours has it. */
function spelled(text: string, eol: string): string {
  const bare = text.startsWith(mark) ? text.slice(mark.length) : text;
  return eolOf(bare) === eol ? bare : bare.replaceAll("\r\n", "\n").replaceAll("\n", eol);
}

/** The line end of the first line; null for a text of one line. */
function eolOf(text: string): "\n" | "\r\n" | null {
  const lineFeed = text.indexOf("\n");
  if (lineFeed < 0) return null;
  return text[lineFeed - 1] === "\r" ? "\r\n" : "\n";
}

// Record: the conflicts a merged page keeps: those both sides brought, those this merge found, without those that were settled.

interface Records {
  readonly base: readonly Conflict[];
  readonly ours: readonly Conflict[];
  readonly theirs: readonly Conflict[];
  /** Found by this merge. */
  readonly fresh: readonly Conflict[];
}

export interface RecordBodies extends Versions {
  readonly merged: string;
}

/**
 * In an order that does not depend on who is "ours"; what one side settled since the base is settled. Of a conflict that was open before, what this
 * merge found comes first, so that the first alternative is what our side says.
 */
export function mergeRecords({ base, ours, theirs, fresh }: Records, bodies: RecordBodies): readonly Conflict[] {
  const kept = unitedLists(base, [ours, theirs], sameConflict);
  const followed = kept.some(({ kind }) => kind === "entry") ? follow(kept, bodies) : kept;
  return joined([...fresh, ...followed]).sort((a, b) => compareText(orderOf(a), orderOf(b)));
}

/** An alternative that a side edited meanwhile is still one, under its new digest. */
function follow(conflicts: readonly Conflict[], { base, ours, theirs, merged }: RecordBodies): readonly Conflict[] {
  const old = unitsOf(base)?.list ?? [];
  const standing = new Set(unitsOf(merged)?.list.map(({ says }) => says));
  const next = new Map<string, string[]>();
  for (const side of [ours, theirs]) {
    const units = unitsOf(side)?.list ?? [];
    for (const [from, to] of editsOf(old, units)) {
      const [was, is] = [old[from]?.says, units[to]?.says];
      if (was !== undefined && is !== undefined) push(next, was, is);
    }
  }
  return conflicts.map((conflict) => {
    if (conflict.kind === "key") return conflict;
    const now = conflict.entries.flatMap((digest) => {
      const edited = standing.has(digest) ? [] : (next.get(digest) ?? []).filter((each) => standing.has(each));
      return edited.length === 0 ? [digest] : edited;
    });
    const entries = [...new Set(now)];
    return entries.length < 2 ? conflict : { kind: "entry", entries };
  });
}

// Reopened: conflicts that the two sides settled, each in its own way: whatever one of them kept stays, and the conflict is open again.

function settledKeys({ base, ours, theirs }: Omit<Records, "fresh">): readonly SettledKey[] {
  return base.flatMap((conflict): readonly SettledKey[] => {
    if (conflict.kind !== "key") return [];
    const isSettled = (side: readonly Conflict[]): boolean => !side.some((each) => sameConflict(each, conflict));
    const known = { key: conflict.key, ours: isSettled(ours), theirs: isSettled(theirs) };
    return known.ours || known.theirs ? [known] : [];
  });
}

/** Of each such conflict the alternatives that a side kept, those of ours first, as the base has them. */
function settledApart(
  { base, ours, theirs }: Omit<Records, "fresh">,
  bodies: Versions,
): readonly (readonly string[])[] {
  if (!base.some(({ kind }) => kind === "entry")) return [];
  const old = unitsOf(bodies.base)?.list ?? [];
  const sides = [
    { open: ours, units: unitsOf(bodies.ours)?.list ?? [] },
    { open: theirs, units: unitsOf(bodies.theirs)?.list ?? [] },
  ] as const;
  return base.flatMap((conflict) => {
    if (conflict.kind !== "entry") return [];
    const [mine, yours] = sides.map((side) => keptBy(conflict.entries, old, side)) as [KeptBySide, KeptBySide];
    return isAlike(mine, yours) ? [] : [[...new Set([...mine.entries, ...yours.entries])]];
  });
}

interface KeptBySide {
  readonly isOpen: boolean;
  readonly entries: readonly string[];
}

/** An alternative that was edited is kept; on a side that settled, only where none stands as it was: what it put beside the one it chose is none. */
function keptBy(
  entries: readonly string[],
  old: readonly Unit[],
  { open, units }: { readonly open: readonly Conflict[]; readonly units: readonly Unit[] },
): KeptBySide {
  const isOpen = open.some((each) => each.kind === "entry" && sharesOne(each, entries));
  const [was, is] = [tally(old.map(({ says }) => says)), tally(units.map(({ says }) => says))];
  const stands = (digest: string): boolean => (is.get(digest) ?? 0) >= Math.max(1, was.get(digest) ?? 0);
  const standing = entries.filter(stands);
  if (!isOpen && standing.length > 0) return { isOpen, entries: standing };
  const edited = new Set([...editsOf(old, units).keys()].map((at) => old[at]?.says));
  return { isOpen, entries: entries.filter((digest) => stands(digest) || edited.has(digest)) };
}

/** A side on which the conflict is still open has not decided; what the other side chose of its alternatives is chosen. */
function isAlike(mine: KeptBySide, yours: KeptBySide): boolean {
  const isWithin = mine.entries.every((digest) => yours.entries.includes(digest));
  const isAround = yours.entries.every((digest) => mine.entries.includes(digest));
  if (mine.isOpen && yours.isOpen) return isWithin || isAround;
  return (mine.isOpen || isWithin) && (yours.isOpen || isAround);
}

/** One alternative alone is no conflict: the other side deleted them all. */
function reopened(
  apart: readonly (readonly string[])[],
  bodies: RecordBodies,
): Pick<MergeOutcome, "notes" | "conflicts"> {
  const notes: MergeNote[] = [];
  const conflicts: MergeConflict[] = [];
  const texts = new Map(apart.length === 0 ? [] : unitsOf(bodies.merged)?.list.map(({ says, text }) => [says, text]));
  for (const entries of apart) {
    const [followed] = follow([{ kind: "entry", entries }], bodies);
    const standing = followed?.kind === "entry" ? followed.entries.filter((digest) => texts.has(digest)) : [];
    const [first, ...others] = standing;
    if (first === undefined) continue;
    const ours = texts.get(first) ?? "";
    for (const other of others) {
      const both = { ours, theirs: texts.get(other) ?? "" };
      conflicts.push({ kind: "entry", digest: entries[0] ?? first, entries: [first, other], ...both });
    }
    const says = `Deleted on one side, chosen on the other; the choice stays: ${ours}`;
    if (others.length === 0) notes.push({ code: "edit_kept", says });
  }
  return { notes, conflicts };
}

/** Conflicts about one key, or with an entry in common, are one conflict with more alternatives. */
function joined(conflicts: readonly Conflict[]): Conflict[] {
  const groups: Conflict[] = [];
  for (const conflict of conflicts) {
    let group = conflict;
    for (let i = groups.length - 1; i >= 0; i--) {
      const other = groups[i];
      const both = other === undefined ? null : joinTwo(other, group);
      if (both === null) continue;
      groups.splice(i, 1);
      group = both;
    }
    groups.push(group);
  }
  return groups;
}

function joinTwo(a: Conflict, b: Conflict): Conflict | null {
  if (a.kind === "entry") {
    if (b.kind !== "entry" || !sharesOne(b, a.entries)) return null;
    return { kind: "entry", entries: [...new Set([...a.entries, ...b.entries])] };
  }
  if (b.kind !== "key" || !sameValue(a.key, b.key)) return null;
  const more = b.values.filter((value) => !a.values.some((known) => sameValue(known, value)));
  return { kind: "key", key: a.key, values: [...a.values, ...more] };
}

function sharesOne({ entries }: { readonly entries: readonly string[] }, others: readonly string[]): boolean {
  return entries.some((digest) => others.includes(digest));
}

function orderOf(conflict: Conflict): string {
  if (conflict.kind === "key") return `key ${stableJson(conflict.key)}`;
  return `entry ${[...conflict.entries].sort(compareText)[0] ?? ""}`;
}

// Revert: a text with one earlier change taken back and everything since kept; a real clash is a refusal.

interface Reversion {
  /** What the commit left; null where it removed the file. */
  readonly from: string | null;
  /** What it found; null where it made the file. */
  readonly to: string | null;
}

export function revertText(
  path: string,
  text: string | null,
  edit: Reversion,
  now: Instant,
): Result<string | null, Refusal> {
  const { from, to } = edit;
  if (from === null) return text === null || text === to ? ok(to) : err(clash(path));
  if (text === null) return to === null ? ok(null) : err(clash(path));
  const base = alignKept(path, from, text);
  if (to === null) return base === text ? ok(null) : err(clash(path));
  const back = alignKept(path, to, text);
  const merged = diff3Merge(lines(text), lines(base), lines(back), { excludeFalseConflicts: true });
  const clashes = merged.some((region) => region.conflict !== undefined);
  const joined = clashes ? byEntries(path, base, text, back) : merged.flatMap((region) => region.ok ?? []).join("");
  return joined === null ? err(clash(path)) : bump(path, text, ok(joined), now);
}

/** Lines that touch clash though the entries on them do not, as when one was appended right behind the other. */
function byEntries(path: string, base: string, text: string, back: string): string | null {
  const merged = mergePages(path, base, text, back);
  if (!merged.ok || merged.value.conflicts.length > 0 || merged.value.notes.length > 0) return null;
  return merged.value.text;
}

/** The keys that every commit moves would clash every time: they take the current text's values before the merge. */
function alignKept(path: string, text: string, current: string): string {
  let aligned = text;
  for (const key of ["version", "updated"]) {
    const value = readValue(path, current, [key]);
    const own = readValue(path, aligned, [key]);
    if (!value.ok || !own.ok || value.value === undefined || own.value === undefined) continue;
    const written = writeValue(path, aligned, [key], value.value as YamlValue);
    if (written.ok) aligned = written.value;
  }
  return aligned;
}

/** Lines with their line ends, so that joining them gives the text back. */
function lines(text: string): string[] {
  return text.split(/(?<=\n)/);
}

function clash(path: string): Refusal {
  return {
    reason: "VERSION_CONFLICT",
    says: `What the commit changed in ${path} was changed again since; taking it back would undo more than that commit.`,
    hint: "Look at both with: pagefile log and pagefile diff; then edit by hand or write a new patch.",
  };
}

/** Files as git names them: relative to where it starts the driver. */
interface MergeFiles {
  readonly read: (file: string) => Outcome<{ readonly oid: Oid; readonly bytes: Uint8Array }>;
  /** Atomically, and only while the file still holds `before`. */
  readonly replace: (file: string, before: Oid, bytes: Uint8Array) => Promise<Outcome<void>>;
}

/** git's %O, %A, %B and %P. An empty base is that of a page both sides added. */
interface DriverRequest extends Versions {
  readonly path: string;
}

export interface DriverAnswer {
  readonly path: string;
  /** `conflicted`: merged, and the page keeps what is to be settled as data. `untouched`: our file is as it was. */
  readonly result: "merged" | "conflicted" | "untouched";
  /** Why nothing was merged; null where something was. */
  readonly why: string | null;
  readonly hint: string | null;
  readonly notes: readonly MergeNote[];
  readonly conflicts: readonly MergeConflict[];
}

/** Fails only where a file cannot be read or written; what is no page is `untouched`, and git marks the path unmerged. */
export async function mergeDriver(
  files: MergeFiles,
  { base, ours, theirs, path }: DriverRequest,
): Promise<Outcome<DriverAnswer>> {
  const texts: string[] = [];
  let before: Oid | null = null;
  for (const file of [base, theirs, ours]) {
    const read = files.read(file);
    if (!read.ok) return read;
    const decoded = decodePage(path, read.value.bytes);
    if (!decoded.ok) return ok(untouched(path, decoded.error));
    texts.push(decoded.value);
    before = read.value.oid;
  }
  const [old = "", yours = "", mine = ""] = texts;
  const merged = mergePages(path, old === "" ? null : old, mine, yours);
  if (!merged.ok) return ok(untouched(path, merged.error));
  const { text, notes, conflicts } = merged.value;
  const bytes = encodePage(text);
  // A text that is no page any more, by its size, is not worth having.
  const readable = decodePage(path, bytes);
  if (!readable.ok) return ok(untouched(path, readable.error));
  if (text !== mine && before !== null) {
    const written = await files.replace(ours, before, bytes);
    if (!written.ok) return written;
  }
  const result = conflicts.length === 0 ? "merged" : "conflicted";
  return ok({ path, result, why: null, hint: null, notes, conflicts });
}

function untouched(path: string, why: { readonly says: string; readonly hint: string }): DriverAnswer {
  return { path, result: "untouched", why: why.says, hint: why.hint, notes: [], conflicts: [] };
}

// WireMerge: the files git hands a merge driver, without opening a memory, and the paths that git left unmerged.

export function wireMergeFiles(cwd: string): MergeFiles {
  return {
    read(file) {
      const place = placeOf(cwd, file);
      if (place === null) return err(missing(file));
      const read = place.store.read(place.name);
      if (!read.ok) return read;
      return read.value === null ? err(missing(file)) : ok(read.value.blob);
    },
    async replace(file, before, bytes) {
      const place = placeOf(cwd, file);
      return place === null ? err(missing(file)) : place.store.replace([{ path: place.name, before, bytes }]);
    },
  };
}

/** null without git, which alone leaves paths unmerged. */
export function wireUnmerged(memory: Memory, env: NodeJS.ProcessEnv): Outcome<UnmergedIndex | null> {
  if (memory.history.engine !== "native") return ok(null);
  const layout = findLayout(memory.root);
  return layout.ok ? openUnmergedIndex(layout.value, gitFor(layout.value, env)) : layout;
}

function placeOf(cwd: string, file: string): { readonly store: PageStore; readonly name: PagePath } | null {
  const full = resolve(cwd, file);
  const name = parsePagePath(basename(full));
  return name === null ? null : { store: openPageStore(dirname(full), { folders: [] }), name };
}

function missing(file: string): Failure {
  return {
    code: "usage",
    says: `There is no file ${file}.`,
    hint: "git calls this command with the files of a merge: %O %A %B %P.",
  };
}

// Rewrite: a text that its writer had read becomes another; a text that is not the one read takes the same change where nothing clashes.

export function rewriteText(
  path: string,
  text: string,
  edit: { readonly from: string; readonly to: string },
  now: Instant,
): Result<string, Refusal> {
  const { from, to } = edit;
  if (text === from) return isPageFile(path) ? bump(path, from, ok(to), now) : ok(to);
  // HEAD or the index, beside an edit by hand that nobody committed: what the writer changed there is changed here too.
  const merged = revertText(path, text, { from, to }, now);
  return merged.ok && merged.value !== null ? ok(merged.value) : err(onlyByHand(path));
}

function onlyByHand(path: string): Refusal {
  return {
    reason: "VERSION_CONFLICT",
    says: `${path} was edited by hand and not committed, and the change is to those words or right beside them.`,
    hint: "Leave that place alone, or let the person commit the file first (git diff shows the edit).",
  };
}

// Unmerged index: stages 1 to 3 of git's index, read and settled through git, which locks the index while it writes.

interface Stage {
  readonly number: number;
  readonly mode: string;
  readonly oid: Oid;
}

type Stages = ReadonlyMap<PagePath, readonly Stage[]>;

/** git is handed in, because the engine without git loads this file too, and nothing it loads can start a process. */
export function openUnmergedIndex(layout: GitLayout, git: Outcome<Git>): Outcome<UnmergedIndex> {
  if (!git.ok) return git;
  return ok({
    async paths() {
      const all = await listStages(git.value, layout);
      return all.ok ? ok([...all.value.keys()].sort(compareText)) : all;
    },
    async read(path) {
      const all = await listStages(git.value, layout);
      if (!all.ok) return all;
      const stages = all.value.get(path);
      if (stages === undefined) return ok(null);
      const read = await eachOf([1, 2, 3], (number) => readStage(git.value, stages, number));
      if (!read.ok) return read;
      const [base = null, ours = null, theirs = null] = read.value;
      return ok({ path, base, ours, theirs });
    },
    settle: (path, bytes) => settle(git.value, layout, { path, bytes }),
  });
}

async function listStages(git: Git, layout: GitLayout): Promise<Outcome<Stages>> {
  const below = layout.prefix === "" ? [] : ["--", layout.prefix];
  const out = await git.output(["ls-files", "-z", "--unmerged", "--full-name", ...below]);
  if (!out.ok) return out;
  const files = new Map<PagePath, Stage[]>();
  for (const line of out.value.toString("utf8").split("\0")) {
    const tab = line.indexOf("\t");
    const [mode = "", id = "", number = ""] = line.slice(0, Math.max(tab, 0)).split(" ");
    const full = line.slice(tab + 1);
    const path = full.startsWith(layout.prefix) ? parsePagePath(full.slice(layout.prefix.length)) : null;
    const oid = parseOid(id);
    if (path === null || oid === null || !mode.startsWith("100")) continue;
    push(files, path, { number: Number(number), mode, oid });
  }
  return ok(files);
}

async function readStage(git: Git, stages: readonly Stage[], number: number): Promise<Outcome<Uint8Array | null>> {
  const stage = stages.find((each) => each.number === number);
  return stage === undefined ? ok(null) : git.output(["cat-file", "blob", stage.oid]);
}

async function settle(
  git: Git,
  layout: GitLayout,
  { path, bytes }: { readonly path: PagePath; readonly bytes: Uint8Array },
): Promise<Outcome<void>> {
  const all = await listStages(git, layout);
  if (!all.ok) return all;
  const mode = all.value.get(path)?.[0]?.mode;
  if (mode === undefined) return gitFailed(`The path ${path} is merged already.`, "See: git status");
  const blob = makeObject(layout.objectFormat, "blob", bytes);
  const written = await writeObjects(layout, [blob]);
  if (!written.ok) return written;
  const added = await git.output(["update-index", "--cacheinfo", `${mode},${blob.oid},${layout.prefix}${path}`]);
  return added.ok ? ok(undefined) : added;
}

// UnmergedIndex: the paths that git could not merge, with the versions its index keeps of them.

/** The three versions' bytes; null where that side has no such file. */
export interface UnmergedFile {
  readonly path: PagePath;
  readonly base: Uint8Array | null;
  readonly ours: Uint8Array | null;
  readonly theirs: Uint8Array | null;
}

export interface UnmergedIndex {
  /** Below the memory root, sorted. */
  paths(): Promise<Outcome<readonly PagePath[]>>;
  /** null where the path is not unmerged. */
  read(path: PagePath): Promise<Outcome<UnmergedFile | null>>;
  /** The path merged with these bytes, as `git add` leaves it; the work tree is not looked at. */
  settle(path: PagePath, bytes: Uint8Array): Promise<Outcome<void>>;
}

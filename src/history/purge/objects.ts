/**
 * PurgeObjects: takes away the objects of the former history, those alone, and none that another git process is about to name. The index is held
 * meanwhile, and a journal says what is still to do.
 */

import { randomBytes } from "node:crypto";
import { existsSync, lstatSync, renameSync, rmSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Oid, parseOid } from "../../base/ids.js";
import { stableJson } from "../../base/json.js";
import { limits } from "../../base/limits.js";
import { type Outcome, ok } from "../../base/result.js";
import type { GitLayout } from "../../git/layout.js";
import { acquireLock, type GitLock } from "../../git/locks/locks.js";
import { objectFile } from "../../git/objects/tree.js";
import { makeFolder } from "../../state/durable.js";
import { attempt } from "../../state/fs-calls.js";
import {
  listFolder,
  readLinked,
  readOrNull,
  readPlain,
  readPlainText,
  realFolders,
  writeOnce,
  writeWhole,
} from "../../state/plain-file.js";
import { type HeldRemote, isLocalLog, journalFolder, type PurgePlace, type PurgeRules } from "./purge.js";
import { linesOf, type NamedTip, oidsIn } from "./rewrite.js";

/** Who looked an object up a moment before it was put aside has moved its ref by then. */
const landMs = 300;

/**
 * `git prune --expire=now` would take what a `git commit` beside us has written and not yet named. So only what the refs before the purge
 * reached, and what holds the purged text, is put aside; then everything that counts is walked once more, and only where nothing of it
 * is missed do the files go. Until then they come back. Gives how many were left because somebody uses them.
 */
export async function dropObjects(
  place: PurgePlace,
  asked: { readonly journal: PurgeJournal; readonly rules: PurgeRules | null; readonly since: number },
): Promise<Outcome<number>> {
  const { layout } = place;
  const back = attempt("put objects back that a purge had set aside", () => putBack(layout));
  if (!back.ok) return back;
  const condemned = await condemnedOf(place, asked.journal, asked.rules);
  if (!condemned.ok) return condemned;
  const aside = attempt("set the objects of the former history aside", () => {
    writeWhole(listFile(layout), `${condemned.value.join("\n")}\n`);
    makeFolder(asideFolder(layout), 0);
    // Written or freshened since the purge began: git does so with what it is about to name.
    const old = condemned.value.filter((oid) => !isFresh(objectFile(layout, oid), asked.since));
    for (const oid of old) renameSync(objectFile(layout, oid), join(asideFolder(layout), oid));
    return { went: old.length, kept: condemned.value.length - old.length };
  });
  if (!aside.ok) return aside;
  if (aside.value.went > 0) await sleep(landMs);
  const missed = await isMissed(place);
  if (!missed.ok || missed.value) {
    const restored = attempt("put objects back that are in use", () => putBack(layout));
    if (!restored.ok) return restored;
    return missed.ok ? ok(aside.value.went + aside.value.kept) : missed;
  }
  const gone = attempt("remove the objects of the former history", () => {
    for (const oid of listFolder(asideFolder(layout))) unlinkSync(join(asideFolder(layout), oid));
    if (aside.value.kept === 0) rmSync(listFile(layout), { force: true });
  });
  return gone.ok ? ok(aside.value.kept) : gone;
}

/** Loose ones, which `git repack -A` has made of all that nothing reaches. */
async function condemnedOf(
  { git, layout, store }: PurgePlace,
  journal: PurgeJournal,
  rules: PurgeRules | null,
): Promise<Outcome<readonly Oid[]>> {
  const loose = attempt("list the objects", () => looseObjects(layout));
  if (!loose.ok) return loose;
  const reached = await git.output(["rev-list", "--objects", "--no-object-names", ...everything]);
  if (!reached.ok) return reached;
  const free = new Set(loose.value);
  for (const oid of oidsIn(reached.value)) free.delete(oid);
  const known = attempt("read which objects go", () => readOrNull(listFile(layout)));
  if (!known.ok) return known;
  const former = new Set(linesOf(Buffer.from(known.value ?? "")));
  const tips = journal.tips.filter((oid) => free.has(oid));
  if (known.value === null && tips.length > 0) {
    const walk = ["rev-list", "--objects", "--no-object-names", "--missing=allow-any", "--stdin"];
    const walked = await git.output(walk, { input: `${tips.join("\n")}\n` });
    if (!walked.ok) return walked;
    for (const oid of linesOf(walked.value)) former.add(oid);
  }
  const condemned: Oid[] = [];
  for (const oid of free) {
    const bytes = former.has(oid) || rules === null ? ok(null) : await store.bytes(oid);
    const holds = bytes.ok && bytes.value !== null && rules?.holds(bytes.value) === true;
    if (former.has(oid) || holds) condemned.push(oid);
  }
  return ok(condemned);
}

/** Refs, HEADs, reflogs and indexes, of every work tree. */
const everything = ["--all", "--reflog", "--indexed-objects"];

/** Whether anything that counts leads to one of those that were set aside. */
async function isMissed({ git, layout }: PurgePlace): Promise<Outcome<boolean>> {
  const aside = attempt("list what was set aside", () => new Set(listFolder(asideFolder(layout))));
  if (!aside.ok) return aside;
  if (aside.value.size === 0) return ok(false);
  const walked = await git.run(["rev-list", "--objects", "--no-object-names", "--missing=print", ...everything]);
  if (!walked.ok) return walked;
  // A commit that is not there ends the walk.
  if (walked.value.code !== 0) return ok(true);
  return ok(linesOf(walked.value.stdout).some((line) => line.startsWith("?") && aside.value.has(line.slice(1))));
}

function putBack(layout: GitLayout): void {
  const folder = asideFolder(layout);
  for (const oid of listFolder(folder)) {
    const file = objectFile(layout, oid as Oid);
    makeFolder(dirname(file), layout.sharedMode);
    if (existsSync(file)) unlinkSync(join(folder, oid));
    else renameSync(join(folder, oid), file);
  }
}

function asideFolder(layout: GitLayout): string {
  return join(journalFolder(layout), "aside");
}

function listFile(layout: GitLayout): string {
  return join(journalFolder(layout), "objects");
}

function looseObjects(layout: GitLayout): readonly Oid[] {
  const objects = join(layout.commonDir, "objects");
  return listFolder(objects)
    .filter((name) => /^[0-9a-f]{2}$/.test(name))
    .flatMap((folder) => listFolder(join(objects, folder)).flatMap((name) => parseOid(folder + name) ?? []));
}

function isFresh(file: string, since: number): boolean {
  const stat = lstatSync(file, { throwIfNoEntry: false });
  return stat === undefined || stat.mtimeMs >= since;
}

// PurgeJournal: what a purge that has moved the refs still has to do, kept beside the state files without a word of what it purges.

export interface PurgeJournal {
  readonly branch: string;
  /** Where the branch was and is. */
  readonly from: Oid;
  readonly to: Oid;
  /** State files by their names below the common git dir, and logs of this machine by their paths, each with the name its new text waits under; null for one that goes. */
  readonly state: readonly (readonly [file: string, waiting: string | null])[];
  /** Remote-tracking refs as they stood, which reach what was purged; with the branch whose forced push over one takes nothing away. */
  readonly remotes: readonly (NamedTip & { readonly branch?: string })[];
  /** What a ref reaches that still holds it, by ids alone; a plan that an earlier version wrote has none. */
  readonly purged?: readonly Oid[];
  /** All that refs and reflogs named before: what goes is what only these reach. */
  readonly tips: readonly Oid[];
}

/** null where no purge waits; throws system errors. A file that is none of ours is as none. */
export function readJournal(layout: GitLayout): PurgeJournal | null {
  const file = join(journalFolder(layout), "plan.json");
  if (!existsSync(file)) return null;
  try {
    const value = JSON.parse(readPlainText(file, limits.stateFileBytesMax)) as PurgeJournal;
    return isJournal(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** What a plan says of a ref that has not moved since: the commits that it was compared with may be gone. */
export function heldBefore(journal: PurgeJournal | null, { name, oid }: NamedTip): HeldRemote | null {
  const known = journal?.remotes.find((each) => each.name === name && each.oid === oid);
  return known?.branch === undefined ? null : { ref: name, way: "push", branch: known.branch };
}

/**
 * The git dir of every work tree by its name below the common one, which is the main work tree's and has the name "". Work trees share what a
 * session keeps, and each has an index and traces of its own. A link is none of git's.
 */
export function workTrees({ commonDir }: GitLayout): readonly string[] {
  const isFolder = (name: string): boolean =>
    lstatSync(join(commonDir, name), { throwIfNoEntry: false })?.isDirectory() === true;
  const linked = isFolder("worktrees") ? listFolder(join(commonDir, "worktrees")) : [];
  return [
    "",
    ...linked
      .map((name) => `worktrees/${name}`)
      .filter(isFolder)
      .map((name) => `${name}/`),
  ];
}

function treeOfState(name: string): string {
  return /^worktrees\/[^/]+\//.exec(name)?.[0] ?? "";
}

/** What git keeps of a command under way. */
export const scratchFiles: readonly string[] = "COMMIT_EDITMSG MERGE_MSG SQUASH_MSG TAG_EDITMSG AUTO_MERGE".split(
  " ",
);

/** What an archive brought is no plan of ours: it could name files that lie elsewhere. */
function isJournal(value: PurgeJournal): boolean {
  const isOid = (oid: unknown): boolean => typeof oid === "string" && parseOid(oid) !== null;
  const isState = (row: unknown): boolean => {
    const [file, waiting] = Array.isArray(row) ? row : [];
    if (typeof file !== "string" || !(waiting === null || /^\d{1,9}$/.test(waiting))) return false;
    const own = file.slice(treeOfState(file).length);
    const isOwn = /^(?:pagefile|rr-cache)\//.test(own) || scratchFiles.includes(own) || isLocalLog(file);
    return isOwn && file.split(/[\\/]/).every((part) => part !== "" && part !== "..");
  };
  const { branch, state, remotes, tips, purged = [] } = value;
  return (
    typeof branch === "string" &&
    [value.from, value.to].every(isOid) &&
    [state, remotes, tips, purged].every(Array.isArray) &&
    state.every(isState) &&
    remotes.every((tip) => typeof tip?.name === "string" && isOid(tip.oid)) &&
    remotes.every((tip) => ["string", "undefined"].includes(typeof tip.branch)) &&
    [...tips, ...purged].every(isOid)
  );
}

/** The texts first: a journal never names what is not there. Durable when it returns; throws system errors. */
export function writeJournal(
  layout: GitLayout,
  journal: Omit<PurgeJournal, "state">,
  texts: readonly (readonly [file: string, text: string | null])[],
): void {
  dropJournal(layout);
  const state = texts.map(([file, text], at) => {
    if (text === null) return [file, null] as const;
    writeWhole(join(journalFolder(layout), `${at}`), text);
    return [file, `${at}`] as const;
  });
  writeWhole(join(journalFolder(layout), "plan.json"), `${stableJson({ ...journal, state })}\n`);
}

/** May be done again: a text that waits no longer was put in its place, and a work tree that went took its state along. */
export function applyState(layout: GitLayout, journal: PurgeJournal): void {
  const trees = workTrees(layout);
  for (const [name, waiting] of journal.state) {
    if (!trees.includes(treeOfState(name))) continue;
    const file = isLocalLog(name) ? join(layout.top, layout.prefix, name) : join(layout.commonDir, name);
    realFolders(dirname(file));
    const text = waiting === null ? null : join(journalFolder(layout), waiting);
    if (text === null) rmSync(file, { force: true, recursive: true });
    else if (!existsSync(text)) continue;
    // The git dir may lie on another disk than the work tree.
    else if (isLocalLog(name)) writeWhole(file, readPlainText(text, limits.indexBytesMax));
    else renameSync(text, file);
  }
}

/** `plan.json` first: without it the texts are as if they had never been. */
export function dropJournal(layout: GitLayout): void {
  rmSync(join(journalFolder(layout), "plan.json"), { force: true });
  rmSync(journalFolder(layout), { force: true, recursive: true });
}

// PurgeHold: the index, held from before the refs move until the former objects are gone: what git commits from would bring them back.

export interface PurgeHold {
  readonly lock: GitLock;
  /** When it began, by the clock of the file system. */
  readonly since: number;
}

/**
 * `git commit` reads HEAD and then the index, and locks the index before it writes: whoever read the new HEAD and the old index meets the
 * lock, and whoever read the old HEAD cannot move the branch.
 */
export async function holdIndex(layout: GitLayout): Promise<Outcome<PurgeHold>> {
  const lock = await acquireLock(join(layout.gitDir, "index"), {
    sharedMode: layout.sharedMode,
    waitMs: 10_000,
    landed: () => true,
  });
  if (!lock.ok) return lock;
  const stamp = join(journalFolder(layout), "began");
  const since = attempt("note when the purge began", () => {
    writeWhole(stamp, "");
    return lstatSync(stamp).mtimeMs;
  });
  if (since.ok) return ok({ lock: lock.value, since: since.value });
  lock.value.release();
  return since;
}

/** Puts in place what `edit` makes of a copy, and keeps the lock. */
export async function editHeld(
  layout: GitLayout,
  { lock }: PurgeHold,
  { commit, edit }: { readonly commit: string; readonly edit: (copy: string) => Promise<Outcome<void>> },
): Promise<Outcome<void>> {
  const copy = join(layout.gitDir, `index.pagefile-${randomBytes(6).toString("hex")}`);
  try {
    const copied = attempt("copy the index", () => {
      if (existsSync(lock.path)) writeOnce(copy, readLinked(lock.path, limits.gitFileBytesMax), 0o666);
    });
    if (!copied.ok) return copied;
    const edited = await edit(copy);
    if (!edited.ok) return edited;
    const bytes = attempt("read the edited index", () => readPlain(copy, limits.gitFileBytesMax));
    if (!bytes.ok) return bytes;
    const staged = await lock.stage([bytes.value]);
    return staged.ok ? lock.publish(commit) : staged;
  } finally {
    rmSync(copy, { force: true });
    rmSync(`${copy}.lock`, { force: true });
  }
}

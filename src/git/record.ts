/**
 * Record: the one order in which a commit reaches the disk, for both engines and for the refs that no branch sees. `History.record` in
 * `history.ts` tells what a failure leaves behind. Everything that can be refused is refused before the work tree is touched; after the ref's
 * rename nothing can fail.
 */

import { lstatSync } from "node:fs";
import { join, resolve } from "node:path";
import { dirname as folderOf } from "node:path/posix";
import { blobOid } from "../base/digest.js";
import type { Instant, Oid, PagePath } from "../base/ids.js";
import { assert, type Outcome, ok, push } from "../base/result.js";
import { attempt, corrupt, gitFailed } from "../state/fs-calls.js";
import type { CommitPlan, FileWrite, RecordOptions, RecordOutcome, SideRefFile } from "./history.js";
import {
  configFlag,
  configText,
  findIdentity,
  type GitConfig,
  type Identity,
  type Person,
  printPerson,
} from "./identity.js";
import { statIfHolds, viewIndex } from "./index/patch.js";
import type { IndexEdit, IndexView } from "./index/view.js";
import { type GitLayout, linkedText, refuseOperation } from "./layout.js";
import { type GitLock, isTip, withLock } from "./locks/locks.js";
import { makeObject, writeObjects } from "./objects/loose.js";
import { findInTree, type ObjectStore, treeOf } from "./objects/object-store.js";
import {
  findSlot,
  folderMode,
  hashBytes,
  isFileMode,
  type NewObject,
  type Slot,
  type TreeEntry,
} from "./objects/tree.js";
import { type BranchLock, lockBranch, lockedRef, withRefLock } from "./refs/lock.js";
import { currentHead, readRef } from "./refs/refs.js";
import type { Conversion, Engine, Native, Stored } from "./repository.js";

// RecordPlan: a commit on the branch that HEAD names, with the index that shows it.

export async function recordPlan(
  engine: Engine,
  plan: CommitPlan,
  options: RecordOptions,
): Promise<Outcome<RecordOutcome>> {
  const { layout } = engine;
  const idle = refuseOperation(layout);
  if (!idle.ok) return idle;
  const head = await currentHead(engine);
  if (!head.ok) return head;
  if (head.value.commit !== plan.base) return ok({ moved: true });
  if (head.value.ref === null && options.detached === "refuse")
    return gitFailed(
      "HEAD is detached: a commit made here belongs to no branch and is easily lost.",
      "Switch to a branch with `git switch BRANCH`, or make one with `git switch --create BRANCH`.",
    );
  const config = await engine.config();
  if (!config.ok) return config;
  const identity = findIdentity(config.value, engine.env);
  if (!identity.ok) return identity;
  const conversion = await engine.conversion(config.value, plan);
  if (!conversion.ok) return conversion;
  const context = { config: config.value, identity: identity.value, conversion: conversion.value };
  const { gitDir, sharedMode } = layout;
  const landed = (commit: string): boolean => isTip(layout, commit);
  return withLock(join(gitDir, "index"), { sharedMode, landed }, async (indexLock) => {
    const logAllRefUpdates = configText(config.value, "core.logallrefupdates");
    const git = layout.refStorage === "files" ? null : engine.git();
    const locked =
      git === null
        ? await lockBranch(layout, head.value, { sharedMode, logAllRefUpdates })
        : await (await import("./by-git.js")).lockBranchByGit(git, head.value);
    if (!locked.ok) return locked;
    if (locked.value.moved) return ok({ moved: true });
    const { branch } = locked.value;
    try {
      const prepared = await prepare(engine, plan, { ...context, indexLock });
      if (!prepared.ok) return prepared;
      if (prepared.value === null) return ok({ moved: true });
      return await land(prepared.value, { note: plan, options, branch });
    } finally {
      branch.release();
    }
  });
}

interface Context {
  readonly config: GitConfig;
  readonly identity: Identity;
  readonly conversion: Conversion;
  readonly indexLock: GitLock;
}

/** null where somebody staged or unstaged one of the plan's paths since it was made. */
async function prepare(engine: Engine, plan: CommitPlan, context: Context): Promise<Outcome<PreparedCommit | null>> {
  const { layout, store } = engine;
  const view = await viewIndex(engine);
  if (!view.ok) return view;
  const same = await indexAsPlanned(layout, view.value, plan);
  if (!same.ok || !same.value) return same.ok ? ok(null) : same;
  const { config, identity } = context;
  const modes = attempt("look at new files", () => newModes(layout, config, plan));
  if (!modes.ok) return modes;
  const edits = editsOf(layout, plan, modes.value);
  const possible = view.value.check(edits);
  if (!possible.ok) return possible;
  const blobs = plan.writes.flatMap(({ head, index }) => [head, index]).filter((bytes) => bytes !== null);
  const made = await makeTree(store, plan, {
    changes: changesOf(layout, plan, modes.value),
    blobs: blobs.map((bytes) => makeObject(layout.objectFormat, "blob", bytes)),
  });
  if (!made.ok) return made;
  const signed = await engine.sign(plan, { ...made.value, config, identity });
  if (!signed.ok) return signed;
  const writing =
    signed.value === null
      ? writeCommit(store, plan, { ...made.value, identity })
      : { commit: signed.value, written: Promise.resolve(ok(undefined)) };
  const show = () => showIndex(layout, plan, { ...context, view: view.value, edits, commit: writing.commit });
  const index = edits.length === 0 ? null : { lock: context.indexLock, show };
  return ok({ ...writing, committer: identity.committer, index });
}

/** False when something was staged at our paths since the plan was made. */
async function indexAsPlanned(layout: GitLayout, view: IndexView, plan: CommitPlan): Promise<Outcome<boolean>> {
  const path = ({ path }: FileWrite): string => layout.prefix + path;
  const staged = await view.staged(plan.writes.map(path));
  if (!staged.ok) return staged;
  return ok(plan.writes.every((write) => (staged.value.get(path(write)) ?? null) === write.before.index));
}

/**
 * Before the branch moves: git reads HEAD first and the index afterwards, without a lock. Were the index the later of the two, a `git commit`
 * between them would take back what it does not show yet; this way around git finds that the branch moved. The stat is taken after the work tree
 * is written, and only where git would store just the bytes that lie there.
 */
async function showIndex(
  layout: GitLayout,
  plan: CommitPlan,
  shown: Context & { readonly view: IndexView; readonly edits: readonly IndexEdit[]; readonly commit: Oid },
): Promise<Outcome<void>> {
  const bytes = new Map(plan.writes.map((write) => [layout.prefix + write.path, write.index]));
  const edits = shown.edits.map((edit) => {
    const held = bytes.get(edit.path) ?? null;
    if (edit.next === null || held === null || shown.conversion !== "none") return edit;
    return { ...edit, next: { ...edit.next, stat: statIfHolds(join(layout.top, edit.path), held) } };
  });
  const pieces = await shown.view.edit(edits);
  if (!pieces.ok) return pieces;
  const staged = await shown.indexLock.stage(pieces.value, indexDurability(shown.config));
  return staged.ok ? shown.indexLock.publish(shown.commit) : staged;
}

/**
 * The index can be made again from HEAD, and syncing megabytes of it costs more than all the rest of a commit: like git, we
 * leave that to the system unless core.fsync asks for it.
 */
function indexDurability(config: GitConfig): "durable" | "volatile" {
  const parts = (configText(config, "core.fsync") ?? "").split(",").map((part) => part.trim());
  const asked = parts.some((part) => part === "index" || part === "added" || part === "all");
  return asked && !parts.includes("-index") ? "durable" : "volatile";
}

/** No edit where the index holds nothing and is to hold nothing, so that an intent to add stays. */
function editsOf({ prefix, objectFormat }: GitLayout, plan: CommitPlan, modes: NewModes): readonly IndexEdit[] {
  return plan.writes.flatMap(({ path: below, before, index, movedFrom }): readonly IndexEdit[] => {
    const path = prefix + below;
    if (index === null) return before.index === null ? [] : [{ path, next: null }];
    const like = movedFrom === undefined ? {} : { like: prefix + movedFrom };
    return [{ path, next: { oid: blobOid(index, objectFormat), stat: null, ...like }, mode: modes.get(below) }];
  });
}

/** By path below the root: files that are no plain ones although no commit has them yet. */
type NewModes = ReadonlyMap<string, string>;

/** As `git add` gives modes: by the disk, unless git is told not to look there. */
function newModes({ top, prefix }: GitLayout, config: GitConfig, plan: CommitPlan): NewModes {
  if (config.has("core.filemode") && !configFlag(config, "core.filemode")) return new Map();
  const fresh = plan.writes.filter(({ before }) => before.head === null && before.work !== null);
  const isExecutable = ({ path }: FileWrite): boolean => {
    const stat = lstatSync(join(top, prefix, path), { throwIfNoEntry: false });
    return stat?.isFile() === true && (stat.mode & 0o100) !== 0;
  };
  return new Map(fresh.filter(isExecutable).map(({ path }) => [path, "100755"]));
}

// Ref record: a commit on a ref that no work tree has checked out, under the ref's own lock.

interface RefCommit extends Partial<Pick<RecordOptions, "publish" | "withdraw" | "settle">> {
  /** Full, e.g. `refs/pagefile/rejected`. */
  readonly ref: string;
  /** The commit that the ref must still hold; whatever it holds when absent. */
  readonly base?: Oid | null;
  readonly changes: readonly TreeChange[];
  readonly blobs: readonly NewObject[];
  /** Ends in a newline. */
  readonly message: string;
  readonly when: Instant;
  readonly identity: Identity;
}

/** Never signed: such a commit is this machine's own note. A failure before the ref moves leaves it as it was, and withdraws. */
async function recordOnRef(store: ObjectStore, draft: RefCommit): Promise<Outcome<RecordOutcome>> {
  const { layout } = store;
  const { ref, base, identity } = draft;
  return withRefLock(layout, ref, async (lock) => {
    const tip = readRef(layout, ref);
    if (!tip.ok) return tip;
    if (base !== undefined && base !== tip.value) return ok({ moved: true });
    const note = { base: tip.value, message: draft.message, when: draft.when };
    const made = await makeTree(store, note, draft);
    if (!made.ok) return made;
    const writing = writeCommit(store, note, { ...made.value, identity });
    const prepared = { ...writing, committer: identity.committer, index: null };
    return land(prepared, { note, options: draft, branch: lockedRef(layout, lock, tip.value) });
  });
}

/** `recordOnRef` of what a plan writes: the index of such a ref is always its tip's. */
export function recordPlanOnRef(
  store: ObjectStore,
  plan: CommitPlan,
  { ref, identity, ...options }: RecordOptions & Pick<RefCommit, "ref" | "identity">,
): Promise<Outcome<RecordOutcome>> {
  const { layout } = store;
  const heads = plan.writes.flatMap(({ head }) => (head === null ? [] : [head]));
  const blobs = heads.map((bytes) => makeObject(layout.objectFormat, "blob", bytes));
  return recordOnRef(store, { ...options, ...plan, ref, identity, blobs, changes: changesOf(layout, plan) });
}

/** Adds a file to a ref's tree as one commit. */
export async function recordFile(
  store: ObjectStore,
  file: SideRefFile,
  { person, ...note }: Pick<RefCommit, "ref" | "message" | "when"> & { readonly person: Person },
): Promise<Outcome<Oid>> {
  const { layout } = store;
  const blob = makeObject(layout.objectFormat, "blob", Buffer.from(file.bytes));
  const changes = [{ path: layout.prefix + file.path, mode: "100644", oid: blob.oid }];
  const identity = { author: person, committer: person };
  const done = await recordOnRef(store, { ...note, changes, blobs: [blob], identity });
  if (!done.ok) return done;
  assert(!done.value.moved, "a commit that asks for no base finds none moved");
  return ok(done.value.commit);
}

// Commit objects: the blobs, trees and commit that a plan stands for, by their ids and durably in the repository.

/** What a commit says beside its tree. */
type Note = Pick<CommitPlan, "base" | "message" | "when">;

function changesOf({ prefix, objectFormat }: GitLayout, plan: CommitPlan, modes?: NewModes): readonly TreeChange[] {
  return plan.writes.map(({ path, head, movedFrom }) => ({
    path: prefix + path,
    mode: modes?.get(path) ?? "100644",
    oid: head === null ? null : blobOid(head, objectFormat),
    ...(movedFrom === undefined ? {} : { like: prefix + movedFrom }),
  }));
}

/** Nothing of it is written yet. */
export interface MadeTree {
  readonly tree: Oid;
  readonly objects: readonly NewObject[];
}

async function makeTree(
  store: ObjectStore,
  { base }: Note,
  { changes, blobs }: Pick<RefCommit, "changes" | "blobs">,
): Promise<Outcome<MadeTree>> {
  const root = base === null ? ok(null) : await treeOf(store, base);
  if (!root.ok) return root;
  return rewriteTree(store, root.value, { changes, blobs });
}

/** A commit whose id is known while its objects are still on their way to the disk. */
interface CommitWriting {
  readonly commit: Oid;
  readonly written: Promise<Outcome<void>>;
}

/** Writes everything; nothing refers to the commit yet. */
function writeCommit(
  store: ObjectStore,
  note: Note,
  { tree, objects, identity }: MadeTree & { readonly identity: Identity },
): CommitWriting {
  const { layout } = store;
  const commit = makeObject(layout.objectFormat, "commit", printCommit(note, tree, identity));
  const written = writeObjects(layout, [...objects, commit]).then((result) => {
    if (result.ok) store.remember(objects);
    return result;
  });
  return { commit: commit.oid, written };
}

/** git's own format: header lines, a blank line, and the message byte for byte. */
export function printCommit({ base, message, when }: Note, tree: Oid, { author, committer }: Identity): Buffer {
  assert(!message.includes("\0") && message.endsWith("\n"), "a commit message is text that ends its line");
  const parent = base === null ? "" : `parent ${base}\n`;
  const people = `author ${printPerson(author, when)}\ncommitter ${printPerson(committer, when)}\n`;
  return Buffer.from(`tree ${tree}\n${parent}${people}\n${message}`);
}

// Trees: the folders along changed paths made anew, as byte splices of git's tree objects.

/**
 * `path` from the work tree's top; `oid` null removes the file. An existing file keeps its mode; a new one gets that of the file
 * at `like` in the old tree, else `mode`.
 */
export interface TreeChange {
  readonly path: string;
  readonly mode: string;
  readonly oid: Oid | null;
  readonly like?: string;
}

/** `root` null stands for an unborn branch. A folder left without files goes, as git knows no empty folders. */
export async function rewriteTree(
  store: ObjectStore,
  root: Oid | null,
  { changes, blobs }: Pick<RefCommit, "changes" | "blobs">,
): Promise<Outcome<MadeTree>> {
  const objects: NewObject[] = [...blobs];
  const steps: Step[] = [];
  for (const change of changes) {
    const model = root === null || change.like === undefined ? ok(null) : await findInTree(store, root, change.like);
    if (!model.ok) return model;
    const mode = model.value !== null && isFileMode(model.value.mode) ? model.value.mode : change.mode;
    steps.push({ ...change, mode, parts: change.path.split("/") });
  }
  const top = await rewriteFolder({ store, objects }, root, steps, 0);
  if (!top.ok) return top;
  if (top.value !== null) return ok({ tree: top.value, objects });
  const empty = makeObject(store.layout.objectFormat, "tree", Buffer.alloc(0));
  return ok({ tree: empty.oid, objects: [...objects, empty] });
}

interface Step extends TreeChange {
  readonly parts: readonly string[];
}

interface Rewrite {
  readonly store: ObjectStore;
  readonly objects: NewObject[];
}

/** The new id of a folder; null when nothing is left in it. */
async function rewriteFolder(
  rewrite: Rewrite,
  oid: Oid | null,
  steps: readonly Step[],
  depth: number,
): Promise<Outcome<Oid | null>> {
  const read = oid === null ? ok(Buffer.alloc(0)) : await rewrite.store.read(oid, "tree");
  if (!read.ok) return read;
  let bytes: Buffer = read.value;
  for (const [name, below] of groupByName(steps, depth)) {
    const isFile = below[0]!.parts.length === depth + 1;
    const slot = findSlot(bytes, name, hashBytes(rewrite.store.layout.objectFormat), !isFile);
    if (slot === null) return corrupt(`The tree ${oid} is cut short.`);
    const next = isFile ? placeFile(slot, below) : await placeFolder(rewrite, slot, below, depth);
    if (!next.ok) return next;
    bytes = splice(bytes, slot, name, next.value);
  }
  if (bytes.length === 0) return ok(null);
  if (bytes === read.value) return ok(oid);
  const tree = makeObject(rewrite.store.layout.objectFormat, "tree", bytes);
  rewrite.objects.push(tree);
  return ok(tree.oid);
}

function groupByName(steps: readonly Step[], depth: number): ReadonlyMap<string, readonly Step[]> {
  const groups = new Map<string, Step[]>();
  for (const step of steps) {
    push(groups, step.parts[depth]!, step);
  }
  return groups;
}

function placeFile(slot: Slot, steps: readonly Step[]): Outcome<TreeEntry | null> {
  const { path, mode, oid } = steps[0]!;
  if (steps.length > 1) return inTheWay(path, "is to be a file and a folder at once");
  if (slot.entry !== null && !isFileMode(slot.entry.mode))
    return inTheWay(path, `is ${kindOf(slot.entry.mode)} in HEAD`);
  return ok(oid === null ? null : { mode: slot.entry?.mode ?? mode, oid });
}

async function placeFolder(
  rewrite: Rewrite,
  slot: Slot,
  steps: readonly Step[],
  depth: number,
): Promise<Outcome<TreeEntry | null>> {
  const path = steps[0]!.parts.slice(0, depth + 1).join("/");
  if (steps.some((step) => step.parts.length === depth + 1))
    return inTheWay(path, "is to be a file and a folder at once");
  const mode = slot.entry?.mode ?? folderMode;
  if (mode !== folderMode) return inTheWay(path, `is ${kindOf(mode)} in HEAD, not a folder`);
  const oid = await rewriteFolder(rewrite, slot.entry?.oid ?? null, steps, depth + 1);
  return oid.ok ? ok(oid.value === null ? null : { mode: folderMode, oid: oid.value }) : oid;
}

function inTheWay(path: string, what: string): Outcome<never> {
  return gitFailed(
    `The path ${path} ${what}; a page lives in a regular file.`,
    "Move it out of the way, or name another page.",
  );
}

function kindOf(mode: string): string {
  if (mode === folderMode) return "a folder";
  if (mode === "120000") return "a symbolic link";
  return mode === "160000" ? "a submodule" : "a file";
}

function splice(bytes: Buffer, slot: Slot, name: string, next: TreeEntry | null): Buffer {
  if (next === null && slot.entry === null) return bytes;
  if (next !== null && next.oid === slot.entry?.oid && next.mode === slot.entry.mode) return bytes;
  const middle = next === null ? [] : [Buffer.from(`${next.mode} ${name}\0`), Buffer.from(next.oid, "hex")];
  return Buffer.concat([bytes.subarray(0, slot.start), ...middle, bytes.subarray(slot.end)]);
}

// Landing: the ref's new value staged, the work tree written, the index shown, the ref moved.

/** A commit that nothing refers to yet. */
interface PreparedCommit extends CommitWriting {
  readonly committer: Person;
  /** The index that shows it; null where nothing of the index changes. */
  readonly index: { readonly lock: GitLock; readonly show: () => Promise<Outcome<void>> } | null;
}

interface Landing {
  readonly note: Note;
  readonly options: Partial<Pick<RecordOptions, "publish" | "withdraw" | "settle">>;
  readonly branch: BranchLock;
}

async function land(prepared: PreparedCommit, { note, options, branch }: Landing): Promise<Outcome<RecordOutcome>> {
  const { commit, committer, written, index } = prepared;
  const subject = note.message.split("\n")[0] ?? "";
  const message = `commit${note.base === null ? " (initial)" : ""}: ${subject}`;
  // Before the work tree is touched, so that a full disk is met while nothing can be seen yet.
  const staged = await branch.stage(commit, { who: printPerson(committer, note.when), message }, written);
  if (!staged.ok) return staged;
  const published = (await options.publish?.()) ?? ok(undefined);
  const shown = !published.ok || index === null ? published : await index.show();
  const moved = shown.ok ? await branch.commit() : shown;
  if (!moved.ok) {
    // Some of the files may stand already; what is no commit must not stay behind as one.
    await options.withdraw?.();
    return moved;
  }
  await options.settle?.();
  // The commit stands; an index that could not be renamed only makes `git status` show the page until the next commit.
  index?.lock.commit();
  return ok({ moved: false, commit });
}

// Conversion: whether git would change a page's bytes between the work tree and the repository.

/**
 * A filter (such as LFS or encryption) or another encoding is a `git_failed` failure: what
 * git would store is not what we would. git is asked only where some attributes file says anything of the kind.
 */
export async function findConversion(native: Native, config: GitConfig, plan: Stored): Promise<Outcome<Conversion>> {
  const paths = plan.writes.map(({ path }) => native.layout.prefix + path);
  const byConfig = /^(?:true|yes|on|1|input)$/i.test(configText(config, "core.autocrlf") ?? "") ? "lines" : "none";
  const speaks = anySpeaks(native, config, paths);
  if (!speaks.ok) return speaks;
  if (!speaks.value || paths.length === 0) return ok(byConfig);
  const names = ["filter", "working-tree-encoding", "ident", "text", "eol", "crlf"];
  const input = paths.map((path) => `${path}\0`).join("");
  const out = await native.git.output(["check-attr", "-z", "--stdin", ...names], { input });
  if (!out.ok) return out;
  let conversion: Conversion = byConfig;
  const parts = out.value.toString("utf8").split("\0");
  for (let i = 0; i + 2 < parts.length; i += 3) {
    const [path, name, value] = [parts[i]!, parts[i + 1]!, parts[i + 2]!];
    if (value === "unspecified" || value === "unset") continue;
    if (name === "text" || name === "eol" || name === "crlf" || name === "ident") conversion = "lines";
    else
      return gitFailed(
        `The path ${path} has the git attribute ${name}=${value}: git stores other bytes than the file holds; pages are stored as they are.`,
        `Keep pages elsewhere; or add \`${path} !${name}\` to .gitattributes, and git stores them as they are from then on: in the clear, where ${value} encrypts.`,
      );
  }
  return ok(conversion);
}

/** Whether git would store just these bytes for a file that holds them. */
export async function isStoredAsIs(engine: Engine, path: PagePath, bytes: Uint8Array): Promise<boolean> {
  const config = await engine.config();
  const writes = [{ path, head: bytes, index: bytes }];
  const conversion = config.ok ? await engine.conversion(config.value, { writes }) : config;
  return conversion.ok && conversion.value === "none";
}

/** Attributes that change bytes, and macros, which may stand for one. `merge=` and `diff=` alone cost nothing. */
const speaking = /filter|working-tree-encoding|ident|text|eol|crlf|binary|\[attr\]/;

function anySpeaks(native: Native, config: GitConfig, paths: readonly string[]): Outcome<boolean> {
  const { layout } = native;
  const folders = new Set<string>();
  for (const path of paths) {
    for (let at = folderOf(path); !folders.has(at); at = folderOf(at)) folders.add(at);
  }
  const files = [...folders].map((folder) => join(layout.top, folder, ".gitattributes"));
  for (const file of [...files, ...sharedFiles(native, config)]) {
    const text = attempt(`read ${file}`, () => linkedText(file, ["ENOENT", "ENOTDIR", "EISDIR"]) ?? "");
    if (!text.ok || speaking.test(text.value)) return text.ok ? ok(true) : text;
  }
  return ok(false);
}

/** The repository's own file, the user's, and the system's at the usual places. */
function sharedFiles({ layout, env }: Native, config: GitConfig): readonly string[] {
  const home = env.HOME ?? "";
  const named = configText(config, "core.attributesfile")?.replace(/^~(?=\/)/, home);
  const user = named ?? join(env.XDG_CONFIG_HOME || join(home, ".config"), "git", "attributes");
  const system = ["/etc/gitattributes", "/usr/local/etc/gitattributes", "/opt/homebrew/etc/gitattributes"];
  return [join(layout.commonDir, "info", "attributes"), resolve(layout.top, user), ...system];
}

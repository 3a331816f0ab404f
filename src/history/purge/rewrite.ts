/**
 * PurgeRewrite: the commits of the past written anew, oldest first, with the authors and dates they have. Folders that do not change keep their
 * ids, and each ref that leads to this past is named with what a purge does to it.
 */

import { type Oid, parseOid } from "../../base/ids.js";
import { eachOf, type Outcome, ok } from "../../base/result.js";
import { strictTextIn } from "../../base/text.js";
import type { GitLayout } from "../../git/layout.js";
import { makeObject } from "../../git/objects/loose.js";
import type { ObjectStore } from "../../git/objects/object-store.js";
import type { NewObject } from "../../git/objects/tree.js";
import { entriesOf, folderMode, textOfName } from "../../git/objects/tree.js";
import type { Git } from "../../git/process.js";
import { readHead } from "../../git/refs/refs.js";
import { corrupt, gitFailed } from "../../state/fs-calls.js";
import type { HeldRemote, PurgeRules } from "./purge.js";

/** `pages`: the history of a branch. `records`: a ref of ours whose files are refused patches. */
type PurgeKind = "pages" | "records";

type Row = NonNullable<ReturnType<typeof entriesOf>>[number];

interface State {
  readonly store: ObjectStore;
  readonly rules: PurgeRules;
  /** What each folder and each file is now; null where nothing of it is left. */
  readonly folders: Map<string, Oid | null>;
  readonly files: Map<string, Oid | null>;
  /** Blobs that changed, by the first seven digits of what they were. */
  readonly blobs: Map<string, readonly [from: Oid, to: Oid]>;
  /** Paths below the root that have another name now. */
  readonly paths: Map<string, string>;
  readonly commits: Map<Oid, Oid>;
  /** By the first digits: what an abbreviated id in a message stands for. */
  readonly names: Map<string, readonly [from: Oid, to: Oid]>;
  readonly signed: Oid[];
  /** Files that changed, and each commit that is the first to change. */
  readonly gone: Set<Oid>;
  /** Files that a commit has and that did not change; under another name the same text may be one that goes. */
  readonly stays: Set<Oid>;
  /** Folders and files that are new; nothing has written them yet. */
  readonly objects: NewObject[];
}

function add(state: State, type: NewObject["type"], bytes: Uint8Array): Oid {
  const object = makeObject(state.store.layout.objectFormat, type, bytes);
  state.objects.push(object);
  return object.oid;
}

async function folder(state: State, oid: Oid, path: string, kind: PurgeKind): Promise<Outcome<Oid | null>> {
  const { prefix } = state.store.layout;
  // Beside the memory's root nothing is ours to look at.
  if (!path.startsWith(prefix) && !prefix.startsWith(path)) return ok(oid);
  const key = `${kind} ${oid} ${path}`;
  const known = state.folders.get(key);
  if (known !== undefined) return ok(known);
  const read = await state.store.read(oid, "tree");
  if (!read.ok) return read;
  const rows = entriesOf(read.value, state.store.layout);
  if (rows === null) return corrupt(`The tree ${oid} is cut short.`);
  const kept: Row[] = [];
  let changed = false;
  for (const row of rows) {
    const next = await rewritten(state, row, path, kind);
    if (!next.ok) return next;
    if (next.value !== null) kept.push(next.value);
    changed ||= next.value?.oid !== row.oid || next.value.name !== row.name;
  }
  const now = !changed ? oid : kept.length === 0 ? null : add(state, "tree", printRows(kept));
  state.folders.set(key, now);
  return ok(now);
}

async function rewritten(state: State, row: Row, path: string, kind: PurgeKind): Promise<Outcome<Row | null>> {
  const own = textOfName(row.name);
  const at = path + own;
  const isFolder = row.mode === folderMode;
  const { prefix } = state.store.layout;
  const inside = at.startsWith(prefix);
  const oid = isFolder
    ? await folder(state, row.oid, `${at}/`, kind)
    : row.mode.startsWith("100") && inside
      ? await file(state, row.oid, at.slice(prefix.length), kind)
      : ok(row.oid);
  if (!oid.ok) return oid;
  if (oid.value === null) return ok(null);
  const name = inside && kind === "pages" ? state.rules.name(own) : null;
  if (name === null || name === own) return ok({ ...row, oid: oid.value });
  state.paths.set(at.slice(prefix.length), path.slice(prefix.length) + name);
  return ok({ mode: row.mode, name: Buffer.from(name).toString("latin1"), oid: oid.value });
}

async function file(state: State, oid: Oid, path: string, kind: PurgeKind): Promise<Outcome<Oid | null>> {
  const key = kind === "records" ? `${kind} ${oid}` : `${path} ${oid}`;
  const known = state.files.get(key);
  if (known !== undefined) return ok(known);
  const read = await state.store.read(oid, "blob");
  if (!read.ok) return read;
  const bytes = kind === "records" ? state.rules.record(read.value) : state.rules.file(path, read.value);
  const now = bytes === read.value ? oid : bytes === null ? null : add(state, "blob", bytes);
  if (now !== null && now !== oid) state.blobs.set(oid.slice(0, 7), [oid, now]);
  (now === oid ? state.stays : state.gone).add(oid);
  state.files.set(key, now);
  return ok(now);
}

/** In git's order, in which a folder's name ends in a slash; a name that is taken gets a number. */
function printRows(rows: readonly Row[]): Buffer {
  const taken = new Set<string>();
  const named = rows.map((row) => {
    let { name } = row;
    for (let n = 2; taken.has(name); n += 1) name = numbered(row.name, n);
    taken.add(name);
    return { ...row, name: Buffer.from(name, "latin1") };
  });
  const keyOf = ({ mode, name }: (typeof named)[number]): Buffer =>
    mode === folderMode ? Buffer.concat([name, Buffer.from("/")]) : name;
  named.sort((a, b) => keyOf(a).compare(keyOf(b)));
  return Buffer.concat(
    named.flatMap((row) => [Buffer.from(`${row.mode} `), row.name, Buffer.of(0), Buffer.from(row.oid, "hex")]),
  );
}

function numbered(name: string, n: number): string {
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? `${name}-${n}` : `${name.slice(0, dot)}-${n}${name.slice(dot)}`;
}

export interface Rewrite {
  /** Every commit that was looked at and what it is now; itself where nothing in or before it changes. */
  readonly commits: ReadonlyMap<Oid, Oid>;
  /** Commits that change and are signed. */
  readonly signed: readonly Oid[];
  /** What no history holds after the purge: whoever reaches one of these reaches what is purged. */
  purged(): readonly Oid[];
  /** Adds what these reach and gives the objects that are new; nothing has written them yet. */
  reach(tips: readonly NamedTip[], kind: PurgeKind): Promise<Outcome<readonly NewObject[]>>;
}

export function openRewrite(git: Git, store: ObjectStore, rules: PurgeRules): Rewrite {
  const state: State = {
    store,
    rules,
    folders: new Map(),
    files: new Map(),
    blobs: new Map(),
    paths: new Map(),
    commits: new Map(),
    names: new Map(),
    signed: [],
    gone: new Set(),
    stays: new Set(),
    objects: [],
  };
  return {
    commits: state.commits,
    signed: state.signed,
    purged: () => [...state.gone].filter((oid) => !state.stays.has(oid)),
    async reach(tips, kind) {
      if (tips.length === 0) return ok([]);
      const input = tips.map(({ oid }) => `${oid}\n`).join("");
      const listed = await git.output(["rev-list", "--topo-order", "--reverse", "--stdin"], { input });
      if (!listed.ok) return listed;
      const fresh = oidsIn(listed.value).filter((oid) => !state.commits.has(oid));
      const made = await eachOf(fresh, (oid) => rewriteCommit(state, oid, kind));
      return made.ok ? ok([...state.objects.splice(0), ...made.value.filter((object) => object !== null)]) : made;
    },
  };
}

const nameChars = 7;

/** null where the commit stays what it is. */
async function rewriteCommit(state: State, oid: Oid, kind: PurgeKind): Promise<Outcome<NewObject | null>> {
  const read = await state.store.read(oid, "commit");
  if (!read.ok) return read;
  const split = read.value.indexOf("\n\n");
  const headers = read.value.toString("latin1", 0, split < 0 ? read.value.length : split).split("\n");
  const treeOid = parseOid(headers[0]?.slice("tree ".length) ?? "");
  if (treeOid === null) return corrupt(`The commit ${oid} names no tree.`);
  const tree = await folder(state, treeOid, "", kind);
  if (!tree.ok) return tree;
  const now = tree.value ?? add(state, "tree", Buffer.alloc(0));
  const head = [`tree ${now}`, ...headers.slice(1).map((line) => parentLine(state, line))].join("\n");
  const message = split < 0 ? [] : [Buffer.from("\n\n"), rewriteMessage(state, read.value.subarray(split + 2))];
  const bytes = Buffer.concat([Buffer.from(head, "latin1"), ...message]);
  if (bytes.equals(read.value)) {
    state.commits.set(oid, oid);
    return ok(null);
  }
  if (headers.some((line) => line.startsWith("gpgsig"))) state.signed.push(oid);
  if (headers.every((line) => parentLine(state, line) === line)) state.gone.add(oid);
  const made = makeObject(state.store.layout.objectFormat, "commit", bytes);
  state.commits.set(oid, made.oid);
  state.names.set(oid.slice(0, nameChars), [oid, made.oid]);
  return ok(made);
}

function parentLine({ commits }: State, line: string): string {
  const parent = line.startsWith("parent ") ? parseOid(line.slice("parent ".length)) : null;
  return parent === null ? line : `parent ${commits.get(parent) ?? parent}`;
}

/** A message in another encoding than UTF-8 is read byte by byte: whatever it holds of ASCII is found all the same. */
function rewriteMessage(state: State, body: Buffer): Buffer {
  const { blobs, paths } = state;
  const renames = {
    object: (hex: string): string | null => {
      const short = hex.slice(0, nameChars);
      const [from, to] = state.names.get(short) ?? blobs.get(short) ?? [];
      return from?.startsWith(hex) ? (to?.slice(0, hex.length) ?? null) : null;
    },
    paths: [...paths],
  };
  const text = strictTextIn(body);
  if (text === null) return Buffer.from(state.rules.message(body.toString("latin1"), renames), "latin1");
  const now = state.rules.message(text, renames);
  return now === text ? body : Buffer.from(now);
}

export function linesOf(bytes: Buffer): readonly string[] {
  const lines = bytes.toString("utf8").split("\n");
  return lines.filter((line) => line !== "");
}

export function oidsIn(bytes: Buffer): readonly Oid[] {
  return linesOf(bytes).flatMap((line) => parseOid(line) ?? []);
}

// PurgeRefs: which refs lead to the past of this branch, by what a purge does with them.

export interface NamedTip {
  readonly name: string;
  readonly oid: Oid;
}

export interface PurgeRefs {
  readonly branch: NamedTip;
  /** Below `refs/pagefile/`. */
  readonly own: readonly NamedTip[];
  readonly remotes: readonly NamedTip[];
  /** What each local branch tracks, by the names of their refs. */
  readonly upstreams: ReadonlyMap<string, string>;
  /** Branches, tags, stashes and work trees that are left as they are. */
  readonly others: readonly NamedTip[];
}

export const recordsRef = "refs/pagefile/rejected";

export async function listRefs(git: Git, layout: GitLayout): Promise<Outcome<PurgeRefs>> {
  const head = readHead(layout);
  if (!head.ok) return head;
  const { ref, commit } = head.value;
  if (ref === null || commit === null) {
    const is = ref === null ? "HEAD is detached" : "The branch has no commit yet";
    const says = `${is}; a purge rewrites the branch that is checked out.`;
    return gitFailed(says, "Check a branch out: git switch main");
  }
  const format = "%(refname) %(objectname) %(objecttype) %(*objectname) %(symref) %(upstream)";
  const out = await git.output(["for-each-ref", `--format=${format}`]);
  if (!out.ok) return out;
  const lines = linesOf(out.value);
  const tips = lines.flatMap(tipOf);
  const upstreams = lines.map((line) => [line.split(" ")[0] ?? "", line.split(" ")[5] ?? ""] as const);
  const others = tips.filter(({ name }) => !isOwn(name) && !isRemote(name) && name !== ref && name !== "refs/stash");
  const stashes = await stashesOf(git);
  if (!stashes.ok) return stashes;
  const trees = await worktreesOf(git, layout);
  if (!trees.ok) return trees;
  return ok({
    branch: { name: ref, oid: commit },
    own: tips.filter(({ name }) => isOwn(name)),
    remotes: tips.filter(({ name }) => isRemote(name)),
    upstreams: new Map(upstreams),
    others: [...others, ...stashes.value, ...trees.value],
  });
}

function isOwn(name: string): boolean {
  return name.startsWith("refs/pagefile/");
}

function isRemote(name: string): boolean {
  return name.startsWith("refs/remotes/");
}

/** Of an annotated tag the commit it stands for; a tag of something else holds no history. */
function tipOf(line: string): readonly NamedTip[] {
  const [name = "", oid = "", type = "", peeled = "", symref = ""] = line.split(" ");
  const commit = parseOid(type === "tag" ? peeled : oid);
  const isCommit = type === "commit" || type === "tag";
  return commit === null || !isCommit || symref !== "" ? [] : [{ name, oid: commit }];
}

/** Every stash is an entry of one reflog. */
async function stashesOf(git: Git): Promise<Outcome<readonly NamedTip[]>> {
  const ran = await git.run(["rev-parse", "--verify", "--quiet", "refs/stash"]);
  if (!ran.ok) return ran;
  if (ran.value.code !== 0) return ok([]);
  const out = await git.output(["log", "--walk-reflogs", "--format=%H", "refs/stash", "--"]);
  if (!out.ok) return out;
  return ok(oidsIn(out.value).map((oid, at) => ({ name: `stash@{${at}}`, oid })));
}

async function worktreesOf(git: Git, layout: GitLayout): Promise<Outcome<readonly NamedTip[]>> {
  const out = await git.output(["worktree", "list", "--porcelain", "-z"]);
  if (!out.ok) return out;
  const found: NamedTip[] = [];
  let path = "";
  for (const field of out.value.toString("utf8").split("\0")) {
    if (field.startsWith("worktree ")) path = field.slice("worktree ".length);
    const oid = field.startsWith("HEAD ") ? parseOid(field.slice("HEAD ".length)) : null;
    if (oid !== null && path !== layout.top) found.push({ name: `worktree ${path}`, oid });
  }
  return ok(found);
}

/** Whether the transaction went through: the branch, or where that was deleted since another ref, is at the new history or somewhere behind it. */
export async function hasMoved({ git }: { readonly git: Git }, to: Oid, branch: string): Promise<Outcome<boolean>> {
  const ran = await git.run(["merge-base", "--is-ancestor", to, branch]);
  if (!ran.ok || ran.value.code === 0) return ran.ok ? ok(true) : ran;
  const found = await git.run(["for-each-ref", "--count=1", `--contains=${to}`]);
  return found.ok ? ok(found.value.code === 0 && found.value.stdout.length > 0) : found;
}

/** `branch` is the one that a purge rewrites, and `from` where it stood before that. */
export async function heldRemote(
  { git, upstreams }: { readonly git: Git; readonly upstreams: PurgeRefs["upstreams"] },
  { name, oid }: NamedTip,
  { branch, from }: { readonly branch: string; readonly from: Oid },
): Promise<Outcome<HeldRemote>> {
  const short = branch.replace(/^refs\/heads\//, "");
  const isSame = name === upstreams.get(branch) || name.split("/").slice(3).join("/") === short;
  if (!isSame) return ok({ ref: name, way: "leave", branch: short });
  const ran = await git.run(["merge-base", "--is-ancestor", oid, from]);
  return ran.ok ? ok({ ref: name, way: ran.value.code === 0 ? "push" : "merge", branch: short }) : ran;
}

/**
 * Those of the tips that reach any of these objects, by one walk over what all of them have. `to` reaches none of them, so that its history need not be
 * walked, and whatever a commit has of them it got itself or from its parents.
 */
export async function reachingAny(
  git: Git,
  tips: readonly NamedTip[],
  { purged, to }: { readonly purged: readonly Oid[]; readonly to: Oid },
): Promise<Outcome<readonly NamedTip[]>> {
  const input = [...new Set(tips.map(({ oid }) => oid)), `^${to}`, ""].join("\n");
  const listed = await git.output(["rev-list", "--topo-order", "--reverse", "--parents", "--stdin"], { input });
  if (!listed.ok) return listed;
  const rows = linesOf(listed.value).map((line) => line.split(" "));
  const commits = rows.map(([oid]) => `${oid}\n`).join("");
  const how = ["-r", "-m", "--root", "--raw", "--no-abbrev", "--no-renames", "--no-ext-diff"];
  const changed = await git.output(["diff-tree", "--stdin", ...how], { input: commits });
  if (!changed.ok) return changed;
  const looked = new Set<string>(purged);
  const holding = new Set<string>(purged);
  let commit = "";
  for (const line of linesOf(changed.value)) {
    if (!line.startsWith(":")) commit = line;
    else if (looked.has(line.split(" ", 4)[3] ?? "")) holding.add(commit);
  }
  for (const [oid = "", ...parents] of rows) if (parents.some((each) => holding.has(each))) holding.add(oid);
  return ok(tips.filter(({ oid }) => holding.has(oid)));
}

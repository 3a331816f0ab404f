/**
 * PurgeRun: the history of the checked-out branch, and of our own refs, rewritten without something, by the user's git. What follows once the refs
 * have moved is done here too: files, state, reflogs, and the objects nobody reaches any more.
 */

import { existsSync, lstatSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { blobOid } from "../../base/digest.js";
import type { Oid } from "../../base/ids.js";
import { limits } from "../../base/limits.js";
import { eachOf, err, type Outcome, ok } from "../../base/result.js";
import { compareText } from "../../base/text.js";
import { openCatFile } from "../../git/by-git.js";
import { findIdentity, readConfigFiles } from "../../git/identity.js";
import type { GitLayout } from "../../git/layout.js";
import { makeObject, writeObjects } from "../../git/objects/loose.js";
import { openObjectStore, openPacked, packedByGit, treeOf } from "../../git/objects/object-store.js";
import type { NewObject } from "../../git/objects/tree.js";
import { gitFor } from "../../git/process.js";
import { printCommit } from "../../git/record.js";
import { readHead } from "../../git/refs/refs.js";
import { attempt } from "../../state/fs-calls.js";
import { filesBelow, readPlain } from "../../state/plain-file.js";
import { compareTrees } from "../verify/attest.js";
import {
  applyState,
  dropJournal,
  dropObjects,
  editHeld,
  heldBefore,
  holdIndex,
  type PurgeHold,
  type PurgeJournal,
  readJournal,
  scratchFiles,
  workTrees,
  writeJournal,
} from "./objects.js";
import {
  checkFiles,
  checkRepository,
  type HeldRemote,
  isLocalLog,
  type PurgeDone,
  type PurgeDraft,
  type PurgeHost,
  type PurgePlace,
  type PurgeRules,
  refusePurge,
} from "./purge.js";
import {
  hasMoved,
  heldRemote,
  linesOf,
  listRefs,
  type NamedTip,
  oidsIn,
  openRewrite,
  type PurgeRefs,
  type Rewrite,
  reachingAny,
  recordsRef,
} from "./rewrite.js";

interface Prepared {
  readonly refs: PurgeRefs;
  readonly rewrite: Rewrite;
  readonly objects: readonly NewObject[];
  readonly state: readonly StateText[];
  /** As a plan keeps them, with those of a plan that waits. */
  readonly remotes: PurgeJournal["remotes"];
  readonly purged: readonly Oid[];
  readonly draft: PurgeDraft;
}

/** `step` hears the name of each step before it begins: a test ends the process there. */
export function openPurge(
  layout: GitLayout,
  { env, step = () => {} }: { readonly env: NodeJS.ProcessEnv; readonly step?: (name: string) => void },
): Outcome<PurgeHost> {
  const git = gitFor(layout, env);
  if (!git.ok) return git;
  const packed = openPacked(layout, () => packedByGit(layout, git));
  const place: PurgePlace = { git: git.value, layout, store: openObjectStore(layout, packed) };
  let hold: PurgeHold | null = null;
  const letGo = (): void => {
    hold?.lock.release();
    hold = null;
  };
  return ok({
    pending: () => attempt("read the plan of a purge", () => readJournal(layout) !== null),
    async draft(rules) {
      const prepared = await prepare(place, rules);
      return prepared.ok ? ok(prepared.value.draft) : prepared;
    },
    async commit(rules, note) {
      const prepared = await prepare(place, rules);
      if (!prepared.ok) return prepared;
      const { others } = prepared.value.draft;
      if (others.length > 0)
        return refusePurge(
          `It is also in the history of ${others.join(", ")}, which a purge of this branch does not rewrite.`,
          "Delete them, or rebase or drop what they hold; then run the purge again.",
        );
      const planned = await plan(place, prepared.value, note, { env, step });
      if (!planned.ok) return planned;
      const held = await holdIndex(layout);
      if (!held.ok) return held;
      hold = held.value;
      const moved = await move(place, prepared.value, planned.value);
      if (!moved.ok) letGo();
      return moved;
    },
    async finish(rules) {
      const journal = attempt("read the plan of a purge", () => readJournal(layout));
      if (!journal.ok) return journal;
      if (journal.value === null) return ok(nothingLeft);
      const moved = await hasMoved(place, journal.value.to, journal.value.branch);
      if (!moved.ok) return moved;
      if (!moved.value) {
        const dropped = attempt("remove the plan of a purge that never was", () => dropJournal(layout));
        return dropped.ok ? ok(nothingLeft) : dropped;
      }
      const held = hold === null ? await holdIndex(layout) : ok(hold);
      if (!held.ok) return held;
      hold = held.value;
      const done = await finishPurge(place, { journal: journal.value, rules, hold: held.value, step });
      letGo();
      if (!done.ok) return done;
      const { kept, held: still } = done.value;
      const left = rules === null ? ok(0) : await countHolding(place, rules.holds);
      const remotes = still.map(({ ref }) => ref);
      return left.ok ? ok({ left: Math.max(left.value, kept), remotes, held: still }) : left;
    },
    close() {
      letGo();
      return place.store.close();
    },
  });
}

const nothingLeft: PurgeDone = { left: 0, remotes: [], held: [] };

/** Everything up to the objects that a purge would write; nothing is written yet. */
async function prepare(place: PurgePlace, rules: PurgeRules): Promise<Outcome<Prepared>> {
  const { git, layout, store } = place;
  const fit = await checkRepository(place);
  if (!fit.ok) return fit;
  const listed = await listRefs(git, layout);
  if (!listed.ok) return listed;
  const { branch, own, remotes, others } = listed.value;
  const rewrite = openRewrite(git, store, rules);
  const objects: NewObject[] = [];
  for (const kind of ["pages", "records"] as const) {
    const tips = [branch, ...own].filter(({ name }) => (name === recordsRef) === (kind === "records"));
    const reached = await rewrite.reach(tips, kind);
    if (!reached.ok) return reached;
    objects.push(...reached.value);
  }
  const commits = [...rewrite.commits].flatMap(([from, to]) => (from === to ? [] : [from]));
  const { length: signed, 0: first } = rewrite.signed;
  if (first !== undefined) {
    const says = `${signed} of the commits to be rewritten ${signed === 1 ? "is" : "are"} signed, first ${first.slice(0, 10)}; the signatures would not hold.`;
    return refusePurge(
      says,
      "Take the text out with a signed commit of your own, or rewrite by hand and sign again.",
    );
  }
  const beside = await rewrite.reach([...remotes, ...others], "pages");
  if (!beside.ok) return beside;
  const moves = ({ oid }: NamedTip): boolean => (rewrite.commits.get(oid) ?? oid) !== oid;
  const files = await headFiles(place, { refs: listed.value, rewrite, objects });
  if (!files.ok) return files;
  const clean = await checkFiles(place, rules, files.value);
  if (!clean.ok) return clean;
  const state = attempt("read the state beside the history", () => purgedState(layout, rules));
  if (!state.ok) return state;
  const moved = [branch, ...own].filter(moves);
  const stale = remotes.filter(moves);
  const open = await openRemotes(place, listed.value, { stale, moves: moves(branch) });
  if (!open.ok) return open;
  const draft: PurgeDraft = {
    refs: moved.map(({ name, oid }) => ({ name, from: oid, to: rewrite.commits.get(oid)! })),
    commits,
    files: [...new Set(files.value.map((path) => rules.name(path.slice(layout.prefix.length))))],
    state: state.value.map(([name]) => name),
    others: others.filter(moves).map(({ name }) => name),
    remotes: stale.map(({ name }) => name),
    held: open.value.held,
  };
  const { remotes: waiting, purged: before } = open.value;
  const purged = [...new Set([...before, ...rewrite.purged()])];
  return ok({ refs: listed.value, rewrite, objects, state: state.value, remotes: waiting, purged, draft });
}

interface OpenRemotes extends Pick<PurgeJournal, "remotes"> {
  readonly held: readonly HeldRemote[];
  readonly purged: readonly Oid[];
}

/** What is said of the stale ones, and what a plan keeps of them: a plan that still waits for a push goes on in the next one. */
async function openRemotes(
  { git, layout }: PurgePlace,
  { branch, upstreams }: PurgeRefs,
  { stale, moves }: { readonly stale: readonly NamedTip[]; readonly moves: boolean },
): Promise<Outcome<OpenRemotes>> {
  const read = attempt("read the plan of a purge", () => readJournal(layout));
  if (!read.ok) return read;
  const moved = read.value === null ? ok(false) : await hasMoved({ git }, read.value.to, read.value.branch);
  if (!moved.ok) return moved;
  const last = moved.value ? read.value : null;
  const from = !moves && last?.branch === branch.name ? last.from : branch.oid;
  const held = await eachOf(stale, (tip) => {
    const known = heldBefore(last, tip);
    return known === null ? heldRemote({ git, upstreams }, tip, { branch: branch.name, from }) : ok(known);
  });
  if (!held.ok) return held;
  const now = stale.map((tip, at) => {
    const { way, branch: name } = held.value[at]!;
    return way === "push" ? { ...tip, branch: name } : tip;
  });
  const others = (last?.remotes ?? []).filter(({ name }) => stale.every((tip) => tip.name !== name));
  return ok({ held: held.value, remotes: [...now, ...others], purged: last?.purged ?? [] });
}

/** The trees of the new HEAD are not on the disk yet; the store is told of them. */
async function headFiles(
  place: PurgePlace,
  { refs, rewrite, objects }: Pick<Prepared, "refs" | "rewrite" | "objects">,
): Promise<Outcome<readonly string[]>> {
  const { oid } = refs.branch;
  const to = rewrite.commits.get(oid) ?? oid;
  if (to === oid) return ok([]);
  const made = new Map(objects.map((object) => [object.oid, object.bytes]));
  const { store } = place;
  const read: typeof store.read = async (wanted, type) => {
    const bytes = made.get(wanted);
    return bytes === undefined ? store.read(wanted, type) : ok(Buffer.from(bytes));
  };
  const files = await changedFiles({ ...place, store: { ...store, read } }, oid, to);
  return files.ok ? ok(files.value.map(({ path }) => path)) : files;
}

/** Everything that the new history is made of, and what is still to be done once the refs have moved to it. */
async function plan(
  place: PurgePlace,
  { refs, rewrite, objects, state, remotes, purged }: Prepared,
  note: Parameters<PurgeHost["commit"]>[1],
  { env, step }: { readonly env: NodeJS.ProcessEnv; readonly step: (name: string) => void },
): Promise<Outcome<Oid>> {
  const { git, layout, store } = place;
  const config = readConfigFiles(layout, env);
  if (!config.ok) return config;
  const identity = findIdentity(config.value, env);
  if (!identity.ok) return identity;
  step("objects");
  const written = await writeObjects(layout, objects);
  if (!written.ok) return written;
  const { branch } = refs;
  const base = rewrite.commits.get(branch.oid) ?? branch.oid;
  const tree = await treeOf(store, base);
  if (!tree.ok) return tree;
  const commit = makeObject(
    layout.objectFormat,
    "commit",
    printCommit({ ...note, base }, tree.value, identity.value),
  );
  const last = await writeObjects(layout, [commit]);
  if (!last.ok) return last;
  step("plan");
  const named = await git.output(["rev-list", "--no-walk", "--all", "--reflog"]);
  if (!named.ok) return named;
  const tips = oidsIn(named.value);
  const journal = { branch: branch.name, from: branch.oid, to: commit.oid, remotes, purged, tips };
  const kept = attempt("write the plan of the purge", () => writeJournal(layout, journal, state));
  if (!kept.ok) return kept;
  step("refs");
  return ok(commit.oid);
}

async function move({ git }: PurgePlace, { refs, draft }: Prepared, to: Oid): Promise<Outcome<Oid>> {
  const { branch } = refs;
  const moves = [
    ...draft.refs.filter(({ name }) => name !== branch.name),
    { name: branch.name, from: branch.oid, to },
  ];
  const lines = moves.map((each) => `update ${each.name} ${each.to} ${each.from}\n`).join("");
  const ran = await git.run(["update-ref", "-m", "pagefile purge", "--stdin"], {
    input: `start\n${lines}prepare\ncommit\n`,
    config: ["core.fsync=all"],
  });
  if (!ran.ok) return ran;
  if (ran.value.code === 0) return ok(to);
  return err({
    code: "locked",
    says: "Another process moved the branch, or holds a lock on it, while the purge was prepared; nothing was changed.",
    hint: "Run the purge again.",
  });
}

/** A file that HEAD holds otherwise than before, from the work tree's top; `to` is null where it went. */
interface PurgedFile {
  readonly path: string;
  readonly from: Oid | null;
  readonly to: Oid | null;
  readonly mode: string;
}

async function changedFiles({ store }: PurgePlace, from: Oid, to: Oid): Promise<Outcome<readonly PurgedFile[]>> {
  const trees = await eachOf([from, to], (commit) => treeOf(store, commit));
  if (!trees.ok) return trees;
  const same = await compareTrees(store, trees.value, ([a, b]) => a?.oid === b?.oid && a?.mode === b?.mode);
  if (!same.ok) return same;
  return ok(
    same.value.map(({ path, entries: [a, b] }) => ({
      path,
      from: a?.oid ?? null,
      to: b?.oid ?? null,
      mode: (b ?? a)?.mode ?? "100644",
    })),
  );
}

/** Without those that HEAD holds otherwise by now: on another branch, or after a merge, the former file is the right one. */
async function filesToShow(place: PurgePlace, { from, to }: PurgeJournal): Promise<Outcome<readonly PurgedFile[]>> {
  const head = readHead(place.layout);
  if (!head.ok) return head;
  const files = await changedFiles(place, from, to);
  const since = await changedFiles(place, to, head.value.commit ?? to);
  if (!files.ok) return files;
  if (!since.ok) return since;
  const other = new Set(since.value.map(({ path }) => path));
  return ok(files.value.filter(({ path }) => !other.has(path)));
}

interface Finishing {
  readonly journal: PurgeJournal;
  /** null where nobody knows any more what was purged. */
  readonly rules: PurgeRules | null;
  readonly hold: PurgeHold;
  /** Hears the name of each step before it begins. */
  readonly step: (name: string) => void;
}

/** Each step may have been done before, wholly or in part. */
async function finishPurge(
  place: PurgePlace,
  { journal, rules, hold, step }: Finishing,
): Promise<Outcome<{ readonly held: readonly HeldRemote[]; readonly kept: number }>> {
  const { layout } = place;
  step("files");
  const files = await filesToShow(place, journal);
  // The former commit is gone only where a purge was finished up to its very last step.
  if (files.ok) {
    const shown = await showFiles(place, files.value, { hold, journal });
    if (!shown.ok) return shown;
  } else if (files.error.code !== "corrupt") return files;
  step("state");
  const state = attempt("clean the state beside the history", () => {
    applyState(layout, journal);
    const heads = workTrees(layout).flatMap((tree) => [`${tree}ORIG_HEAD`, `${tree}AUTO_MERGE`]);
    for (const name of [...cacheFiles(layout), ...heads]) rmSync(join(layout.commonDir, name), { force: true });
    for (const name of ["commit-graph", "commit-graphs"])
      rmSync(join(layout.commonDir, "objects", "info", name), { force: true, recursive: true });
  });
  if (!state.ok) return state;
  step("reflogs");
  const expired = await expireReflogs(place);
  if (!expired.ok) return expired;
  step("repack");
  // What nothing reaches becomes loose and stays: another process may be about to name it.
  const config = ["core.fsync=committed,-loose-object"];
  const packed = await place.git.output(["repack", "-A", "-d", "-q"], { config });
  if (!packed.ok) return packed;
  step("prune");
  const kept = await dropObjects(place, { journal, rules, since: hold.since });
  if (!kept.ok) return kept;
  step("done");
  const held = await stillThere(place, journal);
  if (!held.ok) return held;
  // While a remote-tracking ref reaches it, its objects stay; the next run after a push takes them away.
  const done = { held: held.value, kept: kept.value };
  if (held.value.length > 0 || kept.value > 0) return ok(done);
  const dropped = attempt("remove the plan of the purge", () => dropJournal(layout));
  return dropped.ok ? ok(done) : dropped;
}

/** Index first, each entry that is as it was; then the files, those that nobody touched. */
async function showFiles(
  { git, layout }: PurgePlace,
  files: readonly PurgedFile[],
  { hold, journal }: Pick<Finishing, "hold" | "journal">,
): Promise<Outcome<void>> {
  if (files.length === 0) return ok(undefined);
  const listed = await git.output(["ls-files", "-s", "-z", "--", ...files.map(({ path }) => path)]);
  if (!listed.ok) return listed;
  const index = new Map<string, string>();
  for (const row of listed.value.toString("utf8").split("\0")) {
    const [info = "", path = ""] = row.split("\t");
    index.set(path, info.split(" ")[1] ?? "");
  }
  const behind = files.filter(({ path, from }) => (index.get(path) ?? null) === from);
  const none = "0".repeat(layout.objectFormat === "sha1" ? 40 : 64);
  const info = behind
    .map(({ path, to, mode }) => `${to === null ? `0 ${none}` : `${mode} ${to}`}\t${path}\0`)
    .join("");
  const untouched = files.filter((file) => isAsBefore(join(layout.top, file.path), file, layout.objectFormat));
  const removed = attempt("remove a purged file", () => {
    for (const { path, to } of untouched) if (to === null) removeFile(layout.top, path);
  });
  if (!removed.ok) return removed;
  const written = untouched.filter(({ to }) => to !== null).map(({ path }) => `${path}\0`);
  const edit = async (copy: string): Promise<Outcome<void>> => {
    const env = { GIT_INDEX_FILE: copy };
    const updated = await git.output(["update-index", "-z", "--index-info"], { input: info, env });
    if (!updated.ok) return updated;
    const show = ["checkout-index", "--force", "-u", "-z", "--stdin"];
    const shown = await git.output(show, { input: written.join(""), env });
    if (!shown.ok) return shown;
    // The index remembers how a merge was settled, by the blobs it was settled from.
    await git.run(["update-index", "--clear-resolve-undo"], { env });
    const refreshed = await git.run(["update-index", "-q", "--refresh"], { env });
    return refreshed.ok ? ok(undefined) : refreshed;
  };
  return editHeld(layout, hold, { commit: journal.to, edit });
}

/** With the folders that it leaves empty, as git does it: their names can be what is purged. */
function removeFile(top: string, path: string): void {
  rmSync(join(top, path), { force: true });
  for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) {
    const at = join(top, folder);
    if (!existsSync(at) || readdirSync(at).length > 0) return;
    rmdirSync(at);
  }
}

function isAsBefore(file: string, { from }: PurgedFile, format: "sha1" | "sha256"): boolean {
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return from === null;
  if (!stat.isFile()) return false;
  const bytes = readPlain(file, limits.gitFileBytesMax);
  const plain = Buffer.from(bytes.toString("latin1").replaceAll("\r\n", "\n"), "latin1");
  return blobOid(bytes, format) === from || blobOid(plain, format) === from;
}

/** What a ref was and cannot be reached from it any more. A stash is nothing but its reflog, and stays. */
async function expireReflogs({ git, layout }: PurgePlace): Promise<Outcome<void>> {
  const out = await git.output(["for-each-ref", "--format=%(refname)"]);
  if (!out.ok) return out;
  const names = linesOf(out.value).filter((name) => name !== "refs/stash");
  const trees = attempt("list the work trees", () => workTrees(layout));
  if (!trees.ok) return trees;
  const heads = trees.value.map((tree) => [`${tree === "" ? "main-worktree/" : tree}HEAD`, `${tree}logs/HEAD`]);
  const logged: string[] = [];
  for (const [name = "", file = ""] of [...heads, ...names.map((ref) => [ref, `logs/${ref}`])]) {
    const ran = layout.refStorage === "files" ? null : await git.run(["reflog", "exists", name]);
    if (ran !== null && !ran.ok) return ran;
    if (ran === null ? existsSync(join(layout.commonDir, file)) : ran.value.code === 0) logged.push(name);
  }
  if (logged.length === 0) return ok(undefined);
  const args = ["reflog", "expire", "--expire=never", "--expire-unreachable=all", "--rewrite", ...logged];
  const expired = await git.output(args);
  return expired.ok ? ok(undefined) : expired;
}

/** Every remote-tracking ref there is now: one may have been fetched since, or have been moved to another commit that holds it. */
async function stillThere(
  { git, layout }: PurgePlace,
  journal: PurgeJournal,
): Promise<Outcome<readonly HeldRemote[]>> {
  const refs = await listRefs(git, layout);
  if (!refs.ok) return refs;
  const { remotes, upstreams } = refs.value;
  const { branch, from, to, purged } = journal;
  const asBefore = ({ name, oid }: NamedTip): boolean =>
    journal.remotes.some((each) => each.name === name && each.oid === oid);
  const still = purged === undefined ? ok(remotes.filter(asBefore)) : await reachingAny(git, remotes, { purged, to });
  if (!still.ok) return still;
  return eachOf(still.value, (tip) => {
    const known = heldBefore(journal, tip);
    return known === null ? heldRemote({ git, upstreams }, tip, { branch, from }) : ok(known);
  });
}

/** Looks into every object there is, whatever reaches it. */
async function countHolding({ git }: PurgePlace, holds: PurgeRules["holds"]): Promise<Outcome<number>> {
  const listed = await git.output(["cat-file", "--batch-all-objects", "--batch-check=%(objectname)"]);
  if (!listed.ok) return listed;
  const reader = openCatFile(git);
  let left = 0;
  try {
    for (const oid of oidsIn(listed.value)) {
      const object = await reader.read(oid);
      if (!object.ok) return object;
      if (object.value !== null && holds(object.value.bytes)) left += 1;
    }
  } finally {
    await reader.close();
  }
  return ok(left);
}

// PurgeState: what lies in the git dir beside objects and refs and can repeat a page's words: patches, logs, caches, git's scratch files.

/** A file below the common git dir and the text it is to hold; null where it goes. */
type StateText = readonly [file: string, text: string | null];

/** What a purge changes of it in every work tree, sorted by name. Throws system errors. */
export function purgedState(layout: GitLayout, rules: PurgeRules): readonly StateText[] {
  const texts = workTrees(layout).flatMap((tree) => {
    const dir = join(layout.commonDir, tree);
    const scratch = [...scratchFiles, ...namesBelow(dir, "rr-cache")].filter((name) => {
      const bytes = bytesOf(join(dir, name));
      return bytes !== null && rules.holds(bytes);
    });
    const own = namesBelow(dir, "pagefile").flatMap((name) => ownText(dir, rules, name));
    return [...own, ...scratch.map((name) => [name, null] as const)].map(
      ([name, text]): StateText => [`${tree}${name}`, text],
    );
  });
  return [...texts, ...localTexts(layout, rules)].sort((a, b) => compareText(a[0], b[0]));
}

/** Logs that git does not look at, in the work tree that the purge runs in. */
function localTexts(layout: GitLayout, rules: PurgeRules): readonly StateText[] {
  const root = join(layout.top, layout.prefix);
  return namesBelow(root, "memory")
    .filter(isLocalLog)
    .flatMap((name) => pageText(root, rules, { name, page: name }));
}

function pageText(
  dir: string,
  rules: PurgeRules,
  { name, page }: { readonly name: string; readonly page: string },
): readonly StateText[] {
  const bytes = bytesOf(join(dir, name));
  const kept = bytes === null ? null : rules.file(page, bytes);
  if (bytes === null || kept === bytes) return [];
  return [[name, kept === null ? null : Buffer.from(kept).toString("utf8")]];
}

/** Made anew at the next start, from the files as they are then. */
function isCache(name: string): boolean {
  if (sessionPage(name) !== null) return false;
  return name.split("/").some((part) => /^(?:index|tokens|origins|starts)(?:[.-]|$)/.test(part));
}

/** Their names below the common git dir. */
export function cacheFiles(layout: GitLayout): readonly string[] {
  return workTrees(layout).flatMap((tree) =>
    namesBelow(join(layout.commonDir, tree), "pagefile")
      .filter(isCache)
      .map((name) => `${tree}${name}`),
  );
}

/** Where the file is a page that a session keeps to itself, its path among those; such a page is words and no state. */
function sessionPage(name: string): string | null {
  const parts = name.split("/");
  const at = parts.indexOf("sessions");
  return at > 0 && parts[at + 2] === "pages" && parts.length > at + 3 ? parts.slice(at + 3).join("/") : null;
}

function ownText(dir: string, rules: PurgeRules, name: string): readonly StateText[] {
  if (isCache(name) || name.startsWith("pagefile/purge/")) return [];
  const page = sessionPage(name);
  if (page !== null) return pageText(dir, rules, { name, page });
  const bytes = bytesOf(join(dir, name));
  if (bytes === null) return [];
  const isOwn = rules.isOwn(name);
  const isNotes = name.startsWith("pagefile/harness/") && name.endsWith(".jsonl");
  // How far a session was listened to stands in its notes, and what OpenClaw calls it in a file of its own.
  if (isOwn && !isNotes && ownFolder.test(name)) return [[name, null]];
  if (/\.jsonl(?:\.\d+)?$|^pagefile\/openclaw\//.test(name)) {
    const text = bytes.toString("utf8");
    const isTalk = /^pagefile\/(?:inbox|harness|openclaw)\//.test(name);
    const kept = rules.log(text, isOwn && isNotes ? "gone" : isTalk ? "talk" : "record");
    return kept === text ? [] : [[name, kept]];
  }
  // A patch with a blank in it would be refused later anyway, and one that rests on poison is not to be flushed at all.
  return rules.record(bytes) === bytes ? [] : [[name, null]];
}

/** Whose files are of one session each: the last prompts it was given, what was left out of them, and what was said in it. */
const ownFolder = /^pagefile\/(?:turns\/|harness\/|openclaw\/[^/]*\.(?:jsonl|turns)$)/;

/** By their names below `top`. */
function namesBelow(top: string, folder: string): readonly string[] {
  return filesBelow(join(top, folder)).map((name) => `${folder}/${name}`);
}

function bytesOf(file: string): Buffer | null {
  const stat = lstatSync(file, { throwIfNoEntry: false });
  return stat?.isFile() === true ? readPlain(file, limits.indexBytesMax) : null;
}

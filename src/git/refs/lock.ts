/**
 * RefLock: the branch HEAD names, held under git's own locks, verified, and moved by one rename, or through git where refs are not files. The order
 * in which a commit reaches the disk is here, once for both engines (`recordInOrder`). A removed ref and a line of the reflog follow git's own
 * rules too.
 */

import { once } from "node:events";
import { existsSync, readdirSync, rmdirSync, rmSync, statSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { blobOid } from "../../base/digest.js";
import type { Oid } from "../../base/ids.js";
import { limits } from "../../base/limits.js";
import { assert, err, type Outcome, ok } from "../../base/result.js";
import { applyShared, makeFolder, syncFolder } from "../../state/durable.js";
import { attemptGit as attempt, errnoOf, gitFailed, ioFailed } from "../../state/fs-calls.js";
import { appendTo, readLinked } from "../../state/plain-file.js";
import type { CommitPlan, RecordOptions, RecordOutcome } from "../history.js";
import { type Identity, type Person, printPerson } from "../identity.js";
import type { IndexEdit } from "../index/patch.js";
import type { GitLayout } from "../layout.js";
import { acquireLock, type GitLock, isTip, type LockOptions, withLock } from "../locks/locks.js";
import type { Git, GitChild } from "../process.js";
import { findPacked, type HeadState, packedRefs, readHead, readHeadByGit, readRef, refFile } from "./refs.js";

// RecordInOrder: the one order in which a commit reaches the disk, whichever engine makes its objects.

/** How an engine takes part in a commit. */
interface RecordEngine {
  readonly layout: GitLayout;
  readonly lockHead: () => Promise<Outcome<Locked>>;
  /** Checks the index and makes the objects; null where somebody staged or unstaged one of the plan's paths since it was made. */
  readonly prepare: () => Promise<Outcome<PreparedCommit | null>>;
}

/** A commit that nothing refers to yet. */
export interface PreparedCommit {
  readonly commit: Oid;
  readonly committer: Person;
  /** The writing of its objects, where that goes on meanwhile. */
  readonly written?: Promise<Outcome<void>>;
  /** Stages the index that shows it, once the work tree is written; null where nothing of the index changes. */
  readonly stageIndex: ((lock: GitLock) => Promise<Outcome<void>>) | null;
}

/**
 * `HistoryWriter.record` tells the order and what a failure leaves behind. Everything that can be refused is refused before the work tree is
 * touched; after the ref's rename nothing can fail.
 */
export async function recordInOrder(
  { layout, lockHead, prepare }: RecordEngine,
  plan: CommitPlan,
  options: RecordOptions,
): Promise<Outcome<RecordOutcome>> {
  const { gitDir, sharedMode } = layout;
  const landed = (commit: string): boolean => isTip(layout, commit);
  return withLock(join(gitDir, "index"), { sharedMode, landed }, async (indexLock) => {
    const locked = await lockHead();
    if (!locked.ok) return locked;
    if (locked.value.moved) return ok({ moved: true });
    const { branch } = locked.value;
    try {
      const prepared = await prepare();
      if (!prepared.ok) return prepared;
      if (prepared.value === null) return ok({ moved: true });
      return await land(prepared.value, { plan, options, indexLock, branch });
    } finally {
      branch.release();
    }
  });
}

interface Landing {
  readonly plan: CommitPlan;
  readonly options: RecordOptions;
  readonly indexLock: GitLock;
  readonly branch: BranchLock;
}

async function land(prepared: PreparedCommit, landing: Landing): Promise<Outcome<RecordOutcome>> {
  const { commit, committer, written, stageIndex } = prepared;
  const { plan, indexLock, branch } = landing;
  const { publish, withdraw, settle } = landing.options;
  const subject = plan.message.split("\n")[0] ?? "";
  const message = `commit${plan.base === null ? " (initial)" : ""}: ${subject}`;
  // Before the work tree is touched, so that a full disk is met while nothing can be seen yet.
  const staged = await branch.stage(commit, { who: printPerson(committer, plan.when), message }, written);
  if (!staged.ok) return staged;
  const published = await publish();
  if (!published.ok) {
    // Some of the files may stand already; what is no commit must not stay behind as one.
    await withdraw?.();
    return published;
  }
  const shown = stageIndex === null ? ok(undefined) : await showIndex(stageIndex, indexLock, commit);
  const moved = shown.ok ? await branch.commit() : shown;
  if (!moved.ok) {
    await withdraw?.();
    return moved;
  }
  await settle?.();
  // The commit stands; an index that could not be renamed only makes `git status` show the page until the next commit.
  if (stageIndex !== null) indexLock.commit();
  return ok({ moved: false, commit });
}

/**
 * Before the branch moves: git reads HEAD first and the index afterwards, without a lock. Were the index the later of the two, a
 * `git commit` between them would take back what it does not show yet; this way around git finds that the branch moved.
 */
async function showIndex(
  stageIndex: NonNullable<PreparedCommit["stageIndex"]>,
  lock: GitLock,
  commit: Oid,
): Promise<Outcome<void>> {
  const staged = await stageIndex(lock);
  return staged.ok ? lock.publish(commit) : staged;
}

/** No edit where the index holds nothing and is to hold nothing, so that an intent to add stays. */
export function editsOf(
  { prefix, objectFormat }: GitLayout,
  plan: CommitPlan,
  statOf: (path: string, bytes: Uint8Array) => Buffer | null = () => null,
): readonly IndexEdit[] {
  return plan.writes.flatMap(({ path: below, before, index, movedFrom }): readonly IndexEdit[] => {
    const path = prefix + below;
    if (index === null) return before.index === null ? [] : [{ path, next: null }];
    const like = movedFrom === undefined ? {} : { like: prefix + movedFrom };
    return [{ path, next: { oid: blobOid(index, objectFormat), stat: statOf(path, index), ...like } }];
  });
}

/** git's own format: header lines, a blank line, and the message byte for byte. */
export function printCommit(plan: CommitPlan, tree: Oid, { author, committer }: Identity): Buffer {
  assert(!plan.message.includes("\0") && plan.message.endsWith("\n"), "a commit message is text that ends its line");
  const parent = plan.base === null ? "" : `parent ${plan.base}\n`;
  const people = `author ${printPerson(author, plan.when)}\ncommitter ${printPerson(committer, plan.when)}\n`;
  return Buffer.from(`tree ${tree}\n${parent}${people}\n${plan.message}`);
}

// Ref lock: the branch HEAD names, held under git's own locks, verified, and moved by one rename.

/** A branch nobody else can move. */
export interface BranchLock {
  /**
   * Writes the new value durably beside the ref; nothing is visible yet. `written` is the writing of the commit's objects,
   * which goes on meanwhile; its failure is the failure of this.
   */
  stage(next: Oid, reflog: ReflogLine, written?: Promise<Outcome<void>>): Promise<Outcome<void>>;
  /** The commit point: the ref is renamed into place and made durable, then its reflog and HEAD's are appended. */
  commit(): Promise<Outcome<void>>;
  /** Gives the locks up; the ref stays as it is. */
  release(): void;
}

export type Locked = { readonly moved: true } | { readonly moved: false; readonly branch: BranchLock };

/**
 * Locks HEAD and the branch it names, in that order, and reads them again: `moved` unless they still are `expected`.
 * git takes the same two locks for a commit, so neither a commit nor a switch of branches can come between.
 */
export async function lockBranch(
  layout: GitLayout,
  expected: HeadState,
  options: LockOptions & { readonly logAllRefUpdates: string | null },
): Promise<Outcome<Locked>> {
  const locks: GitLock[] = [];
  const release = (): void => {
    for (const lock of locks.splice(0)) lock.release();
  };
  const names = expected.ref === null ? ["HEAD"] : ["HEAD", expected.ref];
  for (const name of names) {
    const ready = name === "HEAD" ? ok(undefined) : prepareFolder(layout, name, expected.commit === null);
    const lock = ready.ok ? await acquireLock(refFile(layout, name), options) : ready;
    if (!lock.ok) {
      release();
      return lock;
    }
    locks.push(lock.value);
  }
  const now = readHead(layout);
  if (!now.ok || now.value.ref !== expected.ref || now.value.commit !== expected.commit) {
    release();
    return now.ok ? ok({ moved: true }) : now;
  }
  const last = locks[locks.length - 1];
  assert(last !== undefined, "a locked branch has a lock");
  const branch = makeBranchLock(layout, { names, lock: last, before: expected.commit, release, ...options });
  return ok({ moved: false, branch });
}

interface Parts {
  readonly names: readonly string[];
  readonly lock: GitLock;
  readonly before: Oid | null;
  readonly release: () => void;
  readonly logAllRefUpdates: string | null;
}

function makeBranchLock(layout: GitLayout, parts: Parts): BranchLock {
  let staged: { next: Oid; line: ReflogLine } | null = null;
  return {
    async stage(next, line, written) {
      staged = { next, line };
      const [refWritten, objectsWritten] = await Promise.all([parts.lock.stage([Buffer.from(`${next}\n`)]), written]);
      return objectsWritten?.ok === false ? objectsWritten : refWritten;
    },
    async commit() {
      assert(staged !== null, "a ref is staged before it is committed");
      const renamed = parts.lock.commit();
      if (!renamed.ok) return renamed;
      try {
        await syncFolder(dirname(parts.lock.path));
        const change = { before: parts.before, after: staged.next, line: staged.line };
        for (const name of parts.names) appendReflog(layout, name, change, parts.logAllRefUpdates);
      } catch (error) {
        // The branch has moved: a reflog that could not be written is no reason to report the commit as failed.
        if (errnoOf(error) === null) throw error;
      } finally {
        parts.release();
      }
      return ok(undefined);
    },
    release: parts.release,
  };
}

/** A new branch needs its folder, and no other branch may use its name as a folder or one of its folders as a name. */
function prepareFolder(layout: GitLayout, name: string, unborn: boolean): Outcome<void> {
  const file = refFile(layout, name);
  if (unborn) {
    const taken = takenName(layout, name);
    if (!taken.ok) return taken;
    if (taken.value !== null) {
      return gitFailed(
        `The branch ${name} cannot be made, because ${taken.value} exists.`,
        "Switch to a branch with another name (`git switch --create NAME`) and try again.",
      );
    }
  }
  try {
    if (unborn) removeEmptyFolders(file);
    makeFolder(dirname(file), layout.sharedMode);
    return ok(undefined);
  } catch (error) {
    return ioFailed(error, `Making the folder of ${name}`);
  }
}

/** A ref that stands in the way of a new one, as a name above or below it. */
function takenName(layout: GitLayout, name: string): Outcome<string | null> {
  return attempt("Reading refs", () => {
    const parts = name.split("/");
    const above = parts.slice(2, -1).map((_, i) => parts.slice(0, i + 3).join("/"));
    for (const ref of above) {
      if (statSync(refFile(layout, ref), { throwIfNoEntry: false })?.isFile()) return ref;
    }
    for (const line of packedRefs(layout).split("\n")) {
      const ref = line.slice(line.indexOf(" ") + 1);
      if (above.includes(ref) || ref.startsWith(`${name}/`)) return ref;
    }
    return null;
  });
}

/** git leaves empty folders behind when it packs or deletes branches; one that is not empty makes the rename fail. */
function removeEmptyFolders(path: string): void {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  for (const child of readdirSync(path)) removeEmptyFolders(join(path, child));
  rmdirSync(path);
}

// Ref by git: HEAD read and moved through `git update-ref`, for repositories whose refs are not files.

/**
 * A branch lock like `lockBranch`'s. git takes its locks when the new value is known, at `stage`, and holds them until
 * `commit`; it writes the reflogs itself.
 */
export async function lockBranchByGit(git: Git, expected: HeadState): Promise<Outcome<Locked>> {
  const now = await readHeadByGit(git);
  if (!now.ok) return now;
  if (now.value.ref !== expected.ref || now.value.commit !== expected.commit) return ok({ moved: true });
  let child: Talking | null = null;
  const say = async (words: string, expectedAnswer: string): Promise<Outcome<void>> => {
    if (child === null) return gitFailed("The git update-ref process is not running.", "Try again.");
    child.stdin.write(words);
    return (await hears(child, expectedAnswer)) ? ok(undefined) : lostRace(expected);
  };
  const release = (): void => {
    child?.stdin.end();
    child = null;
  };
  return ok({
    moved: false,
    branch: {
      async stage(next, line, written) {
        // git looks whether the commit exists before it names it.
        const there = await written;
        if (there?.ok === false) return there;
        const asked = ["update-ref", "-m", line.message, "--create-reflog", "--stdin"];
        const started = git.start(asked, reflogEnv(line.who));
        if (!started.ok) return started;
        child = talkWith(started.value);
        const before = expected.commit ?? "0".repeat(next.length);
        return say(`start\nupdate HEAD ${next} ${before}\nprepare\n`, "prepare: ok");
      },
      async commit() {
        const done = await say("commit\n", "commit: ok");
        release();
        return done;
      },
      release,
    },
  });
}

function reflogEnv(who: string): Readonly<Record<string, string>> {
  const [, name = "", email = "", date = ""] = /^(.*) <(.*)> (\d+ \+0000)$/.exec(who) ?? [];
  return { GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email, GIT_COMMITTER_DATE: date };
}

interface Talking {
  readonly stdin: GitChild["stdin"];
  readonly stdout: GitChild["stdout"];
  /** When it has ended; it may have by the time it is spoken to. */
  readonly ended: Promise<null>;
}

function talkWith(child: GitChild): Talking {
  const ended = new Promise<null>((resolve) => child.once("close", () => resolve(null)));
  // One that could not be started ends without an answer, and that is told.
  child.on("error", () => {});
  child.stdin.on("error", () => {});
  return { stdin: child.stdin, stdout: child.stdout, ended };
}

/** Reads answers until the one hoped for; false when the child ends first, which is how it refuses. */
async function hears({ stdout, ended }: Talking, answer: string): Promise<boolean> {
  for (let said = ""; ; ) {
    const chunk = await Promise.race([once(stdout, "data"), ended]);
    if (chunk === null) return false;
    said += String(chunk[0]);
    if (said.split("\n").includes(answer)) return true;
  }
}

function lostRace(expected: HeadState): Outcome<never> {
  return err({
    code: "locked",
    says: `Git did not move ${expected.ref ?? "HEAD"}: another program holds it, or moved it meanwhile.`,
    hint: "Try again.",
  });
}

// RefRemove: a ref taken away by git's own rules: out of packed-refs first, so that no older value shows through, then its file.

/** Durable when it returns; `moved` where the ref holds something else than `expected`, and then nothing changed. */
export async function removeRef(
  layout: GitLayout,
  ref: string,
  expected: Oid,
): Promise<Outcome<"removed" | "moved">> {
  const file = refFile(layout, ref);
  const { sharedMode } = layout;
  const made = attempt(`Making the folder of ${ref}`, () => void makeFolder(dirname(file), sharedMode));
  if (!made.ok) return made;
  return withLock<"removed" | "moved">(file, { sharedMode }, async () => {
    const now = readRef(layout, ref);
    if (!now.ok) return now;
    if (now.value !== expected) return ok("moved");
    const unpacked = await unpack(layout, ref);
    if (!unpacked.ok) return unpacked;
    try {
      unlinkIfThere(file);
      rmSync(join(layout.commonDir, "logs", ref), { force: true });
      await syncFolder(dirname(file));
      return ok("removed");
    } catch (error) {
      return ioFailed(error, `Removing ${ref}`);
    }
  });
}

/** The line of a ref and the line below it that says what an annotated tag stands for. */
async function unpack(layout: GitLayout, ref: string): Promise<Outcome<void>> {
  const seen = attempt("Reading packed-refs", () => findPacked(packedRefs(layout), ref));
  if (!seen.ok || seen.value === null) return seen.ok ? ok(undefined) : seen;
  const file = join(layout.commonDir, "packed-refs");
  return withLock(file, { sharedMode: layout.sharedMode }, async (lock) => {
    // Byte for byte: names of other people's refs need not be UTF-8.
    const read = attempt("Reading packed-refs", () => readLinked(file, limits.gitFileBytesMax).toString("latin1"));
    if (!read.ok) return read;
    const lines = read.value.split("\n");
    const at = lines.findIndex((line) => line.endsWith(` ${ref}`));
    if (at >= 0) lines.splice(at, lines[at + 1]?.startsWith("^") === true ? 2 : 1);
    const staged = await lock.stage([Buffer.from(lines.join("\n"), "latin1")]);
    if (!staged.ok) return staged;
    const done = lock.commit();
    if (!done.ok) return done;
    try {
      await syncFolder(layout.commonDir);
      return ok(undefined);
    } catch (error) {
      return ioFailed(error, "Making packed-refs durable");
    }
  });
}

function unlinkIfThere(file: string): void {
  try {
    unlinkSync(file);
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") throw error;
  }
}

// Reflog: the diary of a ref, one line a move, in git's format.

interface ReflogLine {
  /** `Name <email> seconds +0000`, as in a commit's committer line. */
  readonly who: string;
  /** One line, such as `commit: Add a page`. */
  readonly message: string;
}

interface RefMove {
  readonly before: Oid | null;
  readonly after: Oid;
  readonly line: ReflogLine;
}

/**
 * Appends to a ref's log. `policy` is core.logAllRefUpdates: by default a log is begun for HEAD, branches, remotes and notes,
 * `always` begins any, `false` begins none; a log that exists is always continued. Throws system errors.
 */
function appendReflog(layout: GitLayout, ref: string, move: RefMove, policy: string | null): void {
  const file = join(refFile(layout, ref).slice(0, -ref.length), "logs", ref);
  if (!existsSync(file)) {
    if (!begins(ref, policy)) return;
    makeFolder(dirname(file), layout.sharedMode);
  }
  const zero = "0".repeat(move.after.length);
  const message = move.line.message.replace(/\s+/g, " ").trim();
  appendTo(file, `${move.before ?? zero} ${move.after} ${move.line.who}\t${message}\n`, 0o666);
  applyShared(file, layout.sharedMode);
}

function begins(ref: string, policy: string | null): boolean {
  const text = policy?.toLowerCase() ?? "true";
  if (text === "always") return true;
  if (["false", "no", "off", "0", ""].includes(text)) return false;
  return ref === "HEAD" || /^refs\/(?:heads|remotes|notes)\//.test(ref);
}

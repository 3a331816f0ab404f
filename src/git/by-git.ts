/**
 * ByGit: what is read and written through git because its files are not read or patched here: an index of version 4, a split or a sparse one, and a
 * branch of a repository whose refs are no files; which files it ignores; and objects that are not read here. git is handed in: the engine without
 * git loads this file too, and nothing that it loads can start a process.
 */

import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Oid, type PagePath, parseOid } from "../base/ids.js";
import { limits } from "../base/limits.js";
import { err, type Outcome, ok } from "../base/result.js";
import { attempt, gitFailed } from "../state/fs-calls.js";
import { readLinked, readPlain, writeOnce } from "../state/plain-file.js";
import type { BlindMark } from "./checkout.js";
import type { IndexEdit, IndexView } from "./index/view.js";
import { type GitLayout, pathBelow } from "./layout.js";
import type { GitObject, Packed } from "./objects/tree.js";
import type { Git, GitChild } from "./process.js";
import type { Locked } from "./refs/lock.js";
import { type HeadState, readHeadByGit } from "./refs/refs.js";

/** A staged file; `skipped` where a sparse checkout leaves it out of the work tree, `assumed` where git was told not to look at it. */
interface StagedFile {
  readonly mode: string;
  readonly oid: Oid;
  readonly skipped: boolean;
  readonly assumed: boolean;
}

/** Paths in one command line: Windows allows 32,767 characters, and 260 in most paths. */
const chunkMax = 50;

/** Files the index holds at these paths (from the top), by path. A conflicted path is a failure. */
async function listStaged(git: Git, paths: readonly string[]): Promise<Outcome<ReadonlyMap<string, StagedFile>>> {
  const files = new Map<string, StagedFile>();
  const wanted = new Set(paths);
  for (let from = 0; from < paths.length; from += chunkMax) {
    const out = await git.output(["ls-files", "-z", "-s", "-v", "--", ...paths.slice(from, from + chunkMax)]);
    if (!out.ok) return out;
    for (const line of out.value.toString("utf8").split("\0")) {
      const [tag, mode, id, stage] = line.slice(0, Math.max(line.indexOf("\t"), 0)).split(" ");
      const path = line.slice(line.indexOf("\t") + 1);
      const oid = parseOid(id ?? "");
      if (oid === null || mode === undefined || !wanted.has(path)) continue;
      if (stage !== "0")
        return gitFailed(`The path ${path} is in conflict in the index.`, `Resolve it, then \`git add ${path}\`.`);
      if (!mode.startsWith("100"))
        return gitFailed(`The path ${path} is no regular file in the index.`, "Name another page.");
      files.set(path, { mode, oid, skipped: /^[Ss]$/.test(tag ?? ""), assumed: /^[a-z]$/.test(tag ?? "") });
    }
  }
  return ok(files);
}

/**
 * The bytes of the index after the edits. git works on a copy beside the index, because the index itself is locked by us; a
 * split index finds its shared part from there, and an entry left out by a sparse checkout stays left out.
 */
async function editByGit(layout: GitLayout, git: Git, edits: readonly IndexEdit[]): Promise<Outcome<Buffer>> {
  const before = await listStaged(
    git,
    edits.flatMap(({ path, next }) => (next?.like === undefined ? [path] : [path, next.like])),
  );
  if (!before.ok) return before;
  const copy = join(layout.gitDir, `index.pagefile-${randomBytes(6).toString("hex")}`);
  try {
    const copied = attempt("copy the index", () =>
      writeOnce(copy, readLinked(join(layout.gitDir, "index"), limits.gitFileBytesMax)),
    );
    if (!copied.ok) return copied;
    for (let from = 0; from < edits.length; from += chunkMax) {
      const done = await editSome(git, copy, edits.slice(from, from + chunkMax), before.value);
      if (!done.ok) return done;
    }
    return attempt("read the edited index", () => readPlain(copy, limits.gitFileBytesMax));
  } finally {
    rmSync(copy, { force: true });
    rmSync(`${copy}.lock`, { force: true });
  }
}

/**
 * git (2.39 for one) adds a path behind the last entry even where that entry is its own folder, left out as a whole, and then
 * the index names the path twice. So the index is written without such folders; git folds them up again when it likes.
 */
const wholeIndex = ["index.sparse=false"];

/** `--cacheinfo` refuses a file where a folder is staged and the other way round; `--index-info` would replace it. */
async function editSome(
  git: Git,
  copy: string,
  edits: readonly IndexEdit[],
  before: ReadonlyMap<string, StagedFile>,
): Promise<Outcome<void>> {
  const set: string[] = [];
  const skipped: string[] = [];
  const assumed: string[] = [];
  const removed: string[] = [];
  for (const { path, next, mode: fresh } of edits) {
    const old = before.get(path);
    if (next === null) removed.push(path);
    else {
      const mode = (old ?? before.get(next.like ?? ""))?.mode ?? fresh ?? "100644";
      set.push("--cacheinfo", `${mode},${next.oid},${path}`);
    }
    if (next !== null && old?.skipped) skipped.push(path);
    if (next !== null && old?.assumed) assumed.push(path);
  }
  const runs = [
    ["--force-remove", "--", ...removed],
    ["--add", ...set],
    ["--skip-worktree", "--", ...skipped],
    ["--assume-unchanged", "--", ...assumed],
  ];
  for (const args of runs) {
    if (args.length < 3) continue;
    const ran = await git.output(["update-index", ...args], { env: { GIT_INDEX_FILE: copy }, config: wholeIndex });
    if (!ran.ok) return ran;
  }
  return ok(undefined);
}

export function viewByGit(layout: GitLayout, git: Git): IndexView {
  return {
    async staged(paths) {
      const files = await listStaged(git, paths);
      return files.ok ? ok(new Map([...files.value].map(([path, { oid }]) => [path, oid]))) : files;
    },
    check: () => ok(undefined),
    async edit(edits) {
      const bytes = await editByGit(layout, git, edits);
      return bytes.ok ? ok([bytes.value]) : bytes;
    },
  };
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

// Marks: files that git was told not to look at, and files that it was told not to take.

/** `git ls-files -v` prints `S` for skip-worktree and a small letter for assume-unchanged. */
export async function marksByGit(layout: GitLayout, git: Outcome<Git>): Promise<Outcome<readonly BlindMark[]>> {
  if (!git.ok) return git;
  const out = await git.value.output(["ls-files", "-v", "-z", "--full-name"]);
  if (!out.ok) return out;
  const marks: BlindMark[] = [];
  for (const line of out.value.toString("utf8").split("\0")) {
    const tag = line.charAt(0);
    const path = pathBelow(layout.prefix, line.slice(2));
    if (path === null || (tag.toUpperCase() !== "S" && tag === tag.toUpperCase())) continue;
    marks.push({ path, mark: tag.toUpperCase() === "S" ? "skip-worktree" : "assume-unchanged" });
  }
  return ok(marks);
}

/** Files in the index are not ignored, whatever the patterns say. Whether a path is there makes no difference. */
export async function ignoredByGit(
  layout: GitLayout,
  git: Outcome<Git>,
  paths: readonly PagePath[],
): Promise<Outcome<ReadonlySet<PagePath>>> {
  if (!git.ok) return git;
  const input = paths.map((path) => `${layout.prefix}${path}\0`).join("");
  // It takes each name as it is, and refuses to be told so.
  const ran = await git.value.run(["--no-literal-pathspecs", "check-ignore", "-z", "--stdin"], { input });
  if (!ran.ok) return ran;
  const { code, stdout, stderr } = ran.value;
  // 1 says that none is ignored.
  if (code > 1)
    return gitFailed(`The command git check-ignore failed: ${stderr.trim()}`, "Run it by hand to see why.");
  const found = stdout.toString("utf8").split("\0");
  return ok(new Set(found.flatMap((name) => pathBelow(layout.prefix, name) ?? [])));
}

// Partial: a clone with a filter leaves out what its history held; git would ask the network for it, which nothing here does.

/** null where the clone has no filter. */
export function notFetched({ commonDir }: GitLayout): Outcome<never> | null {
  const names = attempt("list the packs", () => readdirSync(join(commonDir, "objects", "pack")));
  if (!names.ok || !names.value.some((name) => name.endsWith(".promisor"))) return null;
  return gitFailed(
    "This clone is partial (git clone --filter): some of what older commits hold is not here, and Pagefile asks no network for it.",
    "Fetch all of it: git config --unset remote.origin.partialclonefilter && git fetch --refetch",
  );
}

// Cat-file: one long-lived `git cat-file --batch`, asked for objects of any kind. Requests are pipelined and answered in order.

interface Request {
  readonly oid: Oid;
  readonly answer: (result: Outcome<GitObject | null>) => void;
  /** How many children were asked; the second death in a row is reported. */
  tries: number;
}

const triesMax = 2;

/** The child starts with the first request and starts anew when it dies; it never keeps this process alive by itself. */
export function openCatFile(git: Git): Packed {
  let session: Session | null = null;
  let closed = false;
  const ask = (requests: readonly Request[]): void => {
    const live = requests.filter((request) => {
      if (!closed && request.tries < triesMax) return true;
      request.answer(
        gitFailed("The git cat-file process ended before it answered.", "Run `git fsck` to see what is damaged."),
      );
      return false;
    });
    if (live.length === 0) return;
    if (session === null) {
      const child = git.start(["cat-file", "--batch"]);
      if (!child.ok) {
        for (const request of live) request.answer(child);
        return;
      }
      session = startSession(child.value, (left) => {
        session = null;
        ask(left);
      });
    }
    for (const request of live) session.ask(request);
  };
  return {
    read: (oid) => new Promise((answer) => ask([{ oid, answer, tries: 0 }])),
    async close() {
      closed = true;
      await session?.end();
    },
  };
}

interface Session {
  ask(request: Request): void;
  end(): Promise<void>;
}

function startSession(child: GitChild, died: (left: readonly Request[]) => void): Session {
  const waiting: Request[] = [];
  const parser = makeParser((object) => {
    waiting.shift()?.answer(ok(object));
    if (waiting.length === 0) keepAlive(child, "unref");
  });
  const ended = new Promise<void>((resolve) => {
    let over = false;
    const end = (): void => {
      // A child that could not be started reports an error and then closes.
      if (over) return;
      over = true;
      died(waiting.splice(0));
      resolve();
    };
    child.once("close", end);
    child.once("error", end);
  });
  child.stdin.on("error", () => {});
  child.stdout.on("data", (chunk: Buffer) => {
    if (!parser(chunk)) child.kill();
  });
  keepAlive(child, "unref");
  return {
    ask(request) {
      request.tries += 1;
      if (waiting.length === 0) keepAlive(child, "ref");
      waiting.push(request);
      child.stdin.write(`${request.oid}\n`);
    },
    end() {
      keepAlive(child, "ref");
      child.stdin.end();
      return ended;
    },
  };
}

/** While an answer is awaited the process must stay; while none is, the child must not hold it. */
function keepAlive(child: GitChild, how: "ref" | "unref"): void {
  child[how]();
  for (const pipe of [child.stdin, child.stdout]) (pipe as unknown as Record<typeof how, () => void>)[how]();
}

/** Reads `OID TYPE SIZE\n`, that many bytes and `\n`; or `OID missing\n`. False once the stream makes no sense. */
function makeParser(emit: (object: GitObject | null) => void): (chunk: Buffer) => boolean {
  let chunks: Buffer[] = [];
  let held = 0;
  let body: { readonly type: string; readonly size: number } | null = null;
  const gather = (): Buffer => {
    const whole = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    chunks = [whole];
    return whole;
  };
  const drop = (bytes: number): void => {
    chunks = [gather().subarray(bytes)];
    held -= bytes;
  };
  return (chunk) => {
    chunks.push(chunk);
    held += chunk.length;
    for (;;) {
      if (body === null) {
        const whole = gather();
        const end = whole.indexOf(10);
        if (end < 0) return held < 4_096;
        const [, type, size] = whole.subarray(0, end).toString("latin1").split(" ");
        drop(end + 1);
        if (type === "missing") emit(null);
        else if (type !== undefined && /^\d+$/.test(size ?? "")) body = { type, size: Number(size) };
        else return false;
      } else {
        if (held < body.size + 1) return true;
        const bytes = Buffer.from(gather().subarray(0, body.size));
        drop(body.size + 1);
        emit({ type: body.type, bytes });
        body = null;
      }
    }
  };
}

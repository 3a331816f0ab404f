/** Refs: HEAD and branches read from git's own files, loose first and then packed, and what a session's own pages are called on disk. */

import { lstatSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { shortDigest } from "../../base/digest.js";
import { type Oid, parseOid, parsePagePath } from "../../base/ids.js";
import { limits } from "../../base/limits.js";
import { type Outcome, ok } from "../../base/result.js";
import { compareText } from "../../base/text.js";
import { attempt, corrupt, gitFailed, ioFailed, orElse } from "../../state/fs-calls.js";
import { namesIn, readLinked } from "../../state/plain-file.js";
import { type GitLayout, linkedText } from "../layout.js";
import type { Git } from "../process.js";

/** `ref` is null where HEAD is detached; `commit` is null on an unborn branch. */
export interface HeadState {
  readonly ref: string | null;
  readonly commit: Oid | null;
}

const symrefsMax = 5;

/** Follows symbolic refs to the branch that a commit would move. */
export function readHead(layout: GitLayout): Outcome<HeadState> {
  const found = follow(layout, "HEAD", "HEAD");
  if (!found.ok) return found;
  const { at, commit } = found.value;
  if (at !== "HEAD") return ok({ ref: at, commit });
  return commit === null ? corrupt(`The file ${refFile(layout, "HEAD")} is missing.`) : ok({ ref: null, commit });
}

/** The same asked of git, for a repository whose refs are not files. */
export async function readHeadByGit(git: Git): Promise<Outcome<HeadState>> {
  const symbolic = await git.run(["symbolic-ref", "--quiet", "HEAD"]);
  if (!symbolic.ok) return symbolic;
  const commit = await git.run(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]);
  if (!commit.ok) return commit;
  return ok({
    ref: symbolic.value.code === 0 ? symbolic.value.stdout.toString("utf8").trim() : null,
    commit: commit.value.code === 0 ? parseOid(commit.value.stdout.toString("latin1").trim()) : null,
  });
}

/** A repository, and the git that is asked about it; null where there is none. */
export interface Whose {
  readonly layout: GitLayout;
  /** null where there is none, or none that is recent enough; finding that out may take a process. */
  git(): Git | null;
}

/** HEAD, by whichever way this repository keeps its refs. */
export async function currentHead(whose: Whose): Promise<Outcome<HeadState>> {
  const git = whose.layout.refStorage === "files" ? null : whose.git();
  return git === null ? readHead(whose.layout) : readHeadByGit(git);
}

/** The commit (or tag object) a ref holds; null where it does not exist. */
export function readRef(layout: GitLayout, name: string): Outcome<Oid | null> {
  const found = follow(layout, name, `The ref ${name}`);
  return found.ok ? ok(found.value.commit) : found;
}

/** The last name that symbolic refs lead to, and what it holds; null where that does not exist. */
function follow(layout: GitLayout, name: string, what: string): Outcome<{ at: string; commit: Oid | null }> {
  let at = name;
  for (let depth = 0; depth <= symrefsMax; depth += 1) {
    const read = readOne(layout, at);
    if (!read.ok) return read;
    if (read.value === null || "commit" in read.value) return ok({ at, commit: read.value?.commit ?? null });
    at = read.value.target;
  }
  return corrupt(`${what} is a symbolic ref more than ${symrefsMax} steps away from a commit.`);
}

/** By the rules of git-check-ref-format(1), and below `refs/`. */
export function isRefName(name: string): boolean {
  if (!name.startsWith("refs/") || name.includes("..") || name.includes("@{") || name.endsWith(".")) return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
  if (/[\u0000-\u0020\u007f~^:?*[\\]/.test(name)) return false;
  return name.split("/").every((part) => part !== "" && !part.startsWith(".") && !part.endsWith(".lock"));
}

/** The loose file of a ref: bisect, worktree and rewritten refs and HEAD are a worktree's own, all others are shared. */
export function refFile(layout: GitLayout, name: string): string {
  const own = !name.startsWith("refs/") || /^refs\/(?:bisect|worktree|rewritten)\//.test(name);
  return join(own ? layout.gitDir : layout.commonDir, name);
}

type RefContent = { readonly commit: Oid } | { readonly target: string };

function readOne(layout: GitLayout, name: string): Outcome<RefContent | null> {
  if (name !== "HEAD" && !isRefName(name))
    return gitFailed(`The name ${name} is no ref name.`, "Read `git help check-ref-format`.");
  const file = refFile(layout, name);
  try {
    // Old repositories keep HEAD as a symlink to the branch's file.
    if (name === "HEAD" && lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink())
      return ok({ target: readlinkSync(file) });
    const text = linkedText(file, ["ENOENT", "ENOTDIR", "EISDIR"]);
    if (text !== null) return parseLoose(text, file);
  } catch (error) {
    return ioFailed(error, `read ${file}`);
  }
  return attempt("read packed-refs", () => {
    const commit = findPacked(packedRefs(layout), name);
    return commit === null ? null : { commit };
  });
}

function parseLoose(text: string, file: string): Outcome<RefContent> {
  if (text.startsWith("ref:")) return ok({ target: text.slice(4).trim() });
  const commit = parseOid(text.trimEnd());
  return commit === null
    ? corrupt(`The file ${file} holds neither an object id nor a symbolic ref.`)
    : ok({ commit });
}

// SessionNames: what a session's own pages are called on disk: its ref, its folder, and which of either there are.

/** What all of their refs begin with. */
const sessionRefs = "refs/pagefile/session/";

/** Each root of a repository has refs of its own: what another one keeps would look like pages that were deleted here. */
export function sessionRef({ prefix }: Pick<GitLayout, "prefix">, session: string): string {
  return sessionRefs + session + (prefix === "" ? "" : `.${shortDigest(prefix, 12)}`);
}

/** Lower case alone, because two names that differ in case are one file on some systems; a digest's underscore opens no plain name. */
export function sessionName(session: string): string {
  // `con` and its like are no folders on Windows.
  const isPlain = /^[a-z0-9][a-z0-9_-]{0,63}$/.test(session) && parsePagePath(session) !== null;
  return isPlain ? session : `_${shortDigest(session, 32)}`;
}

/** `dir` holds one folder a session; the pages of each are below that. */
export function sessionFolder(dir: string, name: string): string {
  return join(dir, name, "pages");
}

/** Names in that folder that a session's could be, and the names of this root's refs; each once, in order. Throws system errors. */
export function sessionNames(
  dir: string,
  layout: GitLayout,
): { readonly folders: string[]; readonly refs: string[] } {
  return { folders: namesIn(dir).filter(isName).sort(compareText), refs: namesOfRefs(layout).sort(compareText) };
}

function isName(name: string): boolean {
  return /^[a-z0-9_][a-z0-9_-]{0,63}$/.test(name);
}

/** Those of this root alone; where refs are no files there are none. */
function namesOfRefs(layout: GitLayout): string[] {
  if (layout.refStorage !== "files") return [];
  const loose = namesIn(join(layout.commonDir, sessionRefs)).map((name) => sessionRefs + name);
  const packed = packedRefs(layout)
    .split("\n")
    .map((line) => line.slice(line.indexOf(" ") + 1));
  const ending = sessionRef(layout, "").slice(sessionRefs.length);
  return [...loose, ...packed].flatMap((ref) => {
    if (!ref.startsWith(sessionRefs) || !ref.endsWith(ending)) return [];
    const name = ref.slice(sessionRefs.length, ref.length - ending.length);
    return isName(name) ? [name] : [];
  });
}

// Packed refs: the one file into which git gathers branches and tags that have not moved for a while.

/** The text of packed-refs; empty where there is none. Throws system errors. */
export function packedRefs(layout: GitLayout): string {
  const file = join(layout.commonDir, "packed-refs");
  return orElse("", () => readLinked(file, limits.gitFileBytesMax).toString("utf8"), "ENOENT");
}

/** The object of a ref; null where the text does not name it. Searching the text for one name is many times faster than parsing every line of it. */
export function findPacked(text: string, name: string): Oid | null {
  const at = text.indexOf(` ${name}\n`);
  return at < 0 ? null : parseOid(text.slice(text.lastIndexOf("\n", at) + 1, at));
}

/**
 * Log: the commits that changed memory, with their reasons, and which commit a revision names in which store.
 *
 * The folder asks the past and, in one case, rewrites it. `log.ts`, `blame.ts` and `approve.ts` answer one command each, `revert.ts` two.
 * `verify/` proves what stands, and `purge/` takes something out of everything. Read this file first, then `verify/views.ts`.
 *
 * `pagefile verify` makes the derived index anew and compares, and `pagefile verify --history` judges each commit alone
 * (`verify/views.ts`; the rules are in `verify/check.ts`, which is pure): by the rules for a commit that is being made, its trailers against its
 * own changes, and entries that vanished. `verify/attest.ts` reads objects, so both engines give the same answer. What was judged is kept by the
 * commit it ends in and by the version that judged it; an audit asks that, and `verify --history` never does.
 *
 * Who the author is plays no part, because anybody can write any name. `refs/pagefile/attested` moves only by `--attest`, and a HEAD that does not
 * come from it is the fault `history_rewritten`. In a shallow clone an audit judges the commits that it can hold against a parent and notes the
 * rest; `verify --history` proves, and therefore refuses. Labels of origin that the history has lost are findings here.
 *
 * A consistent forgery of trailers is not found out, and whoever runs as the user with a cleared environment is not told apart from the user.
 */

import type { Instant, Oid, PagePath } from "../base/ids.js";
import { limits } from "../base/limits.js";
import { eachOf, type Outcome, ok } from "../base/result.js";
import { textIn } from "../base/text.js";
import { type Head, type LoggedCommit, parseTrailers } from "../git/history.js";
import type { Memory } from "../memory/memory.js";
import { isPageFile } from "../memory/profile.js";
import { locate, storeNamed, type Workspace } from "../memory/workspace.js";
import type { Finding } from "../page/page.js";

export interface LogRow {
  readonly commit: Oid;
  readonly when: Instant;
  readonly author: string;
  readonly subject: string;
  /** `Pagefile-Reason`; null for a commit that carries none. */
  readonly reason: string | null;
  readonly pages: readonly string[];
  readonly trailers: Readonly<Record<string, readonly string[]>>;
}

export interface LogAnswer {
  readonly entries: readonly LogRow[];
}

/** Newest first; of one page, or of every path of the primary store, or of what the session named keeps to itself. */
export async function log(
  workspace: Workspace,
  query: { readonly page: string | null; readonly limit: number; readonly session?: string | null },
): Promise<Outcome<LogAnswer>> {
  const found = pageOrStore(workspace, query);
  if (!found.ok) return found;
  const { memory, path } = found.value;
  const logged = await memory.history.log({ paths: path === null ? [] : [path], limit: query.limit });
  return logged.ok ? ok({ entries: logged.value.map(rowOf) }) : logged;
}

/** The page that is named and its store, or where none is the store that the session has. */
export function pageOrStore(
  workspace: Workspace,
  { page, session = null }: { readonly page: string | null; readonly session?: string | null },
): Outcome<{ readonly memory: Memory; readonly path: PagePath | null }> {
  if (page === null) {
    const store = storeNamed(workspace, session);
    return store.ok ? ok({ memory: store.value, path: null }) : store;
  }
  const located = locate(workspace, page);
  return located.ok ? ok({ memory: located.value.memory, path: located.value.entry.path }) : located;
}

export function rowOf(commit: LoggedCommit): LogRow {
  const trailers = parseTrailers(commit.message);
  return {
    commit: commit.oid,
    when: commit.when,
    author: commit.author.name,
    subject: commit.message.split("\n", 1)[0] ?? "",
    reason: trailers["Pagefile-Reason"]?.[0] ?? null,
    pages: (trailers["Pagefile-Page"] ?? []).map((page) => page.split("@")[0] ?? page),
    trailers,
  };
}

/** Every path below the root that differs between two trees, sorted. */
export function changedPaths(
  from: ReadonlyMap<PagePath, string>,
  to: ReadonlyMap<PagePath, string>,
): readonly PagePath[] {
  const paths = new Set([...from.keys(), ...to.keys()]);
  return [...paths].filter((path) => from.get(path) !== to.get(path)).sort();
}

/** The same of the trees of two commits; null stands for no commit, which holds nothing. */
export async function changedBetween(
  { history }: Pick<Memory, "history">,
  from: Oid | null,
  to: Oid | null,
): Promise<Outcome<readonly PagePath[]>> {
  const trees = await eachOf([from, to], async (commit) => {
    const tree = await history.tree(commit);
    return tree.ok ? ok(new Map(tree.value.map(({ path, oid }) => [path, oid]))) : tree;
  });
  return trees.ok ? ok(changedPaths(trees.value[0]!, trees.value[1]!)) : trees;
}

/** The same of HEAD, which holds none on an unborn branch. */
export async function textsAtHead(
  memory: Pick<Memory, "history">,
  paths: readonly PagePath[],
): Promise<Outcome<readonly (string | null)[]>> {
  const head = await memory.history.head();
  return head.ok ? textsAt(memory, head.value.commit, paths) : head;
}

/** The texts that a commit holds at these paths, in their order; null where it holds no file. */
export async function textsAt(
  { history }: Pick<Memory, "history">,
  commit: Oid | null,
  paths: readonly PagePath[],
): Promise<Outcome<readonly (string | null)[]>> {
  const blobs = await history.at(commit, paths);
  return blobs.ok ? ok(blobs.value.map((blob) => (blob === null ? null : textIn(blob.bytes)))) : blobs;
}

// Revision: which commit a revision names in which store: a session's own commits are on no branch.

/** In a session's store only commits on its own ref count; null for any other. */
export async function resolveIn(memory: Memory, revision: string): Promise<Outcome<Oid | null>> {
  const resolved = await memory.history.resolve(revision);
  if (!resolved.ok || resolved.value === null || memory.session === undefined) return resolved;
  const logged = await memory.history.log({ paths: [], limit: commitsMax, every: true });
  if (!logged.ok) return logged;
  return ok(logged.value.some(({ oid }) => oid === resolved.value) ? resolved.value : null);
}

/** The most that git reads as a number. */
const commitsMax = 2_147_483_647;

// What git would not tell of by itself: commits that are only on this machine, and pages it was told not to look at.

/** Against what is known of the remote here; nothing is asked over a network. */
export interface UnpushedAnswer {
  /** `origin/main`; null where the repository has no remote for the branch. */
  readonly remote: string | null;
  /** Whether this branch was ever pushed to it or fetched from it. */
  readonly known: boolean;
  /** Commits that the remote was not seen to have, at most `limits.unpushedMax`; 0 where there is no remote to have them. */
  readonly commits: number;
  /** When the oldest of them was made; null where there is none. */
  readonly since: Instant | null;
}

/** null on a detached HEAD, an unborn branch, and where nothing is known of the checkout. */
export async function unpushed(memory: Memory, head: Head): Promise<Outcome<UnpushedAnswer | null>> {
  if (memory.checkout === undefined || head.ref === null || head.commit === null) return ok(null);
  const ref = memory.checkout.remoteRef(head.ref);
  if (!ref.ok) return ref;
  if (ref.value === null) return ok({ remote: null, known: false, commits: 0, since: null });
  const there = await memory.history.resolve(ref.value);
  if (!there.ok) return there;
  const remote = /^refs\/remotes\/([^/]+)\//.exec(ref.value)?.[1];
  const logged = await memory.history.log({
    paths: [],
    limit: limits.unpushedMax,
    every: true,
    from: head.commit,
    // A branch that was never pushed begins with what others of the remote have.
    ...(there.value !== null ? { without: there.value } : remote === undefined ? {} : { unseenBy: remote }),
  });
  if (!logged.ok) return logged;
  const times = logged.value.map(({ when }) => when).sort();
  const name = ref.value.replace(/^refs\/(?:remotes|heads)\//, "");
  return ok({ remote: name, known: there.value !== null, commits: times.length, since: times[0] ?? null });
}

/** Of pages that HEAD holds, those that are not on disk; what a sparse checkout leaves out (`skipped`) was deleted by nobody. */
export async function goneFromDisk(
  { files, store, checkout }: Memory,
  committed: readonly PagePath[],
): Promise<Outcome<{ readonly missing: readonly PagePath[]; readonly skipped: readonly PagePath[] }>> {
  // A file that is no page of the table, or that could not be read, is on disk all the same.
  const gone = committed.filter((path) => !files.has(path) && store.stampOf(path) === null).sort();
  const marks = gone.length === 0 ? undefined : await checkout?.blindMarks();
  if (marks?.ok === false) return marks;
  const marked = new Set(marks?.value.flatMap(({ path, mark }) => (mark === "skip-worktree" ? [path] : [])));
  return ok({
    missing: gone.filter((path) => !marked.has(path)),
    skipped: gone.filter((path) => marked.has(path)),
  });
}

/** A page that is in the work tree and that `git status` passes over: a hand edit of it is seen by nobody. */
export async function blindFindings(memory: Memory): Promise<Outcome<readonly Finding[]>> {
  if (memory.checkout === undefined) return ok([]);
  const marks = await memory.checkout.blindMarks();
  if (!marks.ok) return marks;
  const here = marks.value.filter(({ path }) => isPageFile(path) && memory.files.has(path));
  const findings = here.map(({ path, mark }): Finding => {
    const says = `git was told not to look at this page (${mark}), so neither git status nor git commit sees a hand edit of it.`;
    const hint = `Let git look again: git update-index --no-${mark} ${path}`;
    return { code: "git_blind", severity: "warning", path, line: 0, says, hint };
  });
  return ok(findings);
}

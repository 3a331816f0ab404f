/** History: the git repository as pages need it: what HEAD, the index and the past hold, and one commit at a time. */

import type { Instant, Oid, PagePath } from "../base/ids.js";
import type { Outcome } from "../base/result.js";
import type { Blob, CommitPlan, Held } from "./history--plan.js";

/** Where the next commit goes. */
export interface Head {
  /** null on an unborn branch. */
  readonly commit: Oid | null;
  /** `refs/heads/main`; null when HEAD is detached. */
  readonly ref: string | null;
  /** A merge, rebase, cherry-pick, revert or bisect that the user has under way; commits are refused until it ends. */
  readonly operation: "merge" | "rebase" | "cherry-pick" | "revert" | "bisect" | null;
}

export interface HistoryReader {
  readonly engine: "native" | "embedded" | "memory";
  head(): Promise<Outcome<Head>>;
  /**
   * Blobs at a commit in the order of `paths`, null where the path is not a regular file there. `held` gives bytes that are in hand
   * already; git need not be asked for those.
   */
  at(commit: Oid | null, paths: readonly PagePath[], held?: Held): Promise<Outcome<readonly (Blob | null)[]>>;
  /** Blobs the index (staging area) holds, in order. A conflicted path is a `git_failed` failure that names it. */
  staged(paths: readonly PagePath[], held?: Held): Promise<Outcome<readonly (Blob | null)[]>>;
  /** Paths below the root and their blob ids at a commit; sorted by path. */
  tree(commit: Oid | null): Promise<Outcome<readonly TreeFile[]>>;
  blob(oid: Oid): Promise<Outcome<Uint8Array>>;
  log(query: LogQuery): Promise<Outcome<readonly LoggedCommit[]>>;
  /** Turns `HEAD~2`, a branch, a tag or an abbreviated id into a commit; null when it names none. */
  resolve(revision: string): Promise<Outcome<Oid | null>>;
  /** Whether commits that others here come from are missing, as in a shallow clone; absent where that cannot be. */
  isCut?(): Outcome<boolean>;
}

export interface HistoryWriter {
  /**
   * One commit, compare-and-swap on the branch. Under git's own locks, in this order: verify that HEAD is still `plan.base`
   * and that the index holds what the plan saw (else `{ moved: true }`, nothing written), make the objects durable, call
   * `publish` (which writes the work tree), put in place an index that differs in exactly the plan's paths, move the branch
   * (the commit point), append the reflog, call `settle`. A failure before the commit point leaves HEAD and index as they were and
   * calls `withdraw` once `publish` was called, also where that failed part-way. Detached HEAD is refused (`git_failed`) unless `detached: "allow"`.
   */
  record(plan: CommitPlan, options: RecordOptions): Promise<Outcome<Recorded>>;
  /**
   * Adds one file to `refs/pagefile/<name>`, as one durable commit under that ref's own lock. HEAD, the index and the work tree
   * are not looked at. Read it back with `resolve("refs/pagefile/<name>")` and `tree`.
   */
  recordAside(
    name: "rejected" | "audits" | "proposals",
    file: AsideFile,
    note: { readonly message: string; readonly when: Instant },
  ): Promise<Outcome<Oid>>;
}

/** A file of a ref that no branch sees. */
export interface AsideFile {
  readonly path: PagePath;
  readonly bytes: Uint8Array;
}

export interface RecordOptions {
  readonly publish: () => Promise<Outcome<void>>;
  /**
   * Takes the work tree back to what it was before `publish`, as far as nobody has changed it since and `publish` had come;
   * absent, it stays as published.
   */
  readonly withdraw?: () => Promise<Outcome<void>>;
  /** What is left to do on disk once the branch has moved, still under the lock; it changes nothing about the commit. */
  readonly settle?: () => Promise<void>;
  readonly detached: "refuse" | "allow";
}

export type Recorded = { readonly moved: true } | { readonly moved: false; readonly commit: Oid };

export interface History extends HistoryReader, HistoryWriter {
  /** Ends child processes; the object is not used afterwards. */
  close(): Promise<void>;
}

export interface TreeFile {
  readonly path: PagePath;
  readonly oid: Oid;
}

export interface LogQuery {
  /** Only commits that change one of these; empty means any path below the root. */
  readonly paths: readonly PagePath[];
  /** Newest first; at most this many. */
  readonly limit: number;
  /** Start here instead of at HEAD. */
  readonly from?: Oid;
  /** Leaves out this commit and all before it. */
  readonly without?: Oid;
  /** With `every`: where a line without merges leads to this commit within `limit`, it ends above it; else this changes nothing. */
  readonly above?: Oid;
  /** Every ancestor, those that change nothing below the root too; `paths` is then empty. */
  readonly every?: true;
}

export interface LoggedCommit {
  readonly oid: Oid;
  readonly parents: readonly Oid[];
  readonly author: { readonly name: string; readonly email: string };
  /** The author's date, in UTC. */
  readonly when: Instant;
  /** The whole message, ending in a newline. */
  readonly message: string;
}

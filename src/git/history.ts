/**
 * History: the git repository as pages need it: what HEAD, the index and the past hold, and one commit at a time.
 *
 * `repository.ts` serves this port: objects, refs and the index are read and written in this process by git's own lock protocol. Two engines
 * (`Engine` in `repository.ts`) stand behind it for the rest. `native.ts` asks the user's git for what it alone knows: packed objects that are not read here,
 * signing, attributes, long logs, names of revisions, and its whole configuration. `embedded/` serves machines without git. Both
 * pass `test/contract/history.ts`, whose oracle is the git command line. Read this file first, then `record.ts`: the order of its steps is what no
 * crash may break.
 *
 * `record` locks the index and the branch, checks that HEAD is still the base of the plan, writes objects durably, writes the work tree, puts the
 * new index in place while its lock stays held, moves the branch, appends the reflog, and frees the lock. Moving the branch is the commit point.
 * The index goes first because git reads HEAD and then the index without a lock: a `git commit` that saw the new branch beside the old index would
 * take the page back. A crash before the commit point leaves at most an uncommitted edit, and the next process that opens the repository puts the
 * former index back (`locks/locks.ts`). A moved base is no error; the caller validates again.
 *
 * A lock file of ours has a second name below `.git/pagefile/locks` that says whose it is. It is the same inode, so it cannot speak of another
 * lock. A lock is taken over only where its owner is provably dead. Writers of one work tree also queue (`queue.ts`), first come first served. The
 * queue is a courtesy: a ticket that does not move is passed after ten seconds, and readers never queue.
 *
 * Sixteen new objects or more become one pack (`objects/pack.ts`); the pack gets its name before its index, by which git knows it. A session's
 * pages have a ref of their own (`refs/session.ts`) behind the same port. Only `process.ts` starts git.
 */

import type { Instant, Oid, PagePath } from "../base/ids.js";
import type { Brand, Outcome } from "../base/result.js";
import type { AcceptedReason } from "../rules/refusal.js";

/** Where the next commit goes. */
export interface Head {
  /** null on an unborn branch. */
  readonly commit: Oid | null;
  /** `refs/heads/main`; null when HEAD is detached. */
  readonly ref: string | null;
  /** A merge, rebase, cherry-pick, revert or bisect that the user has under way; commits are refused until it ends. */
  readonly operation: "merge" | "rebase" | "cherry-pick" | "revert" | "bisect" | null;
}

export interface History {
  readonly engine: "native" | "embedded" | "memory";
  head(): Promise<Outcome<Head>>;
  /**
   * Blobs at a commit in the order of `paths`, null where the path is not a regular file there. `held` gives bytes that are in hand
   * already; git need not be asked for those.
   */
  at(commit: Oid | null, paths: readonly PagePath[], held?: BlobsAtHand): Promise<Outcome<readonly (Blob | null)[]>>;
  /** Blobs the index (staging area) holds, in order. A conflicted path is a `git_failed` failure that names it. */
  staged(paths: readonly PagePath[], held?: BlobsAtHand): Promise<Outcome<readonly (Blob | null)[]>>;
  /** Paths below the root and their blob ids at a commit; sorted by path. */
  tree(commit: Oid | null): Promise<Outcome<readonly TreeFile[]>>;
  blob(oid: Oid): Promise<Outcome<Uint8Array>>;
  log(query: LogQuery): Promise<Outcome<readonly LoggedCommit[]>>;
  /** Turns `HEAD~2`, a branch, a tag or an abbreviated id into a commit; null when it names none. */
  resolve(revision: string): Promise<Outcome<Oid | null>>;
  /** Whether commits that others here come from are missing, as in a shallow clone. */
  isCut(): Outcome<boolean>;
  /** Whether git would store just these bytes for a file that holds them; absent where no checkout is. */
  isStoredAsIs?(path: PagePath, bytes: Uint8Array): Promise<boolean>;
  /**
   * One commit, compare-and-swap on the branch. Under git's own locks, in this order: verify that HEAD is still `plan.base`
   * and that the index holds what the plan saw (else `{ moved: true }`, nothing written), make the objects durable, call
   * `publish` (which writes the work tree), put in place an index that differs in exactly the plan's paths, move the branch
   * (the commit point), append the reflog, call `settle`. A failure before the commit point leaves HEAD and index as they were and
   * calls `withdraw` once `publish` was called, also where that failed part-way. Detached HEAD is refused (`git_failed`) unless `detached: "allow"`.
   */
  record(plan: CommitPlan, options: RecordOptions): Promise<Outcome<RecordOutcome>>;
  /**
   * Adds one file to `refs/pagefile/<name>`, as one durable commit under that ref's own lock. HEAD, the index and the work tree
   * are not looked at. Read it back with `resolve("refs/pagefile/<name>")` and `tree`.
   */
  recordAside(
    name: "rejected" | "audits" | "proposals",
    file: SideRefFile,
    note: { readonly message: string; readonly when: Instant },
  ): Promise<Outcome<Oid>>;
  /** Ends child processes; the object is not used afterwards. */
  close(): Promise<void>;
}

/** A file of a ref that no branch sees. */
export interface SideRefFile {
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

export type RecordOutcome = { readonly moved: true } | { readonly moved: false; readonly commit: Oid };

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
  /** Leaves out what any branch of this remote was last seen to have. */
  readonly unseenBy?: string;
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

// Trailer: a commit message as it is written for `git log`, and its trailers as they read back.

/** The moments at which state becomes durable (paper §3, lifecycle boundaries). */
export const boundaries = ["turn", "compaction", "reset", "switch", "fork", "shutdown", "manual"] as const;
export type Boundary = (typeof boundaries)[number];

export interface MessageParts {
  /** One line, imperative or `op: what (page)`; cut to 72 characters. */
  readonly subject: string;
  readonly reason: AcceptedReason;
  /** `append travel-mornings memory/preferences/travel-mornings.md`, one a page. */
  readonly ops: readonly string[];
  /** `travel-mornings@3..4`, one a page. */
  readonly pages: readonly string[];
  /** Where a moved file was before: lets `blame` follow it. */
  readonly from: readonly string[];
  readonly boundary: Boundary;
  readonly session: string | null;
  readonly actor: string;
  readonly origin: string;
  readonly evidence: readonly string[];
  /** Why, in the words of whoever asked. */
  readonly because?: string;
  /** `web travel-mornings 0f3a… 77be…`: texts whose origin is not trusted, in the form of `origin-labels`. */
  readonly labels?: readonly string[];
  /** Texts that a person lets stand in prompts. */
  readonly approved?: readonly string[];
  /** `sha256:…` of each patch as stable JSON. */
  readonly patches: readonly string[];
}

const subjectCharsMax = 72;

/** Subject, blank line, trailers; ends in a newline. `git interpret-trailers --parse` reads the same trailers back. */
export function printMessage(parts: MessageParts): string {
  const trailers: (readonly [string, string])[] = [["Reason", parts.reason]];
  for (const op of parts.ops) trailers.push(["Op", op]);
  for (const page of parts.pages) trailers.push(["Page", page]);
  for (const path of parts.from) trailers.push(["From", path]);
  trailers.push(["Boundary", parts.boundary]);
  if (parts.session !== null) trailers.push(["Session", parts.session]);
  trailers.push(["Actor", parts.actor], ["Origin", parts.origin]);
  for (const evidence of parts.evidence) trailers.push(["Evidence", evidence]);
  if (parts.because !== undefined) trailers.push(["Because", parts.because]);
  for (const label of parts.labels ?? []) trailers.push(["Label", label]);
  for (const items of parts.approved ?? []) trailers.push(["Approved", items]);
  for (const patch of parts.patches) trailers.push(["Patch", patch]);
  const lines = trailers.map(([key, value]) => `Pagefile-${key}: ${oneLine(value)}`);
  return `${cut(oneLine(parts.subject))}\n\n${lines.join("\n")}\n`;
}

/** Trailers of the last paragraph, in order, keyed as written. A paragraph that has other lines in it holds none of ours. */
export function parseTrailers(message: string): Readonly<Record<string, readonly string[]>> {
  // Without a prototype: `constructor: …` is a line that people write.
  const found: Record<string, string[]> = Object.create(null);
  const paragraphs = message.trimEnd().split(/\n[ \t]*\n/);
  const last = paragraphs.length > 1 ? paragraphs[paragraphs.length - 1] : undefined;
  if (last === undefined) return found;
  for (const line of last.split("\n")) {
    const colon = line.indexOf(": ");
    const key = colon < 0 ? "" : line.slice(0, colon);
    if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(key)) continue;
    found[key] = [...(found[key] ?? []), line.slice(colon + 2).trim()];
  }
  return found;
}

/** Line breaks and control characters would let a value forge the next trailer. */
function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed here
  const flat = text.replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, " ").trim();
  return flat === "" ? "-" : flat;
}

function cut(subject: string): string {
  const chars = Array.from(subject);
  return chars.length <= subjectCharsMax ? subject : `${chars.slice(0, subjectCharsMax - 1).join("")}…`;
}

// Plan: one commit as a value: what each path holds in HEAD, in the index and on disk afterwards.

/** One version of a file: its bytes and their blob id. */
export interface Blob {
  readonly oid: Oid;
  readonly bytes: Uint8Array;
}

/** Bytes that are in hand already, by their blob id; null for any other. */
export type BlobsAtHand = (oid: Oid) => Uint8Array | null;

/** What one path holds in the three places git knows; null where it is absent. */
export interface FileState {
  readonly path: PagePath;
  readonly head: Blob | null;
  readonly index: Blob | null;
  readonly work: Blob | null;
  /** Where an earlier change of the same plan took it from. */
  readonly movedFrom?: PagePath;
}

/** What one path holds afterwards; `before` is what was read, so that a later change is seen and not overwritten. */
export interface FileWrite {
  readonly path: PagePath;
  readonly before: { readonly head: Oid | null; readonly index: Oid | null; readonly work: Oid | null };
  readonly head: Uint8Array | null;
  readonly index: Uint8Array | null;
  readonly work: Uint8Array | null;
  /** A file that only moved: in all three places it keeps the mode that it has there. */
  readonly movedFrom?: PagePath;
}

/** Made only by `write/commit/plan` from validated changes: an unvalidated commit does not compile. */
export type CommitPlan = Brand<
  {
    /** The commit the plan was made on; null on an unborn branch. */
    readonly base: Oid | null;
    readonly writes: readonly FileWrite[];
    /** Subject, blank line, optional body, blank line, trailers; ends in a newline. */
    readonly message: string;
    readonly when: Instant;
  },
  "CommitPlan"
>;

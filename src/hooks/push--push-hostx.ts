/** PushHost: what a push would send to another repository, commit by commit, as git itself reckons it. */

import type { Oid } from "../base/ids.js";
import type { Outcome } from "../base/result.js";

/** One line that git gives a pre-push hook. */
export interface PushedRef {
  readonly localRef: string;
  /** null where the ref is to be deleted over there. */
  readonly local: Oid | null;
  readonly remoteRef: string;
  /** null where the ref is new over there. */
  readonly remote: Oid | null;
}

/** A file that a pushed commit has in another version than every one of its parents. */
export interface PushedFile {
  readonly commit: Oid;
  /** Below the work tree's top. */
  readonly path: string;
  /** null for a deletion. */
  readonly oid: Oid | null;
  /** The versions of its parents, where they have the file. */
  readonly before: readonly Oid[];
}

export interface PushHost {
  /** What the other side does not have yet, newest commit first: nothing that a branch of `remote` was last seen to hold. */
  outgoing(refs: readonly PushedRef[], remote: string): Promise<Outcome<readonly PushedFile[]>>;
  /** Every commit of our own refs that hold words of this machine alone: of sessions, and the journal. */
  homeCommits(): Promise<Outcome<ReadonlySet<Oid>>>;
  /** The bytes of objects, in the order asked; null for one the repository does not have. */
  objects(names: readonly string[]): Promise<Outcome<readonly (Uint8Array | null)[]>>;
  /** Folder and text of every `pagefile.yaml` in a commit. */
  configs(commit: Oid): Promise<Outcome<readonly { readonly prefix: string; readonly text: string }[]>>;
}

/** Purge: a repository whose past can be written anew without something, in steps of which only one is seen. */

import type { Instant, Oid } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";

/** How each thing reads without what is purged; pure functions, because the same blob is met in many commits. */
export interface PurgeRules {
  /** A file below the root; the same bytes where nothing is in it, null where it goes. */
  readonly file: (path: string, bytes: Uint8Array) => Uint8Array | null;
  readonly name: (path: string) => string;
  /** A file of `refs/pagefile/rejected`. */
  readonly record: (bytes: Uint8Array) => Uint8Array | null;
  readonly message: (
    text: string,
    renames: {
      readonly object: (hex: string) => string | null;
      readonly paths: readonly (readonly [from: string, to: string])[];
    },
  ) => string;
  /** Traces and faults. */
  readonly log: (text: string) => string;
  /** Whether any of it is in these bytes: asked of every object at the end, and of what git keeps beside its objects. */
  readonly holds: (bytes: Uint8Array) => boolean;
}

export interface PurgeDraft {
  /** The branch, and refs of ours, that move; empty where nothing of the past holds it. */
  readonly refs: readonly {
    readonly name: string;
    readonly from: Oid;
    readonly to: Oid;
  }[];
  /** Commits written anew because they, and not only one before them, change. */
  readonly commits: readonly Oid[];
  /** Files below the root that change in HEAD, as they are called afterwards. */
  readonly files: readonly string[];
  /** Staged patches, traces and faults that change, by their names below the git dir. */
  readonly state: readonly string[];
  /** Refs, stashes and worktrees that reach it and are not moved: a purge is refused while there are any. */
  readonly others: readonly string[];
  /** Remote-tracking refs that reach it, which only a push changes. */
  readonly remotes: readonly string[];
}

export interface PurgeDone {
  /** Objects that still hold it, because something not purged reaches them. */
  readonly left: number;
  /** Remote-tracking refs that reach the former history. */
  readonly remotes: readonly string[];
}

export interface PurgeHost {
  /** Whether a purge that was ended half-way waits to be finished. */
  pending(): Outcome<boolean>;
  /** Fails where the repository is in no state to be rewritten. Nothing is written. */
  draft(rules: PurgeRules): Promise<Outcome<PurgeDraft>>;
  /**
   * Writes the new history, adds a commit of this message to it and moves all refs in one transaction: `locked` when one of them moved
   * meanwhile. A failure, or a crash, before that leaves everything as it was.
   */
  commit(rules: PurgeRules, note: { readonly message: string; readonly when: Instant }): Promise<Outcome<Oid>>;
  /** Index, work tree, state, reflogs and objects brought in step with the refs; may be called again at any time. */
  finish(rules: PurgeRules | null): Promise<Outcome<PurgeDone>>;
  close(): Promise<void>;
}

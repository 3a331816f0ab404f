/** Plan: one commit as a value: what each path holds in HEAD, in the index and on disk afterwards. */

import type { Instant, Oid, PagePath } from "../base/ids.js";
import type { Brand } from "../base/result--brand.js";

/** One version of a file: its bytes and their blob id. */
export interface Blob {
  readonly oid: Oid;
  readonly bytes: Uint8Array;
}

/** Bytes that are in hand already, by their blob id; null for any other. */
export type Held = (oid: Oid) => Uint8Array | null;

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

/** Made only by `writeback/commit-plan` from validated changes: an unvalidated commit does not compile. */
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

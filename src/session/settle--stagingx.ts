/** Staging: patches that were accepted for a later boundary, safe on disk before the writer is told so. */

import type { Instant, Oid } from "../base/ids.js";
import type { Outcome } from "../base/result.js";
import type { Source } from "./sessions--source.js";

export interface StagedPatch {
  /** The idempotency key: the writer's own, or a digest of the patch. */
  readonly key: string;
  readonly at: Instant;
  /** As the writer gave it; parsed again when it is flushed. */
  readonly draft: unknown;
  /** The session that proposed it; null outside of any. */
  readonly session: string | null;
  /** The process that the session lives in, as `Sessions` names it; null where nobody said. */
  readonly owner: string | null;
  /** Which state of the session's transcript it was taken from; null where nobody said. */
  readonly source: Source | null;
  /** What HEAD was when it was staged: a commit before that which names the same patch is of another time. null where nobody said. */
  readonly base: Oid | null;
  /** The same of the session's own ref: `none` where it had no commit yet. Absent where nobody looked, as in older files. */
  readonly ownBase?: Oid | "none";
}

export interface Staging {
  /** Durable when it returns. The same patch twice is one patch (`known`); a key that stands for another one is `taken`. */
  add(patch: StagedPatch): Outcome<"staged" | "known" | "taken">;
  /** Oldest first, those of one second in the order in which they were staged. `damaged` names files that are no staged patch; they are left where they are. */
  list(): Outcome<{ readonly patches: readonly StagedPatch[]; readonly damaged: readonly string[] }>;
  /** Gone for good when it ends; keys that are not staged do not matter. */
  remove(keys: readonly string[]): Promise<Outcome<void>>;
}

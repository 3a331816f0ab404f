/** Staging: patches that were accepted for a later boundary, safe on disk before the writer is told so. */

import type { Outcome } from "../base/failure.js";
import type { Instant } from "../base/ids.js";

export interface StagedPatch {
  /** The idempotency key: the writer's own, or a digest of the patch. */
  readonly key: string;
  readonly at: Instant;
  /** As the writer gave it; parsed again when it is flushed. */
  readonly draft: unknown;
}

export interface Staging {
  /** Durable when it returns. A key that is staged already stays as it was: the same patch twice is one patch. */
  add(patch: StagedPatch): Outcome<"staged" | "known">;
  /** Oldest first, ties by key. `damaged` names files that are no staged patch; they are left where they are. */
  list(): Outcome<{ readonly patches: readonly StagedPatch[]; readonly damaged: readonly string[] }>;
  remove(key: string): Outcome<void>;
}

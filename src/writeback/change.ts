/** Change: what a validated patch does to files, as data, with all that its commit says of it. */

import type { Brand } from "../base/brand.js";
import type { Oid, PageId, PagePath } from "../base/ids.js";
import type { Edit } from "./edit.js";
import type { Patch, PatchEnvelope } from "./patch.js";
import type { AcceptedReason } from "./reason.js";

export type Change =
  | { readonly kind: "edit"; readonly path: PagePath; readonly edit: Edit }
  /** The file keeps its bytes, in HEAD, in the index and on disk alike. */
  | { readonly kind: "move"; readonly from: PagePath; readonly to: PagePath }
  /** Where HEAD has no such file, the text on disk is where the edit (if any) begins. */
  | {
      readonly kind: "track";
      readonly path: PagePath;
      readonly edit: Edit | null;
    }
  /** What stands on disk by hand goes into HEAD and the index, as long as its blob is still `work`. */
  | { readonly kind: "take"; readonly path: PagePath; readonly work: Oid };

/** A page a commit is about, as the trailers name it. */
export interface Target {
  readonly op:
    | Patch["op"]
    | "revert"
    | "adopt"
    | "resolve"
    | "approve"
    | "trim"
    | "edit"
    | "variant"
    | "correct"
    | "remove"
    | "rename"
    | "delete";
  readonly id: PageId;
  readonly path: PagePath;
}

/** Changes that passed, with all that the commit says of them. Made only in this layer. */
export type Validated = Brand<Drafted, "Validated">;

/** The same before it carries the brand. */
export interface Drafted {
  readonly targets: readonly Target[];
  readonly changes: readonly Change[];
  readonly reason: AcceptedReason;
  readonly subject: string;
  readonly envelope: PatchEnvelope;
  /** Why, in the words of whoever asked. */
  readonly because?: string;
  /** Lines of `Pagefile-Label`: the texts in it whose origin is not trusted. */
  readonly labels?: readonly string[];
  /** Lines of `Pagefile-Approved`; their commit is made even where no file changes. */
  readonly approved?: readonly string[];
  /** The patches of it, where they are several: each stands for its own writer. */
  readonly parts?: readonly Validated[];
}

/** Every path the changes read or write, in order. */
export function pathsIn(changes: readonly Change[]): readonly PagePath[] {
  return changes.flatMap((change) => (change.kind === "move" ? [change.from, change.to] : [change.path]));
}

/** Change: what a validated patch does to files, as data, with all that its commit says of it. */

import type { Oid, PageId, PagePath } from "../base/ids.js";
import type { Brand } from "../base/result--brand.js";
import type { YamlValue } from "../page/frontmatter/print--frontmatter.js";
import type { AcceptedReason } from "../rules/reason.js";
import type { RewriteEdit } from "./change--rewrite.js";
import type { Cut } from "./entry/entries--cut.js";
import type { Choice } from "./merge/settle.js";
import type { Patch, PatchEnvelope } from "./patch.js";

export type Edit =
  /** The file must not exist. */
  | { readonly kind: "create"; readonly text: string }
  | { readonly kind: "delete" }
  /** Entries that are there already (by digest) are left out. */
  | {
      readonly kind: "append";
      readonly slug: string | null;
      readonly entries: readonly string[];
    }
  /** `expected` is the committed value: a key that was edited by hand and not committed is not overwritten. */
  | {
      readonly kind: "set";
      readonly key: readonly string[];
      readonly value: YamlValue;
      readonly expected: YamlValue | undefined;
    }
  | {
      readonly kind: "merge";
      readonly keys: readonly MergeKey[];
      readonly slug: string | null;
      readonly entries: readonly string[];
    }
  /** One line of a line-oriented file such as the archive index. */
  | {
      readonly kind: "add_line";
      readonly header: string;
      readonly line: string;
    }
  | { readonly kind: "remove_line"; readonly line: string }
  /** Frontmatter for a file that has none; keys that are there stay as they are. */
  | {
      readonly kind: "adopt";
      readonly pairs: readonly (readonly [string, YamlValue])[];
    }
  /** Takes back what led from `to` to `from`, and keeps what came since (three-way). */
  | {
      readonly kind: "revert";
      readonly from: string | null;
      readonly to: string | null;
      /** Where the text is `from` to the byte it becomes `to` to the byte, its version too. */
      readonly exact?: true;
    }
  /** Entries that the same commit adds to `into`, which is checked on the outcome. */
  | ({ readonly kind: "cut"; readonly into: PagePath } & Cut)
  /** An entry that a person wants gone; of several that say the same, this copy (from 0). */
  | { readonly kind: "remove"; readonly digest: string; readonly copy: number }
  /** The compressed text made anew from the very body it stands above. */
  | { readonly kind: "variant" }
  | CorrectEdit
  | RewriteEdit
  /** Conflicts decided; a text that does not keep them stays as it is. */
  | { readonly kind: "resolve"; readonly choices: readonly Choice[] };

export interface MergeKey {
  readonly key: readonly string[];
  readonly value: YamlValue;
}

/** The entry with this digest becomes `markdown`, which holds its first words; a text without the entry is refused. */
export interface CorrectEdit {
  readonly kind: "correct";
  readonly digest: string;
  readonly markdown: string;
}

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

/** Outcome: what a merge of two versions of a page gives: one text, what was settled on the way, what a person must settle. */

import type { YamlValue } from "../../page/frontmatter/print--frontmatter.js";

/**
 * A real disagreement. Of a key the merged text holds the kept value, of an entry both texts, one after the other; the rest
 * stands in the text's own `conflicts:`.
 */
export type MergeConflict =
  | {
      readonly kind: "key";
      readonly key: readonly string[];
      readonly kept: "ours" | "theirs";
      readonly ours: YamlValue;
      readonly theirs: YamlValue;
    }
  | {
      readonly kind: "entry";
      /** Digest of the entry both sides edited, as the base had it. */
      readonly digest: string;
      /** Digests of what each side made of it. */
      readonly entries: readonly [ours: string, theirs: string];
      readonly ours: string;
      readonly theirs: string;
    };

/** Something settled by a rule that a person may want to know; it needs nobody. */
export interface MergeNote {
  readonly code: "edit_kept" | "key_kept" | "heading_kept" | "variant_replaced" | "side_taken";
  readonly says: string;
}

export interface MergeOutcome {
  readonly text: string;
  readonly notes: readonly MergeNote[];
  readonly conflicts: readonly MergeConflict[];
}

/** No text was made: the inputs are no versions of one page, or no safe text holds both. */
export interface MergeRefusal {
  readonly says: string;
  readonly hint: string;
}

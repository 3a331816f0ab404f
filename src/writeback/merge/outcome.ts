/** Outcome: what a merge of two versions of a page gives: one text, what was settled on the way, what a person must settle. */

import type { YamlValue } from "../../page/frontmatter.js";

/**
 * A real disagreement, kept as data. `undefined` is an absent key. Of a key, `text` holds the kept value and the other one
 * stands only here; of an entry, `text` holds both, one after the other.
 */
export type MergeConflict =
  | {
      readonly kind: "key";
      /** Dotted path: `fields.prefers`. */
      readonly key: string;
      readonly kept: "ours" | "theirs";
      readonly ours: YamlValue | undefined;
      readonly theirs: YamlValue | undefined;
    }
  | {
      readonly kind: "entry";
      /** Digest of the entry both sides edited, as the base had it. */
      readonly digest: string;
      readonly ours: string;
      readonly theirs: string;
    };

/** Something settled by a rule that a person may want to know; it needs nobody. */
export interface MergeNote {
  readonly code: "edit_kept" | "key_kept" | "heading_kept" | "variant_replaced";
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

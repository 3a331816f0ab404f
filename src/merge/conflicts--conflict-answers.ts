/** Conflict answers: the shapes in which open conflicts, and how they were settled, are told. */

import type { Oid, PageId, PagePath } from "../base/ids.js";
import type { YamlValue } from "../page/frontmatter/print--frontmatter.js";
import type { MergeNote } from "../write/merge/head--outcome.js";
import type { Take } from "../write/merge/settle.js";

export interface ConflictRow {
  readonly kind: "entry" | "key";
  /** The dotted key; of an entry the digest of the text that was ours, or its heading. */
  readonly name: string;
  /** Ours first; there can be more than one of theirs. */
  readonly alternatives: readonly Alternative[];
}

export interface Alternative {
  readonly side: "ours" | "theirs";
  /** Of an entry its digest; null of a key. */
  readonly digest: string | null;
  /** Of an entry its Markdown, null where it no longer stands; of a key the value. */
  readonly value: YamlValue;
  /** Whether the page says so now. */
  readonly stands: boolean;
}

export interface ConflictsAnswer {
  readonly pages: readonly {
    readonly page: PageId | null;
    readonly path: PagePath;
    readonly conflicts: readonly ConflictRow[];
  }[];
  /** Files that git itself left unmerged. */
  readonly unmerged: readonly PagePath[];
}

export interface ResolveAnswer {
  readonly path: PagePath;
  /** `merged`: an unmerged path of the index was settled; its commit is the one that ends the merge. */
  readonly how: "planned" | "committed" | "merged";
  readonly settled: readonly (ConflictRow & { readonly take: Take })[];
  /** What the page keeps open afterwards. */
  readonly open: readonly ConflictRow[];
  readonly notes: readonly MergeNote[];
  readonly commit: Oid | null;
}

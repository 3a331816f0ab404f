/** Entry: one page of the page table: what selection, recall and validation know without reading the text. */

import type { Instant, Oid, PageId, PagePath } from "../base/ids.js";
import type { Fidelity, Origin, PageType, Pin, Scope, Tier } from "../page/page--page.js";

export interface PageEntry {
  readonly id: PageId;
  /** Name of the store the page lives in (`pagefile.yaml`'s store id, shortened). */
  readonly store: string;
  readonly path: PagePath;
  /** null for a file; the section's heading slug for a section page. */
  readonly slug: string | null;
  readonly type: PageType;
  readonly title: string;
  readonly scope: Scope;
  readonly pin: Pin;
  readonly origin: Origin;
  readonly minFidelity: Fidelity;
  /** From frontmatter; null on pages that keep no version (their base is the blob id). */
  readonly version: number | null;
  readonly created: Instant | null;
  readonly updated: Instant | null;
  readonly tags: readonly string[];
  readonly tier: Tier;
  /** Whether frontmatter says what the page is, or its path does. */
  readonly implicit: boolean;
  /** `private` pages are left out for an audience other than the owner. */
  readonly audience: "private" | "shared";
  /** Whether Pagefile may write it: instruction files are the user's alone. */
  readonly writable: boolean;
  /** Blob id of the file on disk. */
  readonly oid: Oid;
  /** Section pages of a gathering file, in order; empty for a page that has none. */
  readonly sections: readonly PageId[];
}

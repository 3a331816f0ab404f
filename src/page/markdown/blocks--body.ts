/** Body: what an outline says of a page's Markdown: its headings, its entries and their places. */

export type EntryKind = "bullet" | "paragraph" | "code" | "quote" | "html" | "rule" | "other";

/** A top-level heading. Offsets are UTF-16 units into the file's text, ends exclusive. */
export interface Heading {
  readonly depth: number;
  /** Plain text, without markup. */
  readonly title: string;
  /** Unique within the file. */
  readonly slug: string;
  /** Where the heading's line begins. */
  readonly start: number;
  /** End of the heading's last line, its line end excluded. */
  readonly end: number;
  /** Where the next heading of this or a lesser depth begins; the end of the text when there is none. */
  readonly sectionEnd: number;
}

/** A top-level list item with all below it, or another top-level block. It covers whole lines. */
export interface Entry {
  readonly kind: EntryKind;
  readonly start: number;
  /** End of its last line, the line end excluded. */
  readonly end: number;
  /** 16 hex digits over the text without bullet marker and layout; see `entryDigest`. */
  readonly digest: string;
  /** The words of `[word]` marks, in order, each once. */
  readonly tags: readonly string[];
  /** Slug of the `##` heading it stands under; null before the first and under a later `#`. */
  readonly section: string | null;
  /** Depth of the nearest heading above it; 0 when there is none. */
  readonly depth: number;
}

export interface Outline {
  /** Where the body begins: behind the frontmatter, or 0. */
  readonly bodyStart: number;
  readonly headings: readonly Heading[];
  readonly entries: readonly Entry[];
}

/** A `##` section: from its heading to the next heading of depth 1 or 2, or the end. */
export interface SectionSpan {
  readonly slug: string;
  readonly title: string;
  readonly start: number;
  readonly end: number;
}

/** Document: a report as data, so that Markdown and HTML are two spellings of one thing. */

export interface Report {
  readonly title: string;
  /** Paragraphs of plain text before the first section. */
  readonly intro: readonly string[];
  readonly sections: readonly Section[];
}

export interface Section {
  readonly heading: string;
  /** Paragraphs of plain text: what was run, and what to see in it. */
  readonly says: readonly string[];
  readonly tables: readonly Table[];
  readonly plots: readonly Plot[];
}

export interface Table {
  readonly caption: string;
  /** Names of columns; the first one names the rows. */
  readonly head: readonly string[];
  /** As many cells as there are columns. Numbers stand to the right. */
  readonly rows: readonly (readonly (string | number)[])[];
  /** One line: what the paper measured on its own workloads; null where it has nothing to compare. */
  readonly paper: string | null;
}

/** A figure as SVG, and the same in one sentence for who cannot see it. */
export interface Plot {
  readonly caption: string;
  readonly svg: string;
}

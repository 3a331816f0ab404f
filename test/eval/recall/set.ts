/** RecallSet: questions over pages with what is known to answer them; how an evaluation of recall is put. */

export interface EvalPage {
  readonly path: string;
  readonly text: string;
  readonly title: string;
  /** `YYYY-MM-DD`; null where nothing says one. */
  readonly day: string | null;
}

export interface EvalQuestion {
  readonly text: string;
  readonly category: string;
  /** Names of units that answer it; each counts alike. */
  readonly units: ReadonlySet<string>;
  /** The groups they lie in. */
  readonly groups: ReadonlySet<string>;
}

/** The smallest thing that is found: a turn, a section, a document. */
export interface EvalUnit {
  readonly unit: string;
  readonly group: string;
  readonly path: string;
  /** UTF-16 offsets into the page's text, end exclusive. */
  readonly start: number;
  readonly end: number;
}

/** One memory and the questions asked of it. */
export interface EvalSet {
  readonly name: string;
  readonly pages: readonly EvalPage[];
  /** By path, then in order; together they cover every page. */
  readonly units: readonly EvalUnit[];
  readonly questions: readonly EvalQuestion[];
  /** What nothing in it answers. */
  readonly unanswered: readonly string[];
}

/** The text between two offsets of a page. */
export function textOf(
  set: EvalSet,
  of: { readonly path: string; readonly start: number; readonly end: number },
): string {
  return set.pages.find(({ path }) => path === of.path)?.text.slice(of.start, of.end) ?? "";
}

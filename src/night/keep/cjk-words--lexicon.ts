/** Lexicon: what a language's table of words looks like, by which a statement shows what it is. */

/** What a statement is that is worth reading again. */
export type Kind = "correction" | "decision" | "rule" | "lesson" | "preference" | "identity" | "person" | "fact";

/**
 * Phrases are words in lower case with a blank between them (no blank between those of Chinese and Japanese). `^` at the front: it
 * begins a clause. `~`: up to four other words of the same sentence (twelve characters where words have no border). `a|b`: either.
 */
export interface Lexicon {
  /** Whether words have blanks between them. */
  readonly isSpaced: boolean;
  /** Words that make a label or a heading say what stands behind it. */
  readonly labels: Readonly<Partial<Record<Kind, readonly string[]>>>;
  /** Words with which such a label says something else: a decision that is pending is none. */
  readonly unlabels: readonly string[];
  readonly says: Readonly<Record<Exclude<Kind, "person">, readonly string[]>>;
  /** What turns what was found into its opposite or into nothing yet, by kind. */
  readonly denies: Readonly<Partial<Record<Kind, readonly string[]>>>;
  /** Nobody is bound by what may be, or by what is asked. */
  readonly doubts: readonly string[];
  /** Work that is still to be done. */
  readonly tasks: readonly string[];
  /** What is so only now: no lesson, no decision, no fact that lasts. */
  readonly momentary: readonly string[];
  /** What goes wrong: behind an arrow stands what helps. */
  readonly troubles: readonly string[];
  /** Headings of what is about a person. */
  readonly profiles: readonly string[];
  /** Words that insist, wherever they stand: with them nothing is put away unread. */
  readonly insists: readonly string[];
  /** What people are to each other, or at work. */
  readonly roles: readonly string[];
  /** Between a name and a role. */
  readonly links: readonly string[];
  /** What looks like a name at the beginning of a sentence and is none. */
  readonly noNames: readonly string[];
  readonly finished: readonly string[];
  readonly superseded: readonly string[];
  /** Before a date after which the statement is over. */
  readonly until: readonly string[];
  /** Nothing happened, or somebody looked. */
  readonly nothingNew: readonly string[];
  readonly checks: readonly string[];
  /** Behind a number: what is counted and counted again. */
  readonly counted: readonly string[];
  /** Labels of what belongs to a report and says nothing by itself. */
  readonly particulars: readonly string[];
  /** What stands before a secret. */
  readonly credentials: readonly string[];
}

/** One table row as it is easiest to read: phrases with a comma and a blank between them. */
export function phrases(...rows: readonly string[]): readonly string[] {
  return rows.flatMap((row) => row.split(", "));
}

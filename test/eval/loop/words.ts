/**
 * Words: a text as the units a reader takes one by one, and whether a unit holds what somebody said.
 *
 * A list item with its own lines below is a unit; so is a run of other lines, up to a blank line, a heading or a line of markup. What is known by
 * marks (a service and what is said of it) stands in a unit that holds all of them, whoever worded it. What is known by its sentence stands in a
 * unit that has nearly all of its words. A unit that says that something was given up does not tell it as true.
 */

export interface Unit {
  readonly text: string;
  /** Whether it is an item of a list: what a person takes for an entry. */
  readonly isItem: boolean;
  /** The title of the page or part it stands in; empty where there is none. */
  readonly title: string;
}

export function unitsOf(text: string): readonly Unit[] {
  const units: { lines: string[]; isItem: boolean; title: string }[] = [];
  let title = "";
  let open = false;
  for (const line of text.split("\n")) {
    const named =
      /^<[^>]* title="([^"]*)"/.exec(line)?.[1] ??
      /^(?:#+ |title: )(.*)/.exec(line)?.[1] ??
      /^((?:Changed|From) .*):$/.exec(line)?.[1];
    if (named !== undefined) title = named;
    const isMarkup = /^<\/?[a-z][^>]*>$/.test(line) || /^#+ /.test(line) || /^(?:---|```)/.test(line);
    const item = /^\s*(?:[-*]|\d+\.) +(.*)/.exec(line);
    if (line.trim() === "" || isMarkup) open = false;
    else if (item !== null) {
      units.push({ lines: [item[1] ?? ""], isItem: true, title });
      open = true;
    } else if (open) units.at(-1)?.lines.push(line.trim());
    else {
      units.push({ lines: [line.trim()], isItem: false, title });
      open = true;
    }
  }
  return units.map((unit) => ({ ...unit, text: unit.lines.join(" ") }));
}

/** A text without the list of what others changed. */
export function withoutNews(text: string): string {
  return text.replace(/^Changed .*:(?:\n- .*)*\n?/m, "");
}

/** All of the marks; the title may bring some of them, but not all. */
export function holds({ text, title }: Unit, marks: readonly string[]): boolean {
  const inText = marks.filter((mark) => has(text, mark)).length;
  return inText === marks.length || (inText > 0 && marks.every((mark) => has(text, mark) || has(title, mark)));
}

export const givenUp: RegExp = /superseded|replaced by|given up|no longer|formerly|until \d{4}-\d\d|~~/i;

/** Whether it tells what those marks stand for as if it were so, although `later` has been said. */
export function tellsAsTrue(unit: Unit, marks: readonly string[], later: readonly string[]): boolean {
  return holds(unit, marks) && !holds(unit, later) && !givenUp.test(unit.text);
}

/** Nearly all words of a sentence among these words; of a short one all, in its order, and no others. */
export function covers(there: readonly string[], sentence: string): boolean {
  const words = tokensOf(sentence);
  const asked = [...new Set(words)];
  if (asked.length < 4) return asked.length > 0 && there.join(" ") === words.join(" ");
  return asked.filter((token) => there.includes(token)).length >= Math.ceil(asked.length * 0.9);
}

/** Words in lower case; of a script that writes no spaces, each sign. */
export function tokensOf(text: string): readonly string[] {
  return (
    text
      .toLowerCase()
      .match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}_][\p{L}\p{N}_-]*/gu) ?? []
  );
}

const known: Map<string, RegExp> = new Map();

/** Where a mark begins or ends with a letter or a digit, the word begins or ends there. */
function has(text: string, mark: string): boolean {
  let pattern = known.get(mark);
  if (pattern === undefined) {
    const escaped = mark.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
    const latin = /^[\p{Script=Latin}\p{N}]/u.test(mark);
    pattern = new RegExp(
      latin ? `(?<![\\p{Script=Latin}\\p{N}_-])${escaped}(?![\\p{Script=Latin}\\p{N}_])(?!-\\p{L})` : escaped,
      "iu",
    );
    known.set(mark, pattern);
  }
  return pattern.test(text);
}

/** Sentence: where the first sentence of a text ends, with care for abbreviations, decimals, code and CJK. */

/** Words that end in a point and end no sentence, without that point. */
const abbreviations: ReadonlySet<string> = new Set(
  "e.g i.e etc vs cf al approx ca nr vol fig sec ch pp ed eds mr mrs ms dr prof st jr sr inc ltd co corp dept est min max jan feb mar apr jun jul aug sep sept oct nov dec z.b d.h bzw usw ggf".split(
    " ",
  ),
);

const wideEnds = "。！？｡";
/** What stands behind the mark that ends a sentence and belongs to it. */
const behindMarks = "\"'”’»)]}*_」』）.!?";

/** A sentence longer than this is cut; it also bounds the work on a text that never ends one. */
const sentenceCharsMax = 2000;

/** The first sentence, its line breaks as spaces; all of the text when it is one. */
export function firstSentence(text: string): string {
  const line = shorten(inOneLine(text.slice(0, sentenceCharsMax * 2)), sentenceCharsMax);
  for (let i = nextMark(line, 0); i >= 0; i = nextMark(line, i + 1)) {
    const character = line.charAt(i);
    if (character === "`") {
      i = codeEnd(line, i);
      continue;
    }
    let end = i + 1;
    while (end < line.length && behindMarks.includes(line.charAt(end))) end++;
    if (endsHere(line, i, end, wideEnds.includes(character))) return line.slice(0, end);
    i = end - 1;
  }
  return line;
}

function inOneLine(text: string): string {
  return (/[^\S ]| {2}/.test(text) ? text.replace(/\s+/g, " ") : text).trim();
}

const marks = /[`.!?。！？｡]/g;

/** Where the next character stands that may end a sentence or begin code; -1 where there is none. */
function nextMark(line: string, from: number): number {
  marks.lastIndex = from;
  return marks.exec(line)?.index ?? -1;
}

/** At most `charsMax` characters, cut at a space where there is one, with an ellipsis. */
export function shorten(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  const space = text.lastIndexOf(" ", charsMax - 1);
  let end = space > charsMax / 2 ? space : charsMax - 1;
  const code = text.charCodeAt(end - 1);
  if (code >= 0xd800 && code <= 0xdbff) end--;
  return `${text.slice(0, end).trimEnd()}…`;
}

function endsHere(line: string, mark: number, end: number, wide: boolean): boolean {
  if (end >= line.length) return true;
  if (!wide && line.charAt(end) !== " ") return false;
  // A cut between two emphasis marks, or inside a link, would leave markup that means something else.
  const head = line.slice(0, end);
  if (count(head, "**") % 2 === 1 || count(head, "[") !== count(head, "]") || /\]\([^)]*$/.test(head)) return false;
  if (wide) return true;
  const next = line
    .slice(end + 1)
    .replace(/^["'“‘«([*_`]+/, "")
    .charAt(0);
  if (next !== next.toUpperCase() && next === next.toLowerCase()) return false;
  if (line.charAt(mark) !== ".") return true;
  const word = line.slice(line.lastIndexOf(" ", mark - 1) + 1, mark).replace(/^["'“‘«([*_]+/, "");
  // A single letter is an initial, a bare number at the beginning numbers a list, U.S. is one word.
  if (/^\p{L}$/u.test(word) || /^(?:\p{L}\.)+\p{L}$/u.test(word)) return false;
  if (word.toLowerCase() === "no" && /^\d/.test(next)) return false;
  return !abbreviations.has(word.toLowerCase()) && !(/^\d{1,3}$/.test(word) && mark === word.length);
}

/** The last backtick of a code span that opens at `at`; `at` itself when nothing closes it. */
function codeEnd(line: string, at: number): number {
  let length = 1;
  while (line.charAt(at + length) === "`") length++;
  const close = line.indexOf("`".repeat(length), at + length);
  return close < 0 ? at + length - 1 : close + length - 1;
}

function count(text: string, part: string): number {
  let found = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) found += 1;
  return found;
}

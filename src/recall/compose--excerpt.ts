/** Excerpt: the lines of a text that hold the words of a question, as many as fit. */

import { shorten } from "../page/compress.js";
import { isBlankText } from "../page/frontmatter/text--character.js";
import type { Lead } from "./confidence--lead.js";
import { fold } from "./words/terms.js";

interface Matched {
  readonly asked: string;
  readonly found: string;
}

const gap = "…";
/** Shorter than this a cut line says nothing. */
const charsLeast = 24;

/**
 * The whole text where it fits; else the line with most of the words, then the lines around it, with an ellipsis for what is left out; else
 * the beginning of that line. null where nothing of use fits. `fits` is monotone: a shorter text never costs more.
 */
export function excerpt(text: string, terms: readonly Matched[], fits: (text: string) => boolean): string | null {
  const whole = text.trim();
  if (fits(whole)) return whole;
  const lines = whole.split("\n").filter((line) => line.trim() !== "");
  const needles = terms.flatMap(({ asked, found }) => [fold(asked), fold(found)]).filter((word) => word !== "");
  const counts = lines.map((line) => countIn(fold(line), needles));
  const best = Math.max(0, counts.indexOf(Math.max(...counts)));
  const first = lines[best] ?? "";
  if (!fits(framed(lines, best, best))) return cutLine(first, needles, fits);
  let [from, to] = [best, best];
  for (;;) {
    // What follows a line mostly explains it, so it is tried first.
    if (to + 1 < lines.length && fits(framed(lines, from, to + 1))) to += 1;
    else if (from > 0 && fits(framed(lines, from - 1, to))) from -= 1;
    else return framed(lines, from, to);
  }
}

function framed(lines: readonly string[], from: number, to: number): string {
  const shown = lines.slice(from, to + 1).join("\n");
  return `${from > 0 ? `${gap}\n` : ""}${shown}${to + 1 < lines.length ? `\n${gap}` : ""}`;
}

/** One long line, from a little before its first word of the question on. */
function cutLine(line: string, needles: readonly string[], fits: (text: string) => boolean): string | null {
  const low = line.toLowerCase();
  const places = needles.map((needle) => low.indexOf(needle)).filter((at) => at >= 0);
  const word = places.length === 0 ? 0 : Math.min(...places);
  const space = line.lastIndexOf(" ", Math.max(0, word - 40));
  const from = word <= 40 || space < 0 ? 0 : space + 1;
  const rest = from === 0 ? line : `${gap}${line.slice(from)}`;
  let [least, most] = [charsLeast, rest.length];
  if (!fits(shorten(rest, least))) return null;
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(shorten(rest, middle))) least = middle;
    else most = middle - 1;
  }
  return shorten(rest, least);
}

function countIn(line: string, needles: readonly string[]): number {
  return needles.filter((needle) => line.includes(needle)).length;
}

/** What an answer shows of a lead: its text, below the fields of its page where the question speaks of them or there is nothing else. */
export function textOf({ fields, text, terms }: Lead): string {
  const found = text() ?? "";
  if (fields === "") return found;
  const low = fold(fields);
  const isAsked = terms.some((term) => low.includes(fold(term.asked)) || low.includes(term.found));
  if (isBlankText(found)) return fields;
  return isAsked ? `${fields}\n\n${found.trim()}` : found;
}

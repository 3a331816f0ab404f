/** QueryEntities: what in a question has a name of its own: phrases in quotes, capitalized names, identifiers, paths and addresses. */

import { fold } from "./terms.js";
import type { NamedTime } from "./time-read--time.js";

const entitiesMax = 12;

/** In the order of the question, each once. A capital at the beginning of a sentence makes no name of a word that opens questions. */
export function entitiesIn(text: string, times: readonly NamedTime[]): readonly string[] {
  const found: Found[] = [...quotedIn(text), ...codeIn(text)];
  const isFree = ({ start, end }: Found): boolean =>
    !found.some((other) => start < other.end && end > other.start) &&
    !times.some((time) => start < time.end && end > time.start);
  found.push(...namesIn(text).filter(isFree));
  const seen = new Set<string>();
  return found
    .sort((a, b) => a.start - b.start)
    .flatMap(({ start, end }) => {
      const name = text.slice(start, end);
      const key = fold(name);
      if (key === "" || seen.has(key)) return [];
      seen.add(key);
      return [name];
    })
    .slice(0, entitiesMax);
}

interface Found {
  readonly start: number;
  readonly end: number;
}

/** Between two straight quotes, or a pair of others. */
function quotedIn(text: string): readonly Found[] {
  const found: Found[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const close = closers.get(text.charAt(at));
    if (close === undefined) continue;
    const end = text.indexOf(close, at + 1);
    if (end <= at + 1) continue;
    found.push({ start: at + 1, end });
    at = end;
  }
  return found;
}

const closers: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["“", "”"],
  ["„", "“"],
  ["«", "»"],
  ["「", "」"],
  ["`", "`"],
]);

/** Words with a sign or a change of case inside, or letters beside digits: `src/a.ts`, `parseQuery`, `max_tokens`, `v2`, `ada@example.org`. */
function codeIn(text: string): readonly Found[] {
  return [...text.matchAll(/[\p{L}\p{N}_@#./:-]+/gu)].flatMap((match) => {
    const word = match[0].replace(/^[./:-]+/, "");
    const start = match.index + match[0].length - word.length;
    let end = start + word.length;
    while (end > start && "./:-".includes(text.charAt(end - 1))) end -= 1;
    return isCode(text.slice(start, end)) ? [{ start, end }] : [];
  });
}

function isCode(word: string): boolean {
  if (word.length < 2) return false;
  if (/[_@#]|[\p{L}\p{N}][./:][\p{L}\p{N}]/u.test(word)) return !/^[\d./:-]+$/.test(word);
  return /\p{Ll}\p{Lu}/u.test(word) || /^(?=.*\p{L})(?=.*\p{N})[\p{L}\p{N}-]+$/u.test(word);
}

const openers: ReadonlySet<string> = new Set(
  `what who where which whose when why how is are was were do does did can could should would will has have had tell show list find give
  i my me we our the a an any and or if in on at of for from please was wer wo wann warum wie welche welcher welches ist sind hat haben`.split(
    /\s+/,
  ),
);

/** Runs of capitalized words: `New York`, `Ada Example`. */
function namesIn(text: string): readonly Found[] {
  const found: Found[] = [];
  let last: { readonly start: number; end: number } | null = null;
  for (const match of text.matchAll(/\p{L}[\p{L}\p{M}'’-]*/gu)) {
    const [word] = match;
    const start = match.index;
    const isName = /^\p{Lu}/u.test(word) && !openers.has(word.toLowerCase());
    if (!isName) last = null;
    else if (last !== null && text.slice(last.end, start) === " ") last.end = start + word.length;
    else {
      last = { start, end: start + word.length };
      found.push(last);
    }
  }
  return found.map(({ start, end }) => ({ start, end: withoutPossessive(text, start, end) }));
}

function withoutPossessive(text: string, start: number, end: number): number {
  const tail = text.slice(Math.max(start, end - 2), end);
  return tail === "'s" || tail === "’s" ? end - 2 : end;
}

/** Terms: a text as the words a search knows it by: folded, stemmed, code taken apart and kept whole, unspaced writing in pairs. */

import { rememberRecent } from "../../base/memo-cache.js";
import { bigrams, charClass } from "./terms--bigram.js";
import { stem } from "./terms--stem.js";
import { isStopWord } from "./terms--stop-words.js";

export interface Term {
  /** What is indexed and asked for. Never empty, holds no white space. */
  readonly text: string;
  /** As it stood in the text, for whoever is told why; of a part the whole it came from. */
  readonly said: string;
  /** A word says nothing alone (“of”); asked for only where there is nothing else. */
  readonly stop: boolean;
  /** A part of a longer name that is a term of its own too. */
  readonly part: boolean;
}

/** Longer runs without a space are data, not words; their first characters stand for them. */
const termLengthMax = 64;

/** The terms of a text in order. */
export function termsOf(text: string): readonly Term[] {
  const terms: Term[] = [];
  eachRun(text.normalize("NFKC"), (run, kind) => {
    if (kind === "unspaced") for (const pair of bigrams(run)) terms.push(plain(pair, run));
    else if (kind === "symbol") terms.push(plain(run, run));
    else for (const term of termsOfWord(run)) terms.push(term);
  });
  return terms;
}

/** The same as one line, for an index that splits at spaces. */
export function termLine(text: string): string {
  let line = "";
  for (const term of termsOf(text)) line += line === "" ? term.text : ` ${term.text}`;
  return line;
}

/** Lower case without accents; `ß` is `ss`. What two spellings of one word have in common. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (isAscii(lower)) return lower;
  return lower.replaceAll("ß", "ss").normalize("NFD").replace(/\p{M}/gu, "").normalize("NFC");
}

function plain(text: string, said: string): Term {
  return { text, said, stop: false, part: false };
}

/** Most words of a text stood in others before. Some 4 MB; a slice this short keeps no text alive that it was cut from. */
const keptCharsMax = 12;
const keptMax = 1 << 14;
const knownTerms = rememberRecent(keptMax, makeTerms);

function termsOfWord(run: string): readonly Term[] {
  return run.length <= keptCharsMax ? knownTerms(run) : makeTerms(run);
}

/** Of a run of letters, digits and the signs that join names: one word, or a name and its parts. */
function makeTerms(run: string): readonly Term[] {
  const terms: Term[] = [];
  const said = trimJoiners(run);
  if (said === "") return terms;
  const parts = partsOf(said);
  if (parts.length === 1 && parts[0] === said) {
    const folded = fold(parts[0]!).slice(0, termLengthMax);
    // Accents alone fold away.
    if (folded !== "") terms.push({ text: stem(folded), said, stop: isStopWord(folded), part: false });
    return terms;
  }
  const whole = fold(said).slice(0, termLengthMax);
  if (whole !== "") terms.push(plain(whole, said));
  for (const part of parts) {
    const folded = fold(part).slice(0, termLengthMax);
    if (folded === "") continue;
    terms.push({ text: stem(folded), said, stop: isStopWord(folded) || folded.length < 2, part: true });
  }
  return terms;
}

/** `camelCase`, `snake_case`, `a/path.ts`, `v2` (kept), `HTTPServer`: where one of these changes over, a part ends. */
function partsOf(name: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  const end = (at: number): void => {
    if (at > start) parts.push(name.slice(start, at));
  };
  for (let i = 0; i < name.length; i++) {
    if (isJoiner(name.charCodeAt(i))) {
      end(i);
      start = i + 1;
    } else if (i > start && isHump(name, i)) {
      end(i);
      start = i;
    }
  }
  end(name.length);
  return parts;
}

/** An upper letter after a lower one or a digit, or before a lower one at the end of capitals. */
function isHump(name: string, at: number): boolean {
  if (!isUpper(name.charCodeAt(at))) return false;
  const before = name.charCodeAt(at - 1);
  if (isLower(before) || isDigit(before)) return true;
  return isUpper(before) && at + 1 < name.length && isLower(name.charCodeAt(at + 1)) && at + 2 < name.length;
}

function isUpper(code: number): boolean {
  return code >= 65 && code <= 90;
}

function isLower(code: number): boolean {
  return code >= 97 && code <= 122;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** `_ - . / @ # + : \` stand inside names. */
function isJoiner(code: number): boolean {
  return (
    code === 95 ||
    (code >= 45 && code <= 47) ||
    code === 64 ||
    code === 35 ||
    code === 43 ||
    code === 58 ||
    code === 92
  );
}

function trimJoiners(run: string): string {
  let start = 0;
  let end = run.length;
  while (start < end && isJoiner(run.charCodeAt(start))) start++;
  // `c++` and `c#` are names; a sentence ends in a full stop or a colon.
  while (end > start && isJoiner(run.charCodeAt(end - 1)) && !"+#".includes(run[end - 1]!)) end--;
  return run.slice(start, end);
}

/** By ASCII code, whether it goes on with a word: what most of a text is made of. */
const isPlainWord = Uint8Array.from({ length: 128 }, (_, code) =>
  isJoiner(code) || charClass(code) === "word" ? 1 : 0,
);

/** Calls back with each run of one kind; apostrophes inside a word are dropped with a possessive `s` behind them. */
function eachRun(text: string, use: (run: string, kind: "word" | "unspaced" | "symbol") => void): void {
  let start = -1;
  let before = "";
  let kind: "word" | "unspaced" = "word";
  const flush = (at: number): void => {
    if (start >= 0) use(before === "" ? text.slice(start, at) : before + text.slice(start, at), kind);
    start = -1;
    before = "";
  };
  for (let i = 0; i < text.length; ) {
    const unit = text.charCodeAt(i);
    if (unit < 128 && isPlainWord[unit] === 1 && start >= 0 && kind === "word") {
      i++;
      continue;
    }
    const code = unit < 0xd800 ? unit : text.codePointAt(i)!;
    const next = i + (code > 0xffff ? 2 : 1);
    const found = isJoiner(code) ? "word" : charClass(code);
    if (found === "word" || found === "unspaced") {
      if (kind !== found) flush(i);
      kind = found;
      if (start < 0) start = i;
    } else if (found === "symbol") {
      flush(i);
      use(text.slice(i, next), "symbol");
    } else if (isApostrophe(code) && kind === "word" && start >= 0) {
      before += text.slice(start, i);
      start = next + possessive(text, i);
      i = start;
      continue;
    } else flush(i);
    i = next;
  }
  flush(text.length);
}

/** How many characters behind the apostrophe go with it: the `s` of `Ann's`, nothing of `don't`. */
function possessive(text: string, at: number): number {
  const next = text.charCodeAt(at + 1);
  if (next !== 115 && next !== 83) return 0;
  const after = text.codePointAt(at + 2);
  return after === undefined || charClass(after) !== "word" ? 1 : 0;
}

function isApostrophe(code: number): boolean {
  return code === 39 || code === 0x2019 || code === 0x02bc;
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}

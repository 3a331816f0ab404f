/** AsciiPieces: where the pieces of o200k_base end in a text of ASCII alone: what its expression finds, without the tables that one needs. */

/** UTF-16 code units of a text; what is beyond `length` is none of it. */
export interface Units {
  readonly units: Uint16Array;
  readonly length: number;
}

const other = 0;
const upper = 1;
const lower = 2;
const digit = 3;
/** White space but for line ends, which are `line`. */
const space = 4;
const line = 5;
const sign = 6;

const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code === 10 || code === 13) return line;
  if (code === 32 || code === 9 || code === 11 || code === 12) return space;
  const letter = String.fromCharCode(code);
  return /[A-Z]/.test(letter) ? upper : /[a-z]/.test(letter) ? lower : /[0-9]/.test(letter) ? digit : sign;
});

const slash = 47;
const apostrophe = 39;
const digitsMax = 3;

/** So many characters behind a piece had a say in where it ends. */
export const charsBehind = 3;

/** The end of the piece that begins at `start`, which is in the text. Deterministic; linear in the piece, but for white space before a line end. */
export function asciiPieceEnd(text: Units, start: number): number {
  const kind = kindAt(text, start);
  if (kind === digit) return endOf(text, start, digit, Math.min(text.length, start + digitsMax));
  const letters = kind === upper || kind === lower ? start : kind === line ? -1 : start + 1;
  if (letters >= 0 && isLetter(kindAt(text, letters))) return wordEnd(text, letters);
  const signs = kind === sign ? start : text.units[start] === 32 ? start + 1 : -1;
  if (signs >= 0 && kindAt(text, signs) === sign) return signsEnd(text, signs);
  return blankEnd(text, start);
}

function kindAt({ units, length }: Units, at: number): number {
  return at < length ? (kinds[units[at]!] ?? other) : other;
}

function isLetter(kind: number): boolean {
  return kind === upper || kind === lower;
}

function endOf({ units, length }: Units, start: number, kind: number, most: number = length): number {
  let at = start;
  while (at < most && kinds[units[at]!] === kind) at += 1;
  return at;
}

/** Capitals, then small letters, then the end of a word such as `'ll`. */
function wordEnd(text: Units, start: number): number {
  const end = endOf(text, endOf(text, start, upper), lower);
  if (end >= text.length || text.units[end] !== apostrophe) return end;
  const first = smallAt(text, end + 1);
  const both = first + smallAt(text, end + 2);
  if (both === "ll" || both === "ve" || both === "re") return end + 3;
  return first !== "" && "sdmt".includes(first) ? end + 2 : end;
}

function smallAt({ units, length }: Units, at: number): string {
  return at < length ? String.fromCharCode(units[at]! | 32) : "";
}

/** Signs take line ends and slashes behind them along. */
function signsEnd(text: Units, start: number): number {
  let at = endOf(text, start, sign);
  while (at < text.length && (text.units[at] === slash || kindAt(text, at) === line)) at += 1;
  return at;
}

/** Up to the last line end in it; without one, the last blank is left to the word behind it. */
function blankEnd(text: Units, start: number): number {
  let end = start;
  let behindLine = -1;
  for (; end < text.length; end += 1) {
    const kind = kindAt(text, end);
    if (kind === line) behindLine = end + 1;
    else if (kind !== space) break;
  }
  if (behindLine >= 0) return behindLine;
  return end < text.length && end - start > 1 ? end - 1 : end;
}

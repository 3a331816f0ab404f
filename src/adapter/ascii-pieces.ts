/** AsciiPieces: where the pieces of o200k_base end in a text of ASCII alone: what its expression finds, without the tables that one needs. */

/** `space` but for line ends, which are `line`. */
type Kind = "upper" | "lower" | "digit" | "space" | "line" | "sign";

const kinds: readonly Kind[] = Array.from({ length: 128 }, (_, code) => {
  if (code === 10 || code === 13) return "line";
  if (code === 32 || code === 9 || code === 11 || code === 12) return "space";
  const letter = String.fromCharCode(code);
  return /[A-Z]/.test(letter) ? "upper" : /[a-z]/.test(letter) ? "lower" : /[0-9]/.test(letter) ? "digit" : "sign";
});

const slash = 47;
const digitsMax = 3;

/** So many characters behind a piece had a say in where it ends. */
export const charsBehind = 3;

/** The end of the piece that begins at `start`, which is in the text. Deterministic; linear in the piece, but for white space before a line end. */
export function asciiPieceEnd(text: string, start: number): number {
  const kind = kindAt(text, start);
  if (kind === "digit") return endOf(text, start, "digit", start + digitsMax);
  const letters = kind === "upper" || kind === "lower" ? start : kind === "line" ? -1 : start + 1;
  if (letters >= 0 && isLetter(kindAt(text, letters))) return wordEnd(text, letters);
  const signs = kind === "sign" ? start : text.charCodeAt(start) === 32 ? start + 1 : -1;
  if (signs >= 0 && kindAt(text, signs) === "sign") return signsEnd(text, signs);
  return blankEnd(text, start);
}

function kindAt(text: string, at: number): Kind | null {
  return at < text.length ? (kinds[text.charCodeAt(at)] ?? null) : null;
}

function isLetter(kind: Kind | null): boolean {
  return kind === "upper" || kind === "lower";
}

function endOf(text: string, start: number, kind: Kind, most: number = text.length): number {
  let at = start;
  while (at < most && kindAt(text, at) === kind) at += 1;
  return at;
}

/** Capitals, then small letters, then the end of a word such as `'ll`. */
function wordEnd(text: string, start: number): number {
  const end = endOf(text, endOf(text, start, "upper"), "lower");
  if (text[end] !== "'") return end;
  const next = text.slice(end + 1, end + 3).toLowerCase();
  if (next === "ll" || next === "ve" || next === "re") return end + 3;
  return "sdmt".includes(next[0] ?? " ") ? end + 2 : end;
}

/** Signs take line ends and slashes behind them along. */
function signsEnd(text: string, start: number): number {
  let at = endOf(text, start, "sign");
  while (kindAt(text, at) === "line" || text.charCodeAt(at) === slash) at += 1;
  return at;
}

/** Up to the last line end in it; without one, the last blank is left to the word behind it. */
function blankEnd(text: string, start: number): number {
  let end = start;
  let line = -1;
  for (; end < text.length; end += 1) {
    const kind = kindAt(text, end);
    if (kind === "line") line = end + 1;
    else if (kind !== "space") break;
  }
  if (line >= 0) return line;
  return end < text.length && end - start > 1 ? end - 1 : end;
}

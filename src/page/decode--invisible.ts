/** Invisible: characters that show nothing or reorder what is shown, with their code points and lines, where no script needs them. */

export interface Invisible {
  /** `U+202E`. */
  readonly name: string;
  /** 1-based. */
  readonly line: number;
  /** What it can do: hide or reorder words, tell of a wrong encoding, or nothing by itself. */
  readonly weight: "hiding" | "broken" | "pasted";
}

/** C0 and C1 without tab and line ends, zero-width and bidirectional characters, and the two blocks of plane 14. */
const suspect: RegExp =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\ufe00-\ufe0f]|[\u{e0000}-\u{e01ef}]/gu;

/** In order; a byte order mark that opens the file is none. A character that its neighbors call for is none either. */
export function findInvisible(text: string, most: number): readonly Invisible[] {
  const found: Invisible[] = [];
  let line = 1;
  let counted = 0;
  for (const match of text.matchAll(suspect)) {
    const at = match.index;
    const code = match[0].codePointAt(0) ?? 0;
    if ((at === 0 && code === 0xfeff) || isCalledFor(text, at, code)) continue;
    for (let next = text.indexOf("\n", counted); next >= 0 && next < at; next = text.indexOf("\n", counted)) {
      line += 1;
      counted = next + 1;
    }
    const weight = weightOf(text, at, code);
    found.push({ name: `U+${code.toString(16).toUpperCase().padStart(4, "0")}`, line, weight });
    if (found.length === most) break;
  }
  return found;
}

/** Zero-width characters in a row spell what nobody sees, and one within a word hides that word; beside words they are left by pasting. */
function weightOf(text: string, at: number, code: number): Invisible["weight"] {
  if (code >= 0x80 && code < 0xa0) return "broken";
  if (!harmless.test(String.fromCodePoint(code))) return "hiding";
  const isWithin = wordEnd.test(text.slice(Math.max(0, at - 2), at)) && wordStart.test(text.slice(at + 1, at + 3));
  return isWithin || inRow.test(text.slice(Math.max(0, at - rowMin + 1), at + rowMin)) ? "hiding" : "pasted";
}

const rowMin = 4;
const wordEnd: RegExp = /[\p{L}\p{N}]$/u;
const wordStart: RegExp = /^[\p{L}\p{N}]/u;
/** Zero-width spaces, joiners and marks, separators of lines, a byte order mark in the middle, and a selector that varies nothing. */
const harmless: RegExp = /^(?:[\u200b\u200c\u200e\u200f\u2028\u2029\u2060\ufeff]|\u200d|[\ufe00-\ufe0f])$/;
const inRow: RegExp = /(?:[\u200b\u200c\u200e\u200f\u2060\ufeff]|\u200d|[\ufe00-\ufe0f]){4}/;

/** Joiners inside words of scripts that have them and inside emoji, selectors behind what has variants, marks beside Hebrew or Arabic. */
function isCalledFor(text: string, at: number, code: number): boolean {
  const before = characterBefore(text, at);
  if (code >= 0xfe00 && code <= 0xfe0f) return varies.test(before);
  if (code >= 0xe0100) return han.test(before);
  if (code >= 0xe0000) return /[\u{1f3f4}\u{e0020}-\u{e007e}]/u.test(before);
  if (code === 0x200d) return joined.test(before) || pictured.test(before);
  if (code === 0x200c) return joined.test(before);
  if (code === 0x200e || code === 0x200f) return rightToLeft.test(text.slice(Math.max(0, at - nearby), at + nearby));
  return false;
}

const nearby = 40;
const pictured: RegExp = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f/u;
const varies: RegExp = /[\p{Emoji}\p{Extended_Pictographic}\p{Math}\p{Script=Han}\p{Script=Mongolian}\p{So}]/u;
const han: RegExp = /\p{Script=Han}/u;
const rightToLeft: RegExp = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;
const joined: RegExp =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]/u;

function characterBefore(text: string, at: number): string {
  const low = text.charCodeAt(at - 1);
  return low >= 0xdc00 && low <= 0xdfff ? text.slice(at - 2, at) : text.slice(Math.max(0, at - 1), at);
}

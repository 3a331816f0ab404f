/** Bigram: which writing a character belongs to, and how words are cut from writing that puts no spaces between them. */

/** What a code point is to a search: part of a word, of unspaced writing, a symbol of its own, or a gap. */
export type CharClass = "word" | "unspaced" | "symbol" | "gap";

const letterOrDigit = /[\p{L}\p{N}\p{M}]/u;
const pictograph = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u;

export function charClass(code: number): CharClass {
  if (code < 0x80) {
    const word = (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
    return word ? "word" : "gap";
  }
  if (isUnspaced(code)) return "unspaced";
  const char = String.fromCodePoint(code);
  if (letterOrDigit.test(char)) return "word";
  return pictograph.test(char) ? "symbol" : "gap";
}

/** Han, kana, Hangul, Thai, Lao, Khmer and Burmese: runs of these hold words that nothing parts. */
function isUnspaced(code: number): boolean {
  if (code < 0x0e00) return false;
  return (
    (code >= 0x3400 && code <= 0x9fff) ||
    (code >= 0x3040 && code <= 0x30ff) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0x20000 && code <= 0x3ffff) ||
    code === 0x3005 ||
    (code >= 0x0e00 && code <= 0x0eff) ||
    (code >= 0x1000 && code <= 0x109f) ||
    (code >= 0x1780 && code <= 0x17ff)
  );
}

/** Every two neighbors, and the last character alone: a query of one character is a prefix of one of these. */
export function bigrams(run: string): readonly string[] {
  const chars = [...run];
  const pairs: string[] = [];
  for (let i = 0; i + 1 < chars.length; i++) pairs.push(chars[i]! + chars[i + 1]!);
  pairs.push(chars.at(-1)!);
  return pairs;
}

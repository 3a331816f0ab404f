/** SecretViews: a text as a reader would put it together: without invisible characters, without line breaks, decoded. */

/** A text made from another, with where each of its characters came from. */
export interface View {
  readonly text: string;
  /** The offset in the text the view was made from; `offset(text.length)` is that text's length. */
  readonly offset: (at: number) => number;
}

const invisible: RegExp =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0]|\u034f|\u17b4|\u17b5|[\u180b-\u180d]|\u180f|[\ufe00-\ufe0f]/;
const otherwiseDisguised: RegExp = /[\uff01-\uff5e\udb40]|\\[!-/:-@[-`{-~]/;

/** Invisible characters dropped, full-width letters narrowed, Markdown escapes undone; null where that changes nothing. */
export function unmasked(text: string): View | null {
  if (!invisible.test(text) && !otherwiseDisguised.test(text)) return null;
  const kept = new Builder(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // The plane of tags and variation selectors: invisible, and two units long.
    if (code === 0xdb40) at += 1;
    else if (code >= 0xff01 && code <= 0xff5e) kept.add(String.fromCharCode(code - 0xfee0), at);
    else if (code === 0x5c && isPunctuation(text.charCodeAt(at + 1))) continue;
    else if (code < 0x80 || !invisible.test(text.charAt(at))) kept.add(text.charAt(at), at);
  }
  return kept.view();
}

/** Line breaks dropped with what commonly stands around them: indents, list and quote marks, quotes joined by a plus. */
export function joined(text: string): View | null {
  const kept = new Builder(text.length);
  let done = 0;
  for (const match of text.matchAll(/[\n+]/g)) {
    const at = match.index;
    if (at < done) continue;
    let left = at;
    while (left > done && isSeam(text.charAt(left - 1), match[0])) left -= 1;
    let right = at + 1;
    while (right < text.length && isSeam(text.charAt(right), match[0])) right += 1;
    if (match[0] === "\n" && /^[-*] $/.test(text.slice(right, right + 2))) right += 2;
    if (match[0] === "+" && !(quote.test(text.slice(left, at)) && quote.test(text.slice(at, right)))) continue;
    for (let index = done; index < left; index += 1) kept.add(text.charAt(index), index);
    done = right;
  }
  if (done === 0) return null;
  for (let index = done; index < text.length; index += 1) kept.add(text.charAt(index), index);
  return kept.view();
}

const quote: RegExp = /["'`]/;

function isSeam(char: string, at: string): boolean {
  return at === "+" ? " \t\"'`".includes(char) : " \t\r\n\\\"'`>*+,".includes(char) || char === "|";
}

export interface Decoded {
  /** Bytes as Latin-1, so that what is no text is no letter either. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** What base64 runs of 24 characters and more hold; a run may open in the middle of a quartet. */
export function decoded(text: string): readonly Decoded[] {
  const found: Decoded[] = [];
  for (const match of text.matchAll(/[A-Za-z0-9+/_-]{24,}={0,2}/g)) {
    const start = match.index;
    const end = start + match[0].length;
    for (let shift = 0; shift < 4; shift += 1) {
      found.push({ text: Buffer.from(match[0].slice(shift), "base64").toString("latin1"), start, end });
    }
  }
  return found;
}

function isPunctuation(code: number): boolean {
  return (
    (code >= 0x21 && code <= 0x2f) ||
    (code >= 0x3a && code <= 0x40) ||
    (code >= 0x5b && code <= 0x60) ||
    (code >= 0x7b && code <= 0x7e)
  );
}

class Builder {
  private readonly chars: string[] = [];
  private readonly from: number[] = [];
  private readonly length: number;

  constructor(length: number) {
    this.length = length;
  }

  add(char: string, from: number): void {
    this.chars.push(char);
    this.from.push(from);
  }

  view(): View {
    const { chars, from, length } = this;
    return { text: chars.join(""), offset: (at) => from[at] ?? length };
  }
}

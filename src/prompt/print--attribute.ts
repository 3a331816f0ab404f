/** Attribute: a value as it stands in a block's opening line, on one line and unable to leave its quotes. */

const escapes: readonly (readonly [string, string])[] = [
  // The ampersand is escaped first and read back last.
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
];

/** `name="value"` with one space before it. The value is cleaned. */
export function printAttribute(name: string, value: string): string {
  if (plain.test(value)) return ` ${name}="${value}"`;
  return ` ${name}="${escapes.reduce((text, [raw, escaped]) => text.replaceAll(raw, escaped), clean(value))}"`;
}

const versionChars = 10;

/** A file's version as it stands behind its path. */
export function versionMark(oid: string): string {
  return `@${oid.slice(0, versionChars)}`;
}

/** What `clean` and the escapes leave as it is, as most values are. */
const plain = /^(?! )[ !#-%'-;=?-~]*(?<! )$/;

export interface Attributes {
  readonly values: ReadonlyMap<string, string>;
  /** Offset of the `>` that ends the opening line. */
  readonly end: number;
  /** Whether a `/` stands before it: the block has no text. */
  readonly closed: boolean;
}

/** Reads what `printAttribute` wrote, from `at` up to `>`; null where the text is anything else. Linear. */
export function parseAttributes(text: string, at: number): Attributes | null {
  const values = new Map<string, string>();
  let from = at;
  while (text[from] === " ") {
    const equals = text.indexOf('="', from);
    if (equals < 0) return null;
    const close = text.indexOf('"', equals + 2);
    if (close < 0) return null;
    const name = text.slice(from + 1, equals);
    if (!/^[a-z]{1,16}$/.test(name) || values.has(name)) return null;
    values.set(name, unescape(text.slice(equals + 2, close)));
    from = close + 1;
  }
  const closed = text[from] === "/";
  const end = closed ? from + 1 : from;
  return text[end] === ">" ? { values, end, closed } : null;
}

/**
 * The value on one line: control characters, line separators, direction marks and other invisible signs become one space a run, because
 * an opening line is ours and must read as it looks. Lone surrogates become U+FFFD.
 */
export function clean(value: string): string {
  return value
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/\p{Cs}/gu, "\ufffd")
    .trim();
}

function unescape(text: string): string {
  return [...escapes].reverse().reduce((value, [raw, escaped]) => value.replaceAll(escaped, raw), text);
}

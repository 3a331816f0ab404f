/**
 * Text: what is done with texts that are of no language: joining, cutting, total orders, the distance of two words, and quoting for a shell. The
 * same input gives the same output on every machine and in every locale.
 */

// Utf8: bytes as text.

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const strictDecoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Bytes that are no UTF-8 become replacement characters, and a byte order mark stays. */
export function textIn(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** null for bytes that are no UTF-8; a byte order mark stays. */
export function strictTextIn(bytes: Uint8Array): string | null {
  try {
    return strictDecoder.decode(bytes);
  } catch {
    return null;
  }
}

// Text: cutting characters off an end in one pass, where a regular expression would look at every run of them again.

/** Without the characters of `chars` at its end. Linear: `/x+$/` takes quadratic time on a long run that is not at the end. */
export function withoutTail(text: string, chars: string): string {
  let end = text.length;
  while (end > 0 && chars.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** The first `count` units, one less where that would leave half a character. */
export function headOf(text: string, count: number): string {
  const isHalved = /[\ud800-\udbff]$/.test(text.slice(Math.max(0, count - 1), count));
  return text.slice(0, Math.max(0, isHalved && count < text.length ? count - 1 : count));
}

/** At most so many units, of which the last is an ellipsis where something was cut; never half a character. */
export function clip(text: string, charsMax: number): string {
  return text.length <= charsMax ? text : `${headOf(text, charsMax - 1)}…`;
}

// Order: total orders by UTF-16 code unit, the same on every machine and in every locale.

export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Sorted in place. What mostly comes in order is looked at once, and not sorted. */
export function inOrder<T>(items: T[], compare: (a: T, b: T) => number): T[] {
  for (let at = 1; at < items.length; at += 1)
    if (compare(items[at - 1] as T, items[at] as T) > 0) return items.sort(compare);
  return items;
}

/** The first comparison that decides; 0 when none does. */
export function firstDecided(...comparisons: readonly number[]): number {
  return comparisons.find((c) => c !== 0) ?? 0;
}

// ShellWord: a path or a name as one word of a command that a person copies into a shell.

/** As a POSIX shell reads it back; a path with a dash in front stays no option. */
export function shellWord(path: string): string {
  return shellArgument(path.startsWith("-") ? `./${path}` : path);
}

/** The same of any argument. */
export function shellArgument(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

const fewMax = 5;

/** The first of some names, and how many there are besides. */
export function fewOf(names: readonly string[]): string {
  const more = names.length - fewMax;
  return `${names.slice(0, fewMax).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

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

// Fence: which lines of a Markdown text are code between fences, told line by line.

/** The marks that open a block of code on the first line, behind three spaces at most; null where none do. */
export function fenceMark(text: string): string | null {
  return /^ {0,3}(`{3,}|~{3,})/.exec(text)?.[1] ?? null;
}

/** Whether a line closes what these marks opened: by as many of them or more, and nothing else. */
export function closesFence(line: string, fence: string): boolean {
  const mark = fenceMark(line);
  return mark?.startsWith(fence) === true && line.trim() === mark;
}

/** To be asked of one line after the other: whether it is code, or a fence of it. */
export function fenceReader(): (line: string) => boolean {
  let open: string | null = null;
  return (line) => {
    const isCode = open !== null;
    if (open === null) open = fenceMark(line);
    else if (closesFence(line, open)) open = null;
    return isCode || open !== null;
  };
}

// Text: cutting characters off an end in one pass, where a regular expression would look at every run of them again.

/** Without the characters of `chars` at its end. Linear: `/x+$/` takes quadratic time on a long run that is not at the end. */
export function withoutTail(text: string, chars: string): string {
  let end = text.length;
  while (end > 0 && chars.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
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
  const word = path.startsWith("-") ? `./${path}` : path;
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The first line of an entry of a page, without the mark of a list and without its tags. */
export function plainLine(markdown: string): string {
  const [line = ""] = markdown.trim().split("\n", 1);
  return line
    .replace(/^(?:[-*+]|\d{1,9}[.)])[ \t]+/, "")
    .replace(tagMarks, "")
    .trim();
}

/** `[word]` marks with the space before them; `mcp[cli]` has none, and neither has a link. */
export const tagMarks: RegExp = /(?: |(?<![A-Za-z0-9_]))(?:\[[a-z][a-z0-9-]{0,39}\])+(?![(:[])/g;

/** Lines: where the lines of a text begin, how they end, which of them are code, and what one says without its marks. */

/** The number of the line that an offset is in, from 1 on. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}

/** Where the next line begins. */
export function lineAfter(text: string, offset: number): number {
  const lineFeed = text.indexOf("\n", offset);
  return lineFeed < 0 ? text.length : lineFeed + 1;
}

/** The line end of the text's first line; LF when it has only one. */
export function eolOf(text: string): "\n" | "\r\n" {
  const lineFeed = text.indexOf("\n");
  return lineFeed > 0 && text[lineFeed - 1] === "\r" ? "\r\n" : "\n";
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

// Plain: the line of an entry without its marks.

/** The first line of an entry of a page, without the mark of a list and without its tags. */
export function plainLine(markdown: string): string {
  const [line = ""] = markdown.trim().split("\n", 1);
  return line.replace(listMark, "").replace(tagMarks, "").trim();
}

/** Behind an entry, wherever it is told, while two versions of it wait to be settled. */
export const conflictMark = " (in conflict: pagefile conflicts)";

/** The mark that an item of a list begins with. */
export const listMark: RegExp = /^(?:[-*+]|\d{1,9}[.)])[ \t]+/;

/** `[word]` marks with the space before them; `mcp[cli]` has none, and neither has a link. */
export const tagMarks: RegExp = /(?: |(?<![A-Za-z0-9_]))(?:\[[a-z][a-z0-9-]{0,39}\])+(?![(:[])/g;

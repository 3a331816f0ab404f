/** Lines: where the lines of a text begin, and how they end. */

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

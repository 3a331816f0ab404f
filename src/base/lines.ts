/** Lines: where the lines of a text begin, how they end, and where a text can be cut without leaving half a character. */

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

/** The first `count` units, one less where that would leave half a character. */
export function headOf(text: string, count: number): string {
  const isHalved = /[\ud800-\udbff]$/.test(text.slice(Math.max(0, count - 1), count));
  return text.slice(0, Math.max(0, isHalved && count < text.length ? count - 1 : count));
}

/** Site: a text under edit, and the lines around an offset in it. */

import type { Frontmatter, YamlPair } from "./print--frontmatter.js";

export interface Site {
  readonly text: string;
  readonly frontmatter: Frontmatter;
  /** The file's own line end. */
  readonly eol: string;
}

/** The line end of the text's first line; LF when it has only one. */
export function eolOf(text: string): "\n" | "\r\n" {
  const lineFeed = text.indexOf("\n");
  return lineFeed > 0 && text[lineFeed - 1] === "\r" ? "\r\n" : "\n";
}

export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

/** Where the next line begins. */
export function lineAfter(text: string, offset: number): number {
  const lineFeed = text.indexOf("\n", offset);
  return lineFeed < 0 ? text.length : lineFeed + 1;
}

/** Right behind a pair's colon. */
export function colonEnd(text: string, pair: YamlPair): number {
  return text.indexOf(":", pair.keySpan.end) + 1;
}

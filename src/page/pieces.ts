/** Pieces: the blocks of a body, read piece by piece, so that a line more costs that line and a plain line costs no parser. */

import { limits } from "../base/limits.js";
import { rememberByText } from "../base/remember.js";
import { type Block, parseBlocks } from "./blocks.js";
import { plainEntry } from "./entry-digest.js";

/**
 * What the parser finds in the whole body. It is cut above each `- ` item and `# ` heading that begins in the first column: such a
 * line ends every paragraph, list and quote above it (an item that begins with another marker is left to the parser, whose idea of
 * what continues an empty one depends on what stood above). Only what reaches over lines of any kind (fences, HTML) or says something
 * about other places (definitions) could tell otherwise, and a body in which one of those may be is read whole.
 */
export function blocksByPiece(body: string): readonly Block[] {
  if (reachesFar(body)) return parseBlocks(body, 0);
  const starts = [
    0,
    ...[...body.matchAll(/\n(?=- [^\s\d>#=*+-]|#{1,6} )/g)].map(({ index }) => index + 1),
    body.length,
  ];
  return starts.slice(0, -1).flatMap((start, at) => {
    const piece = body.slice(start, starts[at + 1]);
    return (plainBlock(piece) ?? parsePiece(piece)).map((block) => movedBy(start, block));
  });
}

/** Also tabs, lone carriage returns, marks and lines of blanks, which make columns and line ends a matter for the parser. */
function reachesFar(body: string): boolean {
  return /[<\t\r\0\v\f\ufeff]|```|~~~|\]:|(?:^|\n) +(?:\n|$)/.test(body);
}

const parsePiece: (piece: string) => readonly Block[] = rememberByText(limits.outlinedCharsMax, (piece) =>
  parseBlocks(piece, 0),
);

/** An item or a heading of one line in which no character can be markup; null for anything else. */
function plainBlock(piece: string): readonly Block[] | null {
  const line = withoutLineEnds(piece);
  const content = line.slice(line.indexOf(" ") + 1);
  if (!/^\p{L}[^\n\\`*_&#]*$/u.test(content) || content.includes("](") || content.includes("![")) return null;
  if (line.startsWith("- "))
    return [{ entry: { kind: "bullet", start: 0, end: line.length, ...plainEntry(content) } }];
  const depth = line.search(/[^#]/);
  if (depth < 1 || depth > 6 || line.charAt(depth) !== " ") return null;
  return [{ heading: { depth, title: content.replace(/\s+/g, " ").trim(), start: 0, end: line.length } }];
}

function withoutLineEnds(piece: string): string {
  let end = piece.length;
  while (end > 0 && piece[end - 1] === "\n") end--;
  return piece.slice(0, end);
}

function movedBy(chars: number, block: Block): Block {
  if ("heading" in block) {
    const { heading } = block;
    return { heading: { ...heading, start: heading.start + chars, end: heading.end + chars } };
  }
  const { entry } = block;
  return { entry: { ...entry, start: entry.start + chars, end: entry.end + chars } };
}

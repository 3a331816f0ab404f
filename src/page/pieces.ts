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
  const pieces = piecesOf(body);
  if (pieces === null) return parseBlocks(body, 0);
  let start = 0;
  return pieces.flatMap((piece) => {
    const at = start;
    start += piece.length;
    return (plainBlock(piece) ?? parsePiece(piece)).map((block) => movedBy(at, block));
  });
}

/** All of the body, cut where the parser begins anew whatever stood above; null where that cannot be told by a look at the lines. */
export function piecesOf(body: string): readonly string[] | null {
  if (reachesFar(body)) return null;
  const starts = [
    0,
    ...[...body.matchAll(/\n(?=- [^\s\d>#=*+-]|#{1,6} )/g)].map(({ index }) => index + 1),
    body.length,
  ];
  return starts.slice(0, -1).map((start, at) => body.slice(start, starts[at + 1]));
}

/** Also tabs, lone carriage returns, marks and lines of blanks, which make columns and line ends a matter for the parser. */
function reachesFar(body: string): boolean {
  return /[<\t\r\0\v\f\ufeff]|```|~~~|\]:|(?:^|\n) +(?:\n|$)/.test(body);
}

const parsePiece: (piece: string) => readonly Block[] = rememberByText(limits.outlinedCharsMax, (piece) =>
  parseBlocks(piece, 0),
);

function plainBlock(piece: string): readonly Block[] | null {
  const plain = plainLine(piece);
  if (plain === null) return null;
  const { depth, content, end } = plain;
  if (depth === 0) return [{ entry: { kind: "bullet", start: 0, end, ...plainEntry(content) } }];
  return [{ heading: { depth, title: content.replace(/\s+/g, " ").trim(), start: 0, end } }];
}

/** An item (`depth` 0) or a heading of one line in which no character can be markup, and where it ends; null for anything else. */
export function plainLine(
  piece: string,
): { readonly depth: number; readonly content: string; readonly end: number } | null {
  const line = withoutLineEnds(piece);
  const content = line.slice(line.indexOf(" ") + 1);
  if (!/^\p{L}[^\n\\`*_&#]*$/u.test(content) || content.includes("](") || content.includes("![")) return null;
  if (line.startsWith("- ")) return { depth: 0, content, end: line.length };
  const depth = line.search(/[^#]/);
  return depth < 1 || depth > 6 || line.charAt(depth) !== " " ? null : { depth, content, end: line.length };
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

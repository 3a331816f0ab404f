/** Pieces: the blocks of a body, read piece by piece, so that a line more costs that line and a plain line costs no parser. */

import { limits } from "../base/limits.js";
import { rememberByKey, rememberByText } from "../base/remember.js";
import { type Block, parseBlocks } from "./blocks.js";
import { plainEntry } from "./entry-digest.js";
import { plainBlocks } from "./plain.js";

type PlainEntry = ReturnType<typeof plainEntry>;

/**
 * What the parser finds in the whole body. It is cut above each `- ` item and `# ` heading that begins in the first column: such a
 * line ends every paragraph, list and quote above it (an item that begins with another marker is left to the parser, whose idea of
 * what continues an empty one depends on what stood above). Only what reaches over lines of any kind (fences, HTML) or says something
 * about other places (definitions) could tell otherwise, and a body in which one of those may be is read whole. `once` as in `outline`.
 */
export function blocksByPiece(body: string, asked: "again" | "once" = "again"): readonly Block[] {
  const pieces = piecesOf(body);
  const entryOf = asked === "once" ? plainEntry : knownEntry;
  if (pieces === null) return parseBlocks(body, 0);
  let start = 0;
  return pieces.flatMap((piece) => {
    const at = start;
    start += piece.length;
    return (plainPiece(piece, entryOf) ?? parsePiece(piece)).map((block) => movedBy(at, block));
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

/** What a patch leaves of a text is mostly lines that were looked at just before it. */
const entriesMax = 2_048;
const remembered = rememberByKey<PlainEntry>(limits.outlinedCharsMax, (_, content) => content.length, entriesMax);
const knownEntry = (content: string): PlainEntry => remembered(content, () => plainEntry(content));

/** What most pieces are costs no parser. */
function plainPiece(piece: string, entryOf: (content: string) => PlainEntry): readonly Block[] | null {
  return (
    plainBlocks(piece)?.map((block): Block => {
      const { start, end, content } = block;
      if (block.kind !== "heading") return { entry: { kind: block.kind, start, end, ...entryOf(content) } };
      return { heading: { depth: block.depth, title: content.replace(/\s+/g, " ").trim(), start, end } };
    }) ?? null
  );
}

function movedBy(chars: number, block: Block): Block {
  if ("heading" in block) {
    const { heading } = block;
    return { heading: { ...heading, start: heading.start + chars, end: heading.end + chars } };
  }
  const { entry } = block;
  return { entry: { ...entry, start: entry.start + chars, end: entry.end + chars } };
}

/** Pieces: the blocks of a body, read piece by piece, so that a line more costs that line and a plain line costs no parser. */

import { limits } from "../../base/limits.js";
import { rememberByKey, rememberByText } from "../../base/memo-cache.js";
import { codeDigest, plainEntry, plainTags } from "../entry-digest.js";
import { type Block, headingsIn, parseBlocks } from "./blocks--blocks.js";
import { fenceEnd, type LineBlock, lineBlocks } from "./line-blocks.js";
import { parseTree } from "./tangle--tree.js";

type PlainEntry = ReturnType<typeof plainEntry>;

/**
 * What the parser finds in the whole body. It is cut above each `- ` item and `# ` heading that begins in the first column: such a
 * line ends every paragraph, list and quote above it (an item that begins with another marker is left to the parser, whose idea of
 * what continues an empty one depends on what stood above). Only what reaches over lines of any kind (HTML, fences that are not in the
 * first column) or says something about other places (definitions) could tell otherwise, and a body in which one of those may be is
 * read whole. `once` as in `outline`.
 */
export function blocksByPiece(body: string, asked: "again" | "once" = "again"): readonly Block[] {
  return blocksWith(asked === "once" ? once : again, body);
}

/** A block without a name: digests are most of what a look at a plain line costs. */
export type Unnamed = Extract<Block, { heading: unknown }> | { readonly entry: Omit<NamedEntry, "digest"> };
type NamedEntry = Extract<Block, { entry: unknown }>["entry"];

/** The same for whoever asks what the blocks are, and not which. */
export function unnamedByPiece(body: string): readonly Unnamed[] {
  return blocksWith(unnamed, body);
}

function blocksWith(names: Names, body: string): readonly Block[] {
  const pieces = piecesOf(body);
  if (pieces === null) return parseBlocks(body, 0);
  let start = 0;
  return pieces.flatMap((piece) => {
    const at = start;
    start += piece.length;
    const blocks = plainPiece(piece, names) ?? parsePiece(piece);
    return at === 0 ? blocks : blocks.map((block) => movedBy(at, block));
  });
}

/** All of the body, cut where the parser begins anew whatever stood above; null where that cannot be told by a look at the lines. */
export function piecesOf(body: string): readonly string[] | null {
  if (reachesFar(body)) return null;
  const pieces: string[] = [];
  let from = 0;
  for (let start = 0; start < body.length; ) {
    const lineFeed = body.indexOf("\n", start);
    let end = lineFeed < 0 ? body.length : lineFeed;
    if (body.startsWith("```", start)) {
      end = fenceEnd(body, start, end);
      if (end < 0) return null;
    } else if (start > from && beginsAnew(body, start)) {
      pieces.push(body.slice(from, start));
      from = start;
    }
    start = end + 1;
  }
  return [...pieces, body.slice(from)];
}

const anew = /- (?:[^\s\d>#=*+-]|\*\*[^\s*]|\d+[^\d.)\s])|#{1,6} /y;

function beginsAnew(body: string, start: number): boolean {
  anew.lastIndex = start;
  return anew.test(body);
}

/** Also lone carriage returns, marks, lines of blanks and tabs before words, which make columns and line ends a matter for the parser. */
function reachesFar(body: string): boolean {
  return (
    /[\r\0\v\f\ufeff]|~~~|\]:|[^\n`]`{3}/.test(body) || /(?:^|\n)(?:[ >*+.)#\d-]*[<\t]|[ \t]+(?:\n|$))/.test(body)
  );
}

const parsePiece: (piece: string) => readonly Block[] = rememberByText(limits.outlinedCharsMax, (piece) =>
  parseBlocks(piece, 0),
);

/** What a patch leaves of a text is mostly lines that were looked at just before it. */
const entriesMax = 2_048;
const remembered = rememberByKey<PlainEntry>(limits.outlinedCharsMax, (_, content) => content.length, entriesMax);
const knownEntry = (content: string): PlainEntry => remembered(content, () => plainEntry(content));

/** How entries are told from one another. */
interface Names {
  readonly entryOf: (content: string) => PlainEntry;
  readonly codeOf: (language: string, value: string) => string;
}

const again: Names = { entryOf: knownEntry, codeOf: codeDigest };
const once: Names = { entryOf: plainEntry, codeOf: codeDigest };
const unnamed: Names = { entryOf: (content) => ({ digest: "", tags: plainTags(content) }), codeOf: () => "" };

/** What most pieces are costs no parser. */
function plainPiece(piece: string, names: Names): readonly Block[] | null {
  const blocks: Block[] = [];
  for (const block of lineBlocks(piece) ?? []) {
    const made = madeOf(block, names);
    if (made === null) return null;
    blocks.push(made);
  }
  return blocks.length > 0 || piece.trim() === "" ? blocks : null;
}

function madeOf(block: LineBlock, { entryOf, codeOf }: Names): Block | null {
  const { start, end } = block;
  if (block.kind === "code")
    return { entry: { kind: "code", start, end, digest: codeOf(block.language, block.value), tags: [] } };
  if (block.kind === "rule") return { entry: { kind: "rule", start, end, ...entryOf(block.line) } };
  if (block.kind !== "heading") return { entry: { kind: block.kind, start, end, ...entryOf(block.content) } };
  const title = titleOf(block.line);
  return title === null ? null : { heading: { depth: block.depth, title, start, end } };
}

/** Of a line that is a heading whatever else stands there. */
function titleOf(line: string): string | null {
  const content = line.slice(line.indexOf(" "));
  if (!/[\\`*_<>&#[\]!]/.test(content)) return content.replace(/\s+/g, " ").trim();
  const [only, ...others] = headingsIn(line, parseTree(line, 0));
  return only === undefined || others.length > 0 ? null : only.title;
}

function movedBy(chars: number, block: Block): Block {
  if ("heading" in block) {
    const { heading } = block;
    return { heading: { ...heading, start: heading.start + chars, end: heading.end + chars } };
  }
  const { entry } = block;
  return { entry: { ...entry, start: entry.start + chars, end: entry.end + chars } };
}

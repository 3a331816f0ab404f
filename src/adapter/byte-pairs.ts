/** BytePairs: how many tokens a text is: in each of its pieces the two neighbors of lowest rank are joined, as long as there are any. */

import { rememberRecent } from "../base/remember.js";
import { asciiPieceEnd, charsBehind } from "./ascii-pieces.js";
import type { VocabularyTable } from "./vocabulary-table.js";

/** No pair of neighbors is a token. */
const none = 0x7fffffff;

/** The count of tokens of a text that holds no special ones. Not for two texts at once: its room to work in is one. */
export function bytePairCounter(table: VocabularyTable): (text: string) => number {
  const utf8 = new TextEncoder();
  let room = newRoom(1 << 10);
  /** The bytes of the piece go into the room; their number. */
  const spell = (text: string, from: number, to: number): number => {
    if (3 * (to - from) > room.bytes.length) room = newRoom(6 * (to - from));
    const { bytes } = room;
    for (let at = from; at < to; at += 1) {
      const code = text.charCodeAt(at);
      if (code > 127) return utf8.encodeInto(text.slice(from, to), bytes).written;
      bytes[at - from] = code;
    }
    return to - from;
  };
  // Names and codes that are no token come again and again.
  const joinedIn = rememberRecent<number>(joinedMax, (piece) => joined(table, room, spell(piece, 0, piece.length)));
  return (text) => {
    const { rank } = table;
    let tokens = 0;
    for (let from = 0; from < text.length; ) {
      const to = pieceEnd(table, text, from);
      const length = spell(text, from, to);
      tokens += length === 1 || rank(room.bytes, 0, length) >= 0 ? 1 : joinedIn(text.slice(from, to));
      from = to;
    }
    return tokens;
  };
}

const joinedMax = 4_096;

/** Where neither the piece nor what is looked at behind it leaves ASCII no expression is asked. */
function pieceEnd(table: VocabularyTable, text: string, from: number): number {
  const to = asciiPieceEnd(text, from);
  const seen = Math.min(text.length, to + charsBehind);
  for (let at = from; at < seen; at += 1) if (text.charCodeAt(at) > 127) return foundEnd(table.pieces(), text, from);
  return to;
}

/** The pieces of a text stand one beside the other: that none of them begins somewhere cannot be. */
function foundEnd(pieces: RegExp, text: string, from: number): number {
  pieces.lastIndex = from;
  return pieces.test(text) ? pieces.lastIndex : text.length;
}

interface Room {
  readonly bytes: Uint8Array;
  /** Where each part begins, and behind them where the last one ends. */
  readonly starts: Int32Array;
  /** What each part and the next are together. */
  readonly ranks: Int32Array;
}

function newRoom(bytes: number): Room {
  return { bytes: new Uint8Array(bytes), starts: new Int32Array(bytes + 1), ranks: new Int32Array(bytes + 1) };
}

/** Its work grows with the square of `length`, which callers keep small. */
function joined({ rank }: VocabularyTable, { bytes, starts, ranks }: Room, length: number): number {
  let parts = length;
  const pair = (part: number): number => {
    if (part + 2 > parts) return none;
    const start = starts[part]!;
    const found = rank(bytes, start, starts[part + 2]! - start);
    return found < 0 ? none : found;
  };
  for (let at = 0; at <= length; at += 1) starts[at] = at;
  for (let at = 0; at < length; at += 1) ranks[at] = pair(at);
  for (;;) {
    let lowest = none;
    let part = -1;
    for (let at = 0; at + 1 < parts; at += 1) {
      if (ranks[at]! >= lowest) continue;
      lowest = ranks[at]!;
      part = at;
    }
    if (part < 0) return parts;
    starts.copyWithin(part + 1, part + 2, parts + 1);
    ranks.copyWithin(part, part + 1, parts);
    parts -= 1;
    ranks[part] = pair(part);
    if (part > 0) ranks[part - 1] = pair(part - 1);
  }
}

/**
 * BytePairs: how many tokens a text is by the vocabulary o200k_base: where its pieces end, and how the neighbors in a piece are joined. The
 * vocabulary is a file that is of use as soon as it is read.
 */

import { readFileSync } from "node:fs";
import { rememberRecent } from "../base/memo-cache.js";

// BytePairs: how many tokens a text is: in each of its pieces the two neighbors of lowest rank are joined, as long as there are any.

/** No pair of neighbors is a token. */
const none = 0x7fffffff;

/** The count of tokens of a text that holds no special ones. Not for two texts at once: its room to work in is one. */
export function bytePairCounter(table: VocabularyTable): (text: string) => number {
  const utf8 = new TextEncoder();
  const rankOfTwo = ranksOfTwo(table);
  let room = newRoom(1 << 10);
  const countIn = (piece: string): number => {
    if (3 * piece.length > room.bytes.length) room = newRoom(6 * piece.length);
    room.length = utf8.encodeInto(piece, room.bytes).written;
    return table.rank(room.bytes, 0, room.length) >= 0 ? 1 : joined(table, room, rankOfTwo);
  };
  // Most of every text are the same few thousand pieces.
  const remembered = rememberRecent(piecesMax, countIn);
  return (text) => {
    let tokens = 0;
    for (const piece of text.match(table.pieces()) ?? [])
      tokens += piece.length > rememberedCharsMax ? countIn(piece) : remembered(piece);
    return tokens;
  };
}

const piecesMax = 16_384;
const rememberedCharsMax = 32;

interface Room {
  /** Of the piece that was spelled last. */
  length: number;
  readonly bytes: Uint8Array;
  /** Where each part begins, and behind them where the last one ends. */
  readonly starts: Int32Array;
  /** What each part and the next are together. */
  readonly ranks: Int32Array;
}

function newRoom(bytes: number): Room {
  return {
    length: 0,
    bytes: new Uint8Array(bytes),
    starts: new Int32Array(bytes + 1),
    ranks: new Int32Array(bytes + 1),
  };
}

/** Every two bytes of a piece are looked for before any are joined, so what they are is kept. */
function ranksOfTwo({ rank }: VocabularyTable): (bytes: Uint8Array, at: number) => number {
  /** One more than the rank; 0 where nobody asked. */
  const known = new Int32Array(1 << 16);
  return (bytes, at) => {
    const two = (bytes[at]! << 8) | bytes[at + 1]!;
    if (known[two] === 0) {
      const found = rank(bytes, at, 2);
      known[two] = found < 0 ? none : found + 1;
    }
    return known[two] === none ? none : known[two]! - 1;
  };
}

/** Its work grows with the square of `length`, which callers keep small. */
function joined(
  { rank }: VocabularyTable,
  { length, bytes, starts, ranks }: Room,
  rankOfTwo: ReturnType<typeof ranksOfTwo>,
): number {
  let parts = length;
  const pair = (part: number): number => {
    if (part + 2 > parts) return none;
    const start = starts[part]!;
    const found = rank(bytes, start, starts[part + 2]! - start);
    return found < 0 ? none : found;
  };
  for (let at = 0; at <= length; at += 1) starts[at] = at;
  for (let at = 0; at < length; at += 1) ranks[at] = at + 1 < length ? rankOfTwo(bytes, at) : none;
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

// VocabularyTable: a vocabulary as a file that is of use as soon as it is read: every token by its bytes, found by a hash of them.

interface VocabularyTable {
  /** Which token the first `length` bytes behind `start` are, by its rank; -1 for none. */
  readonly rank: (bytes: Uint8Array, start: number, length: number) => number;
  /** How a text falls into the pieces within which bytes are joined; with the flags `g` and `u`. It takes 5 ms to make. */
  readonly pieces: () => RegExp;
}

/** The first word of the file, as this machine reads it: a table that was made for machines with another order of bytes is none. */
const mark = 0x50465631;
const headWords = 5;

/** `src/cli/bundle/vocabulary.mjs` writes it. null where there is none, or where it is not one that this program can read. */
export function readVocabularyTable(file: string): VocabularyTable | null {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch {
    return null;
  }
  if (bytes.length < headWords * 4 || bytes.length % 4 !== 0) return null;
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  return tableIn(aligned);
}

/** Words: the head, where each token begins and the last one ends, and the slots of the hash; behind them the bytes and the pieces. */
function tableIn(file: Uint8Array): VocabularyTable | null {
  const words = new Int32Array(file.buffer, file.byteOffset, file.length / 4);
  const [first, tokens, slotBits, tokenBytes, patternBytes] = words as unknown as readonly number[];
  if (first !== mark || tokens === undefined || slotBits === undefined) return null;
  const starts = words.subarray(headWords, headWords + tokens + 1);
  const slots = words.subarray(headWords + tokens + 1, headWords + tokens + 1 + 2 ** slotBits);
  const at = 4 * (headWords + tokens + 1 + 2 ** slotBits);
  if (file.length !== at + (tokenBytes ?? 0) + (patternBytes ?? 0)) return null;
  const held = file.subarray(at, at + (tokenBytes ?? 0));
  const pattern = file.subarray(at + (tokenBytes ?? 0));
  let pieces: RegExp | null = null;
  const mask = 2 ** slotBits - 1;
  const isToken = (token: number, bytes: Uint8Array, start: number, length: number): boolean => {
    const from = starts[token]!;
    if (starts[token + 1]! - from !== length) return false;
    for (let i = 0; i < length; i += 1) if (held[from + i] !== bytes[start + i]) return false;
    return true;
  };
  return {
    pieces() {
      pieces ??= new RegExp(new TextDecoder().decode(pattern).trimEnd(), "gu");
      return pieces;
    },
    rank(bytes, start, length) {
      for (let slot = hashOf(bytes, start, length) & mask; ; slot = (slot + 1) & mask) {
        // A slot holds one more than the rank of a token, and 0 where nothing is.
        const token = slots[slot]! - 1;
        if (token < 0 || isToken(token, bytes, start, length)) return token;
      }
    },
  };
}

/** FNV-1a, with its upper bits folded into those that choose a slot. */
function hashOf(bytes: Uint8Array, start: number, length: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < start + length; at += 1) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  return hash ^ (hash >>> 15);
}

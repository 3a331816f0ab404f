/** VocabularyTable: a vocabulary as a file that is of use as soon as it is read: every token by its bytes, found by a hash of them. */

import { readFileSync } from "node:fs";

export interface VocabularyTable {
  /** Which token the first `length` bytes behind `start` are, by its rank; -1 for none. */
  readonly rank: (bytes: Uint8Array, start: number, length: number) => number;
  /** How a text falls into the pieces within which bytes are joined; with the flags `g` and `u`. It takes 5 ms to make. */
  readonly pieces: () => RegExp;
}

/** The first word of the file, as this machine reads it: a table that was made for machines with another order of bytes is none. */
const mark = 0x50465631;
const headWords = 5;

/** `src/bundle/vocabulary.mjs` writes it. null where there is none, or where it is not one that this program can read. */
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

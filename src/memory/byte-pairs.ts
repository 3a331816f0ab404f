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
  let units = new Uint16Array(1 << 12);
  let room = newRoom(1 << 10);
  /** The bytes of the piece go into the room; their number. */
  const spell = (text: string, from: number, to: number): number => {
    if (3 * (to - from) > room.bytes.length) room = newRoom(6 * (to - from));
    const { bytes } = room;
    for (let at = from; at < to; at += 1) {
      const code = units[at]!;
      if (code > 127) return utf8.encodeInto(text.slice(from, to), bytes).written;
      bytes[at - from] = code;
    }
    return to - from;
  };
  // Names and codes that are no token come again and again.
  const rankOfTwo = ranksOfTwo(table);
  const joinedIn = rememberRecent<number>(joinedMax, () => joined(table, room, rankOfTwo));
  const countIn = (text: string, from: number, to: number): number => {
    room.length = spell(text, from, to);
    const isToken = room.length === 1 || table.rank(room.bytes, 0, room.length) >= 0;
    return isToken ? 1 : joinedIn(text.slice(from, to));
  };
  const known = knownPieces();
  return (text) => {
    const { length } = text;
    if (length > units.length) units = new Uint16Array(2 * length);
    copyUnits(text, units);
    const read: Units = { units, length };
    let tokens = 0;
    let wideAt = -1;
    for (let from = 0; from < length; ) {
      if (wideAt < from) wideAt = nextWide(read, from);
      let to = asciiPieceEnd(read, from);
      // Where neither the piece nor what is looked at behind it leaves ASCII no expression is asked.
      if (wideAt < Math.min(length, to + charsBehind)) to = foundEnd(table.pieces(), text, from);
      if (wideAt < to || to - from > knownCharsMax) tokens += countIn(text, from, to);
      else {
        const slot = known.slotOf(units, from, to);
        if (known.counts[slot] === 0) known.counts[slot] = countIn(text, from, to);
        tokens += known.counts[slot]!;
      }
      from = to;
    }
    return tokens;
  };
}

const joinedMax = 4_096;

/** By the runtime's own copy, which takes a fraction of a look at each character. */
function copyUnits(text: string, units: Uint16Array): void {
  const bytes = Buffer.from(units.buffer, 0, 2 * text.length);
  bytes.write(text, "utf16le");
  if (isBigEndian) bytes.swap16();
}

const isBigEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 0;

/** Where the first character that is not of ASCII stands, from there on; the end of the text where there is none. */
function nextWide({ units, length }: Units, from: number): number {
  let at = from;
  while (at < length && units[at]! < 128) at += 1;
  return at;
}

/** The pieces of a text stand one beside the other: that none of them begins somewhere cannot be. */
function foundEnd(pieces: RegExp, text: string, from: number): number {
  pieces.lastIndex = from;
  return pieces.test(text) ? pieces.lastIndex : text.length;
}

const knownCharsMax = 12;
const knownBits = 14;

interface KnownPieces {
  /** By slot; 0 where a piece was not counted yet. */
  readonly counts: Uint8Array;
  /** The piece's own slot, which another piece may have had before. */
  readonly slotOf: (units: Uint16Array, from: number, to: number) => number;
}

/**
 * Pieces of ASCII of up to `knownCharsMax` characters by all of their characters, which are most of every text and mostly the same few
 * thousand: these tables stay near the processor, and the vocabulary's are too large for that.
 */
function knownPieces(): KnownPieces {
  const counts = new Uint8Array(1 << knownBits);
  const spelled = new Int32Array(4 << knownBits);
  return {
    counts,
    slotOf(units, from, to) {
      const first = packed(units, from, Math.min(to, from + 4));
      const second = packed(units, from + 4, Math.min(to, from + 8));
      const third = packed(units, from + 8, to);
      const mixed = Math.imul(first ^ Math.imul(second ^ Math.imul(third, 0x85ebca6b), 0xc2b2ae35), 0x9e3779b1);
      const slot = (mixed ^ (mixed >>> 15)) & (counts.length - 1);
      const at = 4 * slot;
      const isSame =
        spelled[at] === first &&
        spelled[at + 1] === second &&
        spelled[at + 2] === third &&
        spelled[at + 3] === to - from;
      if (isSame) return slot;
      spelled[at] = first;
      spelled[at + 1] = second;
      spelled[at + 2] = third;
      spelled[at + 3] = to - from;
      counts[slot] = 0;
      return slot;
    },
  };
}

/** Up to four characters of ASCII as one number. */
function packed(units: Uint16Array, from: number, to: number): number {
  let word = 0;
  for (let at = from; at < to; at += 1) word = (word << 8) | units[at]!;
  return word;
}

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

// AsciiPieces: where the pieces of o200k_base end in a text of ASCII alone: what its expression finds, without the tables that one needs.

/** UTF-16 code units of a text; what is beyond `length` is none of it. */
interface Units {
  readonly units: Uint16Array;
  readonly length: number;
}

const other = 0;
const upper = 1;
const lower = 2;
const digit = 3;
/** White space but for line ends, which are `line`. */
const space = 4;
const line = 5;
const sign = 6;

const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code === 10 || code === 13) return line;
  if (code === 32 || code === 9 || code === 11 || code === 12) return space;
  const letter = String.fromCharCode(code);
  return /[A-Z]/.test(letter) ? upper : /[a-z]/.test(letter) ? lower : /[0-9]/.test(letter) ? digit : sign;
});

const slash = 47;
const apostrophe = 39;
const digitsMax = 3;

/** So many characters behind a piece had a say in where it ends. */
const charsBehind = 3;

/** The end of the piece that begins at `start`, which is in the text. Deterministic; linear in the piece, but for white space before a line end. */
export function asciiPieceEnd(text: Units, start: number): number {
  const kind = kindAt(text, start);
  if (kind === digit) return endOf(text, start, digit, Math.min(text.length, start + digitsMax));
  const letters = kind === upper || kind === lower ? start : kind === line ? -1 : start + 1;
  if (letters >= 0 && isLetter(kindAt(text, letters))) return wordEnd(text, letters);
  const signs = kind === sign ? start : text.units[start] === 32 ? start + 1 : -1;
  if (signs >= 0 && kindAt(text, signs) === sign) return signsEnd(text, signs);
  return blankEnd(text, start);
}

function kindAt({ units, length }: Units, at: number): number {
  return at < length ? (kinds[units[at]!] ?? other) : other;
}

function isLetter(kind: number): boolean {
  return kind === upper || kind === lower;
}

function endOf({ units, length }: Units, start: number, kind: number, most: number = length): number {
  let at = start;
  while (at < most && kinds[units[at]!] === kind) at += 1;
  return at;
}

/** Capitals, then small letters, then the end of a word such as `'ll`. */
function wordEnd(text: Units, start: number): number {
  const end = endOf(text, endOf(text, start, upper), lower);
  if (end >= text.length || text.units[end] !== apostrophe) return end;
  const first = smallAt(text, end + 1);
  const both = first + smallAt(text, end + 2);
  if (both === "ll" || both === "ve" || both === "re") return end + 3;
  return first !== "" && "sdmt".includes(first) ? end + 2 : end;
}

function smallAt({ units, length }: Units, at: number): string {
  return at < length ? String.fromCharCode(units[at]! | 32) : "";
}

/** Signs take line ends and slashes behind them along. */
function signsEnd(text: Units, start: number): number {
  let at = endOf(text, start, sign);
  while (at < text.length && (text.units[at] === slash || kindAt(text, at) === line)) at += 1;
  return at;
}

/** Up to the last line end in it; without one, the last blank is left to the word behind it. */
function blankEnd(text: Units, start: number): number {
  let end = start;
  let behindLine = -1;
  for (; end < text.length; end += 1) {
    const kind = kindAt(text, end);
    if (kind === line) behindLine = end + 1;
    else if (kind !== space) break;
  }
  if (behindLine >= 0) return behindLine;
  return end < text.length && end - start > 1 ? end - 1 : end;
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

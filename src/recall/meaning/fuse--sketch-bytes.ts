/** SketchBytes: the sketches of a page as bytes: numbers of four bytes first, then one byte each. */

import type { ChunkSketch } from "./fuse--sketch.js";

const headNumbers = 9;
const flag = { asks: 1, timed: 2, from: 4, to: 8 } as const;

/** In this machine's byte order: an index never leaves the machine that made it. */
export function encodeSketches(chunks: readonly ChunkSketch[]): Uint8Array {
  const words = chunks.reduce((sum, { ids }) => sum + ids.length, 0);
  const bytes = new Uint8Array(4 * (1 + chunks.length * headNumbers + words) + 2 * words);
  const numbers = new Int32Array(bytes.buffer, 0, 1 + chunks.length * headNumbers + words);
  numbers[0] = chunks.length;
  let at = 1 + chunks.length * headNumbers;
  let small = 4 * (at + words);
  for (const [i, chunk] of chunks.entries()) {
    numbers.set(headOf(chunk), 1 + i * headNumbers);
    numbers.set(chunk.ids, at);
    at += chunk.ids.length;
    bytes.set(chunk.counts, small);
    bytes.set(chunk.masks, small + chunk.ids.length);
    small += 2 * chunk.ids.length;
  }
  return bytes;
}

function headOf(chunk: ChunkSketch): readonly number[] {
  const flags =
    (chunk.asks ? flag.asks : 0) |
    (chunk.timed ? flag.timed : 0) |
    (chunk.from === null ? 0 : flag.from) |
    (chunk.to === null ? 0 : flag.to);
  return [
    chunk.start,
    chunk.end,
    chunk.slug,
    chunk.length,
    flags,
    chunk.from ?? 0,
    chunk.to ?? 0,
    chunk.section,
    chunk.ids.length,
  ];
}

/** null where the bytes are no sketches. What comes back looks into these bytes, where their place in memory allows it. */
export function decodeSketches(stored: Uint8Array): readonly ChunkSketch[] | null {
  if (stored.length < 4) return null;
  const bytes = stored.byteOffset % 4 === 0 ? stored : new Uint8Array(stored);
  const { buffer, byteOffset: first } = bytes;
  const count = new Uint32Array(buffer, first, 1)[0]!;
  const heads = 1 + count * headNumbers;
  if (heads * 4 > bytes.length) return null;
  const numbers = new Int32Array(buffer, first, heads);
  let words = 0;
  for (let i = 0; i < count; i++) words += numbers[(i + 1) * headNumbers]!;
  if (4 * (heads + words) + 2 * words !== bytes.length) return null;
  const chunks: ChunkSketch[] = [];
  let at = first + heads * 4;
  let small = at + 4 * words;
  for (let i = 0; i < count; i++) {
    // Read one by one: this runs for every page of every answer, and taking a list apart costs more than all the rest.
    const head = 1 + i * headNumbers;
    const flags = numbers[head + 4]!;
    const held = numbers[head + 8]!;
    chunks.push({
      start: numbers[head]!,
      end: numbers[head + 1]!,
      slug: numbers[head + 2]!,
      section: numbers[head + 7]!,
      length: numbers[head + 3]!,
      asks: (flags & flag.asks) !== 0,
      timed: (flags & flag.timed) !== 0,
      from: (flags & flag.from) === 0 ? null : numbers[head + 5]!,
      to: (flags & flag.to) === 0 ? null : numbers[head + 6]!,
      ids: new Uint32Array(buffer, at, held),
      counts: new Uint8Array(buffer, small, held),
      masks: new Uint8Array(buffer, small + held, held),
    });
    at += 4 * held;
    small += 2 * held;
  }
  return chunks;
}

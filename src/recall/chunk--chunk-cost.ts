/** ChunkCost: what a piece of text costs, and where one that costs too much is cut. */

import type { Block } from "./chunk.js";

/** Costs are tokens by a guess that needs no vocabulary: four letters each, or one sign of an unspaced writing. */
export const costs = {
  /** What a chunk of running text may cost. */
  textMax: 400,
  /** How much of the end of one chunk the next one begins with. */
  overlapMax: 80,
  /** Entries of a list are gathered until they cost this much. */
  entriesMin: 64,
} as const;

/** Tokens, by the guess. */
export function costOf(text: string, start: number, end: number): number {
  let quarters = 0;
  for (let i = start; i < end; i++) quarters += text.charCodeAt(i) < 0x2e80 ? 1 : 4;
  return quarters / 4;
}

/** A block that is too long alone, cut near line ends, each slice beginning with the end of the one before. */
export function slices(text: string, block: Block): readonly (readonly [number, number])[] {
  const spans: (readonly [number, number])[] = [];
  for (let start = block.start; start < block.end; ) {
    const end = cutBefore(text, start, block.end, costs.textMax);
    spans.push([start, end]);
    if (end >= block.end) break;
    start = Math.max(start + 1, backFrom(text, end, start));
  }
  return spans;
}

/** The furthest end whose cost stays below `max`, moved back to the last line end or space of its second half. */
function cutBefore(text: string, start: number, limit: number, max: number): number {
  let quarters = 0;
  let end = start;
  while (end < limit && quarters < max * 4) quarters += text.charCodeAt(end++) < 0x2e80 ? 1 : 4;
  if (end >= limit) return limit;
  const half = start + Math.floor((end - start) / 2);
  const line = text.lastIndexOf("\n", end - 1) + 1;
  if (line > half) return line;
  const space = text.lastIndexOf(" ", end - 1) + 1;
  return space > half ? space : awayFromPair(text, end);
}

function backFrom(text: string, end: number, start: number): number {
  let quarters = 0;
  let at = end;
  while (at > start && quarters < costs.overlapMax * 4) quarters += text.charCodeAt(--at) < 0x2e80 ? 1 : 4;
  const space = text.indexOf(" ", at);
  return space >= 0 && space + 1 < end ? space + 1 : awayFromPair(text, at);
}

/** Never between the halves of one character. */
function awayFromPair(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}

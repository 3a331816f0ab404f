/** Chunk: a page in the pieces that a search finds: one entry of a log, a few short ones, or some 400 tokens of a section. */

import { bodyStartOf } from "../page/markdown/outline.js";
import { type Block, blocksOf } from "./chunk.js";
import { costOf, costs, slices } from "./chunk--chunk-cost.js";
import { frontDay, spokenFront } from "./chunk--chunk-front.js";

/** A span of days, both ends included, as `YYYY-MM-DD`; null on a side that is open. */
export interface DaySpan {
  readonly from: string | null;
  readonly to: string | null;
}

/** What is known of a page besides its body's text. */
export interface PageHead {
  readonly title: string;
  readonly tags: readonly string[];
  /** What else its frontmatter says that is worth finding: ids, values of fields, the summary. */
  readonly words: string;
  /** The day in its path, or on which it was last changed; null where nothing says one. */
  readonly day: string | null;
  /** Its section pages, in order. */
  readonly sections: readonly SectionSlice[];
}

export interface SectionSlice {
  readonly slug: string;
  readonly start: number;
  readonly end: number;
}

export interface Chunk {
  /** UTF-16 offsets into the page's text, end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly slug: string | null;
  /** Which heading of the page it stands under, counted from 1; 0 above the first. */
  readonly section: number;
  /** Outermost first. */
  readonly headings: readonly string[];
  readonly speaker: string | null;
  readonly days: DaySpan | null;
}

/** Chunks in order; together they hold every word of the body, a heading above a log only as their heading. Never empty. */
export function chunksOf(text: string, head: PageHead): readonly Chunk[] {
  const chunks: Chunk[] = [];
  let pack: Block[] = [];
  let cost = 0;
  const bodyStart = bodyStartOf(text);
  const close = (): void => {
    if (pack.length > 0) chunks.push(chunkOf(text, pack, head));
    pack = [];
    cost = 0;
  };
  for (const block of blocksOf(text, bodyStart)) {
    const price = costOf(text, block.start, block.end);
    const last = pack.at(-1);
    const spoken = block.item && isSpoken(text, block);
    if (last !== undefined && (block.section !== last.section || spoken || isFull(cost, price, block))) {
      // What a log stands under is known to each of its entries; alone it would be found in their place.
      if (spoken && block.section === last.section && pack.every(({ heading }) => heading)) pack = [];
      const overlap = block.section === last.section && !block.item && !last.item ? tail(text, pack) : [];
      close();
      pack = overlap;
      cost = overlap.length === 0 ? 0 : costs.overlapMax;
    }
    if (price > costs.textMax) {
      close();
      for (const [start, end] of slices(text, block)) chunks.push(chunkOf(text, [{ ...block, start, end }], head));
      continue;
    }
    pack.push(block);
    cost += price;
    if (spoken) close();
  }
  close();
  if (chunks.length === 0) {
    const whole = { start: bodyStart, end: text.length, item: false, section: 0, headings: [], heading: false };
    chunks.push(chunkOf(text, [whole], head));
  }
  return chunks;
}

function isFull(cost: number, price: number, block: Block): boolean {
  if (cost + price > costs.textMax) return true;
  return block.item && cost >= costs.entriesMin;
}

/** An entry that says who speaks, or when, is an event of its own. */
function isSpoken(text: string, block: Block): boolean {
  const front = text.slice(block.start, Math.min(block.end, block.start + 80));
  return spokenFront(front) !== null || frontDay(front) !== null;
}

/** The last block, where it is short enough to be said twice. */
function tail(text: string, pack: readonly Block[]): Block[] {
  const last = pack.at(-1)!;
  return !last.heading && costOf(text, last.start, last.end) <= costs.overlapMax ? [last] : [];
}

function chunkOf(text: string, pack: readonly Block[], head: PageHead): Chunk {
  const first = pack[0]!;
  const last = pack.at(-1)!;
  const front = text.slice(first.start, Math.min(last.end, first.start + 80));
  const day = frontDay(front) ?? headingDay(last.headings) ?? head.day;
  return {
    start: first.start,
    end: last.end,
    slug: slugAt(head.sections, last.start),
    section: last.section,
    headings: last.headings,
    speaker: first.item && pack.length === 1 ? spokenFront(front) : null,
    days: day === null ? null : { from: day, to: day },
  };
}

function headingDay(headings: readonly string[]): string | null {
  for (let i = headings.length - 1; i >= 0; i--) {
    const day = frontDay(headings[i]!);
    if (day !== null) return day;
  }
  return null;
}

function slugAt(sections: readonly SectionSlice[], at: number): string | null {
  let low = 0;
  let high = sections.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sections[middle]!.start <= at) low = middle + 1;
    else high = middle;
  }
  const section = sections[low - 1];
  return section !== undefined && at < section.end ? section.slug : null;
}

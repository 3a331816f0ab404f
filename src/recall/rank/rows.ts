/**
 * RankRows: the pages and chunks that take part in a ranking: which may be seen and are near what was found, how much of each word they hold,
 * what an index has to answer for that, and the sketch by which a page is ranked without its text.
 */

import { dayMs } from "../../base/ids.js";
import type { DayRange } from "../words/calendar.js";
import { type ChunkWords, type Form, type FormKind, fieldBit, type Vocabulary } from "../words/typo.js";
import { rankLimits, weights } from "./weights.js";

// RankRows: the chunks of a page as a query sees them: how much of each of its words they hold, alone and with their neighbors.

export interface Row {
  readonly page: AskedPage;
  readonly chunk: number;
  readonly sketch: ChunkSketch;
  readonly eligible: boolean;
  /** By word: how much of it the chunk itself holds, and with its neighbors. */
  readonly own: Float64Array;
  all: Float64Array;
  /** Whether somebody the query names speaks in it. */
  readonly named: boolean;
}

type AskedForms = readonly { readonly forms: readonly Form[] }[];

/** By page. Of hundreds of rows a query, most hold nothing of it: those share their zeros, for whatever is made here is thrown away again. */
export function rowsOf(pages: readonly AskedPage[], words: AskedForms): readonly (readonly Row[])[] {
  const nothing = new Float64Array(words.length);
  return pages.map((page) => {
    const own = page.heard.map((_, at) => rowOf(page, at, words, nothing));
    // Who is further from all that hold something hears nothing.
    let heard = -1;
    for (let at = 0; at < own.length; at++) {
      if (own[at]!.own === nothing) continue;
      const last = Math.min(own.length - 1, at + weights.neighbors.length);
      for (let i = Math.max(heard + 1, at - weights.neighbors.length); i <= last; i++) hearNeighbors(own, i, nothing);
      heard = Math.max(heard, last);
    }
    return own;
  });
}

function rowOf(page: AskedPage, at: number, words: AskedForms, nothing: Float64Array): Row {
  const chunk = page.heard[at]!;
  const sketch = page.sketched.chunks[chunk]!;
  let own = nothing;
  let named = false;
  for (let word = 0; word < words.length; word++) {
    const { forms } = words[word]!;
    for (const form of forms) {
      const place = find(sketch.ids, form.id);
      if (place < 0) continue;
      const mask = sketch.masks[place]!;
      if (own === nothing) own = new Float64Array(words.length);
      own[word]! += countOf(form.kind) * inFields(sketch.counts[place]!, mask);
      if ((mask & fieldBit.speaker) !== 0) named = true;
    }
  }
  return { page, chunk, sketch, eligible: page.eligible[at]!, own, all: own, named };
}

function hearNeighbors(rows: readonly Row[], at: number, nothing: Float64Array): void {
  const row = rows[at]!;
  for (let i = 0; i < weights.neighbors.length; i++) {
    const weight = weights.neighbors[i]!;
    hear(row, neighborOf(rows, at, -i - 1), weight, i === 0, nothing);
    hear(row, neighborOf(rows, at, i + 1), weight, false, nothing);
  }
}

/** The row of the chunk that lies so far away. Rows are in the order of their chunks, of which some may be out. */
function neighborOf(rows: readonly Row[], at: number, far: number): Row | undefined {
  const wanted = rows[at]!.chunk + far;
  const step = Math.sign(far);
  for (let i = at + far; i !== at; i -= step) if (rows[i]?.chunk === wanted) return rows[i];
  return undefined;
}

/** Under another heading something else begins. A long neighbor is a text of its own, and says less of this one. */
function hear(row: Row, neighbor: Row | undefined, weight: number, isBefore: boolean, nothing: Float64Array): void {
  if (neighbor === undefined || neighbor.own === nothing || neighbor.sketch.section !== row.sketch.section) return;
  const near = isBefore && neighbor.sketch.asks ? weight + weights.answered : weight;
  const factor = near * Math.min(1, weights.neighborLength / Math.max(1, neighbor.sketch.length));
  if (row.all === row.own) row.all = row.own.slice();
  for (let i = 0; i < row.all.length; i++) row.all[i]! += factor * neighbor.own[i]!;
}

/** What a word counts that came to match in this way. */
export function countOf(kind: FormKind): number {
  return kind === "word" ? 1 : weights.near;
}

function inFields(count: number, mask: number): number {
  let sum = count;
  if (mask & fieldBit.title) sum += weights.title;
  if (mask & fieldBit.tags) sum += weights.tags;
  if (mask & fieldBit.time) sum += weights.time;
  return sum;
}

/** Where the number of a word stands among a chunk's; -1 where it does not. */
export function find(ids: Uint32Array, id: number): number {
  let low = 0;
  let high = ids.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const value = ids[middle]!;
    if (value === id) return middle;
    if (value < id) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

// RankPage: which chunks of a page take part in a ranking: those that may be seen, of the days asked for, near what was found.

export interface AskedPage {
  readonly id: number;
  readonly path: string;
  readonly sketched: SketchedPage;
  /** Chunks whose words count, in order: for themselves, for their neighbors and for the page. */
  readonly heard: readonly number[];
  /** By place in `heard`: whether it may be a hit. */
  readonly eligible: readonly boolean[];
  /** How many of the chunks that were found may be seen, and how many may not. */
  readonly admitted: number;
  readonly refused: number;
}

/** `exact`: only what was found may be a hit, for it holds a phrase that its neighbors do not. */
export function pageFor(
  id: number,
  sketched: SketchedPage,
  found: readonly number[],
  rules: { readonly admits: Admits; readonly within: DayRange | null },
  exact: boolean,
): AskedPage {
  const { path, chunks, slugs } = sketched;
  const open: boolean[] = [];
  const mayBeSeen = ({ slug }: ChunkSketch): boolean => {
    open[slug + 1] ??= rules.admits(path, slugs[slug] ?? null);
    return open[slug + 1]!;
  };
  const wanted = exact ? new Set(found) : null;
  const all = near(found, chunks.length);
  const heard = all.every((i) => mayBeSeen(chunks[i]!)) ? all : all.filter((i) => mayBeSeen(chunks[i]!));
  const eligible = heard.map((i) => wanted?.has(i) !== false && isWithin(chunks[i]!, rules.within));
  let admitted = 0;
  let refused = 0;
  for (const i of found) {
    const chunk = chunks[i];
    if (chunk === undefined) continue;
    if (!mayBeSeen(chunk)) refused++;
    else if (isWithin(chunk, rules.within)) admitted++;
  }
  return { id, path, sketched, heard, eligible, admitted, refused };
}

/** Every chunk of a page of some, those around what was found of a page of many. */
function near(found: readonly number[], count: number): readonly number[] {
  if (count <= rankLimits.wholePageChunks) return Array.from({ length: count }, (_, i) => i);
  const reach = weights.neighbors.length * 2;
  const wanted = new Set<number>();
  for (const at of found) {
    for (let i = Math.max(0, at - reach); i <= Math.min(count - 1, at + reach); i++) wanted.add(i);
  }
  return [...wanted].sort((a, b) => a - b);
}

/** A chunk without a day is in no span. */
export function isWithin(chunk: ChunkSketch, span: DayRange | null): boolean {
  if (span === null) return true;
  if (chunk.from === null && chunk.to === null) return false;
  const from = dayNumber(span.from) ?? Number.NEGATIVE_INFINITY;
  const to = dayNumber(span.to) ?? Number.POSITIVE_INFINITY;
  return (chunk.from ?? Number.NEGATIVE_INFINITY) <= to && (chunk.to ?? Number.POSITIVE_INFINITY) >= from;
}

/**
 * How near a chunk's days lie to a span: 1 where they have one in common, less with each day between them, and the slower the longer the span
 * is; 0 where nothing says a day.
 */
export function nearness(chunk: ChunkSketch, span: DayRange): number {
  if (chunk.from === null && chunk.to === null) return 0;
  const [from, to] = [dayNumber(span.from), dayNumber(span.to)];
  const far = Math.max(
    from === null ? 0 : from - (chunk.to ?? chunk.from ?? from),
    to === null ? 0 : (chunk.from ?? chunk.to ?? to) - to,
  );
  if (far <= 0) return 1;
  const length = from === null || to === null ? 0 : to - from;
  return weights.aroundEdge * 0.5 ** (far / (weights.aroundHalf + length / 2));
}

// RankPostings: what an index has to answer, so that its chunks can be ranked.

export interface ChunkRef {
  readonly page: number;
  readonly chunk: number;
}

export interface SketchedPage {
  readonly path: string;
  readonly slugs: readonly string[];
  readonly chunks: readonly ChunkSketch[];
}

/** Whether a page, or its section of this slug, may be seen. */
export type Admits = (path: string, slug: string | null) => boolean;

/** What an index has to answer to be ranked by. */
export interface Postings extends Vocabulary {
  readonly chunks: number;
  readonly pages: number;
  /** Telling words of all chunks together. */
  readonly length: number;
  /** Chunks that hold a form of any word, and every phrase, some of the best; fewer than `count` are all that are worth a look. */
  best(asked: RowQuery, count: number): readonly ChunkRef[];
  readonly page: (id: number) => SketchedPage;
}

export interface RowQuery {
  readonly words: readonly (readonly Form[])[];
  readonly phrases: readonly (readonly string[])[];
  readonly within: DayRange | null;
  /** Whether chunks that hold nothing but common words are wanted too, whatever it costs to walk through them. */
  readonly thorough: boolean;
}

// SketchBytes: the sketches of a page as bytes: numbers of four bytes first, then one byte each.

const headNumbers = 9;
const flag = { asks: 1, program: 2, from: 4, to: 8, spoken: 16 } as const;

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
    (chunk.program ? flag.program : 0) |
    (chunk.spoken ? flag.spoken : 0) |
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
      program: (flags & flag.program) !== 0,
      spoken: (flags & flag.spoken) !== 0,
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

// Sketch: what ranking needs of a page, as numbers: which words each chunk holds, how often, and in which fields.

/** One chunk as numbers. */
export interface ChunkSketch {
  readonly start: number;
  readonly end: number;
  /** Into the page's slugs; -1 for none. */
  readonly slug: number;
  readonly section: number;
  readonly length: number;
  readonly asks: boolean;
  readonly program: boolean;
  /** Whether it says who speaks. */
  readonly spoken: boolean;
  /** Days since 1970; null on both where nothing says one. */
  readonly from: number | null;
  readonly to: number | null;
  /** Ascending numbers of words, and what each is to the chunk. */
  readonly ids: Uint32Array;
  readonly counts: Uint8Array;
  readonly masks: Uint8Array;
}

/** `idOf` gives a word its number in this index; it is asked once for each word of a chunk. */
export function sketchOf(chunk: ChunkWords, slugs: readonly string[], idOf: (word: string) => number): ChunkSketch {
  const count = chunk.words.size;
  // One number a word, so that they sort as numbers: the word's own above its count and its fields.
  const rows = new Float64Array(count);
  let at = 0;
  for (const [word, held] of chunk.words) rows[at++] = idOf(word) * 65_536 + held.count * 256 + held.mask;
  rows.sort();
  const ids = new Uint32Array(count);
  const counts = new Uint8Array(count);
  const masks = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    const row = rows[i]!;
    const id = Math.floor(row / 65_536);
    ids[i] = id;
    const rest = row - id * 65_536;
    counts[i] = rest >> 8;
    masks[i] = rest & 255;
  }
  return {
    start: chunk.start,
    end: chunk.end,
    slug: chunk.slug === null ? -1 : slugs.indexOf(chunk.slug),
    section: chunk.section,
    length: chunk.length,
    asks: chunk.asks,
    program: chunk.program,
    spoken: chunk.speaker !== null,
    from: dayNumber(chunk.days?.from ?? null),
    to: dayNumber(chunk.days?.to ?? null),
    ids,
    counts,
    masks,
  };
}

/** Days since 1970 of `YYYY-MM-DD`. */
function dayNumber(day: string | null): number | null {
  if (day === null) return null;
  const ms = Date.parse(`${day}T00:00:00Z`);
  return Number.isFinite(ms) ? ms / dayMs : null;
}

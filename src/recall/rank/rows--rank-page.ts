/** RankPage: which chunks of a page take part in a ranking: those that may be seen, of the days asked for, near what was found. */

import type { DaySpan } from "../chunk--chunk.js";
import { type ChunkSketch, dayNumber } from "../meaning/fuse--sketch.js";
import type { Admits, SketchedPage } from "./rows--rank-postings.js";
import { rankLimits, weights } from "./weights--rank-weights.js";

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

interface Rules {
  readonly admits: Admits;
  readonly within: DaySpan | null;
}

/** `exact`: only what was found may be a hit, for it holds a phrase that its neighbors do not. */
export function pageFor(
  id: number,
  sketched: SketchedPage,
  found: readonly number[],
  rules: Rules,
  exact: boolean,
): AskedPage {
  const { path, chunks, slugs } = sketched;
  const by = numberOf(rules.admits);
  if (sketched.asked?.by !== by) sketched.asked = { by, open: [] };
  const { open } = sketched.asked;
  const mayBeSeen = ({ slug }: ChunkSketch): boolean => {
    open[slug + 1] ??= rules.admits(path, slugs[slug] ?? null);
    return open[slug + 1]!;
  };
  const wanted = exact ? new Set(found) : null;
  const all = near(found, chunks.length);
  const heard = all.every((i) => mayBeSeen(chunks[i]!)) ? all : all.filter((i) => mayBeSeen(chunks[i]!));
  const isFree = wanted === null && rules.within === null;
  const eligible = isFree
    ? allOf(heard.length)
    : heard.map((i) => (wanted === null || wanted.has(i)) && isWithin(chunks[i]!, rules.within));
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

/** Functions by number: pages outlive what they were asked with, and must not keep it alive. */
const numbers = new WeakMap<Admits, number>();
let lastNumber = 0;

function numberOf(admits: Admits): number {
  const known = numbers.get(admits) ?? ++lastNumber;
  numbers.set(admits, known);
  return known;
}

/** Every chunk of a page of some, those around what was found of a page of many. */
function near(found: readonly number[], count: number): readonly number[] {
  if (count <= rankLimits.wholePageChunks) return upTo(count);
  const reach = weights.neighbors.length * 2;
  const wanted = new Set<number>();
  for (const at of found) {
    for (let i = Math.max(0, at - reach); i <= Math.min(count - 1, at + reach); i++) wanted.add(i);
  }
  return [...wanted].sort((a, b) => a - b);
}

/** Lists that are the same for all pages of as many chunks; made once. */
const counted: (readonly number[])[] = [];
const allTrue: (readonly boolean[])[] = [];

function upTo(count: number): readonly number[] {
  counted[count] ??= Array.from({ length: count }, (_, i) => i);
  return counted[count];
}

function allOf(count: number): readonly boolean[] {
  allTrue[count] ??= new Array<boolean>(count).fill(true);
  return allTrue[count];
}

/** A chunk without a day is in no span. */
export function isWithin(chunk: ChunkSketch, span: DaySpan | null): boolean {
  if (span === null) return true;
  if (chunk.from === null && chunk.to === null) return false;
  const from = dayNumber(span.from) ?? Number.NEGATIVE_INFINITY;
  const to = dayNumber(span.to) ?? Number.POSITIVE_INFINITY;
  return (chunk.from ?? Number.NEGATIVE_INFINITY) <= to && (chunk.to ?? Number.POSITIVE_INFINITY) >= from;
}

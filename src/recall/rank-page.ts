/** RankPage: which chunks of a page take part in a ranking: those that may be seen, of the days asked for, near what was found. */

import type { DaySpan } from "./chunk.js";
import type { SketchedPage } from "./rank-postings.js";
import { rankLimits, weights } from "./rank-weights.js";
import { type ChunkSketch, dayNumber } from "./sketch.js";
export interface AskedPage {
  readonly id: number;
  readonly path: string;
  readonly sketched: SketchedPage;
  /** Chunks whose words count, in order: for themselves, for their neighbors and for the page. */
  readonly heard: readonly number[];
  /** Which of them may be hits. */
  readonly eligible: ReadonlySet<number>;
  /** How many of the chunks that were found may be seen, and how many may not. */
  readonly admitted: number;
  readonly refused: number;
}

interface Rules {
  readonly admits: (path: string, slug: string | null) => boolean;
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
  const open = new Map<number, boolean>();
  const mayBeSeen = (chunk: ChunkSketch): boolean => {
    const known = open.get(chunk.slug);
    if (known !== undefined) return known;
    const admitted = rules.admits(path, slugs[chunk.slug] ?? null);
    open.set(chunk.slug, admitted);
    return admitted;
  };
  const wanted = new Set(found);
  const heard = near(found, chunks.length).filter((i) => mayBeSeen(chunks[i]!));
  const eligible = new Set(heard.filter((i) => (!exact || wanted.has(i)) && isWithin(chunks[i]!, rules.within)));
  const refused = found.filter((i) => chunks[i] !== undefined && !mayBeSeen(chunks[i])).length;
  return { id, path, sketched, heard, eligible, admitted: found.filter((i) => eligible.has(i)).length, refused };
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
export function isWithin(chunk: ChunkSketch, span: DaySpan | null): boolean {
  if (span === null) return true;
  if (chunk.from === null && chunk.to === null) return false;
  const from = dayNumber(span.from) ?? Number.NEGATIVE_INFINITY;
  const to = dayNumber(span.to) ?? Number.POSITIVE_INFINITY;
  return (chunk.from ?? Number.NEGATIVE_INFINITY) <= to && (chunk.to ?? Number.POSITIVE_INFINITY) >= from;
}

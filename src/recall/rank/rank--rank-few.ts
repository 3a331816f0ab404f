/** RankFew: a question where hardly a page may be seen: those few are looked through, instead of asking the index for more and more. */

import type { DaySpan } from "../chunk--chunk.js";
import type { ChunkSketch } from "../meaning/fuse--sketch.js";
import type { Form } from "../words/typo--typo.js";
import { find } from "./rows.js";
import { isWithin } from "./rows--rank-page.js";
import type { Admits, ChunkRef, Postings, SketchedPage, Wanted } from "./rows--rank-postings.js";
import { rankLimits } from "./weights--rank-weights.js";

export interface FewAsked {
  /** The pages that may be seen; null where they are more than `most`. Absent, nobody can tell. */
  readonly few?: ((most: number) => readonly string[] | null) | undefined;
  readonly within: DaySpan | null;
}

/** What of the best chunks must be out before it is asked how many pages are not. */
const outShare = 0.75;

/** The pages that may be seen, or are of the days asked for, where they are few; null where they are many, or seem to be. */
export function fewPages(
  postings: Postings,
  asked: FewAsked,
  best: { readonly chunks: number; readonly admitted: number },
): readonly number[] | null {
  if (best.admitted >= (1 - outShare) * best.chunks) return null;
  const paths = asked.few?.(rankLimits.fewPages) ?? null;
  const open = paths === null ? null : postings.numbers(paths);
  const dated = asked.within === null ? null : postings.dated(asked.within, rankLimits.fewPages);
  if (open === null || dated === null) return open ?? dated;
  const days = new Set(dated);
  return open.filter((id) => days.has(id));
}

/** What finds a chunk: any of some words, or one of each of all; and whether it may be a hit at all. */
export interface Finding {
  readonly takes: (page: SketchedPage, chunk: ChunkSketch) => boolean;
  readonly any: readonly Form[];
  /** Empty where that finds nothing. */
  readonly each: readonly (readonly Form[])[];
}

/** The chunks of these pages that are found so: all, or as many as are ranked of them, those first that hold the rarest words. */
export function chunksOf(
  index: Pick<Postings, "page" | "chunks">,
  ids: readonly number[],
  by: Finding,
): readonly ChunkRef[] {
  const found: ChunkRef[] = [];
  const sketches: ChunkSketch[] = [];
  for (const page of ids) {
    const sketched = index.page(page);
    for (const [chunk, sketch] of (sketched?.chunks ?? []).entries()) {
      if (!isFound(sketch, by) || !by.takes(sketched!, sketch)) continue;
      found.push({ page, chunk });
      sketches.push(sketch);
    }
  }
  if (found.length <= rankLimits.fewChunks) return found;
  const forms = [...by.any, ...by.each.flat()];
  const gains = forms.map(({ chunks }) => Math.log(1 + index.chunks / chunks));
  const worths = sketches.map(({ ids: held }) =>
    forms.reduce((sum, { id }, i) => (find(held, id) < 0 ? sum : sum + gains[i]!), 0),
  );
  const order = [...found.keys()].sort((a, b) => worths[b]! - worths[a]! || a - b);
  return order.slice(0, rankLimits.fewChunks).map((at) => found[at]!);
}

/** What may be seen and is of the days that are wanted. */
export function takesOf({ within }: Wanted, admits: Admits): Finding["takes"] {
  return ({ path, slugs }, chunk) => isWithin(chunk, within) && admits(path, slugs[chunk.slug] ?? null);
}

function isFound({ ids }: ChunkSketch, { any, each }: Finding): boolean {
  const holds = ({ id }: Form): boolean => find(ids, id) >= 0;
  return any.some(holds) || (each.length > 0 && each.every((forms) => forms.some(holds)));
}

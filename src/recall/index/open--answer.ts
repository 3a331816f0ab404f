/** Answer: a query ranked by an index, or by what stands in for one. */

import { type Ranked, rank } from "../rank/rank--rank.js";
import type { Admits, Postings } from "../rank/rows--rank-postings.js";
import type { Shown } from "./read--hits.js";
import type { SearchQuery } from "./search.js";

/** What a query found, as it was ranked and as it is shown. */
export interface Answer {
  readonly ranked: Ranked;
  readonly shown: Shown;
}

export function answer(postings: Postings, asked: SearchQuery, show: (ranked: Ranked) => Shown): Answer {
  const ranked = rank(postings, {
    text: asked.text,
    limit: asked.limit,
    admits: asked.admits as Admits,
    few: asked.few,
    within: asked.within ?? null,
    around: asked.around ?? null,
  });
  return { ranked, shown: show(ranked) };
}

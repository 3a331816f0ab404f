/** Scan: every file read and ranked in this process, for the time that no index can be used; slow, and never wrong. */

import type { PagePath } from "../../base/ids.js";
import type { Tier } from "../../page/page--page.js";
import { wordsOf } from "../words/typo--words-of.js";
import { type HeapIndex, heapIndex } from "./heap.js";
import { type HitPages, textsOf } from "./read--hits.js";
import type { SearchPage, SearchSource } from "./search.js";
import { infoOf, markOf } from "./write.js";

export interface Scan {
  readonly stamp: unknown;
  readonly tiers: Readonly<Record<Tier, HeapIndex>>;
  readonly unread: readonly PagePath[];
  pagesOf(tier: Tier): HitPages;
}

/** Reads every page. What it reads is what hits show, whatever becomes of the files meanwhile. */
export function scanPages(source: SearchSource): Scan {
  const tiers = { hot: heapIndex(), cold: heapIndex() };
  const texts = { hot: [] as { page: SearchPage; text: string }[], cold: [] as { page: SearchPage; text: string }[] };
  const unread: PagePath[] = [];
  for (const page of source.pages()) {
    const text = source.read(page.path);
    if (text === null) {
      unread.push(page.path);
      continue;
    }
    tiers[page.tier].add({ path: page.path, text, head: page });
    texts[page.tier].push({ page, text });
  }
  return {
    stamp: source.stamp,
    tiers,
    unread,
    pagesOf: (tier) => ({
      page: (id) => tiers[tier].page(id),
      info(id) {
        const of = texts[tier][id];
        return of === undefined ? null : { ...infoOf(wordsOf(of.text, of.page)), mark: markOf(of.text) };
      },
      texts: textsOf({ read: (path) => texts[tier].find(({ page }) => page.path === path)?.text ?? null }),
    }),
  };
}

/** Recall canary: words of a page that is there, asked of the search as it stands: one that finds nothing shows before anyone misses it. */

import type { Outcome } from "../base/result.js";
import { err, ok } from "../base/result--result.js";
import { compareText } from "../base/text--order.js";
import type { Memory } from "../memory/memory.js";
import { openFile } from "../memory/memory--open-file.js";
import type { PageEntry } from "../memory/table--entry.js";
import { searchSource } from "./index/write--search-source.js";
import { termsOf } from "./words/terms.js";

export interface Canary {
  /** The page that was looked for, and the words; null where no page says anything. */
  readonly page: PageEntry | null;
  readonly words: string;
  readonly by: "index" | "scan";
  /** What the search did without. */
  readonly skipped: readonly string[];
}

const pagesTried = 8;
const wordsAsked = 3;
/** The page need not be the first: another may hold the same words. */
const hitsAsked = 32;

/** Fails where the search fails, or does not find what is there. */
export function canary(memory: Memory): Outcome<Canary> {
  const { search } = memory;
  if (search === undefined)
    return err({ code: "corrupt", says: "This memory was opened without a search.", hint: "Please report this." });
  search.converge(searchSource(memory));
  const known = pageWithWords(memory);
  if (known === null) return ok({ page: null, words: "", by: "index", skipped: [] });
  const { page, words } = known;
  const found = search.query({ text: words, tier: "hot", limit: hitsAsked, admits: () => true });
  if (!found.ok) return found;
  const { hits, by, skipped } = found.value;
  if (hits.some(({ path }) => path === page.path)) return ok({ page, words, by, skipped });
  return err({
    code: "corrupt",
    says: `The search does not find ${page.path} by its own words “${words}”.`,
    hint: "Make the index anew: pagefile index rebuild",
  });
}

/** Its longest words: they are rare. The same memory gives the same page. */
function pageWithWords(memory: Memory): { readonly page: PageEntry; readonly words: string } | null {
  const pages = [...memory.table.byPath.values()].filter(({ tier }) => tier === "hot");
  pages.sort((a, b) => compareText(a.path, b.path));
  for (const page of pages.slice(0, pagesTried)) {
    const file = openFile(memory, page);
    if (!file.ok || file.value === null) continue;
    const terms = termsOf(file.value.text.slice(file.value.bodyStart)).filter(({ stop, part }) => !stop && !part);
    const said = [...new Set(terms.map((term) => term.said))].filter((word) => word.length <= 40);
    said.sort((a, b) => b.length - a.length || compareText(a, b));
    if (said.length > 0) return { page, words: said.slice(0, wordsAsked).join(" ") };
  }
  return null;
}

/** MeaningSurvey: which pages of a memory are embedded, which could be, and which must not be shown to the model that would do it. */

import type { PagePath } from "../../base/ids.js";
import type { Located, Workspace } from "../../memory/workspace.js";
import { pageAt } from "../field--field.js";
import type { SearchPage } from "../index/search.js";
import { searchPage, searchSource } from "../index/write--search-source.js";
import { cut, type EmbeddedStore, keysOf } from "./fill--meaning-chunks.js";
import type { Embedding } from "./vectors--vectors.js";

/** A text that is not embedded yet. */
export interface Missing {
  readonly key: string;
  readonly page: SearchPage;
  /** Which chunk of the page. */
  readonly chunk: number;
}

export interface Survey {
  /** Pages of which every chunk is embedded, or was refused by the model. */
  readonly ready: number;
  /** Pages that are not, and may be. */
  readonly pending: number;
  /** Pages of which nothing is left to embed but what must stay on this machine. */
  readonly kept: number;
  /** Of all pages that were cut, whoever may see them. */
  readonly chunks: number;
  /** Each text once; of pages that were not cut yet, none. */
  readonly missing: readonly Missing[];
}

/** `admits` as a search is asked with; `cuts` is how many pages may be read that were never cut. */
export function survey(
  workspace: Workspace,
  { memory, embedding, store }: EmbeddedStore,
  { admits, cuts }: { readonly admits: (path: PagePath, slug: string | null) => boolean; readonly cuts: number },
): Survey {
  const source = searchSource(memory);
  const { rows } = store.load();
  const missing = new Map<string, Missing>();
  const counts = { ready: 0, pending: 0, kept: 0 };
  let left = cuts;
  let count = 0;
  for (const entry of memory.table.byPath.values()) {
    const { path } = entry;
    let chunks = keysOf(store, entry);
    if (chunks === null && left > 0) {
      left -= 1;
      chunks = cut(store, source, searchPage(memory, entry));
    }
    if (chunks === null) {
      const slugs = searchPage(memory, entry).sections.map(({ slug }) => slug);
      if ([null, ...slugs].some((slug) => admits(path, slug))) counts.pending += 1;
      continue;
    }
    count += chunks.length;
    let state: keyof typeof counts | null = null;
    for (const [chunk, [key, slug]] of chunks.entries()) {
      if (!admits(path, slug)) continue;
      state ??= "ready";
      if (rows.has(key)) continue;
      const located = pageAt(workspace, memory, path, slug);
      if (located === null || !mayShow(embedding, located)) {
        if (state === "ready") state = "kept";
        continue;
      }
      state = "pending";
      missing.set(key, { key, page: searchPage(memory, entry), chunk });
    }
    if (state !== null) counts[state] += 1;
  }
  store.pages.flush();
  return { ...counts, chunks: count, missing: [...missing.values()] };
}

/** What is private, a session's own or this machine's own goes to no other machine unless the user said so. */
function mayShow({ embedder, sendsPrivate }: Embedding, { memory, entry }: Located): boolean {
  if (embedder.local || sendsPrivate) return true;
  const isShared = entry.scope === "project" || entry.scope === "global";
  return isShared && entry.audience !== "private" && memory.session === undefined;
}

/** SearchSource: the pages of one memory as a search looks at them: which files there are, and what they say. */

import type { SearchPage, SearchSource } from "../port/search.js";
import { frontDay } from "../recall/chunk-front.js";
import type { PageEntry } from "../table/entry.js";
import type { SaidMeta } from "../table/facts.js";
import { textNow, textsNow } from "./known-text.js";
import type { Memory } from "./memory.js";

/** The stamp is the table itself: any change to a page makes another one. */
export function searchSource(memory: Memory): SearchSource {
  return {
    stamp: memory.table,
    *pages(): Iterable<SearchPage> {
      for (const entry of memory.table.byPath.values()) yield searchPage(memory, entry);
    },
    read: (path) => textNow(memory, path)?.text ?? null,
    readEach: (paths, use) => textsNow(memory, paths, (path, said) => use(path, said?.text ?? null)),
  };
}

/** One of them. */
export function searchPage(memory: Memory, { id, path, oid, tier, title, tags, updated }: PageEntry): SearchPage {
  const { meta = {}, sections = [] } = memory.files.get(path)?.data ?? {};
  const day = frontDay(path) ?? updated?.slice(0, 10) ?? null;
  return { path, oid, tier, title, tags, words: `${id} ${wordsOf(meta)}`, day, sections };
}

/** What frontmatter says in words: what a page is about, never where it came from. */
function wordsOf(meta: SaidMeta): string {
  return [meta.summary, meta.compressed, ...Object.values(meta.fields ?? {}).flatMap(said)].filter(Boolean).join(" ");
}

function said(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number" || typeof value === "boolean") return [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(said) : [];
}

/** SearchSource: the pages of one memory as a search looks at them: which files there are, and what they say. */

import type { SaidMeta } from "../../memory/facts.js";
import type { Memory } from "../../memory/memory.js";
import { textNow, textsNow } from "../../memory/memory--known-text.js";
import type { PageEntry } from "../../memory/table--entry.js";
import { schema } from "../../page/page.js";
import { frontDay } from "../chunk--chunk-front.js";
import type { SearchPage, SearchSource } from "./search.js";

/** The stamp is the table itself: any change to a page makes another one. */
export function searchSource(memory: Memory): SearchSource {
  return {
    stamp: memory.table,
    *pages(): Iterable<SearchPage> {
      for (const entry of memory.table.byPath.values()) yield searchPage(memory, entry);
      for (const entry of memory.table.unread?.values() ?? []) yield searchPage(memory, entry);
    },
    read: (path) => textNow(memory, path)?.text ?? null,
    readEach: (paths, use) => textsNow(memory, paths, (path, said) => use(path, said?.text ?? null)),
  };
}

/** One of them. */
export function searchPage(memory: Memory, entry: PageEntry): SearchPage {
  const { id, path, oid, tier, title, tags, updated } = entry;
  const { meta = {}, sections = [] } = memory.files.get(path)?.data ?? {};
  const day = frontDay(path) ?? updated?.slice(0, 10) ?? null;
  return { path, oid, tier, title, tags, words: `${id} ${wordsOf(meta, entry)}`, day, sections };
}

/** What frontmatter says in words: what a page is about, never where it came from. */
function wordsOf(meta: SaidMeta, { type }: PageEntry): string {
  const own = Object.entries(meta.fields ?? {}).map(([key, value]) => [
    // Names that every page of a type has tell none from another.
    ...(schema[type].requiredFields.includes(key) ? [] : [key.replaceAll("_", " ")]),
    ...said(value),
  ]);
  return [meta.summary, meta.compressed, ...own.flat()].filter(Boolean).join(" ");
}

function said(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number" || typeof value === "boolean") return [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(said) : [];
}

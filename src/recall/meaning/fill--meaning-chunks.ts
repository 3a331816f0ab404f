/** MeaningChunks: the chunks of a memory's pages by the names of their texts, cut once for each version of a page. */

import type { Memory } from "../../memory/memory.js";
import type { PageEntry } from "../../memory/table--entry.js";
import { chunksOf } from "../chunk--chunk.js";
import { embeddedKey, embeddedText } from "../chunk--embedded-text.js";
import type { SearchPage, SearchSource } from "../index/search.js";
import type { ChunkKey, Embedding, VectorStore } from "./vectors--vectors.js";

/** A memory that has vectors, with what is stored of them. */
export interface EmbeddedStore {
  readonly memory: Memory;
  readonly embedding: Embedding;
  readonly store: VectorStore;
}

/** By the page table's own entries: a recall asks several times, and a name costs more than a look. */
const known = new WeakMap<VectorStore, WeakMap<PageEntry, readonly ChunkKey[]>>();

/** null for a page that was not cut yet. */
export function keysOf(store: VectorStore, entry: PageEntry): readonly ChunkKey[] | null {
  let own = known.get(store);
  if (own === undefined) {
    own = new WeakMap();
    known.set(store, own);
  }
  const before = own.get(entry);
  if (before !== undefined) return before;
  const keys = store.pages.get(`${entry.path}\n${entry.oid}`) ?? null;
  if (keys !== null) own.set(entry, keys);
  return keys;
}

/** What has to stay when the rest goes; null where a page was not cut yet, so that nobody knows. */
export function allKeys({ memory, store }: EmbeddedStore): ReadonlySet<string> | null {
  const keys = new Set<string>();
  for (const entry of memory.table.byPath.values()) {
    const chunks = keysOf(store, entry);
    if (chunks === null) return null;
    for (const [key] of chunks) keys.add(key);
  }
  return keys;
}

/** null where the file cannot be read; then it is not in the index either. */
export function cut(store: VectorStore, source: SearchSource, page: SearchPage): readonly ChunkKey[] | null {
  const text = source.read(page.path);
  if (text === null) return null;
  const chunks = chunksOf(text, page).map((chunk): ChunkKey => {
    const key = embeddedKey(embeddedText(page.title, chunk, text));
    return [key, chunk.slug, chunk.days?.from ?? null, chunk.days?.to ?? null];
  });
  store.pages.put(`${page.path}\n${page.oid}`, chunks);
  return chunks;
}

/** TokenCache: what was made of pages once, token counts and links, kept in derived indexes of their own. */

import type { Oid, PagePath } from "../../base/ids.js";
import type { KeyedCache, TokenCache } from "../facts--facts-cache.js";
import { type CachedRecord, openIndexCache } from "./facts-cache.js";
import type { Stamp } from "./read--page-store.js";

const noStamp: Stamp = { size: 0, mtimeMs: 0, ctimeMs: 0, inode: 0 };
/** Beyond this the index is written anew with what this run asked for: keys of old blobs would gather for ever. */
const keysMax = 400_000;
/** So many new ones are written down as they come: a first run over a large memory may be stopped, and the next goes on from there. */
const unwrittenMax = 256;

/** `dir` belongs to one memory root; `version` names the tokenizer and the shape of the prompt. Reads lazily. */
export const openTokenCache: (dir: string, version: string) => TokenCache = openKeyedCache;

/** Of anything JSON can carry; `version` names how it was made. Reads lazily. */
export function openKeyedCache<T>(dir: string, version: string): KeyedCache<T> {
  const index = openIndexCache<T>(dir, version);
  const fresh = new Map<string, T>();
  /** What this process wrote: a cache that was written anew is not the one that was loaded. */
  const written = new Map<string, T>();
  const used = new Set<string>();
  let loaded: ReadonlyMap<PagePath, CachedRecord<T>> | null = null;
  const known = (): ReadonlyMap<PagePath, CachedRecord<T>> => {
    loaded ??= index.load().records;
    return loaded;
  };
  const flush = (): void => {
    if (fresh.size === 0) return;
    for (const [key, data] of fresh) written.set(key, data);
    const records = [...fresh].map(([key, data]) => recordOf(key, data));
    if (known().size + fresh.size > keysMax) {
      const kept = [...known().values()].filter((record) => used.has(record.path) && !written.has(record.path));
      index.save([...kept, ...[...written].map(([key, data]) => recordOf(key, data))]);
    } else index.appendChanges(records, []);
    fresh.clear();
  };
  return {
    get(key) {
      used.add(key);
      return fresh.get(key) ?? written.get(key) ?? known().get(key as PagePath)?.data;
    },
    put(key, value) {
      fresh.set(key, value);
      if (fresh.size >= unwrittenMax) flush();
    },
    flush,
  };
}

function recordOf<T>(key: string, data: T): CachedRecord<T> {
  return { path: key as PagePath, stamp: noStamp, settled: true, oid: "" as Oid, data };
}

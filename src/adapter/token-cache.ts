/** TokenCache: token counts that were made once, kept in a derived index of their own. */

import type { Oid, PagePath } from "../base/ids.js";
import type { TokenCache } from "../port/facts-cache.js";
import type { Stamp } from "../port/page-store.js";
import { type CachedRecord, openIndexCache } from "./index-cache.js";

type Counts = ReturnType<TokenCache["get"]> & object;

const noStamp: Stamp = { size: 0, mtimeMs: 0, ctimeMs: 0, inode: 0 };
/** Beyond this the index is written anew with what this run asked for: keys of old blobs would gather for ever. */
const keysMax = 400_000;

/** `dir` belongs to one memory root; `version` names the tokenizer and the shape of the prompt. Reads lazily. */
export function openTokenCache(dir: string, version: string): TokenCache {
  const index = openIndexCache<Counts>(dir, version);
  const fresh = new Map<string, Counts>();
  const used = new Set<string>();
  let loaded: ReadonlyMap<PagePath, CachedRecord<Counts>> | null = null;
  const known = (): ReadonlyMap<PagePath, CachedRecord<Counts>> => {
    loaded ??= index.load().records;
    return loaded;
  };
  return {
    get(key) {
      used.add(key);
      return fresh.get(key) ?? known().get(key as PagePath)?.data;
    },
    put: (key, tokens) => void fresh.set(key, tokens),
    flush() {
      if (fresh.size === 0) return;
      const records = [...fresh].map(([key, data]) => recordOf(key, data));
      const kept = [...known().values()].filter((record) => used.has(record.path) && !fresh.has(record.path));
      if (known().size + fresh.size > keysMax) index.save([...kept, ...records]);
      else index.appendChanges(records, []);
      fresh.clear();
    },
  };
}

function recordOf(key: string, data: Counts): CachedRecord<Counts> {
  return { path: key as PagePath, stamp: noStamp, settled: true, oid: "" as Oid, data };
}

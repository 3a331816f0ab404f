/** FactsCache: what was read from page files, kept beside the repository; losing it costs time and nothing else. */

import type { PagePath } from "../base/ids.js";
import type { Outcome } from "../base/result.js";
import type { Fidelity } from "../page/page--page.js";
import type { Stamp } from "./disk/read--page-store.js";
import type { PageFile } from "./facts.js";

/** "The file with this stamp held the bytes with this oid, and they said this." */
export interface CachedFile extends PageFile {
  readonly stamp: Stamp;
  /** False while the stamp is so young that another write could leave the same one. */
  readonly settled: boolean;
}

/** A failure to write is told and may be ignored. */
export interface FactsCache {
  /** `damaged` says what could not be used; null where all could or nothing was there. */
  load(): { readonly records: ReadonlyMap<PagePath, CachedFile>; readonly damaged: string | null };
  save(all: readonly CachedFile[]): Outcome<void>;
  appendChanges(changed: readonly CachedFile[], removed: readonly PagePath[]): Outcome<void>;
}

/** What was made of a page once, by a key that names everything it depends on. */
export interface KeyedCache<T> {
  get(key: string): T | undefined;
  put(key: string, value: T): void;
  /** Writes what was put since; keys not asked for since the cache was opened may be forgotten. */
  flush(): void;
}

/** Tokens of a page at each fidelity. */
export type TokenCache = KeyedCache<Readonly<Partial<Record<Fidelity, number>>>>;

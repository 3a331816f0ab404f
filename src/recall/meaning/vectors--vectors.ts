/** Vectors: what texts were embedded to, by a digest of each text; losing them costs time and nothing else. */

import type { Outcome } from "../../base/result.js";
import type { KeyedCache } from "../../memory/facts--facts-cache.js";
import type { Embedder } from "./endpoint--embedder.js";

/** One chunk of a page: the digest of its text as it is embedded, its section page, and its days. */
export type ChunkKey = readonly [key: string, slug: string | null, from: string | null, to: string | null];

/** By the digest of a text: its vector, or null where the model refused it or it may be shown to none. */
export type VectorRows = ReadonlyMap<string, Float32Array | null>;

export interface StoredVectors {
  /** All of one size. */
  readonly rows: VectorRows;
  /** Numbers a vector; null where nothing is stored. */
  readonly dimensions: number | null;
  readonly bytes: number;
  /** Files that could not be used; what they held counts as not embedded. */
  readonly damaged: number;
}

/** Those of one model. Any number of processes may read and add at once. No call throws for the state of the disk. */
export interface VectorStore {
  /** As it is on disk now; a file is read once a process. */
  load(): StoredVectors;
  /** Vectors of another size than what is stored are refused (`corrupt`). */
  add(rows: VectorRows, dimensions: number): Outcome<void>;
  /** Keeps what has one of these keys, takes away what is damaged or of a model long out of use, and says how many rows went. */
  prune(keep: ReadonlySet<string>): Outcome<number>;
  /** Everything of this model goes: it answers otherwise by now. */
  clear(): Outcome<void>;
  /** A question's vector, of those asked of late. */
  recent(key: string): Float32Array | null;
  /** What cannot be kept is asked for again. */
  remember(key: string, vector: Float32Array): void;
  /** The chunks of a page, by its path and blob id. */
  readonly pages: KeyedCache<readonly ChunkKey[]>;
}

/** What stands behind the vectors of one memory. */
export interface Embedding {
  readonly embedder: Embedder;
  /** Whether pages that are private, a session's or this machine's own may be shown to a model elsewhere. */
  readonly sendsPrivate: boolean;
  /** Loaded when first asked for. */
  readonly store: () => Promise<VectorStore>;
}

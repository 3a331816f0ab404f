/** Embedder: a model that tells how near texts are in meaning; recall asks it where somebody set one up and needs none. */

import type { Failure } from "../../base/result.js";

export interface EmbedBounds {
  /** Nothing is waited for beyond this. */
  readonly msMax: number;
  /** Texts a request, fewer where part of an answer is of use; absent, as many as endpoints are good for. */
  readonly batch?: number;
}

export interface Embedded {
  /** One a text: a vector of length 1; `refused` where the model took others and not this one; null where it did not come to it. */
  readonly vectors: readonly (Float32Array | "refused" | null)[];
  /** Why it ended early; null where it came to every text. */
  readonly failure: Failure | null;
}

export interface Embedder {
  /** As the endpoint knows it; holds no key. */
  readonly model: string;
  /** The numbers a vector was asked to have; null where that is the model's to say. */
  readonly dimensions: number | null;
  /** Whether what it is shown stays on this machine. */
  readonly local: boolean;
  /** Never fails as a whole: what was answered before something went wrong is given. */
  embed(texts: readonly string[], bounds: EmbedBounds): Promise<Embedded>;
}

/**
 * Endpoint: a model that tells how near texts are in meaning, which recall needs none of, and where a request goes that the user's environment
 * names a host for.
 */

import type { Failure } from "../../base/result.js";

// OpenAiEndpoint: where a request goes that the user's environment names a host for, and how much of an answer is read.

/** `path` follows what the user gave: `/embeddings`. https anywhere; plain http only where it does not leave this machine; else null. */
export function targetOf(url: string, path: string): string | null {
  if (!URL.canParse(url)) return null;
  const target = new URL(url);
  const { protocol, username, password } = target;
  if (username !== "" || password !== "") return null;
  if (protocol !== "https:" && !(protocol === "http:" && isHere(url))) return null;
  target.pathname = `${target.pathname.replace(/\/$/, "")}${path}`;
  return target.href;
}

/** Whether what is sent there stays on this machine. */
export function isHere(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return hostname === "localhost" || hostname === "127.0.0.1" || hostname === "[::1]";
}

/** null where it is longer than any answer has to be. */
export async function textOf(answer: Response, bytesMax: number): Promise<string | null> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer.body ?? []) {
    bytes += part.length;
    if (bytes > bytesMax) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

// Embedder: a model that tells how near texts are in meaning; recall asks it where somebody set one up and needs none.

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

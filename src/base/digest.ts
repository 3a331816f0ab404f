/** Digest: content addresses, git's and our own. */

import * as crypto from "node:crypto";
import type { Oid } from "./ids.js";

/** In one call, which takes less than half the time for an entry; Node 20.11 has `createHash` alone. */
function sha256(content: string | Uint8Array): Buffer {
  if (crypto.hash === undefined) return crypto.createHash("sha256").update(content).digest();
  return crypto.hash("sha256", content, "buffer");
}

/** `sha256:` and 64 hex digits of the bytes (a string is taken as UTF-8). */
export function digest(content: string | Uint8Array): string {
  return `sha256:${sha256(content).toString("hex")}`;
}

/** The first `chars` hex digits of a sha256: for names that need not resist an attacker. */
export function shortDigest(content: string | Uint8Array, chars: number): string {
  // Only the digits that are wanted: a slice of a longer string keeps all of it, and ten thousand pages have many entries.
  return sha256(content)
    .toString("hex", 0, Math.ceil(chars / 2))
    .slice(0, chars);
}

/** The object id git gives these bytes as a blob, by the repository's hash. */
export function blobOid(bytes: Uint8Array, algorithm: "sha1" | "sha256" = "sha1"): Oid {
  const hash = crypto.createHash(algorithm);
  hash.update(`blob ${bytes.length}\0`);
  hash.update(bytes);
  return hash.digest("hex") as Oid;
}

/** For what guards against damage and no attacker: the cheapest hash at hand. Both parts as one. */
export function sha1Hex(head: string, body: Uint8Array): string {
  return crypto.createHash("sha1").update(head).update(body).digest("hex");
}

/** A sha256 of bytes that come one after another. */
export interface Digester {
  update(bytes: Uint8Array): void;
  /** `sha256:` and 64 hex digits; the last call. */
  end(): string;
}

export function digester(): Digester {
  const hash = crypto.createHash("sha256");
  return { update: (bytes) => void hash.update(bytes), end: () => `sha256:${hash.digest("hex")}` };
}

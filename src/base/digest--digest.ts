/** Digest: content addresses, git's and our own. */

import { createHash } from "node:crypto";
import { sha256 as shortSha256 } from "./digest.js";
import type { Oid } from "./ids.js";

/** Bytes that a process hashes in plain script before it loads `node:crypto`, which whoever asks for more loads at once. */
const scriptedBytesMax = 8_192;

let scriptedBytes = 0;
let byCrypto: ((content: string | Uint8Array) => Buffer) | null = null;

function sha256(content: string | Uint8Array): Buffer {
  if (byCrypto !== null) return byCrypto(content);
  const bytes = typeof content === "string" ? Buffer.from(content, "utf8") : content;
  scriptedBytes += bytes.length;
  if (scriptedBytes <= scriptedBytesMax) return Buffer.from(shortSha256(bytes).buffer);
  byCrypto = cryptoSha256();
  return byCrypto(bytes);
}

/** In one call, which takes less than half the time for an entry; Node 20.11 has `createHash` alone. */
function cryptoSha256(): (content: string | Uint8Array) => Buffer {
  const crypto = process.getBuiltinModule?.("node:crypto");
  return crypto?.hash === undefined
    ? (content) => createHash("sha256").update(content).digest()
    : (content) => crypto.hash("sha256", content, "buffer");
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
  byCrypto ??= cryptoSha256();
  const hash = createHash(algorithm);
  hash.update(`blob ${bytes.length}\0`);
  hash.update(bytes);
  return hash.digest("hex") as Oid;
}

/** A sha256 of bytes that come one after another. */
export interface Digester {
  update(bytes: Uint8Array): void;
  /** `sha256:` and 64 hex digits; the last call. */
  end(): string;
}

export function digester(): Digester {
  byCrypto ??= cryptoSha256();
  const hash = createHash("sha256");
  return { update: (bytes) => void hash.update(bytes), end: () => `sha256:${hash.digest("hex")}` };
}

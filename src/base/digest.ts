/**
 * Digest: content addresses, git's and our own. A short content is hashed in plain script, because `node:crypto` takes longer to load than the few
 * names of a calm event take to make.
 */

import { createHash } from "node:crypto";
import type { Oid } from "./ids.js";

// Sha256: the hash of a short content in plain script: `node:crypto` takes longer to load than the few names of a calm event to make.

/** SHA-256 (FIPS 180-4) of the bytes, as 32 bytes; a megabyte is for `node:crypto`. */
export function shortSha256(bytes: Uint8Array): Uint8Array {
  const state = Int32Array.from(initial);
  const words = new Int32Array(64);
  const padded = new Uint8Array(64 * Math.ceil((bytes.length + 9) / 64));
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x2000_0000));
  view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0);
  for (let at = 0; at < padded.length; at += 64) mix(state, words, view, at);
  const made = new DataView(new ArrayBuffer(32));
  for (const [at, word] of state.entries()) made.setInt32(4 * at, word);
  return new Uint8Array(made.buffer);
}

/** One block of 64 bytes into the state. */
function mix(state: Int32Array, words: Int32Array, view: DataView, from: number): void {
  for (let at = 0; at < 16; at += 1) words[at] = view.getInt32(from + 4 * at);
  for (let at = 16; at < 64; at += 1) {
    const early = words[at - 15]!;
    const late = words[at - 2]!;
    const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[at] = words[at - 16]! + low + words[at - 7]! + high;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let at = 0; at < 64; at += 1) {
    const chosen = (e & f) ^ (~e & g);
    const first = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + rounds[at]! + words[at]!) | 0;
    const most = (a & b) ^ (a & c) ^ (b & c);
    const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  const mixed = [a, b, c, d, e, f, g, h];
  for (let at = 0; at < 8; at += 1) state[at] = state[at]! + mixed[at]!;
}

function turned(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

/** Of the first primes: 32 bits of the fractions of their square roots, and of the cube roots. */
const initial = wordsIn("6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd19");
const rounds = wordsIn(
  "428a2f9871374491b5c0fbcfe9b5dba53956c25b59f111f1923f82a4ab1c5ed5d807aa9812835b01243185be550c7dc372be5d7480deb1fe9bdc06a7c19bf174" +
    "e49b69c1efbe47860fc19dc6240ca1cc2de92c6f4a7484aa5cb0a9dc76f988da983e5152a831c66db00327c8bf597fc7c6e00bf3d5a7914706ca635114292967" +
    "27b70a852e1b21384d2c6dfc53380d13650a7354766a0abb81c2c92e92722c85a2bfe8a1a81a664bc24b8b70c76c51a3d192e819d6990624f40e3585106aa070" +
    "19a4c1161e376c082748774c34b0bcb5391c0cb34ed8aa4a5b9cca4f682e6ff3748f82ee78a5636f84c878148cc7020890befffaa4506cebbef9a3f7c67178f2",
);

function wordsIn(hex: string): Int32Array {
  const view = new DataView(Uint8Array.from(Buffer.from(hex, "hex")).buffer);
  return Int32Array.from({ length: hex.length / 8 }, (_, at) => view.getInt32(4 * at));
}

// Digest: content addresses, git's and our own.

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

/** For what guards against damage and no attacker: the cheapest hash at hand. Both parts as one. */
export function sha1Hex(head: string, body: Uint8Array): string {
  byCrypto ??= cryptoSha256();
  return createHash("sha1").update(head).update(body).digest("hex");
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

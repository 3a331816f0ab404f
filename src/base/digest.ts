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

// Sums: a short name for what files hold, which is told anew after a change without a look at the others.

/** Of a set of files in any order, each by its path and its content. */
export interface Sums {
  readonly count: number;
  readonly a: number;
  readonly b: number;
}

interface NamedFile {
  readonly path: string;
  readonly oid: Oid;
}

const modulus = 0x1fffffffffff;

/** `sign` is 1 for a file that came and -1 for one that went. */
export function shifted({ count, a, b }: Sums, file: NamedFile, sign: 1 | -1): Sums {
  const of = sumsOf([file]);
  const move = (sum: number, by: number): number => (sum + sign * by + modulus) % modulus;
  return { count: count + sign, a: move(a, of.a), b: move(b, of.b) };
}

/** Nothing is made for a file, and an id is taken by eight digits at once: there may be a hundred thousand of them. */
export function sumsOf(files: Iterable<NamedFile>): Sums {
  let count = 0;
  let a = 0;
  let b = 0;
  for (const { path, oid } of files) {
    let x = 0x2545f491;
    for (let i = 0; i < path.length; i++) x = Math.imul(x ^ path.charCodeAt(i), 0x01000193);
    let y = x;
    for (let at = 0; at < oid.length; at += 8) {
      const digits = Number.parseInt(oid.slice(at, at + 8), 16);
      x = Math.imul(x ^ digits, 0x01000193);
      y = Math.imul(y + digits, 0x5bd1e995) ^ (y >>> 15);
    }
    a = (a + (x >>> 0)) % modulus;
    b = (b + (y >>> 0)) % modulus;
    count++;
  }
  return { count, a, b };
}

export function sumsName({ count, a, b }: Sums): string {
  return `${count}-${a.toString(36)}-${b.toString(36)}`;
}

export function sumsNamed(name: string): Sums {
  const [count = "", a = "", b = ""] = name.split("-");
  return { count: Number(count), a: Number.parseInt(a, 36), b: Number.parseInt(b, 36) };
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

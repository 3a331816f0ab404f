/** Sha256: the plain script is held to `node:crypto`, for every length around a block and beyond what is hashed so. */

import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { digest, shortSha256 as sha256, shortDigest } from "../../src/base/digest.js";

const byCrypto = (content: string | Uint8Array): string => createHash("sha256").update(content).digest("hex");
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

test("every length up to three blocks", () => {
  for (let length = 0; length <= 192; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 37 + length) % 256);
    expect(hex(sha256(bytes)), `${length} bytes`).toBe(byCrypto(bytes));
  }
});

test("any bytes, also part of a larger buffer", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), fc.nat(64), (bytes, from) => {
      const part = bytes.subarray(Math.min(from, bytes.length));
      expect(hex(sha256(part))).toBe(byCrypto(part));
    }),
  );
});

test("a megabyte, whose length in bits takes more than a byte or two", () => {
  const bytes = new Uint8Array(1_000_003).fill(0xa5);
  expect(hex(sha256(bytes))).toBe(byCrypto(bytes));
});

test("one process gives the same digests before and behind the bytes it hashes in script", () => {
  let bytes = 0;
  while (bytes < 40_000) {
    const text = `“${"ü🜁 x".repeat(bytes % 97)}” \ud800 ${bytes}`;
    bytes += text.length;
    expect(digest(text)).toBe(`sha256:${byCrypto(text)}`);
    expect(shortDigest(Buffer.from(text), 16)).toBe(byCrypto(Buffer.from(text)).slice(0, 16));
  }
});

/** Digest's tests: every name is the one that `node:crypto` gives, of texts and of bytes. */

import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { digest, shortDigest } from "../../src/base/digest.js";

test("a digest is the sha256 of the bytes, and of a text in UTF-8", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.uint8Array({ maxLength: 600 })), (content) => {
      const hex = createHash("sha256").update(content).digest("hex");
      expect(digest(content)).toBe(`sha256:${hex}`);
      expect(shortDigest(content, 17)).toBe(hex.slice(0, 17));
    }),
  );
});

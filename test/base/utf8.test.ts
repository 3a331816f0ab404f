/** Utf8: the bytes of several texts are those of the one they make, and nobody else's room. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { utf8Of } from "../../src/base/text.js";
import { draws } from "../support/draws.js";

const piece = fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("", "“é”", "👩‍👩‍👧"));
const long = fc.tuple(piece, fc.constantFrom(1, 9, 40_000)).map(([text, times]) => text.repeat(times));

test("are those of the text that they make together, and stay so", () => {
  let before = { texts: [] as readonly string[], bytes: utf8Of([]) };
  fc.assert(
    fc.property(fc.array(long, { maxLength: 4 }), (texts) => {
      const bytes = utf8Of(texts);
      expect(Buffer.from(bytes).equals(Buffer.from(texts.join("")))).toBe(true);
      expect(Buffer.from(before.bytes).equals(Buffer.from(before.texts.join("")))).toBe(true);
      before = { texts, bytes };
    }),
    { numRuns: draws(200) },
  );
});

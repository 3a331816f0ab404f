/** Slug's tests: a title of plain letters gets the anchor that any title gets. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { limits } from "../../src/base/limits.js";
import { slugOf } from "../../src/page/page.js";

import { draws } from "../support/draws.js";

/** As it is said in words, for every title alike. */
function plainly(title: string): string {
  const kept = title
    .normalize("NFC")
    .toLowerCase()
    .trim()
    .replace(/[^\p{L}\p{N}_ -]/gu, "")
    .replaceAll(" ", "-");
  return kept.slice(0, limits.slugCharsMax) || "section";
}

test("a title loses what is no letter, digit, line or dash, whatever letters it is of", () => {
  const piece = fc.constantFrom(..."Deploys,a_b,-, ,  ,X1,!,.,é,e\u0301,İ,K,ſ,日本,\u00a0,\t,\n,🎉,²,(c)".split(","));
  const title = fc.array(piece, { maxLength: 6 }).map((parts) => parts.join(""));
  let plain = 0;
  fc.assert(
    fc.property(title, (text) => {
      if (/^[\w -]+$/.test(text)) plain += 1;
      expect(slugOf(text)).toBe(plainly(text));
    }),
    { numRuns: draws(1_000) },
  );
  expect(plain).toBeGreaterThan(draws(1_000) / 20);
});

/** PieceCounts: what is put together from pieces is what the whole costs, and a piece is counted once. */

import fc from "fast-check";
import { expect, it } from "vitest";
import { loadTokenizer } from "../../src/memory/tokenizer.js";
import { countingPieces } from "../../src/recall/compose.js";

import { draws } from "../support/draws.js";

const exact = await loadTokenizer("o200k_base");

it("counts every text as its tokenizer does", () => {
  const piece = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        " ",
        "\n",
        "\n\n",
        "  ",
        "\t",
        "/",
        ".",
        "- ",
        "'s",
        "\r\n",
        "1234",
        "é",
        "私",
        "\u00a0",
      ),
    },
    {
      weight: 3,
      arbitrary: fc.constantFrom("the", "Word", "kilnsmith", "antidisestablishment", "HTTPServer", "a_b", "don't"),
    },
    fc.string({ unit: "binary", maxLength: 6 }),
  );
  const tokenizer = countingPieces({ ...exact });
  const sentence = "the kiln stays below cone six";
  for (const gap of ["   ", "    ", "\n   ", ".\n/", ".\n\n", "\t  ", "\n \n"]) {
    const text = `${sentence}${gap}${sentence}`;
    expect([gap, tokenizer.count(text)]).toEqual([gap, exact.count(text)]);
  }
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = pieces.join("");
      expect(tokenizer.count(text)).toBe(exact.count(text));
    }),
    { numRuns: draws(150) },
  );
});

it("asks for each piece once, whatever text it stands in", () => {
  const asked: string[] = [];
  const tokenizer = countingPieces({
    ...exact,
    count(text) {
      asked.push(text);
      return exact.count(text);
    },
  });
  const line = "the kiln stays below cone six on every morning that it is fired.\n";
  expect(tokenizer.count(line)).toBe(exact.count(line));
  const first = asked.length;
  expect(first).toBeGreaterThan(5);
  expect(
    tokenizer.count(`the kiln stays below six, on every morning.
${line}`),
  ).toBeGreaterThan(0);
  expect(asked.slice(first)).toEqual([" six,", " morning.\n"]);
});

it("leaves a tokenizer alone that does not say where texts fall apart", () => {
  const plain = { name: "plain", count: (text: string) => text.length };
  expect(countingPieces(plain)).toBe(plain);
});

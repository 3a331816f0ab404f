/** Tokenizers: known counts, special tokens as text, and no long run handed to the encoder whole. */

import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { beforeAll, describe, expect, it } from "vitest";
import { loadTokenizer, type Tokenizer } from "../../src/memory/tokenizer.js";

import { draws } from "../support/draws.js";

let exact: Tokenizer;

/** What `npm run build` makes. */
const table = fileURLToPath(new URL("../../dist/o200k_base.table", import.meta.url));

/** The library's own list of tokens: what the count must be for texts without long runs. */
function listed(text: string): number {
  return encode(text, { disallowedSpecial: new Set() }).length;
}

describe.each([
  ["the library", null],
  ["the table", table],
])("o200k_base by %s", (_, file) => {
  beforeAll(async () => {
    exact = await loadTokenizer("o200k_base", file);
  });

  it("is named for its vocabulary, and so is the estimate", async () => {
    expect(exact.name).toBe("o200k_base");
    expect((await loadTokenizer("estimate")).name).toBe("estimate");
  });

  it("knows the counts of some texts", () => {
    expect(exact.count("")).toBe(0);
    expect(exact.count("hello world")).toBe(2);
    expect(exact.count("tiktoken is great!")).toBe(6);
    expect(exact.count("お誕生日おめでとう")).toBe(8);
    expect(exact.count("antidisestablishmentarianism")).toBe(6);
    expect(exact.count("2 + 2 = 4")).toBe(7);
  });

  it("counts special tokens as the text they are", () => {
    for (const special of ["<|endoftext|>", "<|im_start|>system", "<|endofprompt|>"]) {
      expect(exact.count(special)).toBeGreaterThan(2);
      expect(exact.count(`a ${special} b`)).toBeGreaterThan(4);
    }
  });

  it("counts every text without long runs exactly, and never throws", () => {
    const words = fc
      .array(fc.string({ unit: "binary", maxLength: 40 }), { maxLength: 30 })
      .map((all) => all.join(" "));
    fc.assert(
      fc.property(words, (text) => {
        expect(exact.count(text)).toBe(listed(text));
      }),
      { numRuns: draws(1_000) },
    );
  });

  it("counts long stretches without spaces exactly as long as no single run is long", () => {
    const url = "https://example.org/a1/b2/".repeat(40);
    const chinese = "今天我们讨论页表，然后吃饭。".repeat(60);
    for (const text of [url, chinese]) expect(exact.count(text)).toBe(listed(text));
  });

  it("comes within one token a cut on long runs", () => {
    for (const run of ["a", "中", "😀", " ", "\n", "/", "!\u0301", "é"]) {
      const text = `before ${run.repeat(1_000)} after`;
      const cuts = Math.ceil((1_000 * run.length) / 128);
      expect(Math.abs(exact.count(text) - listed(text)), JSON.stringify(run)).toBeLessThanOrEqual(cuts);
    }
  });

  it("never hands the encoder a long run whole, because its work grows with the square of the run", () => {
    const inPieces = (text: string, chars: number): number =>
      Array.from({ length: Math.ceil(text.length / chars) }, (_, i) =>
        listed(text.slice(i * chars, (i + 1) * chars)),
      ).reduce((sum, tokens) => sum + tokens, 0);
    const word = "xyz".repeat(341);
    expect(exact.count(word)).toBe(inPieces(word, 128));
    expect(exact.count(word)).not.toBe(listed(word));
    const emoji = "😀".repeat(500);
    expect(exact.count(emoji)).toBe(inPieces(emoji, 128));
    const straddling = `!${"😀".repeat(100)}`;
    expect(exact.count(straddling)).toBe(listed(straddling.slice(0, 129)) + listed(straddling.slice(129)));
  });
});

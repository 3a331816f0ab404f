/** Frame: the tokens of the printed prompt never exceed the sum that selection budgeted with. */

import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { loadTokenizer, type Tokenizer } from "../../src/memory/tokenizer.js";
import {
  anyFence,
  blockTokens,
  frameTokens,
  type PromptBlock,
  printBlock,
  printPrompt,
} from "../../src/prompt/print.js";

import { draws } from "../support/draws.js";
import { block, blocksArb, hostileText } from "./generate.js";

let exact: Tokenizer;
let guess: Tokenizer;

beforeAll(async () => {
  exact = await loadTokenizer("o200k_base");
  guess = await loadTokenizer("estimate");
});

function budgeted(blocks: readonly PromptBlock[], tokenizer: Tokenizer): number {
  return blocks.reduce((sum, b) => sum + blockTokens(b, tokenizer), frameTokens(tokenizer));
}

describe("the sum of the parts", () => {
  it("bounds the whole for hostile texts, and misses it by two tokens at most, under o200k_base", () => {
    fc.assert(
      fc.property(blocksArb, (blocks) => {
        const whole = exact.count(printPrompt(blocks));
        expect(whole).toBeLessThanOrEqual(budgeted(blocks, exact));
        expect(whole).toBeGreaterThanOrEqual(budgeted(blocks, exact) - 2);
      }),
      { numRuns: draws(1_000) },
    );
  });

  it("bounds the whole under the estimate", () => {
    fc.assert(
      fc.property(blocksArb, (blocks) => {
        expect(guess.count(printPrompt(blocks))).toBeLessThanOrEqual(budgeted(blocks, guess));
      }),
      { numRuns: draws(1_000) },
    );
  });

  it("is of each block what its printed form counts, with its lines counted apart or not", () => {
    const opening = fc.constantFrom(
      "/",
      "//x",
      " x",
      "\u00a0x",
      "\ufeffx",
      "\u0301x",
      "<|endoftext|>",
      "\r",
      "'s",
      "9",
    );
    fc.assert(
      fc.property(blocksArb, opening, (blocks, begin) => {
        for (const one of blocks) {
          const at = (path: string): PromptBlock => ({
            ...one,
            path: path as PromptBlock["path"],
            title: `${begin}@`,
          });
          const saying = (text: string): PromptBlock => ({ ...one, text });
          const texts = [begin + one.text, begin.repeat(150), "", `${one.text}\n${begin}`.repeat(20)];
          const paths = [`${begin.repeat(60)}@a.md`, `${begin}x.`];
          for (const each of [one, ...texts.map(saying), ...paths.map(at)])
            expect(blockTokens(each, exact)).toBe(exact.count(printBlock(each, anyFence)));
        }
      }),
      { numRuns: draws(120) },
    );
  });

  it("is of two texts what each counts, where the one ends a line or a word and the other begins as the port says", () => {
    const [ends, begins] = [fc.constantFrom("\n", "\r\n", ">\n", " \n", "/\n", "\u0301\n"), /^[^\s/]/];
    fc.assert(
      fc.property(hostileText, hostileText, ends, (one, other, end) => {
        fc.pre(begins.test(other));
        expect(exact.count(one + end + other)).toBe(exact.count(one + end) + exact.count(other));
        expect(exact.count(`${one}s@${other}`)).toBe(exact.count(`${one}s`) + exact.count(`@${other}`));
      }),
      { numRuns: draws(300) },
    );
  });

  it("does not hang on the digits of the fence", () => {
    const prices = new Set<number>();
    for (let i = 0; i < 300; i += 1) {
      const blocks = [block("a", { text: `seed ${"x".repeat(i % 7)}` })];
      prices.add(exact.count(printPrompt(blocks)) - budgeted(blocks, exact));
    }
    expect([...prices]).toEqual([-2]);
  });
});

/** TokenEstimate: its margin against the exact count, on texts it was not fitted to. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { estimateTokens, loadTokenizer, type Tokenizer } from "../../src/memory/tokenizer.js";

import { draws, everyNth } from "../support/draws.js";

let exact: Tokenizer;

beforeAll(async () => {
  exact = await loadTokenizer("o200k_base");
});

function errorOn(text: string): number {
  const tokens = exact.count(text);
  return (estimateTokens(text) - tokens) / tokens;
}

/** Without what is named so: lists and expressions of words in eleven languages are no text in any. */
function readAll(folder: string, ending: string, but: readonly string[] = []): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending) && !name.split(sep).some((part) => but.includes(part)))
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8"));
}

function chunksOf(texts: readonly string[]): string[] {
  const chunks: string[] = [];
  for (const text of texts) for (let at = 0; at < text.length; at += 2_000) chunks.push(text.slice(at, at + 2_000));
  return chunks.filter((chunk) => chunk.length > 500);
}

/** The share of chunks whose estimate is off by more than the margin. */
function shareBeyond(margin: number, chunks: readonly string[]): number {
  return chunks.filter((chunk) => Math.abs(errorOn(chunk)) > margin).length / chunks.length;
}

describe("the margin", () => {
  it("is 5 % on this project's own sources, and 20 % on 99 of 100 pieces of them", () => {
    const sources = everyNth(readAll(join(import.meta.dirname, "../../src"), ".ts", ["words", "heard"]), 6);
    expect(Math.abs(errorOn(sources.join("\n")))).toBeLessThan(0.055);
    const chunks = chunksOf(sources);
    const drawn = chunks.filter((_, at) => at % Math.ceil(chunks.length / draws(2_000)) === 0);
    expect(shareBeyond(0.2, drawn)).toBeLessThan(0.01);
  });

  const data = process.env.PAGEFILE_EVAL_DATA ?? "";
  it.skipIf(!existsSync(join(data, "corpus")))(
    "is 5 % on held-out documents (needs PAGEFILE_EVAL_DATA), and 20 % on 98 of 100 pieces",
    () => {
      const docs = readAll(join(data, "corpus"), ".md").filter((_, i) => i % 4 === 1);
      expect(docs.length).toBeGreaterThan(100);
      expect(Math.abs(errorOn(docs.join("\n")))).toBeLessThan(0.05);
      expect(shareBeyond(0.2, chunksOf(docs))).toBeLessThan(0.02);
    },
  );

  it("is 35 % on single sentences in other scripts", () => {
    for (const text of [
      "会议改到星期四下午三点，请提前准备材料，并通知所有参加的同事。",
      "明日の朝は早めに出発しますので、ホテルのチェックアウトを済ませておいてください。",
      "내일 아침 회의는 열 시에 시작하니 자료를 미리 준비해 주세요.",
      "Завтра утром совещание начинается в десять часов, подготовьте материалы заранее.",
      "Demain matin, la réunion commence à dix heures ; préparez les documents à l’avance.",
    ]) {
      expect(Math.abs(errorOn(text)), text).toBeLessThan(0.35);
    }
  });
});

describe("any text", () => {
  it("costs a whole number of tokens, nothing only when it is empty or one space", () => {
    expect(estimateTokens("")).toBe(0);
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        const tokens = estimateTokens(text);
        expect(Number.isSafeInteger(tokens)).toBe(true);
        if (text.trim() !== "") expect(tokens).toBeGreaterThan(0);
      }),
      { numRuns: draws(400) },
    );
  });

  it("costs no less when more is added", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 80 }),
        fc.string({ unit: "grapheme", maxLength: 80 }),
        (a, b) => {
          expect(estimateTokens(`${a} ${b}`)).toBeGreaterThanOrEqual(estimateTokens(a));
        },
      ),
      { numRuns: draws(400) },
    );
  });
});

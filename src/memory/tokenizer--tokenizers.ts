/** Tokenizers: the exact one, loaded when it is first needed, and the guess that needs nothing. */

import { createRequire } from "node:module";
import { unreachable } from "../base/result--assert.js";
import { bytePairCounter } from "./byte-pairs.js";
import { readVocabularyTable } from "./byte-pairs--vocabulary-table.js";
import { estimateTokens } from "./tokenizer.js";
import type { Tokenizer } from "./tokenizer--tokenizer.js";

export type TokenizerName = "o200k_base" | "estimate";

/**
 * `o200k_base` counts as GPT-4o and later do, by the table that a build makes of its vocabulary: `table` is that file, which is read
 * with the first text, in some 5 ms. Where it is not to be had the library counts, and costs 0.15 s and 80 MB to load: to the same numbers,
 * but that it takes a byte order mark for two tokens.
 * `estimate` costs nothing; its margin against o200k_base is measured in `test/adapter/token-estimate.test.ts`. Special tokens such as
 * `<|endoftext|>` in a text are counted as the ordinary text they are, never refused.
 */
export async function loadTokenizer(name: TokenizerName, table: string | null = null): Promise<Tokenizer> {
  switch (name) {
    case "o200k_base":
      return o200kFrom(table);
    case "estimate":
      return { name, count: estimateTokens };
    default:
      return unreachable(name);
  }
}

type Count = (text: string) => number;

const known = new Map<string | null, Tokenizer>();

function o200kFrom(table: string | null): Tokenizer {
  const tokenizer = known.get(table) ?? exact("o200k_base", () => counterFrom(table));
  known.set(table, tokenizer);
  return tokenizer;
}

function counterFrom(file: string | null): Count {
  const table = file === null ? null : readVocabularyTable(file);
  return table === null ? libraryCounter() : bytePairCounter(table);
}

type Vocabulary = typeof import("gpt-tokenizer/encoding/o200k_base");

function libraryCounter(): Count {
  // `require`, because a count cannot wait for an `import`.
  const vocabulary = createRequire(import.meta.url)("gpt-tokenizer/encoding/o200k_base") as Vocabulary;
  vocabulary.setMergeCacheSize(cachedMergesMax);
  const asText = { disallowedSpecial: new Set<string>() };
  return (text) => vocabulary.countTokens(text, asText);
}

function exact(name: string, load: () => Count): Tokenizer {
  let counter: Count | null = null;
  return {
    name,
    // Of its ways to split, signs take line ends and slashes behind them along and nothing else; what follows is split as if it stood alone.
    splitsBlocks: true,
    count(text) {
      counter ??= load();
      let tokens = 0;
      let start = 0;
      for (const cut of cutsIn(text)) {
        tokens += counter(text.slice(start, cut));
        start = cut;
      }
      return tokens + (start < text.length ? counter(start === 0 ? text : text.slice(start)) : 0);
    },
  };
}

/**
 * The library remembers merged runs in a map it reorders on every hit, which at its own default of 100,000 entries costs more than
 * the merging: a small one was measured to be the fastest on documents and on JSON.
 */
const cachedMergesMax = 1_000;

/** Merging byte pairs is quadratic in the length of one unbroken run, so no run longer than this reaches the encoder whole. */
const runCharsMax = 128;

/**
 * Where a text is cut before it is counted: inside runs that the vocabulary's own splitting would leave whole, every `runCharsMax`
 * UTF-16 units, never within a surrogate pair. A text without such runs, which is nearly every text, is counted whole and exactly; a cut
 * shifts the count by a token or so.
 */
function cutsIn(text: string): readonly number[] {
  if (!hasLongStretch(text)) return [];
  const cuts = new Set<number>();
  // Combining marks belong to letters and to signs alike in o200k_base, so the classes overlap and each is looked for on its own.
  for (const runs of [/[\p{L}\p{M}]+/gu, /[^\s\p{L}\p{N}]+/gu, /\s+/gu]) {
    for (const { 0: run, index } of text.matchAll(runs)) {
      for (let at = runCharsMax; at < run.length; at += runCharsMax) cuts.add(wholeCharacter(text, index + at));
    }
  }
  return [...cuts].sort((a, b) => a - b);
}

/**
 * Whether the text goes on for longer than a run may without a change between white space and anything else. From where such a stretch
 * would end it is looked for backward, so that of most texts hardly a character is looked at.
 */
function hasLongStretch(text: string): boolean {
  let start = 0;
  for (let last = runCharsMax; last < text.length; last = start + runCharsMax) {
    const isSpace = isSpaceAt(text, last);
    let at = last;
    while (at > start && isSpaceAt(text, at - 1) === isSpace) at -= 1;
    if (at === start) return true;
    start = at;
  }
  return false;
}

function isSpaceAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 32 || (code >= 9 && code <= 13);
}

function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at;
}

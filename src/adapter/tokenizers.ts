/** Tokenizers: the exact one, loaded when it is first needed, and the guess that needs nothing. */

import { createRequire } from "node:module";
import { unreachable } from "../base/assert.js";
import type { Tokenizer } from "../port/tokenizer.js";
import { estimateTokens } from "./token-estimate.js";

export type TokenizerName = "o200k_base" | "estimate";

/**
 * `o200k_base` counts as GPT-4o and later do and costs a load of some 0.1 to 0.2 s and 80 MB, once a process and with its first
 * text: counts are kept, and who finds them all needs no vocabulary. `estimate` costs nothing;
 * its margin against o200k_base is measured in `test/adapter/token-estimate.test.ts`. Special tokens such as `<|endoftext|>` in a text
 * are counted as the ordinary text they are, never refused.
 */
export async function loadTokenizer(name: TokenizerName): Promise<Tokenizer> {
  switch (name) {
    case "o200k_base":
      return o200k;
    case "estimate":
      return { name, count: estimateTokens };
    default:
      return unreachable(name);
  }
}

type Vocabulary = typeof import("gpt-tokenizer/encoding/o200k_base");

function loadVocabulary(): Vocabulary {
  // `require`, because a count cannot wait for an `import`.
  const vocabulary = createRequire(import.meta.url)("gpt-tokenizer/encoding/o200k_base") as Vocabulary;
  vocabulary.setMergeCacheSize(cachedMergesMax);
  return vocabulary;
}

const o200k = exact("o200k_base");

function exact(name: string): Tokenizer {
  let vocabulary: Vocabulary | null = null;
  const asText = { disallowedSpecial: new Set<string>() };
  return {
    name,
    // Of its ways to split, signs take line ends and slashes behind them along and nothing else; what follows is split as if it stood alone.
    splitsBlocks: true,
    count(text) {
      vocabulary ??= loadVocabulary();
      const { countTokens } = vocabulary;
      let tokens = 0;
      let start = 0;
      for (const cut of cutsIn(text)) {
        tokens += countTokens(text.slice(start, cut), asText);
        start = cut;
      }
      return tokens + (start < text.length ? countTokens(start === 0 ? text : text.slice(start), asText) : 0);
    },
  };
}

/**
 * The encoder remembers merged runs in a map it reorders on every hit, which at its own default of 100,000 entries costs more than
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

/** Whether the text goes on for longer than a run may without a change between white space and anything else. */
function hasLongStretch(text: string): boolean {
  let start = 0;
  let wasSpace = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const isSpace = code === 32 || (code >= 9 && code <= 13);
    if (isSpace !== wasSpace) start = at;
    if (at - start >= runCharsMax) return true;
    wasSpace = isSpace;
  }
  return false;
}

function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at;
}

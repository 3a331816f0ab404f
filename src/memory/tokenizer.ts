/**
 * Tokenizer: how many tokens a text costs a model: counted exactly, by a vocabulary that is loaded when it is first needed, or guessed from the
 * kinds of characters.
 */

import { createRequire } from "node:module";
import { assert, getOrMake, unreachable } from "../base/result.js";
import { bytePairCounter, readVocabularyTable } from "./byte-pairs.js";

// Token-estimate: how many tokens a text has, guessed from its kinds of characters, with no vocabulary to load.

/**
 * What is counted in a text, and what one of it weighs in tokens. Fitted by least squares to the counts of o200k_base over English
 * documents, source code, JSON lines and interface texts in thirteen languages.
 */
const weights = {
  /** Words of one case pattern: `word`, `Word`; `wordWord` is two. */
  word: 0.7,
  /** Letters of such a word beyond the sixth. */
  wordLetter: 0.4,
  upper: 1.4,
  upperLetter: 0.05,
  digits: 1.45,
  punctuation: 0.9,
  punctuationMark: 0.05,
  /** Changes of sign in a run beyond the third: `-----` and `"},{` are in every vocabulary, `%~#!?^$` is not. */
  punctuationChange: 0.4,
  lineBreak: 0.35,
  indent: 1.1,
  han: 0.8,
  kana: 0.65,
  hangul: 0.7,
  cyrillic: 0.25,
  accented: 0.85,
  otherLetter: 0.45,
  otherSign: 0.95,
};

type TokenClass = keyof typeof weights;
type TokenClasses = Record<TokenClass, number>;

const classOf: readonly TokenClass[] = Object.keys(weights) as TokenClass[];

/**
 * The guess for a text, in tokens, rounded up; 0 for the empty text. One pass, linear in the length. Against o200k_base on held-out
 * documents, code and JSON lines it is within 3 % of the whole and, for 2,000 characters at a time, within 11 % in 9 cases of 10 and 18 % in
 * 98 of 100. Text made of rare signs or unknown words can cost twice what it says, so a budget counted this way needs a reserve.
 */
export function estimateTokens(text: string): number {
  const classes = classesOf(text);
  let tokens = 0;
  for (const name of classOf) tokens += weights[name] * classes[name];
  assert(Number.isFinite(tokens) && tokens >= 0, "an estimate is a number, 0 or more");
  return Math.ceil(tokens);
}

type Kind = "lower" | "upper" | "digit" | "space" | "break" | "sign" | Wide;
type Wide = "han" | "kana" | "hangul" | "cyrillic" | "accented" | "otherLetter" | "otherSign";

/** How often each class occurs in the text. */
function classesOf(text: string): TokenClasses {
  const classes = Object.fromEntries(classOf.map((name) => [name, 0])) as TokenClasses;
  for (let start = 0; start < text.length; ) {
    const kind = kindAt(text, start);
    let end = start + 1;
    while (end < text.length && kindAt(text, end) === kind) end += 1;
    // `Word` is one word: a capital run gives its last letter to the small letters after it.
    if (kind === "upper" && end < text.length && kindAt(text, end) === "lower") {
      if (end - start > 1) addRun(classes, "upper", end - start - 1);
      start = end - 1;
      end += 1;
      while (end < text.length && kindAt(text, end) === "lower") end += 1;
      addRun(classes, "lower", end - start);
    } else {
      addRun(classes, kind, end - start);
    }
    if (kind === "sign") classes.punctuationChange += changesIn(text, start, end);
    start = end;
  }
  return classes;
}

const knownChanges = 3;

function changesIn(text: string, start: number, end: number): number {
  let changes = 0;
  for (let at = start + 1; at < end; at += 1) if (text.charCodeAt(at) !== text.charCodeAt(at - 1)) changes += 1;
  return Math.max(0, changes - knownChanges);
}

const freeLetters = 6;

function addRun(classes: TokenClasses, kind: Kind, length: number): void {
  switch (kind) {
    case "lower":
      classes.word += 1;
      classes.wordLetter += Math.max(0, length - freeLetters);
      return;
    case "upper":
      classes.upper += 1;
      classes.upperLetter += length;
      return;
    case "digit":
      classes.digits += Math.ceil(length / 3);
      return;
    case "space":
      // One space goes with the word after it and costs nothing.
      if (length > 1) classes.indent += 1 + Math.floor(length / 64);
      return;
    case "break":
      classes.lineBreak += 1 + Math.floor(length / 16);
      return;
    case "sign":
      classes.punctuation += 1;
      classes.punctuationMark += length;
      return;
    default:
      classes[kind] += length;
  }
}

const lineFeed = 10;
const carriageReturn = 13;

function kindAt(text: string, at: number): Kind {
  const code = text.charCodeAt(at);
  if (code >= 0x80) return wideKind(code);
  if (code >= 0x61 && code <= 0x7a) return "lower";
  if (code === 0x20 || code === 9) return "space";
  if (code >= 0x41 && code <= 0x5a) return "upper";
  if (code >= 0x30 && code <= 0x39) return "digit";
  return code === lineFeed || code === carriageReturn ? "break" : "sign";
}

/** By block, because a table of blocks is enough for a guess. A surrogate half counts as one sign: an emoji is two of them. */
function wideKind(code: number): Wide {
  if (code < 0xc0) return "otherSign";
  if (code < 0x250) return "accented";
  if (code >= 0x370 && code < 0x530) return "cyrillic";
  if (code < 0x2000) return "otherLetter";
  if (code >= 0x3040 && code < 0x3100) return "kana";
  if ((code >= 0x3400 && code < 0xa000) || (code >= 0xf900 && code < 0xfb00)) return "han";
  if (code >= 0xac00 && code < 0xd7b0) return "hangul";
  return "otherSign";
}

// Tokenizers: the exact one, loaded when it is first needed, and the guess that needs nothing.

export type TokenizerName = "o200k_base" | "estimate";

/**
 * `o200k_base` counts as GPT-4o and later do, by the table that a build makes of its vocabulary: `table` is that file, which is read
 * with the first text, in some 5 ms. Where it is not to be had the library counts, and costs 0.15 s and 80 MB to load: to the same numbers,
 * but that it takes a byte order mark for two tokens.
 * `estimate` costs nothing; its margin against o200k_base is measured in `test/memory/token-estimate.test.ts`. Special tokens such as
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
  return getOrMake(known, table, () => exact("o200k_base", () => counterFrom(table)));
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
  if (!longStretch.test(text)) return [];
  const cuts = new Set<number>();
  // Combining marks belong to letters and to signs alike in o200k_base, so the classes overlap and each is looked for on its own.
  for (const runs of [/[\p{L}\p{M}]+/gu, /[^\s\p{L}\p{N}]+/gu, /\s+/gu]) {
    for (const { 0: run, index } of text.matchAll(runs)) {
      for (let at = runCharsMax; at < run.length; at += runCharsMax) cuts.add(wholeCharacter(text, index + at));
    }
  }
  return [...cuts].sort((a, b) => a - b);
}

/** Longer than a run may be, without a change between white space and anything else. */
const longStretch = new RegExp(`\\S{${runCharsMax + 1}}|\\s{${runCharsMax + 1}}`);

function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at;
}

export interface Tokenizer {
  /** Names the vocabulary, e.g. `o200k_base`; part of every cache key. */
  readonly name: string;
  /** Tokens of the text, 0 for the empty text. Synchronous: the first count loads the vocabulary. */
  count(text: string): number;
  /**
   * Set where two texts cost together what each costs: the one ends in a line feed, and the other begins with neither white space nor `/`;
   * or the one ends in a letter of `a` to `z`, and the other begins with `@`; or the one ends in a visible character of ASCII, and the other
   * begins with a space.
   */
  readonly splitsBlocks?: true;
}

/**
 * Layout: how many tokens a request has room for, and in which order and with which breakpoints its pieces stand.
 *
 * What never changes stands in front: system words and tools, then the summary, then the conversation. What a turn alone needs (entries recalled from
 * memory) stands behind all of it, where changing bytes break nothing. A request may have four breakpoints: one for system and tools is the host's,
 * three are placed here. An entry of the cache ends at a breakpoint, so one stands where the last request ended and one where this one does; the third
 * stands behind what will not change any more, so that the next rewrite still finds all before it.
 */

import type { Lifetime, Mark, Message, Part } from "./codec.js";

export type Count = (text: string) => number;

/** What a token counter that is not at hand would say of English and code, rather more than less. */
export const estimate: Count = (text) => Math.ceil(Buffer.byteLength(text) / 3.6);

const messageTokens = 4;
const pictureTokens = 1_600;
const bytesAPictureToken = 100;

export function tokensOf({ parts }: Message, count: Count): number {
  return parts.reduce((sum, part) => sum + partTokens(part, count), messageTokens);
}

export function partTokens(part: Part, count: Count): number {
  switch (part.kind) {
    case "text":
      return count(part.text);
    case "thinking":
      return count(part.text === "" ? JSON.stringify(part.raw) : part.text);
    case "call":
      return count(part.name) + count(part.input) + messageTokens;
    case "result":
      return count(part.text) + messageTokens + (part.media === undefined ? 0 : mediaTokens(part.media));
    case "media":
      return mediaTokens(part.bytes);
    case "other":
      return count(JSON.stringify(part.raw) ?? "");
  }
}

/** By its bytes, for nobody reads its width here. */
function mediaTokens(bytes: number): number {
  return Math.min(pictureTokens, Math.ceil(bytes / bytesAPictureToken));
}

// Families: what holds for a maker's models, as of a day; a host may say otherwise.

export interface Family {
  /** What its models' names hold. */
  readonly names: RegExp;
  /** The share of the window that is left free, because counts of tokens are estimates. */
  readonly margin: number;
  /**
   * What a change in front of a signed thought does: it is worth nothing any more (`bound`), or it holds. Where it holds, those of turns that are over
   * may be left out (`loose`), or nobody has said so (`firm`).
   */
  readonly thoughts: "bound" | "loose" | "firm";
}

/** Claude checks what stands before a thought from Fable 5.1 on, says Anthropic; a later name than these is taken to check it too. */
const looseClaudes =
  /claude-(?:3|instant|2|(?:opus|sonnet|haiku)-[34](?![\d])|(?:opus|sonnet|fable)-5(?![-.]?\d(?!\d{4})))/i;

/** As of 2026-11-26. */
export const families: readonly Family[] = [
  { names: looseClaudes, margin: 0.03, thoughts: "loose" },
  { names: /claude|anthropic/i, margin: 0.03, thoughts: "bound" },
  { names: /gpt|codex|^o\d/i, margin: 0.02, thoughts: "firm" },
  { names: /gemini/i, margin: 0.03, thoughts: "firm" },
  { names: /deepseek|glm|kimi|qwen|llama|mistral/i, margin: 0.05, thoughts: "firm" },
];

const unknownFamily: Family = { names: /./, margin: 0.05, thoughts: "bound" };

export function familyOf(model: string): Family {
  return families.find(({ names }) => names.test(model)) ?? unknownFamily;
}

export interface ModelRoom {
  readonly id: string;
  /** A model by whose rules it goes, where its own name does not tell, such as that of a deployment. */
  readonly family?: string;
  /** Tokens of its window, and of them what is left for its answer. */
  readonly window: number;
  readonly output: number;
}

export interface Fixed {
  readonly system: number;
  readonly tools: number;
  /** Another one than before tells that system words or tools have changed. */
  readonly digest?: string;
}

export interface Budget {
  readonly window: number;
  readonly reserve: number;
  readonly system: number;
  readonly tools: number;
  readonly margin: number;
  /** What is left for messages, the summary and what is recalled. */
  readonly room: number;
}

export function budgetOf({ id, family = id, window, output }: ModelRoom, { system, tools }: Fixed): Budget {
  const margin = Math.ceil(window * familyOf(family).margin);
  return { window, reserve: output, system, tools, margin, room: window - output - system - tools - margin };
}

// Recall: entries of memory for this turn alone, the best first, and no two that say the same.

export interface Snippet {
  readonly id: string;
  readonly text: string;
}

export interface Packed {
  readonly snippets: readonly Snippet[];
  readonly tokens: number;
  readonly out: readonly { readonly id: string; readonly tokens: number; readonly why: "like" | "room" | "count" }[];
}

const snippetsMax = 6;
/** Two entries of which so many words are the same say the same. */
const alikeShare = 0.6;

export function packRecall(snippets: readonly Snippet[], tokensMax: number, count: Count): Packed {
  const taken: { readonly snippet: Snippet; readonly words: ReadonlySet<string> }[] = [];
  const out: Packed["out"][number][] = [];
  let tokens = 0;
  for (const snippet of snippets) {
    const cost = count(snippet.text) + messageTokens;
    const words = new Set(snippet.text.toLowerCase().match(/[\p{L}\p{N}_./-]+/gu));
    const why =
      taken.length >= snippetsMax
        ? "count"
        : taken.some((other) => likeness(words, other.words) >= alikeShare)
          ? "like"
          : tokens + cost > tokensMax
            ? "room"
            : null;
    if (why !== null) out.push({ id: snippet.id, tokens: cost, why });
    else {
      taken.push({ snippet, words });
      tokens += cost;
    }
  }
  return { snippets: taken.map(({ snippet }) => snippet), tokens, out };
}

/** Words of both over words of either. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let both = 0;
  for (const word of a) if (b.has(word)) both += 1;
  return both === 0 ? 0 : both / (a.size + b.size - both);
}

// Marks: three breakpoints among the messages.

export interface Ends {
  /** Messages without what is recalled for this turn. */
  readonly messages: readonly Message[];
  /**
   * Places of messages, -1 for none: the summary, the end of the last request, what will not change any more, the last before a rewrite, and the end
   * of the one entry in front of it that may be left.
   */
  readonly summary: number;
  readonly before: number;
  readonly settled: number;
  readonly untouched: number;
  readonly left: number;
}

const marksMax = 3;
/** A provider looks back over 20 blocks for an entry; so many leave some to spare. */
const blocksApart = 15;

export function marksOf(
  { messages, summary, before, settled, untouched, left }: Ends,
  lifetime: Lifetime,
): readonly Mark[] {
  const end = messages.length - 1;
  const places = [end, before, untouched, left, settled, summary, nearEnd(messages)];
  const marks = [...new Set(places)].filter((at) => at >= 0 && at <= end).slice(0, marksMax);
  return marks.sort((a, b) => a - b).map((message) => ({ message, lifetime }));
}

/** So many blocks before the end. */
function nearEnd(messages: readonly Message[]): number {
  let blocks = 0;
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    blocks += messages[at]!.parts.length;
    if (blocks > blocksApart) return at;
  }
  return -1;
}

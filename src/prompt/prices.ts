/** PageTokens: what a page costs a prompt at each fidelity, counted once for what it says: a version of its file is added to that. */

import { stableJson } from "../base/json.js";
import { rememberByKey } from "../base/memo-cache.js";
import { type OpenFile, type OpensFile, openFile } from "../memory/memory--open-file.js";
import type { PageEntry } from "../memory/table--entry.js";
import type { Tokenizer } from "../memory/tokenizer--tokenizer.js";
import type { Located } from "../memory/workspace.js";
import { schema } from "../page/page.js";
import { type Fidelity, fidelities } from "../page/page--page.js";
import { fieldSentences } from "../page/represent.js";
import { opensWithHeading, type Representable, represent } from "../page/represent--represent.js";
import { openForPrompt } from "./access.js";
import { type Prices, pricesKept } from "./prices--kept-prices.js";
import { knownPage, type Tokens } from "./prices--known-page.js";
import { bodyOf, representable, saysSomething } from "./prices--parts.js";
import { blockPrice, pointerIsLeast, priceTokens } from "./print.js";
import type { PromptBlock } from "./print--print.js";

/** `ends`: at the whole, and at what is the least of those that a prompt may take; what else is known is told along. */
export type AskedTokens = "all" | "ends";

/**
 * Tokens at each admitted fidelity, the page's own frame included; empty for a preamble that says nothing; null where the file
 * has gone. Counted once for a blob, its place and a tokenizer.
 */
export function tokensOf(
  page: Located,
  tokenizer: Tokenizer,
  open: OpensFile = openFile,
  asked: AskedTokens = "all",
): Tokens | null {
  const known = knownPage(page, tokenizer.name);
  if (known.tokens !== null) return known.tokens;
  const counted = countedTokens(page, { tokenizer, withheld: known.withheld, open, asked });
  if (asked === "all") known.tokens = counted;
  return counted;
}

interface Counting {
  readonly tokenizer: Tokenizer;
  readonly withheld: string;
  readonly open: OpensFile;
  readonly asked: AskedTokens;
}

function countedTokens(page: Located, { tokenizer, withheld, open, asked }: Counting): Tokens | null {
  const { memory, entry } = page;
  const key = [entry.oid, page.name, entry.type, entry.pin, entry.title, entry.path, tokenizer.name, withheld].join(
    "\n",
  );
  const before = memory.tokens.get(key);
  if (before !== undefined && isEnough(before, entry, asked)) return before;
  const file = openForPrompt(memory, entry, open);
  if (!file.ok || file.value === null) return null;
  const counted: Partial<Record<Fidelity, number>> = {};
  for (const [fidelity, price] of pricesOf(page, file.value, tokenizer, asked))
    counted[fidelity] = priceTokens(price, entry.oid, tokenizer);
  memory.tokens.put(key, counted);
  return counted;
}

/** What was kept of a page lacks a fidelity only where its pointer is the least of all. */
function isEnough(before: Tokens, { type, minFidelity }: PageEntry, asked: AskedTokens): boolean {
  if (asked === "ends" && minFidelity === "pointer") return true;
  return before.full === undefined || schema[type].degrades.every((fidelity) => before[fidelity] !== undefined);
}

/** Of a file with sections a write changes one, and the others say what they said. */
function pricesOf(page: Located, file: OpenFile, tokenizer: Tokenizer, asked: AskedTokens): Prices {
  const { memory, entry, name } = page;
  const extent = entry.sections.length > 0 ? "own" : "whole";
  const body = bodyOf(memory, entry, file, extent);
  const parts = representable(memory, entry);
  const { fields, compressed, compressedOf } = parts;
  if (extent === "own" && !saysSomething(body) && fieldSentences(entry.type, fields) === "") return [];
  const wanted = asked === "ends" && endsWithPointer(parts, body, { entry, tokenizer }) ? ends : admitted(entry);
  const price = (some: readonly Fidelity[]): Prices => {
    const texts = represent(parts, body);
    return some.map((fidelity) => [fidelity, blockPrice(blockOf(page, fidelity, texts[fidelity]), tokenizer)]);
  };
  const isWhole = (extent === "whole" && entry.slug === null) || tokenizer.splitsBlocks !== true;
  if (isWhole && wanted !== ends) return price(wanted);
  const written = entry.slug === null ? [compressed, compressedOf] : [];
  const kept = (): Prices => {
    const key = `${stableJson([name, entry.path, entry.title, entry.type, fields, ...written])}${body}`;
    const made = (): Prices => pricesKept(memory.tokens, tokenizer.name, { key, wanted, price });
    return wanted === ends ? made() : pricesBefore(tokenizer)(key, made);
  };
  const prices = isWhole ? price(wanted) : kept();
  // Where the version was counted together with the rest, another one may count otherwise, and another fidelity be the least.
  return prices.every(([, { behind }]) => behind !== null) ? prices : price(admitted(entry));
}

const ends: readonly Fidelity[] = ["pointer", "full"];

function admitted({ type }: PageEntry): readonly Fidelity[] {
  return fidelities.filter((fidelity) => schema[type].degrades.includes(fidelity));
}

/** Whether no prompt can take the page for less than its pointer, told without what lies between that and the whole. */
function endsWithPointer(
  parts: Representable,
  body: string,
  { entry, tokenizer }: { readonly entry: PageEntry; readonly tokenizer: Tokenizer },
): boolean {
  const all = admitted(entry);
  if (entry.minFidelity !== "pointer" || !ends.every((fidelity) => all.includes(fidelity))) return false;
  const between = all.filter((fidelity) => !ends.includes(fidelity));
  return opensWithHeading(parts, body) && pointerIsLeast(entry.oid, between, tokenizer);
}

type Remembers = (key: string, make: () => Prices) => Prices;

const known = new WeakMap<Tokenizer, Remembers>();

/** By all that a section's blocks are made of, but for its file's version; of some hundred sections. */
function pricesBefore(tokenizer: Tokenizer): Remembers {
  const remembers = known.get(tokenizer) ?? rememberByKey<Prices>(1 << 20, (_, key) => key.length);
  known.set(tokenizer, remembers);
  return remembers;
}

/** A page as it stands in the prompt. Blank lines around a text cost tokens and say nothing; a pointer says all in its attributes. */
export function blockOf(page: Located, fidelity: Fidelity, text: string): PromptBlock {
  const { entry } = page;
  const { type, pin, title, path, oid } = entry;
  const shown = fidelity === "pointer" ? "" : text.replace(/^(?:[ \t]*\r?\n)+/, "").trimEnd();
  return { id: page.name as PromptBlock["id"], type, pin, title, fidelity, path, oid, text: shown };
}

/** PageTokens: what a page costs a prompt at each fidelity, counted once for what it says: a version of its file is added to that. */

import { stableJson } from "../../base/json.js";
import { rememberByKey } from "../../base/remember.js";
import { type Fidelity, fidelities } from "../../page/page.js";
import { schema } from "../../page/schema.js";
import { fieldSentences } from "../../page/structure.js";
import type { Tokenizer } from "../../port/tokenizer.js";
import { blockPrice, priceTokens } from "../../prompt/frame.js";
import type { PromptBlock } from "../../prompt/print.js";
import type { Located } from "../workspace.js";
import { type Prices, pricesKept } from "./kept-prices.js";
import { knownPage, type Tokens } from "./known-page.js";
import { type OpenFile, type OpensFile, openFile } from "./open-file.js";
import { bodyOf, representationsOf, saysSomething } from "./parts.js";
import { openForPrompt } from "./withheld.js";

/**
 * Tokens at each admitted fidelity, the page's own frame included; empty for a preamble that says nothing; null where the file
 * has gone. Counted once for a blob, its place and a tokenizer.
 */
export function tokensOf(page: Located, tokenizer: Tokenizer, open: OpensFile = openFile): Tokens | null {
  const known = knownPage(page, tokenizer.name);
  known.tokens ??= countedTokens(page, { tokenizer, withheld: known.withheld, open });
  return known.tokens;
}

function countedTokens(
  page: Located,
  { tokenizer, withheld, open }: { tokenizer: Tokenizer; withheld: string; open: OpensFile },
): Tokens | null {
  const { memory, entry } = page;
  const key = [entry.oid, page.name, entry.type, entry.pin, entry.title, entry.path, tokenizer.name, withheld].join(
    "\n",
  );
  const before = memory.tokens.get(key);
  if (before !== undefined) return before;
  const file = openForPrompt(memory, entry, open);
  if (!file.ok || file.value === null) return null;
  const counted: Partial<Record<Fidelity, number>> = {};
  for (const [fidelity, price] of pricesOf(page, file.value, tokenizer))
    counted[fidelity] = priceTokens(price, entry.oid, tokenizer);
  memory.tokens.put(key, counted);
  return counted;
}

/** Of a file with sections a write changes one, and the others say what they said. */
function pricesOf(page: Located, file: OpenFile, tokenizer: Tokenizer): Prices {
  const { memory, entry, name } = page;
  const extent = entry.sections.length > 0 ? "own" : "whole";
  const body = bodyOf(memory, entry, file, extent);
  const meta = memory.files.get(entry.path)?.data.meta;
  const { fields = {} } = (entry.slug === null ? meta : meta?.sections?.[entry.slug]) ?? {};
  if (extent === "own" && !saysSomething(body) && fieldSentences(entry.type, fields) === "") return [];
  const price = (): Prices => {
    const texts = representationsOf(memory, entry, file, extent);
    return fidelities
      .filter((fidelity) => schema[entry.type].degrades.includes(fidelity))
      .map((fidelity) => [fidelity, blockPrice(blockOf(page, fidelity, texts[fidelity]), tokenizer)]);
  };
  if (extent === "whole" && entry.slug === null) return price();
  if (tokenizer.splitsBlocks !== true) return price();
  const written = entry.slug === null ? [meta?.compressed ?? null, meta?.compressedOf ?? null] : [];
  const key = `${stableJson([name, entry.path, entry.title, entry.type, fields, ...written])}${body}`;
  const prices = pricesBefore(tokenizer)(key, () => pricesKept(memory.tokens, tokenizer.name, key, price));
  // Where the version was counted together with the rest, another one may count otherwise.
  return prices.every(([, { behind }]) => behind !== null) ? prices : price();
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

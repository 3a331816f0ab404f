/** KnownPage: what was made of a page for prompts, kept while the table holds the same entry: one that changed is another object. */

import type { PageEntry } from "../memory/table--entry.js";
import type { Located } from "../memory/workspace.js";
import type { Fidelity } from "../page/page--page.js";
import { withholdingOf } from "./access.js";
import type { Candidate } from "./decision--decision.js";
import type { PromptBlock } from "./print--print.js";

/** Tokens at each admitted fidelity; empty for a preamble that says nothing. */
export type Tokens = Readonly<Partial<Record<Fidelity, number>>>;

/** Under one name, for one tokenizer, and with one set of texts withheld. */
export interface KnownPage {
  readonly name: string;
  readonly tokenizer: string;
  readonly withheld: string;
  tokens: Tokens | null;
  /** The last one, and what it was made from besides. */
  candidate: { readonly made: Candidate; readonly recency: number; readonly place: number | undefined } | null;
  readonly blocks: Partial<Record<Fidelity, PromptBlock>>;
}

const known = new WeakMap<PageEntry, KnownPage>();

export function knownPage({ memory, entry, name }: Located, tokenizer: string): KnownPage {
  const withheld = withholdingOf(memory, entry);
  const last = known.get(entry);
  if (last !== undefined && last.name === name && last.tokenizer === tokenizer && last.withheld === withheld)
    return last;
  const page: KnownPage = { name, tokenizer, withheld, tokens: null, candidate: null, blocks: {} };
  known.set(entry, page);
  return page;
}

const instants = new WeakMap<PageEntry, number>();

/** When the page says that it was changed last, in milliseconds; null where it does not. */
export function updatedAt(entry: PageEntry): number | null {
  if (entry.updated === null) return null;
  const before = instants.get(entry);
  if (before !== undefined) return before;
  const at = Date.parse(entry.updated);
  instants.set(entry, at);
  return at;
}

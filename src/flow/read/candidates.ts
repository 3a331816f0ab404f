/** Candidates: what selection is told of each page: its cost at each fidelity, its pin, its recency; never its text. */

import { compareText } from "../../base/order.js";
import { type Fidelity, fidelities } from "../../page/page.js";
import { schema } from "../../page/schema.js";
import type { Tokenizer } from "../../port/tokenizer.js";
import { blockTokens } from "../../prompt/frame.js";
import type { PromptBlock } from "../../prompt/print.js";
import type { Candidate, Omitted } from "../../residency/decision.js";
import { decay } from "../../residency/recency.js";
import type { Memory } from "../memory.js";
import { type Located, pagesIn, type Workspace } from "../workspace.js";
import { deniedTo } from "./access.js";
import { type KnownPage, knownPage, type Tokens, updatedAt } from "./known-page.js";
import { type OpensFile, openFile, openOnce } from "./open-file.js";
import { bodyOf, representationsOf, saysSomething } from "./parts.js";
import { isBarred, openForPrompt } from "./withheld.js";

export interface Asked {
  readonly session: string | null;
  readonly audience: "owner" | "group";
  /** Names of pages that were demanded: a demand reaches the cold tier too. */
  readonly demanded: ReadonlySet<string>;
  readonly tokenizer: Tokenizer;
  /** How lately the session demanded pages, by name, from 1 down; what the table says stands where that is more. */
  readonly recency?: ReadonlyMap<string, number>;
}

export interface Candidates {
  readonly candidates: readonly Candidate[];
  /** Left out before selection, with the reason. */
  readonly omitted: readonly Omitted[];
  readonly located: ReadonlyMap<string, Located>;
}

/** By id. Every page of the workspace is in `candidates` or in `omitted`, but for a preamble that says nothing. */
export function candidatesIn(workspace: Workspace, asked: Asked): Candidates {
  const pages = byName(workspace);
  const newest = newestOf(pages);
  const open = openOnce();
  const candidates: Candidate[] = [];
  const omitted: Omitted[] = [];
  const located = new Map<string, Located>();
  for (const page of pages) {
    const id = page.name as Candidate["id"];
    const reason = whyNot(page, asked);
    if (reason !== null) {
      omitted.push({ id, reason });
      continue;
    }
    const tokens = tokensOf(page, asked.tokenizer, open);
    if (tokens === null) omitted.push({ id, reason: "unreadable" });
    if (tokens === null || Object.keys(tokens).length === 0) continue;
    located.set(id, page);
    const recent = asked.recency?.get(id) ?? 0;
    const recency = Math.max(recent, recencyOf(updatedAt(page.entry), newest));
    candidates.push(candidateOf(page, knownPage(page, asked.tokenizer.name), tokens, recency));
  }
  for (const memory of workspace.memories) memory.tokens.flush();
  return { candidates, omitted, located };
}

/** The names in their order as they stood last; nearly all stand there again, and then little is to be sorted. */
const namesBefore = new WeakMap<Memory, readonly string[]>();

function byName(workspace: Workspace): readonly Located[] {
  const all = pagesIn(workspace);
  const pages = new Map(all.map((page) => [page.name, page]));
  // Stores that share a name may hold shadowed pages that share one too.
  if (pages.size < all.length) return [...all].sort(byText);
  const sorted: Located[] = [];
  for (const name of namesBefore.get(workspace.primary) ?? []) {
    const page = pages.get(name);
    if (page === undefined) continue;
    sorted.push(page);
    pages.delete(name);
  }
  sorted.push(...pages.values());
  sorted.sort(byText);
  namesBefore.set(
    workspace.primary,
    sorted.map(({ name }) => name),
  );
  return sorted;
}

function byText(a: Located, b: Located): number {
  return compareText(a.name, b.name);
}

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
  const known = memory.tokens.get(key);
  if (known !== undefined) return known;
  const file = openForPrompt(memory, entry, open);
  if (!file.ok || file.value === null) return null;
  const counted: Partial<Record<Fidelity, number>> = {};
  const extent = entry.sections.length > 0 ? "own" : "whole";
  if (extent === "whole" || saysSomething(bodyOf(memory, entry, file.value, extent))) {
    const texts = representationsOf(memory, entry, file.value, extent);
    for (const fidelity of fidelities) {
      if (!schema[entry.type].degrades.includes(fidelity)) continue;
      counted[fidelity] = blockTokens(blockOf(page, fidelity, texts[fidelity]), tokenizer);
    }
  }
  memory.tokens.put(key, counted);
  return counted;
}

/** A page as it stands in the prompt. Blank lines around a text cost tokens and say nothing; a pointer says all in its attributes. */
export function blockOf(page: Located, fidelity: Fidelity, text: string): PromptBlock {
  const { entry } = page;
  const { type, pin, title, path, oid } = entry;
  const shown = fidelity === "pointer" ? "" : text.replace(/^(?:[ \t]*\r?\n)+/, "").trimEnd();
  return { id: page.name as PromptBlock["id"], type, pin, title, fidelity, path, oid, text: shown };
}

/** The same object as long as nothing of it changed: whoever keeps candidates tells by that which are others. */
function candidateOf(page: Located, known: KnownPage, tokens: Tokens, recency: number): Candidate {
  if (known.candidate?.recency === recency) return known.candidate.made;
  const made = freshCandidate(page, tokens, recency);
  known.candidate = { made, recency };
  return made;
}

function freshCandidate({ name, entry }: Located, tokens: Tokens, recency: number): Candidate {
  return {
    id: name as Candidate["id"],
    type: entry.type,
    pin: entry.pin,
    scope: entry.scope,
    minFidelity: entry.minFidelity,
    tokens,
    recomputeCost: schema[entry.type].recomputeCost,
    recency,
    activePlan: entry.type === "plan" && !entry.tags.includes("done"),
  };
}

function whyNot(page: Located, asked: Asked): Omitted["reason"] | null {
  const { entry, memory } = page;
  const denied = deniedTo(page, asked);
  if (denied !== null) return denied;
  if (page.shadowed) return "superseded";
  if (isBarred(memory, entry)) return "origin_denied";
  if (entry.tier === "cold" && !asked.demanded.has(page.name)) return "cold_tier";
  return null;
}

const msPerDay = 86_400_000;

/**
 * From the page's own `updated` against the newest in the table: no clock and no file time is read, so a second clone gives the
 * same prompt. What a session demanded stands above it, in the turns of that session.
 */
function recencyOf(updated: number | null, newest: number | null): number {
  if (updated === null || newest === null) return 0;
  return decay(1, Math.max(0, Math.floor((newest - updated) / msPerDay)));
}

function newestOf(pages: readonly Located[]): number | null {
  let newest: number | null = null;
  for (const { entry } of pages) {
    const at = updatedAt(entry);
    if (at !== null) newest = Math.max(newest ?? 0, at);
  }
  return newest;
}

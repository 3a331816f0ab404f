/** Candidates: what selection is told of each page: its cost at each fidelity, its pin, its recency; never its text. */

import { compareText } from "../../base/order.js";
import { schema } from "../../page/schema.js";
import type { Tokenizer } from "../../port/tokenizer.js";
import type { Candidate, Omitted } from "../../residency/decision.js";
import { decay } from "../../residency/recency.js";
import type { Memory } from "../memory.js";
import { type Located, pagesIn, type Workspace } from "../workspace.js";
import { deniedTo } from "./access.js";
import { type KnownPage, knownPage, type Tokens, updatedAt } from "./known-page.js";
import { type OpensFile, openOnce } from "./open-file.js";
import { tokensOf } from "./page-tokens.js";
import { isBarred } from "./withheld.js";

export interface Asked {
  readonly session: string | null;
  readonly audience: "owner" | "group";
  /** Names of pages that were demanded: a demand reaches the cold tier too. */
  readonly demanded: ReadonlySet<string>;
  readonly tokenizer: Tokenizer;
  /** How lately the session demanded pages, by name, from 1 down; what the table says stands where that is more. */
  readonly recency?: ReadonlyMap<string, number>;
  /** How files are opened; absent, each is read anew. */
  readonly open?: OpensFile;
}

export interface Candidates {
  readonly candidates: readonly Candidate[];
  /** Left out before selection, with the reason. */
  readonly omitted: readonly Omitted[];
  readonly located: ReadonlyMap<string, Located>;
}

/**
 * By id. Every page of the workspace is in `candidates` or in `omitted`, but for a preamble that says nothing. What was counted is the
 * caller's to write down.
 */
export function candidatesIn(workspace: Workspace, asked: Asked): Candidates {
  const pages = byName(workspace);
  const newest = newestOf(pages);
  const { tokenizer, recency, open = openOnce() } = asked;
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
    const known = knownPage(page, tokenizer.name);
    const tokens = known.tokens ?? tokensOf(page, tokenizer, open);
    if (tokens === null) omitted.push({ id, reason: "unreadable" });
    if (tokens === null || isEmpty(tokens)) continue;
    located.set(id, page);
    const share = Math.max(recency?.get(id) ?? 0, recencyOf(updatedAt(page.entry), newest));
    candidates.push(candidateOf(page, known, tokens, share));
  }
  return { candidates, omitted, located };
}

function isEmpty(tokens: Tokens): boolean {
  for (const _ in tokens) return false;
  return true;
}

/** How the pages stood last, and which of them stands where by name: while no name came or went, nothing is to be sorted. */
const orderBefore = new WeakMap<Memory, { readonly names: readonly string[]; readonly order: readonly number[] }>();

function byName(workspace: Workspace): readonly Located[] {
  const all = pagesIn(workspace);
  const before = orderBefore.get(workspace.primary);
  if (before?.names.length === all.length && before.names.every((name, at) => name === all[at]?.name))
    return before.order.map((at) => all[at]!);
  const names = all.map(({ name }) => name);
  const order = [...names.keys()].sort((a, b) => compareText(names[a] ?? "", names[b] ?? ""));
  orderBefore.set(workspace.primary, { names, order });
  return order.map((at) => all[at]!);
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

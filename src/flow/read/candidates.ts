/** Candidates: what selection is told of each page: its cost at each fidelity, its pin, its recency; never its text. */

import { schema } from "../../page/schema.js";
import type { Tokenizer } from "../../port/tokenizer.js";
import type { Candidate, Omitted } from "../../residency/decision.js";
import { decay } from "../../residency/recency.js";
import type { Memory } from "../memory.js";
import type { Located, Workspace } from "../workspace.js";
import { deniedTo } from "./access.js";
import { type KnownPage, knownPage, type Tokens, updatedAt } from "./known-page.js";
import { type OpensFile, openOnce } from "./open-file.js";
import { pageOrder } from "./page-order.js";
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
 * caller's to write down. Most pages were judged before, and are judged the same while nothing that this hangs on is another.
 */
export function candidatesIn(workspace: Workspace, asked: Asked): Candidates {
  const { pages, newest } = pageOrder(workspace);
  const { session, audience, tokenizer, open = openOnce() } = asked;
  const about = [session, audience, newest, ...workspace.memories.flatMap((memory) => [memory, memory.labels])];
  const named = new Set([...asked.demanded, ...(asked.recency?.keys() ?? [])]);
  const kept = keptFor(workspace.primary, tokenizer.name);
  const before =
    kept.about.length === about.length && kept.about.every((part, at) => part === about[at]) ? kept : null;
  const judged: Judged[] = [];
  const candidates: Candidate[] = [];
  const omitted: Omitted[] = [];
  const located = new Map<string, Located>();
  for (let at = 0; at < pages.length; at += 1) {
    const page = pages[at]!;
    const known = before?.judged[at];
    // What somebody asked for by name is judged anew, here and the next time.
    const isNamed = named.size > 0 && named.has(page.name);
    const now = known?.page === page && !isNamed ? known : judge(page, { ...asked, open }, newest);
    judged.push(isNamed || now.omitted?.reason === "unreadable" ? { ...now, page: null } : now);
    if (now.omitted !== null) omitted.push(now.omitted);
    if (now.candidate === null) continue;
    candidates.push(now.candidate);
    located.set(page.name, page);
  }
  Object.assign(kept, { about, judged });
  return { candidates, omitted, located };
}

/** What became of one page: at most one of the two. */
interface Judged {
  /** null where it is to be judged anew whatever comes. */
  readonly page: Located | null;
  readonly candidate: Candidate | null;
  readonly omitted: Omitted | null;
}

function judge(page: Located, asked: Asked & { readonly open: OpensFile }, newest: number | null): Judged {
  const id = page.name as Candidate["id"];
  const { tokenizer, recency, open } = asked;
  const reason = whyNot(page, asked);
  if (reason !== null) return { page, candidate: null, omitted: { id, reason } };
  const known = knownPage(page, tokenizer.name);
  const tokens = known.tokens ?? tokensOf(page, tokenizer, open);
  if (tokens === null) return { page, candidate: null, omitted: { id, reason: "unreadable" } };
  if (isEmpty(tokens)) return { page, candidate: null, omitted: null };
  const share = Math.max(recency?.get(id) ?? 0, recencyOf(updatedAt(page.entry), newest));
  return { page, candidate: candidateOf(page, known, tokens, share), omitted: null };
}

interface Kept {
  /** All that every page was judged by. */
  about: readonly unknown[];
  /** By name. */
  judged: readonly Judged[];
}

const keptBefore = new WeakMap<Memory, Map<string, Kept>>();

/** For each tokenizer, of which there are few. */
function keptFor(primary: Memory, tokenizer: string): Kept {
  const all = keptBefore.get(primary) ?? new Map<string, Kept>();
  keptBefore.set(primary, all);
  const kept = all.get(tokenizer) ?? { about: [], judged: [] };
  all.set(tokenizer, kept);
  return kept;
}

function isEmpty(tokens: Tokens): boolean {
  for (const _ in tokens) return false;
  return true;
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

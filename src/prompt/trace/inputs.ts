/**
 * Inputs: all that a decision was made from, by name and digest, so that it can be made again later and a difference has a name, and what more
 * fidelity would have cost.
 */

import { shortDigest } from "../../base/digest.js";
import type { Oid, PageId, PagePath } from "../../base/ids.js";
import { stableJson } from "../../base/json.js";
import { limits } from "../../base/limits.js";
import { compareText, sortedById } from "../../base/text.js";
import { type Fidelity, rank } from "../../page/page.js";
import { admittedLevels } from "../budget.js";
import type { Candidate, Policy, Selected, Selection } from "../decision.js";

export interface Inputs {
  readonly session: string | null;
  readonly audience: "owner" | "group";
  /** Every store that was open, in the order of the workspace. */
  readonly stores: readonly StoreInput[];
  /** Digest of the policy with its weights. */
  readonly policy: string;
  /** Digest of all that selection was told of the pages, but what they cost and how lately they were demanded. */
  readonly pages: string;
  /** Digest of what every page costs at every fidelity. */
  readonly prices: string;
  /** The harness whose own files were left to it; absent where none was named. */
  readonly harness?: { readonly name: string; readonly folder: string; readonly store?: string };
}

export interface StoreInput {
  readonly store: string;
  /** Digest of the configuration as it was understood. */
  readonly config: string;
  readonly head: Oid | null;
  /** Page files whose bytes were not those of HEAD, by path; `oid` is null where HEAD had one and the disk had none. */
  readonly uncommitted: readonly { readonly path: PagePath; readonly oid: Oid | null }[];
  /** How many more there were than are listed. */
  readonly uncommittedMore: number;
}

/** How lately a page was demanded in a session: turns since then, 0 for the turn before. */
export interface Recent {
  readonly id: PageId;
  readonly ago: number;
}

const chars = 16;

const digestOfPolicy = new WeakMap<Policy, string>();

export function policyDigest(policy: Policy): string {
  const known =
    digestOfPolicy.get(policy) ?? shortDigest(stableJson({ ...policy, horizon: String(policy.horizon) }), chars);
  digestOfPolicy.set(policy, known);
  return known;
}

interface Digests {
  readonly pages: string;
  readonly prices: string;
}

interface Digested extends Digests {
  /** In the order in which they came. */
  readonly candidates: readonly Candidate[];
  readonly told: readonly string[];
  readonly price: readonly string[];
}

/** What was digested last: a turn changes what a few pages cost, and mostly not what any of them is. */
let last: Digested = { candidates: [], told: [], price: [], pages: digestOf([]), prices: digestOf([]) };

export function candidateDigests(candidates: readonly Candidate[]): Digests {
  last = alike(candidates) ?? digested(candidates);
  const { pages, prices } = last;
  return { pages, prices };
}

/** Of candidates that are mostly those of the last time, each in its place and under its name; null for others. */
function alike(candidates: readonly Candidate[]): Digested | null {
  const before = last.candidates;
  if (before.length !== candidates.length) return null;
  const others: number[] = [];
  for (let at = 0; at < candidates.length; at += 1) {
    if (candidates[at] === before[at]) continue;
    if (candidates[at]!.id !== before[at]!.id) return null;
    others.push(at);
  }
  const [told, price] = [[...last.told], [...last.price]];
  let [isTold, isPriced] = [false, false];
  for (const at of others) {
    const printed = printedOf(candidates[at]!);
    isTold ||= printed.told !== told[at];
    isPriced ||= printed.price !== price[at];
    told[at] = printed.told;
    price[at] = printed.price;
  }
  const pages = isTold ? digestOf(told) : last.pages;
  return { candidates, told, price, pages, prices: isPriced ? digestOf(price) : last.prices };
}

function digested(candidates: readonly Candidate[]): Digested {
  const sorted = sortedById([...candidates]);
  const printed = sorted.map(printedOf);
  const [told, price] = [printed.map((each) => each.told), printed.map((each) => each.price)];
  return { candidates: sorted, told, price, pages: digestOf(told), prices: digestOf(price) };
}

function digestOf(printed: readonly string[]): string {
  return shortDigest(`[${printed.join(",")}]`, chars);
}

/** Most candidates of a turn are those of the turn before. */
const printedBefore = new WeakMap<Candidate, { readonly told: string; readonly price: string }>();

function printedOf(candidate: Candidate): { readonly told: string; readonly price: string } {
  const before = printedBefore.get(candidate);
  if (before !== undefined) return before;
  const printed = { told: JSON.stringify(toldOf(candidate)), price: JSON.stringify(priceOf(candidate)) };
  printedBefore.set(candidate, printed);
  return printed;
}

/** With its keys in their order, so that it prints as `stableJson` would in a tenth of the time: there is one a page and turn. */
function toldOf(candidate: Candidate): object {
  const { activePlan, future, id, minFidelity, pin, place, recomputeCost, scope, shares, type } = candidate;
  return { activePlan, future, id, minFidelity, pin, place, recomputeCost, scope, shares, type };
}

function priceOf({ id, tokens: { compressed, full, pointer, structured } }: Candidate): readonly unknown[] {
  return [id, { compressed, full, pointer, structured }];
}

// Upgrades: what the last phase of a decision did for pages, and what more fidelity for them would have cost.

/** What the last phase did: pages raised above where they came in, and how many stand lower than they could for want of tokens. */
export interface Upgrades {
  readonly taken: number;
  /** By id: the next fidelity up and the tokens it lacked; the first `limits.traceRefusedMax` of them. */
  readonly refused: readonly Refused[];
  readonly refusedMore: number;
}

interface Refused {
  readonly id: PageId;
  readonly fidelity: Fidelity;
  /** Tokens it would have cost more than the page costs as it stands; never less than what was left. */
  readonly more: number;
}

interface Seated {
  readonly candidate: Candidate;
  readonly stands: Selected;
}

/** Few of many are selected, and both mostly come by id: then one walk along both finds them. */
function seated(selected: readonly Selected[], candidates: readonly Candidate[]): readonly Seated[] {
  const found: Seated[] = [];
  for (const candidate of candidates) {
    const stands = selected[found.length];
    if (stands?.id === candidate.id) found.push({ candidate, stands });
  }
  if (found.length === selected.length) return found;
  const byId = new Map(selected.map((page) => [page.id, page]));
  return candidates.flatMap((candidate) => {
    const stands = byId.get(candidate.id);
    return stands === undefined ? [] : [{ candidate, stands }];
  });
}

/** A step up is refused where it costs more than is left; one that fits and was not taken is none the policy wanted. */
export function upgradesOf(selection: Selection, candidates: readonly Candidate[]): Upgrades {
  const left = selection.budget - selection.used;
  const refused: Refused[] = [];
  for (const { candidate, stands } of seated(selection.selected, candidates)) {
    const { fidelity, tokens } = stands;
    const { id } = candidate;
    const next = admittedLevels(candidate).find((level) => rank(level.fidelity) > rank(fidelity));
    if (next !== undefined && next.tokens - tokens > left)
      refused.push({ fidelity: next.fidelity, id, more: next.tokens - tokens });
  }
  refused.sort((a, b) => compareText(a.id, b.id));
  return {
    refused: refused.slice(0, limits.traceRefusedMax),
    refusedMore: Math.max(0, refused.length - limits.traceRefusedMax),
    taken: selection.selected.filter((page) => page.reason === "upgraded").length,
  };
}

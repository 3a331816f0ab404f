/** Inputs: all that a decision was made from, by name and digest, so that it can be made again later and a difference has a name. */

import { shortDigest } from "../base/digest.js";
import type { Oid, PageId, PagePath } from "../base/ids.js";
import { stableJson } from "../base/json.js";
import { sortedById } from "../base/order.js";
import type { Candidate } from "../residency/decision.js";
import type { Policy } from "../residency/policy.js";

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

export function policyDigest(policy: Policy): string {
  return shortDigest(stableJson({ ...policy, horizon: String(policy.horizon) }), chars);
}

interface Digests {
  readonly pages: string;
  readonly prices: string;
}

/** What was digested last: most turns change what a page costs, and few what it is. */
let last: { readonly told: readonly string[]; readonly price: readonly string[] } & Digests = {
  told: [],
  price: [],
  pages: digestOf([]),
  prices: digestOf([]),
};

export function candidateDigests(candidates: readonly Candidate[]): Digests {
  const told: string[] = [];
  const price: string[] = [];
  for (const candidate of sortedById([...candidates])) {
    const printed = printedOf(candidate);
    told.push(printed.told);
    price.push(printed.price);
  }
  const pages = isSame(told, last.told) ? last.pages : digestOf(told);
  const prices = isSame(price, last.price) ? last.prices : digestOf(price);
  last = { told, price, pages, prices };
  return { pages, prices };
}

function digestOf(printed: readonly string[]): string {
  return shortDigest(`[${printed.join(",")}]`, chars);
}

function isSame(these: readonly string[], those: readonly string[]): boolean {
  return these.length === those.length && these.every((text, at) => text === those[at]);
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
function toldOf({ activePlan, future, id, minFidelity, pin, recomputeCost, scope, type }: Candidate): object {
  return { activePlan, future, id, minFidelity, pin, recomputeCost, scope, type };
}

function priceOf({ id, tokens: { compressed, full, pointer, structured } }: Candidate): readonly unknown[] {
  return [id, { compressed, full, pointer, structured }];
}

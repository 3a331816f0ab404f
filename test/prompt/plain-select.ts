/** Plain select: the same policy from objects and sorting, made anew at each call: what the engine must equal, and must be faster than. */

import type { PageId } from "../../src/base/ids.js";
import { assert } from "../../src/base/result.js";
import { compareText, firstDecided } from "../../src/base/text.js";
import { type Fidelity, type PageType, type Pin, rank } from "../../src/page/page.js";
import { admittedLevels, fixedWorth, type Level, pinOf, utility } from "../../src/prompt/budget.js";
import type {
  Candidate,
  Demand,
  Omitted,
  Policy,
  Pressure,
  Selected,
  SelectedReason,
  Selection,
} from "../../src/prompt/decision.js";

import { mend } from "./plain-mend.js";
import { type Upgradable, upgrade } from "./plain-upgrade.js";

/** One candidate on its way through the phases. */
interface Slot extends Upgradable {
  readonly candidate: Candidate;
  /** Place in the order of ids, which settles every tie. */
  readonly place: number;
  readonly pin: Pin;
  /** What a demand asks for, never below the minimum; null where nobody asks. */
  readonly demanded: Fidelity | null;
  /** Why it was required to come in; null where it was not. */
  reason: SelectedReason | null;
}

/**
 * The multi-choice knapsack of paper section 3, Listing 1. First every hard pin at its minimum and every demand at its fidelity; then
 * steps up, of which the first, if the policy prefetches, is to come in; then a few exchanges. Deterministic, whatever the order of the arguments. A demand
 * for a page that is no candidate changes nothing. `budget` and prices are in tokens. Throws on a duplicate id: that is a bug.
 */
export function plainSelect(
  candidates: readonly Candidate[],
  demands: readonly Demand[],
  budget: number,
  policy: Policy,
): Selection {
  assert(Number.isSafeInteger(budget) && budget >= 0, "a budget is a whole number of tokens, 0 or more");
  const slots = slotsOf(candidates, demands, policy);
  const pressure: Pressure[] = [];
  let used = installRequired(slots, budget, pressure);
  for (const slot of slots) slot.floor = slot.at;
  const open = slots.filter((slot) => isIn(slot) || (policy.prefetch === "minimum" && !isRequired(slot)));
  const spent = upgrade(open, budget - used);
  used = budget - (policy.upgrade === "marginal" ? mend(open, spent) : spent.left);
  const selection = decided(slots, policy, { budget, used, pressure });
  check(selection, slots);
  return selection;
}

function slotsOf(candidates: readonly Candidate[], demands: readonly Demand[], policy: Policy): Slot[] {
  const demanded = new Map<PageId, Fidelity | null>();
  for (const { id, fidelity } of demands) demanded.set(id, higher(demanded.get(id) ?? null, fidelity));
  const sorted = [...candidates].sort((a, b) => compareText(a.id, b.id));
  return sorted.map((candidate, place) => {
    assert(candidate.id !== sorted[place - 1]?.id, "every candidate has an id of its own");
    const pin = pinOf(candidate, policy);
    const levels = admittedLevels(candidate);
    const value = worth(candidate, policy);
    assert(levels.length > 0, "a candidate admits a level at or above its minimum");
    return {
      candidate,
      place,
      pin,
      levels,
      shares: levels.map(({ fidelity }) => candidate.shares?.[fidelity] ?? utility(1, fidelity)),
      worth: value,
      least: levels.indexOf(cheapestAtLeast(levels, candidate.minFidelity)),
      climbs: policy.upgrade === "marginal",
      demanded: demanded.has(candidate.id)
        ? higher<Fidelity | null>(candidate.minFidelity, demanded.get(candidate.id) ?? null)
        : null,
      at: -1,
      floor: -1,
      reason: null,
    };
  });
}

function higher<T extends Fidelity | null>(a: T, b: T): T {
  if (a === null || b === null) return a ?? b;
  return rank(b) > rank(a) ? b : a;
}

/**
 * Phase 1. Minimums of hard pins come before any demand, so that no demand for more costs a pin its place. What does not fit is
 * pressure, never silence. A demand that cannot be met at its fidelity gets a second chance at the page's minimum once all other
 * requirements stand, because a pointer in the prompt beats a page that is not there.
 */
function installRequired(slots: readonly Slot[], budget: number, pressure: Pressure[]): number {
  const required = slots.filter(isRequired).sort(byRequirement);
  let used = 0;
  const ask = (slot: Slot, fidelity: Fidelity, reason: SelectedReason): void => {
    const level = cheapestAtLeast(slot.levels, fidelity);
    const left = budget - used;
    const more = level.tokens - held(slot);
    if (more > left)
      pressure.push({ id: slot.candidate.id, pin: slot.pin, required: fidelity, tokens: level.tokens, left });
    else used += install(slot, level, reason);
  };
  for (const slot of required) if (slot.pin === "hard") ask(slot, slot.candidate.minFidelity, "pinned");
  for (const slot of required) {
    const missed = slot.pin === "hard" && !isIn(slot);
    if (missed || slot.demanded === null || meets(slot, slot.demanded)) continue;
    ask(slot, slot.demanded, "demanded");
  }
  for (const slot of required) {
    const level = cheapestAtLeast(slot.levels, slot.candidate.minFidelity);
    if (!isIn(slot) && level.tokens <= budget - used) used += install(slot, level, "demanded");
  }
  return used;
}

/** Whether what is resident is already as much as can be had of what is asked. */
function meets(slot: Slot, fidelity: Fidelity): boolean {
  return isIn(slot) && slot.levels.indexOf(cheapestAtLeast(slot.levels, fidelity)) === slot.at;
}

function isRequired(slot: Slot): boolean {
  return slot.pin === "hard" || slot.demanded !== null;
}

function held(slot: Slot): number {
  return slot.levels[slot.at]?.tokens ?? 0;
}

const pinOrder: Readonly<Record<Pin, number>> = { hard: 2, soft: 1, none: 0 };

function typeOrder(type: PageType): number {
  return type === "bootstrap_policy" ? 2 : type === "constraint" ? 1 : 0;
}

function byRequirement(a: Slot, b: Slot): number {
  return firstDecided(
    pinOrder[b.pin] - pinOrder[a.pin],
    typeOrder(b.candidate.type) - typeOrder(a.candidate.type),
    b.worth - a.worth,
    a.place - b.place,
  );
}

/** Makes the level resident; gives the tokens that takes on top of what the page held. */
function install(slot: Slot, level: Level, reason: SelectedReason): number {
  const more = level.tokens - held(slot);
  slot.at = slot.levels.indexOf(level);
  slot.reason = reason;
  return more;
}

function isIn(slot: Slot): boolean {
  return slot.at !== -1;
}

function decided(
  slots: readonly Slot[],
  policy: Policy,
  totals: { readonly budget: number; readonly used: number; readonly pressure: readonly Pressure[] },
): Selection {
  const selected: Selected[] = [];
  const omitted: Omitted[] = [];
  const unasked = policy.prefetch === "none" ? "not_demanded" : "over_budget";
  for (const slot of slots) {
    const id = slot.candidate.id;
    const level = slot.levels[slot.at];
    if (level === undefined) omitted.push({ id, reason: isRequired(slot) ? "minimum_over_budget" : unasked });
    else selected.push({ id, ...level, reason: reasonOf(slot) });
  }
  const pressure = [...totals.pressure].sort((a, b) => compareText(a.id, b.id));
  return { budget: totals.budget, used: totals.used, selected, omitted, pressure };
}

/** A page that stands higher than it had to was upgraded. */
function reasonOf(slot: Slot): SelectedReason {
  if (slot.at !== (slot.floor === -1 ? slot.least : slot.floor)) return "upgraded";
  return slot.reason ?? "prefetched";
}

function check(selection: Selection, slots: readonly Slot[]): void {
  const sum = selection.selected.reduce((tokens, page) => tokens + page.tokens, 0);
  assert(sum === selection.used, "what is used is the sum over the selected pages");
  assert(selection.used <= selection.budget, "a selection never overspends");
  assert(
    selection.selected.length + selection.omitted.length === slots.length,
    "every candidate is selected or omitted",
  );
  for (const slot of slots) {
    const level = slot.levels[slot.at];
    if (level !== undefined)
      assert(rank(level.fidelity) >= rank(slot.candidate.minFidelity), "no page stands below its minimum");
  }
}

/** What the page is worth resident at full: what stands, and how lately it was demanded. */
export function worth(candidate: Candidate, policy: Policy): number {
  const { recency } = candidate;
  assert(recency >= 0 && recency <= 1, "a recency lies between 0 and 1");
  return fixedWorth(candidate, policy) + policy.weights.recency * recency;
}

/**
 * The cheapest level at or above the required one; at equal price the higher. Where every level lies below (the page has no text
 * at that fidelity), the highest there is: more cannot be had at any budget.
 */
export function cheapestAtLeast(levels: readonly Level[], required: Fidelity): Level {
  const highest = levels.at(-1);
  assert(highest !== undefined, "a candidate admits a level at or above its minimum");
  let best = highest;
  for (let at = levels.length - 2; at >= 0; at -= 1) {
    const level = levels[at] as Level;
    if (rank(level.fidelity) >= rank(required) && level.tokens < best.tokens) best = level;
  }
  return best;
}

/** Weigh: the order of what was found: by its words first, then by kind, age, importance and trust, each with its reason. */

import type { Instant } from "../../base/ids.js";
import { compareText, firstDecided } from "../../base/text--order.js";
import type { Origin } from "../../page/page--page.js";
import type { Boost, Lead, Weighed } from "../confidence--lead.js";
import type { Plan } from "../plan.js";

const msPerDay = 86_400_000;
/** Episodes fade to half of what their being new was worth in this time. */
const halfLifeDays = 30;
const recencyMost = 0.1;
const importanceMost = 0.1;
const neighborsMost = 0.06;
const typeFactor = 1.08;

const originFactors: Readonly<Record<Origin, number>> = { user: 1, agent: 1, tool: 0.97, imported: 0.95, web: 0.9 };

/** Days since the last day that a page speaks of, else since its last change; null where neither is known. */
export type AgeOf = (of: Pick<Lead, "days" | "updated">) => number | null;

/** Best first; ties by path and chunk. */
export function weigh(leads: readonly Lead[], plan: Plan, ageOf: AgeOf): readonly Weighed[] {
  const kinds = new Map(plan.kinds.map(({ kind, weight }) => [kind, weight]));
  return leads
    .map((lead) => {
      const boosts = boostsOf(lead, kinds.get(lead.kind) ?? 1, plan, ageOf);
      return { ...lead, boosts, score: boosts.reduce((score, { factor }) => score * factor, lead.base) };
    })
    .sort((a, b) => firstDecided(b.score - a.score, compareText(a.path, b.path), a.chunk - b.chunk));
}

/** Only what makes a difference. */
function boostsOf(lead: Lead, weight: number, plan: Plan, ageOf: AgeOf): readonly Boost[] {
  const { kind, origin, neighbors, event } = lead;
  const boosts: Boost[] = [];
  const add = (what: Boost["what"], factor: number, says: () => string): void => {
    if (factor !== 1) boosts.push({ what, factor, says: says() });
  };
  const fades = kind === "episodic" || kind === "working";
  const days = fades ? ageOf(lead) : null;
  const recency = days === null ? 1 : 1 + recencyMost * 0.5 ** (days / halfLifeDays);
  const importance = event === null ? 0 : event.importance;
  const linked = Math.min(neighbors.length, 3) / 3;
  add("kind", weight, () => `${kind} memory, for a question of the kind “${plan.query.intent}”`);
  add("type", lead.type === plan.likely ? typeFactor : 1, () => `a ${lead.type}, as was asked`);
  add("recency", recency, () => (days === 1 ? "1 day old" : `${days} days old`));
  add("importance", 1 + importanceMost * importance, () => "marked as important");
  add("origin", originFactors[origin], () => `of origin ${origin}`);
  add("neighbors", 1 + neighborsMost * linked, () => `near ${neighbors.map(({ id }) => id).join(", ")}`);
  add("contested", lead.contested ? 0.95 : 1, () => "a conflict in it is open");
  add("stale", lead.stale ? 0.8 : 1, () => "it says that it no longer holds");
  add("tier", lead.tier === "cold" ? 0.97 : 1, () => "archived");
  return boosts;
}

/** By the days that `dayOf` gives moments, as a place's clocks show them. What lies ahead is as new as can be. */
export function agesAt(now: Instant, dayOf: (at: Instant) => string): AgeOf {
  let today: string | null = null;
  return ({ days, updated }) => {
    const last = days?.to ?? days?.from ?? (updated === null ? null : dayOf(updated));
    if (last === null) return null;
    today ??= dayOf(now);
    return Math.max(0, Math.round((Date.parse(today) - Date.parse(last)) / msPerDay));
  };
}

/** Weigh: the order of what was found: by its words first, then by kind, age, importance and trust, each with its reason. */

import type { Instant } from "../base/ids.js";
import { compareText, firstDecided } from "../base/order.js";
import type { Origin } from "../page/page.js";
import type { Boost, Lead, Weighed } from "./lead.js";
import type { Plan } from "./plan.js";

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
      const boosts = boostsOf(lead, kinds.get(lead.kind) ?? 1, plan, ageOf).filter(({ factor }) => factor !== 1);
      return { ...lead, boosts, score: boosts.reduce((score, { factor }) => score * factor, lead.base) };
    })
    .sort((a, b) => firstDecided(b.score - a.score, compareText(a.path, b.path), a.chunk - b.chunk));
}

function boostsOf(lead: Lead, weight: number, plan: Plan, ageOf: AgeOf): readonly Boost[] {
  const { kind, origin, neighbors, event } = lead;
  const days = ageOf(lead);
  const fades = kind === "episodic" || kind === "working";
  const recency = fades && days !== null ? 1 + recencyMost * 0.5 ** (days / halfLifeDays) : 1;
  const importance = event === null ? 0 : event.importance;
  const linked = Math.min(neighbors.length, 3) / 3;
  return [
    { what: "kind", factor: weight, says: `${kind} memory, for a question of the kind “${plan.query.intent}”` },
    { what: "type", factor: lead.type === plan.likely ? typeFactor : 1, says: `a ${lead.type}, as was asked` },
    { what: "recency", factor: recency, says: days === 1 ? "1 day old" : `${days} days old` },
    { what: "importance", factor: 1 + importanceMost * importance, says: "marked as important" },
    { what: "origin", factor: originFactors[origin], says: `of origin ${origin}` },
    {
      what: "neighbors",
      factor: 1 + neighborsMost * linked,
      says: `near ${neighbors.map(({ id }) => id).join(", ")}`,
    },
    { what: "contested", factor: lead.contested ? 0.95 : 1, says: "a conflict in it is open" },
    { what: "stale", factor: lead.stale ? 0.8 : 1, says: "it says that it no longer holds" },
    { what: "tier", factor: lead.tier === "cold" ? 0.97 : 1, says: "archived" },
  ];
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

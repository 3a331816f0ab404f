/**
 * RankWorth: the order of what was found, each with its reason. Of two places that answer alike and disagree, the newer stands above the older,
 * which is shown as superseded. Lines are held against each other: they say the same of the same thing, and another value of it, on another day.
 * Who asks for the first, or of named days, asks for the past.
 */

import type { Instant } from "../../base/ids.js";
import { compareText, firstDecided } from "../../base/text.js";
import { leastTrusted } from "../../memory/labels.js";
import type { Origin } from "../../page/page.js";
import type { Boost, Lead, Weighed } from "../confidence.js";
import type { Plan } from "../plan.js";
import { type Term, termsOf } from "../words/terms.js";

// Weigh: the order of what was found: by its words first, then by kind, age, importance and trust, each with its reason.

const msPerDay = 86_400_000;
/** Episodes fade to half of what their being new was worth in this time. */
const halfLifeDays = 30;
const recencyMost = 0.1;
const importanceMost = 0.1;
const neighborsMost = 0.06;
const typeFactor = 1.08;

/** What holds such a share of the most that is held of a question answers alike. */
const alikeShare = 0.85;
/** So much nearer to the best of those (1 is beside it) where the first or the latest is asked for, which gains so much. */
const orderLift = 0.9;
const orderMost = 0.4;

const originFactors: Readonly<Record<Origin, number>> = { user: 1, agent: 1, tool: 0.97, imported: 0.95, web: 0.9 };

/** Days since the last day that a page speaks of, else since its last change; null where neither is known. */
export type AgeOf = (of: Pick<Lead, "days" | "updated">) => number | null;

/** Best first; ties by path and chunk. */
export function weigh(leads: readonly Lead[], plan: Plan, ageOf: AgeOf): readonly Weighed[] {
  const kinds = new Map(plan.kinds.map(({ kind, weight }) => [kind, weight]));
  const weighed = leads.map((lead) => {
    const boosts = boostsOf(lead, kinds.get(lead.kind) ?? 1, plan, ageOf);
    return { ...lead, boosts, score: boosts.reduce((score, { factor }) => score * factor, lead.base) };
  });
  return latestOf(inDayOrder(weighed, plan.query.order), plan).sort((a, b) =>
    firstDecided(b.score - a.score, compareText(a.path, b.path), a.chunk - b.chunk),
  );
}

/**
 * The days of those that answer alike decide between them where the question asks for the first or the latest: those that hold as much of it,
 * however much else they say of it, come near to the best of them, and then one behind the other.
 */
function inDayOrder(leads: readonly Weighed[], order: Plan["query"]["order"]): Weighed[] {
  if (order === null) return [...leads];
  const least = alikeShare * Math.max(0, ...leads.map(({ coverage }) => coverage));
  const dayOf = (lead: Weighed): string | null =>
    lead.coverage < least || lead.score <= 0 ? null : (lead.days?.from ?? lead.days?.to ?? null);
  const alike = leads.filter((lead) => dayOf(lead) !== null);
  const days = [...new Set(alike.map(dayOf))].sort();
  if (order === "first") days.reverse();
  if (days.length < 2) return [...leads];
  const best = Math.max(...alike.map(({ score }) => score));
  const says = order === "first" ? "the first was asked for" : "the latest was asked for";
  return leads.map((lead) => {
    const day = dayOf(lead);
    if (day === null) return lead;
    const place = days.indexOf(day) / (days.length - 1);
    const factor = (best / lead.score) ** orderLift * (1 + orderMost * place);
    return { ...lead, score: lead.score * factor, boosts: [...lead.boosts, { what: "order", factor, says }] };
  });
}

/** Who asks how it is wants the latest of the logs that answer alike. */
function latestOf(leads: Weighed[], { query, within }: Plan): Weighed[] {
  if (!query.isOfNow || within !== null) return leads;
  const least = alikeShare * Math.max(0, ...leads.map(({ coverage }) => coverage));
  const isAlike = ({ coverage, kind, speaker, score }: Weighed): boolean =>
    coverage >= least && kind === "episodic" && speaker === null && score > 0;
  const placeOf = ({ days, path, start }: Weighed): string =>
    `${days?.to ?? days?.from ?? ""} ${path} ${String(start).padStart(9, "0")}`;
  const order = leads.filter(isAlike).map(placeOf).sort();
  if (order.length < 2) return leads;
  return leads.map((lead) => {
    const place = isAlike(lead) ? order.indexOf(placeOf(lead)) / (order.length - 1) : 0;
    if (place === 0) return lead;
    const factor = 1 + latestMost * place;
    return {
      ...lead,
      score: lead.score * factor,
      boosts: [...lead.boosts, { what: "order", factor, says: "later than what answers alike" }],
    };
  });
}

const latestMost = 0.3;

/** Only what makes a difference. */
function boostsOf(lead: Lead, weight: number, plan: Plan, ageOf: AgeOf): readonly Boost[] {
  const { kind, origin, neighbors, event } = lead;
  const boosts: Boost[] = [];
  const add = (what: Boost["what"], factor: number, says: () => string): void => {
    if (factor !== 1) boosts.push({ what, factor, says: says() });
  };
  const fades = kind === "episodic" || kind === "working";
  // What is asked of named days, or as the first, is not wanted new.
  const isTimed = plan.around !== null || plan.query.order !== null;
  const days = fades && !isTimed ? ageOf(lead) : null;
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

// Newer: of two places that answer alike and disagree, the newer stands above the older, which is shown as superseded.

/** So many of the best are held against each other, and so many lines of each. */
const lookedMax = 12;
const linesMax = 12;
const lineCharsMax = 300;
/** Of the words that the older has of the question, as many as the newer has to have. */
const answersShare = 0.8;
/** Words that two lines share: at least so many, of the shorter one and of the longer one. */
const shared = { least: 2, ofShorter: 0.6, ofLonger: 0.5 } as const;

/** The same leads, best first. */
export function newerFirst(leads: readonly Weighed[], plan: Plan): readonly Weighed[] {
  if (plan.query.order === "first" || plan.around !== null || plan.within !== null) return leads;
  const looked = leads.slice(0, lookedMax).flatMap((lead) => {
    const day = dayOf(lead);
    // Talk passes: what somebody says of one thing is no statement that holds until the next.
    if (day === null || lead.speaker !== null) return [];
    let lines: readonly Line[] | null = null;
    const read = (): readonly Line[] => {
      lines ??= linesOf(lead);
      return lines;
    };
    return [{ lead, day, read }];
  });
  const scores = new Map(leads.map((lead) => [lead, lead.score]));
  const over = new Map<Weighed, NonNullable<Weighed["superseded"]>>();
  for (const older of looked)
    for (const newer of looked) {
      if (older.day >= newer.day || newer.lead.coverage < answersShare * older.lead.coverage) continue;
      // What came from outside supersedes nobody's word.
      if (leastTrusted([older.lead.origin, newer.lead.origin]) !== older.lead.origin) continue;
      const known = over.get(older.lead);
      if (known !== undefined && known.on >= newer.day) continue;
      if (!older.read().some((line) => newer.read().some((other) => disagree(line, other)))) continue;
      over.set(older.lead, { by: newer.lead.id, on: newer.day });
    }
  if (over.size === 0) return leads;
  for (const { lead, day } of looked) {
    const passed = looked.filter((older) => over.get(older.lead)?.by === lead.id && over.get(older.lead)?.on === day);
    scores.set(lead, Math.max(lead.score, ...passed.map((older) => older.lead.score * justAbove)));
  }
  return leads
    .map((lead): Weighed => {
      const score = scores.get(lead)!;
      const superseded = over.get(lead) ?? null;
      if (score === lead.score) return superseded === null ? lead : { ...lead, superseded };
      const says = "newer than what it disagrees with";
      const boosts = [...lead.boosts, { what: "newer" as const, factor: score / lead.score, says }];
      return { ...lead, score, superseded, boosts };
    })
    .sort((a, b) => firstDecided(b.score - a.score, leads.indexOf(a) - leads.indexOf(b)));
}

const justAbove = 1.001;

/** The days it tells of, else that of its last change. */
function dayOf({ days, updated }: Lead): string | null {
  return days?.to ?? days?.from ?? updated?.slice(0, 10) ?? null;
}

// Lines: what of a place answers, and whether two of them disagree.

interface Line {
  /** What it is said of: the words before its colon; empty where it has none. */
  readonly label: string;
  readonly words: ReadonlySet<string>;
  /** What could be another: its numbers, names, days of the week and words in code. */
  readonly values: ReadonlyMap<string, string>;
}

/** Those that hold most of what the place holds of the question. */
function linesOf(lead: Lead): readonly Line[] {
  const asked = new Set(lead.terms.map(({ found }) => found));
  const found = (lead.text() ?? "")
    .split("\n")
    .filter((line) => line.trim() !== "" && line.length <= lineCharsMax && !/^\s*(?:#|```|\|[-: |]+\|)/.test(line))
    .map((line) => {
      const terms = termsOf(withoutTimes(line));
      const words = new Set(terms.flatMap(({ text, stop, part }) => (stop || part ? [] : [text])));
      return { line, terms, words, held: [...words].filter((word) => asked.has(word)).length };
    });
  const most = Math.max(0, ...found.map(({ held }) => held));
  const isEnough = (held: number): boolean => held > 0 && held >= most - 1;
  return found
    .filter(({ held }) => isEnough(held))
    .slice(0, linesMax)
    .map(({ line, terms, words }) => ({ label: labelOf(line), words, values: valuesIn(terms) }));
}

/** A day and a time of day are when it was said. */
function withoutTimes(line: string): string {
  return line.replace(
    /\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?|\b\d{1,2}:\d{2}(?::\d{2})?\b|\b\d{1,2}\.\d{1,2}\.(?:\d{4})?/gu,
    " ",
  );
}

function labelOf(line: string): string {
  const said = line.replace(/^[\s\-*+>|]+/, "").replace(/^\d{1,9}[.)]/, "");
  const end = said.search(/[:：|]/);
  if (end < 0 || end > labelCharsMax) return "";
  const terms = termsOf(said.slice(0, end));
  return terms.map(({ text }) => text).join(" ");
}

const labelCharsMax = 44;

/** Each with its kind, for a name takes no number's place; a capital at the beginning makes no name. */
function valuesIn(terms: readonly Term[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [at, { text, said, stop, part }] of terms.entries()) {
    const kind = stop || part ? undefined : kinds.find(({ is }) => is.test(said))?.kind;
    if (kind !== undefined && (kind !== "name" || at > 0)) values.set(text, kind);
  }
  return values;
}

const weekdays =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|lunes|martes|miércoles|jueves|viernes|sábados?|domingos?)$/iu;
const kinds = [
  { kind: "weekday", is: weekdays },
  { kind: "number", is: /^[\p{N}][\p{N}.,]*\p{L}{0,3}$/u },
  { kind: "code", is: /[\p{L}\p{N}][-_./:@#][\p{L}\p{N}]|\p{Ll}\p{Lu}|^(?=.*\p{L})(?=.*\p{N})/u },
  { kind: "name", is: /^\p{Lu}/u },
] as const;

/** About one thing by their label and most of their words, with another value of it each. */
function disagree(a: Line, b: Line): boolean {
  if (a.label !== b.label) return false;
  // A value that both have is of the matter, such as a person that both are about.
  const plain = (line: Line, than: Line): readonly string[] =>
    [...line.words].filter((word) => !line.values.has(word) || than.words.has(word));
  const [ours, theirs] = [plain(a, b), plain(b, a)];
  const both = ours.filter((word) => b.words.has(word)).length;
  const [shorter, longer] = [Math.min(ours.length, theirs.length), Math.max(ours.length, theirs.length)];
  if (both < shared.least || both < shared.ofShorter * shorter || both < shared.ofLonger * longer) return false;
  const other = (line: Line, than: Line): readonly string[] =>
    [...line.values].flatMap(([value, kind]) => (than.words.has(value) ? [] : [kind]));
  const kinds = other(b, a);
  return other(a, b).some((kind) => kinds.includes(kind));
}

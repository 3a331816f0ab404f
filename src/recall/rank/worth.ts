/** RankWorth: the order of what was found, each with its reason. */

import type { Instant } from "../../base/ids.js";
import { compareText, firstDecided } from "../../base/text.js";
import { isEpisodeQuestion, isEpisodeSlug } from "../../heard/episode.js";
import type { Origin } from "../../page/page.js";
import type { Boost, Lead, Weighed, WeighedWord } from "../confidence.js";
import type { Plan } from "../plan.js";
import { daysFrom } from "../words/calendar.js";
import { isOfCount, questionTerms, wantedBy } from "../words/question.js";
import { fold, sentencesOf, termsOf } from "../words/terms.js";
import { daysNamedIn } from "../words/time-read.js";

// Weigh: the order of what was found: by its words first, then by kind, age and trust, each with its reason.

/** Episodes fade to half of what their being new was worth in this time. */
const halfLifeDays = 30;
const recencyMost = 0.1;
const neighborsMost = 0.06;
const typeFactor = 1.08;
/** What lies beside a memory (instructions, skills, documents, work) is long and says much in passing. */
const besideFactor = 0.8;

/** What OpenClaw copied into a log to think it over stands behind what it was copied from. */
const stagedFactor = 0.6;

/** What holds such a share of the most that is held of a question answers alike. */
const alikeShare = 0.85;
/** So much nearer to the best of those (1 is beside it) where the first or the latest is asked for, which gains so much. */
const orderLift = 0.9;
const orderMost = 0.4;

const originFactors: Readonly<Record<Origin, number>> = { user: 1, agent: 1, tool: 0.97, imported: 0.95, web: 0.9 };

/** What a person said and a page keeps for them stands before what an agent noted as it worked. */
const ownFactor = 1.25;
/** A line with a day where “when” is asked, or a number beside its words where “how many” is. */
const wantedFactor = 1.1;
/** A place that has no such number. */
const lackingFactor = 0.95;
/** So many words before or behind a word of the question a number is of it. */
const besideWords = 4;
/** Both count where a place has such a share of the best by words. */
const nearShare = 0.5;

/** Days since the last day that a page speaks of, else since its last change; null where neither is known. */
export type AgeOf = (of: Pick<Lead, "days" | "updated">) => number | null;

/** Best first; ties by path and chunk. */
export function weigh(
  leads: readonly Lead[],
  plan: Plan,
  ageOf: AgeOf,
  words: readonly WeighedWord[],
): readonly Weighed[] {
  const kinds = new Map(plan.kinds.map(({ kind, weight }) => [kind, weight]));
  const best = Math.max(0, ...leads.map(({ base }) => base));
  const wants = wantedBy(plan.query.asked);
  const isCount = isOfCount(plan.query.asked);
  const weighed = leads.map((lead) => {
    const boosts = boostsOf(lead, kinds.get(lead.kind) ?? 1, plan, ageOf);
    const isNear = lead.base >= nearShare * best;
    if (isNear && holdsOwnWords(lead)) boosts.push({ what: "own", factor: ownFactor, says: "a person's own words" });
    const isTold = wants !== null && (isCount ? hasBeside(lead, wants) : hasLine(lead, (line) => wants.test(line)));
    if (isNear && isTold)
      boosts.push({ what: "wanted", factor: wantedFactor, says: "it has what such a question asks for" });
    if (isCount && !isTold) boosts.push({ what: "wanted", factor: lackingFactor, says: "it has no number for it" });
    const whole = saidShare(lead);
    if (whole < 1)
      boosts.push({ what: "forms", factor: 1 - formsMost * (1 - whole), says: "some words in other forms alone" });
    const line = lineShare(lead, words);
    if (line > 0)
      boosts.push({ what: "line", factor: 1 + lineMost * line, says: `one line holds ${line.toFixed(2)} of it` });
    const answered = answeredShare(lead);
    if (answered < 1)
      boosts.push({ what: "asked", factor: askedLeast + (1 - askedLeast) * answered, says: "it was only asked" });
    return { ...lead, boosts, score: boosts.reduce((score, { factor }) => score * factor, lead.base) };
  });
  return namedFirst(latestOf(inDayOrder(weighed, plan.query.order), plan), plan.query, words).sort((a, b) =>
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

/** Who asks how it is wants the latest of the logs that answer alike, or what a page keeps of a person's words, which holds until it is replaced. */
function latestOf(leads: Weighed[], { query, within }: Plan): Weighed[] {
  if (!query.isOfNow || within !== null) return leads;
  const least = alikeShare * Math.max(0, ...leads.map(({ coverage }) => coverage));
  const isKept = ({ boosts }: Weighed): boolean => boosts.some(({ what }) => what === "own");
  const isAlike = ({ coverage, kind, speaker, score }: Weighed): boolean =>
    coverage >= least && kind === "episodic" && speaker === null && score > 0;
  const placeOf = ({ days, path, start }: Weighed): string =>
    `${days?.to ?? days?.from ?? ""} ${path} ${String(start).padStart(9, "0")}`;
  const order = leads.filter(isAlike).map(placeOf).sort();
  if (order.length < 2) return leads;
  return leads.map((lead) => {
    const isNow = query.intent !== "lookup" && lead.coverage >= least && isKept(lead);
    if (!isNow && !isAlike(lead)) return lead;
    const place = isNow ? 1 : order.indexOf(placeOf(lead)) / (order.length - 1);
    const factor = 1 + latestMost * (2 * place - 1);
    const says = isNow ? "it holds now" : `${place < 0.5 ? "earlier" : "later"} than what answers alike`;
    return { ...lead, score: lead.score * factor, boosts: [...lead.boosts, { what: "order", factor, says }] };
  });
}

/** The last of them gains so much and the first loses as much, so that logs as such stand no higher than pages. */
const latestMost = 0.15;

/** OpenClaw's own lines below each thing that it may keep, between counters. */
function isStaged({ text }: Lead): boolean {
  return /^[ \t]*- status: staged$/m.test(text() ?? "");
}

/** Whether a line with words of the question has the tag of a person's words; a log has it of all that was said. */
function holdsOwnWords(lead: Lead): boolean {
  return lead.tagged && lead.kind === "semantic" && hasLine(lead, (line) => line.includes(humanTag));
}

/** Whether what is wanted stands near a word of the question, and is neither a day nor the number of an item. */
function hasBeside({ terms, text }: Lead, wants: RegExp): boolean {
  const needles = terms.flatMap(({ asked, found }) => [fold(asked), fold(found)]);
  return (text() ?? "").split("\n").some((line) => {
    const said = line.replace(/^\s*(?:[-*+>|]\s*)?\d{1,9}[.)]\s/, "").replace(/\d{4}-\d\d-\d\d/g, "");
    const words = said.split(/[\s|]+/).map(fold);
    return words.some(
      (word, at) =>
        needles.some((needle) => word.includes(needle)) &&
        wants.test(words.slice(Math.max(0, at - besideWords), at + besideWords + 1).join(" ")),
    );
  });
}

/** “ADR-0013” and “ADR 13” name a page, which stands above those that only mention it, and holds these words as its title. */
const identifier = /(?<![\p{L}\p{N}-])(\p{L}{2,12})[- #]0{0,5}([1-9]\d{0,5})(?![\p{L}\p{N}-])/gu;
const justAbove = 1.001;

function namedFirst(
  leads: readonly Weighed[],
  { asked, dated }: Plan["query"],
  words: readonly WeighedWord[],
): Weighed[] {
  const most = Math.max(0, ...leads.map(({ score }) => score));
  const lifted = new Map<Weighed, Weighed>();
  for (const [said, word = "", number = ""] of asked.matchAll(identifier)) {
    const named = dated.includes(number) ? [] : leads.filter((lead) => isNamed(lead, fold(word), number));
    const best = named.toSorted((a, b) => b.score - a.score)[0];
    if (best === undefined) continue;
    const factor = Math.max(1, (most * justAbove) / best.score);
    const boosts = [...best.boosts, { what: "named" as const, factor, says: `“${said}” names it` }];
    const others = questionTerms(said)
      .map(({ text, said, part }) => ({ asked: part ? text : said, found: text, kind: "name", fields: ["title"] }))
      .filter(({ asked }) => !best.terms.some((term) => term.asked === asked));
    const more = words.filter((word) => others.some(({ asked }) => asked === word.asked));
    const coverage = Math.min(1, best.coverage + more.reduce((sum, { weight }) => sum + weight, 0));
    lifted.set(best, { ...best, score: best.score * factor, boosts, coverage, terms: [...best.terms, ...others] });
  }
  return leads.map((lead) => lifted.get(lead) ?? lead);
}

/** By its folder and the number that its file or title begins with, by a heading that begins with both, or by a field of its own for it. */
function isNamed({ path, title, headings, text }: Weighed, word: string, number: string): boolean {
  const folders = path.split("/").map(fold);
  const file = folders.pop() ?? "";
  const isIn = folders.some((folder) => folder === word || folder === `${word}s`);
  const begins = new RegExp(`^(?:${word}[-_ #]{0,2}${isIn ? "|" : ""})0*${number}(?![\\p{L}\\p{N}.])`, "u");
  const hasId = new RegExp(
    `^[-*| ]{0,6}(?:id|nr|no|number)[^\\p{L}\\p{N}\\n]{1,8}${word}[-_ #]0*${number}(?![\\p{L}\\p{N}-])`,
    "mu",
  );
  return (
    [file, fold(title), ...headings.map(fold)].some((said) => begins.test(said)) || hasId.test(fold(text() ?? ""))
  );
}

/** Whether such a line with words of the question stands there. */
function hasLine({ terms, text }: Lead, isSuch: (line: string) => boolean): boolean {
  if (terms.length === 0) return false;
  const needles = terms.flatMap(({ asked, found }) => [fold(asked), fold(found)]);
  return (text() ?? "").split("\n").some((line) => {
    if (!isSuch(line)) return false;
    const low = fold(line);
    return needles.some((needle) => low.includes(needle));
  });
}

/** What a place gains of which one line holds all that the question weighs. */
const lineMost = 0.15;

/** The share of the question's weight that the best line of a place holds, with what it stands under: an answer seldom lies scattered. */
function lineShare({ terms, title, headings, text }: Lead, words: readonly WeighedWord[]): number {
  const above = fold([title, ...headings].join("\n"));
  const asked = words.flatMap(({ asked, weight }) => {
    const forms = terms.flatMap((term) => (term.asked === asked ? [fold(asked), fold(term.found)] : []));
    return forms.length === 0 ? [] : [{ forms, weight, isAbove: forms.some((form) => above.includes(form)) }];
  });
  const shares = (text() ?? "")
    .split("\n")
    .flatMap(sentencesOf)
    .map((line) => {
      const low = fold(line);
      const isHeld = ({ forms, isAbove }: (typeof asked)[number]): boolean =>
        isAbove || forms.some((form) => low.includes(form));
      return asked.reduce((sum, word) => sum + (isHeld(word) ? word.weight : 0), 0);
    });
  return Math.min(1, Math.max(0, ...shares));
}

/** What a page has behind words that a person said. */
export const humanTag = "[human]";

/** How many of the words it holds begin a word of it just as they were asked; a stem, a part or a pair of signs may be of another word. */
function saidShare({ terms, title, headings, speaker, fields, text }: Lead): number {
  const asked = new Set(terms.flatMap(({ asked, found }) => (isDay.test(found) ? [] : [fold(asked)])));
  if (asked.size === 0) return 1;
  const said = fold([title, ...headings, speaker, fields, text()].join("\n"));
  const isSaid = (word: string): boolean => (isUnspaced(word) ? said.includes(word) : beginsWord(said, word));
  return [...asked].filter((word) => (word.match(runsOfWords) ?? []).every(isSaid)).length / asked.size;
}

/** What a place loses that has none of them so. */
const formsMost = 0.3;
const isDay = /^\d{4}(?:-\d\d){0,2}$/;
const runsOfWords = /[\p{L}\p{N}]+/gu;
const endsInWord = /[\p{L}\p{N}]$/u;

function beginsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!endsInWord.test(text.slice(Math.max(0, at - 2), at))) return true;
  return false;
}

/** Of Thai, Chinese and what else puts no space between words. */
function isUnspaced(word: string): boolean {
  return word.charCodeAt(0) >= 0x0e00;
}

/** How many of the words that a place holds stand beside the questions that were put in a session, of all; 1 for what is no session. */
function answeredShare({ id, kind, terms, text }: Lead): number {
  if (kind !== "episodic" || terms.length === 0 || !isEpisodeSlug(id.split("#")[1] ?? null)) return 1;
  const lines = (text() ?? "").split("\n");
  const told = lines.filter((line) => !isEpisodeQuestion(line));
  if (told.length === lines.length) return 1;
  const words = new Set(termsOf(told.join("\n")).map((term) => term.text));
  return terms.filter(({ found }) => words.has(found)).length / terms.length;
}

/** What is left to a place that asks all the words of a question and answers none. */
const askedLeast = 0.2;

/** What a place gains that names the day which was asked for without a year. */
const dayFactor = 2;

/** Only what makes a difference. */
function boostsOf(lead: Lead, weight: number, plan: Plan, ageOf: AgeOf): Boost[] {
  const { kind, origin, neighbors } = lead;
  const boosts: Boost[] = [];
  const add = (what: Boost["what"], factor: number, says: () => string): void => {
    if (factor !== 1) boosts.push({ what, factor, says: says() });
  };
  const fades = kind === "episodic" || kind === "working";
  // What is asked of named days, or as the first, is not wanted new.
  const isTimed = plan.around !== null || plan.query.order !== null;
  const days = fades && !isTimed ? ageOf(lead) : null;
  const recency = days === null ? 1 : 1 + recencyMost * 0.5 ** (days / halfLifeDays);
  const linked = Math.min(neighbors.length, 3) / 3;
  add("kind", weight, () => `${kind} memory, for a question of the kind “${plan.query.intent}”`);
  add("beside", lead.kept ? 1 : besideFactor, () => "its file is no memory");
  add("beside", isStaged(lead) ? stagedFactor : 1, () => "a harness's own copy");
  add("type", lead.type === plan.likely ? typeFactor : 1, () => `a ${lead.type}, as was asked`);
  const isOfDay = daysNamedIn(lead.text() ?? "", plan.query.yearless).length > 0;
  add("wanted", isOfDay ? dayFactor : 1, () => "it names the day");
  add("recency", recency, () => (days === 1 ? "1 day old" : `${days} days old`));
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
    return Math.max(0, daysFrom(last, today));
  };
}

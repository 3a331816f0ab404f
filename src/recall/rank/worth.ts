/**
 * RankWorth: what a page as a whole is worth to a query, what goes with the query where it was found, and the order of what was found, each with
 * its reason.
 */

import type { Instant } from "../../base/ids.js";
import { compareText, firstDecided, greatest } from "../../base/text.js";
import type { Origin } from "../../page/page.js";
import type { DaySpan } from "../chunk.js";
import type { Boost, Lead, Weighed } from "../confidence.js";
import type { Plan } from "../plan.js";
import { idf, nearness, type Pool, poolOf, type Row } from "./rows.js";
import { rankLimits, weights } from "./weights.js";

// RankBeside: what goes with a query where it was found: words beside its own, chunks that share those, pages that are alike.

type RowPool = Pool<{ readonly rows: readonly Row[] }>;

/**
 * The words that go with what was found (pseudo-relevance feedback, RM3), by place, each with what it weighs. `found` best first; `own` are
 * the numbers of the query's words.
 */
export function wordsBeside(
  pool: RowPool,
  found: readonly { readonly row: Row; readonly score: number }[],
  own: ReadonlyMap<number, number>,
): readonly (readonly [slot: number, weight: number])[] {
  const shares = new Float64Array(pool.words);
  const near = new Set(pool.pages.flatMap(({ rows }) => rows));
  const best = found.filter(({ row }) => near.has(row)).slice(0, weights.besideChunks);
  const total = best.reduce((sum, { score }) => sum + score, 0) || 1;
  const slots: number[] = [];
  for (const { row, score } of best) {
    const { ids, counts } = row.sketch;
    for (let at = 0; at < ids.length; at++) {
      if (counts[at] === 0 || own.has(ids[at]!)) continue;
      const slot = pool.slots[ids[at]!]! - 1;
      if (pool.tells[slot] === 0 || pool.inRows[slot]! < 2) continue;
      if (shares[slot] === 0) slots.push(slot);
      shares[slot]! += score / total;
    }
  }
  const told = Float64Array.from(slots, (slot) => shares[slot]! * pool.tells[slot]!);
  return greatest(told, weights.besideWords).map((at) => {
    const slot = slots[at]!;
    return [slot, shares[slot]! * idf(pool.inPages[slot]!, pool.pages.length) ** weights.besideRarity] as const;
  });
}

/** By page, how like its best chunks are to the query itself, and to the chunks that hold its words. */
interface Likeness {
  readonly plain: Float64Array;
  readonly alike: Float64Array;
}

/**
 * A step from the query to chunks that hold its words, one from those to their words, and one from the words to all chunks that hold
 * them. `asked`: by the number of a word what it weighs.
 */
export function likenessOf(pool: RowPool, asked: ReadonlyMap<number, number>): Likeness {
  const wanted = new Float64Array(pool.words);
  for (const [id, weight] of asked) {
    const slot = (pool.slots[id] ?? 0) - 1;
    if (slot >= 0) wanted[slot] = weight * pool.tells[slot]!;
  }
  const words = new Float64Array(pool.words);
  const steps = pool.pages.map(({ rows }) => rows.map(({ sketch }) => stepToWords(pool, sketch, wanted, words)));
  const plain = steps.map((chunks) => {
    const values = chunks.map(({ held, length }) => held / length);
    return best(values, weights.plainChunks);
  });
  const alike = pool.pages.map(({ rows }, page) => {
    const values = rows.map(({ sketch }, row) => summed(pool, sketch, words) / steps[page]![row]!.length);
    return best(values, weights.alikeChunks);
  });
  return { plain: Float64Array.from(plain), alike: Float64Array.from(alike) };
}

/** The sum of so many of the greatest. */
function best(values: readonly number[], count: number): number {
  return greatest(values, count).reduce((sum, at) => sum + values[at]!, 0);
}

/** Gives the words of a chunk what it holds of those that are wanted, and answers with that and its length as a vector. */
function stepToWords(
  pool: RowPool,
  sketch: Row["sketch"],
  wanted: Float64Array,
  words: Float64Array,
): { readonly held: number; readonly length: number } {
  const { slots, tells } = pool;
  const { ids, counts } = sketch;
  const held = summed(pool, sketch, wanted);
  let square = 0;
  for (let at = 0; at < ids.length; at++) {
    if (counts[at] !== 0) square += tells[slots[ids[at]!]! - 1]! ** 2;
  }
  if (held > 0) {
    for (let at = 0; at < ids.length; at++) {
      const slot = slots[ids[at]!]! - 1;
      if (counts[at] !== 0) words[slot]! += (held * tells[slot]!) / square;
    }
  }
  return { held, length: Math.sqrt(square) || 1 };
}

/** Of the words of a chunk's body, what each tells times its value. */
function summed({ slots, tells }: RowPool, { ids, counts }: Row["sketch"], values: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < ids.length; at++) {
    if (counts[at] === 0) continue;
    const slot = slots[ids[at]!]! - 1;
    sum += values[slot]! * tells[slot]!;
  }
  return sum;
}

/**
 * `worths` by page, each drawn towards those of the pages it is most like: what is told over several pages is found on all of them
 * (the cluster hypothesis; Diaz, Regularizing ad hoc retrieval scores, 2005).
 */
export function drawnToKin(pool: RowPool, worths: readonly number[]): readonly number[] {
  const many = pool.pages.length;
  const alike = cosines(pool);
  return worths.map((worth, page) => {
    const shares = alike.subarray(page * many, (page + 1) * many);
    let sum = 0;
    let total = 0;
    for (const other of greatest(shares, weights.kinPages)) {
      const share = shares[other]!;
      sum += share * worths[other]!;
      total += share;
    }
    return (1 - weights.kin) * worth + (total === 0 ? 0 : (weights.kin * sum) / total);
  });
}

/** Of every two pages, by their telling words; 0 of a page and itself. */
function cosines({ pages, rows, words, counts, inRows, inPages, tells }: RowPool): Float64Array {
  const many = pages.length;
  const most = Math.floor(weights.kinShare * rows);
  const alike = new Float64Array(many * many);
  const squares = new Float64Array(many);
  const holders = new Int32Array(many);
  const values = new Float64Array(many);
  const idfs = Float64Array.from({ length: many + 1 }, (_, holding) => idf(holding, many));
  for (let slot = 0; slot < words; slot++) {
    if (tells[slot] === 0 || inRows[slot]! > most) continue;
    const told = idfs[inPages[slot]!]!;
    let holding = 0;
    for (let page = 0; holding < inPages[slot]!; page++) {
      const times = counts[slot * many + page]!;
      if (times === 0) continue;
      const value = times === 1 ? told : (1 + Math.log(times)) * told;
      squares[page]! += value * value;
      for (let i = 0; i < holding; i++) alike[holders[i]! * many + page]! += values[i]! * value;
      holders[holding] = page;
      values[holding++] = value;
    }
  }
  for (let a = 0; a < many; a++) {
    for (let b = a + 1; b < many; b++) {
      const cosine = alike[a * many + b]! / (Math.sqrt(squares[a]! * squares[b]!) || 1);
      alike[a * many + b] = cosine;
      alike[b * many + a] = cosine;
    }
  }
  return alike;
}

// RankWorth: what a page as a whole is worth to a query: its words, and words that stand beside them where they were found.

interface WorthAsked {
  readonly words: readonly { readonly forms: readonly { readonly chunks: number }[]; readonly weight: number }[];
  /** Which of them are the name of a speaker. */
  readonly names: ReadonlySet<number>;
  /** Of the whole index. */
  readonly pages: number;
  readonly meanPageLength: number;
  /** What each word that stands for one of the query's counts, by its number. */
  readonly forms: ReadonlyMap<number, number>;
  /** The days asked for. */
  readonly around: DaySpan | null;
}

/** A row and what it is worth alone. */
interface Found {
  readonly row: Row;
  readonly score: number;
}

/** A page, or a section that is a page of its own. */
interface Group {
  readonly rows: readonly Row[];
  readonly amounts: readonly number[];
  /** Telling words of all its rows. */
  readonly length: number;
}

/**
 * Gives each row its worth: above 0, and 1 for the best page. `found` best first. Each word weighs by how few pages hold it. The best pages are then held
 * against each other: they gain by words that go with the query's, by chunks that are like those that hold it, and by pages that are like
 * them, so that what is told of a thing in other words comes up behind what names it. Only pages that hold a word of the query take part.
 */
export function weighPages(pages: readonly (readonly Row[])[], found: readonly Found[], asked: WorthAsked): void {
  const groups: Group[] = [];
  for (const rows of pages) addGroups(groups, rows);
  const idfs = pageIdfs(groups, asked);
  const sums = groups.map(({ length, amounts }) =>
    idfs.reduce((sum, idf, i) => sum + idf * saturated(amounts[i]!, length, asked.meanPageLength), 0),
  );
  const near = nearest(groups, sums);
  const base = shares(sums);
  const said = near.length < rankLimits.besidePagesMin ? base : besideOthers(groups, { near, base, found, asked });
  const { around } = asked;
  const worths = around === null ? said : said.map((worth, i) => worth * daysFactor(groups[i]!, around));
  const top = Math.max(1e-9, ...worths);
  // Sums of the same numbers in another order differ in their last digits, and must not make another answer.
  for (const [i, { rows }] of groups.entries()) {
    const worth = Math.round((worths[i]! / top) * 1e9) / 1e9;
    for (const row of rows) row.worth = worth;
  }
}

/** A page of the days that are asked for comes before others of like words. */
function daysFactor({ rows }: Group, around: DaySpan): number {
  let near = 0;
  for (const { sketch } of rows) near = Math.max(near, nearness(sketch, around));
  return 1 + weights.aroundPage * near;
}

/** The best, as many as can be walked through in time. */
function nearest(groups: readonly Group[], sums: readonly number[]): readonly number[] {
  let rows = 0;
  return greatest(sums, rankLimits.besidePages).filter((i) => {
    rows += groups[i]!.rows.length;
    return rows <= rankLimits.besideRows;
  });
}

interface Beside {
  /** Which of the groups are held against each other. */
  readonly near: readonly number[];
  /** By group. */
  readonly base: readonly number[];
  readonly found: readonly Found[];
  readonly asked: WorthAsked;
}

/** By group. Those that are not near gain nothing. */
function besideOthers(groups: readonly Group[], { near, base, found, asked }: Beside): readonly number[] {
  const pool = poolOf(near.map((i) => groups[i]!));
  const beside = wordsBeside(pool, found, asked.forms);
  const more = pool.pages.map(({ length }, page) =>
    beside.reduce((sum, [slot, weight]) => {
      return sum + weight * saturated(pool.counts[slot * pool.pages.length + page]!, length, asked.meanPageLength);
    }, 0),
  );
  const { plain, alike } = likenessOf(pool, asked.forms);
  const [besides, plains, alikes] = [shares(more), shares([...plain]), shares([...alike])];
  const sums = near.map(
    (i, page) =>
      base[i]! + weights.beside * besides[page]! + weights.plain * plains[page]! + weights.alike * alikes[page]!,
  );
  const drawn = drawnToKin(pool, sums);
  const worths = base.map((value) => (1 - weights.kin) * value);
  for (const [page, i] of near.entries()) worths[i] = drawn[page]!;
  return worths;
}

/** The same, as shares of the greatest. */
function shares(values: readonly number[]): readonly number[] {
  const most = Math.max(1e-9, ...values);
  return values.map((value) => value / most);
}

function addGroups(all: Group[], rows: readonly Row[]): void {
  const first = rows[0]?.sketch.slug;
  if (rows.every(({ sketch }) => sketch.slug === first)) {
    if (rows.length > 0) all.push(groupOf(rows));
    return;
  }
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const known = groups.get(row.sketch.slug);
    if (known === undefined) groups.set(row.sketch.slug, [row]);
    else known.push(row);
  }
  for (const own of groups.values()) all.push(groupOf(own));
}

function groupOf(rows: readonly Row[]): Group {
  const amounts = new Array<number>(rows[0]!.own.length).fill(0);
  let length = 0;
  for (const { sketch, own } of rows) {
    length += sketch.length;
    for (let i = 0; i < own.length; i++) amounts[i]! += own[i]!;
  }
  return { rows, amounts, length };
}

/**
 * An index counts chunks; how many of them a page has that has any is told by the pages at hand. What came to match in other forms than
 * its own tells less: each form counts.
 */
function pageIdfs(groups: readonly Group[], { words, names, pages }: WorthAsked): readonly number[] {
  return words.map(({ forms, weight }, i) => {
    const chunks = forms.reduce((sum, form) => sum + form.chunks, 0);
    let rows = 0;
    let holding = 0;
    for (const group of groups) {
      if (group.amounts[i] === 0) continue;
      holding++;
      for (const row of group.rows) if (row.own[i]! > 0) rows++;
    }
    return (
      idf(Math.min(pages, holding === 0 ? chunks : (chunks * holding) / rows), pages) *
      (names.has(i) ? weights.worthName * weight : weight)
    );
  });
}

function saturated(amount: number, length: number, mean: number): number {
  const { worthSaturation: k, worthLengthShare: b } = weights;
  return amount <= 0 ? 0 : (amount * (k + 1)) / (amount + k * (1 - b + (b * length) / Math.max(1, mean)));
}

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
  return inDayOrder(weighed, plan.query.order).sort((a, b) =>
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
  add("speaker", isProgram(lead.speaker) ? 0.8 : 1, () => `said by ${lead.speaker}`);
  add("contested", lead.contested ? 0.95 : 1, () => "a conflict in it is open");
  add("stale", lead.stale ? 0.8 : 1, () => "it says that it no longer holds");
  add("tier", lead.tier === "cold" ? 0.97 : 1, () => "archived");
  return boosts;
}

/** What a program said at length holds many words of a question, and what a person said is what is asked for. */
function isProgram(speaker: string | null): boolean {
  return (
    speaker !== null &&
    /^(?:assistant|agent|model|ai|bot|claude|chatgpt|gpt|codex|gemini|copilot|llm)$/i.test(speaker)
  );
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

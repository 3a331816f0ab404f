/**
 * Compose: what was found as pages and as one text, each held against its file, under a cap of pages and tokens and with no text twice. The shape
 * that `--json` prints for a recall lies here.
 */

import type { Instant, Oid, PageId, PagePath } from "../base/ids.js";
import { rememberRecent } from "../base/memo-cache.js";
import type { Item } from "../heard/inbox.js";
import type { Tokenizer } from "../memory/tokenizer.js";
import { shorten } from "../page/compress.js";
import { isBlankText } from "../page/frontmatter/text.js";
import type { Origin, PageType, Tier } from "../page/page.js";
import { anyFence, fenceFor, printAttribute } from "../prompt/print.js";
import { type Degraded, type MemoryKind, memoryKinds, type RecallStatus } from "./answer.js";
import type { Confidence, Lead, Weighed } from "./confidence.js";
import { cueOf, type Uncertainty, type Why, whyOf } from "./explain.js";
import type { Field } from "./field.js";
import { fetchLead } from "./look.js";
import type { AgeOf } from "./rank/worth.js";
import { fold, termsOf } from "./words/terms.js";
import type { DayRange } from "./words/time-read.js";

// Package: which of what was found goes into the answer, under a cap of pages and tokens, with no text twice.

interface Packed {
  readonly lead: Weighed;
  /** The lead's text, or the lines of it that matter most where it is too long. */
  readonly text: string;
  readonly tokens: number;
}

interface LeftOut {
  readonly id: PageId;
  /** `same`: it says what another page says; `pages` and `tokens` are the caps. */
  readonly reason: "same" | "pages" | "tokens";
}

interface Package {
  /** Best first, one a page. */
  readonly packed: readonly Packed[];
  readonly left: readonly LeftOut[];
  /** The sum of what is packed, frames included; never above the cap. */
  readonly tokens: number;
}

interface PackageCaps {
  readonly pages: number;
  readonly tokens: number;
  /** Tokens of a lead that is shown with this text, with everything that is printed around it. */
  readonly cost: (lead: Weighed, text: string) => number;
}

/** What a candidate's likeness to those already taken costs it (maximal marginal relevance). */
const likenessShare = 0.25;
const sameFrom = 0.9;
/** Comparing texts is most of what packing costs: beyond these, and twice the pages wanted, what comes has too little to say. */
const comparedLeast = 8;
/** A page with long lines may take more than its share of the tokens, while there are some. */
const overdraw = 1.5;

/** `leads` best first; where several are of one page the best stands for it. Deterministic. */
export function pack(leads: readonly Weighed[], caps: PackageCaps): Package {
  const pages = onePerPage(leads);
  const compared = Math.max(comparedLeast, 2 * caps.pages);
  const { chosen, left } = diversify(pages.slice(0, compared), caps.pages);
  left.push(...pages.slice(compared).map(({ id }): LeftOut => ({ id, reason: "pages" })));
  const packed: Packed[] = [];
  let tokens = 0;
  for (const [at, lead] of chosen.entries()) {
    const rest = caps.tokens - tokens;
    const share = Math.min(rest, Math.floor((rest / (chosen.length - at)) * overdraw));
    const text = excerpt(textOf(lead), lead.terms, (shown) => caps.cost(lead, shown) <= share);
    if (text === null) {
      left.push({ id: lead.id, reason: "tokens" });
      continue;
    }
    const cost = caps.cost(lead, text);
    packed.push({ lead, text, tokens: cost });
    tokens += cost;
  }
  return { packed: packed.sort((a, b) => b.lead.score - a.lead.score), left, tokens };
}

function onePerPage(leads: readonly Weighed[]): readonly Weighed[] {
  const seen = new Set<string>();
  return leads.filter(({ id, store }) => {
    const key = `${store}\n${id}`;
    const first = !seen.has(key);
    seen.add(key);
    return first;
  });
}

interface Candidate {
  readonly lead: Weighed;
  /** The most it is like any of the first `compared` that were chosen. */
  likest: number;
  compared: number;
}

function diversify(
  leads: readonly Weighed[],
  pages: number,
): { readonly chosen: readonly Weighed[]; readonly left: LeftOut[] } {
  const top = leads[0]?.score ?? 1;
  const open: Candidate[] = leads.map((lead) => ({ lead, likest: 0, compared: 0 }));
  const chosen: Weighed[] = [];
  const left: LeftOut[] = [];
  const words = new Map<Weighed, ReadonlySet<string>>();
  const wordsIn = (lead: Weighed): ReadonlySet<string> => {
    const known = words.get(lead) ?? wordsOf(textOf(lead));
    words.set(lead, known);
    return known;
  };
  while (open.length > 0 && chosen.length < pages) {
    let best = 0;
    for (let at = 1; at < open.length; at += 1) if (worth(open[at]!, top) > worth(open[best]!, top)) best = at;
    const first = open[best]!;
    if (first.compared < chosen.length) {
      // More chosen pages can only make it likelier to one, so who stays behind until then needs no comparison.
      for (const other of chosen.slice(first.compared))
        first.likest = Math.max(first.likest, likeness(wordsIn(other), wordsIn(first.lead)));
      first.compared = chosen.length;
      continue;
    }
    open.splice(best, 1);
    if (first.likest >= sameFrom) left.push({ id: first.lead.id, reason: "same" });
    else chosen.push(first.lead);
  }
  return { chosen, left: [...left, ...open.map(({ lead }): LeftOut => ({ id: lead.id, reason: "pages" }))] };
}

function worth({ lead, likest }: Candidate, top: number): number {
  return (1 - likenessShare) * (lead.score / top) - likenessShare * likest;
}

function wordsOf(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const term of termsOf(text)) if (!term.stop) words.add(term.text);
  return words;
}

/** The share of the words of both that they have in common (Jaccard). */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  let common = 0;
  for (const word of a) if (b.has(word)) common += 1;
  return common / (a.size + b.size - common);
}

// Recall print: an answer as one text for a model: typed blocks in a fence that no page can close, each with its source and its cue.

export interface Shown {
  readonly lead: Weighed;
  readonly text: string;
}

type Counter = Pick<Tokenizer, "count" | "splitsBlocks">;

/** What one page costs with everything printed around it. */
export function costOf({ lead, text }: Shown, counter: Counter): number {
  const open = openLine(lead, anyFence);
  const rest = restOf(text, anyFence);
  // Its first line goes by the question, and the rest mostly stays.
  if (counter.splitsBlocks !== true || !/^[^\s/]/.test(rest)) return counter.count(`${open}${rest}`);
  return counter.count(open) + counter.count(rest);
}

/** What is printed around pages of these kinds: goes off the cap first. */
export function frameCost(kinds: ReadonlySet<MemoryKind>, counter: Counter): number {
  return linesCost(kinds, counter) + joinSlack;
}

const joinSlack = 2;

function linesCost(kinds: ReadonlySet<MemoryKind>, counter: Counter): number {
  const lines = [...kinds].flatMap((kind) => blockLines(kind, anyFence));
  return [...frameLines(anyFence), ...lines].reduce((sum, line) => sum + counter.count(line), 0);
}

/** What `text`, which is `shown` printed, costs: every fence costs the same, and where blocks are split so does each wherever it stands. */
export function printedCost(text: string, shown: readonly Shown[], counter: Counter): number {
  if (shown.length === 0 || counter.splitsBlocks !== true) return counter.count(text);
  const kinds = new Set(shown.map(({ lead }) => lead.kind));
  return shown.reduce((sum, one) => sum + costOf(one, counter), linesCost(kinds, counter));
}

/** Kinds in their fixed order, the best of each first. Ends in a newline. */
export function printRecall(shown: readonly Shown[]): string {
  if (shown.length === 0) return "";
  const fence = fenceFor(
    shown[0]!.text,
    shown.flatMap(({ lead, text }) => [openLine(lead, ""), text]),
  );
  const [open, close] = frameLines(fence);
  const blocks = memoryKinds.map((kind) => {
    const own = shown.filter(({ lead }) => lead.kind === kind);
    const [first, last] = blockLines(kind, fence);
    return own.length === 0 ? "" : `${first}${own.map((one) => printShown(one, fence)).join("")}${last}`;
  });
  return `${open}${blocks.join("")}${close}`;
}

function frameLines(fence: string): readonly [string, string] {
  return [`<recall fence="${fence}" read="pagefile show ID">\n`, `</recall-${fence}>\n`];
}

function blockLines(kind: MemoryKind, fence: string): readonly [string, string] {
  return [`<${kind}-${fence}>\n`, `</${kind}-${fence}>\n`];
}

function printShown({ lead, text }: Shown, fence: string): string {
  return `${openLine(lead, fence)}${restOf(text, fence)}`;
}

function restOf(text: string, fence: string): string {
  return `${text.trim()}\n</page-${fence}>\n`;
}

const oidChars = 10;

function openLine(lead: Weighed, fence: string): string {
  const { id, type, title, path, oid, origin, tier } = lead;
  const when = whenOf(lead);
  const attributes = [
    printAttribute("id", id),
    printAttribute("type", type),
    printAttribute("title", title),
    ...(when === null ? [] : [printAttribute("when", when)]),
    printAttribute("confidence", cueOf(lead)),
    ...(origin === "user" ? [] : [printAttribute("origin", origin)]),
    ...(tier === "hot" ? [] : [printAttribute("tier", "archived")]),
    ...(lead.contested ? [printAttribute("conflict", "open")] : []),
    ...(lead.stale ? [printAttribute("status", "superseded")] : []),
    printAttribute("source", `${path}@${oid.slice(0, oidChars)}`),
  ];
  return `<page-${fence}${attributes.join("")}>\n`;
}

/** The event's own time, else the days it speaks of, else its last change. */
function whenOf({ event, days, updated }: Lead): string | null {
  if (event?.start != null) {
    const [start, end] = [event.start.slice(0, 16), (event.end ?? event.start).slice(0, 16)];
    const isWholeDay = start.endsWith("T00:00") && end.endsWith("T23:59");
    return isWholeDay ? start.slice(0, 10) : start === end ? start : `${start}/${end}`;
  }
  if (days !== null && days.from !== null)
    return days.to === days.from || days.to === null ? days.from : `${days.from}/${days.to}`;
  return updated?.slice(0, 10) ?? null;
}

// Recall compose: what was found as pages and as one text, each held against its file, under the caps.

export interface Composed {
  /** Best first. */
  readonly shown: readonly ShownPage[];
  readonly left: readonly LeftOut[];
  readonly text: string;
  /** Of `text`. */
  readonly tokens: number;
  /** Whether something was found that may not be shown. */
  readonly withheld: boolean;
  /** Whether a file was no longer the one that was searched; what was found in it is left out. */
  readonly changed: boolean;
}

interface ShownPage {
  readonly lead: Weighed;
  readonly lines: readonly [first: number, last: number];
  readonly text: string;
  /** With its own lines. */
  readonly tokens: number;
}

export function compose({ workspace, plan }: Field, leads: readonly Weighed[], tokenizer: Tokenizer): Composed {
  const counter = countedOnce(countingPieces(tokenizer));
  const cost = (lead: Weighed, text: string): number => costOf({ lead, text }, counter);
  const kinds = new Set(leads.map(({ kind }) => kind));
  const packed = pack(leads, { pages: plan.pages, tokens: plan.tokens - frameCost(kinds, counter), cost });
  const shown: ShownPage[] = [];
  let withheld = false;
  let changed = false;
  for (const { lead, text, tokens } of packed.packed) {
    const fetched = fetchLead(workspace, lead);
    if (fetched === "withheld") withheld = true;
    if (fetched === "changed") changed = true;
    if (typeof fetched === "string") continue;
    // What may not be shown is cut out of the text; the rest has the room that the whole had.
    const isWhole = fetched.lead.text() === lead.text();
    const kept = isWhole
      ? text
      : excerpt(textOf(fetched.lead), fetched.lead.terms, (one) => cost(lead, one) <= tokens);
    if (kept !== null) shown.push({ lead: fetched.lead, lines: fetched.lines, text: kept, tokens });
  }
  const text = printRecall(shown);
  return { shown, left: packed.left, text, tokens: printedCost(text, shown, counter), withheld, changed };
}

/** A text that fits is asked for again, by whoever adds up and by whoever prints. */
function countedOnce(tokenizer: Tokenizer): Tokenizer {
  const known = new Map<string, number>();
  return {
    ...tokenizer,
    count(text) {
      const tokens = known.get(text) ?? tokenizer.count(text);
      known.set(text, tokens);
      return tokens;
    },
  };
}

export function pageOf({ lead, lines, text }: ShownPage, ageOf: AgeOf): RecallPage {
  const { event } = lead;
  return {
    id: lead.id,
    store: lead.store,
    path: lead.path,
    oid: lead.oid,
    lines,
    type: lead.type,
    kind: lead.kind,
    title: lead.title,
    tier: lead.tier,
    origin: lead.origin,
    updated: lead.updated,
    days: lead.days,
    event:
      event === null
        ? null
        : { start: event.start, end: event.end, entities: event.entities, importance: event.importance },
    provenance: lead.provenance,
    score: rounded(lead.score),
    confidence: cueOf(lead),
    snippet: text,
    why: whyOf(lead, ageOf),
  };
}

/** To a millionth: what stands further behind is noise and would only make two answers differ. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

// Recall answers: the shape that `--json` prints for a recall.

export interface RecallAnswer {
  readonly status: RecallStatus;
  /** Why it ended so, in a sentence; never empty. */
  readonly reason: string;
  /** What to do about it; empty where nothing is to be done. */
  readonly hint: string;
  /** Best first; empty unless `status` is `ok`. */
  readonly pages: readonly RecallPage[];
  readonly confidence: Confidence;
  /** null where the answer can be relied on. */
  readonly uncertainty: Uncertainty | null;
  /** The pages as one text for a model, each block fenced; empty without pages. */
  readonly text: string;
  /** Of `text`; never above what was asked for. */
  readonly tokens: number;
  readonly blocks: readonly {
    readonly kind: MemoryKind;
    readonly pages: readonly PageId[];
    readonly tokens: number;
  }[];
  /** What was found and has no place in the answer. */
  readonly left: readonly LeftOut[];
  /** How the question was understood. */
  readonly understood: {
    readonly intent: string;
    readonly entities: readonly string[];
    readonly days: DayRange | null;
    /** In the order of preference. */
    readonly kinds: readonly MemoryKind[];
  } | null;
  /** Whether and why the archive was searched; null where what was at hand was enough. */
  readonly escalated: Escalated | null;
  /** What was not searched as it should have been; empty where all was. */
  readonly degraded: readonly Degraded[];
  /** What people said of it and no page holds yet; absent where there is nothing. */
  readonly heard?: readonly Pick<Item, "id" | "at" | "kind" | "session" | "text">[];
  readonly trace: string;
}

export interface Escalated {
  readonly says: string;
  /** The confidence before. */
  readonly from: number;
  /** Archived pages that were read for this answer. */
  readonly fetched: readonly PageId[];
  /** Of these, those that were used so often that they are back in the hot tier now. */
  readonly restored: readonly PageId[];
}

export interface RecallPage {
  /** As other commands take it. */
  readonly id: PageId;
  readonly store: string;
  readonly path: PagePath;
  readonly oid: Oid;
  /** First and last line of the text the snippet was taken from, counted from 1. */
  readonly lines: readonly [first: number, last: number];
  readonly type: PageType;
  readonly kind: MemoryKind;
  readonly title: string;
  readonly tier: Tier;
  readonly origin: Origin;
  readonly updated: Instant | null;
  readonly days: DayRange | null;
  /** When what it tells of began and ended; null for what is no event. */
  readonly event: {
    readonly start: Instant | null;
    readonly end: Instant | null;
    readonly entities: readonly string[];
    readonly importance: number;
  } | null;
  readonly provenance: readonly string[];
  readonly score: number;
  readonly confidence: "high" | "medium" | "low";
  readonly snippet: string;
  readonly why: Why;
}

// Excerpt: the lines of a text that hold the words of a question, as many as fit.

interface Matched {
  readonly asked: string;
  readonly found: string;
}

const gap = "…";
/** Shorter than this a cut line says nothing. */
const charsLeast = 24;

/**
 * The whole text where it fits; else the line with most of the words, then the lines around it, with an ellipsis for what is left out; else
 * the beginning of that line. null where nothing of use fits. `fits` is monotone: a shorter text never costs more.
 */
export function excerpt(text: string, terms: readonly Matched[], fits: (text: string) => boolean): string | null {
  const whole = text.trim();
  if (fits(whole)) return whole;
  const lines = whole.split("\n").filter((line) => line.trim() !== "");
  const needles = terms.flatMap(({ asked, found }) => [fold(asked), fold(found)]).filter((word) => word !== "");
  const counts = lines.map((line) => countIn(fold(line), needles));
  const best = Math.max(0, counts.indexOf(Math.max(...counts)));
  const first = lines[best] ?? "";
  if (!fits(framed(lines, best, best))) return cutLine(first, needles, fits);
  let [from, to] = [best, best];
  for (;;) {
    // What follows a line mostly explains it, so it is tried first.
    if (to + 1 < lines.length && fits(framed(lines, from, to + 1))) to += 1;
    else if (from > 0 && fits(framed(lines, from - 1, to))) from -= 1;
    else return framed(lines, from, to);
  }
}

function framed(lines: readonly string[], from: number, to: number): string {
  const shown = lines.slice(from, to + 1).join("\n");
  return `${from > 0 ? `${gap}\n` : ""}${shown}${to + 1 < lines.length ? `\n${gap}` : ""}`;
}

/** One long line, from a little before its first word of the question on. */
function cutLine(line: string, needles: readonly string[], fits: (text: string) => boolean): string | null {
  const low = line.toLowerCase();
  const places = needles.map((needle) => low.indexOf(needle)).filter((at) => at >= 0);
  const word = places.length === 0 ? 0 : Math.min(...places);
  const space = line.lastIndexOf(" ", Math.max(0, word - 40));
  const from = word <= 40 || space < 0 ? 0 : space + 1;
  const rest = from === 0 ? line : `${gap}${line.slice(from)}`;
  let [least, most] = [charsLeast, rest.length];
  if (!fits(shorten(rest, least))) return null;
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(shorten(rest, middle))) least = middle;
    else most = middle - 1;
  }
  return shorten(rest, least);
}

function countIn(line: string, needles: readonly string[]): number {
  return needles.filter((needle) => line.includes(needle)).length;
}

/** What an answer shows of a lead: its text, below the fields of its page where the question speaks of them or there is nothing else. */
function textOf({ fields, text, terms }: Lead): string {
  const found = text() ?? "";
  if (fields === "") return found;
  const low = fold(fields);
  const isAsked = terms.some((term) => low.includes(fold(term.asked)) || low.includes(term.found));
  if (isBlankText(found)) return fields;
  return isAsked ? `${fields}\n\n${found.trim()}` : found;
}

// PieceCounts: a count put together from those of its words, most of which stood in a text before.

/** The same as `tokenizer`; one for each. */
export function countingPieces(tokenizer: Tokenizer): Tokenizer {
  if (tokenizer.splitsBlocks !== true) return tokenizer;
  const known = counters.get(tokenizer) ?? { ...tokenizer, count: byPieces((piece) => tokenizer.count(piece)) };
  counters.set(tokenizer, known);
  return known;
}

const counters = new WeakMap<Tokenizer, Tokenizer>();

/** Slices this short are texts of their own; a longer one keeps the whole text alive that it was cut from. */
const keptCharsMax = 12;
/** Some 4 MB with all their counts. */
const keptMax = 1 << 15;

/** What is printed around everything. */
const shortCharsMax = 40;
const shortsMax = 256;

function byPieces(count: (text: string) => number): (text: string) => number {
  const pieceCount = rememberRecent(keptMax, count);
  const shortCount = rememberRecent(shortsMax, count);
  return (text) => {
    if (text.length <= shortCharsMax) return shortCount(text);
    let tokens = 0;
    let start = 0;
    /** What begins here and ends at `start` is counted in one go. */
    let open = 0;
    for (let at = 1; at <= text.length; at += 1) {
      if (at < text.length && !startsPiece(text.charCodeAt(at - 1), text.charCodeAt(at))) continue;
      if (at - start <= keptCharsMax) {
        if (open < start) tokens += count(text.slice(open, start));
        tokens += pieceCount(text.slice(start, at));
        open = at;
      }
      start = at;
    }
    return open < text.length ? tokens + count(text.slice(open)) : tokens;
  };
}

/** Whether a text falls apart here, as `splitsBlocks` has it. ASCII alone is judged. */
function startsPiece(last: number, next: number): boolean {
  if (next === 32) return last > 32 && last < 127;
  return last === 10 && next > 32 && next < 127 && next !== 47;
}

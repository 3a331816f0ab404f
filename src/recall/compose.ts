/**
 * Compose: what was found as pages and as one text, each held against its file, under a cap of pages and tokens and with no text twice, each with
 * why it is there. The shape that `--json` prints for a recall lies here.
 */

import type { PageId } from "../base/ids.js";
import { getOrMake } from "../base/result.js";
import type { Item } from "../heard/inbox.js";
import type { Tokenizer } from "../memory/tokenizer.js";
import { anyFence, fenceFor, printAttribute } from "../prompt/print.js";
import { type Degraded, type MemoryKind, memoryKinds, type RecallStatus } from "./answer.js";
import {
  authorityOf,
  type Boost,
  type Confidence,
  type Lead,
  looked,
  type Superseded,
  type Weighed,
  type WeighedWord,
} from "./confidence.js";
import { fetchLead, type Looked } from "./look.js";
import { joined, type LeftOut, type Part, pack, reshown } from "./pack.js";
import { isCueOf, type Plan, quotedWords } from "./plan.js";
import { dateOf, type HitDate } from "./rank/newer.js";
import type { AgeOf } from "./rank/worth.js";
import type { SearchSpace } from "./search-space.js";
import { type DayRange, overlaps } from "./words/calendar.js";
import { questionTerms } from "./words/question.js";
import { termsOf } from "./words/terms.js";
import { daysNamedIn } from "./words/time-read.js";
import { daysIn } from "./words/typo.js";

// Recall print: an answer as one text for a model: typed blocks in a fence that no page can close, each with its source and its cue.

type Counter = Pick<Tokenizer, "count">;

/** What one page costs with everything printed around it. */
export function costOf(part: Part, counter: Counter): number {
  return counter.count(printShown(part, anyFence));
}

/** What is printed around pages of these kinds: goes off the cap first. */
export function frameCost(kinds: ReadonlySet<MemoryKind>, counter: Counter): number {
  const lines = [...kinds].flatMap((kind) => blockLines(kind, anyFence));
  return [...frameLines(anyFence), ...lines].reduce((sum, line) => sum + counter.count(line), joinSlack);
}

const joinSlack = 2;

/** Kinds in their fixed order, the best of each first. Ends in a newline. */
export function printRecall(shown: readonly Part[]): string {
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

function printShown({ lead, text }: Part, fence: string): string {
  return `${openLine(lead, fence)}${text.trim()}\n</page-${fence}>\n`;
}

/** As short as tells the pages apart: `pagefile show ID` has the rest. A log is known by its time, whatever its title. */
function openLine(lead: Weighed, fence: string): string {
  const { id, type, title, kind, origin, tier, superseded = null } = lead;
  const when = whenOf(lead);
  const isLog = kind === "episodic" && when !== null;
  const attributes = [
    printAttribute("id", id),
    ...(isLog ? [] : [printAttribute("type", type), printAttribute("title", title)]),
    // The last change of a page is no time that it tells of.
    ...(when === null
      ? []
      : [printAttribute(lead.event === null && dateOf(lead)?.by === "page" ? "updated" : "when", when)]),
    printAttribute("confidence", cueOf(lead)),
    ...(origin === "user" ? [] : [printAttribute("origin", origin)]),
    ...(tier === "hot" ? [] : [printAttribute("tier", "archived")]),
    ...(lead.contested ? [printAttribute("conflict", "open")] : []),
    ...(lead.stale ? [printAttribute("status", "superseded")] : []),
    ...(superseded === null ? [] : [printAttribute("superseded", superseded.says)]),
    ...(superseded === null || superseded.by === id ? [] : [printAttribute("by", superseded.by)]),
  ];
  return `<page-${fence}${attributes.join("")}>\n`;
}

/** The event's own time, else the days it speaks of, else its last change. */
export function whenOf({ event, days, updated }: Pick<RecallPage, "event" | "days" | "updated">): string | null {
  if (event?.start != null) {
    const times = [event.start.slice(0, 16), (event.end ?? event.start).slice(0, 16)] as const;
    const isWhole = times[0].endsWith("T00:00") && times[1].endsWith("T23:59");
    const [start, end] = isWhole ? [times[0].slice(0, 10), times[1].slice(0, 10)] : times;
    return start === end ? start : `${start}/${end}`;
  }
  if (days !== null && days.from !== null)
    return days.to === days.from || days.to === null ? days.from : `${days.from}/${days.to}`;
  return updated?.slice(0, 10) ?? null;
}

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
  /** The same, section by section. */
  readonly sections: readonly Part[];
  /** With its own lines. */
  readonly tokens: number;
}

/** `apart`: as `pack` has it. */
export function compose(
  { workspace, plan }: SearchSpace,
  leads: readonly Weighed[],
  words: readonly WeighedWord[],
  { tokenizer, apart }: { readonly tokenizer: Tokenizer; readonly apart: boolean },
): Composed {
  const counter = countingLines(tokenizer);
  const cost = (lead: Weighed, text: string): number => costOf({ lead, text }, counter);
  const kinds = new Set(leads.map(({ kind }) => kind));
  const packed = pack(leads, {
    pages: plan.pages,
    tokens: plan.tokens - frameCost(kinds, counter),
    cost,
    apart,
    words,
  });
  const shown: ShownPage[] = [];
  let withheld = false;
  let changed = false;
  for (const { lead, parts, tokens } of packed.packed) {
    const kept: { readonly part: Part; readonly lines: ShownPage["lines"] }[] = [];
    for (const part of parts) {
      const fetched = fetchLead(workspace, part.lead);
      if (fetched === "withheld") withheld = true;
      if (fetched === "changed") changed = true;
      if (typeof fetched === "string") continue;
      const text = reshown(part, fetched.lead, (one) => cost(lead, one) <= cost(lead, part.text));
      if (text !== null) kept.push({ part: { lead: fetched.lead, text }, lines: fetched.lines });
    }
    if (kept.length === 0) continue;
    const best = kept.find(({ part }) => part.lead.chunk === lead.chunk) ?? kept[0]!;
    const lines = [
      Math.min(...kept.map((one) => one.lines[0])),
      Math.max(...kept.map((one) => one.lines[1])),
    ] as const;
    const places = kept.map(({ part }) => part);
    const sections = [...new Set(places.map(({ lead }) => lead.id))].map((id) => {
      const own = places.filter(({ lead }) => lead.id === id);
      return { lead: own.find(({ lead }) => lead === best.part.lead)?.lead ?? own[0]!.lead, text: joined(own) };
    });
    shown.push({
      lead: best.part.lead,
      lines,
      text: joined(places, apart ? null : best.part.lead),
      sections,
      tokens,
    });
  }
  const text = printRecall(shown);
  return { shown, left: packed.left, text, tokens: counter.count(text), withheld, changed };
}

/** A text is asked for with one line more, again and again: where blocks are split, each line is counted once. */
export function countingLines(tokenizer: Tokenizer): Tokenizer {
  const known = new Map<string, number>();
  const counted = (text: string): number => getOrMake(known, text, () => tokenizer.count(text));
  if (tokenizer.splitsBlocks !== true) return { ...tokenizer, count: counted };
  return {
    ...tokenizer,
    count(text) {
      let tokens = 0;
      let start = 0;
      for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
        // Where a text falls apart, as `splitsBlocks` has it: ASCII alone is judged.
        const next = text.charCodeAt(at + 1);
        if (!(next > 32 && next < 127 && next !== 47)) continue;
        tokens += counted(text.slice(start, at + 1));
        start = at + 1;
      }
      return start < text.length ? tokens + counted(text.slice(start)) : tokens;
    },
  };
}

/** `changed`: the day of the last commit, for what says no day by itself. */
export function pageOf({ lead, lines, text }: ShownPage, ageOf: AgeOf, changed: string | null): RecallPage {
  const { id, store, path, oid, type, kind, title, tier, origin, updated, days, event, provenance } = lead;
  return {
    ...{ id, store, path, oid, lines, type, kind, title, tier, origin, updated, days, event, provenance },
    date: dateOf(lead) ?? (changed === null ? null : { day: changed, by: "commit" }),
    superseded: lead.superseded ?? null,
    // To a millionth: what stands further behind is noise and would only make two answers differ.
    score: Math.round(lead.score * 1e6) / 1e6,
    confidence: cueOf(lead),
    snippet: text,
    why: whyOf(lead, ageOf),
  };
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
    /** The other words that were looked for; absent where none were given. */
    readonly also?: readonly string[];
    /** How far a model for meaning counted, and why; absent where none was asked. */
    readonly meaning?: string;
  } | null;
  /** Whether and why the archive was searched; null where what was at hand was enough. */
  readonly escalated: Escalated | null;
  /** What was not searched as it should have been; empty where all was. */
  readonly degraded: readonly Degraded[];
  /** What people said of it and no page holds yet; absent where there is nothing. */
  readonly heard?: readonly Heard[];
  readonly trace: string;
}

export interface Heard extends Pick<Item, "id" | "at" | "kind" | "session" | "text"> {
  /** What the person said later and otherwise; absent where nothing is known. */
  readonly later?: string;
  /** The session that asks staged it; else it was heard. */
  readonly staged?: true;
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

type OfLead =
  | "store"
  | "path"
  | "oid"
  | "type"
  | "kind"
  | "title"
  | "tier"
  | "origin"
  | "updated"
  | "days"
  | "provenance";

export interface RecallPage extends Pick<Lead, OfLead> {
  /** As other commands take it. */
  readonly id: PageId;
  /** First and last line of the text the snippet was taken from, counted from 1. */
  readonly lines: readonly [first: number, last: number];
  /** null where nothing says a day. */
  readonly date: HitDate | null;
  /** When what it tells of began and ended; null for what is no event. */
  readonly event: Lead["event"];
  /** Its line that no longer holds, and what does; null where nothing says otherwise. */
  readonly superseded: Superseded | null;
  readonly score: number;
  readonly confidence: "high" | "medium" | "low";
  readonly snippet: string;
  readonly why: Why;
}

// Explain: why a page is in the answer, and what would help where the answer is not to be relied on.

/** Why one page is in the answer. */
export interface Why extends Pick<Lead, "terms" | "shares" | "neighbors" | "tier" | "vector"> {
  /** The parts of the page in which the terms stand, each once. */
  readonly fields: readonly string[];
  /** Days since what it tells of, or since its last change; null where neither is known. */
  readonly ageDays: number | null;
  readonly boosts: readonly Boost[];
  /** All of it in a sentence. */
  readonly says: string;
}

export function whyOf(lead: Weighed, ageOf: AgeOf): Why {
  const { terms, neighbors, tier, boosts, shares, vector } = lead;
  const fields = [...new Set(terms.flatMap((term) => term.fields))];
  const ageDays = ageOf(lead);
  return { terms, fields, shares, ageDays, neighbors, tier, vector, boosts, says: sentence(lead, fields, ageDays) };
}

function sentence(lead: Weighed, fields: readonly string[], age: number | null): string {
  const { terms, neighbors, tier, boosts, coverage, vector, also, superseded = null } = lead;
  const words = [
    ...new Set(
      terms.map(({ asked, found, kind }) => (kind === "typo" ? `${asked} as ${spelled(lead, found)}` : asked)),
    ),
  ];
  const parts = [
    words.length === 0
      ? "none of the question's words stands in it"
      : `${words.map((word) => `“${word}”`).join(", ")} in ${fields.join(", ")} (${Math.round((also?.coverage ?? coverage) * 100)} % of ${also === undefined ? "the question" : `“${also.said}”`})`,
    ...(vector === null ? [] : [`number ${vector.rank} in meaning (similarity ${vector.similarity.toFixed(2)})`]),
    ...(age === null ? [] : [age === 1 ? "1 day old" : `${age} days old`]),
    ...neighbors.slice(0, 2).map(({ id, by, name }) => `${by} ${name} shared with ${id}`),
    ...(tier === "cold" ? ["archived"] : []),
    ...boosts
      .filter(({ what }) => what === "contested" || what === "stale" || what === "asked")
      .map(({ says }) => says),
    ...(superseded === null ? [] : [`${superseded.says}, says ${superseded.by}`]),
  ];
  return `${parts.join("; ")}.`;
}

/** The word of the page that the index knows as `found`, which is its stem; the stem where it stands in neither title nor text. */
function spelled({ title, headings, text, fields }: Weighed, found: string): string {
  const there = termsOf([text() ?? "", fields, ...headings, title].join("\n")).find((term) => term.text === found);
  return there?.said ?? found;
}

/** How far one page can be relied on: what an answer says beside its text. */
export function cueOf(lead: Weighed): "high" | "medium" | "low" {
  const answered = lead.boosts.find(({ what }) => what === "asked")?.factor ?? 1;
  // What names a page need not stand in it.
  const coverage = lead.boosts.some(({ what }) => what === "named") ? Math.max(lead.coverage, 0.5) : lead.coverage;
  const sure = coverage * answered * authorityOf(lead);
  // Of how many there are no line without a number is sure to tell.
  const isLacking = lead.boosts.some(({ what, factor }) => what === "wanted" && factor < 1);
  return sure >= 0.65 && !isLacking ? "high" : sure >= 0.35 ? "medium" : "low";
}

export interface Uncertainty {
  readonly says: string;
  /** What the asker can do, a sentence each. */
  readonly helps: readonly string[];
}

/** Words that `confidenceOf` found in none of the best; none that nobody asks for, that name the days or the kind of page. */
export function wordsLeftOpen(leads: readonly Lead[], words: readonly WeighedWord[], plan: Plan): readonly string[] {
  const found = leads.slice(0, looked).flatMap(({ terms }) => terms.map(({ asked }) => asked));
  const light = questionTerms(plan.query.text).filter(({ light }) => light);
  const closed = new Set([...found, ...light.map(({ said }) => said), ...plan.query.dated]);
  if (leads.slice(0, looked).some((lead) => isOfYearless(lead, plan)))
    for (const day of plan.query.yearless) closed.add(day);
  const isCue = (word: string): boolean => plan.likely !== null && isCueOf(plan.query.intent, word);
  return words.map(({ asked }) => asked).filter((word) => !closed.has(word) && !isCue(word));
}

/** Whether it names the day that was asked for without a year. */
function isOfYearless({ text }: Pick<Lead, "text">, { query }: Plan): boolean {
  return daysNamedIn(text() ?? "", query.yearless).length > 0;
}

/** What helps most where the words of a question are not those of the page. */
export function otherWords({ also }: Plan): string {
  return also.length > 0 ? "Ask with another word for it" : "Ask in other words too, as a page may put it (--also)";
}

/** null where the answer can be relied on. `leads` best first. */
export function uncertaintyOf(
  plan: Plan,
  {
    leads,
    words,
    degraded,
    confidence,
  }: Pick<Looked, "leads" | "words" | "degraded"> & Pick<RecallAnswer, "confidence">,
): Uncertainty | null {
  if (confidence.overall >= plan.doubtful) return null;
  const open = wordsLeftOpen(leads, words, plan);
  const days = plan.within ?? plan.around;
  const dated =
    days !== null &&
    leads.length > 0 &&
    !leads.some((lead) => daysIn(lead).some((day) => overlaps(day, days)) || isOfYearless(lead, plan));
  const says =
    leads.length === 0
      ? "No page in reach speaks of it."
      : open.length > 0
        ? `What was found says nothing of ${open.map((word) => `“${word}”`).join(", ")}.`
        : "What was found holds the words, but not together or not of the time asked for.";
  const isWhole = !degraded.some(({ what }) => what !== quotedWords);
  const may: readonly (readonly [boolean, string])[] = [
    [
      open.length > 0 || plan.also.length === 0,
      `${otherWords(plan)}, or with a name or identifier that the page would hold.`,
    ],
    [dated, "No page found is of the days asked for; leave the time out, or name another."],
    [plan.within !== null, "--since and --until leave every page without a day out; ask without them."],
    [plan.tier === "hot", "The archive was left out by --tier hot; ask without it."],
    [plan.tier === "cold", "Only the archive was searched (--tier cold); ask without it."],
    [!isWhole, "The search was not whole; mend it first: pagefile doctor."],
  ];
  const helps = may.flatMap(([helps, says]) => (helps ? [says] : []));
  return { says, helps: helps.length > 0 ? helps : ["Ask the user, or with more of what is known of it."] };
}

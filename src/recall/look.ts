/**
 * Look: from the plan to what was found: hot memory first, the archive's index where that is not enough, never the archive itself. Each text is
 * held against its file before it counts.
 */

import { dayAt, type PageId } from "../base/ids.js";
import { lineAt } from "../base/lines.js";
import { allOf, err, type Failure, getOrMake, type Outcome, ok, push } from "../base/result.js";
import { parseTrailers } from "../git/history.js";
import { inOneLine } from "../heard/episode.js";
import type { Arrival } from "../history/blame.js";
import { type FileKind, type Memory, type OpensFile, textNow } from "../memory/memory.js";
import { entriesOf, type PageEntry } from "../memory/table.js";
import { byScope, type Located, locate, unreadNamed, type Workspace } from "../memory/workspace.js";
import { bodyStartOf, outline } from "../page/markdown/outline.js";
import type { Tier } from "../page/page.js";
import { fieldSentences } from "../page/represent.js";
import { openForPrompt, shownText, withoutSecrets } from "../prompt/access.js";
import { kindOfPage } from "../prompt/worth.js";
import { redactSecrets } from "../rules/secret-keys.js";
import type { Degraded } from "./answer.js";
import { frontDay } from "./chunk.js";
import {
  type Confidence,
  confidenceOf,
  eventOf,
  type Lead,
  type PageExcerpt,
  type Weighed,
  type WeighedWord,
} from "./confidence.js";
import { searchOf } from "./index/open.js";
import type { SearchFound, SearchHit } from "./index/search.js";
import { searchSource } from "./index/write.js";
import { type Plan, type Query, quotedWords } from "./plan.js";
import { type Disagreement, dayOf, type Line, type TimeOf } from "./rank/newer.js";
import { type AgeOf, weigh } from "./rank/worth.js";
import { judgeOf, kindAt, reliabilityOf, type SearchSpace, withNeighbors } from "./search-space.js";
import { fold } from "./words/terms.js";

// Recall search: one tier of every store asked of its index, and what it found as leads that can be compared with each other.

interface Searched {
  readonly leads: readonly Lead[];
  readonly words: readonly WeighedWord[];
  /** Those of each other wording, as the plan has them. */
  readonly also: readonly (readonly WeighedWord[])[];
  readonly degraded: readonly Degraded[];
  /** Stores of which nothing could be read, and why. */
  readonly failed: readonly { readonly store: string; readonly failure: Failure }[];
}

/** Never fails as a whole: what a store could not answer is told beside what the others did. */
function searchTier(field: SearchSpace, tier: Tier, side: "open" | "closed" = "open"): Searched {
  const { query, also: others } = field.plan;
  const leads: Lead[] = [];
  const words: WeighedWord[] = [];
  const also = others.map((): WeighedWord[] => []);
  const degraded: Degraded[] = [];
  const failed: { store: string; failure: Failure }[] = [];
  for (const memory of byScope(field.workspace.memories)) {
    const { name } = memory.config;
    const found = allOf([query, ...others].map((asked) => askStore(field, memory, tier, side, asked)));
    if (!found.ok) {
      failed.push({ store: name, failure: found.error });
      degraded.push({ what: `store ${name}`, says: found.error.says });
      continue;
    }
    const [own, ...besides] = found.value;
    words.push(...own!.words);
    for (const [at, one] of besides.entries()) also[at]!.push(...one.words);
    const skipped = new Set(found.value.flatMap((one) => one.skipped));
    for (const says of skipped) degraded.push({ what: `search of store ${name}`, says });
    if (found.value.some((one) => one.loosened)) {
      const says = "No page holds the words in quotes together, so each was searched for.";
      degraded.push({ what: quotedWords, says });
    }
    const lists = found.value.map((one) => leadsOf(field, memory, tier, one));
    leads.push(...together(lists, found.value, field.plan));
  }
  const weighed = heaviest(words);
  const fused = side === "open" ? (field.meaning?.fuse(leads, weighed, tier) ?? leads) : leads;
  return { leads: fused, words: weighed, also: also.map(heaviest), degraded, failed };
}

/**
 * What other wordings add to what the question itself finds: so much of the best of them, and of each further one. Chosen on some 560 questions over
 * conversations and real workspaces and their other wordings, which language models wrote who knew the question alone (`test/FIGURES.md`).
 */
const alsoShares = { best: 0.7, further: 0.3 } as const;

/** A wording of so many words counts whole: one word alone is met by chance. */
const wholeWords = 3;
const wordingCharsMax = 80;

/** What the question and its other wordings found in one store, as one list. */
function together(
  lists: readonly (readonly Lead[])[],
  found: readonly SearchFound[],
  { also, hits }: Plan,
): readonly Lead[] {
  const [own = [], ...others] = lists;
  if (others.length === 0) return own;
  const placeOf = ({ path, chunk }: Lead): string => `${path}#${chunk}`;
  const places = new Map(own.map((lead) => [placeOf(lead), { own: lead as Lead | null, others: [] as Lead[] }]));
  for (const [at, list] of others.entries()) {
    const whole = Math.min(1, found[at + 1]!.words.length / wholeWords);
    const said = inOneLine(redactSecrets(also[at]!.asked)).slice(0, wordingCharsMax);
    for (const lead of list)
      getOrMake(places, placeOf(lead), () => ({ own: null, others: [] as Lead[] })).others.push({
        ...lead,
        also: { said, coverage: lead.coverage },
        base: whole * lead.base,
        coverage: whole * alsoShares.best * lead.coverage,
      });
  }
  // At most 1 again, so that stores compare.
  const most = 1 + alsoShares.best + alsoShares.further * (others.length - 1);
  return [...places.values()]
    .map((place) => {
      const lead = oneOf(place);
      return { ...lead, base: lead.base / most };
    })
    .sort((a, b) => b.base - a.base)
    .slice(0, hits);
}

/** A place with all the words by which it was found, told by the wording of which it holds most. */
function oneOf({ own, others }: { readonly own: Lead | null; readonly others: readonly Lead[] }): Lead {
  const [best, ...further] = others.toSorted((a, b) => b.base - a.base);
  const all = own === null ? others : [own, ...others];
  const told = all.reduce((most, each) => (each.coverage > most.coverage ? each : most));
  if (best === undefined) return told;
  const added = alsoShares.best * best.base + further.reduce((sum, { base }) => sum + alsoShares.further * base, 0);
  const terms = new Map<string, Lead["terms"][number]>();
  for (const term of all.flatMap((each) => each.terms)) if (!terms.has(term.found)) terms.set(term.found, term);
  return { ...told, terms: [...terms.values()], base: (own?.base ?? 0) + added };
}

/**
 * Of the question alone, or of its wordings where those are surer: what answers one of them holds few words of another. One guess meets something by
 * chance, so that the two surest count.
 */
export function surestOf(
  leads: readonly Lead[],
  { words, also }: Pick<Searched, "words" | "also">,
  plan: Plan,
  held?: readonly PageExcerpt[],
): Confidence {
  const own = confidenceOf(leads, words, plan, held);
  const others = plan.also.map((query, at) =>
    confidenceOf(leads, also[at]!, { ...plan, query, around: query.days ?? plan.around }, held),
  );
  const [first = own, second = own] = [own, ...others].sort((a, b) => b.overall - a.overall);
  const overall = (first.overall + second.overall) / 2;
  return overall <= own.overall ? own : { ...first, overall };
}

function askStore(
  field: SearchSpace,
  memory: Memory,
  tier: Tier,
  side: "open" | "closed",
  asked: Query,
): Outcome<SearchFound> {
  const { plan } = field;
  const search = searchOf(memory);
  // The days that one wording names are of that wording.
  const around = asked.days ?? plan.around;
  try {
    search.converge(searchSource(memory));
    return search.query({
      text: asked.text,
      tier,
      limit: side === "open" ? plan.hits : 1,
      admits: judgeOf(field, memory)[side],
      ...(plan.within === null ? {} : { within: plan.within }),
      ...(around === null ? {} : { around, isOfDays: asked.isOfDays }),
    });
  } catch (error) {
    // A search that breaks its word must not look like one that found nothing.
    const says = `The search of store ${memory.config.name} broke: ${error instanceof Error ? error.message : String(error)}`;
    return err({ code: "bug", says, hint: "Please report it; meanwhile: pagefile index rebuild" });
  }
}

function leadsOf(field: SearchSpace, memory: Memory, tier: Tier, { hits }: SearchFound): readonly Lead[] {
  // Scores of different indexes have nothing in common; what they say of the question's words has.
  const scale = Math.max(0.05, ...hits.slice(0, 5).map((hit) => hit.coverage));
  const best = hits[0]?.score ?? 1;
  const judge = judgeOf(field, memory);
  return hits.flatMap((hit) => {
    const { page } = judge.of(hit.path, hit.slug);
    return page === null ? [] : [leadOf(page, tier, hit, Math.min(1, (scale * hit.score) / best))];
  });
}

export function leadOf(page: Located, tier: Tier, hit: SearchHit, base: number): Lead {
  const { memory, entry } = page;
  const kind = kindAt(memory, entry);
  const { fields, ...reliability } = reliabilityOf(memory, entry);
  const heading = hit.headings.at(-1) ?? entry.title;
  let above: ReturnType<NonNullable<Lead["above"]>> | null = null;
  return {
    id: page.name as Lead["id"],
    store: memory.config.name,
    path: entry.path,
    oid: entry.oid,
    type: entry.type,
    kind,
    kept: !entry.implicit || inMemory.test(entry.path) || keptKinds.has(kindOfPage(memory, entry)),
    title: withoutSecrets(entry.title),
    tier,
    updated: entry.updated,
    ...reliability,
    event:
      kind === "episodic" || entry.type === "conversation_segment"
        ? eventOf({ path: entry.path, heading, fields })
        : null,
    above: () => {
      above ??= headingLines(memory, entry, hit);
      return above;
    },
    chunk: hit.chunk,
    start: hit.start,
    end: hit.end,
    headings: hit.headings,
    speaker: hit.speaker,
    days: hit.days,
    text: () => hit.text,
    fields: withoutSecrets(fieldSentences(entry.type, fields)),
    base,
    coverage: hit.coverage,
    terms: hit.terms,
    shares: { ...hit.shares },
    tagged: hit.tagged ?? true,
    neighbors: [],
    vector: null,
  };
}

/** Without what the whole file stands below. */
function headingLines(
  memory: Memory,
  { path, oid }: PageEntry,
  { start, headings }: SearchHit,
): ReturnType<NonNullable<Lead["above"]>> {
  const said = headings.length === 0 ? null : textNow(memory, path);
  if (said === null || said.oid !== oid) return [];
  const open: { text: string; end: number; depth: number }[] = [];
  for (const found of shownText(memory, said)
    .slice(0, start)
    .matchAll(/^(#{1,6})[ \t]+(\S.*)$/gmu)) {
    const [line, signs = "", title = ""] = found;
    if (!headings.some((heading) => title.startsWith(heading))) continue;
    while ((open.at(-1)?.depth ?? 0) >= signs.length) open.pop();
    open.push({ text: line.trimEnd(), end: found.index + line.length, depth: signs.length });
  }
  return open.filter(({ depth }) => depth > 1);
}

const inMemory = /^(?:memory|archive)\//;
const keptKinds: ReadonlySet<FileKind> = new Set(["memory", "log"]);

export interface Looked {
  /** Best first. */
  readonly leads: readonly Weighed[];
  readonly words: readonly WeighedWord[];
  readonly also: Searched["also"];
  readonly degraded: readonly Degraded[];
  readonly failed: Searched["failed"];
  readonly escalated: { readonly says: string; readonly from: number; readonly fetched: readonly PageId[] } | null;
  /** A file that was found is not the one on disk any more. */
  readonly changed: boolean;
}

export function look(field: SearchSpace, ageOf: AgeOf): Looked {
  const { plan, workspace } = field;
  const first = searchTier(field, plan.tier ?? "hot");
  const hot = weigh(withNeighbors(field, first.leads), plan, ageOf, first.words);
  const mayAsk = plan.tier === null && workspace.memories.some(hasArchive);
  // Other words are guesses: they keep nobody from the archive.
  const before = mayAsk ? confidenceOf(hot, first.words, plan) : null;
  if (before === null || before.overall >= plan.enough)
    return { ...first, leads: hot, escalated: null, changed: false };
  const archive = searchTier(field, "cold");
  const paths = [...new Set(archive.leads.map(({ path }) => path))].slice(0, plan.fetches);
  // Only what the index points at is read, for this answer alone.
  const read = archive.leads.filter(({ path }) => paths.includes(path)).map((lead) => fetchLead(workspace, lead));
  const fetched = read.flatMap((one) => (typeof one === "string" ? [] : [one.lead]));
  const words = heaviest([...first.words, ...archive.words]);
  const also = first.also.map((one, at) => heaviest([...one, ...archive.also[at]!]));
  const leads = weigh([...hot, ...fetched], plan, ageOf, words);
  const says = `${whyOf(before, plan.enough)} ${fetched.length === 0 ? "the archive holds nothing on it." : `the archive holds ${pagesOf(fetched)} on it.`}`;
  return {
    leads,
    words,
    also,
    degraded: [
      ...first.degraded,
      ...archive.degraded.filter((one) => !first.degraded.some(({ says }) => says === one.says)),
    ],
    failed: [
      ...first.failed,
      ...archive.failed.filter(({ store }) => !first.failed.some((one) => one.store === store)),
    ],
    escalated: { says, from: before.overall, fetched: [...new Set(fetched.map(({ id }) => id))] },
    changed: read.includes("changed"),
  };
}

/** Cold pages come last. */
function hasArchive({ table }: Memory): boolean {
  const isCold = ({ tier }: PageEntry): boolean => tier === "cold";
  return entriesOf(table).slice(-1).some(isCold) || [...(table.unread?.values() ?? [])].some(isCold);
}

/** Whether pages that the asker may not see would have matched. Asked only where nothing else did. */
export function isKeptFrom(field: SearchSpace): boolean {
  const tiers = field.plan.tier === null ? (["hot", "cold"] as const) : [field.plan.tier];
  return tiers.some((tier) => searchTier(field, tier, "closed").leads.length > 0);
}

function whyOf({ overall }: Confidence, enough: number): string {
  return overall === 0
    ? "Nothing at hand speaks of it;"
    : `What is at hand reaches ${overall.toFixed(2)} of the ${enough.toFixed(2)} that are enough;`;
}

function pagesOf(leads: readonly Lead[]): string {
  const count = new Set(leads.map(({ path }) => path)).size;
  return count === 1 ? "1 page" : `${count} pages`;
}

/** Each word once, with the most that it weighs anywhere. */
function heaviest(words: readonly WeighedWord[]): readonly WeighedWord[] {
  const weights = new Map<string, number>();
  for (const { asked, weight } of words) weights.set(asked, Math.max(weights.get(asked) ?? 0, weight));
  return [...weights].map(([asked, weight]) => ({ asked, weight }));
}

// Line times: when the lines that disagree were said; what gives no day of its own by the commit that brought it.

/** So many pages' pasts are looked into for one answer: each costs a process of git. */
const pastsMax = 3;

/** A past that cannot be read leaves its lines without a time; who is brief looks into none. */
export async function timesOf(
  workspace: Workspace,
  found: readonly Disagreement[],
  isBrief: boolean,
): Promise<TimeOf> {
  const pages = new Map<string, Line[]>();
  for (const line of found.flatMap(({ lines }) => lines)) {
    if (line.day !== null) continue;
    push(pages, `${line.lead.store}\n${line.lead.path}`, line);
  }
  const came = new Map<Line, Arrival>();
  for (const lines of [...pages.values()].slice(0, isBrief ? 0 : pastsMax)) {
    const located = locate(workspace, lines[0]!.lead.id);
    const said = located.ok ? textNow(located.value.memory, located.value.entry.path) : null;
    if (!located.ok || said === null) continue;
    const { memory, entry } = located.value;
    const { entries } = outline(said.text, bodyStartOf(said.text));
    const digests = new Map(
      lines.flatMap((line) => {
        const of = entries.find(({ start, end }) => start <= line.start && line.start < end);
        return of === undefined ? [] : [[line, of.digest] as const];
      }),
    );
    const { arrivalsOf } = await import("../history/blame.js");
    const arrivals = await arrivalsOf(memory, entry.path, new Set(digests.values()));
    if (!arrivals.ok) continue;
    for (const [line, digest] of digests) {
      const arrival = arrivals.value.get(digest);
      if (arrival !== undefined) came.set(line, arrival);
    }
  }
  return (line, beside) => {
    if (line.day !== null) return line.day;
    const arrival = came.get(line);
    if (arrival !== undefined && (beside === "page" || !arrival.withPage)) return arrival.when;
    return beside === "page" ? null : dayOf(line.lead);
  };
}

/**
 * The days of the last commits of pages that name no day themselves; each file costs a process of git. Absent where no commit changed the file, where it
 * was changed since, where the past cannot be read, and where init took it in, which says nothing of its age.
 */
export async function changedDays(
  workspace: Workspace,
  undated: readonly Weighed[],
): Promise<ReadonlyMap<PageId, string>> {
  const days = new Map<PageId, string>();
  for (const { history, config, zone } of workspace.memories) {
    const own = undated.filter(({ store }) => store === config.name);
    const paths = [...new Set(own.map(({ path }) => path))];
    const head = paths.length === 0 ? ok(null) : await history.head();
    const held = head.ok && head.value !== null ? await history.at(head.value.commit, paths) : ok([]);
    const logs = await Promise.all(paths.map((path) => history.log({ paths: [path], limit: 1 })));
    for (const { id, path, oid } of own) {
      const at = paths.indexOf(path);
      const logged = logs[at]!;
      // Words that no commit has are of no commit's day.
      const isHeld = held.ok && held.value[at]?.oid === oid;
      const last = logged.ok && isHeld ? logged.value[0] : undefined;
      if (last !== undefined && parseTrailers(last.message)["Pagefile-Reason"]?.[0] !== "ADOPT")
        days.set(id, dayAt(zone, last.when));
    }
  }
  return days;
}

// Whole section: what answers a question mostly stands at the end of its section, and in other words than the question.

const restCharsMax = 1_200;

/** The best with the rest of what stands below its heading, where that is short; what somebody says, or has a day of its own, stands by itself. */
export function withRest(workspace: Workspace, leads: readonly Weighed[]): readonly Weighed[] {
  const [best, ...others] = leads;
  const found = best?.text() ?? null;
  if (best === undefined || found === null || best.speaker !== null || best.headings.length === 0) return leads;
  const located = frontDay(found.slice(0, 80)) === null ? locate(workspace, best.id) : null;
  const said = located?.ok === true ? textNow(located.value.memory, best.path) : null;
  if (located?.ok !== true || said?.oid !== best.oid) return leads;
  const text = shownText(located.value.memory, said);
  const section = text.slice(best.end).split(/^#{1,6}[ \t]/mu, 1)[0] ?? "";
  const rest = section.trimEnd();
  if (rest === "" || rest.length > restCharsMax || text.slice(best.start, best.end) !== found) return leads;
  return [{ ...best, end: best.end + rest.length, text: () => found + rest }, ...others];
}

// Recall fetch: what was found, held against the files: an index may be behind them, and some texts may not be shown.

/** A lead whose text is what its file holds now, and the lines it stands on, counted from 1. */
interface Fetched<T extends Lead> {
  readonly lead: T;
  readonly lines: readonly [first: number, last: number];
}

/**
 * `changed` where the file is no longer the one that was searched; `withheld` where all that matched came from outside, stands on a page
 * that is in prompts unasked, and was approved by nobody.
 */
export function fetchLead<T extends Lead>(workspace: Workspace, lead: T): Fetched<T> | "changed" | "withheld" {
  const located = locate(workspace, lead.id);
  const page = located.ok ? located.value : unreadNamed(workspace, lead.id);
  if (page === null) return "changed";
  const { memory, entry } = page;
  const file = openForPrompt(memory, entry, openKnown);
  if (!file.ok || file.value === null || entry.oid !== lead.oid) return "changed";
  const { text, hidden = [] } = file.value;
  const lines = [lineAt(text, lead.start), lineAt(text, Math.max(lead.start, lead.end - 1))] as const;
  const found = lead.text();
  const whole = text.slice(lead.start, lead.end);
  const inside = hidden.filter((span) => span.start < lead.end && span.end > lead.start);
  const shown = without(text, inside, lead);
  // A search that is behind the files tells of a text that stands elsewhere by now, or nowhere.
  if (found === null || (found !== whole && found !== shown)) return "changed";
  if (inside.length === 0) return { lead, lines };
  const low = fold(`${lead.fields}\n${shown}`);
  const terms = lead.terms.filter(({ asked, found }) => low.includes(fold(asked)) || low.includes(found));
  return terms.length === 0 ? "withheld" : { lead: { ...lead, text: () => shown, terms }, lines };
}

/** The search has read most of these files a moment ago. */
const openKnown: OpensFile = (memory, entry) => {
  const said = textNow(memory, entry.path);
  if (said === null || said.oid !== entry.oid) return ok(null);
  return ok({ text: said.text, bodyStart: bodyStartOf(said.text) });
};

function without(
  text: string,
  spans: readonly { readonly start: number; readonly end: number }[],
  { start, end }: Pick<Lead, "start" | "end">,
): string {
  let shown = "";
  let at = start;
  for (const span of spans) {
    shown += text.slice(at, Math.max(at, span.start));
    at = Math.max(at, span.end);
  }
  return shown + text.slice(at, Math.max(at, end));
}

/**
 * Pack: which places of which pages go into an answer, under a cap of pages and tokens, with no text twice, and the lines of a long text that
 * hold the words of the question.
 */

import type { PageId } from "../base/ids.js";
import { getOrMake } from "../base/result.js";
import { isBlankText } from "../page/frontmatter/text.js";
import { depthOf } from "../page/markdown/outline.js";
import { shorten } from "../page/represent.js";
import { headedDay, lineDay } from "./chunk.js";
import type { Lead, PageExcerpt, Weighed, WeighedWord } from "./confidence.js";
import { fold, lineTermsOf, sentencesOf, termsOf } from "./words/terms.js";

const gap = "…";

/** One place of a page, and what is shown of it: its text, or the lines of it that matter most where it is too long. */
export type Part = PageExcerpt<Weighed>;

interface Packed {
  /** The best of the page's. */
  readonly lead: Weighed;
  /** In the order of the file; one with an ellipsis alone where there is room for no more than the name of the page. */
  parts: readonly Part[];
  tokens: number;
}

export interface LeftOut {
  readonly id: PageId;
  /** `same`: it says what another page says; `pages` and `tokens` are the caps. */
  readonly reason: "same" | "pages" | "tokens";
}

interface Package {
  /** Best first, one a frame. */
  readonly packed: readonly Readonly<Packed>[];
  readonly left: readonly LeftOut[];
  /** The sum of what is packed, frames included; never above the cap. */
  readonly tokens: number;
}

interface PackageCaps {
  readonly pages: number;
  readonly tokens: number;
  /** Tokens of a page that is shown with this text, with everything that is printed around it. */
  readonly cost: (lead: Weighed, text: string) => number;
  /** Whether every section of a file has a frame of its own. */
  readonly apart?: boolean;
  /** What the words of the question weigh; all the same where nothing says so. */
  readonly words?: readonly WeighedWord[];
}

/** So much of the words of both in common, and a text says the same as another. */
const sameFrom = 0.9;
/** Of all tokens, what one place may take at most: a long text is cut to the lines around the words, so that others have room. */
const partShare = 1 / 12;
/** The best of all mostly holds the answer, if not in the lines that have the words then beside them. */
const bestShare = 1 / 5;
/** The best of a page is shown to its end, as far as this goes, before other places of that page. */
const wholeShare = 1 / 3;
const partLeast = 120;

/**
 * `leads` best first. Places are taken in the order of their scores, several of a page where they earn it, and the first of a page pays for what
 * is printed around it: a better page is left out only where not even its name fits. Sections of a file share a frame. What is over goes to the
 * places that were cut. Deterministic.
 */
export function pack(leads: readonly Weighed[], caps: PackageCaps): Package {
  const keys = new Map<Weighed, string>();
  const keyOf = caps.apart === true ? sectionKey : frameKey;
  const frameOf = (lead: Weighed): string => getOrMake(keys, lead, () => keyOf(lead));
  const placeOf = (lead: Weighed): string => `${lead.id}\n${frameOf(lead)}`;
  const { chosen, left } = chosenOf(firstOfEach(leads, placeOf), caps.pages, frameOf);
  const places = new Set(chosen.map(placeOf));
  const open = new Map<string, Packed>();
  for (const lead of chosen) if (!open.has(frameOf(lead))) open.set(frameOf(lead), { lead, parts: [], tokens: 0 });
  let tokens = 0;
  const costOf = (page: Packed, parts: readonly Part[]): number =>
    caps.cost(page.lead, joined(parts, caps.apart === true ? null : page.lead));
  const partsWith = partsBy(costOf, new Map(caps.words?.map(({ asked, weight }) => [asked, weight])));
  const put = (page: Packed, parts: readonly Part[]): void => {
    const cost = costOf(page, parts);
    tokens += cost - page.tokens;
    page.tokens = cost;
    page.parts = inOrder(parts);
  };
  const finished = new Set<Packed>();
  const finish = (page: Packed): void => {
    if (finished.has(page)) return;
    finished.add(page);
    const most = page.tokens + Math.min(caps.tokens - tokens, Math.floor(caps.tokens * wholeShare));
    const own = leads.filter((lead) => frameOf(lead) === frameOf(page.lead));
    for (const lead of [page.lead, ...restOf(page.lead, own)]) {
      const parts = partsWith(page, lead, most, true);
      if (parts === null) return;
      put(page, parts);
    }
  };
  for (const lead of leads) {
    const page = open.get(frameOf(lead));
    if (page === undefined || !places.has(placeOf(lead)) || page.parts[0]?.text === gap) continue;
    const isFirst = lead === page.lead;
    if (!isFirst) finish(page);
    if (page.parts.some((part) => part.lead === lead)) continue;
    const share = lead === leads[0] ? bestShare : partShare;
    const most = Math.max(partLeast, Math.floor(caps.tokens * share));
    const room = Math.min(caps.tokens - tokens, most + (isFirst ? caps.cost(lead, "") : 0));
    const parts = partsWith(page, lead, page.tokens + room, false) ?? (isFirst ? [{ lead, text: gap }] : null);
    if (parts !== null && costOf(page, parts) - page.tokens <= caps.tokens - tokens) put(page, parts);
    else if (isFirst) {
      left.push({ id: lead.id, reason: "tokens" });
      open.delete(frameOf(lead));
    }
  }
  for (const lead of leads) {
    const page = open.get(frameOf(lead));
    const shown = page?.parts.find((part) => part.lead === lead);
    if (page === undefined || shown === undefined || shown.text === textIn(page, lead).trim()) continue;
    const parts = partsWith(page, lead, page.tokens + caps.tokens - tokens, true);
    if (parts !== null) put(page, parts);
  }
  return { packed: [...open.values()].sort((a, b) => b.lead.score - a.lead.score), left, tokens };
}

/** What the best of a page shows has its fields, the others only their text, without what one that is shown already begins or ends with. */
function textIn(page: Packed, lead: Weighed): string {
  let { start, end } = lead;
  for (const { lead: other } of page.parts) {
    if (other !== lead && other.start <= start && other.end >= end) return "";
    if (other.start < start && other.end > start) start = other.end;
    if (other.start > start && other.start < end) end = other.start;
  }
  const own = lead === page.lead ? textOf(lead) : (lead.text() ?? "");
  return start === lead.start && end === lead.end
    ? own
    : (lead.text() ?? "").slice(start - lead.start, end - lead.start);
}

/** What gives the parts of a page with as much of this place as the page may cost; null where nothing of use fits. */
function partsBy(
  costOf: (page: Packed, parts: readonly Part[]) => number,
  weights: ReadonlyMap<string, number>,
): (page: Packed, lead: Weighed, most: number, isFilled: boolean) => readonly Part[] | null {
  return (page, lead, most, isFilled) => {
    const others = page.parts.filter((part) => part.lead !== lead);
    const fits = (text: string): boolean => costOf(page, [...others, { lead, text }]) <= most;
    const terms = lead.terms.map((term) => ({ ...term, weight: weights.get(term.asked) ?? 1 }));
    const text = excerpt(textIn(page, lead), terms, fits, isFilled);
    return text === null || text === "" ? null : [...others, { lead, text }];
  };
}

/** What follows a place below the same heading without a gap; what somebody says, or has a day of its own, stands by itself. */
function restOf({ headings, speaker, days, start, end }: Weighed, all: readonly Weighed[]): readonly Weighed[] {
  if (headings.length === 0 || speaker !== null) return [];
  const under = headings.join("\n");
  const isBelow = (one: Weighed): boolean =>
    one.start > start && one.speaker === null && one.days?.from === days?.from && one.headings.join("\n") === under;
  let last = end;
  return all
    .filter(isBelow)
    .sort((a, b) => a.start - b.start)
    .filter((one) => {
      const isNext = one.start - last <= nextChars;
      if (isNext) last = Math.max(last, one.end);
      return isNext;
    });
}

function sectionKey({ store, id }: Weighed): string {
  return `${store}\n${id}`;
}

/** Sections of a file, as far as a frame says the same of them, their day among it. */
function frameKey({ headings, superseded = null, ...lead }: Weighed): string {
  const { store, path, id, kind, tier, origin, contested, stale } = lead;
  const alone = superseded === null ? "" : id;
  return [store, path, kind, tier, origin, contested, stale, alone, headedDay(headings)].join("\n");
}

function inOrder(parts: readonly Part[]): readonly Part[] {
  return [...parts].sort((a, b) => a.lead.start - b.lead.start);
}

/**
 * The places of a page as one text, below what its fields say, with an ellipsis for what lies between two that are not next to each other, and
 * where a frame stands around them each below its heading, as far as neither the frame nor what is shown says it.
 */
export function joined(parts: readonly Part[], frame: Lead | null = null): string {
  const fields =
    parts.find(({ lead, text }) => lead.fields !== "" && text.startsWith(`${lead.fields}\n`))?.lead.fields ?? "";
  const open: string[] = [];
  const said = inOrder(parts).reduce((said, { lead, text }, at, all) => {
    const before = all[at - 1]?.lead ?? null;
    const own = (fields !== "" && text.startsWith(fields) ? text.slice(fields.length) : text).trim();
    const heads = frame === null || own === gap ? [] : headsAbove(lead, { before, open, frame, text: own });
    for (const line of [...heads, ...own.split("\n")]) if (headLine.test(line)) openBelow(open, line);
    const isNext = before === null || lead.start - before.end <= nextChars;
    const isGap = !isNext && !said.endsWith(gap) && !(heads[0] ?? own).startsWith(gap);
    // What is left out between two places is said once, however much of either is left out, too.
    const rest = !isNext && heads.length === 0 && said.endsWith(`\n${gap}`) && own.startsWith(`${gap}\n`);
    const lines = [isGap ? gap : "", ...heads, rest ? own.slice(gap.length + 1) : own];
    return [said, ...lines].filter((line) => line !== "").join("\n");
  }, "");
  return fields === "" ? said : `${fields}\n\n${said}`;
}

/** The headings above a place that nothing above it in the answer says, nor its frame, as they stand in the file, with a gap for what follows them there. */
function headsAbove(
  lead: Lead,
  told: {
    readonly before: Lead | null;
    readonly open: string[];
    readonly frame: Lead;
    readonly text: string;
  },
): readonly string[] {
  const { before, open, frame, text } = told;
  const above = lead.above?.() ?? [];
  const last = above.at(-1);
  if (last === undefined) {
    const nearest = lead.headings.at(-1) ?? frame.title;
    const lines = text.split("\n").filter((line) => line !== gap);
    const isShown = headLine.test(lines[0] ?? "") || lines.some((line) => isHead(line) && line.includes(nearest));
    const isTold =
      before === null ? nearest === frame.title : lead.headings.join("\n") === before.headings.join("\n");
    return isTold || isShown ? [] : [`${gap} ${nearest}`];
  }
  if (open.length === 0 && titleOf(last.text) === frame.title) {
    open.push(...above.map(({ text }) => text));
    return [];
  }
  const first = above.findIndex(({ text }) => !open.includes(text));
  if (first < 0) return [];
  const isAway = lead.start - last.end > nextChars && !text.startsWith(gap);
  return [...above.slice(first).map(({ text }) => text), ...(isAway ? [gap] : [])];
}

function openBelow(open: string[], line: string): void {
  const depth = depthOf(line) ?? 0;
  while (open.length > 0 && (depthOf(open.at(-1)!) ?? 0) >= depth) open.pop();
  open.push(line);
}

function titleOf(line: string): string {
  return line.replace(/^#{1,6}\s+/, "").trim();
}

/** Blank lines between two places of a file. */
const nextChars = 3;

function firstOfEach(leads: readonly Weighed[], keyOf: (lead: Weighed) => string): readonly Weighed[] {
  const best = new Map<string, Weighed>();
  for (const lead of leads) if (!best.has(keyOf(lead))) best.set(keyOf(lead), lead);
  return [...best.values()];
}

/** The best that say something which no better one says. */
function chosenOf(
  leads: readonly Weighed[],
  pages: number,
  frameOf: (lead: Weighed) => string,
): { readonly chosen: readonly Weighed[]; readonly left: LeftOut[] } {
  const chosen = new Map<Weighed, ReadonlySet<string>>();
  const left: LeftOut[] = [];
  const frames = new Set<string>();
  for (const lead of leads) {
    const frame = frameOf(lead);
    const words = frames.has(frame) || frames.size < pages ? wordsOf(textOf(lead)) : null;
    if (words === null) left.push({ id: lead.id, reason: "pages" });
    else if ([...chosen.values()].some((other) => likeness(other, words) >= sameFrom))
      left.push({ id: lead.id, reason: "same" });
    else {
      chosen.set(lead, words);
      frames.add(frame);
    }
  }
  return { chosen: [...chosen.keys()], left };
}

function wordsOf(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const { terms } of lineTermsOf(text)) for (const term of terms) if (!term.stop) words.add(term.text);
  return words;
}

/** The share of the words of both that they have in common (Jaccard); 0 where it must be too small. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (Math.min(a.size, b.size) < sameFrom * Math.max(a.size, b.size, 1)) return 0;
  let common = 0;
  for (const word of a) if (b.has(word)) common += 1;
  return common / (a.size + b.size - common);
}

/** What may not be shown is cut out of the text; the rest has the room that the whole had. */
export function reshown({ lead, text }: Part, fetched: Weighed, fits: (text: string) => boolean): string | null {
  return text === gap || fetched.text() === lead.text() ? text : excerpt(textOf(fetched), fetched.terms, fits);
}

// Excerpt: the lines of a text that hold the words of a question, as many as fit.

interface Matched {
  readonly asked: string;
  readonly found: string;
  /** Its share of the question; all weigh the same where nothing says so. */
  readonly weight?: number;
}

/** Shorter than this a cut line says nothing. */
const charsLeast = 24;

/**
 * The whole text where it fits; else the line with most of the question, then others that hold some, each below its heading, and to `fill` it the
 * lines around them, with an ellipsis for what is left out; else a part of that line. Of a long line each sentence counts as one. null where nothing
 * of use fits. `fits` is monotone: a shorter text never costs more.
 */
export function excerpt(
  text: string,
  terms: readonly Matched[],
  fits: (text: string) => boolean,
  fill = true,
): string | null {
  const whole = text.trim();
  if (fits(whole)) return whole;
  const lines = saidIn(whole);
  const counts = lines.map(({ text }) => heldOf(text, terms));
  const best = Math.max(0, counts.indexOf(Math.max(...counts)));
  const isFit = (shown: ReadonlySet<number>): boolean => fits(framed(lines, shown));
  // A heading says nothing without what stands below it, nor that without its heading.
  const withHead = (at: number): readonly number[] =>
    lines[at]?.head === at && lines[at + 1]?.head === at ? [at, at + 1] : [at, lines[at]?.head ?? at];
  let shown: ReadonlySet<number> = new Set(withHead(best));
  if (!isFit(shown)) shown = new Set([best]);
  if (!isFit(shown)) return cutLine(lines[best]?.text ?? "", terms, fits);
  const add = (at: number): void => {
    const more = new Set([...shown, ...withHead(at)]);
    const isBare = lines[at]?.head === at && lines[at + 1]?.head !== at;
    if (at >= 0 && at < lines.length && !shown.has(at) && !isBare && isFit(more)) shown = more;
  };
  const holding = [...lines.keys()].filter((at) => counts[at]! > 0);
  for (const at of holding.sort((a, b) => counts[b]! - counts[a]! || a - b)) add(at);
  // What follows a line mostly explains it, so it is tried first.
  for (let size = 0; (fill || holding.length === 0) && size < shown.size; ) {
    size = shown.size;
    for (const at of [...shown].sort((a, b) => a - b)) add(at + 1);
    if (size === shown.size) for (const at of [...shown].sort((a, b) => a - b)) add(at - 1);
  }
  return framed(lines, shown);
}

/** What a text holds of the question by the words themselves: “truncation” is not asked for by “run”. */
function heldOf(text: string, terms: readonly Matched[]): number {
  const words = new Set(termsOf(text).map((term) => term.text));
  const held = new Map<string, number>();
  for (const { asked, found, weight = 1 } of terms)
    if (found.split(" ").every((word) => words.has(word))) held.set(asked, weight);
  return [...held.values()].reduce((sum, weight) => sum + weight, 0);
}

/** A line, or a sentence of a long one. */
interface Said {
  readonly text: string;
  /** Whether it goes on with the line of the one before. */
  readonly isSame: boolean;
  /** What its line begins with and is said of. */
  readonly label: string;
  /** The place of the nearest heading above it; null where there is none. */
  readonly head: number | null;
}

function saidIn(text: string): readonly Said[] {
  const said: Said[] = [];
  let head: number | null = null;
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    if (isHead(line)) head = said.length;
    const label = labelFront.exec(line)?.[0] ?? "";
    for (const [at, text] of sentencesOf(line).entries()) said.push({ text, isSame: at > 0, label, head });
  }
  return said;
}

/** A heading, or a line of a day or of bold words alone: what follows stands below it. */
function isHead(line: string): boolean {
  return headLine.test(line) || (lineDay(line) !== null && line.trim().length <= dayLineChars);
}

const headLine = /^\s*(?:#{1,6}\s|\*\*[^*]+\*\*:?\s*$)/;
const dayLineChars = 24;

/** “Label:”, “- **X**” or the first cell of a table's row. */
const labelFront =
  /^\s*(?:(?:[-*+>]|\d{1,3}[.)])\s+)?(?:\*\*[^*]{1,60}\*\*:?|[^\s:：|.!?][^:：|.!?]{0,40}[:：](?=\s)|\|[^|]{1,60}\|)/u;

/** Of a line whose beginning is left out its label stays. */
function framed(lines: readonly Said[], shown: ReadonlySet<number>): string {
  let said = "";
  let [lineStart, isTold] = [0, false];
  for (const [at, { text, isSame, label }] of lines.entries()) {
    const between = at === 0 ? "" : isSame ? " " : "\n";
    if (!isSame) [lineStart, isTold] = [said.length, false];
    if (shown.has(at)) {
      if (isSame && !isTold && label !== "")
        said = `${said.slice(0, lineStart)}${lineStart === 0 ? "" : "\n"}${label} ${gap}`;
      isTold = true;
      said += `${between}${text}`;
    } else if (at === 0 || shown.has(at - 1)) said += `${between}${gap}`;
  }
  return said;
}

/** One long line, from a little before its first word of the question on, behind what it is said of. */
function cutLine(line: string, terms: readonly Matched[], fits: (text: string) => boolean): string | null {
  const run = [...line.matchAll(/[\p{L}\p{N}]+/gu)].find(([word]) => heldOf(word, terms) > 0);
  const inside = terms.map(({ asked }) => (run === undefined ? -1 : fold(run[0]).indexOf(fold(asked))));
  const word = run === undefined ? 0 : run.index + Math.max(0, ...inside);
  const space = line.lastIndexOf(" ", Math.max(0, word - 40));
  const label = labelFront.exec(line)?.[0] ?? "";
  const from = word <= 40 || space <= label.length ? 0 : space + 1;
  const rest = from === 0 ? line : `${label === "" ? "" : `${label} `}${gap}${line.slice(from)}`;
  let [least, most] = [charsLeast + (from === 0 ? 0 : label.length), rest.length];
  if (!fits(shorten(rest, least))) return null;
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(shorten(rest, middle))) least = middle;
    else most = middle - 1;
  }
  return shorten(rest, least);
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

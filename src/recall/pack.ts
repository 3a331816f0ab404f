/**
 * Pack: which places of which pages go into an answer, under a cap of pages and tokens, with no text twice, and the lines of a long text that
 * hold the words of the question.
 */

import type { PageId } from "../base/ids.js";
import { isBlankText } from "../page/frontmatter/text.js";
import { shorten } from "../page/represent.js";
import type { Lead, PageExcerpt, Weighed } from "./confidence.js";
import { fold, lineTermsOf, sentencesOf } from "./words/terms.js";

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
}

/** So much of the words of both in common, and a text says the same as another. */
const sameFrom = 0.9;
/** Of all tokens, what one place may take at most: a long text is cut to the lines around the words, so that others have room. */
const partShare = 1 / 12;
/** The best of all mostly holds the answer, if not in the lines that have the words then beside them. */
const bestShare = 1 / 5;
const partLeast = 120;

/**
 * `leads` best first. Places are taken in the order of their scores, several of a page where they earn it, and the first of a page pays for what
 * is printed around it: a better page is left out only where not even its name fits. Sections of a file share a frame. What is over goes to the
 * places that were cut. Deterministic.
 */
export function pack(leads: readonly Weighed[], caps: PackageCaps): Package {
  const frameOf = caps.apart === true ? sectionKey : frameKey;
  const { chosen, left } = chosenOf(onePerSection(leads), caps.pages, frameOf);
  const sections = new Set(chosen.map(sectionKey));
  const open = new Map<string, Packed>();
  for (const lead of chosen) if (!open.has(frameOf(lead))) open.set(frameOf(lead), { lead, parts: [], tokens: 0 });
  let tokens = 0;
  const put = (page: Packed, parts: readonly Part[]): void => {
    const cost = caps.cost(page.lead, joined(parts));
    tokens += cost - page.tokens;
    page.tokens = cost;
    page.parts = inOrder(parts);
  };
  for (const lead of leads) {
    const page = open.get(frameOf(lead));
    if (page === undefined || !sections.has(sectionKey(lead)) || page.parts[0]?.text === gap) continue;
    const isFirst = lead === page.lead;
    const share = lead === leads[0] ? bestShare : partShare;
    const most = Math.max(partLeast, Math.floor(caps.tokens * share));
    const room = Math.min(caps.tokens - tokens, most + (isFirst ? caps.cost(lead, "") : 0));
    const parts =
      partsWith(page, lead, page.tokens + room, false, caps.cost) ?? (isFirst ? [{ lead, text: gap }] : null);
    if (parts !== null && caps.cost(page.lead, joined(parts)) - page.tokens <= caps.tokens - tokens) put(page, parts);
    else if (isFirst) {
      left.push({ id: lead.id, reason: "tokens" });
      open.delete(frameOf(lead));
    }
  }
  for (const lead of leads) {
    const page = open.get(frameOf(lead));
    const shown = page?.parts.find((part) => part.lead === lead);
    if (page === undefined || shown === undefined || shown.text === textIn(page, lead).trim()) continue;
    const parts = partsWith(page, lead, page.tokens + caps.tokens - tokens, true, caps.cost);
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

/** The parts of a page with as much of this place as the page may cost; null where nothing of use fits. */
function partsWith(
  page: Packed,
  lead: Weighed,
  most: number,
  isFilled: boolean,
  cost: PackageCaps["cost"],
): readonly Part[] | null {
  const others = page.parts.filter((part) => part.lead !== lead);
  const fits = (text: string): boolean => cost(page.lead, joined([...others, { lead, text }])) <= most;
  const text = excerpt(textIn(page, lead), lead.terms, fits, isFilled);
  return text === null || text === "" ? null : [...others, { lead, text }];
}

function sectionKey({ store, id }: Weighed): string {
  return `${store}\n${id}`;
}

/** Sections of a file, as far as a frame says the same of them. */
function frameKey({ store, path, id, kind, tier, origin, contested, stale, superseded = null }: Weighed): string {
  return [store, path, kind, tier, origin, contested, stale, superseded === null ? "" : id].join("\n");
}

function inOrder(parts: readonly Part[]): readonly Part[] {
  return [...parts].sort((a, b) => a.lead.start - b.lead.start);
}

/** The places of a page as one text, below what its fields say, with an ellipsis for what lies between two that are not next to each other. */
export function joined(parts: readonly Part[]): string {
  const fields =
    parts.find(({ lead, text }) => lead.fields !== "" && text.startsWith(`${lead.fields}\n`))?.lead.fields ?? "";
  const said = inOrder(parts).reduce((said, { lead, text }, at, all) => {
    const before = all[at - 1];
    const own = (fields !== "" && text.startsWith(fields) ? text.slice(fields.length) : text).trim();
    if (before === undefined) return own;
    const heading = before.lead.id === lead.id ? undefined : lead.headings.at(-1);
    const isUnder = heading !== undefined && !own.includes(heading);
    const isNext = lead.start - before.lead.end <= nextChars && !said.endsWith(gap) && !own.startsWith(gap);
    if (isNext && !isUnder) return `${said}\n${own}`;
    // What is left out between two places is said once, however much of either is left out, too.
    const until = said.endsWith(`\n${gap}`) ? said.slice(0, -gap.length - 1) : said;
    const rest = own.startsWith(`${gap}\n`) ? own.slice(gap.length + 1) : own;
    return `${until}\n${isUnder ? `${gap} ${heading}` : gap}\n${rest}`;
  }, "");
  return fields === "" ? said : `${fields}\n\n${said}`;
}

/** Blank lines between two places of a file. */
const nextChars = 3;

function onePerSection(leads: readonly Weighed[]): readonly Weighed[] {
  const best = new Map<string, Weighed>();
  for (const lead of leads) if (!best.has(sectionKey(lead))) best.set(sectionKey(lead), lead);
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
}

/** Shorter than this a cut line says nothing. */
const charsLeast = 24;

/**
 * The whole text where it fits; else the line with most of the words, then others that hold some, and to `fill` it the lines around them, with an
 * ellipsis for what is left out; else the beginning of that line. Of a long line each sentence counts as one. null where nothing of use fits.
 * `fits` is monotone: a shorter text never costs more.
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
  const needles = terms.flatMap(({ asked, found }) => [fold(asked), fold(found)]).filter((word) => word !== "");
  const counts = lines.map(({ text }) => {
    const low = fold(text);
    return needles.filter((needle) => low.includes(needle)).length;
  });
  const best = Math.max(0, counts.indexOf(Math.max(...counts)));
  let shown: ReadonlySet<number> = new Set([best]);
  if (!fits(framed(lines, shown))) return cutLine(lines[best]?.text ?? "", needles, fits);
  const add = (at: number): void => {
    const more = new Set(shown).add(at);
    if (at >= 0 && at < lines.length && !shown.has(at) && fits(framed(lines, more))) shown = more;
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

/** A line, or a sentence of a long one. */
interface Said {
  readonly text: string;
  /** Whether it goes on with the line of the one before. */
  readonly isSame: boolean;
}

function saidIn(text: string): readonly Said[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .flatMap((line) => sentencesOf(line).map((text, at) => ({ text, isSame: at > 0 })));
}

function framed(lines: readonly Said[], shown: ReadonlySet<number>): string {
  let said = "";
  for (const [at, { text, isSame }] of lines.entries()) {
    const between = isSame ? " " : "\n";
    if (shown.has(at)) said += at === 0 ? text : `${between}${text}`;
    else if (at === 0) said = gap;
    else if (shown.has(at - 1)) said += `${between}${gap}`;
  }
  return said;
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

/** What an answer shows of a lead: its text, below the fields of its page where the question speaks of them or there is nothing else. */
function textOf({ fields, text, terms }: Lead): string {
  const found = text() ?? "";
  if (fields === "") return found;
  const low = fold(fields);
  const isAsked = terms.some((term) => low.includes(fold(term.asked)) || low.includes(term.found));
  if (isBlankText(found)) return fields;
  return isAsked ? `${fields}\n\n${found.trim()}` : found;
}

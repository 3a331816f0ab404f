/**
 * Chunk: a page in the pieces that a search finds: where its lines may be cut, what each piece costs, what its first words say of it, and what of
 * it a model is shown.
 */

import { shortDigest } from "../base/digest.js";
import { withoutTail } from "../base/text.js";
import { bodyStartOf } from "../page/markdown/outline.js";
import { type DayRange, dayOf, oneDay, type Span, spanOf, weekOf } from "./words/calendar.js";
import { fold } from "./words/terms.js";
import { timeWords } from "./words/time-words.js";

// ChunkBlocks: the entries, paragraphs and headings of a body by a look at its lines; where a cut falls badly, no word is lost.

interface Block {
  /** UTF-16 offsets, at line starts; the end is behind the last line's content. */
  readonly start: number;
  readonly end: number;
  /** Whether it is an item of a list. */
  readonly item: boolean;
  readonly heading: boolean;
  /** Which heading it stands under, counted from 0; a heading stands under itself. */
  readonly section: number;
  /** The headings above it, itself included, outermost first. */
  readonly headings: readonly string[];
  /** Who said the entry that it is, or is a part of. */
  readonly speaker: string | null;
}

type State = ReturnType<typeof stateOf>;

function stateOf(text: string) {
  return {
    text,
    blocks: [] as Block[],
    /** The headings in force, by depth. */
    stack: [] as (string | undefined)[],
    headings: [] as readonly string[],
    section: 0,
    sections: 0,
    /** Who said the open entry, and what is in force outside of it where it has headings of its own. */
    speaker: null as string | null,
    role: null as { readonly name: string; readonly depth: number } | null,
    outside: null as { stack: (string | undefined)[]; headings: readonly string[]; section: number } | null,
    /** Of the open block; -1 where none is. */
    start: -1,
    end: -1,
    item: false,
    /** What closes the open code fence; null outside of one. */
    fence: null as string | null,
    blankBefore: false,
  };
}

/**
 * A Markdown parser would tell more and cost a hundred times as much, for every page of a memory. Underlined headings and lists
 * inside quotes are running text here.
 */
function blocksOf(text: string, from: number): readonly Block[] {
  const state = stateOf(text);
  for (let at = from; at < text.length; ) {
    const lineFeed = text.indexOf("\n", at);
    const end = lineFeed < 0 ? text.length : lineFeed;
    takeLine(state, at, end);
    at = end + 1;
  }
  close(state);
  return state.blocks;
}

function takeLine(state: State, start: number, end: number): void {
  const line = state.text.slice(start, end);
  const content = line.trim();
  if (content === "") {
    state.blankBefore = true;
    return;
  }
  const indent = line.length - line.trimStart().length;
  if (state.fence !== null) {
    if (content.startsWith(state.fence) && content.replaceAll(state.fence.charAt(0), "") === "") state.fence = null;
    extend(state, start, end);
    return;
  }
  const [, signs = "", title = ""] = indent <= 3 ? (headingLine.exec(content) ?? []) : [];
  const item = indent <= 1 && /^(?:[-*+]|\d{1,9}[.)]) /.test(content);
  if (indent <= 1 && (item || signs !== "" || state.blankBefore)) endEntry(state);
  // Without the hashes that may close it.
  if (signs !== "") {
    takeHeading(state, { start, end }, signs.length, title.replace(/(?:^| )#+$/, "").trim());
    return;
  }
  if (content.startsWith("```") || content.startsWith("~~~")) state.fence = content.slice(0, 3);
  // What is indented behind a blank line still belongs to the item above it.
  const next = item || (state.blankBefore && !(state.item && indent >= 2));
  if (next) close(state);
  // In what is said under a heading a bold word before a colon is no name.
  if (item && state.role === null) state.speaker = spokenFront(content);
  if (state.start < 0) state.item = item;
  extend(state, start, end);
}

function extend(state: State, start: number, end: number): void {
  if (state.start < 0) state.start = start;
  state.end = end;
  state.blankBefore = false;
}

/** An answer at length has headings of its own, under which nothing stands that others say. */
function endEntry(state: State): void {
  close(state);
  state.speaker = null;
  if (state.outside !== null) Object.assign(state, state.outside);
  state.outside = null;
}

function close(state: State): void {
  const { start, end, item, section, headings } = state;
  const speaker = state.speaker ?? state.role?.name ?? null;
  if (start >= 0) state.blocks.push({ start, end, item, heading: false, section, headings, speaker });
  state.start = -1;
  state.item = false;
}

function takeHeading(
  state: State,
  line: { readonly start: number; readonly end: number },
  depth: number,
  title: string,
): void {
  close(state);
  const { headings, section } = state;
  if (state.speaker !== null && state.outside === null) {
    state.outside = { stack: state.stack, headings, section };
    state.stack = [];
  }
  const name = state.speaker === null ? roleOf(title) : null;
  if (name !== null) state.role = { name, depth };
  else if (state.speaker === null && state.role !== null && depth < state.role.depth) state.role = null;
  const speaker = state.speaker ?? state.role?.name ?? null;
  state.section = ++state.sections;
  state.stack = state.stack.slice(0, depth);
  if (name === null) state.stack[depth] = title;
  const own = state.stack.filter((title): title is string => title !== undefined && title !== "");
  state.headings = [...(state.outside?.headings ?? []), ...own];
  const { section: number, headings: above } = state;
  state.blocks.push({ ...line, item: false, heading: true, section: number, headings: above, speaker });
  state.blankBefore = false;
}

const headingLine = /^(#{1,6})(?:[ \t](.*))?$/;

// Chunk: a page in the pieces that a search finds: one entry of a log, a few short ones, or some 400 tokens of a section.

/** What is known of a page besides its body's text. */
export interface PageHead {
  readonly title: string;
  readonly tags: readonly string[];
  /** What else its frontmatter says that is worth finding: ids, values of fields, the summary. */
  readonly words: string;
  /** The day in its path, or on which it was last changed; null where nothing says one. */
  readonly day: string | null;
  /** Whether its path says that day: else a line that gives the page's date says it better. */
  readonly dated?: boolean;
  /** The last day where it tells of several, from `day` on. */
  readonly until?: string | null;
  /** Its section pages, in order. */
  readonly sections: readonly SectionSlice[];
}

interface SectionSlice {
  readonly slug: string;
  readonly start: number;
  readonly end: number;
}

export interface Chunk {
  /** UTF-16 offsets into the page's text, end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly slug: string | null;
  /** Which heading of the page it stands under, counted from 1; 0 above the first. */
  readonly section: number;
  /** Outermost first. */
  readonly headings: readonly string[];
  readonly speaker: string | null;
  readonly days: DayRange | null;
}

/** Chunks in order; together they hold every word of the body, a heading above a log only as their heading. Never empty. */
export function chunksOf(text: string, head: PageHead): readonly Chunk[] {
  const chunks: Chunk[] = [];
  let pack: Block[] = [];
  let cost = 0;
  const bodyStart = bodyStartOf(text);
  const pageDay = head.dated === true ? head.day : (labeledDay(text, bodyStart) ?? head.day);
  const said = { ...head, day: pageDay };
  const close = (): void => {
    if (pack.length > 0) chunks.push(chunkOf(text, pack, said));
    pack = [];
    cost = 0;
  };
  for (const block of blocksOf(text, bodyStart)) {
    const price = costOf(text, block.start, block.end);
    const last = pack.at(-1);
    const spoken = block.item && isSpoken(text, block);
    const isFull = cost + price > costs.textMax || (block.item && cost >= costs.entriesMin);
    if (last !== undefined && (block.section !== last.section || spoken || isFull)) {
      // What a log or a further heading stands under is known to what stands there; alone it would be found in its place.
      const isAbove = block.section === last.section ? spoken : block.heading && isBelow(block, last);
      if (isAbove && pack.every(({ heading }) => heading)) pack = [];
      // The last block is said twice where it is short enough.
      const isSaidAgain = block.section === last.section && !block.item && !last.item && !last.heading;
      const overlap = isSaidAgain && costOf(text, last.start, last.end) <= costs.overlapMax ? pack.slice(-1) : [];
      close();
      pack = overlap;
      cost = overlap.length === 0 ? 0 : costs.overlapMax;
    }
    if (price > costs.textMax) {
      close();
      for (const [start, end] of slices(text, block)) chunks.push(chunkOf(text, [{ ...block, start, end }], said));
      continue;
    }
    pack.push(block);
    cost += price;
    if (spoken) close();
  }
  close();
  if (chunks.length === 0) {
    const whole = { start: bodyStart, end: text.length, item: false, section: 0, headings: [], heading: false };
    chunks.push(chunkOf(text, [{ ...whole, speaker: null }], said));
  }
  return chunks;
}

function isBelow(block: Block, above: Block): boolean {
  const { headings } = above;
  return block.headings.length > headings.length && headings.every((title, at) => block.headings[at] === title);
}

/** An entry that says who speaks, or when, is an event of its own. */
function isSpoken(text: string, block: Block): boolean {
  const front = text.slice(block.start, Math.min(block.end, block.start + 80));
  return (
    (block.speaker !== null && spokenFront(front) === block.speaker) || frontDay(withoutAddresses(front)) !== null
  );
}

function chunkOf(text: string, pack: readonly Block[], head: PageHead): Chunk {
  const first = pack[0]!;
  const last = pack.at(-1)!;
  const front = text.slice(first.start, Math.min(last.end, first.start + 80));
  const said = writtenDay(front) ?? headedDay(last.headings);
  const [from, to] = said === null ? [head.day, head.until ?? head.day] : [said, said];
  const section = head.sections.findLast(({ start }) => start <= last.start);
  return {
    start: first.start,
    end: last.end,
    slug: section !== undefined && last.start < section.end ? section.slug : null,
    section: last.section,
    headings: last.headings,
    speaker: first.speaker === last.speaker ? first.speaker : null,
    days: from === null ? null : { from, to },
  };
}

// ChunkFront: what the first words of an entry say of it: a day, a time, who speaks.

/** In the place of an address, the day in which is the day of what it leads to. */
function withoutAddresses(front: string): string {
  return front.includes("://") ? front.replace(/https?:\/\/\S*/g, (address) => " ".repeat(address.length)) : front;
}

/** The first `YYYY-MM-DD` that is a day of the calendar; null where there is none. */
export function frontDay(front: string): string | null {
  for (const [, year, month, day] of front.matchAll(/(?<!\d)(\d{4})-(\d\d)-(\d\d)(?!\d)/g)) {
    const found = dayOf(Number(year), Number(month), Number(day));
    if (found !== null) return found;
  }
  return null;
}

/** The days that a page is called by: one, the week of `2026-W48`, the month of `2026-11`; null where its file's name is no such name. */
export function namedDays(path: string): Span | null {
  const day = frontDay(path);
  if (day !== null) return oneDay(day);
  const [, year = "", week, month] = /(?:^|\/)(\d{4})-(?:W(\d\d)|(\d\d))(?:\.md|[ _][^/]*)$/i.exec(path) ?? [];
  if (week !== undefined) return weekOf(Number(year), Number(week));
  return month === undefined ? null : spanOf({ year: Number(year), month: Number(month), day: null }, year);
}

/** Forms of days, each behind what a text has to have for it: a class of all letters twelve times over takes longer to compile than most prompts to answer. */
const spelled: readonly { readonly has?: RegExp; readonly form: RegExp }[] = [
  { form: /(?<!\d)(?<year>\d{4})(?:\/|年)(?<month>\d{1,2})(?:\/|月)(?<day>\d{1,2})(?!\d)/u },
  // With a figure alone between its points it is a version: “updated to 2026.2.9”.
  { form: /(?<!\d)(?<year>\d{4})\.(?<month>\d\d)\.(?<day>\d\d)(?![\d.-]*\d)/u },
  { form: /(?<!\d)(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})(?!\d)/u },
  {
    has: /\d(?:st|nd|rd|th|er|\.)? (?:de |of )?[^\s\d]{3,}(?: de| of)? \d{4}(?!\d)/,
    form: /(?<!\d)(?<day>\d{1,2})(?:st|nd|rd|th|er|\.)? (?:de |of )?(?<month>\p{L}{3,12})\.?,?(?: de| of)? (?<year>\d{4})(?!\d)/u,
  },
  {
    has: /[^\s\d]{3}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}(?!\d)/,
    form: /(?<month>\p{L}{3,12})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})(?!\d)/u,
  },
];

/** The first day that a text begins with, in figures or with the name of its month: `8.5.2025`, `8 May 2025`, `2025年5月8日`. */
function writtenDay(begins: string): string | null {
  const front = withoutAddresses(begins);
  const day = frontDay(front);
  if (day !== null || !/\d{4}/.test(front)) return day;
  const low = fold(front);
  for (const { has, form } of spelled) {
    if (has?.test(low) === false) continue;
    const { year, month = "", day } = form.exec(low)?.groups ?? {};
    const number = timeWords.monthNames.get(month) ?? Number(month);
    if (year !== undefined && number >= 1 && number <= 12) return dayOf(Number(year), number, Number(day));
  }
  return null;
}

/** The day of the nearest of these headings that has one. */
export function headedDay(headings: readonly string[]): string | null {
  return headings.map(writtenDay).findLast((day) => day !== null) ?? null;
}

/** The day that a line begins with, or ends with in brackets: when it was said. */
export function lineDay(line: string): string | null {
  const front = /^[^\p{L}\p{N}]{0,8}(?=\d)/u.exec(line)?.[0];
  const began = front === undefined ? null : writtenDay(line.slice(front.length, front.length + 24));
  if (began !== null) return began;
  const [, end = ""] = /[([（]([^()[\]（）]{6,24})[)\]）][.\s]*$/u.exec(line) ?? [];
  return writtenDay(end);
}

/** Of a line near the beginning that gives the page's date. */
function labeledDay(text: string, from: number): string | null {
  const label =
    /^[-*>| ]{0,6}(?:date|datum|fecha|data|дата|日期|日付|作成日)[^\p{L}\p{N}\n]{0,4}?(?:[:：|—–]| - )(.{1,60})/gimu;
  const said = [...text.slice(from, from + labelWithin).matchAll(label)].map(([, said]) => writtenDay(said!));
  return said.find((day) => day !== null) ?? null;
}

const labelWithin = 600;

/** Who an entry begins with: `Ann: …`, `**Ann Lee**: …`, `[10:30] user: …`; null where it begins with something else. */
export function spokenFront(front: string): string | null {
  const content = withoutTime(front.trimStart().replace(/^[-*+] \s*/, ""));
  const colon = content.indexOf(":");
  if (colon < 1 || colon > 40 || !/^(?:[ *_\n]|$)/.test(content.slice(colon + 1))) return null;
  const name = unwrapped(content.slice(0, colon));
  return isName(name) ? name : null;
}

/** Who speaks under a heading such as `User` or `10:30 assistant:`; null where it names no role. */
function roleOf(title: string): string | null {
  const name = unwrapped(withoutTime(title)).replace(/:$/, "");
  return isRole(name) ? name : null;
}

/** Without digits, brackets and signs of a time or day in front. */
function withoutTime(content: string): string {
  return content.replace(/^(?:[[\](){}—–\-:./,\d][ T]*){1,32}/, "");
}

/** Without emphasis around it. */
function unwrapped(text: string): string {
  return withoutTail(text.replace(/^[*_ ]+/, ""), "*_ ");
}

const roles = new Set(["user", "assistant", "agent", "human", "ai", "system", "tool"]);

/** Nobody's name. */
export function isRole(speaker: string): boolean {
  return roles.has(speaker.toLowerCase());
}

/** One to three words that begin with a capital, or a role. */
function isName(text: string): boolean {
  if (isRole(text)) return true;
  const words = text.split(" ");
  return words.length <= 3 && words.every((word) => /^\p{Lu}[\p{L}\p{M}.'’-]*$/u.test(word));
}

// ChunkCost: what a piece of text costs, and where one that costs too much is cut.

/** Costs are tokens by a guess that needs no vocabulary: four letters each, or one sign of an unspaced writing. */
const costs = {
  /** What a chunk of running text may cost. */
  textMax: 400,
  /** How much of the end of one chunk the next one begins with. */
  overlapMax: 80,
  /** Entries of a list are gathered until they cost this much. */
  entriesMin: 64,
} as const;

/** Tokens, by the guess. */
export function costOf(text: string, start: number, end: number): number {
  let quarters = 0;
  for (let i = start; i < end; i++) quarters += text.charCodeAt(i) < 0x2e80 ? 1 : 4;
  return quarters / 4;
}

/** A block that is too long alone, cut near line ends, each slice beginning with the end of the one before. */
function slices(text: string, block: Block): readonly (readonly [number, number])[] {
  const spans: (readonly [number, number])[] = [];
  for (let start = block.start; start < block.end; ) {
    const end = cutBefore(text, start, block.end, costs.textMax);
    spans.push([start, end]);
    if (end >= block.end) break;
    start = Math.max(start + 1, backFrom(text, end, start));
  }
  return spans;
}

/** The furthest end whose cost stays below `max`, moved back to the last line end or space of its second half. */
function cutBefore(text: string, start: number, limit: number, max: number): number {
  let quarters = 0;
  let end = start;
  while (end < limit && quarters < max * 4) quarters += text.charCodeAt(end++) < 0x2e80 ? 1 : 4;
  if (end >= limit) return limit;
  const half = start + Math.floor((end - start) / 2);
  const line = text.lastIndexOf("\n", end - 1) + 1;
  if (line > half) return line;
  const space = text.lastIndexOf(" ", end - 1) + 1;
  return space > half ? space : awayFromPair(text, end);
}

function backFrom(text: string, end: number, start: number): number {
  let quarters = 0;
  let at = end;
  while (at > start && quarters < costs.overlapMax * 4) quarters += text.charCodeAt(--at) < 0x2e80 ? 1 : 4;
  const space = text.indexOf(" ", at);
  return space >= 0 && space + 1 < end ? space + 1 : awayFromPair(text, at);
}

/** Never between the halves of one character. */
function awayFromPair(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}

// EmbeddedText: what of a chunk is shown to a model: its words below those it stands under, and the name of that text.

/** Changes with what follows, and with how pages are cut into chunks. */
export const embeddedVersion = "embedded-2";

/** A chunk is some 400 tokens; one long word may be more. */
const charsMax = 8_000;
const keyChars = 32;

export function embeddedText(title: string, chunk: Chunk, text: string): string {
  const above = [...new Set([title, ...chunk.headings])].filter((words) => words.trim() !== "");
  const said = text.slice(chunk.start, chunk.end).trim();
  return `${above.join(" / ")}\n${said}`.slice(0, charsMax);
}

/** Nothing of where a page lies is in it: texts that are alike are embedded once. */
export function embeddedKey(text: string): string {
  return shortDigest(text, keyChars);
}

/** Of a question: never the key of a chunk. */
export function questionKey(text: string): string {
  return shortDigest(`question\0${text}`, keyChars);
}

/** Leave: which entries may go out of a page, each by a rule with a name; of a page that is too long as few leave it as are enough. */

import { stableJson } from "../../base/json.js";
import { lineAt, tagMarks } from "../../base/lines.js";
import { getOrMake, push, tally } from "../../base/result.js";
import type { Entry, Outline } from "../../page/markdown/blocks.js";
import { bodyStartOf, outline } from "../../page/markdown/outline.js";
import { type Spoken, spokenIn } from "../../rules/words/other-words.js";
import { hitsIn } from "../../rules/words/phrases.js";
import { isGeneral, openAt } from "../audit/checks.js";
import { observationsPath } from "../day-files.js";
import { significance, thresholds } from "../thresholds.js";
import { formIn, type Lapse } from "./junk.js";
import { holdsSecret, type Significance, significanceOf } from "./significance.js";

// LeaveLapsed: whether an entry is over by its own words, or no more than a reading of a meter, and binds nobody.

interface Asked extends Pick<Outline, "headings" | "entries"> {
  readonly text: string;
  readonly today: string;
}

/** Every statement of it has to be over: what hangs below a finished task may still hold. */
function lapsedBy(entry: Entry, asked: Asked & { readonly lasting: ReadonlySet<string> }) {
  if (entry.kind !== "bullet" && entry.kind !== "paragraph") return null;
  // A step of a numbered list is none of a log.
  if (/^\s*\d{1,9}[.)]\s/.test(asked.text.slice(entry.start, entry.end))) return null;
  const under = titlesAbove(entry, asked);
  const { tags } = entry;
  const lapses = statementsIn(asked.text.slice(entry.start, entry.end)).map((said) => {
    const lapse = significanceOf(unmarked(said), { tags, under, today: asked.today }).lapse;
    return lapse !== null && isCertain(lapse, said, under) ? lapse : null;
  });
  const [first] = lapses;
  if (first == null || lapses.includes(null) || isToKeep(entry, asked)) return null;
  if (first.state === "finished" && !asked.lasting.has(entry.digest)) return null;
  return { rule: first.state, why: `${first.why} (rule “${first.rule}”)` };
}

/** A rule, an identity, a person, a preference, a decision, what was learned, what insists, or a secret: in it, or by any heading above it. */
function isToKeep(entry: Entry, asked: Asked): boolean {
  const under = titlesAbove(entry, asked);
  const whole = asked.text.slice(entry.start, entry.end);
  const all = [...new Set([whole, ...statementsIn(whole)].flatMap((said) => [unmarked(said), unboxed(said)]))];
  const read = (said: string, titles: readonly string[]): Significance =>
    significanceOf(said, { tags: entry.tags, under: titles, today: asked.today });
  return all.some((said) => {
    const readings = [read(said, []), ...under.map((_, at) => read(said, under.slice(0, at + 1)))];
    const isSaid = readings.some(({ kind, insists }) => insists !== null || (kind !== null && kind !== "fact"));
    return isSaid || holdsSecret(said);
  });
}

function titlesAbove({ start }: Entry, { headings }: Asked): readonly string[] {
  return openAt(headings, start).map(({ title }) => title);
}

/** An item's own words and each item below it; lines that go on belong to what they go on. */
function statementsIn(markdown: string): readonly string[] {
  const lines = markdown.split(/\r?\n/).map((line) => line.trim());
  const text = lines.filter((line) => line !== "").join("\n");
  return text === "" ? [] : text.split(/\n(?=(?:[-*+]|\d{1,9}[.)])[^\S\n])/);
}

function unmarked(item: string): string {
  return item.replace(/^\s*(?:[-*+]|\d{1,9}[.)])\s+/, "");
}

/** A box is no part of what a task says. */
function unboxed(item: string): string {
  return unmarked(item).replace(/^\[[ xX]\]\s+/, "");
}

/** What is said of the entry itself, and not of something that it tells. */
function isCertain({ state, rule }: Lapse, said: string, under: readonly string[]): boolean {
  if (rule === "tag" || rule === "struck") return true;
  if (holdsAddress(said)) return false;
  // What a task came to stands behind it, and holds on.
  if (rule === "ticked" && /→|=>|[(:：（]|[\p{L}\d]\.\p{L}{2,}/u.test(unboxed(said))) return false;
  const spoken = spokenIn(unmarked(said));
  if (rule === "words") return isMarked(spoken, state === "superseded" ? "superseded" : "finished");
  if (state === "expired") return isAllUntil(spoken);
  if (state !== "operational") return true;
  return [spoken.plain, ...under].some(isDay) || (rule === "nothing_new" && endsWithIt(spoken));
}

/** Somebody may look it up again, whatever is over about it. */
function holdsAddress(said: string): boolean {
  return (
    said.includes("`") || said.includes("://") || /\S@\S+\.\S/.test(said) || /(?:^|[\s(])[~.]{0,2}\/\S/.test(said)
  );
}

/** As a label in front, or in brackets or behind a dash at the end: “Done is better than perfect” is not done. */
function isMarked(spoken: Spoken, list: "finished" | "superseded"): boolean {
  return hitsIn(spoken).some((hit) => {
    if (hit.list !== list) return false;
    const [before, after] = [spoken.plain.slice(0, hit.start).trim(), spoken.plain.slice(hit.end).trim()];
    const isLabel =
      !/[\p{L}\p{N}]/u.test(before) && /^(?:[(（]?\d{4}-\d{2}-\d{2}[)）]?\s*)?[:：)\]】—–-]/u.test(after);
    const isClosed = /[([【（]$/.test(before) && /^[^()[\]（）【】]*[)\]）】]\s*[.。]?$/.test(after);
    const isLast = /[:：—–]$|\s-$/.test(before) && /^(?:\d{4}-\d{2}-\d{2})?\s*[.!。]?$/.test(after);
    return isLabel || isClosed || isLast;
  });
}

/** The day stands at its end, or in front as a label: what is told besides may hold longer. */
function isAllUntil({ plain, sentences }: Spoken): boolean {
  const days = [...plain.matchAll(/\d{4}-\d{2}-\d{2}/g)];
  const [first] = days;
  if (first === undefined || days.length > 1 || sentences.length > 1) return false;
  const after = plain.slice(first.index + first[0].length).trim();
  const isLabel = first.index <= labelCharactersMax && /^[:：]/.test(after);
  return isLabel || !/[\p{L}\p{N}]/u.test(after);
}

const labelCharactersMax = 24;

/** It begins with a day or an hour. */
function isDay(text: string): boolean {
  return /^[^\p{L}\p{N}]*(?:\d{4}-\d{2}-\d{2}|\d{1,2}:\d{2})(?![\p{L}\p{N}])/u.test(text);
}

/** At most a word behind it, such as what there is none of. */
function endsWithIt(spoken: Spoken): boolean {
  return hitsIn(spoken).some(
    ({ list, end }) => list === "nothingNew" && spoken.words.filter(({ start }) => start >= end).length <= 1,
  );
}

export interface Leaving {
  readonly digest: string;
  readonly rule: "said_twice" | "said_alike" | "superseded" | "expired" | "finished" | "operational" | "untagged";
  /** In words, as it stands in a report. */
  readonly why: string;
  /** The entry as it stands in the page. */
  readonly text: string;
  /** 1-based, of each copy that goes. */
  readonly lines: readonly number[];
  /** The first copy stays; else every entry of this digest goes. */
  readonly repeated: boolean;
}

interface LeaveInput {
  readonly path: string;
  readonly text: string;
  /** The local day that dates are held against. */
  readonly today: string;
  /** Of entries that stood in the page 24 hours ago; an entry of unknown age is young. */
  readonly settled: ReadonlySet<string>;
  /** Of entries that stood in the page a week ago; asked of what is finished alone. */
  readonly lasting: ReadonlySet<string>;
  /** Of entries that a person kept, by rejecting the proposal or by bringing them back. */
  readonly never: ReadonlySet<string>;
  readonly isPinned: (entry: Entry) => boolean;
}

/** `only` leaves out all others, as if they had to stay. */
export function leavingFrom(input: LeaveInput, only: ReadonlySet<string> | null = null): readonly Leaving[] {
  return input.path === observationsPath ? untaggedIn(input, only) : settledIn(input, only);
}

/** Of the observations what nobody tagged in a week, the oldest first; `settled` is then of entries older than that. */
function untaggedIn(input: LeaveInput, only: ReadonlySet<string> | null): readonly Leaving[] {
  const { text, today } = input;
  const { headings, entries } = outline(text, bodyStartOf(text));
  const why = `nobody tagged it in ${thresholds.observationDaysMin} days`;
  return entries.flatMap((entry): readonly Leaving[] => {
    const isBound = weightOf(entry) > 0 || isToKeep(entry, { text, today, headings, entries });
    if (!isWords(entry) || !mayGo(entry, input, only) || isBound) return [];
    const [said, lines] = [text.slice(entry.start, entry.end), [lineAt(text, entry.start)]];
    return [{ digest: entry.digest, rule: "untagged", why, text: said, lines, repeated: false }];
  });
}

/** What harms least first. A heading never loses its last entry, so that each of them may go with or without the others. */
function settledIn(input: LeaveInput, only: ReadonlySet<string> | null): readonly Leaving[] {
  const { text } = input;
  const { headings, entries } = outline(text, bodyStartOf(text));
  // What is left under each heading.
  const place = (entry: Entry): number => openAt(headings, entry.start).at(-1)?.start ?? -1;
  const left = new Map<number, Set<Entry>>();
  for (const entry of entries) if (isWords(entry)) getOrMake(left, place(entry), () => new Set<Entry>()).add(entry);
  const keepers = new Set<string>();
  const found: Leaving[] = [];
  const take = (going: readonly Entry[], what: Pick<Leaving, "rule" | "why" | "repeated">): boolean => {
    const [first] = going;
    const isLast = (entry: Entry): boolean =>
      ![...(left.get(place(entry)) ?? [])].some((one) => !going.includes(one));
    if (first === undefined || !going.every((entry) => mayGo(entry, input, only) && !isLast(entry))) return false;
    for (const entry of going) left.get(place(entry))?.delete(entry);
    const lines = going.map(({ start }) => lineAt(text, start));
    found.push({ digest: first.digest, ...what, text: text.slice(first.start, first.end), lines });
    return true;
  };
  const asked = { ...input, headings, entries };
  for (const { stays, going, isExact } of firstCopies(asked)) {
    const why = `${isExact ? "the same words stand" : "the same stands in other marks"} in line ${lineAt(text, stays.start)}, which stays`;
    if (keepers.has(going[0]?.digest ?? "")) continue;
    if (take(going, { rule: isExact ? "said_twice" : "said_alike", why, repeated: isExact }))
      keepers.add(stays.digest);
  }
  const gone = new Set(found.map(({ digest }) => digest));
  const lapsed = entries.flatMap((entry) => {
    const by = keepers.has(entry.digest) || gone.has(entry.digest) ? null : lapsedBy(entry, asked);
    return by === null ? [] : [{ entry, ...by }];
  });
  for (const rule of ["superseded", "expired", "finished", "operational"] as const)
    for (const { entry, why } of lapsed.filter((one) => one.rule === rule)) {
      const going = entries.filter(({ digest }) => digest === entry.digest);
      if (going[0] === entry) take(going, { rule, why, repeated: false });
    }
  return found;
}

/** What stands under a heading and says something. */
function isWords({ kind }: Entry): boolean {
  return kind !== "rule" && kind !== "html";
}

function mayGo(entry: Entry, { settled, never, isPinned }: LeaveInput, only: ReadonlySet<string> | null): boolean {
  if (only !== null && !only.has(entry.digest)) return false;
  return settled.has(entry.digest) && !never.has(entry.digest) && !isPinned(entry);
}

// LeaveTwice: entries of a page that say what another of them says, where both speak of the same; one of them stays.

/** Copies of one text, in the order of the page, the same to the digest or in other marks. Steps of a numbered list repeat themselves on purpose, and so do labels above lists. */
function firstCopies(asked: Asked) {
  const { text, entries } = asked;
  const comparable = entries.filter((entry) => isStatement(text.slice(entry.start, entry.end), entry));
  const counts = tally(entries.map(({ digest }) => digest));
  const groups = new Map<string, Entry[]>();
  for (const entry of comparable)
    push(groups, `${contextOf(entry, asked)}\n${sameIn(text.slice(entry.start, entry.end))}`, entry);
  const found: { readonly stays: Entry; readonly going: readonly Entry[]; readonly isExact: boolean }[] = [];
  for (const group of groups.values()) {
    const copies = new Map<string, Entry[]>();
    for (const entry of group) push(copies, entry.digest, entry);
    const all = [...copies.values()];
    for (const [first, ...others] of all) {
      // A copy that stands where it says something else is no copy, and a cut could not tell them apart.
      const isWhole = counts.get(first!.digest) === others.length + 1;
      if (isWhole && others.length > 0) found.push({ stays: first!, going: others, isExact: true });
    }
    const stays = all.map(([first]) => first!).reduce((best, one) => (weightOf(one) > weightOf(best) ? one : best));
    for (const [entry, ...others] of all)
      if (others.length === 0 && entry !== stays && !isToKeep(entry!, asked))
        found.push({ stays, going: [entry!], isExact: false });
  }
  return found;
}

const charactersMin = 8;

function isStatement(markdown: string, { kind }: Entry): boolean {
  if (kind !== "bullet" && kind !== "paragraph") return false;
  const plain = markdown.trim();
  if (/^\d{1,9}[.)]\s/.test(plain) || /[:：][*_]*$/.test(plain)) return false;
  return !/^\*\*[^*]+\*\*$/.test(plain) && sameIn(markdown).length >= charactersMin;
}

/** Whom it speaks of where its own words do not say: headings that name somebody, and the paragraph above its list. */
function contextOf(entry: Entry, { headings, entries, text }: Asked): string {
  const open = openAt(headings, entry.start);
  const titles = open.flatMap(({ title }) => (isGeneral(title) ? [] : [title]));
  const from = open.at(-1)?.start ?? -1;
  const above = entries.slice(0, entries.indexOf(entry)).findLast(({ kind }) => kind !== "bullet");
  const lead = entry.kind === "bullet" && above !== undefined && above.start > from ? above : null;
  return [...titles, lead === null ? "" : text.slice(lead.start, lead.end)].join("\n");
}

/** The words and everything that may change them; without emphasis, tags, articles, case and the last point. */
function sameIn(markdown: string): string {
  return markdown
    .normalize("NFKC")
    .toLowerCase()
    .replace(/^\s*(?:[-*+])\s+/, "")
    .replace(tagMarks, "")
    .replace(/\*+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, "")
    .replace(/(?<![\p{L}\p{N}'’-])(?:the|an|a)\s+/gu, "")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[.。]$/, "");
}

function weightOf({ tags }: Entry): number {
  return tags.reduce((sum, tag) => sum + (significance[tag] ?? 0), 0);
}

export interface PruneInput extends LeaveInput {
  /** Why this text is too long for the page, in words; null where it is not. */
  readonly isOver: (text: string) => string | null;
  /** What tonight's promotions add to the page before it is trimmed. */
  readonly added: string;
}

export interface Pruned {
  /** Why the page is too long; null where nothing was looked for. */
  readonly over: string | null;
  readonly leaving: readonly Leaving[];
  /** Whether it is short enough once all of them are gone. */
  readonly isEnough: boolean;
}

/** Everything the buffer holds, but for its form, and for rules between entries, which say nothing. */
export function clearedFrom(text: string, isPinned: (entry: Entry) => boolean): readonly string[] {
  const { entries } = outline(text, bodyStartOf(text));
  const form = formIn(text);
  const isLeft = (entry: Entry): boolean => entry.kind === "rule" || form.has(entry.digest) || isPinned(entry);
  return entries.filter((entry) => !isLeft(entry)).map(({ digest }) => digest);
}

export function linesIn(text: string): number {
  const body = text.slice(bodyStartOf(text)).trim();
  return body === "" ? 0 : body.split("\n").length;
}

/** In the order of the rules, never more than a quarter of the page a night, and nothing at all where the page is short enough. */
export function prune(input: PruneInput): Pruned {
  const { text, added, isOver } = input;
  const over = isOver(text + added);
  if (over === null) return { over, leaving: [], isEnough: true };
  const { entries } = outline(text, bodyStartOf(text));
  const most = Math.floor(entries.length * thresholds.trimmedShareMax);
  const leaving: Leaving[] = [];
  let left = text;
  let count = 0;
  for (const each of leavingFrom(input)) {
    if (isOver(left + added) === null) break;
    if (count + each.lines.length > most) continue;
    count += each.lines.length;
    leaving.push(each);
    left = without(text, entries, leaving);
  }
  return { over, leaving, isEnough: isOver(left + added) === null };
}

function without(text: string, entries: readonly Entry[], leaving: readonly Leaving[]): string {
  const gone = new Map(leaving.map(({ digest, repeated }) => [digest, repeated]));
  const seen = new Set<string>();
  let left = "";
  let at = 0;
  for (const { digest, start, end } of entries) {
    const stays = !gone.has(digest) || (gone.get(digest) === true && !seen.has(digest));
    seen.add(digest);
    if (stays) continue;
    left += text.slice(at, start);
    at = text.startsWith("\r\n", end) ? end + 2 : end + 1;
  }
  return left + text.slice(at);
}

/** What leaves a page is looked for once for each that is added to it, and again where the page is another, or too long by more. */
export function pruneOnce(): typeof prune {
  const found = new Map<string, Pruned>();
  return (input: PruneInput) => {
    const key = stableJson([input.path, input.text, input.added, input.isOver(input.text + input.added)]);
    return getOrMake(found, key, () => prune(input));
  };
}

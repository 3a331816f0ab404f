/**
 * Newer: of two lines that speak of the same and disagree the newer holds. Its place stands above the older one, which is shown as superseded, with
 * both days. Lines are held against each other: they say the same of the same thing, and another value of it, on another day: their own, that of
 * their log or page, or that of the commit which brought them, which tells two lines of one page apart only where a person said both. Who asks for the
 * first asks for the past, and who names days for what held by then.
 */

import { fenceReader, plainLine, tagMarks } from "../../base/lines.js";
import { getOrMake, tally } from "../../base/result.js";
import { firstDecided } from "../../base/text.js";
import { isEpisodeLine } from "../../heard/episode.js";
import { leastTrusted } from "../../memory/labels.js";
import { shorten } from "../../page/represent.js";
import { frontDay, lineDay, namedDays } from "../chunk.js";
import type { Lead, Weighed } from "../confidence.js";
import type { Plan } from "../plan.js";
import { areNamedApart, areNumberedApart } from "../words/question.js";
import { fold, type Term, termsIn, termsOf } from "../words/terms.js";
import { timeWords } from "../words/time-words.js";
import { isOfPlace } from "../words/typo.js";
import { humanTag } from "./worth.js";

/** So many of the best are held against each other, and so many lines of each; so many that disagree are looked into. */
const lookedMax = 12;
const linesMax = 6;
const pairsMax = 12;
const lineCharsMax = 300;
/** Of the words that the older has of the question, as many as the newer has to have. */
const alikeShare = 0.8;
/** Words that two lines share: at least so many, of the shorter one and of the longer one. */
const shared: Shares = { least: 2, ofShorter: 0.6, ofLonger: 0.5 };
/** Talk passes: what somebody says of one thing is no statement that holds until the next, but where it is nearly the same sentence. */
const sharedInTalk: Shares = { least: 3, ofShorter: 0.8, ofLonger: 0.75 };
/** Under one name, on one page, so many lines are talk. */
const talkLines = 3;

interface Shares {
  readonly least: number;
  readonly ofShorter: number;
  readonly ofLonger: number;
}

/** One line of a place that answers. */
export interface Line {
  readonly lead: Weighed;
  /** Where it begins in its file. */
  readonly start: number;
  /** When it was said; null where only the commit that brought it can tell. */
  readonly day: string | null;
  readonly text: string;
  /** The same without marks, tags and times, and without what a log puts before what somebody said. */
  readonly matter: string;
  /** What it is said of: the words before its colon; empty where it has none. */
  readonly label: string;
  readonly words: ReadonlySet<string>;
  /** Its words in order, whole. */
  readonly said: readonly Term[];
  /** What could be another: its numbers, names, days of the week and words in code. */
  readonly values: ReadonlyMap<string, Value>;
  /** Where it says that something is over; null where it says so of nothing. */
  readonly over: number | null;
}

interface Value {
  readonly kind: string;
  readonly said: string;
}

/** The day or the moment of a line as it counts beside one of this or of another page; null where it is not known. */
export type TimeOf = (line: Line, beside: "page" | "other") => string | null;

/** Two lines that disagree, and on what. */
export interface Disagreement {
  readonly lines: readonly [Line, Line];
  /** null where no word of one stands plainly in the place of one of the other. */
  readonly values: readonly [string, string] | null;
  /** The line that says of what the other holds that it is over, which it can say only of what came before it; null where none says so. */
  readonly ends: Line | null;
  /** The last day that was asked for; null where none was. What was said behind it is no news for that day. */
  readonly until: string | null;
}

/** Of the best of what was found; who asks for the first is told it as it was. */
export function disagreementsIn(leads: readonly Weighed[], plan: Plan): readonly Disagreement[] {
  if (plan.query.order === "first") return [];
  const until = (plan.within ?? plan.around)?.to ?? null;
  const asked = termsIn(plan.query.asked);
  const lines = leads.slice(0, lookedMax).flatMap(linesOf);
  const isTalk = talkIn(lines);
  // A place has many lines, and each is held against those of all others.
  const headed = new Map<Lead, Line["values"]>();
  const headedOf = (lead: Lead): Line["values"] => getOrMake(headed, lead, () => headingValues(lead));
  const found: Disagreement[] = [];
  for (const [at, line] of lines.entries())
    for (const other of lines.slice(at + 1)) {
      if (found.length >= pairsMax) return found;
      const isSame = isOfPage(line.lead, other.lead);
      // What is said on one day, as in its log, is the course of that day.
      if ((isSame && line.start === other.start) || (line.day !== null && line.day === other.day)) continue;
      // The steps of a page are written one after the other, and hold all of them.
      if (isSame && [line, other].some(({ day, text }) => day === null && !text.includes(humanTag))) continue;
      if (isUnderOther(line.lead, other.lead, headedOf)) continue;
      if (isAskedApart(line, other, asked)) continue;
      const apart = disagreeing(line, other, isTalk(line) || isTalk(other) ? sharedInTalk : shared);
      if (apart !== null) found.push({ lines: [line, other], until, ...apart });
    }
  return found;
}

/** A label such as `Hotel:` looks like the name of somebody who speaks, and stands once where that stands again and again. */
function talkIn(lines: readonly Line[]): (line: Line) => boolean {
  const nameIn = ({ label, lead }: Line): string => `${lead.store}\n${lead.path}\n${label}`;
  const counts = tally(lines.map(nameIn));
  return (line) => line.lead.speaker !== null || (line.label !== "" && counts.get(nameIn(line))! >= talkLines);
}

/** A name that is asked for is of the matter: where one has it the other is of another name. */
function isAskedApart(a: Line, b: Line, asked: ReadonlySet<string>): boolean {
  const own = (line: Line, than: Line): readonly string[] =>
    [...line.values].flatMap(([value, { kind }]) => (kind === "name" && !than.words.has(value) ? [value] : []));
  const [ours, theirs] = [own(a, b), own(b, a)];
  return ours.length > 0 && theirs.length > 0 && [...ours, ...theirs].some((value) => asked.has(value));
}

function isOfPage(a: Lead, b: Lead): boolean {
  return a.store === b.store && a.path === b.path;
}

/** The same leads, best first. */
export function newerFirst(
  leads: readonly Weighed[],
  found: readonly Disagreement[],
  timeOf: TimeOf,
): readonly Weighed[] {
  const over = new Map<string, NonNullable<Weighed["superseded"]>>();
  const raised = new Map<Weighed, number>();
  for (const one of found) {
    const order = inOrder(one, timeOf);
    if (order === null) continue;
    const { older, newer } = order;
    if (one.ends !== null && one.ends !== newer.line) continue;
    if (one.until !== null && newer.time.slice(0, dayChars) > one.until) continue;
    // What came from outside supersedes nobody's word.
    if (leastTrusted([older.line.lead.origin, newer.line.lead.origin]) !== older.line.lead.origin) continue;
    if (newer.line.lead.coverage < alikeShare * older.line.lead.coverage) continue;
    const known = over.get(nameOf(older.line.lead));
    const [of, on] = [older.time.slice(0, dayChars), newer.time.slice(0, dayChars)];
    if (known !== undefined && known.on >= on) continue;
    const says = saysOf(order, of, on);
    over.set(nameOf(older.line.lead), { by: newer.line.lead.id, on, of, line: older.line.text, says });
    if (isOfPage(older.line.lead, newer.line.lead)) continue;
    raised.set(newer.line.lead, Math.max(raised.get(newer.line.lead) ?? 0, older.line.lead.score * justAbove));
  }
  if (over.size === 0) return leads;
  return leads
    .map((lead): Weighed => {
      const superseded = over.get(nameOf(lead)) ?? null;
      const score = Math.max(lead.score, raised.get(lead) ?? 0);
      if (score === lead.score) return superseded === null ? lead : { ...lead, superseded };
      const says = "newer than what it disagrees with";
      const boosts = [...lead.boosts, { what: "newer" as const, factor: score / lead.score, says }];
      return { ...lead, score, superseded, boosts };
    })
    .sort((a, b) => firstDecided(b.score - a.score, places(leads, a) - places(leads, b)));
}

/** Which words gave way to which, where that is plain; else the two lines, of which nobody says what of the older one holds still. */
function saysOf({ older, newer, words }: InOrder, of: string, on: string): string {
  if (words !== null) return `“${words.was}” (${of}) gave way to “${words.is}” (${on})`;
  const lineOf = ({ line }: InOrder["older"]): string => shorten(plainLine(line.text), lineSaidChars);
  return `“${lineOf(older)}” (${of}) is older than “${lineOf(newer)}” (${on})`;
}

const lineSaidChars = 120;
const justAbove = 1.001;
const dayChars = "2026-11-20".length;

/** Several places of a page are shown as one. */
function nameOf({ store, id }: Lead): string {
  return `${store}\n${id}`;
}

function places(leads: readonly Weighed[], { path, store, chunk }: Weighed): number {
  return leads.findIndex((lead) => lead.path === path && lead.store === store && lead.chunk === chunk);
}

interface InOrder {
  readonly older: { readonly line: Line; readonly time: string };
  readonly newer: { readonly line: Line; readonly time: string };
  readonly words: { readonly was: string; readonly is: string } | null;
}

/** null where nothing says which of them is newer. */
function inOrder({ lines: [a, b], values }: Disagreement, timeOf: TimeOf): InOrder | null {
  const beside = isOfPage(a.lead, b.lead) ? "page" : "other";
  const [ofA, ofB] = [timeOf(a, beside), timeOf(b, beside)];
  if (ofA === null || ofB === null) return null;
  // A day is no moment: beside one of the same day it says nothing.
  const chars = ofA.slice(0, dayChars) === ofB.slice(0, dayChars) ? Math.min(ofA.length, ofB.length) : dayChars;
  const [timeA, timeB] = [ofA.slice(0, chars), ofB.slice(0, chars)];
  if (timeA === timeB) return null;
  const [one, other] = [
    { line: a, time: timeA },
    { line: b, time: timeB },
  ];
  const isFirst = timeA < timeB;
  const said = isFirst ? values : values?.toReversed();
  const words = said == null ? null : { was: said[0]!, is: said[1]! };
  return isFirst ? { older: one, newer: other, words } : { older: other, newer: one, words };
}

/**
 * When what a hit shows was said, and what says so: its own words or a heading above them, the name of its log, the last change that its page names, or
 * the last commit that changed its file.
 */
export interface HitDate {
  readonly day: string;
  readonly by: "entry" | "log" | "page" | "commit";
}

/** null where nothing says one. */
export function dateOf(lead: Pick<Lead, "days" | "updated" | "path">): HitDate | null {
  const day = dayOf(lead);
  if (day === null) return null;
  if (day === namedDays(lead.path)?.to) return { day, by: "log" };
  return { day, by: isOfPlace(lead) ? "entry" : "page" };
}

/** The days it tells of, else that of its last change. */
export function dayOf({ days, updated }: Pick<Lead, "days" | "updated">): string | null {
  return days?.to ?? days?.from ?? updated?.slice(0, dayChars) ?? null;
}

// Lines: what of a place answers, and whether two of them disagree.

/** Headings, the rule of a table, code and its comments, the branches of a tree, and the titles of what a list links to. */
const noStatement =
  /^\s*(?:#|\/[/*]|\*\/|<!--|\|[-: |]+\||[@$}]|(?:[-*+]\s+)?\[[^\]]*\]\(|$)|[\u2500-\u257f]|[;{([]\s*$/;

/** Those that hold most of what the place holds of the question. */
function linesOf(lead: Weighed): readonly Line[] {
  // A series counts every day anew.
  if (lead.kind === "perceptual") return [];
  const isCode = fenceReader();
  const needles = [...new Set(lead.terms.flatMap(({ asked, found }) => [fold(asked), fold(found)]))];
  let start = lead.start;
  const all = (lead.text() ?? "").split("\n").flatMap((line) => {
    const at = start;
    start += line.length + 1;
    if (isCode(line) || line.length > lineCharsMax || noStatement.test(line)) return [];
    const low = fold(line);
    return [{ line, at, held: needles.filter((needle) => low.includes(needle)).length }];
  });
  const most = Math.max(0, ...all.map(({ held }) => held));
  return all
    .filter(({ held }) => held > 0 && held >= most - 1)
    .sort((a, b) => b.held - a.held || a.at - b.at)
    .slice(0, linesMax)
    .map(({ line, at }): Line => {
      const matter = matterOf(line);
      const terms = termsOf(matter);
      const said = terms.filter(({ part }) => !part);
      const words = new Set(terms.flatMap(({ text, stop, part }) => (stop || part ? [] : [text])));
      const day = lineDay(line) ?? (isOfPlace(lead) ? dayOf(lead) : null);
      const opening = openingWords(matter, lead.speaker !== null);
      return {
        lead,
        start: at,
        day,
        text: line.trim(),
        matter,
        label: labelOf(line),
        words,
        said,
        values: valuesIn(terms, opening),
        over: over.exec(line.trim())?.index ?? null,
      };
    });
}

/** A day and a time of day are when it was said. */
function withoutTimes(line: string): string {
  return line.replace(
    /\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?|\b\d{1,2}:\d{2}(?::\d{2})?\b|\b\d{1,2}\.\d{1,2}\.(?:\d{4})?/gu,
    " ",
  );
}

/** Nor what marks it as an item of a list, with its number, or as a row of a table. */
function withoutMark(line: string): string {
  return withoutTimes(line)
    .replace(/^[\s\-*+>|:：()[\]–—]+/, "")
    .replace(/^\d{1,9}[.)](?=\s)/, "");
}

/** Nor the tags behind it, and in the log of a session “Told:”. */
function matterOf(line: string): string {
  const said = withoutMark(line).replace(tagMarks, "");
  return isEpisodeLine(said) ? said.slice(said.indexOf(":") + 1).trim() : said;
}

/** “2026-03-10: …” tells when it was said, and “2026-03-10 Hotel: …” of what. */
function labelOf(line: string): string {
  const said = withoutMark(line);
  const end = said.search(/[:：|]|[.!?] /);
  if (end < 0 || end > labelCharsMax || /[.!?]/.test(said.charAt(end))) return "";
  const terms = termsOf(said.slice(0, end));
  return terms.map(({ text }) => text).join(" ");
}

const labelCharsMax = 44;

/** “Lot 2” is another lot than “Lot 1”: whether the headings of each have a number or a name that those of the other lack. Sessions are told apart so. */
function isUnderOther(a: Lead, b: Lead, valuesOf: (lead: Lead) => Line["values"]): boolean {
  if (!isOfPage(a, b) && (a.kind !== "semantic" || b.kind !== "semantic")) return false;
  const [ours, theirs] = [valuesOf(a), valuesOf(b)];
  const kindsApart = (own: Line["values"], other: Line["values"]): readonly string[] =>
    [...own].flatMap(([value, { kind }]) => (other.has(value) ? [] : [kind]));
  const apart = kindsApart(theirs, ours);
  return kindsApart(ours, theirs).some((kind) => apart.includes(kind));
}

function headingValues({ headings, title }: Lead): Line["values"] {
  const lines = [...headings, title].map(withoutMark);
  return new Map(lines.flatMap((line) => [...valuesIn(termsOf(line), openingWords(line, false))]));
}

/** A capital at the beginning of a sentence makes no name, nor behind who says it. */
function openingWords(line: string, isTalk: boolean): ReadonlySet<string> {
  const ends = isTalk ? /[.!?:…]/u : /[.!?…]\s/u;
  const opening = new Set<string>();
  let from = 0;
  for (const { 0: word, index } of line.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’]*/gu)) {
    if (/^\p{Lu}/u.test(word) && (from === 0 || ends.test(line.slice(from, index)))) {
      opening.add(word);
      // “Mia's” is a term without its ending.
      opening.add(word.replace(/['’]s?$/u, ""));
    }
    from = index + word.length;
  }
  return opening;
}

/** Each with its kind, for a name takes no number's place. */
function valuesIn(terms: readonly Term[], opening: ReadonlySet<string>): Line["values"] {
  const values = new Map<string, Value>();
  for (const { text, said, stop, part } of terms) {
    const kind = stop || part ? undefined : kindOf(said);
    if (kind !== undefined && ((kind !== "name" && kind !== "month") || !opening.has(said)))
      values.set(text, { kind, said });
  }
  return values;
}

const weekdays =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|lunes|martes|miércoles|jueves|viernes|sábados?|domingos?)$/iu;
/** A month that is written as a name is no name of anything else. */
function kindOf(said: string): string | undefined {
  const kind = kinds.find(({ is }) => is.test(said))?.kind;
  return kind === "name" && timeWords.monthNames.has(fold(said)) ? "month" : kind;
}

const kinds = [
  { kind: "weekday", is: weekdays },
  { kind: "number", is: /^[\p{N}][\p{N}.,]*\p{L}{0,3}$/u },
  { kind: "code", is: /[\p{L}\p{N}][-_./:@#][\p{L}\p{N}]|\p{Ll}\p{Lu}|^(?=.*\p{L})(?=.*\p{N})/u },
  { kind: "name", is: /^\p{Lu}/u },
] as const;

type Apart = Pick<Disagreement, "values" | "ends">;

/** What each of them has another value of; null where they do not disagree. */
function disagreeing(a: Line, b: Line, shares: Shares): Apart | null {
  for (const [older, newer] of [
    [a, b],
    [b, a],
  ] as const) {
    const end = endOf(older, newer);
    if (end !== null) return { values: older === a ? [end.was, end.is] : [end.is, end.was], ends: newer };
  }
  if (a.label !== b.label || areNumberedApart(a.text, b.text)) return null;
  const apart = valuesApart(a, b, shares) ?? (isLasting(a) && isLasting(b) ? editedIn(a, b) : null);
  if (apart === null || areNamedApart(a.matter, b.matter)) return null;
  return { values: apart === "elsewhere" ? null : apart, ends: null };
}

/** A log tells one thing after another in much the same words, and so do the minutes of a meeting, a file a day. */
function isLasting({ lead: { kind, path } }: Line): boolean {
  return kind === "semantic" && frontDay(path) === null;
}

/** With what a line says that something which it names is over; what stands behind says what there is instead. */
const over =
  /(?<!\p{L})(?:(?:superseded|replaced|obsoleted) by|superseded|deprecated|obsolete|(?:has|have|was|were) (?:moved|migrated) to|abgelöst|ersetzt durch|veraltet|umgezogen|remplacée?s? par|obsolètes?|dépréciée?s?|reemplazad[oa]s? por|obsolet[oa]s?|substituíd[oa]s? por)(?!\p{L})|已废弃|已廢棄|已弃用|已停用|已被替代|廃止|устарел/iu;
const overChars = 40;

/**
 * “Old location `a.md` superseded by Obsidian” takes what a page said of `a.md`, whatever that was; “notes are in `a.md`, webpack is deprecated” takes
 * nothing: it is of what the same clause names before.
 */
function endOf(older: Line, { text, values, over: at }: Line): { readonly was: string; readonly is: string } | null {
  if (at === null || older.over !== null || older.lead.kind !== "semantic") return null;
  const clause =
    text
      .slice(0, at)
      .split(/[,;:，；：。]|[.!?](?=\s)/u)
      .at(-1) ?? "";
  const named = [...values].find(
    ([value, { kind, said }]) => kind === "code" && older.values.has(value) && clause.includes(said),
  );
  if (named === undefined) return null;
  return { was: named[1].said, is: shorten(text.slice(at), overChars) };
}

/** About one thing by most of their words. `elsewhere`: each has a value of its own, and not in the place of the other's. */
function valuesApart(a: Line, b: Line, { least, ofShorter, ofLonger }: Shares): Disagreement["values"] | "elsewhere" {
  // A value that both have is of the matter, such as a person that both are about.
  const plain = (line: Line, than: Line): readonly string[] =>
    [...line.words].filter((word) => !line.values.has(word) || than.words.has(word));
  const [ours, theirs] = [plain(a, b), plain(b, a)];
  const both = ours.filter((word) => b.words.has(word)).length;
  const [shorter, longer] = [Math.min(ours.length, theirs.length), Math.max(ours.length, theirs.length)];
  if (both < least || both < ofShorter * shorter || both < ofLonger * longer || isOfOther(a, b)) return null;
  const others = (line: Line, than: Line): readonly (readonly [string, Value])[] =>
    [...line.values].filter(([value]) => !than.words.has(value));
  const theirOthers = others(b, a);
  const pairs = others(a, b).flatMap(([value, { kind, said }]) =>
    theirOthers.flatMap(([other, of]) =>
      of.kind === kind ? [{ value, other, words: [said, of.said] as const }] : [],
    ),
  );
  if (pairs.length === 0) return null;
  return pairs.find(({ value, other }) => isInPlace(a, value, b, other))?.words ?? "elsewhere";
}

/** The word before each is the same, or the word behind each. */
function isInPlace(a: Line, value: string, b: Line, other: string): boolean {
  const besides = ({ said }: Line, text: string, step: 1 | -1): ReadonlySet<string> =>
    new Set(said.flatMap((term, at) => (term.text === text ? (said[at + step]?.text ?? []) : [])));
  return ([-1, 1] as const).some((step) => {
    const ours = besides(a, value, step);
    return [...besides(b, other, step)].some((word) => ours.has(word));
  });
}

/** “The backup of the billing database” is none of the customer database: where one has a plain word of its own the other has another. */
function isOfOther(a: Line, b: Line): boolean {
  const placesIn = (line: Line, than: Line): readonly string[] =>
    line.said.flatMap(({ text, stop }, at) =>
      stop || /\p{N}/u.test(text) || line.values.has(text) || than.words.has(text)
        ? []
        : [`${line.said[at - 1]?.text ?? ""} ${line.said[at + 1]?.text ?? ""}`],
    );
  const places = new Set(placesIn(a, b));
  return placesIn(b, a).some((place) => places.has(place));
}

/** So many words at least begin both lines, and at most so many in the middle are others. */
const edit = { front: 2, middle: 3 } as const;

/** The plain words of each in the place of the other's, where they are the same before and behind: “we use tabs”, “we use spaces”. */
function editedIn(a: Line, b: Line): Disagreement["values"] | null {
  const least = Math.min(a.said.length, b.said.length);
  let front = 0;
  while (front < least && a.said[front]!.text === b.said[front]!.text) front += 1;
  let back = 0;
  while (back < least - front && a.said.at(-back - 1)!.text === b.said.at(-back - 1)!.text) back += 1;
  const middle = ({ said }: Line): readonly Term[] => said.slice(front, said.length - back);
  const isPlain = (line: Line): boolean =>
    middle(line).length > 0 &&
    middle(line).length <= edit.middle &&
    middle(line).some(({ stop }) => !stop) &&
    !middle(line).some(({ text }) => line.values.has(text));
  // A word that stands in both middles parts two places that differ: who it is said of, and what.
  const isOne = !middle(a).some(({ text }) => middle(b).some((other) => other.text === text));
  if (front < edit.front || !isOne || !isPlain(a) || !isPlain(b)) return null;
  const saying = (line: Line): string =>
    middle(line)
      .map(({ said }) => said)
      .join(" ");
  return [saying(a), saying(b)];
}

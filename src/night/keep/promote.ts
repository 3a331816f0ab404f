/** Promote: a log entry as a statement of what holds now: no bullet, no time of day, no story of when it was said; “tomorrow” becomes a date. */

import { addDays } from "../../base/ids.js";
import { listMark, tagMarks } from "../../base/lines.js";
import { withoutTail } from "../../base/text.js";
import { lineBlocks, piecesOf } from "../../page/markdown/blocks.js";
import { parseTree, type Tree } from "../../page/markdown/tree.js";
import type { Kind } from "../../rules/words/other-words.js";
import { significance, thresholds } from "../thresholds.js";
import { labelEnd, titled, wordSet } from "./lexicon.js";
import { type Context, type Significance, significanceOf } from "./significance.js";

/** How many words a phrase takes, and the day it means; null where nobody could name that. */
interface Phrase {
  readonly words: number;
  readonly day: string | null;
}

/**
 * `day` is that of the log; null where nobody knows it, as in the buffer. A day stands for what is one, and what else moves gets the day it was said on
 * beside the last of it; null where there is such a phrase and no day. Code spans stay as they are, and the weekdays of what `lasts`.
 */
export function fixedTime(text: string, day: string | null, lasts = false): string | null {
  const words = wordsIn(text);
  const isWeekly = lasts || !happensOnce(text);
  let out = "";
  let copied = 0;
  let said: number | null = null;
  for (let at = 0; at < words.length; at += 1) {
    const phrase = phraseAt(words, at, { day: day ?? anyDay, isWeekly });
    if (phrase === null) continue;
    if (day === null) return null;
    const [first, last] = [words[at]!, words[at + phrase.words - 1]!];
    out += text.slice(copied, first.start);
    out +=
      phrase.day === null
        ? text.slice(first.start, last.end)
        : placed(phrase.day, last, [words[at - 1], words[at + phrase.words]]);
    copied = last.end;
    if (phrase.day === null) said = out.length;
    at += phrase.words - 1;
  }
  out += text.slice(copied);
  return said === null ? out : `${out.slice(0, said)} (as of ${day})${out.slice(said)}`;
}

/** “The release is on Thursday”, “Ada arrives on Friday”; all else that names a weekday holds each week. */
function happensOnce(text: string): boolean {
  return once.test(text) && !lasting.test(text);
}

const once =
  /(?<!\p{L})(?:(?:is|are|was|were|happens|due|deadline|appointment)(?: \p{L}+)? on|will|going to|was|were|had|\p{L}{2,}ed|went|came|left|met|made|took|got|arrives?|comes?|leaves?|flies|visits?|moves)(?!\p{L})|['’]ll(?!\p{L})/iu;
const lasting =
  /(?<!\p{L})(?:always|never|every|each|all|any|usually|normally|weekly|no longer|any ?more|from now on|going forward|by default|only|as a rule|open|closed|prefers?|likes?|wants?|must|should|do not|does not)(?!\p{L})|n['’]t(?!\p{L})/iu;

/** Without the days that vague phrases got beside them: what statements are compared by. */
export function withoutSaidDays(text: string): string {
  return text.replace(/ \(as of \d{4}-\d{2}-\d{2}\)/g, "");
}

const anyDay = "2000-01-01";

interface Word {
  /** In lower case, without a possessive ending. */
  readonly said: string;
  readonly owns: boolean;
  readonly start: number;
  /** Before a possessive ending. */
  readonly end: number;
}

function wordsIn(text: string): readonly Word[] {
  const words: Word[] = [];
  // Code is kept in its place as blanks, so that offsets hold.
  const prose = text.replace(/`[^`]*`/g, (code) => " ".repeat(code.length));
  for (const { 0: word, index } of prose.matchAll(/[\p{L}\p{N}]+(?:[-:][\p{L}\p{N}]+)*(?:['’]\p{L}+)?/gu)) {
    const tail = /['’]s$/.exec(word);
    const said = word.slice(0, tail?.index ?? word.length).toLowerCase();
    words.push({ said, owns: tail !== null, start: index, end: index + said.length });
  }
  return words;
}

/** The longest phrase that begins at a word; null where none does. */
function phraseAt(
  words: readonly Word[],
  at: number,
  { day, isWeekly }: { readonly day: string; readonly isWeekly: boolean },
): Phrase | null {
  const said = (ahead: number): string => words[at + ahead]?.said ?? "";
  const begun = fixedFrom.get(said(0)) ?? [];
  const fixed = begun.find(([phrase]) => phrase.every((word, ahead) => said(ahead) === word));
  if (fixed !== undefined) {
    const [{ length }, days] = fixed;
    // “As soon as” says how, and not when.
    if (said(0) === "soon" && said(1) === "as") return null;
    if (days === null) return { words: length, day: null };
    return { words: length + (partsOfDay.has(said(length)) ? 1 : 0), day: addDays(day, days) };
  }
  if (said(0) === "in" || said(2) === "ago") return counted(said, day);
  if (said(0) === "on" && isWeekly) return null;
  return isTurned(said(0), said(1)) ? { words: 2, day: null } : null;
}

const fixedPhrases = (
  [
    [2, "the day after tomorrow|day after tomorrow"],
    [1, "tomorrow"],
    [0, "this morning|this afternoon|this evening|today|tonight"],
    [-1, "last night|yesterday"],
    [-2, "the day before yesterday|day before yesterday"],
    [null, "the other day|a while ago|a few days ago|a few weeks ago|recently|lately|soon"],
  ] as const
).flatMap(([days, phrases]) => phrases.split("|").map((phrase) => [phrase.split(" "), days] as const));

/** By their first word, because every word of every log is held against them: with how many days they lie ahead, null for what is vague. */
const fixedFrom = new Map(
  fixedPhrases.map(([[first = ""]]) => [first, fixedPhrases.filter(([words]) => words[0] === first)]),
);

const partsOfDay: ReadonlySet<string> = new Set(["morning", "afternoon", "evening", "night"]);

/** `three days ago`. “In two days” may be how long something takes. */
function counted(said: (ahead: number) => string, day: string): Phrase | null {
  const isAhead = said(0) === "in";
  const count = countOf(said(isAhead ? 1 : 0));
  const unit = said(isAhead ? 2 : 1).replace(/s$/, "");
  if (count === null || !units.has(unit)) return null;
  return { words: 3, day: unit === "day" && !isAhead ? addDays(day, -count) : null };
}

const units: ReadonlySet<string> = new Set(["day", "week", "month", "year"]);
const numbers = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");

function countOf(word: string): number | null {
  if (word === "a" || word === "an") return 1;
  if (/^\d{1,3}$/.test(word)) return Number(word);
  const named = numbers.indexOf(word);
  return named > 0 ? named : null;
}

/** `last week`, `next month`, `on Tuesday`: with the day beside it everybody can tell which. */
function isTurned(turn: string, unit: string): boolean {
  if (weekdays.has(unit)) return turns.has(turn) || turn === "on";
  return turns.has(turn) && unit !== "day" && (units.has(unit) || unit === "weekend");
}

const turns: ReadonlySet<string> = new Set(["next", "coming", "last", "this"]);
const weekdays: ReadonlySet<string> = wordSet("monday tuesday wednesday thursday friday saturday sunday");

/** Bare behind a preposition, before what it owns, and where it is what the sentence speaks of. */
function placed(day: string, last: Word, [before, after]: readonly [Word | undefined, Word | undefined]): string {
  const isSubject = before === undefined && after !== undefined && verbs.has(after.said);
  return last.owns || isSubject || (before !== undefined && prepositions.has(before.said)) ? day : `on ${day}`;
}

const prepositions: ReadonlySet<string> = wordSet(
  "in on by until till since from before after of for during to through between and or than",
);
const verbs: ReadonlySet<string> = wordSet("is was are were will would has had can may might");

// EntryText: an entry of a log taken apart: its first statement, what hangs below it, and the sentences that are worth keeping.

interface EntryText {
  /** Without its bullet, its lines joined. */
  readonly head: string;
  /** What hangs below it, each line two blanks in; empty for most. */
  readonly below: string;
  /** The items below it, or its lines where each of them stands by itself. */
  readonly parts: readonly string[];
}

/** `markdown` covers whole lines. */
export function entryText(markdown: string): EntryText {
  const text = markdown.trim();
  if (!text.includes("\n")) return { head: withoutBullet(text), below: "", parts: [] };
  return plainEntryText(text) ?? parsedEntryText(text);
}

/** Of an item whose lines tell what hangs below it; null where a parser must. */
function plainEntryText(text: string): EntryText | null {
  const [block, ...others] = piecesOf(text)?.length === 1 ? (lineBlocks(text) ?? []) : [];
  if ((block?.kind !== "bullet" && block?.kind !== "paragraph") || others.length > 0) return null;
  const [first, ...below] = block.paragraphs.map((paragraph) => paragraph.text);
  if (first === undefined || below.length === 0) return ofOneText(text);
  const from = lineEnds(text, first.split("\n").length);
  return { head: joined(first), below: indented(text.slice(from)), parts: below.map(joined) };
}

/** Nothing hangs below it. */
function ofOneText(text: string): EntryText {
  return { head: joined(withoutBullet(text)), below: "", parts: standingLines(text) };
}

/** Offset behind so many lines. */
function lineEnds(text: string, lines: number): number {
  let end = 0;
  for (let line = 0; line < lines; line += 1) end = text.indexOf("\n", end) + 1;
  return end;
}

function parsedEntryText(text: string): EntryText {
  const tree = parseTree(text, 0);
  const [block] = tree.blocks;
  const [first, ...others] = block?.type === "list" ? (block.children[0]?.children ?? []) : [];
  const [second] = others;
  if (first?.type !== "paragraph" || second === undefined) return ofOneText(text);
  const from = text.lastIndexOf("\n", tree.startOf(second)) + 1;
  const head = joined(text.slice(tree.startOf(first), tree.endOf(first)));
  const parts = others.flatMap((child) => itemsIn(child, text, tree));
  return { head, below: indented(text.slice(from)), parts };
}

/** The first words of each item, however deep it lies. */
function itemsIn(node: Tree["blocks"][number], text: string, tree: Tree): readonly string[] {
  if (node.type !== "list") return [];
  return node.children.flatMap(({ children }) => {
    const [first, ...rest] = children;
    const own = first?.type === "paragraph" ? [joined(text.slice(tree.startOf(first), tree.endOf(first)))] : [];
    return [...own, ...rest.flatMap((child) => itemsIn(child, text, tree))];
  });
}

/** Some write a list without its marks: lines of which each has its label, its sign or its end. */
function standingLines(text: string): readonly string[] {
  const lines = text.split("\n").map((line) => withoutBullet(line.trim()));
  const stands = (line: string): boolean => /^[^:：]{1,40}[:：]\s*\S|^[^\p{L}\p{N}\s("“'`[]|[.!?。！？]$/u.test(line);
  return lines.length > 1 && lines.every(stands) ? lines : [];
}

function withoutBullet(text: string): string {
  return text.replace(/^(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/, "");
}

function joined(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "").join(" ");
}

/** As deep below a bullet of ours as it was below the one it had. */
function indented(text: string): string {
  const lines = text.trimEnd().split("\n");
  const depths = lines.map((line) => line.search(/\S/)).filter((at) => at >= 0);
  const depth = Math.min(...depths);
  return lines.map((line) => (line.trim() === "" ? "" : `  ${line.slice(depth)}`)).join("\n");
}

interface Gist {
  readonly text: string;
  readonly below: string;
  readonly means: Significance;
}

/** All of an entry where it is short or somebody tagged it, else the sentences and the items that say what it is. */
export function gistIn({ head, below, parts }: EntryText, context: Context): Gist {
  const means = significanceOf(head, context);
  if (context.tags.length > 0) return { text: head, below, means };
  const announced = below === "" ? null : announcedBy(head);
  if (announced !== null && means.lapse === null) {
    const label = head.replace(/[*_:：]+/g, "").trim();
    const said = { kind: announced, by: "label", why: `its label “${label}” says so` } as const;
    return { text: `${label}:`, below, means: { ...means, ...said } };
  }
  const isKept = isSaid(means) && (below !== "" || parts.length === 0);
  if (parts.length > 0 && !isKept) return gistOfParts(parts, { head, below, means }, context);
  if (head.length <= thresholds.statementCharsMax)
    return { text: withHead(withoutAnnouncement(head), means), below, means };
  return gistOfParts(sentencesOf(head), { head, below, means }, { ...context, under: [] });
}

/** Those of its parts that say by themselves what they are. */
function gistOfParts(
  parts: readonly string[],
  { head, below, means }: { readonly head: string; readonly below: string; readonly means: Significance },
  context: Context,
): Gist {
  const told = parts.flatMap((text) => {
    const one = significanceOf(text, context);
    return isSaid(one) && one.lapse === null ? [{ text, means: one }] : [];
  });
  const [first] = told;
  if (first === undefined) return { text: head, below, means: { ...means, kind: null, by: null } };
  const text = told
    .map((each, at) => (each.means.head === told[at - 1]?.means.head ? each.text : withHead(each.text, each.means)))
    .map((each, at) => (at === told.length - 1 && cjk.test(each) ? each : ended(each)))
    .join(" ");
  return { text, below: "", means: first.means };
}

/** “Likes tea” under “About Anna” is “About Anna: likes tea” where no heading stands over it. */
function withHead(text: string, { head }: Significance): string {
  return head === null ? text : `${head}: ${text}`;
}

function isSaid({ kind }: Significance): boolean {
  return kind !== null && kind !== "fact";
}

function ended(text: string): string {
  if (/[.!?。！？…:：]["'”’）)*_]*$/u.test(text)) return text;
  return cjk.test(text) ? `${text}。` : `${text}.`;
}

/** Without a last sentence that only leads on to what stands in entries of its own: “Two reasons:”. */
function withoutAnnouncement(head: string): string {
  if (!/[:：]$/.test(head)) return head;
  const sentences = sentencesOf(head);
  return sentences.length < 2 ? head : sentences.slice(0, -1).join(" ");
}

/** A point ends a sentence before a blank and a capital; code and links hold none. */
function sentencesOf(text: string): readonly string[] {
  const whole = text.replace(/`[^`]*`|\]\([^)]*\)/g, (code) => "x".repeat(code.length));
  const found: string[] = [];
  let start = 0;
  for (const { 0: mark, index } of whole.matchAll(/[。！？]+|(?<![.!?])[.!?]+(?=\s+[\p{Lu}\p{Lo}*"“«(])/gu)) {
    found.push(text.slice(start, index + mark.length).trim());
    start = index + mark.length;
  }
  return [...found, text.slice(start).trim()].filter((sentence) => sentence !== "");
}

export interface Statement {
  /** One sentence, without tags. */
  readonly text: string;
  /** Of the protocol's five, in the order of what they weigh. */
  readonly tags: readonly string[];
  /** What hangs below it, two blanks in; absent or empty for most. */
  readonly below?: string;
}

/** `markdown` is the entry as it stands in the log; `means` what it is, whose label then becomes a tag. */
export function statementOf(
  markdown: string,
  tags: readonly string[],
  means?: Pick<Significance, "kind" | "by">,
): Statement {
  const label = means?.by === "label" ? (means.kind ?? "") : "";
  const told = [...tags, label];
  let text = markdown.trim().replace(listMark, "").replace(tagMarks, "").trim();
  const whole = text;
  if (significant(told).length > 0) text = withoutLabel(text);
  for (let shorter = withoutLead(text); shorter !== text; shorter = withoutLead(text)) text = shorter;
  // What is left of a sentence begins like one; what its writer began small may be a name in code, which a capital would spoil.
  const begun =
    text === whole ? text : `${Array.from(text)[0]?.toUpperCase() ?? ""}${Array.from(text).slice(1).join("")}`;
  return { text: sentence(withoutReferences(begun)), tags: significant(told) };
}

/** The line that stands in the page: tags behind the sentence, then where it is from. */
export function printStatement(
  { text, tags, below = "" }: Statement,
  from: {
    readonly confidence: number | null;
    readonly days: readonly string[];
  },
): string {
  const marks = tags.map((tag) => ` [${tag}]`).join("");
  const sure = from.confidence === null ? [] : [`confidence ${from.confidence.toFixed(2)}`];
  const days = from.days.filter((day) => !new RegExp(`\\(${day}\\)[:：.。]?$`).test(text));
  const grounds = [...sure, ...days];
  // Its one day stands behind it.
  const said = grounds.length === 1 ? text.replace(` (as of ${days[0]})`, "") : text;
  const line = `- ${said}${marks}${grounds.length === 0 ? "" : ` (${grounds.join(", ")})`}`;
  return below === "" ? line : `${line}\n${below}`;
}

/** A printed statement without its tags and grounds: what it is compared by. */
export function bare(markdown: string): string {
  const { text } = statementOf(markdown, []);
  return withoutSaidDays(text).replace(
    / \((?:confidence \d\.\d\d(?:, )?)?(?:(?:\d{4}-\d{2}-\d{2}|buffer)(?:, )?)*\)\.?$/,
    "",
  );
}

/** The last day that the grounds of a printed statement name; null where they name none. */
export function groundsDay(markdown: string): string | null {
  const [line = ""] = markdown.replace(tagMarks, "").trim().split("\n");
  const grounds = /\((?:confidence \d\.\d\d, )?(\d{4}-\d{2}-\d{2}(?:, \d{4}-\d{2}-\d{2})*)\)\.?$/.exec(line.trim());
  return grounds?.[1]?.split(", ").sort().at(-1) ?? null;
}

/** From several days of the same: 0.75 for two, 0.88 for three; what nobody marked is never as sure as what somebody did. */
export function confidenceOf(days: number, isMarked: boolean): number {
  const most = isMarked ? thresholds.confidenceMarkedMax : thresholds.confidenceToldMax;
  return Math.min(most, Math.round((1 - 0.5 ** days) * 100) / 100);
}

function significant(tags: readonly string[]): readonly string[] {
  return Object.keys(significance).filter((tag) => tags.includes(tag));
}

/** Takes one lead away: a time, a date, a day's name, or the telling of a decision around the decision. */
function withoutLead(text: string): string {
  for (const lead of leads) {
    const shorter = text.replace(lead, "");
    if (shorter !== text && shorter.trim() !== "") return shorter.trim();
  }
  return text;
}

/** A label that says no more than the tag will; “pricing decision” says what was decided on. */
function withoutLabel(text: string): string {
  const label = /^\**([^*:：]{2,24}?)(?:\*\*)?\s*(?:[:：]\**|\s[–—-]\s)\s*(?=\S)/u.exec(text);
  if (label === null || !plainLabels.has((label[1] ?? "").trim().toLowerCase())) return text;
  const rest = text.slice(label[0].length);
  // “Plan C” alone says of nothing what it is.
  if (sizeOf(rest) < labelWordsMin) return text;
  // “**Decision: so and so**” is bold as a whole, and stays so.
  return text.startsWith("**") && !label[0].slice(2).includes("**") ? `**${rest}` : rest;
}

const labelWordsMin = 5;

/** Words; two characters of a script that writes none count as one. */
function sizeOf(text: string): number {
  const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
  return (text.match(cjk)?.length ?? 0) / 2 + (text.replace(cjk, " ").match(/[\p{L}\p{N}]+/gu)?.length ?? 0);
}

const plainLabels: ReadonlySet<string> = new Set(
  [
    "decision, decisions, decided, agreed, final decision, key decision, lesson, lessons, lesson learned, lessons learned, learned, key lesson, takeaway, key takeaway, insight, key insight",
    "entscheidung, beschluss, vereinbart, vereinbarung, lektion, lehre, erkenntnis, gelernt, décision, décidé, convenu, leçon, à retenir, decisión, decidido, acordado, lección, aprendido",
    "решение, решено, решили, договорились, урок, вывод",
    "决定, 决策, 永久决策, 共识, 教训, 经验, 经验教训, 決定, 決定事項, 合意, 教訓, 学び, 反省",
  ].flatMap((row) => row.split(", ")),
);

/** What a sentence ends in that leads back to where it was worked on, and says nothing of what holds. */
function withoutReferences(text: string): string {
  const parts = text.split(";");
  const reference = /^\s*(?:see |in )?(?:ticket|issue|commit|pr|mr|task)\s+#?[\w-]*\d[\w-]*\.?\s*$/i;
  const last = parts.findLastIndex((part) => !part.split(",").every((each) => reference.test(each)));
  return parts.slice(0, Math.max(0, last) + 1).join(";");
}

const leads: readonly RegExp[] = [
  /^(?:at|um|gegen|à|vers|a las)\s+\d{1,2}(?:[:.]\d{2}|h\d{0,2})(?::\d{2})?(?: ?[AaPp][Mm]| uhr| utc)?[,:]?\s+/i,
  /^\[?\(?\d{1,2}:\d{2}(?::\d{2})?(?: ?[AaPp][Mm])?\)?\]?\s*[-–—:,]?\s+/,
  /^\[?\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?Z?)?\]?\s*[-–—:,]?\s+/,
  /^(?:on|by) (?:january|february|march|april|may|june|july|august|september|october|november|december) \d{1,2}(?:st|nd|rd|th)?,?\s+/i,
  /^on (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday),?\s+/i,
  /^(?:today|yesterday|this morning|this afternoon|tonight),?\s+/i,
  /^(?:decision|lesson|learned|note|surprise|fact)\s*:\s+/i,
  /^(?:we |i )?(?:have )?(?:decided|agreed) (?:to|that|on) /i,
  /^(?:we |i )?(?:learned|learnt|realized|noticed|found out) that /i,
];

/** Chinese and Japanese end notes without a point as often as with theirs, which is another. */
const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

function sentence(text: string): string {
  const whole = withoutTail(text, " ;,");
  const isEnded = /[.!?…:)”"`。！？：」』）][*_]*$/.test(whole) || cjk.test(whole);
  return isEnded || whole === "" ? whole : `${whole}.`;
}

/** What an item announces that is a label and nothing else, for the items below it. */
function announcedBy(head: string): Kind | null {
  const { kind, spoken } = titled(head.replace(/[:：]\s*(?=[*_]*$)/u, ""));
  return labelEnd(spoken) === null && kind !== "identity" ? kind : null;
}

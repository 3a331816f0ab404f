/** Junk: why a log entry is no statement to be read again: a command, half a sentence, a reading of a meter, over by its own words, or recorded talk. */

import { listMark } from "../../base/lines.js";
import { withoutTail } from "../../base/text.js";
import type { Entry, EntryKind } from "../../page/markdown/blocks.js";
import { bodyStartOf, outline } from "../../page/markdown/outline.js";
import { isStopWord } from "../../recall/words/stop-words.js";
import type { Spoken } from "../../rules/words/other-words.js";
import type { Hit } from "../../rules/words/phrases.js";
import { doneTags, thresholds } from "../thresholds.js";
import { wordSet } from "./lexicon.js";

// Lapse: why a statement is over by its own words, or was never more than a reading: checks, counters, heartbeats, “no new mail”.

export interface Lapse {
  readonly state: "finished" | "expired" | "superseded" | "operational";
  /** The name of the rule that says so, as a report tells it. */
  readonly rule: "tag" | "ticked" | "struck" | "words" | "date" | "nothing_new" | "counter" | "check";
  readonly why: string;
}

interface Said {
  readonly markdown: string;
  readonly spoken: Spoken;
  readonly hits: readonly Hit[];
  readonly tags: readonly string[];
  /** The headings it stands under, the outermost first. */
  readonly titles: readonly { readonly spoken: Spoken; readonly hits: readonly Hit[] }[];
  readonly today: string;
}

export function lapseOf(said: Said): Lapse | null {
  return finished(said) ?? expired(said) ?? superseded(said) ?? operational(said);
}

function finished({ markdown, spoken, hits, tags }: Said): Lapse | null {
  const done = doneTags.find((tag) => tags.includes(tag));
  if (done !== undefined) return { state: "finished", rule: "tag", why: `it is tagged [${done}]` };
  const text = markdown.replace(listMark, "").trim();
  if (/^\[[xX]\]\s/.test(text)) return { state: "finished", rule: "ticked", why: "its box is ticked" };
  if (/^~~[^~]+~~[.!。]?$/.test(text)) return { state: "finished", rule: "struck", why: "it is struck out" };
  const hit = hits.find((each) => each.list === "finished" && isAtEdge(each, spoken));
  return hit === undefined ? null : { state: "finished", rule: "words", why: `it says “${hit.said}”` };
}

/** At the beginning of all, or at its end but for a date. */
function isAtEdge({ start, end, sentence }: Hit, { plain, sentences }: Spoken): boolean {
  if (sentences[sentence]?.asks === true) return false;
  const [before, after] = [plain.slice(0, start), plain.slice(end)];
  return (
    !/[\p{L}\p{N}]/u.test(before) ||
    !/[\p{L}\p{N}]/u.test(after.replace(/(?:(?:am|on|le|el|于)\s?)?\d{4}-\d{2}-\d{2}/, ""))
  );
}

/** A date of another shape leaves open which year it is of. */
function expired({ spoken, hits, today }: Said): Lapse | null {
  const isCjk = spoken.script !== "spaced";
  for (const { list, start, end } of hits) {
    if (list !== "until") continue;
    const behind = /^[\s:：]*(\d{4}-\d{2}-\d{2})/.exec(spoken.plain.slice(end))?.[1];
    const before = isCjk ? /(\d{4}-\d{2}-\d{2})\s*(?:日)?$/.exec(spoken.plain.slice(0, start))?.[1] : undefined;
    const day = behind ?? before;
    if (day !== undefined && day < today)
      return { state: "expired", rule: "date", why: `it says it was until ${day}` };
  }
  return null;
}

function superseded({ spoken, hits }: Said): Lapse | null {
  const hit = hits.find(
    ({ list, sentence, start }) =>
      list === "superseded" &&
      spoken.sentences[sentence]?.asks !== true &&
      !hits.some((other) => other.list === "doubts" && other.sentence === sentence && other.start < start),
  );
  return hit === undefined ? null : { state: "superseded", rule: "words", why: `it says “${hit.said}”` };
}

function operational(said: Said): Lapse | null {
  const { spoken, hits, titles } = said;
  const size = sizeOf(spoken);
  const quiet = hits.find(({ list }) => list === "nothingNew");
  if (quiet !== undefined && size <= shortWords && isReported(quiet, said))
    return reading("nothing_new", `it says “${quiet.said}”`);
  const check = hits.find(({ list, start }) => list === "checks" && start === (spoken.words[0]?.start ?? 0));
  if (check !== undefined) return reading("check", `it says “${check.said}”`);
  const counted = countsIn(spoken, hits);
  if (counted >= 2 || (counted === 1 && size <= counterWords))
    return reading("counter", "it counts what is counted again each time");
  const title = titles.find((each) => each.hits.some(({ list }) => list === "checks"));
  return title === undefined ? null : reading("check", `it stands under “${title.spoken.plain}”`);
}

function reading(rule: Lapse["rule"], why: string): Lapse {
  return { state: "operational", rule, why };
}

const shortWords = 24;
const counterWords = 8;

/** Words, or half the characters where words have no border. */
function sizeOf({ words, plain, script }: Spoken): number {
  return script === "spaced" ? words.length : Math.ceil(plain.length / 2);
}

/** Behind a label, at the front, or all there is; “no new hires until the audit” is something else. */
function isReported({ start, sentence }: Hit, { spoken, hits }: Said): boolean {
  if (hits.some((hit) => hit.list === "until" && hit.sentence === sentence && hit.start > start)) return false;
  const before = spoken.plain.slice(0, start).trim();
  return before === "" || /[:：.。;；,，、(（–—|-]$/.test(before) || sizeOf(spoken) <= counterWords;
}

/** More than a number with what stands around it has. */
const numberChars = 24;

/** Numbers with what they count, each once. */
function countsIn({ plain, script }: Spoken, hits: readonly Hit[]): number {
  const found = hits.filter(({ list, start }) => {
    if (list !== "counted") return false;
    const before = plain.slice(Math.max(0, start - numberChars), start);
    return script === "spaced" ? /(?:^|[^.\d\p{L}])\d{1,6}(?:\/\d+)?\+?\s$/u.test(before) : /\d\s*$/.test(before);
  });
  return new Set(found.map(({ start }) => start)).size;
}

export type Junk = "command" | "half_sentence" | "scores" | "own_output" | "too_long" | "no_text";

/** `statement` is the framed text without tags, `below` what hangs below it; null for what may be kept. */
export function junkIn(kind: EntryKind, statement: string, below = ""): Junk | null {
  const text = statement.trim();
  if (kind === "code" || isCommand(text)) return "command";
  // The parser knows no tables: one is a paragraph whose lines begin with a bar.
  if ((kind !== "bullet" && kind !== "paragraph") || text.startsWith("|")) return "no_text";
  if (text.length + below.length > thresholds.gistCharsMax) return "too_long";
  if (isOwnOutput(text)) return "own_output";
  if (isScores(text)) return "scores";
  return isHalf(below === "" ? text : text.replace(/[:：]$/, "."), below !== "") ? "half_sentence" : null;
}

/** Of what somebody tagged: our own output, bare scores, what ends in the middle, and code alone. Every other rule could be wrong, and the tag is somebody's word. */
export function taggedJunkIn(statement: string): Junk | null {
  const text = statement.trim();
  if (isOwnOutput(text)) return "own_output";
  if (isScores(text)) return "scores";
  if (/^[$%>]\s/.test(text) || isCode(text) || (isCommand(text) && !hasSentence(text))) return "command";
  return text.split(/\s+/).length >= halfWordsMin && isDangling(text) ? "half_sentence" : null;
}

const halfWordsMin = 3;

/** Whether more is told of a command than how it is typed: “npm ci fails when …”, “docker compose up hangs”. */
function hasSentence(text: string): boolean {
  const [, , ...rest] = withoutTail(text, ".!").toLowerCase().split(/\s+/);
  return rest.some((word) => isStopWord(word) || /^\p{L}{2,}(?:s|ed)$/u.test(word));
}

/** A code span and nothing else. */
function isCode(text: string): boolean {
  return text.length > 2 && text.startsWith("`") && text.indexOf("`", 1) >= text.length - 2;
}

function isCommand(text: string): boolean {
  if (text === "" || /^[$%>]\s/.test(text) || text.startsWith("./")) return true;
  if (isCode(text)) return true;
  const [first = "", second = ""] = withoutTail(text, ".")
    .split(/\s+/)
    .map((word) => word.toLowerCase());
  if (first === "sudo") return true;
  const hasShape = text.includes(" --") || text.includes(" | ") || text.includes(" && ") || /^[-./~]/.test(second);
  return programs.has(first) && (hasShape || subcommands.has(second));
}

const programs: ReadonlySet<string> = wordSet(
  "git npm npx node yarn pnpm python python3 pip cargo make docker kubectl cd ls cat rm cp mv grep sed awk find curl wget ssh scp chmod tar echo export source bash sh",
);
const subcommands: ReadonlySet<string> = wordSet(
  "commit push pull clone checkout status add install run test build ci exec apply get up down compose",
);

/** What a night, a trailer or a receipt of this program wrote. */
function isOwnOutput(text: string): boolean {
  return (
    text.includes("Pagefile-") ||
    text.includes("(confidence 0.") ||
    /^(?:promoted|curated|trimmed|archived|committed|nightly)\b.*\b(?:entries|entry|pages?)\b/i.test(text)
  );
}

/** Numbers with names around them: at least half of the words, or a score that leads. */
function isScores(text: string): boolean {
  if (/^(?:score|similarity|relevance|confidence|weight|rank|recalls?)\b\s*[:=]?\s*-?\d/i.test(text)) return true;
  const words = text.split(/\s+/);
  const scored = words.filter((word) => /=[-+]?\d*\.?\d+[,;)]?$/.test(word) || /^[-+]?\d*\.\d+[,;)]?$/.test(word));
  return words.length > 1 && scored.length * 2 >= words.length;
}

/** What more hangs below, a few words may head. */
function isHalf(text: string, isHead: boolean): boolean {
  const end = text.charAt(text.length - 1);
  const bare = withoutTail(text, ".!?\"'”’)`*_");
  const words = bare.match(/[\p{L}\p{N}]+/gu) ?? [];
  const isShort = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(bare)
    ? bare.length < 4
    : words.length < 3;
  if ((isShort && !isHead) || /[…:：]$/.test(bare) || text.endsWith("...")) return true;
  if (",:;-–—(/".includes(end)) return true;
  if (isDangling(text)) return true;
  return (
    balance(text, "(", ")") !== 0 || balance(text, "“", "”") !== 0 || /^(?:and|but|or|because|which)\b/.test(text)
  );
}

function isDangling(text: string): boolean {
  const words = withoutTail(text, ".!?\"'”’)`*_").match(/[\p{L}\p{N}]+/gu) ?? [];
  return dangling.has((words.at(-1) ?? "").toLowerCase()) && !/[!?]$/.test(text);
}

const dangling: ReadonlySet<string> = wordSet(
  "and or but the a an of with because to from for if than that which into is are was were",
);

function balance(text: string, open: string, close: string): number {
  return text.split(open).length - text.split(close).length;
}

/** Offset from which on the text is one; its length where it is none. Such a record goes on to the end of its file. */
export function conversationStart(text: string, entries: readonly Entry[]): number {
  const turn = entries.find(({ start, end }) => isTurn(text.slice(start, Math.min(end, start + turnCharacters))));
  return turn?.start ?? text.length;
}

const turnCharacters = 40;

/** A harness writes the role small, and may leave its line alone above what was said; “User:” heads what is known of one. */
function isTurn(text: string): boolean {
  const isSaid = /^(?:assistant|user|system|human|tool)(?: \([^)]*\))?:\s+\S/i.test(text);
  return isSaid || /^(?:assistant|user):\s*$/.test(text);
}

// Dream: what OpenClaw copies into the log of a day to think it over, with its counters, and writes anew each night.

/** Whether an offset lies between `<!-- openclaw:dreaming:light:start -->` and the comment that ends it. */
export function dreamsIn(text: string): (at: number) => boolean {
  const dreams = [...text.matchAll(/<!-- openclaw:dreaming:([a-z-]{1,40}):start -->/g)].flatMap(
    ({ index, 1: name }) => {
      const end = text.indexOf(`<!-- openclaw:dreaming:${name}:end -->`, index);
      return end < 0 ? [] : [{ start: index, end }];
    },
  );
  return (at) => dreams.some(({ start, end }) => start <= at && at < end);
}

// Form: what a working buffer says of itself, and not of a session. The skill that made the file goes by these lines, so they stay.

/** Digests of entries about the file itself: its state, its use, places to fill in. Such a file says its state (“**Status:** INACTIVE”) above its first section. */
export function formIn(text: string): ReadonlySet<string> {
  const { entries, headings } = outline(text, bodyStartOf(text));
  const sections = headings.filter(({ depth }) => depth > 1);
  // A first section that is of the state alone belongs to the head.
  const headEnd = sections.find(({ title }) => !stateTitle.test(title))?.start ?? text.length;
  const ruleEnd = entries.find(({ kind, start }) => kind === "rule" && start < headEnd)?.start ?? 0;
  const said = ({ start, end }: Entry): string => text.slice(start, end);
  const isState = (entry: Entry): boolean => entry.start < headEnd && stateLine.test(said(entry));
  const isKept = entries.some(isState);
  const isForm = (entry: Entry): boolean => {
    const { start, kind } = entry;
    // A comment is for whoever writes the file.
    if (kind === "html") return said(entry).startsWith("<!--");
    if (!isKept) return false;
    if (start < headEnd && kind !== "bullet")
      return isState(entry) || start < ruleEnd || kind === "quote" || isPlace(said(entry));
    const under = sections.findLast((heading) => heading.start < start);
    return (under !== undefined && formTitle.test(under.title)) || isPlace(said(entry));
  };
  return new Set(entries.filter(isForm).map(({ digest }) => digest));
}

const stateLine =
  /^[ \t]*(?:\*\*|__)?(?:status|state|estado|statut|zustand|状态|狀態|状態)[ \t]*(?:[:：](?:\*\*|__)?|(?:\*\*|__)[:：])[ \t]*(?:\W{0,3}(?:in)?a[ck]ti[vf]|idle|stand-?by|empty|clos|clear|dormant|waiting|未|空|待|激活|[-—([])/imu;
const stateTitle = /^\P{L}*(?:status|state|estado|statut|zustand|状态|狀態|状態)\P{L}*$/iu;
const formTitle =
  /^(?:(?:log |entry |message )?format|protocol|instructions?|usage|how (?:to|it)|when to|rules? of|template|purpose|protocolo|formato|protokoll|anleitung|protocole)(?!\p{L})|(?:protocol|checklist|instructions?)(?: \([^()]*\))?$|^(?:协议|格式|说明|用法|使用|規則|手順)/iu;

/** “*Entries appear here*”, “(Format: …)”, “[message]”: one line that stands in the place of what is to come. */
function isPlace(said: string): boolean {
  const line = said.trim();
  return !line.includes("\n") && /^(?:\*[^*\s][^*]*\*|_[^_\s][^_]*_|\([^()]+\)|\[[^\]\d]+\])$/.test(line);
}

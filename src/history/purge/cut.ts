/**
 * PurgeCut: what is to be gone from every version of everything, and one version of a file, a record or a message as it reads without it. All of
 * it is pure.
 */

import { logName, type PageId } from "../../base/ids.js";
import { objectOf, objectsOf, parseJson, stableJson } from "../../base/json.js";
import { limits } from "../../base/limits.js";
import { fenceMark, listMark, tagMarks } from "../../base/lines.js";
import { textIn, withoutTail } from "../../base/text.js";
import { isEpisodeTitle } from "../../heard/episode.js";
import { factsOf } from "../../memory/facts.js";
import { archiveIndexPath, isPageFile, type Profile } from "../../memory/profile.js";
import { idFromPath } from "../../memory/table.js";
import type { Entry } from "../../page/markdown/blocks.js";
import { bodyStartOf, outline, sectionSpans } from "../../page/markdown/outline.js";
import { findSecrets } from "../../rules/secret-keys.js";
import { digestsOf } from "../../write/entry/entries.js";
import { textFrom } from "../../write/evidence.js";

/** The file's new bytes, the very same where nothing is in it; null where the whole file goes. `path` is below the root. */
export function cutFile(path: string, bytes: Uint8Array, cut: Cut, profile: Profile): Uint8Array | null {
  const text = textFrom(bytes);
  if (text === null) return bytes;
  if (!isPageFile(path)) return encode(cutSpans(text, cut), text, bytes);
  if (cut.pages.size > 0 && cut.pages.has(idOf(path, bytes, profile))) return null;
  const listed = path === archiveIndexPath ? withoutListed(text, cut.paths) : text;
  const whole = withoutSections(path, listed, bytes, { cut, profile });
  const kept = cutText(whole, cut);
  return encode(logName.test(path) ? withoutEmptied(whole, kept) : kept, text, bytes);
}

/** As frontmatter says it, or the path. */
function idOf(path: string, bytes: Uint8Array, profile: Profile): PageId {
  return factsOf(path, bytes, profile).meta.id ?? idFromPath(path);
}

/** Whether any of it is in these bytes. */
export function cutHits(bytes: Uint8Array, cut: Cut): boolean {
  const text = textIn(bytes);
  const { spans, words, entries } = cut;
  if (spans.some((span) => text.includes(span)) || cutWords(text, words, "sentences") !== text) return true;
  if (bytes.length > limits.pageBytesMax) return false;
  if (cut.secrets) return findSecrets(text).length > 0;
  if (entries.size + words.length === 0 || bytes.includes(0)) return false;
  return goingIn(text, outline(text, bodyStartOf(text)).entries, cut).length > 0;
}

/** A path without secrets in it. */
export function cutName(path: string, cut: Cut): string {
  const parts = path.split("/").map((part) => cutSpans(part, cut));
  return parts.join("/");
}

/** A refused patch, or what became of one. Poison goes with its whole record, which could be tried again; a secret is blanked. */
export function cutRecord(bytes: Uint8Array, cut: Cut): Uint8Array | null {
  const text = textFrom(bytes);
  if (text === null) return bytes;
  const value = parseJson(text);
  if (value === undefined) return encode(cutSpans(text, cut), text, bytes);
  const { value: kept, hit } = cutJson(value, cut);
  if (!hit) return bytes;
  return cut.secrets ? new TextEncoder().encode(`${stableJson(kept)}\n`) : null;
}

/** What a log tells: decisions and faults, what was said in sessions, or what was in one that goes. */
type LogKind = "record" | "talk" | "gone";

/** A log of JSON lines. A record that tells of what goes is dropped, and of talk the words are blanked: a session goes on from what else it tells. */
export function cutLog(text: string, cut: Cut, kind: LogKind): string {
  const said = { ...nothingGoes, words: cut.words, spans: [...cut.spans, ...cut.paths], secrets: cut.secrets };
  let hasLost = false;
  const lines = text.split("\n").flatMap((line) => {
    const value = line === "" ? undefined : parseJson(line);
    if (value === undefined) return [cutSpans(line, cut)];
    const heard = purgedStatement(value, cut.items);
    if (heard !== null) return heard.map(stableJson);
    // A label of a text that goes: its digest tells of a short text what it was.
    if (isEntryLabel(value, cut)) return [];
    const { value: kept, hit } = cutJson(value, kind === "record" ? cut : said);
    const now = kind === "gone" ? stableJson(withoutTalk(kept)) : hit ? stableJson(kept) : line;
    hasLost ||= now !== line;
    return hit && kind === "record" && !cut.secrets ? [] : [now];
  });
  const kept = lines.join("\n");
  return hasLost && kind !== "record" ? kept + capturedNote(lines) : kept;
}

/** Behind the notes of a session that lost words: its transcript still has them, and is captured from here on alone. Nothing for other files. */
function capturedNote(lines: readonly string[]): string {
  const notes = objectsOf(lines.map((line) => parseJson(line)));
  const sums = objectsOf(notes.map(({ history }) => history));
  const stretches = objectsOf(sums.map(({ stretch }) => stretch));
  const numbers = (values: readonly unknown[]): readonly number[] =>
    values.filter((value) => typeof value === "number");
  const lengths = numbers([...stretches, ...notes].map(({ length }) => length));
  if (lengths.length === 0) return "";
  const filled = numbers([...sums, ...notes].map((note) => note.filled)).at(-1) ?? 0;
  // The line of a prompt whose turn has not ended begins there.
  const isOpen = notes.findLast(({ length }) => length !== undefined)?.kind === "prompt";
  const captured = Math.max(...lengths) + (isOpen ? 1 : 0);
  return `${stableJson({ key: "", kind: "checkpoint", captured, filled })}\n`;
}

/** What stands in the inbox for a statement that goes: that something was said, no word of it, and that it is owed no more; null for any other line. */
function purgedStatement(value: unknown, ids: ReadonlySet<string>): readonly object[] | null {
  const line = objectOf(value);
  const id = line?.id;
  if (line === null || typeof id !== "string" || !ids.has(id) || line.text === purgeMark) return null;
  if (line.line === "edited") return [{ ...line, text: purgeMark }];
  if (line.line !== "heard") return null;
  const { mayLast: _, forgets: __, ...said } = line;
  const blank = { text: purgeMark, why: "purged", corrects: null, lasting: false, chance: 0 };
  const ended = { line: "ended", ids: [id], at: line.at, by: "pagefile", state: "settled", because: "purged" };
  return [{ ...said, ...blank, looked: true, told: true }, ended];
}

/** A note of a session without what was asked and answered in it, and what it ran. */
function withoutTalk(value: unknown): unknown {
  const note = objectOf(value);
  if (note === null) return value;
  const { words: _, said: __, ran: ___, history, ...rest } = note;
  const sum = objectOf(history);
  return sum === null ? rest : { ...rest, history: { ...sum, words: [], said: null, calls: [] } };
}

function isEntryLabel(value: unknown, { entries }: Cut): boolean {
  const item = objectOf(value)?.item;
  return typeof item === "string" && entries.has(item);
}

/** What else changed its name with the rewrite: objects by any part of their id, files by their path. */
export interface Renames {
  readonly object: (hex: string) => string | null;
  readonly paths: readonly (readonly [from: string, to: string])[];
}

/** Trailers that name a page that went go with it; ids of objects and paths become those of the new history. */
export function cutMessage(message: string, cut: Cut, renames: Renames): string {
  let text = withoutClaims(message, cut);
  for (const [id, title] of cut.titles) if (text.includes(`(${id})`)) text = text.replaceAll(title, purgeMark);
  for (const [from, to] of renames.paths) if (text.includes(from)) text = text.replaceAll(from, to);
  const named = text.replace(/[0-9a-f]{7,64}/g, (hex) => renames.object(hex) ?? hex);
  const [subject = "", ...rest] = named.split("\n");
  const lines = [cutSubject(subject, cut), ...rest].map((line) => cutSpans(line, cut));
  return cutWords(lines.join("\n"), cut.words, "sentences");
}

/** `append: the first words of an entry… (id)`; a subject that is too long has lost its end. */
function cutSubject(subject: string, cut: Cut): string {
  for (const gist of cut.gists) {
    const at = subject.indexOf(`: ${gist}`);
    const after = subject.slice(at + 2 + gist.length);
    if (at >= 0 && (after === "" || after === "…" || after.startsWith(" (")))
      return `${subject.slice(0, at + 2)}${purgeMark}${after}`;
  }
  if (!subject.endsWith("…")) return subject;
  const at = subject.lastIndexOf(": ") + 2;
  const tail = subject.slice(at, -1);
  const from = [...cut.gists, ...cut.spans, ...cut.titles.map(([, title]) => title)];
  return tail.length >= 8 && from.some((text) => text.startsWith(tail))
    ? `${subject.slice(0, at)}${purgeMark}`
    : subject;
}

function withoutClaims(message: string, cut: Cut): string {
  if (cut.pages.size === 0) return message;
  const goes = (line: string): boolean =>
    (line.startsWith("Pagefile-From: ") && cut.paths.has(line.slice(15).trim())) ||
    (line.startsWith("Pagefile-Page: ") && cut.pages.has(line.slice(15, line.lastIndexOf("@")))) ||
    (line.startsWith("Pagefile-Op: ") && cut.pages.has(line.slice(13).split(" ")[1] ?? ""));
  const kept = message.split("\n").filter((line) => !goes(line));
  return kept.join("\n");
}

function withoutListed(text: string, paths: ReadonlySet<string>): string {
  const names = [...paths].map((path) => path.slice(path.lastIndexOf("/") + 1));
  const goes = (line: string): boolean => line.startsWith("- [") && names.some((name) => namesFile(line, name));
  const kept = text.split("\n").filter((line) => !goes(line));
  return kept.join("\n");
}

/** In a link or behind `from`, and not as the end of another name: `a.md` is not `extra.md`. */
function namesFile(line: string, name: string): boolean {
  for (let at = line.indexOf(name); at >= 0 && at < line.length; at = line.indexOf(name, at + 1)) {
    const next = line.charAt(at + name.length);
    if ("/( ".includes(line.charAt(at - 1)) && (next === ")" || next.trim() === "")) return true;
  }
  return false;
}

function withoutSections(path: string, text: string, bytes: Uint8Array, by: { cut: Cut; profile: Profile }): string {
  const { pages, sections } = by.cut;
  const slugs = [...pages].filter((id) => id.includes("#"));
  const told = logName.test(path) ? sections : [];
  if (slugs.length + told.length === 0) return text;
  const id = idOf(path, bytes, by.profile);
  const isTold = (title: string): boolean => isEpisodeTitle(title) && told.some((begins) => title.startsWith(begins));
  const spans = sectionSpans(text, bodyStartOf(text));
  return withoutSpans(
    text,
    spans.filter(({ slug, title }) => slugs.includes(`${id}#${slug}`) || isTold(title)),
  );
}

/** Of a log the sections of sessions that had lines and have none now. */
function withoutEmptied(was: string, now: string): string {
  if (was === now) return now;
  const sections = (text: string) => {
    const { entries } = outline(text, bodyStartOf(text));
    return sectionSpans(text, bodyStartOf(text)).map((span) => ({
      ...span,
      isEmpty: !entries.some(({ start }) => start > span.start && start < span.end),
    }));
  };
  const full = new Set(sections(was).flatMap(({ isEmpty, title }) => (isEmpty ? [] : [title])));
  return withoutSpans(
    now,
    sections(now).filter(({ isEmpty, title }) => isEmpty && isEpisodeTitle(title) && full.has(title)),
  );
}

function withoutSpans(text: string, spans: readonly { readonly start: number; readonly end: number }[]): string {
  return [...spans].reverse().reduce((kept, { start, end }) => kept.slice(0, start) + kept.slice(end), text);
}

function encode(now: string, was: string, bytes: Uint8Array): Uint8Array {
  return now === was ? bytes : new TextEncoder().encode(now);
}

export interface Cut {
  /** Digests of entries. */
  readonly entries: ReadonlySet<string>;
  /** Ids of pages that go whole; `file#slug` is a section. */
  readonly pages: ReadonlySet<string>;
  /** Where those pages were in any version. */
  readonly paths: ReadonlySet<string>;
  /** Their titles, which commit messages repeat beside the id. */
  readonly titles: readonly (readonly [id: string, title: string])[];
  /** What the subject of a commit repeats of a purged entry. */
  readonly gists: readonly string[];
  /** Texts of values, and what quotes an entry, which go wherever they stand word for word; longest first. */
  readonly spans: readonly string[];
  /** What purged entries say, which goes however it was typed (`wordsIn`). */
  readonly words: readonly string[];
  /** Statements of the inbox, by their ids. */
  readonly items: ReadonlySet<string>;
  /** Sessions that go, by id, and what the titles of their sections in logs begin with. */
  readonly sessions: readonly string[];
  readonly sections: readonly string[];
  /** Evidence that a patch may not rest on, e.g. `url:…` or `page:…`. */
  readonly sources: ReadonlySet<string>;
  /** Everything that is found as a secret goes too. */
  readonly secrets: boolean;
}

const nothingGoes: Cut = {
  ...{ entries: new Set(), pages: new Set(), paths: new Set(), sources: new Set(), items: new Set() },
  ...{ titles: [], gists: [], spans: [], words: [], sessions: [], sections: [], secrets: false },
};

/** Stands where a purged text stood inside another one; opens no YAML list and is no secret itself. */
const purgeMark = "REDACTED";

/** Any text: spans, words and secrets replaced, entries that go taken out whole. The same string where nothing was found. */
export function cutText(text: string, cut: Cut): string {
  const kept = cut.entries.size + cut.words.length === 0 ? text : withoutEntries(text, cut);
  return cutSpans(kept, cut);
}

/** Spans, words and secrets alone. */
export function cutSpans(text: string, cut: Cut): string {
  let current = text;
  for (const span of cut.spans) if (current.includes(span)) current = current.replaceAll(span, purgeMark);
  current = cutWords(current, cut.words, "sentences");
  return cut.secrets ? blanked(current) : current;
}

/** A text of JSON, which is mostly what somebody said: a short sentence goes from it, too. Of several lines it is read as a page. */
function cutValue(text: string, cut: Cut): string {
  const said = text.includes("\n") ? text : cutWords(text, cut.words, "all");
  return cutWords(cutText(said, cut), cut.words, "all");
}

/** Entries that go, by their digest or by all that they say. */
function goingIn(text: string, found: readonly Entry[], { entries, words }: Cut): readonly Entry[] {
  const near = nearIn(text, words);
  return found.filter(({ start, end, digest }) => entries.has(digest) || saysOnly(text.slice(start, end), near));
}

/**
 * Every string of a JSON value, keys too, and whether anything in it rests on what is purged: names a page that goes, or a
 * source that is not to be believed.
 */
export function cutJson(value: unknown, cut: Cut): { readonly value: unknown; readonly hit: boolean } {
  if (typeof value === "string") {
    const names = cut.pages.has(value) || cut.sources.has(value) || cut.paths.has(value);
    const text = cutValue(value, cut);
    return { value: text, hit: names || text !== value };
  }
  if (typeof value !== "object" || value === null) return { value, hit: false };
  let hit = false;
  const each = (item: unknown): unknown => {
    const inner = cutJson(item, cut);
    hit ||= inner.hit;
    return inner.value;
  };
  if (Array.isArray(value)) return { value: value.map(each), hit };
  const entries = Object.entries(value).map(([key, item]) => {
    const keyed = cut.secrets && typeof item === "string" && isKeyed(key, item);
    hit ||= keyed;
    return [each(key), keyed ? purgeMark : each(item)];
  });
  return { value: Object.fromEntries(entries), hit };
}

/** Without the entries that go; every other entry keeps its digest, whatever stood around them. */
function withoutEntries(text: string, cut: Cut): string {
  const found = outline(text, bodyStartOf(text)).entries;
  const going = goingIn(text, found, cut);
  if (going.length === 0) return text;
  const digests = new Set(going.map(({ digest }) => digest));
  const rest = found.filter((entry) => !digests.has(entry.digest)).map((entry) => entry.digest);
  for (const stand of ["", "\n", "\n<!-- -->\n\n"]) {
    const kept = spliced(text, going, stand);
    const now = digestsOf(kept);
    if (rest.every((digest) => now.has(digest)) && ![...now].some((digest) => digests.has(digest))) return kept;
  }
  // No way was found that leaves the others as they were: what is purged goes all the same.
  return spliced(text, going, "\n");
}

function spliced(
  text: string,
  going: readonly { readonly start: number; readonly end: number }[],
  stand: string,
): string {
  let kept = "";
  let done = 0;
  for (const { start, end } of going) {
    let after = end;
    if (text.startsWith("\r\n", after)) after += 2;
    else if (text[after] === "\n") after += 1;
    const before = kept + text.slice(done, start);
    // Two blank lines would be left where the entry stood between two.
    const blank = before.endsWith("\n\n") && stand === "" && text[after] === "\n" ? 1 : 0;
    kept = before + stand;
    done = after + blank;
  }
  return kept + text.slice(done);
}

/** Line by line inside a secret that is split over lines, because a line break may be what YAML needs. */
function blanked(text: string): string {
  let current = text;
  // What is left when one is gone can be put together into another; each round takes at least one away.
  for (let round = 0; round < 8; round += 1) {
    const secrets = findSecrets(current);
    if (secrets.length === 0) return current;
    let shown = "";
    let done = 0;
    for (const { start, end } of secrets) {
      const breaks = current.slice(start, end).replace(/[^\r\n]+/g, "");
      shown += current.slice(done, start) + purgeMark + breaks;
      done = end;
    }
    current = shown + current.slice(done);
  }
  return current;
}

function isKeyed(key: string, item: string): boolean {
  const line = `${key}: ${JSON.stringify(item)}`;
  return findSecrets(line).some((secret) => secret.end > key.length);
}

// PurgeWords: sentences, found however they were typed: in any case, with other quotes, brackets and emphasis, over line ends, with another stop or
// none, and cut short where an ellipsis says so.

/** What an entry, or somebody, said, as it is compared: all of it, and the items below it that no other text has by chance. One sentence of several may be a rule elsewhere. */
export function wordsIn(said: string): readonly string[] {
  if (isOfWork(said)) return [];
  const items =
    fenceMark(said.trim()) === null ? said.split(/\n(?=[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t])/).map(bareEntry) : [];
  const older = items.flatMap((item) => superseded.exec(item)?.[1] ?? []);
  const long = [...items, ...older]
    .map(comparedAs)
    .filter((part) => isLong(part) && (part.includes(" ") || wide.test(part)));
  return [...new Set([comparedAs(bareEntry(said)), ...long])].filter((each) => /\p{L}|\p{N}/u.test(each));
}

/** Nobody said such a line of a log, and other sessions have the same. */
function isOfWork(line: string): boolean {
  return /^[-*+]?\s*(?:Changed|Changed files|Worked on|Ran): /.test(line.trim());
}

const toldLabel = /^(?:Asked|Decided|Corrected|Said|Told|Open): /;
const superseded = /^Superseded \d{4}-\d{2}-\d{2}: “([^”\n]*)”/;

function bareEntry(entry: string): string {
  const words = entry
    .trim()
    .replace(listMark, "")
    .replace(/^\[[ xX]\][ \t]+/, "");
  return words.replace(toldLabel, "").replace(tagMarks, "");
}

function comparedAs(text: string): string {
  return withoutTail(plainOf(text).text, stops);
}

const stops = " .!?…;:,。！？；：，、";

/** `sentences`: those long enough to stand nowhere by chance; `all`: short ones too, where they are a sentence of their own. */
function cutWords(text: string, words: readonly string[], which: "sentences" | "all"): string {
  const near = nearIn(text, words);
  if (near.length === 0) return text;
  const plain = plainOf(text);
  const found = near.flatMap((word) => {
    if (isLong(word)) return [...standing(plain.text, word), ...cutShort(plain.text, word)];
    if (which === "sentences") return [];
    if (withoutTail(plain.text, stops) === word)
      return word.includes(" ") || wide.test(word) ? [[0, word.length] as const] : [];
    return weightOf(word) < shortMin
      ? []
      : standing(plain.text, word).filter((span) => isSentence(text, plain, span));
  });
  if (found.length === 0) return text;
  let kept = "";
  let done = 0;
  for (const [from, to] of found.sort(([a], [b]) => a - b)) {
    const [start, end] = [plain.places[from]!, plain.places[to - 1]! + 1];
    if (start >= done) kept += text.slice(done, start) + purgeMark;
    done = Math.max(done, end);
  }
  return kept + text.slice(done);
}

/** Whether what somebody said is one of these, and nothing else. */
export function isSaid(text: string, { words }: Cut): boolean {
  return saysOnly(text, nearIn(text, words));
}

/** Whether an entry says one of these and nothing else. A line of a log may have lost what led to it, what followed, or its end. */
function saysOnly(entry: string, words: readonly string[]): boolean {
  if (words.length === 0) return false;
  const isTold = toldLabel.test(entry.trim().replace(listMark, ""));
  const said = comparedAs(bareEntry(entry));
  const isPart = (word: string): boolean => isTold && said.length * 2 >= word.length && weightOf(said) >= shortMin;
  const isCut = entry.includes("…") && isLong(said);
  return words.some(
    (word) =>
      (said === word && (isTold || weightOf(word) >= shortMin)) ||
      (isPart(word) && word.includes(said)) ||
      (isCut && word.startsWith(said)),
  );
}

/** Those that may be in it, whole or cut short: a fast look, because most texts have none. */
function nearIn(text: string, words: readonly string[]): readonly string[] {
  if (words.length === 0) return words;
  const letters = text.toLowerCase().replace(new RegExp(unsaid, "g"), "");
  const has = (part: string): boolean => {
    const runs = part.match(/[\p{L}\p{N}]+/gu) ?? [];
    return letters.includes(runs.reduce((longest, run) => (run.length > longest.length ? run : longest), ""));
  };
  return words.filter((word) => has(word.slice(0, longMin)) || has(word.slice(-longMin)));
}

type Span = readonly [from: number, to: number];

function standing(text: string, word: string): readonly Span[] {
  const found: Span[] = [];
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const end = at + word.length;
    const isJoined = (left: number): boolean => isLetter(text[left]) && isLetter(text[left + 1]);
    if (!isJoined(at - 1) && !isJoined(end - 1)) found.push([at, end]);
  }
  return found;
}

/** Beside an ellipsis, as much of its beginning or its end as stands nowhere by chance. */
function cutShort(text: string, word: string): readonly Span[] {
  const found: Span[] = [];
  const [head, tail] = [word.slice(0, longMin), word.slice(-longMin)];
  if (!text.includes(head) && !text.includes(tail)) return found;
  for (let at = text.indexOf("…"); at >= 0; at = text.indexOf("…", at + 1)) {
    const end = text[at - 1] === " " ? at - 1 : at;
    const before = text.slice(Math.max(0, end - word.length), end);
    const from = before.indexOf(head);
    if (from >= 0 && word.startsWith(before.slice(from))) found.push([end - before.length + from, end]);
    const start = text[at + 1] === " " ? at + 2 : at + 1;
    const after = text.slice(start, start + word.length);
    const to = after.indexOf(tail) + longMin;
    if (to >= longMin && word.endsWith(after.slice(0, to))) found.push([start, start + to]);
  }
  return found;
}

/** Between stops, line ends, or nothing. */
function isSentence(text: string, { places }: Plain, [from, to]: Span): boolean {
  const [start, end] = [places[from]!, places[to - 1]! + 1];
  const near = (side: string): string => side.replace(/[^\S\n]|["'“”„‘’«»*_(`]/g, "");
  const [before, after] = [near(text.slice(Math.max(0, start - 4), start)), near(text.slice(end, end + 4))];
  return `\n->·—–|${stops}`.includes(before.slice(-1)) && `\n[)·—–|${stops}`.includes(after.slice(0, 1));
}

/** Letters of a script without spaces are no one word. */
function isLetter(char: string | undefined): boolean {
  return char !== undefined && /[\p{L}\p{N}]/u.test(char) && !wide.test(char);
}

const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** A sign of such a script says as much as two letters. */
function weightOf(text: string): number {
  return text.length + (text.match(new RegExp(wide, "gu"))?.length ?? 0);
}

/** What is shorter stands in other texts by chance; as an entry it is known by its digest, whatever its length. */
const longMin = 24;
/** What is shorter is too common to be a sentence that somebody means. */
const shortMin = 12;

function isLong(word: string): boolean {
  return weightOf(word) >= longMin;
}

interface Plain {
  readonly text: string;
  /** Where each of its characters was. */
  readonly places: readonly number[];
}

/** In lower case and on one line, without quotes, brackets, emphasis and the marks of a quotation. */
function plainOf(text: string): Plain {
  const lower = text.toLowerCase();
  // A capital that becomes two characters would move all places behind it.
  const whole = lower.length === text.length ? lower : Array.from(text, lowered).join("");
  const chars: string[] = [];
  const places: number[] = [];
  let gap = false;
  let begins = true;
  for (let at = 0; at < text.length; at += 1) {
    const char = whole[at]!;
    if (char <= " " || spaces.includes(char)) {
      gap = true;
      begins ||= char === "\n";
      continue;
    }
    if (unsaid.test(char) || (begins && char === ">")) continue;
    if (gap && chars.length > 0) {
      chars.push(" ");
      places.push(at);
    }
    chars.push(char);
    places.push(at);
    gap = false;
    begins = false;
  }
  return { text: chars.join(""), places };
}

function lowered(char: string): string {
  const lower = char.toLowerCase();
  return lower.length === char.length ? lower : char;
}

const spaces = "\u00a0\u2002\u2003\u2009\u202f\u3000";
const unsaid = /['’‘ʼ´`"“”„‟«»‹›「」『』*()[\]\u00ad\u200b-\u200d\ufeff]/;

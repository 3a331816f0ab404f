/** Candidate: an entry of a log as a statement that may be promoted, and where it is from; statements of several days that tell the same become one. */

import { getOrMake, push, tally } from "../../base/result.js";
import { compareText } from "../../base/text.js";
import { isEpisodeLine, isEpisodeTitle } from "../../heard/episode.js";
import { headingItem } from "../../memory/labels.js";
import { type Entry, type EntryKind, type Heading, type Outline, plainEntry } from "../../page/markdown/blocks.js";
import { bodyStartOf, outline } from "../../page/markdown/outline.js";
import type { Origin } from "../../page/page.js";
import type { Kind } from "../../rules/words/other-words.js";
import { openAt } from "../audit/checks.js";
import { significance, thresholds } from "../thresholds.js";
import { conversationStart, dreamsIn, formIn, type Junk, junkIn, taggedJunkIn } from "./junk.js";
import { titled, wordSet } from "./lexicon.js";
import { entryText, fixedTime, gistIn, type Statement, statementOf, withoutSaidDays } from "./promote.js";
import { holdsSecret, type Significance, significanceOf } from "./significance.js";
import { type Gist, overlaps, rarestOf, type Words, wordsOf } from "./similar.js";

export interface Candidate extends Statement {
  readonly words: Words;
  /** As the log says it, on one line. */
  readonly said: string;
  readonly source: Source;
  readonly marks: readonly string[];
  /** What it is by its tags and words. */
  readonly means: Significance;
  /** Why it is no statement; null for one. What somebody tagged is nearly always one. */
  readonly junk: Junk | null;
  /** It names a time by words that mean another one tomorrow, and nobody knows the day it was said on. */
  readonly moves: boolean;
  /** A secret is in it, or something that stands where one would. */
  readonly isSecret: boolean;
}

export interface CandidateInput {
  readonly logs: readonly LogText[];
  /** Local day that dates in statements are held against. */
  readonly day: string;
  /** Names of entries that an earlier night promoted. */
  readonly processed: ReadonlySet<string>;
  /** Digests of entries that a person did not want to be kept, and names of those that somebody took back. */
  readonly rejected?: ReadonlySet<string>;
  /** The label that history has of an entry's text; `marks` are the `[word]`s the entry itself wears. */
  readonly originOf: (source: Source, marks: readonly string[]) => Origin;
}

export function candidates({ logs, processed, day }: CandidateInput): readonly Candidate[] {
  return logs.flatMap((log) => {
    const { entries, headings } = outline(log.text, bodyStartOf(log.text));
    const talk = conversationStart(log.text, entries);
    const isDreamed = dreamsIn(log.text);
    const form = log.day === null ? formIn(log.text) : new Set<string>();
    const titles = titlesAbove(log.text, { headings, entries });
    const sourceOf = (digest: string): Source => ({ path: log.path, day: log.day, digest });
    const isDue = (source: Source, start: number): boolean => !isDreamed(start) && !processed.has(sourceName(source));
    const said = headings.map((heading) => {
      const { start, title } = heading;
      const source = sourceOf(headingItem(title));
      const isOut = start >= talk || isEpisodeTitle(title) || !isDue(source, start);
      const under = openAt(headings, start).flatMap((open) => (open.depth < heading.depth ? [open.title] : []));
      return { start, found: isOut ? null : titleOf(log, { heading, source, under, today: day }) };
    });
    const told = entries.map((entry) => {
      const { start, end, digest, tags } = entry;
      const source = sourceOf(digest);
      const under = titles(start);
      // What a session was is no news: what of it holds is on a page, or waits to be said again.
      const isEpisode = under.some(isEpisodeTitle) && isEpisodeLine(log.text.slice(start, end));
      const isOut = form.has(digest) || (start >= talk && tags.length === 0) || isEpisode || !isDue(source, start);
      return { start, found: isOut ? null : candidateOf(log, { entry, source, under, today: day }) };
    });
    return [...said, ...told].sort((a, b) => a.start - b.start).flatMap(({ found }) => found ?? []);
  });
}

/** “Lesson: never restart it by hand” as a heading says it as well as an entry would. */
function titleOf(
  { text, day }: LogText,
  { heading, source, under, today }: Omit<Found, "entry"> & { readonly heading: Heading },
): Candidate | null {
  if (!/[:：–—]/u.test(heading.title)) return null;
  const [line = ""] = text.slice(heading.start, heading.end).split("\n");
  const whole = line.replace(/^ {0,3}#{1,6}[ \t]/, "").trim();
  const said = whole.replace(/[ \t]#{1,99}$/, "");
  const { tags } = plainEntry(said);
  const means = significanceOf(said, { tags, under, today });
  if (means.by !== "label" || means.kind === null || unsaid.has(means.kind) || !titled(heading.title).isOwn)
    return null;
  const about = { kind: "paragraph", source, marks: tags, means, day, said, isSecret: holdsSecret(said) } as const;
  return candidateFrom(statementOf(said, tags, means), about);
}

/** A name or a fact that heads a section is what the section is about. */
const unsaid: ReadonlySet<Kind> = new Set(["fact", "identity", "person"]);

interface Found {
  readonly entry: Entry;
  readonly source: Source;
  /** Titles of the headings it stands under, the outermost first. */
  readonly under: readonly string[];
  readonly today: string;
}

/** null for what says nothing that anybody would keep, which is most of a log. */
function candidateOf({ text, day }: LogText, { entry, source, under, today }: Found): Candidate | null {
  const whole = entryText(text.slice(entry.start, entry.end));
  const gist = gistIn(whole, { tags: entry.tags, under, today });
  if (gist.means.kind === null && entry.tags.length === 0) return null;
  const said = { ...statementOf(gist.text, entry.tags, gist.means), below: gist.below };
  const isSecret = [whole.head, ...whole.below.split("\n"), ...whole.parts].some(holdsSecret);
  const about = { kind: entry.kind, source, marks: entry.tags, means: gist.means, day, said: gist.text, isSecret };
  return candidateFrom(said, about);
}

interface About extends Pick<Candidate, "source" | "marks" | "means" | "said" | "isSecret"> {
  readonly kind: EntryKind;
  readonly day: string | null;
}

function candidateFrom(said: Statement, { kind, day, ...rest }: About): Candidate {
  const { below = "" } = said;
  const fixed = fixedTime(said.text, day, rest.means.kind !== null && lasting.has(rest.means.kind));
  const text = fixed ?? said.text;
  // What it is about tells two statements apart as little as the day they were made on.
  const words = wordsOf(withoutSaidDays(text));
  const junk = rest.means.by === "tag" ? taggedJunkIn(text) : junkIn(kind, text, below);
  const whole = withSubject(text, rest.means);
  // A number or a name in it would make two statements of what is said again below another heading.
  const shown = wordsOf(whole).held === wordsOf(text).held ? whole : text;
  return { ...said, text: shown, below, words, ...rest, junk, moves: fixed === null };
}

/** What is so each week: a weekday in it is no day of one week. */
const lasting: ReadonlySet<Kind> = new Set(["rule", "preference", "identity", "person"]);

/** “PDF reader: skip it”: who reads it in MEMORY.md does not see below what it stood. */
function withSubject(text: string, { subject }: Significance): string {
  if (subject === null) return text;
  return /[:：–—]/u.test(subject) ? `${subject} — ${text}` : `${subject}: ${text}`;
}

/** Titles of the headings that are open at an offset, the outermost first, and what announces the list there. */
function titlesAbove(
  text: string,
  { headings, entries }: Pick<Outline, "headings" | "entries">,
): (start: number) => readonly string[] {
  const announced = announcements(text, { headings, entries });
  const rules = entries.filter(({ kind }) => kind === "rule");
  return (start) => {
    const open = openAt(headings, start);
    // Behind a line across the page the section is over: a signature, the next session.
    const rule = rules.findLast((each) => each.start < start)?.start ?? -1;
    const titles = rule > (open.at(-1)?.start ?? rule) ? [] : open.map(({ title }) => title);
    return [...titles, ...(announced.get(start) ?? [])];
  };
}

/** “**House rules:**” in a line of its own heads the list that follows it at once, by where each of its items begins. */
function announcements(
  text: string,
  { headings, entries }: Pick<Outline, "headings" | "entries">,
): ReadonlyMap<number, readonly [string]> {
  const found = new Map<number, readonly [string]>();
  let by: { readonly said: string; readonly start: number } | null = null;
  for (const { kind, start, end } of entries) {
    const from: number = by?.start ?? start;
    if (kind === "bullet" && by !== null && !headings.some((one) => one.start > from && one.start < start)) {
      found.set(start, [by.said]);
      continue;
    }
    const line = kind === "paragraph" ? text.slice(start, end).trim() : "";
    const said = isBold(line) ? `${line}:` : line;
    by = /^[^\n]{2,120}[:：][*_]*$/u.test(said) ? { said, start } : null;
  }
  return found;
}

/** A line that is bold as a whole and ends in no point is a heading that was not written as one. */
function isBold(said: string): boolean {
  return /^(?:\*\*|__)[^*_\n]{2,80}[^*_\n.!?。！？](?:\*\*|__)$/u.test(said);
}

// Gather: statements of several days that tell the same, such that what is said for all of them is what each of them says.

export interface Group {
  readonly members: Candidate[];
  readonly tags: Set<string>;
  /** A model's words for them; null for their own. */
  readonly said: string | null;
}

/**
 * To the first group that tells of the same, else to one of its own. Of two wordings one has to hold all words of the other: “a flight
 * to Rome” and “a flight to Oslo” are two facts, and “a flight” is said by neither.
 */
export function join(groups: Group[], episodes: Episodes<Group>, found: Candidate): void {
  const near = episodes.find(found.words);
  const alike = near !== null && isOneWord(near, found) ? near : null;
  const group = alike ?? { members: [], tags: new Set<string>(), said: null };
  group.members.push(found);
  for (const tag of found.tags) group.tags.add(tag);
  if (alike !== null) return;
  groups.push(group);
  episodes.add(found.words, group);
}

function isOneWord({ members }: Group, found: Candidate): boolean {
  const least = leastOf(members);
  return isWithin(least, found) || (isWithin(found, least) && members.every((member) => isWithin(found, member)));
}

function isWithin(a: Candidate, b: Candidate): boolean {
  return [...a.words.content].every((word) => b.words.content.has(word));
}

/** The one with the fewest words, which all others have. */
function leastOf(members: readonly Candidate[]): Candidate {
  return members.reduce((least, each) => (each.words.content.size < least.words.content.size ? each : least));
}

/** What stands for all of them: of those that say no more than any other, what somebody found worth a tag first, then the latest. */
export function speakerOf({ members }: Group): Candidate {
  const { size } = leastOf(members).words.content;
  const least = members.filter(({ words }) => words.content.size === size);
  const tagged = least.filter(({ tags }) => tags.length > 0);
  return (tagged.length > 0 ? tagged : least).reduce((a, b) => (dayNamed(b.source) >= dayNamed(a.source) ? b : a));
}

/** The buffer counts as a day of its own. */
export function daysOf({ members }: Group): readonly string[] {
  return [...new Set(members.map(({ source }) => dayNamed(source)))].sort(compareText);
}

export function dayNamed({ day }: Pick<Source, "day">): string {
  return day ?? "buffer";
}

/** What the tags weigh, else what its words make it, and more for each day on which it came back. */
export function weightOf(group: Group): number {
  const tagged = [...group.tags].reduce((sum, tag) => sum + (significance[tag] ?? 0), 0);
  const said = Math.max(...group.members.map(saidWeight));
  return Math.max(tagged, said) + 2 * (daysOf(group).length - 1);
}

/** The writer's own word for it weighs more than what a reader makes of the words, and that more than what stands above them. */
function saidWeight({ means: { kind, by }, said }: Candidate): number {
  const weight = kind === null ? 0 : weights[kind];
  const sure = by === "label" ? 1 : by === "heading" ? -1 : 0;
  return Math.max(0, weight + sure - (ofOneOccasion.test(said) ? 1 : 0));
}

/** A line of a file, a commit, a ticket, a time of day, or a sign of how far something is: told of one occasion. */
const ofOneOccasion =
  /[\w-]\.\w{1,5}:\d+|#\d+\b|\b(?=[a-f]*\d)[0-9a-f]{7,40}\b|\b\d{1,2}:\d{2}\b|^\W*(?:✅|❌|⏳|⚠|🔴|🟠|🟡|🟢|🚧|🔄)/u;

const weights: Readonly<Record<NonNullable<Candidate["means"]["kind"]>, number>> = {
  correction: 4,
  decision: 4,
  rule: 4,
  lesson: 3,
  preference: 3,
  person: 3,
  identity: 3,
  fact: 0,
};

// Stable: whether a statement told on several days is a fact of the user's person or of the tools at hand, which have files of their own.

/** `user`: USER.md. `tools`: TOOLS.md. `names` are what USER.md calls the user. What passes, or was decided and may be decided otherwise, stays where it can age. */
export function owningFile(
  { text, tags }: Pick<Promotion, "text" | "tags">,
  names: readonly string[],
): "user" | "tools" | null {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (tags.includes("decision") || tags.includes("surprise") || words.some((word) => passing.has(word))) return null;
  if (/\d{4}-\d{2}-\d{2}|\d{1,2}:\d{2}|\b20\d{2}\b/.test(text)) return null;
  if (isOfUser(words, names)) return "user";
  const infra = new Set(words.filter((word) => things.has(word)));
  return infra.size >= 2 ? "tools" : null;
}

/** The sentence begins with the user: `Ada prefers …`, `Ada's sister …`, `The user …`. */
function isOfUser(words: readonly string[], names: readonly string[]): boolean {
  const [first = "", second = ""] = words;
  const subject = first === "the" ? second : first;
  return subject === "user" || names.includes(subject);
}

/** The names in lines such as `- Name: Ada Example` and `- **What to call them:** Ada`: the first word of each. */
export function namesIn(userFile: string): readonly string[] {
  const found = new Set<string>();
  for (const line of userFile.split(/\r?\n/)) {
    const plain = line.replaceAll("*", "").replaceAll("_", "").trim();
    const colon = plain.indexOf(":");
    const label = [...wordsOf(plain.slice(0, Math.max(0, colon))).content].join(" ");
    if (!labels.has(label)) continue;
    const [first = ""] = /[\p{L}\p{N}]+/u.exec(plain.slice(colon + 1).toLowerCase()) ?? [];
    if (first.length > 1) found.add(first);
  }
  return [...found];
}

const labels: ReadonlySet<string> = new Set(
  ["Name", "Full name", "First name", "Preferred name", "What to call them", "Call me", "Nickname"].map((label) =>
    [...wordsOf(label).content].join(" "),
  ),
);

const passing: ReadonlySet<string> = wordSet(
  "today tomorrow yesterday tonight now currently soon until next last week weekend month monday tuesday wednesday thursday friday saturday sunday temporarily meanwhile",
);

/** Infrastructure: two of these in a sentence, or it is about something else. */
const things: ReadonlySet<string> = wordSet(
  "server host hostname port ssh vpn dns ip url endpoint api database postgres sqlite redis docker container cluster kubernetes cron staging production bucket backup nas router printer camera webhook proxy registry runner pipeline deploy cli node",
);

// Episodes: the group of statements that tells of the same as another one, found without holding each against all.

type Episodes<T> = ReturnType<typeof openEpisodes<T>>;

/** `all` will be asked for. Two that overlap enough say the same numbers and negations and share one of their rarest words, which finds them. */
export function openEpisodes<T>(all: readonly Words[]) {
  const counts = tally(all.flatMap(({ content }) => [...content]));
  const groups: { readonly words: Words; readonly group: T }[] = [];
  const byWord = new Map<string, number[]>();
  const bySaid = new Map<string, number>();
  const keysOf = (words: Words): readonly string[] =>
    rarestOf(words.content, thresholds.episodeOverlap, (word) => counts.get(word) ?? 0).map(
      (word) => `${word}\n${words.facts}`,
    );
  return {
    /** The first that was added with words that overlap enough; null where none does. */
    find(words: Words): T | null {
      // What is said in the same words comes first only where nothing that overlaps was added before it.
      let first = bySaid.get(words.said) ?? groups.length;
      for (const key of keysOf(words)) {
        for (const at of byWord.get(key) ?? []) {
          if (at >= first) break;
          if (overlaps(groups[at]!.words, words, thresholds.episodeOverlap)) first = at;
        }
      }
      return groups[first]?.group ?? null;
    },
    add(words: Words, group: T): void {
      const at = groups.push({ words, group }) - 1;
      for (const key of keysOf(words)) push(byWord, key, at);
      if (!bySaid.has(words.said)) bySaid.set(words.said, at);
    },
  };
}

// Source: the entries of logs that a night looks at, what becomes of them, and how commits name them.

/** A daily log, or the buffer, whose day is null. */
export interface LogText {
  readonly path: string;
  readonly day: string | null;
  readonly text: string;
}

/** One entry of a log; `file:<path>#<digest>` names it in the evidence of what became of it. */
interface Source {
  readonly path: string;
  readonly digest: string;
  readonly day: string | null;
}

export interface Promotion extends Statement {
  readonly sources: readonly Source[];
  /** In the words of its log, where `text` is without its label, its time of day and the like. */
  readonly said: string;
  /** null for what was told once. */
  readonly confidence: number | null;
  readonly origin: Origin;
  /** What it is; null where only its coming back speaks for it. */
  readonly kind: Kind | null;
  /** Why it is to be kept, in words. */
  readonly why: string;
  /** In a model's words. */
  readonly proposed?: true;
}

export interface PassedStatement extends Source {
  /** `moving_time`: “next month”, in a text whose day nobody knows. */
  readonly reason: Junk | "known" | "moving_time" | "over";
}

export function sourceName({ path, digest }: Pick<Source, "path" | "digest">): string {
  return `file:${path}#${digest}`;
}

// Novelty: how much of a statement is not told yet of the same subject.

/** What a word is worth: more, the fewer statements have it. */
export type Worth = (term: string) => number;

export type SubjectIndex = ReturnType<typeof openSubjectIndex>;

/** What is told already, by subject. */
export function openSubjectIndex(gists: Iterable<Gist>) {
  const bySubject = new Map<string, Set<string>>();
  const add = ({ subject, terms }: Gist): void => {
    const told = getOrMake(bySubject, subject, () => new Set<string>());
    for (const term of terms) told.add(term);
  };
  for (const gist of gists) add(gist);
  return {
    add: (gist: Gist): void => add(gist),
    /** The mean worth of its words, where what is told already is worth nothing. */
    adds({ subject, terms }: Gist, worth: Worth): number {
      const news = [...terms].filter((term) => bySubject.get(subject)?.has(term) !== true);
      return news.reduce((sum, term) => sum + worth(term), 0) / (terms.size || 1);
    },
  };
}

/** Inverse document frequency (Spärck Jones 1972), never nothing. */
export function worthAmong(gists: readonly Gist[]): Worth {
  const counts = tally(gists.flatMap(({ terms }) => [...terms]));
  return (term) => Math.log(1 + gists.length / (counts.get(term) ?? 1));
}

/**
 * SessionsBefore: what a context that begins is told of the sessions before it, behind its pages: how the last one ended, what was said and stands on no
 * page yet, which plans nobody moved for long, and the files and commands that they had in hand.
 */

import { dayAt, dayMs, type PagePath } from "../base/ids.js";
import { limits } from "../base/limits.js";
import { clip } from "../base/text.js";
import { episodeName, inOneLine } from "../heard/episode.js";
import { type Item, inboxOf, likelyOf, owedOf, unjudgedOf } from "../heard/inbox.js";
import { workingSet, workSays } from "../heard/work.js";
import type { Memory } from "../memory/memory.js";
import { sessionsOf } from "../memory/sessions.js";
import { entriesOf } from "../memory/table.js";
import { dayOf } from "../night/day-files.js";
import { amends, succeeds } from "../night/keep/similar.js";
import { entriesForPrompt } from "../prompt/access.js";
import { isActivePlan } from "../prompt/worth.js";
import { termsIn } from "../recall/words/terms.js";
import { namesNoTask } from "../session/transcript/transcript.js";
import { joined } from "./codec.js";
import { type EventContext, showing } from "./event-context.js";
import { forgottenIn, isOfLater } from "./prompt-entries.js";
import { harnessNotesOf, historyFrom, type SessionHistory } from "./session-notes.js";

/** It is longest behind no pages: what these hold is not said again. */
export function sessionsBefore(live: EventContext): (pages: string) => string | null {
  const { primary } = live.workspace;
  const read = inboxOf(primary).read();
  const items = read.ok ? read.value : [];
  const owed = owedIn(primary, items);
  const [last, plans, work] = [lastSays(live, items), plansSay(live), workSays(workingSet(logsIn(primary)))];
  return (pages) => joined("\n", [last, owedSays(primary, owed, pages), plans, work]);
}

/** Of a context that goes on. */
export const noneBefore = (): null => null;

/**
 * How the session before this one ended, since who comes back goes on there: “yes, the second one”. Where something tells that another one was of the
 * same work as this one, it is that one, and of the latest stands a line; so does of another work where the two take turns. Null where none ended lately.
 */
function lastSays({ workspace: { primary }, codec, event }: EventContext, items: readonly Item[]): string | null {
  const told = stoppedIn(primary, items, event.session);
  const [latest] = told;
  if (latest === undefined) return null;
  const name = nameOfWork(event.session);
  const last =
    told.find(({ session }) => name !== null && nameOfWork(session) === name) ??
    told.find(({ at }) => at !== null && at === event.cwd) ??
    latest;
  const { session, day, words, said, answered } = last;
  const [asked = "", before] = words;
  const heard = items.findLast((item) => item.session === session);
  const log = heard === undefined ? null : episodeIn(primary, dayAt(primary.zone, heard.at), session);
  // “works!”, or lines of a file and no word, says what it is about with what was asked before it; what nobody answered stands behind the last answer.
  const isBeside = before !== undefined && (!answered || namesNoTask(asked));
  const from = namesNoTask(asked) && before === undefined ? goesOnFrom(told, last) : null;
  const answer = said === null ? [] : [`- the answer's end: ${said}`];
  const other = last === latest ? otherIn(told) : latest;
  return [
    `The session before this one (${day}) ended:`,
    ...(isBeside ? [`- asked before: ${before}`] : []),
    ...(from === null ? [] : [`- asked in the session before it: ${from}`]),
    ...(answered ? [`- asked: ${asked}`, ...answer] : [...answer, `- asked last, and not answered: ${asked}`]),
    ...(log === null ? [] : [`- its log: ${showing(codec, log, event.session)}`]),
    ...(other === null
      ? []
      : [`- another session (${other.day}): ${clip(taskOf(other) ?? other.words[0]!, otherChars)}`]),
  ].join("\n");
}

/** A session that is over, and in which somebody asked for something. */
interface Stopped extends Pick<SessionHistory, "words" | "said" | "answered" | "at"> {
  readonly session: string;
  readonly parent: string | null;
  readonly since: number;
  readonly day: string;
}

/** The latest first. */
function stoppedIn(memory: Memory, items: readonly Item[], beside: string): readonly Stopped[] {
  const { list, isDead } = sessionsOf(memory);
  const listed = list();
  const late = (listed.ok ? listed.value.records : []).filter(({ session, owner, since, ended }) => {
    // What is under way beside this one is not before it.
    const isOver = ended !== null || owner === null || isDead(owner);
    return session !== beside && isOver && daysSince(memory, ended ?? since) <= limits.harnessNotesDaysMax;
  });
  return late.slice(0, lookedMax).flatMap(({ session, since, ended, parent }) => {
    const notes = harnessNotesOf(memory).read(session);
    const { words, said, answered, at } = historyFrom(notes.ok ? notes.value : [], "");
    if (words.length === 0) return [];
    const isForgotten = forgottenIn(items.filter((item) => item.session === session));
    const kept = words.map((each) => (purged.test(each) || isForgotten(each) ? "(asked to be forgotten)" : each));
    const day = dayAt(memory.zone, ended ?? since);
    return [
      { session, parent: parent?.session ?? null, since: Date.parse(since), day, words: kept, said, answered, at },
    ];
  });
}

/** What a purge leaves of it. */
const purged = /^REDACTED\W*$/;

/** Sessions in which nobody asked for anything tell nothing. */
const lookedMax = 5;
const otherChars = 80;

/** “nightly-build” of `nightly-build-7`: who starts sessions of several works names them so. Null where the name tells of none. */
function nameOfWork(session: string): string | null {
  const name = session.replace(/[-_.:\d]{1,40}$/, "");
  return name.length < nameCharsMin || name === session || /^[0-9a-f]{8}-/.test(session) ? null : name;
}

const nameCharsMin = 3;

function taskOf({ words }: Stopped): string | null {
  return words.find((each) => !namesNoTask(each)) ?? null;
}

/** Of a session whose only word is “continue” the task is its parent's, or that of the session which it was told of. */
function goesOnFrom(told: readonly Stopped[], last: Stopped): string | null {
  const older = told.slice(told.indexOf(last) + 1);
  const from = older.find(({ session }) => session === last.parent) ?? older.find((each) => taskOf(each) !== null);
  return from === undefined ? null : taskOf(from);
}

/** The latest of other work that lies between two sessions of the same: which of them goes on nobody can tell. */
function otherIn([latest, ...older]: readonly Stopped[]): Stopped | null {
  const termsOf = (each: Stopped | undefined) => termsIn((each && taskOf(each))?.replace(moment, " ") ?? "");
  const own = termsOf(latest);
  const isSame = older.map((each) => isWithin(own, termsOf(each)));
  const at = older.findIndex((each, i) => !isSame[i] && taskOf(each) !== null && isSame.indexOf(true, i) > 0);
  const other = older[at];
  return own.size > 0 && other !== undefined && latest!.since - other.since <= dayMs ? other : null;
}

/** The section of the day's log that tells of that session; null where none does. */
function episodeIn({ files }: Memory, day: string, session: string): string | null {
  for (const name of [day, `${day}-local`]) {
    const sections = files.get(`memory/${name}.md` as PagePath)?.data.sections ?? [];
    const section = sections.find(({ title }) => title.startsWith(`${episodeName(session)} at `));
    if (section !== undefined) return `${name}#${section.slug}`;
  }
  return null;
}

function daysSince({ clock }: Memory, at: string): number {
  return (Date.parse(clock.now()) - Date.parse(at)) / dayMs;
}

// Owed: what was said and stands on no page yet.

/**
 * What no page holds yet is given as it was heard: what lasts, and of the rest what the last session or day was to come to and what is likeliest
 * to hold. Which of that does, the agent that reads it can tell. What was said before an agent wrote something down in that session has been
 * judged by one who knew more of it.
 */
function owedIn(memory: Memory, items: readonly Item[]): Owed {
  const last = items.findLast(({ session }) => session !== null)?.session;
  const isLate = ({ session, at }: Item): boolean =>
    daysSince(memory, at) <= (session === last ? limits.episodeDaysMax : 1);
  const aimed = unjudgedOf(items).filter((item) => isLate(item) && aims.test(item.text));
  const laterThan = openLater(items);
  const shown: (Likely & { readonly terms: ReadonlySet<string> })[] = [];
  let room: number = limits.saidBytesMax;
  for (const likely of new Set([...aimed.slice(-aimsMax), ...likelyOf(items)])) {
    const after = laterThan(likely);
    // What took its place is told instead, if no page tells it.
    const isOver = after !== null && succeeds(after.text, likely.text);
    if (isOver && after.ended !== null) continue;
    const [item, later] = isOver ? [after, null] : [likely, after];
    // What was said over and over is told once, as it was said last.
    const terms = termsIn(item.text.replace(moment, " "));
    if (shown.some((other) => isWithin(terms, other.terms))) continue;
    room -= Buffer.byteLength(item.text + (later?.text ?? ""));
    if (room < 0) break;
    shown.push({ item, terms, later });
  }
  const lasting = owedOf(items)
    .filter((item) => item.lasting)
    .slice(-limits.deltaLinesMax);
  return { lasting, likely: items.flatMap((item) => shown.find((each) => each.item === item) ?? []) };
}

/** A moment as machines write it, by which a timer's prompt differs from the one before. */
const moment = /\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?/g;

/** The last word of the person after that, if it says that it is otherwise. Most share no two words, and to look closer takes longer. */
export function openLater(items: readonly Item[]): (item: Item) => Item | null {
  const all = items
    .filter(isOfLater)
    .slice(-changesMax)
    .map((each) => ({ each, terms: termsIn(each.text) }));
  return (item) => {
    const own = [...termsIn(item.text)];
    const isLater = ({ each, terms }: (typeof all)[number]): boolean => {
      const isNear = own.filter((term) => terms.has(term)).length >= nearTerms;
      const isCorrected = each.kind === "correction" && /\d/.test(each.text) && /\d/.test(item.text);
      return each.at > item.at && (isNear || isCorrected) && amends(each, item.text);
    };
    return all.findLast(isLater)?.each ?? null;
  };
}

const nearTerms = 2;
const changesMax = 200;

/** “The plan for the offsite”: who goes on where a session ended counts on it. */
const aims =
  /(?<!\p{L})(?:plan|goal|aim|deadline|milestone|budget|ziel|frist|objectif|échéance|objetivo|meta|plazo|prazo|obiettivo|scadenza|cel|termin|план|цель|срок)(?!\p{L})|计划|目标|期限|計画|目標|締め切り|계획|목표|마감/iu;
const aimsMax = 3;

interface Owed {
  readonly lasting: readonly Item[];
  /** In the order in which they were said. */
  readonly likely: readonly Likely[];
}

interface Likely {
  readonly item: Item;
  /** What the person said of it later, where that does not take its place; null where nothing is known. */
  readonly later: Item | null;
}

/** What stands `beside` it in other words is not owed: nobody can tell that an agent wrote it down, a session later or by hand. */
function owedSays({ zone }: Memory, { lasting, likely }: Owed, beside: string): string | null {
  const lines = likely.length === 0 ? [] : beside.split("\n").map(termsIn);
  const isBeside = ({ item }: Likely): boolean => {
    const terms = termsIn(item.text);
    return lines.some((line) => isWithin(terms, line));
  };
  return joined("\n", [
    listSays(
      "Heard and kept on no page yet:",
      lasting.map((item) => ({ item, later: null })),
    ),
    listSays(
      "Said before and on no page yet, the latest last; remember what of it will still hold in a month:",
      likely.filter((each) => !isBeside(each)),
      ({ item }) => dayAt(zone, item.at).slice(0, "2026-11".length),
    ),
  ]);
}

function isWithin(terms: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...terms].filter((term) => others.has(term)).length >= terms.size * besideShare;
}

const besideShare = 0.8;

/** `monthOf`: where they are of several, each month stands above its own, as “a week from Friday” says little without it. */
function listSays(
  head: string,
  items: readonly Likely[],
  monthOf: (item: Likely) => string = () => "",
): string | null {
  const isOne = new Set(items.map(monthOf)).size <= 1;
  let last = "";
  const lines = items.flatMap((item) => {
    const month = isOne ? "" : monthOf(item);
    const isNext = month !== last;
    last = month;
    const later = item.later === null ? "" : ` (said later: “${inOneLine(item.later.text)}”)`;
    return [...(isNext ? [`${month}:`] : []), `- ${inOneLine(item.item.text)}${later}`];
  });
  return lines.length === 0 ? null : [head, ...lines].join("\n");
}

/** The newest first. */
function logsIn(memory: Memory): readonly string[] {
  const paths = [...memory.files.keys()].filter((path) => dayOf(path) !== null);
  const latest = paths.sort().slice(-limits.workingLogsMax).reverse();
  return latest.map((path) => {
    const entry = memory.table.byPath.get(path);
    return entry === undefined
      ? ""
      : entriesForPrompt({ memory, entry })
          .map(({ text }) => text)
          .join("\n");
  });
}

// Plans: each stands whole in every start until somebody moves it or lets it go.

/** A plan that is over says so to nobody. Null where each was moved lately. */
function plansSay({ workspace: { primary }, codec }: EventContext): string | null {
  const old = entriesOf(primary.table).filter(
    (entry) =>
      isActivePlan(entry) &&
      entry.tier === "hot" &&
      entry.updated !== null &&
      daysSince(primary, entry.updated) > stillDays,
  );
  if (old.length === 0) return null;
  const named = old.slice(0, plansMax).map(({ id, updated }) => `${id} (${updated?.slice(0, 10)})`);
  const more = old.length > plansMax ? ` and ${old.length - plansMax} more` : "";
  return `Plans that nobody moved for a month: ${named.join(", ")}${more}. Where one is over: ${codec.program()} archive ID`;
}

const stillDays = 30;
const plansMax = 5;

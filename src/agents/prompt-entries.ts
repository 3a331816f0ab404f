/**
 * PromptEntries: what a prompt gets besides its own words: entries of pages that answer it, and what others changed since the session was last told. The
 * block that a context begins with is never sent again, so that no byte already sent changes.
 */

import { dayAt, type Instant, type Oid, type PageId, type PagePath } from "../base/ids.js";
import { limits } from "../base/limits.js";
import { conflictMark, plainLine } from "../base/lines.js";
import { type Outcome, ok } from "../base/result.js";
import { textIn } from "../base/text.js";
import { parseTrailers } from "../git/history.js";
import { findLayout } from "../git/layout.js";
import { gap, unnotedOf } from "../heard/clause.js";
import { inOneLine, plainSaid } from "../heard/episode.js";
import { durable, type Item, inboxOf, owedOf, unjudgedOf } from "../heard/inbox.js";
import { ownWordsOf, typedOf } from "../heard/own-words.js";
import { quoted, readingOf } from "../heard/sign.js";
import { hear } from "../heard/statement.js";
import { type Memory, textsNow } from "../memory/memory.js";
import { entriesOf, type PageEntry } from "../memory/table.js";
import { locate, type Workspace } from "../memory/workspace.js";
import { dayOf } from "../night/day-files.js";
import { ends, saysAnother } from "../night/keep/similar.js";
import { bodyStartOf, outline } from "../page/markdown/outline.js";
import { shorten, withoutSuperseded } from "../page/represent.js";
import { deniedTo, entriesForPrompt, withholdingOf, withoutSecrets } from "../prompt/access.js";
import {
  answersFor,
  type EntryFound,
  entriesFor,
  type Fired,
  firedBy,
  questionsIn,
  sureFor,
  watchesPaths,
} from "../recall/entries.js";
import { parseQuery, type Query } from "../recall/plan.js";
import { recall } from "../recall/recall.js";
import { termsIn } from "../recall/words/terms.js";
import { redactSecrets } from "../rules/secret-keys.js";
import { refreshLabels } from "../write/flow.js";
import { joined } from "./codec.js";
import type { EventContext } from "./event-context.js";
import { asTyped, nameOfLine } from "./session-notes.js";

export interface GivenText {
  /** For the model; null where nothing answers. */
  readonly text: string | null;
  /** Names of the lines in it, and of what the person said in this prompt. */
  readonly lines: readonly string[];
  /** Pages of the entries in it. */
  readonly pages: readonly string[];
  /** Whether a page waits for a file to be touched. */
  readonly watches: boolean;
}

/** What a prompt says is on record before anything else is done with it. */
export function heardNow(live: EventContext, text: string): Outcome<readonly Item[]> {
  const { workspace, codec, event, key } = live;
  const { primary } = workspace;
  const at: Instant = primary.clock.now();
  const hearing = { at, by: codec.name, session: event.session, key, isPerson: true, before: null };
  return hear(primary, text, hearing);
}

/** `has` names the lines that stand in the context; `since` is the commit up to which the session was told, null where that is not known. */
export async function givenFor(
  live: EventContext,
  text: string,
  known: { readonly has: ReadonlySet<string>; readonly since: Oid | null; readonly heard: readonly Item[] },
): Promise<Outcome<GivenText>> {
  const { has, since, heard } = known;
  const { workspace, event, history } = live;
  const own = new Set(heard.map(({ text: said }) => nameOfLine(said)));
  const isGiven = (line: string): boolean => has.has(nameOfLine(line)) || own.has(nameOfLine(line));
  for (const memory of workspace.memories) {
    const head = await memory.history.head();
    const labeled = head.ok ? await refreshLabels(memory, head.value.commit) : head;
    if (!labeled.ok) return labeled;
  }
  const forgotten = forgottenNow(live, heard);
  if (!forgotten.ok) return forgotten;
  const changed = since === null ? ok([]) : await changedSince(live, since, "others");
  if (!changed.ok) return changed;
  const news = changed.value.filter((line) => !isGiven(line)).slice(0, limits.deltaLinesMax);
  const { session, cwd } = event;
  const { touched, again, lost } = history;
  const asked = { text, heard, touched, session, cwd, records: again === null, isGiven, keeps: !lost };
  const found = await foundFor(workspace, asked);
  if (!found.ok) return found;
  // What the prompt says otherwise holds no longer.
  const changes = heard.filter(isOfLater);
  const isOver = (line: string): boolean => changes.some((item) => ends(item.text, asTyped(line)));
  const entries = fitting(
    found.value.filter(
      (entry) =>
        !linesOf(entry).every((line) => isGiven(line) || news.includes(line) || isOver(line)) &&
        !linesOf(entry).some(forgotten.value.isAbout),
    ),
  );
  const answers = ["From Pagefile's memory, for this prompt:", ...entries.map(lineOf)].join("\n");
  return ok({
    text: joined("\n", [
      forgotten.value.says,
      news.length === 0 ? null : changedSays(news),
      entries.length === 0 ? null : answers,
    ]),
    lines: [...new Set([...news, ...entries.flatMap(linesOf)].map(nameOfLine)), ...own],
    pages: [...new Set(entries.flatMap(({ page }) => (page === null ? [] : [page as string])))].filter(
      (page) => locate(workspace, page).ok,
    ),
    watches: watchesPaths(workspace),
  });
}

/** A prompt, and where it is asked. */
interface Prompt {
  readonly text: string;
  /** What was heard in it. */
  readonly heard: readonly Item[];
  /** Files that the session touched. */
  readonly touched: readonly string[];
  /** Null where nobody asks yet. */
  readonly session: string | null;
  readonly cwd: string | null;
  /** Whether the search goes on record. */
  readonly records: boolean;
  /** Whether the session has a line already: a page that would bring nothing new does not come; absent, it has none. */
  readonly isGiven?: (line: string) => boolean;
  /** Whether it still has all that it wrote down itself. */
  readonly keeps?: boolean;
}

/**
 * Entries that the words of a prompt call for, best first: those of pages that wait for such words, then those that are found, and last those of
 * pages that the active plan names.
 */
export async function foundFor(workspace: Workspace, prompt: Prompt): Promise<Outcome<readonly EntryFound[]>> {
  const { text, session, heard, records, keeps = false } = prompt;
  const owed = inboxOf(workspace.primary).read();
  if (!owed.ok) return owed;
  const written = owed.value.filter((item) => keeps && !item.isPerson && item.session === session);
  const own = new Set(written.map((item) => nameOfLine(plainLine(item.text))));
  const isGiven = (line: string): boolean =>
    prompt.isGiven?.(line) === true || own.has(nameOfLine(line)) || isEcho(line, text);
  const asked = text.slice(0, limits.recallQueryCharsMax);
  const ofDays = ofDaysIn(workspace.primary, asked);
  const fired = firedNow(workspace, prompt);
  const typed = typedOf(asked);
  const sure = sureFor(typed);
  const past = sure !== null || ofDays !== null;
  // Who asks a memory something is answered from archived logs, too, where nothing else has it.
  const room =
    sure === null
      ? ({ tier: "hot", tokens: lookedTokens.other } as const)
      : { tier: null, tokens: lookedTokens.question };
  const answer = await recall(workspace, { ...wishes, ...room, fired, text: asked, past, session, records });
  // What was said once answers a question that the person typed. An order gets only such of it as would last if it were said again, and a
  // statement nothing: what a program or a document says that was pasted with it asks nobody.
  const questions = questionsIn(typed);
  const isTelling = heard.some(({ kind }) => durable.has(kind));
  const isLikely = (item: Item): boolean => questions.length > 0 || (!isTelling && item.mayLast === true);
  const isOther = (item: Item): boolean => session === null || item.session !== session;
  const unjudged = unjudgedOf(owed.value).filter((item) => isOther(item) && isLikely(item));
  const lasting = owedOf(owed.value).filter((item) => isOther(item) && item.lasting);
  const isSure = answer.status === "ok" && sure !== null && answer.confidence.overall >= sure;
  const over = new Set(answer.pages.flatMap(({ superseded: by }) => (by === null ? [] : [plainLine(by.line)])));
  const isOver = over.has.bind(over);
  const asking = { ofDays, isOver, isGiven };
  const told = isSure ? answer.pages.filter(({ id }) => !isPutAway(workspace, id)) : [];
  const { found: answers, behind } = answersFor(workspace, { pages: told }, asking);
  const looked = [...answer.pages, ...answer.left].map(({ id }) => id);
  const pages = looked.filter((id) => !behind.has(id) && !isPutAway(workspace, id)).slice(0, lookedMax);
  const { zone } = workspace.primary;
  const once = { pages: [], heard: unjudged.slice(-unjudgedMax), ofDays: null };
  const days = new Map([...lasting, ...unjudged].map(({ text: said, at }) => [said, dayAt(zone, at)]));
  const entries = [
    ...entriesFor(workspace, asked, { pages, heard: lasting, ofDays }),
    ...(unjudged.length === 0
      ? []
      : entriesFor(workspace, questions.length > 0 ? questions.join("\n") : typed, once)),
  ].map((entry) => {
    const day = entry.page === null ? days.get(entry.text) : undefined;
    return day === undefined ? entry : { ...entry, day };
  });
  const isNews = (entry: EntryFound): boolean => !linesOf(entry).some(isOver) && !linesOf(entry).every(isGiven);
  const found = [...answers, ...entries.filter(isNews)];
  const broughtBy = (by: Fired["by"]): readonly EntryFound[] =>
    fired.flatMap((each) => (each.by === by ? each.lines.map((text) => ({ page: each.page, text, score: 1 })) : []));
  const all = onceEach([...broughtBy("trigger"), ...found, ...broughtBy("plan")].map(asItHolds));
  return ok(withLater(workspace, all, owed.value).map((entry) => withConflicts(workspace, entry)));
}

/** Where two versions of an entry wait to be settled, none of them is told as if it held. */
function withConflicts(workspace: Workspace, entry: EntryFound): EntryFound {
  const located = entry.page === null ? null : locate(workspace, entry.page);
  if (!located?.ok || withholdingOf(located.value.memory, located.value.entry) === "") return entry;
  const held = entriesForPrompt(located.value).filter(({ isDisputed }) => isDisputed);
  const disputed = new Set(held.map(({ text }) => plainLine(text)));
  const lines = entry.text.split("\n").map((line) => (disputed.has(plainLine(line)) ? line + conflictMark : line));
  return { ...entry, text: lines.join("\n") };
}

/** An entry that was found by its first line comes no second time for the small print below it, nor what was said beside the line of a log on it. */
function onceEach(found: readonly EntryFound[]): readonly EntryFound[] {
  const entries = found.filter(({ text }) => text !== "");
  // To know words by what is said takes longer than to find them.
  if (entries.length < 2) return entries;
  const all: EntryFound[] = [];
  const said = new Set<string>();
  for (const entry of entries) {
    const isNew = (line: string): boolean => ![...said].some((before) => isWithin(wordsOf(line), before));
    if (charsIn(linesOf(entry).filter(isNew)) <= charsIn(linesOf(entry)) / 3) continue;
    all.push(entry);
    for (const line of linesOf(entry)) said.add(wordsOf(line));
  }
  return all;
}

/** A log clips what it tells, and leaves out what leads to it. */
function isWithin(line: string, before: string): boolean {
  return before.includes(line) || (before.length >= echoCharsMin && line.includes(before));
}

/** Without marks and without what a log calls it. */
function wordsOf(line: string): string {
  const said = plainSaid(asTyped(line).replace(/\[\w+\]/g, ""));
  return (said.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
}

/** What a log tells of a session, and what no page has, may have been said otherwise since, and what took its place may be in the context already. */
function withLater(
  { primary: { zone } }: Workspace,
  entries: readonly EntryFound[],
  items: readonly Item[],
): readonly EntryFound[] {
  const dated = entries.map((entry) => entry.day ?? (entry.page === null ? null : dayOfLog(entry.page)));
  if (dated.every((day) => day === null)) return entries;
  const changes = items.filter(isOfLater).slice(-unjudgedMax);
  return entries.map((entry, at) => {
    const day = dated[at];
    if (day == null) return entry;
    const lines = linesOf(entry).map(asTyped);
    const isOlder = (item: Item): boolean => {
      const own = items.find(({ text }) => lines.some((line) => isWithin(wordsOf(text), wordsOf(line))));
      return own === undefined ? day < dayAt(zone, item.at) : own.at < item.at;
    };
    const later = changes.findLast((item) => lines.some((line) => saysAnother(item, line)) && isOlder(item));
    return later === undefined ? entry : { ...entry, later: shorten(later.text, laterCharsMax) };
  });
}

const laterCharsMax = 160;

export function isOfLater({ kind, isPerson, ended }: Item): boolean {
  return isPerson && durable.has(kind) && ended?.state !== "expired" && ended?.state !== "settled";
}

/** Null of a page that is none. */
function dayOfLog(id: PageId): string | null {
  return /^\d{4}-\d\d-\d\d(?=$|[#-])/.exec(id)?.[0] ?? null;
}

/** A log in the archive tells what was on a day; any other page there was put away since it holds no longer. */
function isPutAway(workspace: Workspace, id: PageId): boolean {
  const located = locate(workspace, id);
  if (!located.ok || located.value.entry.tier !== "cold") return false;
  return dayOf(located.value.entry.path.replace(/^archive\/\d{4}\//, "memory/")) === null;
}

/** Patterns of files start from the folder that the session works in, from the top of its repository, or from the memory. */
function firedNow(workspace: Workspace, prompt: Prompt): readonly Fired[] {
  const { text, session, touched, cwd, isGiven = () => false } = prompt;
  const { root, zone, clock } = workspace.primary;
  const layout = touched.length === 0 || cwd === null ? null : findLayout(cwd);
  const folders = [cwd, layout?.ok === true ? layout.value.top : null, root].filter((each) => each !== null);
  const fired = firedBy(workspace, {
    session,
    text,
    touched,
    folders,
    // Few memories have a page that waits for a day.
    get day() {
      return dayAt(zone, clock.now());
    },
  });
  return fired.filter(({ lines }) => lines.some((line) => !isGiven(line)));
}

/** A text that speaks of days; null where it names none. The clocks of the place are asked, which takes its time, where it matters. */
function ofDaysIn({ zone, clock }: Memory, text: string): Query | null {
  const now = clock.now();
  const inUtc = parseQuery(text, now.slice(0, 10));
  const query = inUtc.ok && inUtc.value.days !== null ? parseQuery(text, dayAt(zone, now)) : inUtc;
  return query.ok && query.value.days !== null ? query.value : null;
}

/** As it stands in a start block: what it took the place of is told by who asks for it. */
function asItHolds(entry: EntryFound): EntryFound {
  return { ...entry, text: withoutSuperseded(`\n${entry.text}`).trim() };
}

/** Whether the prompt says that very line: a log of a session in which the same was pasted. */
function isEcho(line: string, prompt: string): boolean {
  const said = asTyped(line).toLowerCase();
  return said.length >= echoCharsMin && prompt.toLowerCase().includes(said);
}

const echoCharsMin = 24;

/** The lines of an entry, as they are known in a context. */
function linesOf({ text }: EntryFound): readonly string[] {
  return text.split("\n").map(plainLine);
}

function charsIn(lines: readonly string[]): number {
  return lines.reduce((sum, { length }) => sum + length, 0);
}

/** Into the entries of so many pages is looked. */
const lookedMax = 12;
/** Of what was said once the latest so many are held against a prompt, which waits; `recall` looks through all. */
const unjudgedMax = 200;

/** Of so much the few lines are chosen that answer a question; of what is none, only the pages are asked for. */
const lookedTokens = { question: 1_500, other: 300 } as const;

/** How many pages, and who asks. */
const wishes = {
  limit: 5,
  types: [],
  since: null,
  until: null,
  audience: "owner",
  trusted: true,
  restore: false,
  fresh: true,
  isBrief: true,
  // The vocabulary that counts their words takes longer to load than the pages take to find.
  tokenizer: "estimate",
} as const;

/** As many as a prompt has room for. */
export function fitting(found: readonly EntryFound[]): readonly EntryFound[] {
  const fits: EntryFound[] = [];
  let chars = 0;
  for (const entry of found) {
    const next = chars + lineOf(entry).length + 1;
    if (fits.length >= limits.givenEntriesMax || next > limits.givenCharsMax) break;
    fits.push(entry);
    chars = next;
  }
  return fits;
}

function lineOf({ page, text, day, later }: EntryFound): string {
  const since = later === undefined ? "" : `; said later: “${later}”`;
  if (page === null) return `- ${inOneLine(text)} (heard on ${day}, not yet kept${since})`;
  if (!text.includes("\n")) return `- ${text} (${page}${since})`;
  return `- ${page}${later === undefined ? "" : ` (${since.slice("; ".length)})`}:\n${text.replace(/^/gm, "  ")}`;
}

// Changed: entries that came into the pages by other hands than this session's.

export function changedSays(lines: readonly string[]): string {
  return ["Changed in Pagefile's memory since you were told:", ...lines.map((line) => `- ${line}`)].join("\n");
}

/** By others alone, because a session knows what it wrote; by all where what it wrote was left in the air. */
export async function changedSince(
  { workspace, codec, event }: EventContext,
  since: Oid,
  whose: "others" | "all",
): Promise<Outcome<readonly string[]>> {
  const memory = workspace.primary;
  const head = await memory.history.head();
  if (!head.ok) return head;
  const { commit } = head.value;
  if (commit === null || commit === since) return ok([]);
  const logged = await memory.history.log({ paths: [], limit: limits.deltaCommitsMax, above: since, every: true });
  if (!logged.ok) return logged;
  // An agent that names no session is the one at hand: `correct` and `append` are mostly typed without one.
  const isOwn = (message: string): boolean => {
    const { "Pagefile-Session": sessions = [], "Pagefile-Actor": actors = [] } = parseTrailers(message);
    const isNamed = sessions.length === 0 ? actors.includes(`agent:${codec.name}`) : sessions.includes(event.session);
    return whose === "others" && isNamed;
  };
  if (logged.value.every(({ message }) => isOwn(message))) return ok([]);
  const [then, now] = [await memory.history.tree(since), await memory.history.tree(commit)];
  if (!now.ok) return now;
  // A purge rewrote what the session was told of: nothing says what changed since.
  if (!then.ok) return ok([]);
  const labeled = await refreshLabels(memory, commit);
  if (!labeled.ok) return labeled;
  const known = new Map(then.value.map(({ path, oid }) => [path, oid]));
  const paths = now.value.flatMap(({ path, oid }) =>
    known.get(path) !== oid && memory.files.has(path) && dayOf(path) === null ? [path] : [],
  );
  return paths.length === 0 ? ok([]) : entriesSince(memory, paths.slice(0, limits.deltaCommitsMax), since);
}

async function entriesSince(
  memory: Memory,
  paths: readonly PagePath[],
  since: Oid,
): Promise<Outcome<readonly string[]>> {
  const before = await memory.history.at(since, paths);
  if (!before.ok) return before;
  const lines = paths.flatMap((path, at): readonly string[] => {
    const entry = memory.table.byPath.get(path);
    if (entry === undefined) return [];
    const blob = before.value[at];
    const was = blob == null ? "" : withoutSecrets(textIn(blob.bytes));
    const known = new Set(outline(was, bodyStartOf(was)).entries.map(({ digest }) => digest));
    return entriesForPrompt({ memory, entry })
      .filter(({ digest }) => !known.has(digest))
      .map(({ text, isDisputed }) => plainLine(text) + (isDisputed ? conflictMark : ""));
  });
  return ok(lines);
}

// Forgotten: what a person asks to be forgotten is listed and told no more. What a page has is taken out by who can tell what was meant.

interface Forgotten {
  /** Entries that it may be about, and what takes them out; null where nothing was to be forgotten, or no page tells of it. */
  readonly says: string | null;
  readonly isAbout: (line: string) => boolean;
}

function forgottenNow(live: EventContext, heard: readonly Item[]): Outcome<Forgotten> {
  const { workspace, codec, event } = live;
  const requests = heard.filter(({ forgets }) => forgets !== undefined);
  if (requests.length === 0) return ok({ says: null, isAbout: () => false });
  const { primary } = workspace;
  const inbox = inboxOf(primary);
  const read = inbox.read();
  if (!read.ok) return read;
  const meant = new Set<Item>();
  for (const request of requests) {
    for (const item of meantBy(request, read.value)) meant.add(item);
    const ids = [...meant].map(({ id }) => id);
    const by = { at: primary.clock.now(), by: codec.name };
    const ended = inbox.end(ids, { ...by, state: "expired", rule: `${forgottenRule} (${request.id})` });
    if (!ended.ok) return ended;
    const told = inbox.tell(ids, by);
    if (!told.ok) return told;
  }
  const names = requests.map(({ forgets }) => termsIn(forgets ?? "")).filter(({ size }) => size > 0);
  const isAbout = (line: string): boolean => {
    const terms = termsIn(line);
    const isNamed = names.some((name) => [...name].every((term) => terms.has(term)));
    return isNamed || [...meant].some(({ text }) => isWithin(wordsOf(text), wordsOf(line)));
  };
  const lines = entriesAbout(live, isAbout).map(
    ({ id, digest, line }) => `- “${line}”: ${codec.program()} done ${id} ${digest} --session ${event.session}`,
  );
  const head = "The person may ask to forget something that pages tell of. Take out only what they mean:";
  const rest =
    "The archive keeps a copy, which recall can find. Tell the person that the same command with rm instead of done takes it out for good.";
  return ok({ says: lines.length === 0 ? null : [head, ...lines, rest].join("\n"), isAbout });
}

const forgottenRule = "forgotten, as was asked";

/**
 * What was said before it and has most of the words that it names; where it names nothing, what its session said last. “Don't save that” may be said of
 * a file, and is about what stands right before it only where that is about the person.
 */
function meantBy(request: Item, items: readonly Item[]): readonly Item[] {
  const before = items.filter((item) => item.forgets === undefined && item.isPerson && item.at <= request.at);
  const name = termsIn(request.forgets ?? "");
  if (name.size === 0) {
    const own = before.filter((item) => item.session === request.session);
    const isWhole = unnotedOf(readingOf(request.text), { start: 0, end: request.text.length })?.isWhole;
    return isWhole
      ? own.slice(-1).filter((item) => durable.has(item.kind) && item.scope === "always")
      : own.filter(({ kind }) => durable.has(kind)).slice(-1);
  }
  const shares = before.map((item) => {
    const terms = termsIn(item.text);
    return [...name].filter((term) => terms.has(term)).length / name.size;
  });
  const most = Math.max(namedMin, ...shares);
  return before.filter((_, at) => shares[at] === most);
}

/** Of the words that are named, that a statement has to have. */
const namedMin = 0.5;

function entriesAbout(
  { workspace, event }: EventContext,
  isAbout: (line: string) => boolean,
): readonly { readonly id: PageId; readonly digest: string; readonly line: string }[] {
  const linesOf = (entries: readonly { readonly text: string; readonly digest: string }[]) =>
    entries
      .map(({ text, digest }) => ({ digest, line: plainLine(withoutSuperseded(text)) }))
      .filter(({ line }) => isAbout(line));
  return workspace.memories
    .flatMap((memory) => {
      const pages = entriesOf(memory.table).filter(
        ({ slug, tier, writable }) => slug === null && tier !== "cold" && writable,
      );
      const about: PageEntry[] = [];
      const paths = pages.map(({ path }) => path);
      // What a prompt may hold of a page takes longer to tell than whether it says anything of it.
      textsNow(memory, paths, (path, said) => {
        const text = said?.text ?? "";
        const entries = outline(text, bodyStartOf(text)).entries;
        const says = linesOf(entries.map(({ digest, start, end }) => ({ digest, text: text.slice(start, end) })));
        if (says.length > 0) about.push(pages[paths.indexOf(path)]!);
      });
      const asker = { session: event.session, audience: "owner" } as const;
      return about
        .filter((entry) => deniedTo({ memory, entry }, asker) === null)
        .flatMap((entry) => linesOf(entriesForPrompt({ memory, entry })).map((each) => ({ id: entry.id, ...each })));
    })
    .slice(0, forgottenMax)
    .map((each) => ({ ...each, line: shorten(each.line, laterCharsMax) }));
}

const forgottenMax = 5;

/** Whether some words are a request to forget, or hold what was forgotten by one. */
export function forgottenIn(items: readonly Item[]): (text: string) => boolean {
  const gone = items.filter(
    ({ forgets, ended }) =>
      forgets !== undefined || (ended?.state === "expired" && ended.rule.startsWith(forgottenRule)),
  );
  const said = gone.map(({ text }) => wordsOf(text)).filter((words) => words !== "");
  return (text) => {
    const words = said.length === 0 ? "" : wordsOf(text);
    return said.some((each) => words.includes(each));
  };
}

// Said: a prompt as sessions after it are told of it.

/** On one line and without secrets. */
export function beginningOf(prompt: string): string {
  const line = redactSecrets(saidOf(prompt).slice(0, readCharsMax)).replace(/\s+/g, " ").trim();
  return line.length <= beginningChars ? line : `${line.slice(0, beginningChars)} …`;
}

/**
 * What a person said in a prompt, as sessions after it may be told: “…” stands for what they pasted or quoted at length, which may be an order of
 * anybody's. Names of files and short quotations are told.
 */
export function saidOf(prompt: string): string {
  const { text, passed } = ownWordsOf(prompt);
  const told = text.replace(notOwn, (run, at: number) => {
    const there = prompt.slice(at, at + run.length);
    const isTold = run.startsWith(quoted) ? run.length <= quoteCharsMax : filesNamed.test(there);
    return isTold ? there : "…";
  });
  const isOwn = passed.length === 0 || /[\p{L}\p{N}]/u.test(told);
  return isOwn ? told.replace(/…(?:\s*…)+/g, "…") : "(nothing that is kept)";
}

const readCharsMax = 4_000;
const beginningChars = 300;
const notOwn = new RegExp(`${gap}+|${quoted}+`, "g");
const filesNamed = /^@\S{1,200}(?:\s+@\S{1,200}){0,16}$/;
const quoteCharsMax = 60;

/**
 * Inbox: what was heard, and where it stands: one for a memory, whichever session, worktree or branch hears it.
 *
 * It lies below the git dir that all worktrees share, so that no branch has it and nobody pushes it. Lines are added and never changed: a
 * statement is owed from the line that says it was heard until a line says that it was kept, settled or expired. Nothing else ends it.
 */

import { join } from "node:path";
import { shortDigest } from "../base/digest.js";
import { dayMs, type Instant } from "../base/ids.js";
import { parseLine, stableJson } from "../base/json.js";
import { limits } from "../base/limits.js";
import { type Outcome, ok } from "../base/result.js";
import { compareText } from "../base/text.js";
import { type Holder, service } from "../memory/service.js";
import type { Sessions } from "../memory/sessions.js";
import { redactSecrets } from "../rules/secret-keys.js";
import { attempt } from "../state/fs-calls.js";
import { appendDurably, appendTo, makeStateFolder, namesIn, readOrNull, removeWhole } from "../state/plain-file.js";

/** Who said something, where and when. */
export interface Hearing {
  readonly at: Instant;
  /** `claude-code`, `codex`, `pi`, `mcp` or `cli`. */
  readonly by: string;
  /** null where it was said outside of one. */
  readonly session: string | null;
  /** What the harness tells this prompt from others by: the same one told again is heard once. */
  readonly key: string;
  /** Whether a person said it; else the agent wrote it as memory. */
  readonly isPerson: boolean;
}

/** What became of a statement; `by` is who said so. */
export type Ending = { readonly at: Instant; readonly by: string } & (
  | {
      /** An entry of that page holds it; `again`: one did before. */
      readonly state: "kept";
      readonly page: string;
      readonly entry: string;
      readonly commit: string | null;
      readonly again?: true;
      /** It took the place of another entry. */
      readonly instead?: true;
    }
  /** A person or an agent is done with it, or a later statement took its place. */
  | { readonly state: "settled"; readonly because: string }
  | { readonly state: "expired"; readonly rule: string }
);

/** A statement without its place in what was typed. */
export type HeardStatement = Omit<Statement, "start" | "end">;

/** A statement, and where it stands. */
export interface Item extends HeardStatement {
  readonly id: string;
  readonly at: Instant;
  readonly by: string;
  readonly session: string | null;
  readonly isPerson: boolean;
  /** Whether an entry was looked for that says the same or otherwise. */
  readonly looked?: true;
  /** Whether the log of a day tells of it, or nothing is to be told. */
  readonly told?: true;
  /** null while it is owed. */
  readonly ended: Ending | null;
}

export function owedOf(items: readonly Item[]): readonly Item[] {
  return items.filter((item) => item.ended === null && durable.has(item.kind));
}

/** “You are the triage bot of …” is what a session is told to be, and no fact for the next one. */
function isRole({ kind, text, lasting }: Item): boolean {
  return kind === "fact" && !lasting && role.test(text);
}

const role =
  /^(?:you(?: are|['’]re)(?: now)? (?:the|an?)|du bist (?:jetzt )?(?:de[rn]|die|das|eine?)|tu es (?:une?|l[ea])|eres (?:una?|el|la)|você é (?:uma?|[oa])|sei (?:un[ao]?|il|la)) (?=\p{L})[^,;:]*$/iu;

/**
 * Of those what nothing says will last and nobody has judged: no agent wrote anything down in that session after it was said. One who did had it
 * before it, with all that it was about.
 */
export function unjudgedOf(items: readonly Item[]): readonly Item[] {
  const written = new Map<string | null, Instant>();
  for (const { session, isPerson, at } of items) if (!isPerson) written.set(session, at);
  return owedOf(items).filter(
    (item) => !item.lasting && item.at > (written.get(item.session) ?? "") && !asked.test(item.text) && !isRole(item),
  );
}

/** Those of them that may hold for all that, the likeliest first, of as likely ones the latest. */
export function likelyOf(items: readonly Item[]): readonly Item[] {
  const likely = unjudgedOf(items).filter(({ chance }) => chance >= likelyMin);
  return likely.reverse().sort((a, b) => b.chance - a.chance);
}

/** Of what a start lists from here on two fifths to a half is worth knowing weeks later, in coding sessions a quarter to a third. */
const likelyMin = 0.15;

/** “Can you talk me through it”, “tell me what to do”: asked for, whatever it was heard as. */
const asked =
  /^(?:(?:ok|okay|great|also|and|so|now|then|next|please|pls),? )*(?:(?:can|could|would|will) (?:you|we|i)|(?:tell|show|give|help|walk|talk) m[ey])(?!\p{L})/iu;

/** Of those what goes to a page unasked, and what no entry was looked for yet that says the same or otherwise; the others wait to be said again. */
export function pendingOf(items: readonly Item[]): readonly Item[] {
  return owedOf(items).filter((item) => item.lasting || (item.looked !== true && !isRole(item)));
}

/** How often an entry was said, and when last, by its digest: saying it again changes no word of a page. */
export function timesSaid(
  items: readonly Item[],
): ReadonlyMap<string, { readonly times: number; readonly last: Instant }> {
  const entryOf = new Map<string, string>();
  for (const { id, ended } of items) if (ended?.state === "kept") entryOf.set(id, ended.entry);
  const times = new Map<string, { readonly times: number; readonly last: Instant }>();
  for (const { id, at, ended } of items) {
    const other = ended?.state === "settled" ? /^said again as (\w+)$/.exec(ended.because)?.[1] : undefined;
    const entry = entryOf.get(other ?? id);
    if (entry === undefined) continue;
    const said = times.get(entry);
    times.set(entry, { times: (said?.times ?? 0) + 1, last: said !== undefined && said.last > at ? said.last : at });
  }
  return times;
}

/** What was said in sessions, beyond a word of courtesy, and no log tells of yet; what is old is told no more. */
export function untoldOf(items: readonly Item[], now: Instant): readonly Item[] {
  return items.filter(
    ({ session, told, kind, text, why, at, forgets }) =>
      session !== null &&
      told !== true &&
      forgets === undefined &&
      (kind !== "chat" || text.length > (why.startsWith("says") ? courtesyChars : shortChars)) &&
      !isPast(at, now, limits.episodeDaysMax * dayMs),
  );
}

const courtesyChars = 20;
const shortChars = 12;

/** Sessions that nobody writes in any more, and of which not all is told. */
export function overIn(
  items: readonly Item[],
  {
    sessions,
    now,
    except,
  }: { readonly sessions: Pick<Sessions, "read" | "isDead">; readonly now: Instant; readonly except: string | null },
): Outcome<readonly string[]> {
  const latest = new Map<string, Instant>();
  for (const { session, at } of untoldOf(items, now)) if (session !== null) latest.set(session, at);
  const over: string[] = [];
  for (const [session, at] of latest) {
    if (session === except) continue;
    const record = sessions.read(session);
    if (!record.ok) return record;
    const { ended = null, owner = null } = record.value ?? {};
    const isLeft = ended !== null || (owner !== null && sessions.isDead(owner));
    if (isLeft || Date.parse(now) - Date.parse(at) > limits.episodeQuietHoursMin * 3_600_000) over.push(session);
  }
  return ok(over);
}

// Lines: what an inbox is made of.

type Line =
  | (Omit<Item, "ended"> & { readonly line: "heard" })
  | (Ending & { readonly line: "ended"; readonly ids: readonly string[] })
  | (Noted & { readonly line: "looked"; readonly ids: readonly string[] })
  | (Noted & { readonly line: "told"; readonly ids: readonly string[] })
  | (Noted & { readonly line: "edited"; readonly id: string; readonly text: string });

type Noted = Pick<Ending, "at" | "by">;

/** A line that a crash cut short says nothing: whoever wrote it was not told that it stands. */
function lineOf(text: string): Line | null {
  const value = parseLine(text);
  if (value === null) return null;
  const { line, id, ids } = value;
  if (line === "ended" || line === "looked" || line === "told")
    return Array.isArray(ids) ? (value as unknown as Line) : null;
  return (line === "heard" || line === "edited") && typeof id === "string" && typeof value.text === "string"
    ? (value as unknown as Line)
    : null;
}

function linesOf(text: string): readonly Line[] {
  return text.split("\n").flatMap((line) => lineOf(line) ?? []);
}

function itemsIn(lines: readonly Line[]): Map<string, Item> {
  const items = new Map<string, Item>();
  // What was carried on stands behind what was said later, and may stand behind its end, which another process wrote meanwhile.
  const heard = lines.flatMap((each) => (each.line === "heard" ? [each] : []));
  for (const each of heard.sort((a, b) => compareText(a.at, b.at))) {
    // Older programs wrote no chance.
    const { line: _, chance = each.mayLast === true ? likelyMin : 0, ...item } = each;
    if (!items.has(item.id)) items.set(item.id, { ...item, chance, ended: null });
  }
  for (const each of lines) {
    if (each.line === "heard") continue;
    if (each.line === "edited") {
      const item = items.get(each.id);
      // What a page holds already is told as the page has it. Who words a statement anew means it to last.
      if (item !== undefined && item.ended === null) items.set(each.id, { ...item, text: each.text, lasting: true });
    } else if (each.line === "looked" || each.line === "told") {
      for (const id of each.ids) {
        const item = items.get(id);
        if (item !== undefined) items.set(id, { ...item, [each.line]: true });
      }
    } else {
      const { line: _, ids, ...ended } = each;
      for (const id of ids) {
        const item = items.get(id);
        // The first end stands: a statement is kept once.
        if (item !== undefined && item.ended === null) items.set(id, { ...item, ended });
      }
    }
  }
  return items;
}

// Inbox on disk: files of JSON lines, each appended to until it is full. One in which nothing is owed goes in time.

/** The files of an inbox. A prompt reads it several times, and files only grow: of what was read before nothing is parsed or put together again. */
function readerIn(dir: string) {
  const parsed = new Map<string, { readonly text: string; readonly lines: readonly Line[] }>();
  const names = (): readonly string[] => namesIn(dir).filter((name) => /^\d{6}\.jsonl$/.test(name));
  /** The same while the file is. */
  const linesIn = (name: string): readonly Line[] => {
    const text = readOrNull(join(dir, name)) ?? "";
    const known = parsed.get(name);
    if (known?.text === text) return known.lines;
    const before = known !== undefined && text.startsWith(known.text) ? known : { text: "", lines: [] };
    const whole = text.slice(0, text.lastIndexOf("\n") + 1);
    const lines = [...before.lines, ...linesOf(text.slice(before.text.length, whole.length))];
    parsed.set(name, { text: whole, lines });
    return whole === text ? lines : [...lines, ...linesOf(text.slice(whole.length))];
  };
  let last: { readonly from: readonly (readonly Line[])[]; readonly items: ReadonlyMap<string, Item> } | null = null;
  const read = (): ReadonlyMap<string, Item> => {
    const from = names().map(linesIn);
    const isSame = last?.from.length === from.length && from.every((lines, at) => lines === last?.from[at]);
    if (last === null || !isSame) last = { from, items: itemsIn(from.flat()) };
    return last.items;
  };
  return { names, linesIn, read };
}

export type Inbox = ReturnType<typeof openInbox>;

function openInbox(dir: string) {
  const { names: files, linesIn, read } = readerIn(dir);
  const append = (lines: readonly Line[], how: "durable" | "seen"): void => {
    if (lines.length === 0) return;
    makeStateFolder(dir);
    const file = fileToWrite(dir, files());
    // A line begins anew behind one that a crash cut short, which would take it in otherwise.
    const text = `\n${lines.map((line) => `${stableJson(line)}\n`).join("")}`;
    if (how === "durable") appendDurably(file, text);
    else appendTo(file, text);
  };
  const heard = (statements: readonly HeardStatement[], hearing: Hearing): readonly Item[] => {
    const { key, ...said } = hearing;
    const known = read();
    const typed = statements.map((each, at): Item => {
      const id = shortDigest(`${said.session}\n${key}\n${at}`, 12);
      return { id, ...said, ...each, text: redactSecrets(each.text), ended: null };
    });
    const all = [...known.values(), ...typed];
    const items = typed.map((each): Item => {
      const isAgain = each.mayLast === true && each.kind !== "correction" && saidBefore(all, each);
      return { ...each, lasting: each.lasting || isAgain };
    });
    const fresh = items.filter(({ id }) => !known.has(id));
    const lines = fresh.map(({ ended: _, ...item }): Line => ({ line: "heard", ...item }));
    append(lines, items.some(({ kind }) => durable.has(kind)) ? "durable" : "seen");
    return items.map((item) => known.get(item.id) ?? item);
  };
  const doing = `write to the inbox in ${dir}`;
  const note = (line: Line, how: "durable" | "seen"): Outcome<void> =>
    "ids" in line && line.ids.length === 0 ? ok(undefined) : attempt(doing, () => append([line], how));
  return {
    /** On the disk when it returns. What is on record already is answered as it stands; chat and the like is on record too, with its kind. */
    add: (statements: readonly HeardStatement[], hearing: Hearing): Outcome<readonly Item[]> =>
      attempt(doing, () => heard(statements, hearing)),
    end: (ids: readonly string[], ending: Ending): Outcome<void> =>
      note({ line: "ended", ids, ...ending }, "durable"),
    /** No entry says the same as these, or otherwise. */
    look: (ids: readonly string[], by: Noted): Outcome<void> => note({ line: "looked", ids, ...by }, "seen"),
    /** The log of a day tells of these, or has no line for them. */
    tell: (ids: readonly string[], by: Noted): Outcome<void> => note({ line: "told", ids, ...by }, "seen"),
    /** Other words for one that is owed. */
    edit: (id: string, text: string, by: Noted): Outcome<void> =>
      note({ line: "edited", id, text: redactSecrets(text), ...by }, "durable"),
    /** What was said for the moment expires in a day, what may hold in a year, other statements in 60 days; files go in which nothing was written so long, and what is owed in them is written anew. */
    tidy: (at: Instant): Outcome<void> =>
      attempt(doing, () => {
        const items = [...read().values()];
        const byRule = new Map<string, string[]>();
        for (const item of items) {
          const rule = ruleFor(item, at);
          if (rule !== null) byRule.set(rule, [...(byRule.get(rule) ?? []), item.id]);
        }
        for (const [rule, ids] of byRule)
          append([{ line: "ended", ids, at, by: "pagefile", state: "expired", rule }], "seen");
        const old = files()
          .slice(0, -1)
          .filter((name) => linesIn(name).every((line) => isPast(line.at, at, limits.inboxDaysMax * dayMs)));
        append(carriedOn(old.flatMap(linesIn), read(), at), "durable");
        removeWhole(dir, old);
      }),
    /** Oldest first. */
    read: (): Outcome<readonly Item[]> => attempt(`read the inbox in ${dir}`, () => [...read().values()]),
  };
}

/**
 * What is owed of lines that go, as lines of a file that stays: a prompt reads all files, and few lines of an old one are owed. The
 * first one says when that was, so that the file stays its time, too.
 */
function carriedOn(lines: readonly Line[], items: ReadonlyMap<string, Item>, at: Instant): readonly Line[] {
  const ids = new Set(lines.flatMap((line) => (line.line === "heard" ? [line.id] : [])));
  const owed = owedOf([...items.values()]).filter(({ id }) => ids.has(id));
  if (owed.length === 0) return [];
  return [
    { line: "told", ids: [], at, by: "pagefile" },
    ...owed.map(({ ended: _, ...item }): Line => ({ line: "heard", ...item })),
  ];
}

/** Why what was said for the moment is not owed, by its kind. */
const rules: Readonly<Partial<Record<StatementKind, string>>> = {
  chat: "small talk",
  question: "a question is answered or asked again",
  task: "an order for once is done or given again",
};

/** By which an item that nobody ended ends; null where it goes on. */
function ruleFor(item: Item, now: Instant): string | null {
  if (item.ended !== null || item.lasting) return null;
  if (!durable.has(item.kind)) return isPast(item.at, now, dayMs) ? (rules[item.kind] ?? item.kind) : null;
  // A correction is told with what it corrects.
  const isLong = item.chance >= likelyMin || item.kind === "correction";
  const days = isLong ? limits.likelyDaysMax : limits.onceSaidDaysMax;
  return isPast(item.at, now, days * dayMs) ? "said once, and not as something that lasts" : null;
}

/** In another session: there it is no part of the same talk. */
function saidBefore(items: readonly Item[], said: Item): boolean {
  const asked = wordsIn(said);
  const isSame = (item: Item): boolean =>
    item.session !== said.session && durable.has(item.kind) && wordsIn(item) === asked;
  return items.some((item) => isSame(item) && !isResent(items, item, said));
}

/** Whether one prompt was sent twice: most of what was typed beside the one was typed beside the other, or two more sentences of a text that was pasted. */
export function isResent(items: readonly Item[], one: Item, other: Item): boolean {
  const beside = ({ id, session, at }: Item): readonly string[] =>
    items.filter((item) => item.session === session && item.at === at && item.id !== id).map(formIn);
  const [left, right] = [new Set(beside(one)), new Set(beside(other))];
  const both = [...left].filter((text) => right.has(text));
  const isPasted = both.filter((text) => text.length >= pastedCharsMin).length >= pastedBesideMin;
  return isPasted || both.length * 2 > Math.max(left.size, right.size);
}

/** “Thanks” and “go on” come again with anything. */
const pastedCharsMin = 12;
const pastedBesideMin = 2;

/** A timer fills in the day, the hour and what it counted. */
function formIn(item: Pick<Item, "text">): string {
  return wordsIn(item).replace(/\d+/g, "0");
}

function wordsIn({ text }: Pick<Item, "text">): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
}

function isPast(then: Instant, now: Instant, ms: number): boolean {
  return Date.parse(now) - Date.parse(then) > ms;
}

/** The last one until it is full, then the next. */
function fileToWrite(dir: string, names: readonly string[]): string {
  const named = (count: number): string => join(dir, `${String(count).padStart(6, "0")}.jsonl`);
  const count = Number.parseInt(names.at(-1) ?? "1", 10);
  return (readOrNull(named(count))?.length ?? 0) > limits.inboxFileBytesMax ? named(count + 1) : named(count);
}

/** One for all worktrees of a memory; below the git dir, never pushed. */
export const inboxOf: (holder: Holder) => Inbox = service(({ place }) => openInbox(join(place.shared, "inbox")));

// What kinds of words people say to an agent, and a statement of one of them.

export const statementKinds = [
  "rule",
  "preference",
  "correction",
  "decision",
  "fact",
  "trigger",
  "task",
  "question",
  "chat",
] as const;

export type StatementKind = (typeof statementKinds)[number];

/** Kinds that are owed to a page: all that do not say something for the moment alone. */
export const durable: ReadonlySet<StatementKind> = new Set(statementKinds.filter((kind) => !(kind in rules)));

/** That it is of one of the kinds meant, from 0 to 1. */
export function likelihoodOf(sums: Float64Array, isMeant: (kind: StatementKind) => boolean): number {
  let [meant, total] = [0, 0];
  for (const [at, kind] of statementKinds.entries()) {
    const share = Math.exp(sums[at]!);
    total += share;
    if (isMeant(kind)) meant += share;
  }
  return meant / total;
}

export interface Statement {
  /** As it was typed, without the stop that ends it. */
  readonly text: string;
  /** Offsets in the prompt, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly kind: StatementKind;
  readonly scope: "project" | "always";
  /** 0 to 1. */
  readonly score: number;
  /** What made it this kind, for a person: says “always”. */
  readonly why: string;
  /** Of a correction: the words it contradicts, from the turn before or from the prompt, or its subject. */
  readonly corrects: string | null;
  /** Whether its own words say that it holds beyond this moment: “always”, “I prefer”, “we decided”. */
  readonly lasting: boolean;
  /** How likely it is to hold in later sessions by all that it shows, 0 to 1. */
  readonly chance: number;
  /** Whether what does not say so holds beyond it once another session says it too. */
  readonly mayLast?: true;
  /**
   * There on a request to forget, which is of kind `task`, is never kept and in no log: the words that name what is to be forgotten, “Lena” of “forget what I
   * said about Lena”; empty where it names nothing and so means what was said last.
   */
  readonly forgets?: string;
}

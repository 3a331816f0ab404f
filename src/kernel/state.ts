/**
 * State: what the kernel has to remember between two calls of a session, as JSON that a host keeps.
 *
 * Most of it are choices: which result stands as which stub. A choice once made is given out again to the byte, after a restart too, because other
 * bytes in the same place are paid for as a rewrite. A choice names what it was made of, so a result that comes under an id that was used before is
 * not taken for the old one. The rest are figures: when the last request went out and how long it was, pauses, growth, and what was saved so far.
 */

import { shortDigest } from "../base/digest.js";
import { objectOf, parseLine } from "../base/json.js";
import { clip } from "../base/text.js";
import type { CallPart, Lifetime, Message, Part, ResultPart } from "./codec.js";
import { noPauses, type Pauses } from "./gate.js";
import { asItIs, type Clean, failureLinesIn, subjectsIn } from "./stub.js";

/** What stands for a part: a mark of what it was made of, and the text. */
export interface Choice {
  readonly of: string;
  readonly as: string;
}

/** All in front of a message is out, and the summary stands for it. */
export interface Fold {
  readonly at: number;
  /** The message that is the first kept, and the person's last one where it lies in front of that. */
  readonly first: string;
  readonly pin: { readonly at: number; readonly key: string } | null;
  readonly text: string;
}

/** Entries of memory that went out behind a message and stay there, because a thought was signed over them. */
export interface GivenEntries {
  readonly after: number;
  /** Of that message. */
  readonly key: string;
  readonly ids: readonly string[];
  readonly text: string;
}

/** The last request that was planned. */
export interface SentRequest {
  readonly at: number;
  readonly model: string;
  readonly fixed: string;
  /** Messages of the host in it, and its tokens by our count. */
  readonly messages: number;
  readonly tokens: number;
  /** The tokens that a warm cache had of it. */
  readonly expected: number;
  readonly lifetime: Lifetime;
  /** The entry of the cache that is kept for an hour: the messages and tokens in it, and its end; null without one. */
  readonly hour: { readonly messages: number; readonly tokens: number; readonly until: number } | null;
  /**
   * In front of so many messages nothing has an entry of its own any more, the fixed prefix neither: those entries lapsed in a pause that one behind
   * them outlived, and what is read with a longer entry is not written again. A change there loses all.
   */
  readonly hollow: number;
  /** Why less than the request before may have been read from the cache; null where nothing was changed. */
  readonly cause: BreakCause | null;
}

export type BreakCause = "first" | "idle" | "model" | "fixed" | "history" | "rewrite" | "fold" | "unknown";

export interface Break {
  readonly at: number;
  readonly cause: BreakCause;
  readonly expected: number;
  readonly read: number;
}

export interface KernelState {
  readonly version: 1;
  readonly choices: Readonly<Record<string, Choice>>;
  /** Digests of thoughts that went. */
  readonly dropped: readonly string[];
  readonly fold: Fold | null;
  readonly given: readonly GivenEntries[];
  readonly sent: SentRequest | null;
  /** The last message that a rewrite changed is in front of this one. */
  readonly settled: number;
  readonly calls: number;
  /** Tokens that a call adds, the later ones counting more. */
  readonly growth: number;
  /** Those of them that stubs would save. */
  readonly spare: number;
  readonly pauses: Pauses;
  /** What the provider counted over what we did. */
  readonly scale: number;
  /** In millionths of a dollar, beside sending everything as it is. */
  readonly saved: number;
  readonly spent: number;
  /** Calls in a row whose cache was lost and nobody knows why. */
  readonly strikes: number;
  readonly breaks: readonly Break[];
  readonly summary: SummaryState;
}

const noSummary: SummaryState = { offset: 0, goal: "", asked: [], files: [], failures: [], words: null };

export const newState: KernelState = {
  version: 1,
  choices: {},
  dropped: [],
  fold: null,
  given: [],
  sent: null,
  settled: 0,
  calls: 0,
  growth: 0,
  spare: 0,
  pauses: noPauses,
  scale: 1,
  saved: 0,
  spent: 0,
  strikes: 0,
  breaks: [],
  summary: noSummary,
};

/** A state of another version, or what is none, counts for nothing: the next request is written anew, and nothing else is lost. */
export function parseState(json: string): KernelState {
  const value = parseLine(json);
  const whole = value !== null && Object.entries(newState).every(([key, like]) => isLike(value[key], like));
  return whole && value.version === 1 ? (value as unknown as KernelState) : newState;
}

function isLike(value: unknown, like: unknown): boolean {
  if (like === null) return value === null || objectOf(value) !== null;
  return Array.isArray(like) ? Array.isArray(value) : typeof value === typeof like && value !== null;
}

// Keys: how a part or a message is known again.

/** Of a part that may be chosen, by its kind and id; `nth` counts parts with the same short one. */
export function keyOf(part: CallPart | ResultPart, nth: number): string {
  return `${part.kind === "call" ? "c" : "r"}:${nth}:${part.id}`;
}

const digestChars = 16;

/**
 * Whether a part is the one that was chosen. An id so long is a provider's own and never comes again: there a few of its letters and the length
 * are looked at, which takes a tenth of the time; else all of it is.
 */
export function markOf(part: CallPart | ResultPart): string {
  const text = part.kind === "call" ? part.input : part.text;
  return isUnique(part.id) ? `${text.length}:${sampled(text)}` : digestOf(part);
}

export function isUnique(id: string): boolean {
  return id.length >= uniqueCharsMin;
}

const uniqueCharsMin = 16;
const samples = 64;

/** FNV-1a over letters at even distances. */
function sampled(text: string): string {
  const apart = Math.max(1, Math.floor(text.length / samples));
  let hash = 0x811c9dc5;
  for (let at = text.length - 1; at >= 0; at -= apart) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}

export function digestOf(part: Part): string {
  switch (part.kind) {
    case "call":
      return shortDigest(`${part.name}\n${part.input}`, digestChars);
    case "result":
      return shortDigest(part.media === undefined ? part.text : `${part.media}\n${part.text}`, digestChars);
    case "text":
      return shortDigest(part.text, digestChars);
    default:
      return shortDigest(JSON.stringify(part.raw) ?? "", digestChars);
  }
}

export function keyOfMessage({ role, parts }: Message): string {
  return shortDigest(`${role}\n${parts.map((part) => `${part.kind}:${digestOf(part)}`).join("\n")}`, digestChars);
}

// Observe: what a turn taught.

/** What became of a request. */
export interface Turn {
  /** When it was answered. */
  readonly at: number;
  /** All messages of the session, the answer with them. */
  readonly messages: readonly Message[];
  /** What the provider counted for the LAST call; `read` and `write` are not in `input`. */
  readonly usage?: { readonly input: number; readonly read: number; readonly write: number; readonly output: number };
  /** A summarizer's words for the session, where one was asked. */
  readonly words?: string;
  /** The same as the plan's. */
  readonly clean?: Clean;
}

const breaksMax = 20;
const scaleMin = 0.6;
const scaleMax = 2;
/** A provider reads less than this share of what it should have: the prefix was lost. */
const lostShare = 0.5;

/** After a call: the summary has what was added, and the provider's own counts correct ours. */
export function observeTurn(state: KernelState, turn: Turn): KernelState {
  const grown = grow(state.summary, turn.messages, turn.clean);
  const summary = turn.words === undefined ? grown : { ...grown, words: turn.words };
  const { sent } = state;
  const { usage } = turn;
  if (sent === null || usage === undefined) return { ...state, summary };
  const context = usage.input + usage.read + usage.write;
  const ratio = context / Math.max(1, sent.tokens);
  const lost = sent.expected > 0 && usage.read < sent.expected * ratio * lostShare;
  const cause = sent.cause ?? "unknown";
  const found: Break = { at: turn.at, cause, expected: sent.expected, read: usage.read };
  return {
    ...state,
    summary,
    sent: { ...sent, at: Math.max(sent.at, turn.at) },
    scale: Math.min(scaleMax, Math.max(scaleMin, ratio)),
    strikes: lost && cause === "unknown" ? state.strikes + 1 : lost ? state.strikes : 0,
    breaks: lost ? [...state.breaks, found].slice(-breaksMax) : state.breaks,
  };
}

// Summary: what a session is about, small enough to stand in front of what is left of it.
//
// It grows with each turn by what was added since (`offset`), never by reading the whole again, so it is there before anything has to leave. Without
// a model it is made of quotations: what the person asked, the files that tools changed and read, and failures that no later call of the same thing
// mended. What a host knows better (`Notes`: goal, rules, decisions of the memory's own inbox and plan) stands over that, and so does a text that a
// summarizer wrote. The keys are fixed and in one order, so that two summaries differ only where the session does.

export interface SummaryState {
  /** Messages that it has seen. */
  readonly offset: number;
  readonly goal: string;
  /** What the person asked, oldest first. */
  readonly asked: readonly string[];
  readonly files: readonly FileNote[];
  readonly failures: readonly FailureNote[];
  /** A summarizer's own words for all of it; null without one. */
  readonly words: string | null;
}

interface FileNote {
  readonly file: string;
  readonly why: string;
}

interface FailureNote {
  /** The tool and what it was about. */
  readonly of: string;
  readonly says: string;
}

/** What a host's memory says of the session. */
export interface Notes {
  readonly goal?: string;
  readonly constraints?: readonly string[];
  readonly repo?: string;
  readonly branch?: string;
  readonly decisions?: readonly string[];
  readonly open?: readonly string[];
}

const askedMax = 12;
const filesMax = 40;
const failuresMax = 12;
const saidCharsMax = 240;

/** With what `messages` hold beyond the offset. A shorter list is another branch of the session: what is known stays. */
export function grow(summary: SummaryState, messages: readonly Message[], clean: Clean = asItIs): SummaryState {
  const from = Math.min(summary.offset, messages.length);
  const fresh = messages.slice(from);
  const calls = new Map<string, CallPart>();
  const files = new Map(summary.files.map(({ file, why }) => [file, why]));
  const failures = new Map(summary.failures.map(({ of, says }) => [of, says]));
  const asked = [...summary.asked];
  // A result may come when its call was seen before.
  for (const { parts } of messages.slice(Math.max(0, from - 4)))
    for (const part of parts) if (part.kind === "call") calls.set(part.id, part);
  for (const { role, parts, at } of fresh)
    for (const part of parts) {
      if (part.kind === "text" && role === "user" && at !== 0) asked.push(...askedIn(part.text, clean));
      if (part.kind === "call") noteFile(files, part, clean);
      const call = part.kind === "result" ? calls.get(part.id) : undefined;
      if (part.kind === "result" && call !== undefined) noteFailure(failures, call, { result: part, clean });
    }
  return {
    offset: messages.length,
    goal: summary.goal === "" ? (asked[0] ?? "") : summary.goal,
    asked: asked.slice(-askedMax),
    files: [...files].slice(-filesMax).map(([file, why]) => ({ file, why })),
    failures: [...failures].slice(-failuresMax).map(([of, says]) => ({ of, says })),
    words: summary.words,
  };
}

const opening = "[SESSION_SUMMARY v1]";

/** Blocks that programs put into a person's words open with a tag, and ours with its own first line. */
function askedIn(text: string, clean: Clean): readonly string[] {
  const said = text.trim();
  if (said === "" || said.startsWith("<") || said.startsWith("[")) return [];
  return [cleanLine(said, clean)];
}

/** Cleaned before it is cut: half of what is to go would be known by nobody. */
function cleanLine(text: string, clean: Clean): string {
  return oneLine(clean(text.slice(0, 4 * saidCharsMax)));
}

function oneLine(text: string): string {
  return clip(
    text
      .slice(0, 4 * saidCharsMax)
      .replace(/\s+/g, " ")
      .trim(),
    saidCharsMax,
  );
}

function noteFile(files: Map<string, string>, { name, input }: CallPart, clean: Clean): void {
  const path = subjectsIn(input).find(([key]) => /path/i.test(key))?.[1];
  if (path === undefined) return;
  const file = cleanLine(path, clean);
  const changes = /edit|write|patch|create|move|delete/i.test(name);
  if (!changes && files.get(file)?.startsWith("changed") === true) return;
  files.delete(file);
  files.set(file, `${changes ? "changed" : "read"} with ${name}`);
}

function noteFailure(
  failures: Map<string, string>,
  { name, input }: CallPart,
  { result, clean }: { readonly result: ResultPart; readonly clean: Clean },
): void {
  const { text, failed } = result;
  const of = `${name} ${cleanLine(subjectsIn(input)[0]?.[1] ?? "", clean)}`.trim();
  failures.delete(of);
  if (!failed) return;
  const all = text.slice(0, 20_000).split("\n");
  const [at = 0] = failureLinesIn(all);
  failures.set(of, cleanLine(all[at] ?? "", clean));
}

export interface SummaryBounds {
  readonly tokensMax: number;
  readonly count: (text: string) => number;
}

/** The summary's words, within its bound: what is oldest and least goes first, the goal last. */
export function printSummary(summary: SummaryState, notes: Notes, { tokensMax, count }: SummaryBounds): string {
  if (summary.words !== null) return fitted(`${opening}\n${summary.words.trim()}`, { tokensMax, count });
  const { files, failures, asked } = summary;
  const open = [...(notes.open ?? []), ...failures.map(({ of, says }) => `failed: ${of}: ${says}`)];
  const last = asked.at(-1);
  const lists = {
    artifacts: [...files],
    asked: asked.slice(0, -1).filter((said) => said !== summary.goal),
    decisions: [...(notes.decisions ?? [])],
    open,
    constraints: [...(notes.constraints ?? [])],
  };
  const print = (): string => {
    const threads = [...(last === undefined ? [] : [`asked last: ${last}`]), ...lists.open.map(oneLine)];
    const state = [`  repo: ${notes.repo ?? ""}`, `  branch: ${notes.branch ?? ""}`];
    return [
      opening,
      `goal: ${oneLine(notes.goal ?? summary.goal)}`,
      `constraints: ${lists.constraints.map(oneLine).join("; ")}`,
      "state:",
      ...state,
      "decisions:",
      ...[...lists.decisions.map(oneLine), ...lists.asked.map((said) => `asked: ${said}`)].map(
        (line) => `  - ${line}`,
      ),
      "open_threads:",
      ...threads.map((line) => `  - ${line}`),
      "recent_artifacts:",
      ...lists.artifacts.flatMap(({ file, why }) => [`  - file: ${file}`, `    why: ${why}`]),
    ].join("\n");
  };
  let printed = print();
  while (count(printed) > tokensMax) {
    const least = [lists.artifacts, lists.asked, lists.open, lists.decisions, lists.constraints].find(
      (list) => list.length > 0,
    );
    if (least === undefined) return fitted(printed, { tokensMax, count });
    least.splice(0, Math.ceil(least.length / 8));
    printed = print();
  }
  return printed;
}

function fitted(text: string, { tokensMax, count }: SummaryBounds): string {
  let fits = text;
  while (fits.length > opening.length + 2 && count(fits) > tokensMax)
    fits = clip(fits, Math.max(opening.length + 2, Math.floor(fits.length * 0.8)));
  return fits;
}

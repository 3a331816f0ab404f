/**
 * Units: what of a conversation cannot be cut apart, and whether a request is one that a provider takes.
 *
 * A call and its result, calls made side by side, a thought with the call it led to, and a picture with the words it came with are one unit: a unit is
 * kept whole or goes whole. Cuts fall between units, so no result can lose its call. What a host hands over may be broken already (a session that
 * died between call and result, a repair of somebody else's): `repair` mends it before anything is decided, and `scan` looks at the whole request
 * again before it is given out.
 *
 * What is tricky: ids are a provider's own and may come again in a later turn, and some protocols have none. So a result belongs to a call of the
 * run that stands right before it, and only one that is left over is looked for further away.
 */

import { push } from "../base/result.js";
import type { CallPart, Message, Part, ResultPart } from "./codec.js";

/** Messages `from` to `to`, the last not included. */
export interface Unit {
  readonly from: number;
  readonly to: number;
}

/** Of messages that `scan` finds nothing wrong with. */
export function unitsOf(messages: readonly Message[]): readonly Unit[] {
  const units: Unit[] = [];
  for (let from = 0; from < messages.length; ) {
    const to = endOfUnit(messages, from);
    units.push({ from, to });
    from = to;
  }
  return units;
}

function endOfUnit(messages: readonly Message[], from: number): number {
  const first = messages[from]!;
  if (first.role === "user") {
    // A picture that came alone belongs to the words beside it.
    let to = from + 1;
    while (messages[to]?.role === "user" && (isMediaAlone(messages[to - 1]!) || isMediaAlone(messages[to]!))) to += 1;
    return to;
  }
  if (first.role !== "assistant") return from + 1;
  let open = 0;
  let to = from;
  for (; to < messages.length; to += 1) {
    const { role, parts } = messages[to]!;
    if (role === "user" || (role === "assistant" && to > from && open === 0 && !isThoughtAlone(messages[to - 1]!)))
      break;
    for (const { kind } of parts) open += kind === "call" ? 1 : kind === "result" ? -1 : 0;
  }
  return to;
}

function isMediaAlone({ parts }: Message): boolean {
  return parts.length > 0 && parts.every(({ kind }) => kind === "media");
}

function isThoughtAlone({ parts }: Message): boolean {
  return parts.length > 0 && parts.every(({ kind }) => kind === "thinking");
}

// Scan: what a provider would refuse.

export interface Breach {
  readonly kind: "orphan_call" | "orphan_result" | "first_role" | "empty";
  readonly message: number;
  /** Of the call or result. */
  readonly id: string;
}

/** Nothing where each call is answered once, right behind its run, the first word is a person's, and no message is empty. */
export function scan(messages: readonly Message[]): readonly Breach[] {
  const breaches: Breach[] = [];
  let open: Place<CallPart>[] = [];
  let closed = false;
  let opened = false;
  const end = (goes: (call: Place<CallPart>) => boolean): void => {
    for (const call of open)
      if (goes(call)) breaches.push({ kind: "orphan_call", message: call.message, id: call.part.id });
    open = open.filter((call) => !goes(call));
  };
  for (let at = 0; at < messages.length; at += 1) {
    const { role, parts } = messages[at]!;
    if (parts.length === 0) breaches.push({ kind: "empty", message: at, id: "" });
    if (role === "system") continue;
    if (!opened && role !== "user") breaches.push({ kind: "first_role", message: at, id: "" });
    opened = true;
    if (role === "user" || (role === "assistant" && closed && open.length > 0)) end(() => true);
    // Calls side by side are parts of one message, or, where a list has an item for each, messages of one part.
    if (role === "assistant" && open.length > 0)
      end((call) => parts.length > 1 || messages[call.message]!.parts.length > 1);
    closed = false;
    for (const part of parts) {
      if (part.kind === "call") {
        // An id that comes again in a later message is another call's from here on.
        if (open.length > 0) end((call) => call.message < at && call.part.id === part.id);
        open.push({ message: at, part });
      }
      if (part.kind !== "result") continue;
      const found = open.findIndex((call) => call.part.id === part.id);
      if (found < 0) breaches.push({ kind: "orphan_result", message: at, id: part.id });
      else open.splice(found, 1);
      closed = role === "tool";
    }
  }
  end(() => true);
  return breaches;
}

interface Place<T extends Part> {
  readonly message: number;
  readonly part: T;
}

// Repair: a broken history becomes one that a provider takes, with as little of it changed as will do.

export interface Repaired {
  readonly messages: readonly Message[];
  /** What was wrong with it. */
  readonly breaches: readonly Breach[];
  /** How many are left: a history that no person began stays so. */
  readonly known: number;
}

/** Results that a host's own repair made up; a real one of the same call stands over them. */
const madeUp = [
  "[openclaw] missing tool result in session history",
  "No result provided",
  "No result was recorded",
  "[Tool result missing",
];

const unrecorded = "No result was recorded: the session ended before the tool answered.";

/**
 * A result that stands too far behind its call moves to it; one without a call goes, and so does a second one of the same call, of which the one that
 * somebody made up goes first. A call without a result gets one that says so. The same array where nothing is wrong.
 */
export function repair(messages: readonly Message[]): Repaired {
  const all = scan(messages);
  const breaches = all.filter(({ kind }) => kind !== "first_role");
  if (breaches.length === 0) return { messages, breaches, known: all.length };
  const spare = new Map<string, ResultPart[]>();
  for (const { message, id, kind } of breaches)
    if (kind === "orphan_result")
      for (const part of messages[message]!.parts)
        if (part.kind === "result" && part.id === id) push(spare, id, part);
  const orphans = new Set([...spare.values()].flat().filter((part) => !isAnsweredHere(messages, breaches, part)));
  const rows = messages.map((message) => {
    const row = withoutParts(message, (part) => orphans.has(part as ResultPart));
    const isWords = row.role === "tool" && row.parts.length > 0 && !row.parts.some(({ kind }) => kind === "result");
    return isWords ? { ...row, role: "user" as const } : row;
  });
  const mended: Message[] = [];
  for (const run of runsOf(rows)) mended.push(...answered(run, spare));
  const whole = mended.filter(({ parts }) => parts.length > 0);
  return { messages: whole, breaches, known: scan(whole).length };
}

/** One of two results with the same id stands where it should, and the other does not. */
function isAnsweredHere(messages: readonly Message[], breaches: readonly Breach[], part: ResultPart): boolean {
  const at = messages.findIndex(({ parts }) => parts.includes(part));
  const same = messages[at]!.parts.filter((other) => other.kind === "result" && other.id === part.id);
  const wrong = breaches.filter((b) => b.kind === "orphan_result" && b.message === at && b.id === part.id);
  return same.indexOf(part) < same.length - wrong.length;
}

/** An assistant's messages with the results that follow, or one other message. */
function runsOf(messages: readonly Message[]): readonly (readonly Message[])[] {
  const runs: Message[][] = [];
  for (const message of messages) {
    const last = runs.at(-1);
    const before = last?.at(-1);
    const follows =
      message.role === "tool" || message.parts.length === 0
        ? before?.role === "assistant" || before?.role === "tool"
        : message.role === "assistant" && before?.role === "assistant";
    if (last !== undefined && follows) last.push(message);
    else runs.push([message]);
  }
  return runs;
}

/** The run with a result for each of its calls; spare ones are used up. */
function answered(run: readonly Message[], spare: Map<string, ResultPart[]>): readonly Message[] {
  if (run[0]!.role !== "assistant") return run;
  let messages = run;
  const open: CallPart[] = [];
  for (const [at, { parts }] of run.entries())
    for (const part of parts) {
      if (part.kind === "call") open.push(part);
      if (part.kind !== "result") continue;
      const call = open.findLast(({ id }) => id === part.id);
      const home = run.find((message) => call !== undefined && message.parts.includes(call));
      const found = open.findIndex((other) => other.id === part.id && home?.parts.includes(other) === true);
      if (found >= 0) open.splice(found, 1);
      const real = isMadeUp(part) ? takeReal(spare, part.id) : null;
      if (real !== null) messages = messages.with(at, withPart(messages[at]!, part, real));
    }
  // Right behind its call, which every protocol takes.
  return messages.flatMap((message) => [
    message,
    ...open
      .filter((call) => message.parts.includes(call))
      .map((call): Message => {
        const moved = takeReal(spare, call.id) ?? spare.get(call.id)?.shift();
        const part = moved ?? { kind: "result", id: call.id, text: unrecorded, failed: true, raw: null };
        return { role: "tool", parts: [part], at: null, raw: null };
      }),
  ]);
}

function isMadeUp({ text }: ResultPart): boolean {
  return madeUp.some((start) => text.startsWith(start));
}

function takeReal(spare: Map<string, ResultPart[]>, id: string): ResultPart | null {
  const parts = spare.get(id) ?? [];
  const at = parts.findIndex((part) => !isMadeUp(part));
  return at < 0 ? null : parts.splice(at, 1)[0]!;
}

function withPart(message: Message, old: Part, part: Part): Message {
  return { ...message, parts: message.parts.map((each) => (each === old ? part : each)) };
}

export function withoutParts(message: Message, goes: (part: Part) => boolean): Message {
  return message.parts.some(goes) ? { ...message, parts: message.parts.filter((part) => !goes(part)) } : message;
}

// Thinking: signed thoughts that a change in front of them would make worthless.

/**
 * The first message that may be changed while the thoughts of the open turn hold: a provider that binds a signature to what stands before it wants
 * those back as they were as long as the tools of the turn are at work. 0 where the turn is over, for then thoughts may go.
 */
export function heldUntil(messages: readonly Message[]): number {
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    const { role, parts } = messages[at]!;
    if (role === "user") return 0;
    if (parts.some((part) => part.kind === "thinking" && part.signed)) return at + 1;
  }
  return 0;
}

/**
 * Pass: one look over all messages of a session: what was chosen before is put in place again, and what may be shortened now is found, priced and
 * chosen, once.
 *
 * A pass changes bytes from one message on (`from`) or none at all. In front of `from` nothing moves, behind it everything is paid for anew, so all
 * that can be shortened behind it goes in the same pass, and the place is the one where the gain is greatest. What is counted is the length of real
 * stubs: an estimate only says whether it is worth making them.
 */

import { digest } from "../base/digest.js";
import type { CallPart, Message, Part, ResultPart } from "./codec.js";
import { gainOf, lotOf, type Outlook, type Rewrite, stakeOf } from "./gate.js";
import { type Count, type Family, partTokens, tokensOf } from "./layout.js";
import {
  type Choice,
  digestOf,
  type Fold,
  type GivenEntries,
  grow,
  isUnique,
  type KernelState,
  keyOf,
  keyOfMessage,
  markOf,
  type Notes,
  printSummary,
  type SummaryState,
} from "./state.js";
import { type KeptText, type Pointing, stubbedCharsMin, stubOfInput, stubOfResult } from "./stub.js";
import { heldUntil, type Unit, unitsOf, withoutParts } from "./units.js";

type Stubbed = CallPart | ResultPart;

/** A part that may be shortened and was not. */
interface Candidate {
  readonly message: number;
  readonly part: Stubbed;
  readonly key: string;
  /** Tokens that a stub is likely to save. */
  readonly saves: number;
}

/** Everything about the messages that a plan is made of; a pass writes into it. */
export interface PassState {
  readonly messages: readonly Message[];
  readonly units: readonly Unit[];
  /** The person's last words; -1 for none. */
  readonly turn: number;
  readonly count: Count;
  readonly pointing: Pointing;
  readonly thoughts: Family["thoughts"];
  readonly candidates: readonly Candidate[];
  /** Of this call; and thoughts that went, by their digests. */
  readonly choices: Map<string, Choice>;
  readonly dropped: Set<string>;
  /** Tokens of each message as it came, and as it is sent. */
  readonly was: readonly number[];
  readonly cost: number[];
  readonly shown: Message[];
  readonly keeps: KeptText[];
  fold: Fold | null;
  given: readonly GivenEntries[];
  /** All in front of it is settled: a pass has been there. */
  settled: number;
}

type PassInput = Pick<PassState, "messages" | "count" | "pointing" | "thoughts"> & { readonly state: KernelState };

/** With what was chosen before in its place. */
export function openPassState({ messages, state, count, pointing, thoughts }: PassInput): PassState {
  const chosen = state.choices;
  const dropped = new Set(state.dropped);
  const seen = new Map<string, number>();
  const candidates: Candidate[] = [];
  const was: number[] = [];
  const cost: number[] = [];
  const shown: Message[] = [];
  /** What stands for the part; null where it goes. */
  const project = (part: Part, message: number): Part | null => {
    if (part.kind === "thinking") return dropped.size > 0 && part.signed && dropped.has(digestOf(part)) ? null : part;
    if (part.kind !== "call" && part.kind !== "result") return part;
    const nth = isUnique(part.id) ? 0 : (seen.get(part.kind + part.id) ?? 0);
    if (!isUnique(part.id)) seen.set(part.kind + part.id, nth + 1);
    if (lengthOf(part) < stubbedCharsMin || (part.kind === "call" && part.signed === true)) return part;
    const key = keyOf(part, nth);
    const choice = Object.hasOwn(chosen, key) ? chosen[key] : undefined;
    if (choice !== undefined && choice.of === markOf(part)) return replaced(part, choice.as);
    const saves = partTokens(part, count) * stubbedShare - stubTokens;
    if (saves > 0) candidates.push({ message, part, key, saves });
    return part;
  };
  for (const [at, message] of messages.entries()) {
    const parts = message.parts.map((part) => project(part, at));
    const isSame = parts.every((part, place) => part === message.parts[place]);
    const changed = isSame ? message : { ...message, parts: parts.filter((part) => part !== null) };
    const tokens = tokensOf(message, count);
    was.push(tokens);
    shown.push(changed);
    cost.push(isSame ? tokens : costOf(changed.parts, count));
  }
  const units = unitsOf(messages);
  const fold = state.fold === null ? null : foldIn(messages, state.fold);
  const given = state.given.flatMap((one) => {
    const after = placeOf(messages, one.key, one.after);
    return after < (fold?.at ?? 0) ? [] : [{ ...one, after }];
  });
  const settled = Math.min(state.settled, messages.length);
  return {
    messages,
    units,
    turn: messages.findLastIndex(({ role }) => role === "user"),
    count,
    pointing,
    thoughts,
    candidates,
    choices: new Map(),
    dropped,
    was,
    cost,
    shown,
    keeps: [],
    fold,
    given,
    settled,
  };
}

/** Likely shares of a stub: of what it stands for, and of itself. */
const stubbedShare = 0.88;
const stubTokens = 90;

function lengthOf(part: Stubbed): number {
  return part.kind === "call" ? part.input.length : part.text.length + (part.media ?? 0);
}

function replaced(part: Stubbed, as: string): Part {
  if (part.kind === "call") return { ...part, input: as };
  const { media: _gone, ...rest } = part;
  return { ...rest, text: as };
}

/** Nothing where every part went. */
function costOf(parts: readonly Part[], count: Count): number {
  return parts.length === 0 ? 0 : tokensOf({ role: "user", parts, at: null, raw: null }, count);
}

// Fold: found again by the message that it kept first, wherever that stands now.

function foldIn(messages: readonly Message[], fold: Fold): Fold | null {
  const at = placeOf(messages, fold.first, fold.at);
  const pinned = fold.pin === null ? null : placeOf(messages, fold.pin.key, fold.pin.at);
  if (at < 0) return null;
  return { ...fold, at, pin: pinned === null || pinned < 0 ? null : { at: pinned, key: fold.pin!.key } };
}

function placeOf(messages: readonly Message[], key: string, hint: number): number {
  const there = messages[hint];
  if (there !== undefined && keyOfMessage(there) === key) return hint;
  return messages.findIndex((message) => keyOfMessage(message) === key);
}

/** What is sent of the messages: where they begin, and their tokens. */
export function startOf(work: PassState): number {
  return work.fold?.at ?? 0;
}

export function tokensSent(work: PassState, from: number = startOf(work), to: number = work.cost.length): number {
  let sum = from <= startOf(work) && work.fold !== null ? work.count(work.fold.text) + frontCost(work) : 0;
  for (let at = Math.max(from, startOf(work)); at < to; at += 1) sum += work.cost[at]!;
  for (const { after, text } of work.given) if (after >= from && after < to) sum += work.count(text);
  return sum;
}

/** Of what stays in front of a fold: what the system said, and the person's last words. */
function frontCost({ fold, cost, messages }: PassState): number {
  let tokens = fold?.pin == null ? 0 : cost[fold.pin.at]!;
  for (let at = 0; at < (fold?.at ?? 0); at += 1) if (messages[at]!.role === "system") tokens += cost[at]!;
  return tokens;
}

// Choose: where a rewrite begins, and whether there is one.

export interface Pass {
  readonly why: "cold" | "pays" | "full";
  /** The first message that was changed. */
  readonly from: number;
  /** Tokens that went, and those a warm cache had behind `from`. */
  readonly saved: number;
  readonly cached: number;
}

export interface Terms {
  readonly why: Pass["why"];
  /** Units at the end that stay as they are, and tokens; the last unit always does. */
  readonly newest: number;
  readonly protect: number;
  /** Messages in front of it were in the last request. */
  readonly sent: number;
  /** A change in front of so many messages loses the fixed prefix too, which has so many tokens. */
  readonly hollow: number;
  readonly fixed: number;
  /** Null where no price is known: then nothing is changed while the cache is warm. */
  readonly outlook: Outlook | null;
  readonly growth: number;
  /** The most that may be lost if no call follows, in millionths of a dollar. */
  readonly stakeMax: number;
  /** Thoughts of the open turn go too. */
  readonly overHeld: boolean;
}

/** Two looks of one pass: what the second changed is behind the first changed byte, or moves it to the front. */
export function joined(first: Pass | null, second: Pass | null): Pass | null {
  if (first === null || second === null) return second ?? first;
  const cached = Math.max(first.cached, second.cached);
  return { ...second, from: Math.min(first.from, second.from), saved: first.saved + second.saved, cached };
}

/** Null where nothing was changed. */
export function takePass(work: PassState, terms: Terms): Pass | null {
  const first = Math.max(startOf(work), work.thoughts === "bound" && !terms.overHeld ? heldUntil(work.messages) : 0);
  const bound = protectedFrom(work, terms);
  const able = work.candidates.filter((c) => c.message >= first && c.message < bound && !work.choices.has(c.key));
  const from = terms.why === "pays" ? bestPlace(work, able, terms) : (able[0]?.message ?? -1);
  if (from < 0) return null;
  const made = able.filter(({ message }) => message >= from).flatMap((candidate) => stubbed(work, candidate));
  const [earliest] = made;
  if (earliest === undefined) return null;
  const cached = lostBy(work, earliest.message, terms);
  const stubs = made.reduce((sum, { saves }) => sum + saves, 0);
  const saved = stubs + thoughtTokens(work, earliest.message, work.shown.length);
  if (terms.why === "pays" && gainIn({ cached, saved }, terms) <= 0) return null;
  for (const { key, choice, keeps } of made) {
    work.choices.set(key, choice);
    work.keeps.push(...keeps);
  }
  replace(work, made);
  dropThoughts(work, earliest.message);
  work.given = work.given.filter(({ after }) => after < earliest.message || after >= work.turn);
  work.settled = bound;
  return { why: terms.why, from: earliest.message, saved, cached };
}

/** The first message that stays as it is for being new. */
function protectedFrom({ units, cost }: PassState, { newest, protect }: Pick<Terms, "newest" | "protect">): number {
  const last = units[Math.max(0, units.length - Math.max(1, newest))]?.from ?? 0;
  let at = last;
  for (let left = protect - sumOf(cost, last); at > 0 && left - cost[at - 1]! >= 0; at -= 1) left -= cost[at - 1]!;
  return at;
}

export function sumOf(values: readonly number[], from: number, to: number = values.length): number {
  let total = 0;
  for (let at = from; at < Math.min(to, values.length); at += 1) total += values[at]!;
  return total;
}

/** All that a cache would no longer be read of, the fixed prefix too where nothing else in front has an entry. */
function lostBy(work: PassState, from: number, { sent, hollow, fixed }: Omit<Terms, "why">): number {
  return from < hollow ? fixed + tokensSent(work, startOf(work), sent) : sumOf(work.cost, from, sent);
}

/** Where the gain is greatest; -1 where none pays. */
function bestPlace(work: PassState, able: readonly Candidate[], terms: Terms): number {
  let best = { from: -1, gain: 0 };
  let saved = 0;
  let cached = 0;
  let place = work.cost.length;
  const whole = lostBy(work, -1, terms);
  for (let at = able.length - 1; at >= 0; at -= 1) {
    const { message, saves } = able[at]!;
    saved += saves;
    for (; place > message; place -= 1) {
      if (place <= terms.sent) cached += work.cost[place - 1]!;
      saved += thoughtTokens(work, place - 1, place);
    }
    const gain = gainIn({ cached: message < terms.hollow ? whole : cached, saved }, terms);
    if (gain > best.gain) best = { from: message, gain };
  }
  return best.from;
}

/** Not above 0 where it does not pay, is too little for a rewrite of its own, or would lose too much should no call follow. */
export function gainIn(rewrite: Rewrite, { outlook, growth, stakeMax }: Terms): number {
  if (outlook === null) return 0;
  const lot = lotOf(Math.max(0, rewrite.cached - rewrite.saved), growth, outlook);
  return rewrite.saved >= lot && stakeOf(rewrite, outlook) <= stakeMax ? gainOf(rewrite, outlook) : 0;
}

/** With the tokens that its stub saves. */
interface MadeStub extends Candidate {
  readonly choice: Choice;
  readonly keeps: readonly KeptText[];
}

function stubbed({ messages, pointing, count }: PassState, { message, part, key }: Candidate): readonly MadeStub[] {
  const stub =
    part.kind === "result"
      ? stubOfResult(part, callOf(messages, part.id, message), pointing)
      : stubOfInput(part, pointing);
  if (stub === null) return [];
  const saves = partTokens(part, count) - partTokens(replaced(part, stub.text), count);
  if (saves <= 0) return [];
  return [{ message, part, key, choice: { of: markOf(part), as: stub.text }, keeps: stub.keeps, saves }];
}

/** What a result answers: the last call of its id in front of it. */
function callOf(messages: readonly Message[], id: string, before: number): CallPart | null {
  for (let at = before; at >= 0; at -= 1)
    for (const part of messages[at]!.parts) if (part.kind === "call" && part.id === id) return part;
  return null;
}

function replace(work: PassState, made: readonly MadeStub[]): void {
  const stubs = new Map<Part, string>(made.map(({ part, choice }) => [part, choice.as]));
  for (const at of new Set(made.map(({ message }) => message))) {
    const parts = work.shown[at]!.parts.map((part) => {
      const as = stubs.get(part);
      return as === undefined ? part : replaced(part as Stubbed, as);
    });
    show(work, at, { ...work.shown[at]!, parts });
  }
}

function show(work: PassState, at: number, message: Message): void {
  work.shown[at] = message;
  work.cost[at] = costOf(message.parts, work.count);
}

/** Of signed thoughts, which go with a change in front of them. */
function thoughtTokens(work: PassState, from: number, to: number): number {
  const { shown, count } = work;
  const end = Math.min(to, thoughtsUntil(work));
  let tokens = 0;
  for (let at = from; at < end; at += 1)
    for (const part of shown[at]!.parts)
      if (part.kind === "thinking" && part.signed) tokens += partTokens(part, count);
  return tokens;
}

/** In front of this message signed thoughts go with a pass: all where they hold no longer, else those of turns that are over, if they may. */
function thoughtsUntil({ shown, thoughts, turn }: PassState): number {
  return thoughts === "bound" ? shown.length : thoughts === "loose" ? turn : 0;
}

/** Signed thoughts behind a changed byte. */
function dropThoughts(work: PassState, from: number): void {
  const end = thoughtsUntil(work);
  for (let at = from; at < end; at += 1) {
    const message = work.shown[at]!;
    const rest = withoutParts(message, (part) => {
      if (part.kind !== "thinking" || !part.signed) return false;
      work.dropped.add(digestOf(part));
      return true;
    });
    if (rest !== message) show(work, at, rest);
  }
}

// Fold: what is still too much goes behind the summary, in whole units.

interface Folding {
  /** At the end that stay, and those that there is room for. */
  readonly tokens: number;
  readonly room: number;
  readonly summary: SummaryState;
  readonly notes: Notes;
}

/** Keeps so many tokens at the end, the last unit and the person's last words always; false where nothing could go. */
export function foldAway(work: PassState, { tokens, room, summary, notes }: Folding): boolean {
  const { units, cost, count, pointing } = work;
  let kept = units.length - 1;
  let left = tokens - sumOf(cost, units[kept]?.from ?? 0);
  for (; kept > 0; kept -= 1) {
    const { from, to } = units[kept - 1]!;
    for (let at = from; at < to; at += 1) left -= cost[at]!;
    if (left < 0) break;
  }
  const at = units[kept]?.from ?? 0;
  if (at <= startOf(work)) return false;
  const { turn } = work;
  const pin = turn >= 0 && turn < at ? { at: turn, key: keyOfMessage(work.messages[turn]!) } : null;
  const whole = pointing.clean(spokenText(work.messages.slice(0, at)));
  const name = digest(whole);
  work.keeps.push({ digest: name, text: whole });
  const pointer = `whole: ${pointing.readBack(name)}`;
  const tokensMax = Math.max(summaryTokensMin, Math.floor(Math.min(summaryTokensMax, summaryShare * room)));
  const rest = { tokensMax: tokensMax - count(pointer), count };
  const text = `${printSummary(grow(summary, work.messages, pointing.clean), notes, rest)}\n${pointer}`;
  work.fold = { at, first: keyOfMessage(work.messages[at]!), pin, text };
  dropThoughts(work, at);
  work.given = work.given.filter(({ after }) => after >= at);
  work.settled = Math.max(work.settled, at);
  return true;
}

/** Its keys alone and the way to what it stands for take so many. */
const summaryTokensMin = 120;
const summaryTokensMax = 1_200;
const summaryShare = 0.12;

/** What was folded, as a person would read it; what the system said is not. */
function spokenText(messages: readonly Message[]): string {
  return messages
    .filter(({ role }) => role !== "system")
    .flatMap(({ role, parts }) =>
      parts.map((part) => {
        if (part.kind === "call") return `# ${role} calls ${part.name}\n${part.input}`;
        return part.kind === "media" || part.kind === "other" ? `# ${role}: ${part.kind}` : `# ${role}\n${part.text}`;
      }),
    )
    .join("\n\n");
}

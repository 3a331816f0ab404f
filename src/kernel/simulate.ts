/**
 * Simulate: what a provider would read from its cache, write to it and take anew, by the rules that Anthropic publishes; and a recorded session sent
 * again through such a cache, as it was or as a policy would have sent it.
 *
 * A request is a row of blocks: tools, then the system prompt, then messages. A provider keeps a prefix where the request marks its end, under the
 * bytes of every block up to there, for five minutes or an hour from its last use, which lasts until an answer is whole. A mark finds what an earlier
 * request kept at its own place or at one of the blocks just before it. What stands before the longest prefix that is found is read; from there to
 * the last mark is written; the rest is taken anew. Another model shares nothing; other thinking, images or choice of tools share tools and system
 * prompt alone. What no request shows is not simulated: a provider may keep a prefix longer than it says, lose it early, or have it from another
 * session.
 *
 * Nobody recorded the requests themselves: system prompt, tools and thinking are not in the file of a session. But the provider said how many tokens
 * each call took, so every message gets the size by which its call was larger than the one before, shared among its parts by their length; what the
 * first call had besides its messages is the fixed prefix. Where a call is far smaller than what was known, the harness took something out that the
 * file does not show: from there on the fixed prefix is another one, and smaller by that.
 */

import { getOrMake } from "../base/result.js";
import type { Lifetime, Message, Part } from "./codec.js";
import { lifetimeMs } from "./gate.js";
import { type KernelState, observeTurn, planContext } from "./kernel.js";
import { type Count, estimate } from "./layout.js";
import { type CallTokens, type Prices, shortestPrefix } from "./prices.js";
import { type Compaction, type RecordedCall, type RecordedSession, sentAt } from "./recorded-session.js";
import type { KeptText } from "./stub.js";

/** One piece of a request. Equal keys are equal bytes. */
export interface Block {
  readonly key: string;
  readonly tokens: number;
}

/** Keep what stands before block number `after`, counted over prefix and messages. */
export interface BlockMark {
  readonly after: number;
  readonly lifetime: Lifetime;
}

export interface Request {
  /** When it was sent, and when its answer was whole and made no more use of what is kept, in milliseconds since 1970. */
  readonly at: number;
  readonly until: number;
  readonly model: string;
  /** Tools, then the system prompt. */
  readonly prefix: readonly Block[];
  /** Whatever breaks the messages and nothing before them: thinking on or off, images, the choice of tools. */
  readonly mode: string;
  readonly messages: readonly Block[];
  /** In rising order. */
  readonly marks: readonly BlockMark[];
}

const marksMax = 4;
/** Places that a mark looks at, its own the first of them. */
const lookBack = 20;

/** What one call takes besides its answer. */
export type SentTokens = Omit<CallTokens, "output">;

/** A prefix that some request had. It is kept while `until` is not past. */
interface Place {
  readonly next: Map<string, Place>;
  until: number;
  lifetime: Lifetime;
}

/** The cache of one account, empty at first, told of calls in the order of time. A prefix of fewer tokens than `shortest` is not kept. */
export type Cache = (request: Request) => SentTokens;

export function openCache(shortest: (model: string) => number = shortestPrefix): Cache {
  const root = newPlace();
  return (request) => taken(root, request, shortest(request.model));
}

function newPlace(): Place {
  return { next: new Map(), until: Number.NEGATIVE_INFINITY, lifetime: "5m" };
}

function taken(root: Place, request: Request, shortest: number): SentTokens {
  const { at, until, prefix, messages } = request;
  const { places, sums } = placesOf(root, request);
  const total = sums.at(-1) ?? 0;
  const marks = request.marks
    .slice(0, marksMax)
    .filter(({ after }) => after >= 1 && after <= prefix.length + messages.length && sums[after]! >= shortest);
  const found = Math.max(0, ...marks.map(({ after }) => foundBy(after, places, at)));
  for (const place of places.slice(1, found + 1)) {
    if (place.until >= at) place.until = Math.max(place.until, until + lifetimeMs[place.lifetime]);
  }
  const written = marks.filter(({ after }) => after > found);
  for (const { after, lifetime } of written) {
    const place = places[after]!;
    place.lifetime = lifetime;
    place.until = until + lifetimeMs[lifetime];
  }
  const hour = written.findLast(({ lifetime }) => lifetime === "1h")?.after ?? found;
  const last = written.at(-1)?.after ?? found;
  return {
    read: sums[found]!,
    write1h: sums[hour]! - sums[found]!,
    write5m: sums[Math.max(hour, last)]! - sums[hour]!,
    input: total - sums[last]!,
  };
}

/** How many blocks are read from the cache by a mark behind block number `after`; 0 where it finds nothing. */
function foundBy(after: number, places: readonly Place[], at: number): number {
  for (let place = after; place > Math.max(0, after - lookBack); place -= 1)
    if (places[place]!.until >= at) return place;
  return 0;
}

/** The place behind each block, and the tokens up to there; the first of both is before any block. */
function placesOf(
  root: Place,
  { model, mode, prefix, messages }: Request,
): { readonly places: readonly Place[]; readonly sums: readonly number[] } {
  let place = nextOf(root, `model ${model}`);
  let sum = 0;
  const places = [place];
  const sums = [0];
  const step = ({ key, tokens }: Block): void => {
    place = nextOf(place, key);
    sum += tokens;
    places.push(place);
    sums.push(sum);
  };
  for (const block of prefix) step(block);
  place = nextOf(place, `mode ${mode}`);
  for (const block of messages) step(block);
  return { places, sums };
}

function nextOf(place: Place, key: string): Place {
  return getOrMake(place.next, key, newPlace);
}

// Sizes: how many tokens each part of a recorded session is.

/** A recorded session with the sizes of its parts. */
export interface Sized {
  readonly recorded: RecordedSession;
  readonly tokensOf: (part: Part) => number;
  /** System prompt, tools and files of instructions at each call. */
  readonly fixed: readonly number[];
  /** The fewest tokens at which the harness summed up by itself; endless where it never did. */
  readonly fullAt: number;
}

/** The shares of a part that its text does not show: names of fields, signatures. */
const partTokens = 24;
/** Thinking is written down in short, and sent as it was. */
const thinkingShare = 1.8;
const mediaTokens = 1500;
/** A smaller loss is one of counting. */
const droppedMin = 1000;

function weightOf(part: Part, count: Count): number {
  switch (part.kind) {
    case "text":
    case "result":
      return partTokens + count(part.text);
    case "call":
      return partTokens + count(part.name) + count(part.input);
    case "thinking":
      return partTokens + thinkingShare * count(part.text);
    case "media":
      return mediaTokens;
    case "other":
      return partTokens;
  }
}

/** Null where no call of the session says what it took. */
export function sizesOf(recorded: RecordedSession, count: Count): Sized | null {
  const sizes = new Map<Part, number>();
  const fixed: number[] = [];
  let fullAt = Number.POSITIVE_INFINITY;
  for (const [number, call] of recorded.calls.entries()) {
    const parts = sentAt(recorded, call).flatMap((message) => message.parts);
    const fresh = parts.filter((part) => !sizes.has(part));
    const weights = fresh.map((part) => weightOf(part, count));
    const weight = weights.reduce((sum, each) => sum + each, 0);
    const total = totalOf(call.used);
    const before = fixed.at(-1) ?? Math.max(0, total - weight);
    const known = before + parts.reduce((sum, part) => sum + (sizes.get(part) ?? 0), 0);
    const grown = Math.max(0, total - known);
    for (const [at, part] of fresh.entries()) sizes.set(part, weight === 0 ? 0 : (grown * weights[at]!) / weight);
    fixed.push(known - total < droppedMin ? before : Math.max(0, before - (known - total)));
    const previous = recorded.calls[number - 1];
    const since = recorded.compactions.slice(previous?.compactions ?? 0, call.compactions);
    if (previous !== undefined && since.some(({ isAsked }) => !isAsked))
      fullAt = Math.min(fullAt, totalOf(previous.used));
  }
  const tokensOf = (part: Part): number => sizes.get(part) ?? weightOf(part, count);
  return fixed.length === 0 ? null : { recorded, fixed, tokensOf, fullAt };
}

export function totalOf({ input, read, write5m, write1h }: SentTokens | CallTokens): number {
  return input + read + write5m + write1h;
}

// Policy: who decides what is sent of what a harness would send.

/** What a policy is told at each call. */
export interface Turn {
  readonly call: RecordedCall;
  /** The number of the call, from 0. */
  readonly number: number;
  /** All that a harness would send: the last summary, if there is one, and what came after it. */
  readonly messages: readonly Message[];
  readonly fixed: number;
  readonly tokensOf: (part: Part) => number;
  /** As recorded. */
  readonly lifetime: Lifetime;
  /** What the call before took in this replay; null at the first. */
  readonly last: SentTokens | null;
}

export interface Sending {
  readonly messages: readonly Message[];
  readonly lifetime: Lifetime;
  /** How many messages stand before each breakpoint, besides the one behind the fixed prefix; without it, one at the end. */
  readonly marks?: readonly number[];
  /** Texts that what is sent points to. */
  readonly keeps?: readonly KeptText[];
}

/** Made anew for each session, so it may remember what it did. */
export type Policy = (turn: Turn) => Sending;

/** What the harness did. */
export const asRecorded: Policy = ({ messages, lifetime }) => ({ messages, lifetime });

/** What one call came to. */
export interface Replayed {
  readonly call: RecordedCall;
  readonly sent: SentTokens;
  readonly messages: readonly Message[];
  readonly keeps: readonly KeptText[];
  /** Tokens of the messages, without the fixed prefix. */
  readonly conversation: number;
}

/**
 * Every call of the session in turn. The harness sums up where it did, or, as it would under this policy, where what is sent fills the window.
 */
export function replay(
  sized: Sized,
  policy: Policy,
  sumsUp: "as recorded" | "when full" = "when full",
): readonly Replayed[] {
  const { recorded, fixed, tokensOf } = sized;
  const cache = openCache();
  const blocks = blocksBy(tokensOf);
  const harness: Harness = { sized, standing: null };
  const done: Replayed[] = [];
  for (const [number, call] of recorded.calls.entries()) {
    const turn = { call, number, fixed: fixed[number]!, tokensOf, lifetime: lifetimeOf(call) };
    const last = done.at(-1)?.sent ?? null;
    const sending =
      sumsUp === "as recorded"
        ? policy({ ...turn, messages: sentAt(recorded, call), last })
        : planned(harness, policy, { ...turn, last });
    const sent = send(cache, { sending, turn, blocks });
    const { messages, keeps = [] } = sending;
    done.push({ call, sent, messages, keeps, conversation: tokensIn(messages, tokensOf) });
  }
  return done;
}

/** What the cache would have read at each call, told by what was known before it: the call's own use is not looked at. */
export function predictedReads(sized: Sized): readonly number[] {
  const { recorded, fixed, tokensOf } = sized;
  const cache = openCache();
  const blocks = blocksBy(tokensOf);
  return recorded.calls.map((call, number) => {
    const sending = { messages: sentAt(recorded, call), lifetime: lifetimeOf(call) };
    const [before, now] = [fixed[Math.max(0, number - 1)]!, fixed[number]!];
    const { read } = send(cache, { sending, turn: { call, fixed: before }, blocks });
    if (before !== now) send(cache, { sending, turn: { call, fixed: now }, blocks });
    return read;
  });
}

function lifetimeOf({ used }: RecordedCall): Lifetime {
  return used.write1h > 0 ? "1h" : "5m";
}

interface Outgoing {
  readonly sending: Sending;
  readonly turn: Pick<Turn, "call" | "fixed">;
  readonly blocks: (message: Message) => readonly Block[];
}

function send(cache: Cache, { sending, turn, blocks }: Outgoing): SentTokens {
  const { lifetime } = sending;
  const rows = sending.messages.map(blocks);
  const ends: number[] = [1];
  for (const row of rows) ends.push(ends.at(-1)! + row.length);
  const places = new Set([1, ...(sending.marks ?? [rows.length]).map((at) => ends[at] ?? 1)]);
  const marks = [...places].sort((a, b) => a - b).map((after) => ({ after, lifetime }));
  const prefix = [{ key: `fixed ${turn.fixed}`, tokens: turn.fixed }];
  const { at, until, model, mode } = turn.call;
  return cache({ at, until, model, mode, prefix, messages: rows.flat(), marks });
}

/** Parts that are the same in every byte have one key, whoever made them. */
function blocksBy(tokensOf: (part: Part) => number): (message: Message) => readonly Block[] {
  const known = new WeakMap<Message, readonly Block[]>();
  const numbers = new Map<string, number>();
  const keyOf = (role: string, part: Part): string => {
    const text = `${role} ${JSON.stringify({ ...part, raw: null })}`;
    return String(getOrMake(numbers, text, () => numbers.size));
  };
  const blocksOf = ({ role, parts }: Message): readonly Block[] =>
    parts.map((part) => ({ key: keyOf(role, part), tokens: tokensOf(part) }));
  return (message) => getOrMake(known, message, () => blocksOf(message));
}

function tokensIn(messages: readonly Message[], tokensOf: (part: Part) => number): number {
  return messages.reduce((sum, { parts }) => sum + parts.reduce((all, part) => all + tokensOf(part), 0), 0);
}

// Harness: what a harness would have sent, had the policy been there from the start.

interface Harness {
  readonly sized: Sized;
  /** The summary that stands, and the first message behind it. */
  standing: Pick<Compaction, "summary" | "keptFrom"> | null;
}

function planned(harness: Harness, policy: Policy, turn: Omit<Turn, "messages">): Sending {
  const { recorded, tokensOf, fullAt } = harness.sized;
  const { call, number } = turn;
  const since = recorded.calls[number - 1]?.compactions ?? 0;
  const asked = recorded.compactions.slice(since, call.compactions).findLast(({ isAsked }) => isAsked);
  if (asked !== undefined) harness.standing = asked;
  const sending = policy({ ...turn, messages: standingAt(harness, call) });
  const isFull = turn.fixed + tokensIn(sending.messages, tokensOf) > fullAt;
  const due = recorded.compactions[Math.max(0, call.compactions - 1)];
  if (!isFull || due === undefined) return sending;
  harness.standing = { summary: due.summary, keptFrom: keptAt(harness, call, due) };
  return policy({ ...turn, messages: standingAt(harness, call) });
}

function standingAt({ sized, standing }: Harness, call: RecordedCall): readonly Message[] {
  const rest = sized.recorded.messages.slice(standing?.keptFrom ?? 0, call.messages);
  return standing === null ? rest : [standing.summary, ...rest];
}

/** As many messages as the harness kept then are kept now, and no result without its call. */
function keptAt({ sized, standing }: Harness, call: RecordedCall, due: Compaction): number {
  const { messages } = sized.recorded;
  let from = Math.max(standing?.keptFrom ?? 0, call.messages - (due.messages - due.keptFrom));
  while (from < call.messages && messages[from]?.role === "tool") from += 1;
  return from;
}

// Kernel: the kernel as a policy, told of each call what a host would tell it.

/** Windows of coding agents, and what they leave for an answer. */
const window = 200_000;
const answer = 32_000;

interface KernelAsked {
  readonly count?: Count;
  /** As recorded: it is told of them, as by a host that chooses them itself. */
  readonly lifetimes?: "its own" | "as recorded";
  /** The model whose prices these are, by whose rules thoughts are kept too; without it, the one of each call. */
  readonly model?: string;
}

export function kernelPolicy(
  prices: Prices,
  { count = estimate, lifetimes = "its own", model: as }: KernelAsked = {},
): Policy {
  let state: KernelState | null = null;
  let until = 0;
  return ({ call, messages, fixed, last, lifetime }) => {
    if (state !== null && last !== null) {
      const { read, input, write5m, write1h } = last;
      const usage = { input, read, write: write5m + write1h, output: 0 };
      state = observeTurn(state, { at: until, messages, usage });
    }
    until = call.until;
    const model = { id: call.model, family: as ?? call.model, window, output: answer };
    const plan = planContext({
      messages,
      state,
      model,
      fixed: { system: fixed, tools: 0 },
      prices,
      now: call.at,
      count,
      ...(lifetimes === "as recorded" ? { lifetime } : {}),
    });
    state = plan.state;
    return {
      messages: plan.messages,
      lifetime: plan.lifetime ?? "5m",
      marks: plan.marks.map(({ message }) => message + 1),
      keeps: plan.keeps,
    };
  };
}

/**
 * Kernel: what a program imports from `pagefile/kernel`: the whole context of a model as a budget.
 *
 * Before each call a host hands over all messages and the state of the session, and `planContext` says what to send: messages, breakpoints, how long
 * to keep them, a receipt, faults, texts to keep first, and the next state. After the call `observeTurn` takes in what the provider counted. Both are
 * pure: the same input gives the same bytes. A list of a provider becomes messages by one of the `codecs`, and goes back by the same.
 *
 * In order: a broken history is mended (`units.ts`); what was chosen before is put in place again to the byte (`state.ts`); old results and inputs
 * become stubs (`stub.ts`) if the cache is cold or it pays (`gate.ts`), all in one pass (`pass.ts`); only what is still too much is folded into the
 * summary (`state.ts`); what memory recalls for this turn comes last and goes first (`layout.ts`). A thought that a provider signed is never
 * altered: either nothing in front of it changes, or it goes whole.
 */

import type { Lifetime, Mark, Message } from "./codec.js";
import { lapsesOf, lifetimeFor, lifetimeMs, type Outlook, ratesOf, withPause } from "./gate.js";
import {
  type Budget,
  budgetOf,
  type Count,
  estimate,
  type Fixed,
  familyOf,
  type ModelRoom,
  marksOf,
  type Packed,
  packRecall,
  type Snippet,
} from "./layout.js";
import {
  foldAway,
  gainIn,
  joined,
  openPassState,
  type Pass,
  type PassState,
  startOf,
  sumOf,
  type Terms,
  takePass,
  tokensSent,
} from "./pass.js";
import type { Prices } from "./prices.js";
import { type BreakCause, type KernelState, keyOfMessage, type Notes, newState, type SentRequest } from "./state.js";
import { asItIs, type Clean, type KeptText, type ReadBack, readEvidence } from "./stub.js";
import { type Breach, repair, scan } from "./units.js";

export type { Codec, Lifetime, Mark, Message, Part, Role } from "./codec.js";
export { estimate, families } from "./layout.js";
export { type Prices, pricesOf } from "./prices.js";
export { type CodecName, codecs } from "./providers.js";
export {
  type Break,
  type BreakCause,
  type KernelState,
  newState,
  observeTurn,
  parseState,
  type Turn,
} from "./state.js";
export type { KeptText } from "./stub.js";

export interface PlanInput {
  /** All messages of the session, as the host has them. */
  readonly messages: readonly Message[];
  /** Null at the first call of a session. */
  readonly state: KernelState | null;
  readonly model: ModelRoom;
  readonly fixed: Fixed;
  /** Null where the model's prices are not known: then nothing that a warm cache holds is changed. */
  readonly prices: Prices | null;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Asked for every text at every call: a slow one should remember. */
  readonly count?: Count;
  readonly readBack?: ReadBack;
  readonly clean?: Clean;
  /** What memory has for this turn, the best first. */
  readonly recall?: readonly Snippet[];
  readonly notes?: Notes;
  /** Calls that will follow, where the host knows. */
  readonly callsLeft?: number;
  /** When the provider forgets, where the host knows. */
  readonly cache?: { readonly expiresAt: number };
  /** How long the host keeps what it sends, where it does not ask. */
  readonly lifetime?: Lifetime;
  readonly settings?: Partial<Settings>;
}

export interface Settings {
  /** Exchanges at the end that are never shortened while there is room, and tokens. */
  readonly newest: number;
  readonly protect: number;
  /** Shares of the room: above the first, messages are folded until the second is left. */
  readonly foldAt: number;
  readonly foldTo: number;
  /**
   * The share of the window from which on a fold is made that pays: where the history as the host has it is so long, a host without a kernel would have
   * summed it up by now, and would carry less from here on.
   */
  readonly wholeAt: number;
  /** No more calls than these are taken to follow, and no more than there were. */
  readonly callsAhead: number;
  /** What a rewrite may lose if no call follows: what was saved, and this share of what was spent. */
  readonly stake: number;
  readonly recallTokens: number;
  /** Rewrites while the cache is warm end after so many losses of it that nobody can explain. */
  readonly strikes: number;
}

export const usualSettings: Settings = {
  newest: 3,
  protect: 1_000,
  foldAt: 0.8,
  foldTo: 0.2,
  wholeAt: 0.85,
  callsAhead: 40,
  stake: 0.1,
  recallTokens: 2_000,
  strikes: 3,
};

export interface Plan {
  readonly messages: readonly Message[];
  readonly marks: readonly Mark[];
  /** Null where prices are not known. */
  readonly lifetime: Lifetime | null;
  readonly budget: Budget;
  readonly receipt: Receipt;
  readonly faults: readonly KernelFault[];
  /** What the stubs of this pass point to: to be kept before the request goes out. */
  readonly keeps: readonly KeptText[];
  readonly state: KernelState;
}

/** What became of every message, and why. */
export interface Receipt {
  readonly cache: { readonly warm: boolean; readonly cause: BreakCause | null };
  /** Null where no byte that was sent before has changed. */
  readonly pass: Pass | null;
  readonly lines: readonly ReceiptLine[];
  readonly recall: Packed;
  /** Tokens of the messages as they came, and as they are sent with all that was added. */
  readonly was: number;
  readonly tokens: number;
}

export interface ReceiptLine {
  readonly from: number;
  readonly to: number;
  readonly as: "whole" | "stubbed" | "folded" | "pinned";
  readonly tokens: number;
  readonly was: number;
  readonly why: string;
}

export type KernelFault =
  /** What must stay does not fit; all figures are tokens. */
  | {
      readonly kind: "overflow";
      readonly needed: number;
      readonly room: number;
      readonly window: number;
      readonly system: number;
      readonly tools: number;
      readonly lastUnit: number;
    }
  /** The history was broken and has been mended. */
  | { readonly kind: "mended"; readonly breaches: readonly Breach[] }
  /** Thoughts of a turn that is at work had to go, for want of room. */
  | { readonly kind: "thoughts_dropped" }
  /** A bug of the kernel: the plan broke a rule, so the messages are given out as they came. */
  | { readonly kind: "unsafe"; readonly breaches: readonly Breach[] };

export function planContext(input: PlanInput): Plan {
  const settings = { ...usualSettings, ...input.settings };
  const before = input.state ?? newState;
  const { messages, breaches, known } = repair(input.messages);
  const count = input.count ?? estimate;
  const pointing = { readBack: input.readBack ?? readEvidence, clean: input.clean ?? asItIs };
  const { thoughts } = familyOf(input.model.family ?? input.model.id);
  const binds = thoughts === "bound";
  const work = openPassState({ messages, state: before, count, pointing, thoughts });
  const budget = budgetOf(input.model, input.fixed);
  const cache = cacheOf(input, before, work);
  const faults: KernelFault[] = breaches.length > 0 ? [{ kind: "mended", breaches }] : [];
  const room = Math.floor(budget.room / before.scale);
  const priced = takePass(work, termsOf(input, settings, cache));
  const pass = joined(priced, makeRoom({ work, input, settings, cache, room, faults }));
  const given = new Set(work.given.flatMap(({ ids }) => ids));
  const recall = packRecall(
    (input.recall ?? []).filter(({ id }) => !given.has(id)),
    Math.max(0, Math.min(settings.recallTokens, room - tokensSent(work))),
    count,
  );
  const tail = recall.snippets.map(({ text }) => text).join("\n\n");
  const ephemeral = binds ? "" : tail;
  if (binds && tail !== "") giveForGood(work, recall, tail);
  const sent = tokensSent(work);
  if (sent > room) faults.push(overflowOf(work, budget, sent, room));
  const isLost = !cache.warm || (pass !== null && pass.from < cache.hollow);
  const kept = isLost ? 0 : keptTokens(work, cache, pass);
  const lasting = lastingOf(input, { work, cache, pass, kept, isLost, tokens: sent });
  const laid = layOut(work, ephemeral, { pass, cache, before, lifetime: lasting.lifetime });
  const wrong = scan(laid.messages);
  const isSafe = wrong.length <= known;
  if (!isSafe) faults.push({ kind: "unsafe", breaches: wrong });
  const receipt = receiptOf(work, { cache, pass, recall, tokens: sent + (binds ? 0 : recall.tokens) });
  return {
    messages: isSafe ? laid.messages : messages,
    marks: laid.marks,
    lifetime: input.prices === null ? null : lasting.lifetime,
    budget,
    receipt,
    faults,
    keeps: work.keeps,
    state: nextState({ input, before, work, cache, pass, tokens: sent, kept, isLost, lasting }),
  };
}

// Cache: whether the provider still has what was sent before.

interface Cache {
  readonly before: KernelState;
  readonly warm: boolean;
  readonly cause: BreakCause | null;
  /** Messages that it holds. */
  readonly sent: number;
  /** They are those of the entry for an hour alone. */
  readonly lapsed: boolean;
  readonly hollow: number;
  readonly growth: number;
  readonly spare: number;
  readonly fixed: string;
}

function cacheOf(input: PlanInput, before: KernelState, work: PassState): Cache {
  const { now, fixed } = input;
  const { sent } = before;
  const name = fixed.digest ?? `${fixed.system}+${fixed.tools}`;
  const cause = causeOf(input, sent, { name, length: work.messages.length });
  const hour = sent?.hour ?? null;
  const lapsed = cause === "idle" && input.cache === undefined && hour !== null && now < hour.until;
  const pauses = sent === null ? before.pauses : withPause(before.pauses, now - sent.at);
  const [growth, spare] = growthOf(before, work);
  const kept = sent === null ? 0 : lapsed ? hour!.messages : sent.messages;
  const hollow = cause !== null && !lapsed ? 0 : lapsed ? kept : (sent?.hollow ?? 0);
  return {
    before: { ...before, pauses },
    warm: cause === null || lapsed,
    cause: lapsed ? null : cause,
    sent: Math.min(kept, work.messages.length),
    lapsed,
    hollow,
    growth,
    spare,
    fixed: name,
  };
}

function causeOf(
  { now, model, cache, lifetime = "5m" }: PlanInput,
  sent: SentRequest | null,
  { name, length }: { readonly name: string; readonly length: number },
): BreakCause | null {
  if (sent === null) return "first";
  if (sent.model !== model.id) return "model";
  if (sent.fixed !== name) return "fixed";
  if (length < sent.messages) return "history";
  const expires = cache?.expiresAt ?? sent.at + lifetimeMs[lifetime];
  return now >= expires ? "idle" : null;
}

/** Tokens that a call adds, and those of them that a stub would save; the later calls count more. */
function growthOf({ growth, spare, sent, calls }: KernelState, { was, candidates }: PassState): [number, number] {
  if (sent === null) return [growth, spare];
  const fresh = sumOf(was, sent.messages);
  const saves = candidates.reduce((sum, one) => sum + (one.message >= sent.messages ? one.saves : 0), 0);
  const share = calls <= 1 ? 1 : 0.1;
  return [growth + (fresh - growth) * share, spare + (saves - spare) * share];
}

function termsOf(input: PlanInput, settings: Settings, cache: Cache): Terms {
  const { before } = cache;
  const isBroken = before.strikes >= settings.strikes;
  const outlook = isBroken ? null : outlookOf(input, settings, cache);
  return {
    why: cache.warm ? "pays" : "cold",
    newest: settings.newest,
    protect: settings.protect,
    sent: cache.sent,
    hollow: cache.hollow,
    fixed: input.fixed.system + input.fixed.tools,
    outlook,
    growth: cache.spare,
    stakeMax: before.saved + settings.stake * before.spent,
    overHeld: false,
  };
}

function outlookOf({ prices, callsLeft, lifetime }: PlanInput, settings: Settings, cache: Cache): Outlook | null {
  if (prices === null) return null;
  const { before } = cache;
  // A session that has lasted so long is likely to last as long again.
  const calls = callsLeft ?? Math.min(settings.callsAhead, before.calls);
  return { prices, lifetime: lifetime ?? "5m", calls, lapses: lapsesOf(before.pauses, lifetime ?? "1h") };
}

// Lifetime: how long this request is kept, and what is kept for an hour after it.

interface Lasting {
  readonly lifetime: Lifetime;
  readonly hour: SentRequest["hour"];
}

const insuredCallsMin = 16;

function lastingOf(
  { prices, fixed, now, lifetime: own }: PlanInput,
  { work, cache, pass, kept, isLost, tokens }: Omit<Planned, "input" | "before" | "lasting">,
): Lasting {
  if (own !== undefined) return { lifetime: own, hour: null };
  const always = fixed.system + fixed.tools;
  const { sent } = cache.before;
  const before = cache.warm ? (sent?.hour ?? null) : null;
  // A rewrite in front of its end leaves of the entry what stands in front of the rewrite.
  const isCut = before !== null && pass !== null && pass.from < before.messages;
  const hour = before === null || now >= before.until || isCut ? null : { ...before, until: now + lifetimeMs["1h"] };
  const covered = hour?.tokens ?? 0;
  const fresh = tokens - kept + (isLost ? always : 0);
  const uncovered = always + tokens - covered;
  const pays = prices !== null && lifetimeFor(prices, cache.before.pauses, { fresh, uncovered }) === "1h";
  // It is an insurance, and a young session that saved nothing so far does without.
  const { saved, calls } = cache.before;
  const isPaid = pays && (calls >= insuredCallsMin || fresh * (prices.write1h - prices.write5m) <= saved);
  const lifetime = isPaid ? "1h" : "5m";
  if (lifetime === "5m") return { lifetime, hour };
  const until = now + lifetimeMs["1h"];
  return { lifetime, hour: { messages: work.messages.length, tokens: always + tokens, until } };
}

// Room: what has to be done where the request would be too long.

interface Overfull {
  readonly work: PassState;
  readonly input: PlanInput;
  readonly settings: Settings;
  readonly cache: Cache;
  readonly room: number;
  readonly faults: KernelFault[];
}

/** Stubs first, then those among the protected, then the fold, and thoughts of the open turn only where nothing else helps. */
function makeRoom(full: Overfull): Pass | null {
  const { work, input, settings, cache, room, faults } = full;
  const most = settings.foldAt * room;
  const [before, cached] = [tokensSent(work), tokensSent(work, startOf(work), cache.sent)];
  const terms: Terms = { ...termsOf(input, settings, cache), why: "full" };
  const isFull = before > most;
  const pays = !cache.warm || gainIn({ cached, saved: before - settings.foldTo * room }, terms) > 0;
  if (!isFull && !(before > foldedMin * room && pays && isLong(work, startOf(work), full))) return null;
  let pass = takePass(work, terms);
  if (tokensSent(work) > most) pass = joined(pass, takePass(work, { ...terms, newest: 1, protect: 0 }));
  if (tokensSent(work) > most) {
    const held = takePass(work, { ...terms, newest: 1, protect: 0, overHeld: true });
    if (held !== null) faults.push({ kind: "thoughts_dropped" });
    pass = joined(pass, held);
  }
  const { summary } = cache.before;
  const asked = { tokens: settings.foldTo * room, room, summary, notes: input.notes ?? {} };
  if (tokensSent(work) > (isFull ? most : foldedMin * room) && foldAway(work, asked))
    // The summary stands in front of all, so that nothing is left of what a cache holds.
    pass = { why: "full", from: 0, saved: before - tokensSent(work), cached };
  return pass;
}

/** A shorter request is not folded for its price: too little of it would go. */
const foldedMin = 0.3;

/** The history since the last fold, as the host has it, is what a host would have summed up by now. */
function isLong({ was }: PassState, from: number, { input, settings, cache }: Omit<Overfull, "work">): boolean {
  const { fixed, model } = input;
  return (fixed.system + fixed.tools + sumOf(was, from)) * cache.before.scale > settings.wholeAt * model.window;
}

function overflowOf(work: PassState, { window, system, tools }: Budget, needed: number, room: number): KernelFault {
  const lastUnit = tokensSent(work, work.units.at(-1)?.from ?? 0);
  return { kind: "overflow", needed, room, window, system, tools, lastUnit };
}

/** A thought that follows is signed over these bytes too, so they stay where they are. */
function giveForGood(work: PassState, { snippets }: Packed, text: string): void {
  const after = work.messages.length - 1;
  const last = work.messages[after];
  if (last === undefined) return;
  const ids = snippets.map(({ id }) => id);
  work.given = [...work.given.filter((one) => one.after !== after), { after, key: keyOfMessage(last), ids, text }];
}

// Layout: the messages in their order, and where breakpoints stand.

interface Laid {
  readonly messages: readonly Message[];
  readonly marks: readonly Mark[];
}

interface LayoutTerms {
  readonly pass: Pass | null;
  readonly cache: Cache;
  readonly before: KernelState;
  readonly lifetime: Lifetime;
}

function layOut(work: PassState, tail: string, { pass, cache, before, lifetime }: LayoutTerms): Laid {
  const { fold, shown } = work;
  const messages: Message[] = [];
  /** Where each message of the host went. */
  const places = new Int32Array(shown.length).fill(-1);
  const put = (at: number): void => {
    const message = shown[at]!;
    // What was a thought alone is nothing without it.
    if (message.parts.length === 0) return;
    messages.push(message);
    places[at] = messages.length - 1;
  };
  let summary = -1;
  if (fold !== null) {
    for (let at = 0; at < fold.at; at += 1) if (shown[at]!.role === "system") put(at);
    summary = messages.length;
    messages.push(ownMessage(fold.text));
    if (fold.pin !== null) put(fold.pin.at);
  }
  const given = new Map(work.given.map((one) => [one.after, one.text]));
  for (let at = startOf(work); at < shown.length; at += 1) {
    put(at);
    const text = given.get(at);
    if (text === undefined) continue;
    messages.push(ownMessage(text));
    places[at] = messages.length - 1;
  }
  const place = (at: number): number => places[at] ?? -1;
  const isChanged = pass !== null || !cache.warm;
  const marks = marksOf(
    {
      messages,
      summary,
      before: cache.lapsed ? place(cache.sent - 1) : isChanged ? -1 : place((before.sent?.messages ?? 0) - 1),
      settled: place(work.settled - 1),
      untouched: pass === null || !cache.warm ? -1 : place(pass.from - 1),
      left: pass === null || !cache.warm || pass.from < cache.hollow ? -1 : place(cache.hollow - 1),
    },
    lifetime,
  );
  return { messages: tail === "" ? messages : [...messages, ownMessage(tail)], marks };
}

/** Words of the kernel: a host's own message stands behind none of them. */
function ownMessage(text: string): Message {
  return { role: "user", parts: [{ kind: "text", text, raw: null }], at: null, raw: null };
}

function receiptOf(
  work: PassState,
  { cache, pass, recall, tokens }: { cache: Cache; pass: Pass | null; recall: Packed; tokens: number },
): Receipt {
  const start = startOf(work);
  const lines = work.units.map(({ from, to }): ReceiptLine => {
    const was = sumOf(work.was, from, to);
    const pinned = work.fold?.pin != null && work.fold.pin.at >= from && work.fold.pin.at < to;
    if (to <= start && pinned) return { from, to, as: "pinned", tokens: was, was, why: "the person's last words" };
    if (to <= start && work.messages[from]!.role === "system")
      return { from, to, as: "whole", tokens: was, was, why: "the system said it" };
    if (to <= start) return { from, to, as: "folded", tokens: 0, was, why: "the summary stands for it" };
    let at = from;
    while (at < to && work.shown[at] === work.messages[at]) at += 1;
    if (at < to)
      return { from, to, as: "stubbed", tokens: sumOf(work.cost, from, to), was, why: "its whole text is kept" };
    return { from, to, as: "whole", tokens: was, was, why: to > work.settled ? "it is new" : "it is short" };
  });
  const was = sumOf(work.was, 0);
  return { cache: { warm: cache.warm, cause: cache.cause }, pass, lines, recall, was, tokens };
}

// State: what the next call has to know.

interface Planned {
  readonly input: PlanInput;
  readonly before: KernelState;
  readonly work: PassState;
  readonly cache: Cache;
  readonly pass: Pass | null;
  readonly tokens: number;
  /** Of messages, those that a warm cache reads. */
  readonly kept: number;
  /** Nothing is read, the fixed prefix neither. */
  readonly isLost: boolean;
  readonly lasting: Lasting;
}

function nextState({ input, before, work, cache, pass, tokens, kept, isLost, lasting }: Planned): KernelState {
  const fixed = input.fixed.system + input.fixed.tools;
  const money = moneyOf({ input, work, cache, tokens, kept, isLost, lasting });
  const start = startOf(work);
  const folded = work.fold !== before.fold && start > 0;
  const sent: SentRequest = {
    at: input.now,
    model: input.model.id,
    fixed: cache.fixed,
    messages: work.messages.length,
    tokens: fixed + tokens,
    expected: isLost ? 0 : fixed + kept,
    lifetime: lasting.lifetime,
    hour: lasting.hour,
    hollow: isLost ? 0 : cache.hollow,
    cause: cache.cause ?? (pass === null ? null : folded ? "fold" : "rewrite"),
  };
  return {
    ...before,
    choices: work.choices.size === 0 ? before.choices : { ...before.choices, ...Object.fromEntries(work.choices) },
    dropped: work.dropped.size === before.dropped.length ? before.dropped : [...work.dropped],
    fold: work.fold,
    given: work.given,
    sent,
    settled: work.settled,
    calls: before.calls + 1,
    growth: cache.growth,
    spare: cache.spare,
    pauses: cache.before.pauses,
    saved: before.saved + money.saved,
    spent: before.spent + money.spent,
  };
}

/** Tokens of messages that a warm cache reads. */
function keptTokens(work: PassState, cache: Cache, pass: Pass | null): number {
  const until = pass === null ? cache.sent : Math.min(cache.sent, pass.from);
  return until <= startOf(work) ? 0 : tokensSent(work, startOf(work), until);
}

/** In millionths of a dollar: what this call costs, and how much less that is than with every message as it came. */
function moneyOf({ input, work, cache, tokens, kept, isLost, lasting }: Omit<Planned, "before" | "pass">): {
  readonly saved: number;
  readonly spent: number;
} {
  const { prices, fixed, model } = input;
  if (prices === null) return { saved: 0, spent: 0 };
  const { read, write } = ratesOf({ prices, lifetime: lasting.lifetime });
  // Without a kernel the host would have had to shorten too, before the window is full.
  const most = 0.75 * model.window;
  const [cached, fresh] = [sumOf(work.was, 0, cache.sent), sumOf(work.was, cache.sent)];
  const always = fixed.system + fixed.tools;
  const plain = (always + Math.min(cached, most)) * (cache.warm ? read : write) + fresh * write;
  const ours = always * (isLost ? write : read) + kept * read + (tokens - kept) * write;
  return { saved: plain - ours, spent: ours };
}

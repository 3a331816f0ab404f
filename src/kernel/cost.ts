/**
 * Cost: what a recorded session read from a cache, wrote to one and took anew, why it wrote, what memory itself took of it, and what another policy
 * would have sent.
 *
 * All but the last are the provider's own counts. A call ought to read what the call before it read and wrote; what of it is written again has a
 * cause, and the cause is told by what the file shows: a pause longer than the cache is kept, a compaction, another model, another way of thinking.
 * Where it shows nothing (tools that changed, a cache that the provider lost) the cause is `other`. What another policy would have sent is simulated,
 * and beside it stands the simulation of what was recorded, because the two can be compared and a count and a simulation cannot.
 */

import type { Part } from "./codec.js";
import { lifetimeMs } from "./gate.js";
import { type CallTokens, dollarsOf, type Prices, type PriceTable, pricesOf, shortestPrefix } from "./prices.js";
import { type RecordedCall, sentAt } from "./recorded-session.js";
import { asRecorded, type Policy, type Replayed, replay, type SentTokens, type Sized, totalOf } from "./simulate.js";

/** Why tokens were written or taken anew, as a person reads it. */
export const causeWords = {
  first: "the first call",
  growth: "the session grew",
  idle: "after a pause",
  compaction: "after a compaction",
  model: "another model",
  thinking: "other thinking",
  other: "no cause in the file",
} as const;
export type WriteCause = keyof typeof causeWords;

export interface CostCall {
  readonly at: number;
  readonly model: string;
  readonly read: number;
  /** Written or taken anew because the session grew, and for the cause beside it. */
  readonly grown: number;
  readonly again: number;
  readonly cause: WriteCause;
  /** Of the input; null where the model has no price. */
  readonly dollars: number | null;
  /** Tokens and dollars by simulation, as recorded and under the policy; null without one. */
  readonly simulated: { readonly recorded: Simulated; readonly policy: Simulated } | null;
}

export interface Simulated {
  readonly tokens: number;
  readonly dollars: number;
}

export interface CauseRow {
  readonly cause: WriteCause;
  readonly calls: number;
  readonly tokens: number;
  readonly dollars: number;
}

/** What of the input is memory's. */
export interface MemoryShare {
  /** Blocks that hooks gave, and calls of memory's tools with their results. */
  readonly blocks: number;
  /** Counted once, and as often as they were sent. */
  readonly tokens: number;
  readonly sent: number;
  readonly dollars: number;
}

/** Input by simulation, as it was recorded and under a policy. */
export interface Comparison {
  readonly recorded: Side;
  readonly policy: Side;
}

export interface Side {
  readonly tokens: number;
  readonly conversation: number;
  readonly written: number;
  readonly dollars: number;
}

export interface Cost {
  readonly session: string | null;
  readonly harness: string;
  readonly models: readonly string[];
  /** Models without a price: their calls count as tokens and not in dollars. */
  readonly unpriced: readonly string[];
  readonly used: CallTokens;
  readonly dollars: { readonly read: number; readonly fresh: number; readonly output: number };
  /** The share of the input that was read from a cache. */
  readonly hits: number;
  readonly largest: number;
  readonly causes: readonly CauseRow[];
  readonly memory: MemoryShare;
  readonly compared: Comparison | null;
  readonly calls: readonly CostCall[];
}

export interface CostAsked {
  readonly table: PriceTable;
  /** Price all calls as this model's. */
  readonly as: string | null;
  /** Whether a text was put there by memory. */
  readonly isMemory: (text: string) => boolean;
  readonly policy: ((prices: Prices) => Policy) | null;
}

export function costOf(sized: Sized, { table, as, isMemory, policy }: CostAsked): Cost {
  const { harness, session, calls } = sized.recorded;
  const priceOf = (call: RecordedCall): Prices | null => pricesOf(as ?? call.model, table);
  const prices = calls.map(priceOf).find((found) => found !== null) ?? null;
  const under = policy === null || prices === null ? null : replay(sized, policy(prices));
  const plain = under === null ? null : replay(sized, asRecorded, "as recorded");
  const simulated = (of: readonly Replayed[], number: number): Simulated => {
    const { call, sent } = of[number]!;
    const price = priceOf(call);
    return { tokens: totalOf(sent), dollars: price === null ? 0 : inputDollars(sent, price) };
  };
  const rows = calls.map((call, number): CostCall => {
    const price = priceOf(call);
    const written = totalOf(call.used) - call.used.read;
    const { cause, again } = causeOf(calls[number - 1] ?? null, call);
    return {
      at: call.at,
      model: call.model,
      read: call.used.read,
      grown: written - again,
      again,
      cause,
      dollars: price === null ? null : inputDollars(call.used, price),
      simulated:
        under === null || plain === null
          ? null
          : { recorded: simulated(plain, number), policy: simulated(under, number) },
    };
  });
  const sum = (key: keyof CallTokens): number => calls.reduce((all, call) => all + call.used[key], 0);
  const [input, read, write5m, write1h] = [sum("input"), sum("read"), sum("write5m"), sum("write1h")];
  const used = { input, read, write5m, write1h, output: sum("output") };
  const models = [...new Set(calls.map(({ model }) => model))];
  return {
    session,
    harness,
    models,
    unpriced:
      as === null || pricesOf(as, table) === null ? models.filter((m) => pricesOf(as ?? m, table) === null) : [],
    used,
    dollars: dollarsByKind(calls, priceOf),
    hits: used.read / Math.max(1, totalOf(used)),
    largest: Math.max(0, ...calls.map((call) => totalOf(call.used))),
    causes: causeRows(rows, calls, priceOf),
    memory: memoryShare(sized, isMemory, priceOf),
    compared:
      under === null || plain === null ? null : { recorded: sideOf(plain, priceOf), policy: sideOf(under, priceOf) },
    calls: rows,
  };
}

export function inputDollars(sent: SentTokens, prices: Prices): number {
  const { input, read, write5m, write1h } = sent;
  return dollarsOf({ input, read, write5m, write1h, output: 0 }, prices);
}

type PriceOf = (call: RecordedCall) => Prices | null;

function dollarsByKind(calls: readonly RecordedCall[], priceOf: PriceOf): Cost["dollars"] {
  const sums = { read: 0, fresh: 0, output: 0 };
  for (const call of calls) {
    const price = priceOf(call);
    if (price === null) continue;
    const all = dollarsOf(call.used, price);
    const output = all - inputDollars(call.used, price);
    sums.output += output;
    sums.read += all - output - freshDollars(call.used, price);
    sums.fresh += freshDollars(call.used, price);
  }
  return sums;
}

/** Dollars of what was not read from a cache; a long call is dearer in all of its tokens. */
function freshDollars(used: CallTokens, price: Prices): number {
  const whole = inputDollars(used, price);
  const { long: _long, ...plain } = price;
  const usual = inputDollars(used, plain);
  const fresh = inputDollars({ ...used, read: 0 }, plain);
  return usual === 0 ? 0 : (whole * fresh) / usual;
}

// Causes: why a call wrote what an earlier one had written.

/** A provider counts whole blocks, and a mark may move by a few: less than this share of what was expected is no loss. */
const lossMin = 0.02;

/** The cause, and how many tokens of what was not read were there before. */
function causeOf(
  before: RecordedCall | null,
  call: RecordedCall,
): { readonly cause: WriteCause; readonly again: number } {
  const fresh = totalOf(call.used) - call.used.read;
  if (before === null) return { cause: "first", again: fresh };
  if (call.compactions > before.compactions) return { cause: "compaction", again: fresh };
  const written = before.used.write5m + before.used.write1h;
  // Where a provider counts no writes it keeps what it was sent.
  const expected = totalOf(before.used) - (written > 0 ? before.used.input : 0);
  const lost = expected - call.used.read;
  const again = Math.min(fresh, Math.max(0, lost));
  if (lost <= lossMin * expected || again === 0 || expected < shortestPrefix(call.model))
    return { cause: "growth", again: 0 };
  if (call.model !== before.model) return { cause: "model", again };
  const lifetime = before.used.write1h > 0 || call.used.write1h > 0 ? "1h" : "5m";
  if (call.at - before.until > lifetimeMs[lifetime]) return { cause: "idle", again };
  return { cause: call.mode !== before.mode ? "thinking" : "other", again };
}

function causeRows(rows: readonly CostCall[], calls: readonly RecordedCall[], priceOf: PriceOf): readonly CauseRow[] {
  const sums = new Map(
    (Object.keys(causeWords) as WriteCause[]).map((cause) => [cause, { cause, calls: 0, tokens: 0, dollars: 0 }]),
  );
  for (const [number, { grown, again, cause }] of rows.entries()) {
    const call = calls[number]!;
    const price = priceOf(call);
    const dollars = price === null ? 0 : freshDollars(call.used, price) / Math.max(1, grown + again);
    const put = (into: WriteCause, tokens: number): void => {
      const sum = sums.get(into)!;
      sum.calls += 1;
      sum.tokens += tokens;
      sum.dollars += tokens * dollars;
    };
    if (again > 0) put(cause, again);
    if (grown > 0) put("growth", grown);
  }
  return [...sums.values()].filter((row) => row.calls > 0);
}

// Memory: what of the requests was put there by memory, or asked of it.

function memoryShare(sized: Sized, isMemory: (text: string) => boolean, priceOf: PriceOf): MemoryShare {
  const { recorded, tokensOf } = sized;
  const asked = new Set<string>();
  const shares = new Map<Part, number>();
  for (const { parts, role } of recorded.messages) {
    for (const part of parts) {
      const isTool =
        part.kind === "call" ? /pagefile/i.test(part.name) : part.kind === "result" && asked.has(part.id);
      if (part.kind === "call" && isTool) asked.add(part.id);
      const isGiven = part.kind === "text" && role !== "assistant" && isMemory(part.text);
      if (isTool || isGiven) shares.set(part, tokensOf(part));
    }
  }
  let [sent, dollars] = [0, 0];
  const seen = new Set<Part>();
  for (const call of shares.size === 0 ? [] : recorded.calls) {
    const price = priceOf(call);
    const { read } = call.used;
    const total = Math.max(1, totalOf(call.used));
    const all = price === null ? 0 : inputDollars(call.used, price);
    const fresh = price === null ? 0 : freshDollars(call.used, price);
    for (const part of sentAt(recorded, call).flatMap((message) => message.parts)) {
      const tokens = shares.get(part);
      if (tokens === undefined) continue;
      sent += tokens;
      dollars += seen.has(part) || read === total ? (tokens * all) / total : (tokens * fresh) / (total - read);
      seen.add(part);
    }
  }
  const tokens = [...shares.values()].reduce((sum, each) => sum + each, 0);
  return { blocks: shares.size, tokens, sent, dollars };
}

// Comparison: two simulations of one session.

function sideOf(rows: readonly Replayed[], priceOf: PriceOf): Side {
  const side = { tokens: 0, conversation: 0, written: 0, dollars: 0 };
  for (const { call, sent, conversation } of rows) {
    const price = priceOf(call);
    side.tokens += totalOf(sent);
    side.conversation += conversation;
    side.written += totalOf(sent) - sent.read;
    side.dollars += price === null ? 0 : inputDollars(sent, price);
  }
  return side;
}

/**
 * Gate: whether a change of bytes that were sent already pays, and how long what is sent should be kept.
 *
 * A provider keeps the longest prefix that it has seen and reads it for a tenth of the price or less, while what comes behind a changed byte is
 * written anew for more than the full price. So the same shortening saves money at one moment and wastes it at the next; trimming on every turn has
 * been measured at 44 to 111 % more. All figures here are dollars per million tokens; a share of a cent is what they come to.
 */

import type { Lifetime } from "./codec.js";
import type { Prices } from "./prices.js";

/** What a rewrite would do to a request. */
export interface Rewrite {
  /** Tokens from the first changed one to the end that the provider could have read from its cache. */
  readonly cached: number;
  /** Tokens that it takes away. */
  readonly saved: number;
}

export interface Outlook {
  readonly prices: Prices;
  readonly lifetime: Lifetime;
  /** Calls that are likely to follow, this one counted. */
  readonly calls: number;
  /** The share of calls that come when nothing is kept any more. */
  readonly lapses: number;
}

/**
 * The gain of a rewrite while the cache is warm, in millionths of a dollar. Each call that follows no longer carries the saved tokens: it would have
 * read them, or, where the cache lapsed by then, written them. Against that stands this call: what is kept behind the first changed byte would have
 * been read, and now has to be written. So: saved × (read × (1 − lapses) + write × lapses) × calls − (cached − saved) × (write − read).
 */
export function gainOf({ cached, saved }: Rewrite, outlook: Outlook): number {
  const { read, write } = ratesOf(outlook);
  return saved * carriedFor(outlook) * outlook.calls - (cached - saved) * (write - read);
}

/**
 * What a token that stands in the context costs in a call. Where reading is cheaper than a tenth of the input it counts as that tenth: what is carried
 * takes room and attention too, and where reads are cheapest that left out 6 % more of recorded conversations for 0.3 % of the dollars.
 */
function carriedFor(outlook: Outlook): number {
  const { read, write } = ratesOf(outlook);
  return Math.max(read, carriedShare * outlook.prices.input) * (1 - outlook.lapses) + write * outlook.lapses;
}

const carriedShare = 0.1;

/** What the rewrite costs should no call follow this one; below zero where it pays at once. */
export function stakeOf({ cached, saved }: Rewrite, outlook: Outlook): number {
  const { read, write } = ratesOf(outlook);
  return (cached - saved) * (write - read) - saved * read;
}

/**
 * The fewest tokens that are worth a rewrite of their own. Waiting costs a read of what could be gone, on every call; each rewrite costs a write of
 * what stays behind it. The two are least together, as with any goods that are ordered in lots, at the root of twice what a rewrite costs times
 * what comes in a call, over what waiting costs a token and call. Of that seven tenths are asked for: on recorded sessions half of it resent 1 % fewer
 * tokens for the same dollars, and lost more of them where what was left out had to be read back.
 */
export function lotOf(kept: number, growth: number, outlook: Outlook): number {
  const { read, write } = ratesOf(outlook);
  const waiting = carriedFor(outlook);
  return waiting <= 0
    ? Number.POSITIVE_INFINITY
    : lotShare * Math.sqrt((2 * (write - read) * kept * growth) / waiting);
}

const lotShare = 0.7;

export function ratesOf({ prices, lifetime }: Pick<Outlook, "prices" | "lifetime">): {
  readonly read: number;
  readonly write: number;
} {
  const write = lifetime === "1h" ? prices.write1h : prices.write5m;
  // Where writing has no fee of its own, a token that is not read costs what any input costs.
  return { read: prices.read, write: Math.max(write, prices.input) };
}

// Lifetime: what is kept an hour costs more to write, and is still there after a pause.

const minute = 60_000;

export const lifetimeMs: Readonly<Record<Lifetime, number>> = { "5m": 5 * minute, "1h": 60 * minute };

/** Pauses between a session's calls, by how long they were. */
export interface Pauses {
  readonly short: number;
  /** Longer than five minutes, within the hour. */
  readonly middle: number;
  readonly long: number;
}

export const noPauses: Pauses = { short: 0, middle: 0, long: 0 };

export function withPause(pauses: Pauses, ms: number): Pauses {
  if (ms <= lifetimeMs["5m"]) return { ...pauses, short: pauses.short + 1 };
  return ms <= lifetimeMs["1h"] ? { ...pauses, middle: pauses.middle + 1 } : { ...pauses, long: pauses.long + 1 };
}

/** What sessions of coding agents had in 1,702 calls; it weighs as much as so many calls of the session itself. */
const usual = { middle: 0.014, long: 0.006, calls: 30 };

export function lapsesOf(pauses: Pauses, lifetime: Lifetime): number {
  const calls = pauses.short + pauses.middle + pauses.long + usual.calls;
  const long = (pauses.long + usual.long * usual.calls) / calls;
  const middle = (pauses.middle + usual.middle * usual.calls) / calls;
  return lifetime === "1h" ? long : middle + long;
}

/**
 * An hour, where a pause of middle length, times how often one comes, would lose more than the higher price of writing this request's new tokens.
 * An entry of the cache is the whole prefix up to its mark, but only what no other entry has is written for it. So the first request of a session,
 * which writes everything, is kept for five minutes, the next one, which writes little, for an hour, and then one in many. `fresh` are the tokens
 * that this request writes, `uncovered` those that no entry keeps for an hour yet.
 */
export function lifetimeFor(
  prices: Prices,
  pauses: Pauses,
  { fresh, uncovered }: { readonly fresh: number; readonly uncovered: number },
): Lifetime {
  const middle = lapsesOf(pauses, "5m") - lapsesOf(pauses, "1h");
  // Where the pause comes, the next request stands before the same question.
  const lost = (middle / (1 - middle)) * uncovered * (prices.write5m - prices.read);
  return lost > fresh * (prices.write1h - prices.write5m) ? "1h" : "5m";
}

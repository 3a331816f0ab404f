/** Policies: what the kernel is held against: what was recorded, rules of other programs, and choices of the cache's lifetime alone. */

import type { Lifetime, Message, Part } from "../../../src/kernel/codec.js";
import { lifetimeMs } from "../../../src/kernel/gate.js";
import type { Count } from "../../../src/kernel/layout.js";
import type { Prices } from "../../../src/kernel/prices.js";
import { asRecorded, kernelPolicy, type Policy, type Turn } from "../../../src/kernel/simulate.js";

export interface Contender {
  readonly name: string;
  /**
   * Where the harness sums up: at the places where it did, or only where the window is full under this policy. The first is the easier to be compared
   * and is how the goals were found; the second is what a harness would do, and charges a policy for all that it keeps.
   */
  readonly sumsUp: "as recorded" | "when full";
  /** Whether it does the same at any price, and so is played once. */
  readonly isBlind?: true;
  readonly policy: (prices: Prices, how: { readonly count: Count; readonly model: string }) => Policy;
}

export const recorded: Contender = {
  name: "recorded",
  sumsUp: "as recorded",
  isBlind: true,
  policy: () => asRecorded,
};

export const kernel: Contender = { name: "the kernel", sumsUp: "as recorded", policy: kernelPolicy };

/** Nothing is summed up before the kernel itself is full. */
export const kernelAlone: Contender = { name: "the kernel alone", sumsUp: "when full", policy: kernelPolicy };

export const kernelAtRecordedLifetimes: Contender = {
  name: "the kernel, lifetimes as recorded",
  sumsUp: "as recorded",
  policy: (prices, how) => {
    const policy = kernelPolicy(prices, { ...how, lifetimes: "as recorded" });
    return (turn) => ({ ...policy(turn), lifetime: turn.lifetime });
  },
};

export const rivals: readonly Contender[] = [
  lifetimeForAll("5m"),
  lifetimeForAll("1h"),
  { name: "trim every turn, protect 40k", sumsUp: "as recorded", isBlind: true, policy: () => trimmed(40_000) },
  { name: "opencode's rule (protect 40k, batch 20k)", sumsUp: "as recorded", isBlind: true, policy: openCode },
  { name: "keep the last 60 messages", sumsUp: "as recorded", isBlind: true, policy: () => lastOf(60) },
  { name: "price gate that breaks thoughts", sumsUp: "as recorded", policy: (prices) => plainGate(prices) },
];

function lifetimeForAll(lifetime: Lifetime): Contender {
  const policy: Policy = ({ messages }) => ({ messages, lifetime });
  return { name: `${lifetime} for all, nothing else`, sumsUp: "as recorded", isBlind: true, policy: () => policy };
}

// Rules: which parts are gone, each with what stands for it.

const cleared = "[Old tool result content cleared]";

function without(messages: readonly Message[], gone: (part: Part) => Part | null): readonly Message[] {
  return messages.map((message) => {
    const parts = message.parts.map((part) => gone(part) ?? part);
    return parts.every((part, at) => part === message.parts[at]) ? message : { ...message, parts };
  });
}

function clearedOf(part: Part): Part {
  return part.kind === "result" ? { ...part, text: cleared } : part;
}

/** Results from the newest to the oldest, with the tokens of those that are newer. */
function resultsOf({ messages, tokensOf }: Turn): readonly { readonly part: Part; readonly newer: number }[] {
  const found: { readonly part: Part; readonly newer: number }[] = [];
  let newer = 0;
  for (const part of messages.flatMap(({ parts }) => parts).reverse()) {
    if (part.kind !== "result") continue;
    found.push({ part, newer });
    newer += tokensOf(part);
  }
  return found;
}

/** The border moves with every call, and so does the first byte that is another. */
function trimmed(protect: number): Policy {
  return (turn) => {
    const old = new Set(resultsOf(turn).flatMap(({ part, newer }) => (newer >= protect ? [part] : [])));
    const messages = without(turn.messages, (part) => (old.has(part) ? clearedOf(part) : null));
    return { messages, lifetime: turn.lifetime };
  };
}

/** When a person speaks: results behind the newest 40,000 tokens of them go for good, if they are 20,000 tokens together. */
function openCode(): Policy {
  const gone = new Set<Part>();
  return (turn) => {
    if (turn.messages.at(-1)?.role === "user") {
      const old = resultsOf(turn).filter(({ part, newer }) => newer >= 40_000 && !gone.has(part));
      const tokens = old.reduce((sum, { part }) => sum + turn.tokensOf(part), 0);
      if (tokens >= 20_000) for (const { part } of old) gone.add(part);
    }
    const messages = without(turn.messages, (part) => (gone.has(part) ? clearedOf(part) : null));
    return { messages, lifetime: turn.lifetime };
  };
}

function lastOf(most: number): Policy {
  return ({ messages, lifetime }) => {
    let from = Math.max(0, messages.length - most);
    // No result without its call.
    while (from < messages.length - 1 && messages[from]?.role !== "user" && messages[from]?.role !== "assistant")
      from += 1;
    return { messages: messages.slice(from), lifetime };
  };
}

/** All old results and inputs become stubs of 60 tokens where the cache is cold, or where 40 calls to come would pay for it. */
function plainGate(prices: Prices): Policy {
  const [protect, stubTokens, callsAhead] = [5_000, 60, 40];
  const gone = new Map<Part, Part>();
  let until = Number.NEGATIVE_INFINITY;
  return (turn) => {
    const { messages, tokensOf, lifetime, call } = turn;
    const isCold = call.at - until > lifetimeMs[lifetime];
    until = call.until;
    const parts = messages.flatMap((message) => message.parts);
    const size = (part: Part): number => (gone.has(part) ? stubTokens : tokensOf(part));
    const total = parts.reduce((sum, part) => sum + size(part), 0);
    const old: Part[] = [];
    let [before, behind, saved] = [0, 0, 0];
    for (const part of parts) {
      const isOld = total - before > protect && !gone.has(part) && size(part) > 4 * stubTokens;
      if (isOld && (part.kind === "result" || part.kind === "call")) {
        if (old.length === 0) behind = total - before;
        old.push(part);
        saved += size(part) - stubTokens;
      }
      before += size(part);
    }
    const write = lifetime === "1h" ? prices.write1h : prices.write5m;
    const pays = saved * prices.read * callsAhead > (behind - saved) * (write - prices.read);
    const isRewritten = old.length > 0 && (isCold || pays);
    if (isRewritten) for (const part of old) gone.set(part, stubFor(part));
    // A mark behind what stays as it was, else nothing in front of the first stub is found again.
    const from = messages.findIndex((message) => message.parts.some((part) => part === old[0]));
    const marks = isRewritten ? [from, messages.length] : [messages.length];
    return { messages: without(messages, (part) => gone.get(part) ?? null), lifetime, marks };
  };
}

function stubFor(part: Part): Part {
  if (part.kind === "call") return { ...part, input: '{"stub":true}' };
  return part.kind === "result" ? { ...part, text: "[Stub of a result]" } : part;
}

/**
 * Bounds: what no policy of stubs could beat on a session, even one that knew what comes and paid nothing for a rewrite.
 *
 * It keeps the words of people and of the model, short results and inputs, and the last exchange whole, for a policy that goes further loses words
 * that nothing points to. Everything else is a stub from the second time on that it is sent, and thoughts of turns that are over are gone. A token
 * has to be written or taken anew the first time that it is sent, and all of them after a pause that no cache outlives.
 */

import type { Message, Part } from "../../../src/kernel/codec.js";
import { lifetimeMs } from "../../../src/kernel/gate.js";
import { sentAt } from "../../../src/kernel/recorded-session.js";
import type { Sized } from "../../../src/kernel/simulate.js";
import { asItIs, type Pointing, readEvidence, stubOfInput, stubOfResult } from "../../../src/kernel/stub.js";

/** Tokens, the fewest of each. */
export interface Bounds {
  readonly input: number;
  readonly conversation: number;
  readonly written: number;
  /** Of them on calls after a pause of more than five minutes. */
  readonly idle: number;
}

export function boundsOf({ recorded, fixed, tokensOf }: Sized): Bounds {
  const { calls } = recorded;
  const seen = new Set<Part>();
  const stubs = new Map<Part, number>();
  const leastOf = (part: Part): number => {
    const known = stubs.get(part);
    if (known !== undefined) return known;
    const least = Math.min(tokensOf(part), stubTokens(part, tokensOf));
    stubs.set(part, least);
    return least;
  };
  const sums = { input: 0, conversation: 0, written: fixed[0]!, idle: 0 };
  for (const [number, call] of calls.entries()) {
    const messages = sentAt(recorded, call);
    const [closed, old] = [lastOf(messages, "user"), lastOf(messages, "assistant")];
    const pause = number === 0 ? 0 : call.at - calls[number - 1]!.until;
    let [conversation, fresh] = [0, 0];
    for (const [at, { parts }] of messages.entries())
      for (const part of parts) {
        const isNew = !seen.has(part);
        seen.add(part);
        if (isNew) fresh += tokensOf(part);
        if (isNew || at >= old) conversation += tokensOf(part);
        else if (part.kind !== "thinking" || at >= closed) conversation += leastOf(part);
      }
    sums.conversation += conversation;
    sums.input += conversation + fixed[number]!;
    sums.written += fresh;
    if (pause > lifetimeMs["1h"]) sums.idle += conversation + fixed[number]!;
    else if (pause > lifetimeMs["5m"]) sums.idle += fresh;
  }
  return sums;
}

function lastOf(messages: readonly Message[], role: Message["role"]): number {
  return messages.findLastIndex((message) => message.role === role);
}

const pointing: Pointing = { readBack: readEvidence, clean: asItIs };

/** Of a part that has no stub, endless. */
function stubTokens(part: Part, tokensOf: (part: Part) => number): number {
  const stub =
    part.kind === "result"
      ? stubOfResult(part, null, pointing)
      : part.kind === "call"
        ? stubOfInput(part, pointing)
        : null;
  if (stub === null) return Number.POSITIVE_INFINITY;
  return tokensOf(
    part.kind === "result"
      ? { ...part, text: stub.text }
      : { ...(part as Part & { kind: "call" }), input: stub.text },
  );
}

/** Kernel: one plan over a session of 1,000 messages, beside a trimmer that counts tokens from the end and keeps what fits. */

import {
  estimate,
  type KernelState,
  type Message,
  newState,
  type PlanInput,
  planContext,
} from "../../src/kernel/kernel.js";
import { pricesOf } from "../../src/kernel/prices.js";
import { numbersOf, words } from "../kernel/histories.js";
import type { Bench, Row } from "./bench.js";

const messagesMax = 1_000;
const rounds = 400;
const warmups = 60;

export const kernel: Bench = {
  name: "kernel",
  says: "planContext over 1,000 messages, a call and its result added each time, beside keeping the last messages that fit",
  async run({ seed }) {
    const session = sessionOf(seed, messagesMax);
    const pairs: { readonly ours: number; readonly rival: number }[] = [];
    let state: KernelState = newState;
    for (let count = 2; count < messagesMax; count += 2)
      state = planContext(inputOf(session.slice(0, count), state, count)).state;
    for (let round = 0; round < rounds + warmups; round += 1) {
      // Objects that nobody has seen, as a host hands them over. One call in fifty comes after a pause.
      const messages = session.map((message) => ({ ...message, parts: message.parts.map((part) => ({ ...part })) }));
      const input = inputOf(messages, state, messagesMax + (round % 50 === 0 ? 1_000 : 0));
      const start = process.cpuUsage();
      const plan = planContext(input);
      const ours = cpuSince(start);
      const again = process.cpuUsage();
      const kept = keepLast(input.messages, 60_000);
      const rival = cpuSince(again);
      if (kept.length === 0 || plan.messages.length !== session.length) throw new Error("messages were lost");
      if (round >= warmups) pairs.push({ ours, rival });
    }
    return ([50, 95, 99] as const).map((percentile): Row => {
      const ours = at(
        pairs.map((pair) => pair.ours),
        percentile,
      );
      const rival = at(
        pairs.map((pair) => pair.rival),
        percentile,
      );
      return {
        case: `${messagesMax} messages, ${Object.keys(state.choices).length} stubs`,
        metric: `ms of CPU a plan, p${percentile}`,
        ours,
        rival: `keep the last that fit, ${rival.toFixed(2)} ms`,
        ratio: ours / rival,
        n: pairs.length,
      };
    });
  },
};

/** Of this process, in milliseconds: other work on the machine does not count. */
function cpuSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

function inputOf(messages: readonly Message[], state: KernelState, call: number): PlanInput {
  return {
    messages,
    state,
    model: { id: "claude-opus-4-6", window: 1_000_000, output: 16_000 },
    fixed: { system: 6_000, tools: 12_000 },
    prices: pricesOf("claude-opus-4-6"),
    now: 1_800_000_000_000 + call * 20_000,
  };
}

/** Turns of some calls with results of 100 to 6,000 characters, as coding agents have them. */
function sessionOf(seed: number, count: number): readonly Message[] {
  const next = numbersOf(seed);
  const messages: Message[] = [];
  while (messages.length < count) {
    const id = `toolu_${String(messages.length).padStart(24, "0")}`;
    const input = JSON.stringify({ command: `make ${id}`, ...(next(5) === 0 ? { content: words(next, 300) } : {}) });
    const text = words(next, next(3) === 0 ? 1_000 : 20 + next(300));
    if (messages.length % 24 === 0) {
      messages.push({
        role: "user",
        parts: [{ kind: "text", text: `Turn ${messages.length}.`, raw: {} }],
        at: null,
        raw: {},
      });
      messages.push({ role: "assistant", parts: [{ kind: "text", text: "Yes.", raw: {} }], at: null, raw: {} });
    }
    messages.push({
      role: "assistant",
      parts: [{ kind: "call", id, name: "Bash", input, raw: {} }],
      at: null,
      raw: {},
    });
    messages.push({ role: "tool", parts: [{ kind: "result", id, text, failed: false, raw: {} }], at: null, raw: {} });
  }
  return messages;
}

/** What LangChain's and others' trimmers do: from the end, until the tokens are used up. */
function keepLast(messages: readonly Message[], tokens: number): readonly Message[] {
  let left = tokens;
  let from = messages.length;
  for (; from > 0; from -= 1) {
    for (const part of messages[from - 1]!.parts) {
      if (part.kind === "text" || part.kind === "result") left -= estimate(part.text);
      else if (part.kind === "call") left -= estimate(part.input);
    }
    if (left < 0) break;
  }
  return messages.slice(from);
}

function at(values: readonly number[], percentile: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percentile) / 100))]!;
}

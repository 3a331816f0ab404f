/** Pauses: after one that a single entry of the cache outlives, what the kernel takes for kept is what a cache by the published rules still reads. */

import { expect, test } from "vitest";
import type { Message } from "../../src/kernel/codec.js";
import { type KernelState, type Plan, planContext } from "../../src/kernel/kernel.js";
import { estimate, partTokens } from "../../src/kernel/layout.js";
import { pricesOf } from "../../src/kernel/prices.js";
import { openCache } from "../../src/kernel/simulate.js";
import { numbersOf, words } from "./histories.js";

const minute = 60_000;
const fixed = 20_000;

/** A person's turns of four calls of a tool each. */
function sessionOf(next: (below: number) => number, turns: number): readonly Message[] {
  const one = (role: Message["role"], part: Message["parts"][number]): Message => ({
    role,
    parts: [part],
    at: null,
    raw: {},
  });
  return Array.from({ length: turns }, (_, turn) => [
    one("user", { kind: "text", text: words(next, 30), raw: {} }),
    ...Array.from({ length: 4 }, (_, step) => {
      const id = `call_${String(4 * turn + step).padStart(20, "0")}`;
      return [
        one("assistant", { kind: "call", id, name: "Read", input: JSON.stringify({ path: `f${id}` }), raw: {} }),
        one("tool", { kind: "result", id, text: words(next, 100 + next(900)), failed: false, raw: {} }),
      ];
    }).flat(),
    one("assistant", { kind: "text", text: words(next, 40), raw: {} }),
  ]).flat();
}

interface Call {
  readonly plan: Plan;
  readonly read: number;
}

/** What a cache reads of each request, with a pause of eight minutes every so many calls. */
function played(seed: number): readonly Call[] {
  const next = numbersOf(seed);
  const messages = sessionOf(next, 30);
  const cache = openCache();
  const model = {
    id: ["claude-fable-5-2", "claude-opus-5-5", "claude-opus-4-6"][seed % 3]!,
    window: 400_000,
    output: 8_000,
  };
  const calls: Call[] = [];
  let state: KernelState | null = null;
  let now = 1_800_000_000_000;
  for (let end = 1; end < messages.length; end += 1) {
    if (messages[end]!.role !== "assistant") continue;
    now += next(18) === 0 ? 8 * minute : 20_000;
    const how = { model, fixed: { system: fixed, tools: 0 }, prices: pricesOf(model.id), now };
    const plan: Plan = planContext({ ...how, messages: messages.slice(0, end), state });
    state = plan.state;
    const blocks = plan.messages.map(({ role, parts }) =>
      parts.map((part) => ({ key: JSON.stringify([role, { ...part, raw: 0 }]), tokens: partTokens(part, estimate) })),
    );
    const lifetime = plan.lifetime ?? "5m";
    const marks = [-1, ...plan.marks.map(({ message }) => message)].map((at) => ({
      after: 1 + blocks.slice(0, at + 1).flat().length,
      lifetime,
    }));
    const prefix = [{ key: "fixed", tokens: fixed }];
    const sent = cache({
      at: now,
      until: now,
      model: model.id,
      mode: "",
      prefix,
      messages: blocks.flat(),
      marks,
    });
    calls.push({ plan, read: sent.read });
  }
  return calls;
}

const calls = Array.from({ length: 24 }, (_, seed) => played(seed)).flat();
const warm = calls.filter(({ plan }) => plan.receipt.cache.warm);

test("a request that the kernel takes for kept is read from the fixed prefix on, and rewrites count what they lose", () => {
  expect(warm.filter(({ plan }) => plan.receipt.pass !== null).length).toBeGreaterThan(40);
  const wrong = warm.filter(({ plan, read }) => plan.state.sent!.expected >= fixed && read < fixed);
  expect(wrong.map(({ plan }) => [plan.receipt.pass, plan.state.sent])).toEqual([]);
});

test("where the kernel says that a rewrite loses all, it does, unless an entry for an hour of before the last is left, and there are such rewrites", () => {
  const lost = warm.filter(({ plan }) => plan.state.sent!.expected === 0);
  expect(lost.length).toBeGreaterThan(2);
  expect(lost.filter(({ read }) => read >= fixed).length).toBeLessThan(lost.length / 2);
  for (const { plan } of lost) expect(plan.receipt.pass!.cached).toBeGreaterThan(fixed);
});

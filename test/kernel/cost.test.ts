/** Cost: every write has its cause, memory its share, and a policy is held against the simulation of what was recorded. */

import { expect, test } from "vitest";
import { type CostAsked, costOf } from "../../src/kernel/cost.js";
import { estimate } from "../../src/kernel/layout.js";
import { dollarsOf, listPrices, pricesOf } from "../../src/kernel/prices.js";
import { readRecorded } from "../../src/kernel/recorded-session.js";
import {
  asRecorded,
  kernelPolicy,
  type Policy,
  predictedReads,
  replay,
  type Sized,
  sizesOf,
  totalOf,
} from "../../src/kernel/simulate.js";
import { claudeCodeSession, codexSession, piSession } from "../support/recorded-sessions.js";

const asked: CostAsked = {
  table: listPrices,
  as: null,
  isMemory: (text) => text.startsWith("From Pagefile's memory"),
  policy: null,
};

function sized(text: string): Sized {
  const recorded = readRecorded(text);
  const sizes = recorded === null ? null : sizesOf(recorded, estimate);
  if (sizes === null) throw new Error("No session was recognized.");
  return sizes;
}

test("every write has the cause that the file shows", () => {
  const { calls, causes } = costOf(sized(claudeCodeSession()), asked);
  expect(calls.map(({ cause, grown, again }) => [cause, grown, again])).toEqual([
    ["first", 0, 20_003],
    ["growth", 1503, 0],
    ["idle", 103, 21_500],
    ["other", 103, 21_600],
    ["model", 103, 21_700],
    ["compaction", 0, 1003],
  ]);
  expect(causes.map(({ cause }) => cause)).toEqual(["first", "growth", "idle", "compaction", "model", "other"]);
});

test("another way of thinking is a cause of its own", () => {
  expect(costOf(sized(piSession()), asked).calls.map(({ cause }) => cause)).toEqual([
    "first",
    "growth",
    "growth",
    "thinking",
    "compaction",
  ]);
});

test("all that was sent is in one kind and one cause, to the token and the cent", () => {
  for (const text of [claudeCodeSession(), codexSession(), piSession()]) {
    const session = sized(text);
    const { used, causes, dollars, unpriced, calls } = costOf(session, asked);
    expect(unpriced).toEqual([]);
    const fresh = causes.reduce((sum, { tokens }) => sum + tokens, 0);
    expect(fresh).toBe(totalOf(used) - used.read);
    expect(causes.reduce((sum, row) => sum + row.dollars, 0)).toBeCloseTo(dollars.fresh, 10);
    const paid = session.recorded.calls.reduce((sum, call) => sum + dollarsOf(call.used, pricesOf(call.model)!), 0);
    expect(dollars.read + dollars.fresh + dollars.output).toBeCloseTo(paid, 10);
    expect(calls.reduce((sum, call) => sum + (call.dollars ?? 0), 0)).toBeCloseTo(paid - dollars.output, 10);
  }
});

test("an unknown model has tokens and no dollars, unless its calls are priced as another's", () => {
  const session = sized(claudeCodeSession().replaceAll("claude-opus-4-6", "somebody-7"));
  const plain = costOf(session, asked);
  expect(plain.unpriced).toEqual(["somebody-7"]);
  expect(plain.calls[0]?.dollars).toBeNull();
  expect(costOf(session, { ...asked, as: "claude-opus-5.5" })).toMatchObject({ unpriced: [] });
});

test("memory's words are counted once, and as often as they were sent until a summary took their place", () => {
  const { memory } = costOf(sized(claudeCodeSession()), asked);
  expect(memory.blocks).toBe(1);
  expect(memory.sent).toBeCloseTo(5 * memory.tokens, 6);
  expect(memory.dollars).toBeGreaterThan(0);
  expect(costOf(sized(claudeCodeSession()), { ...asked, isMemory: () => false }).memory).toEqual({
    blocks: 0,
    tokens: 0,
    sent: 0,
    dollars: 0,
  });
});

test("calls of memory's tools are memory's, with what came back", () => {
  const { memory } = costOf(sized(claudeCodeSession().replaceAll('"Read"', '"mcp__pagefile__recall"')), asked);
  expect(memory.blocks).toBe(5);
});

test("a replay of what was recorded sends what was recorded, whatever the count says", () => {
  for (const text of [claudeCodeSession(), codexSession(), piSession()]) {
    const session = sized(text);
    const rows = replay(session, asRecorded, "as recorded");
    expect(rows.map(({ sent }) => Math.round(totalOf(sent)))).toEqual(
      session.recorded.calls.map(({ used }) => totalOf(used)),
    );
  }
});

test("a read is told from what was before it alone", () => {
  const session = sized(claudeCodeSession());
  const told = predictedReads(session).map(Math.round);
  expect(told.slice(0, 3)).toEqual([0, 20_003, 0]);
  const { calls, ...rest } = session.recorded;
  const others = calls.map((call, at) =>
    at === calls.length - 1 ? { ...call, used: { ...call.used, read: 1, write5m: 90_000 } } : call,
  );
  const changed = sizesOf({ ...rest, calls: others }, estimate);
  expect(predictedReads(changed!).map(Math.round)).toEqual(told);
});

test("what the file does not show is taken out of the fixed prefix from there on", () => {
  const smaller = claudeCodeSession().replace(
    '"cache_read_input_tokens":0,"cache_creation_input_tokens":21700',
    '"cache_read_input_tokens":0,"cache_creation_input_tokens":14700',
  );
  const { fixed } = sized(smaller.replace('"ephemeral_5m_input_tokens":21700', '"ephemeral_5m_input_tokens":14700'));
  expect(fixed[2]! - fixed[3]!).toBeGreaterThan(6800);
  expect(fixed[4]).toBe(fixed[3]);
});

/** Nothing but the person's words. */
const short: Policy = ({ messages, lifetime }) => ({
  messages: messages.filter(({ role }) => role === "user"),
  lifetime,
});

test("a person's compaction happens under every policy, a harness's own only where the window is full", () => {
  const byPerson = replay(sized(claudeCodeSession()), asRecorded, "when full");
  expect(byPerson.at(-1)?.messages).toHaveLength(2);
  const byHarness = claudeCodeSession().replace('"manual"', '"auto"');
  expect(replay(sized(byHarness), short).at(-1)?.messages).toHaveLength(6);
  expect(replay(sized(byHarness), short, "as recorded").at(-1)?.messages).toHaveLength(2);
});

test("both sides of the comparison are simulated, and the kernel's plans go through", () => {
  const { compared, calls } = costOf(sized(claudeCodeSession()), {
    ...asked,
    policy: (prices) => kernelPolicy(prices),
  });
  expect(compared?.recorded.tokens).toBeCloseTo(
    calls.reduce((sum, call) => sum + call.simulated!.recorded.tokens, 0),
  );
  expect(compared?.policy.tokens).toBeGreaterThan(0);
  const own = costOf(sized(claudeCodeSession()), { ...asked, policy: () => short }).compared!;
  expect(own.policy.conversation).toBeLessThan(own.recorded.conversation);
  expect(own.policy.dollars).toBeLessThan(own.recorded.dollars);
});

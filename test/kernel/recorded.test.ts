/** Recorded: what three harnesses write down becomes messages, calls and compactions, and what was not sent is left out. */

import { expect, test } from "vitest";
import { type RecordedSession, readRecorded, sentAt } from "../../src/kernel/recorded-session.js";
import { claudeCodeSession, codexSession, minute, piSession } from "../support/recorded-sessions.js";

function read(text: string): RecordedSession {
  const recorded = readRecorded(text);
  if (recorded === null) throw new Error("No session was recognized.");
  return recorded;
}

/** Of each message its role and the kinds of its parts. */
function shape(messages: RecordedSession["messages"]): readonly string[] {
  return messages.map(({ role, parts }) => `${role}: ${parts.map(({ kind }) => kind).join(" ")}`);
}

test("Claude Code: lines of one answer are one message, repeated and foreign lines are none", () => {
  const { harness, session, messages, calls } = read(claudeCodeSession());
  expect([harness, session]).toEqual(["claude-code", "5d1c"]);
  expect(shape(messages)).toEqual([
    "user: text",
    "user: text",
    "assistant: thinking call call",
    "tool: result",
    "tool: result",
    "assistant: text",
    "user: text",
    "assistant: text",
    "user: text",
    "assistant: text",
    "user: text",
    "assistant: text",
    "user: text",
    "assistant: text",
  ]);
  expect(calls.map((call) => call.messages)).toEqual([2, 5, 7, 9, 11, 13]);
});

test("Claude Code: a call has its times, its model and what it used", () => {
  const [first] = read(claudeCodeSession()).calls;
  expect(first).toEqual({
    at: Date.parse(minute(0)),
    until: Date.parse(minute(0.3)),
    model: "claude-opus-4-6",
    messages: 2,
    compactions: 0,
    mode: "",
    used: { input: 3, read: 0, write5m: 20_000, write1h: 0, output: 50 },
  });
});

test("Claude Code: after a compaction the summary stands for what was before", () => {
  const recorded = read(claudeCodeSession());
  expect(recorded.compactions.map(({ keptFrom, isAsked }) => [keptFrom, isAsked])).toEqual([[12, true]]);
  const sent = sentAt(recorded, recorded.calls.at(-1)!);
  expect(sent.map(({ parts }) => parts[0])).toMatchObject([
    { text: "Six people go to Lisbon in February." },
    { text: "Book it." },
  ]);
});

test.each(["older", "newer"] as const)("Codex, %s: a call is told behind its answer, and once", (version) => {
  const { harness, session, messages, calls, compactions } = read(codexSession(version));
  expect([harness, session]).toEqual(["codex", "01f0"]);
  expect(shape(messages)).toEqual([
    "system: text",
    "user: text",
    "assistant: thinking",
    "assistant: call",
    "tool: result",
    "assistant: text",
    "user: text",
    "assistant: text",
  ]);
  expect(calls.map((call) => [call.messages, call.compactions, call.model])).toEqual([
    [2, 0, "gpt-5.6-terra"],
    [5, 0, "gpt-5.6-terra"],
    [7, 1, "gpt-5.6-terra"],
  ]);
  expect(calls.map(({ used }) => used)).toEqual([
    { input: 40, read: 0, write5m: 8960, write1h: 0, output: 100 },
    { input: 190, read: 8960, write5m: 0, write1h: 0, output: 50 },
    { input: 200, read: 9300, write5m: 0, write1h: 0, output: 50 },
  ]);
  expect(compactions).toMatchObject([{ keptFrom: 6, isAsked: false }]);
});

test("pi: an answer that was broken off was paid for and is not sent again; thinking and kept messages are told", () => {
  const recorded = read(piSession());
  const { harness, session, messages, calls, compactions } = recorded;
  expect([harness, session]).toEqual(["pi", "p1"]);
  expect(shape(messages)).toEqual([
    "user: text",
    "assistant: call",
    "tool: result",
    "assistant: text",
    "user: text",
    "user: text",
    "assistant: text",
    "user: text",
    "assistant: text",
  ]);
  expect(calls.map((call) => [call.messages, call.mode])).toEqual([
    [1, ""],
    [3, ""],
    [5, ""],
    [6, "high"],
    [8, "high"],
  ]);
  expect(compactions).toMatchObject([{ keptFrom: 5, messages: 7 }]);
  expect(sentAt(recorded, calls.at(-1)!)).toHaveLength(4);
});

test.each(["", "no JSON", '{"type":"summary"}', "[1]\n2\nnull", '{"type":"session"}'])(
  "what is no session of a harness, or says nothing, never throws: %j",
  (text) => {
    expect(readRecorded(text)?.calls ?? []).toEqual([]);
  },
);

test.each([claudeCodeSession(), codexSession(), piSession()])("a line cut in the middle costs no other", (text) => {
  const whole = read(text);
  const cut = read(`${text}{"type":"assi`);
  expect(cut).toEqual(whole);
});

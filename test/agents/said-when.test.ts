/** Said when: an event of a transcript begins and ends when its first and last words were written, where the harness tells. */

import { expect, test } from "vitest";
import { captureDraft, saidIn, type UserLine } from "../../src/agents/capture.js";
import { claudeCode, codex } from "../../src/agents/codec.js";
import { pi } from "../../src/agents/pi/session.js";
import type { Instant } from "../../src/base/ids.js";

const timestamp = "2026-11-20T14:05:09.123Z";
const written = "2026-11-20T14:05:09Z";
const user = { role: "user", content: "Trains only." };
const item = { type: "UserMessage", content: [{ type: "text", text: "Trains only." }] };

test.each([
  ["Claude Code", claudeCode, { type: "user", message: user }],
  ["Codex", codex, { type: "event_msg", payload: { type: "item_completed", item } }],
  ["pi", pi, { type: "message", message: user }],
] as const)("%s tells it in each line", (_name, tongue, line) => {
  const said = (more: object) => saidIn(tongue, [JSON.stringify({ ...line, ...more })], 7);
  expect(said({ timestamp })).toEqual([{ text: "Trains only.", line: 7, at: written }]);
  expect(said({})).toEqual([{ text: "Trains only.", line: 7, at: null }]);
  expect(said({ timestamp: 5 })).toEqual([{ text: "Trains only.", line: 7, at: null }]);
  expect(said({ timestamp: "yesterday" })).toEqual([{ text: "Trains only.", line: 7, at: null }]);
});

const at = (...times: readonly (string | null)[]): readonly UserLine[] =>
  times.map((time, i) => ({ text: `Word ${i}.`, line: 3 * i + 2, at: time as Instant | null }));

test.each<[name: string, said: readonly UserLine[], start: string, end: string]>([
  [
    "both told",
    at("2026-11-20T14:05:00Z", null, "2026-11-20T15:00:00Z"),
    "2026-11-20T14:05:00Z",
    "2026-11-20T15:00:00Z",
  ],
  ["one alone", at("2026-11-20T14:05:00Z"), "2026-11-20T14:05:00Z", "2026-11-20T14:05:00Z"],
  ["the first not told", at(null, "2026-11-20T15:00:00Z"), "L2", "L5"],
  ["the last not told", at("2026-11-20T15:00:00Z", null), "L2", "L5"],
  ["a clock that went back", at("2026-11-20T15:00:00Z", "2026-11-20T14:00:00Z"), "L2", "L5"],
])("%s", (_name, said, start, end) => {
  const who = { session: "s-one", actor: "agent:a" };
  const { fields } = captureDraft(said, who);
  expect(fields).toMatchObject({ start, end, span: expect.stringMatching(/#L2-L\d+$/) });
});

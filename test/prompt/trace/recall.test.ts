/** Recall record: named by what it says, read back as it was written, and refused in part. */

import { expect, test } from "vitest";
import type { Instant, PageId, PagePath } from "../../../src/base/ids.js";
import { stableJson } from "../../../src/base/json.js";
import { parseRecord } from "../../../src/prompt/trace/log.js";
import { explainRecall, recallRecordOf } from "../../../src/prompt/trace/trace.js";

const told = {
  at: "2026-11-21T08:00:00Z" as Instant,
  session: "7f3a",
  audience: "owner",
  query: "Zanzibar ferry",
  status: "ok",
  reason: "1 page found, in the archive.",
  plan: { intent: "lookup", kinds: ["semantic"], days: "2026-11-01..", tier: null, pages: 10, tokens: 2000 },
  confidence: { overall: 0.91, relevance: 1 },
  escalated: { says: "Nothing at hand speaks of it.", fetched: ["zanzibar" as PageId], restored: [] },
  degraded: [{ what: "search of store main", says: "The index is locked." }],
  pages: [
    {
      id: "zanzibar" as PageId,
      path: "archive/2025/zanzibar.md" as PagePath,
      tier: "cold",
      score: 0.97,
      tokens: 61,
      says: "“ferry” in body.",
    },
  ],
  left: [{ id: "copy" as PageId, reason: "same" }],
  tokens: 80,
} as const;

test("the same recall has the same id at another time, and another has another", () => {
  const record = recallRecordOf(told);
  expect(recallRecordOf({ ...told, at: "2026-11-22T08:00:00Z" as Instant }).trace).toBe(record.trace);
  expect(recallRecordOf({ ...told, query: "ferry" }).trace).not.toBe(record.trace);
});

test("what was logged is read back, and a record with a part that is none is not", () => {
  const record = recallRecordOf(told);
  expect(parseRecord(stableJson(record))).toEqual(record);
  expect(parseRecord(stableJson({ ...record, plan: null, escalated: null }))).not.toBeNull();
  for (const key of [
    "trace",
    "status",
    "reason",
    "query",
    "audience",
    "confidence",
    "pages",
    "left",
    "degraded",
    "tokens",
  ])
    expect(parseRecord(stableJson({ ...record, [key]: 7.5 })), key).toBeNull();
  for (const [key, value] of [
    ["plan", {}],
    ["escalated", {}],
    ["session", 7],
    ["pages", [{}]],
    ["confidence", { overall: "x" }],
  ] as const)
    expect(parseRecord(stableJson({ ...record, [key]: value })), key).toBeNull();
});

test("a person reads all of it", () => {
  const text = explainRecall(recallRecordOf(told));
  for (const part of [
    "Zanzibar ferry",
    "session 7f3a",
    "days 2026-11-01..",
    "relevance 1.00",
    "Archive: Nothing at hand",
    "The index is locked",
    "zanzibar: 0.970, cold, 61 tokens; “ferry” in body.",
    "copy: it says what another page says.",
  ])
    expect(text).toContain(part);
});

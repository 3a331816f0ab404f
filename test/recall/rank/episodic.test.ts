/** Episodic: when an event of a log began and ended. */

import { expect, test } from "vitest";
import { eventOf } from "../../../src/recall/confidence.js";

const path = "memory/2026-01-26.md";
const event = (heading: string, more: Partial<Parameters<typeof eventOf>[0]> = {}) =>
  eventOf({ path, heading, fields: {}, ...more });

test.each([
  ["10:30 AM - API Discussion", "2026-01-26T10:30:00Z", "2026-01-26T10:30:00Z"],
  ["2:15 PM - Deployment", "2026-01-26T14:15:00Z", "2026-01-26T14:15:00Z"],
  ["12:05 am, awake", "2026-01-26T00:05:00Z", "2026-01-26T00:05:00Z"],
  ["14:00–15:30 Review", "2026-01-26T14:00:00Z", "2026-01-26T15:30:00Z"],
  ["09.15 - 09.45 Standup", "2026-01-26T09:15:00Z", "2026-01-26T09:45:00Z"],
  ["15:30 - 14:00 backwards", "2026-01-26T15:30:00Z", "2026-01-26T15:30:00Z"],
  ["25:99 no clock", "2026-01-26T00:00:00Z", "2026-01-26T23:59:00Z"],
  ["Morning", "2026-01-26T00:00:00Z", "2026-01-26T23:59:00Z"],
])("%s", (heading, start, end) => {
  expect(event(heading)).toMatchObject({ start, end });
});

test("a log with a topic behind its day has a day; any other page has none unless its fields say one", () => {
  expect(event("x", { path: "memory/2026-01-26-flights.md" }).start).toBe("2026-01-26T00:00:00Z");
  expect(event("10:30 x", { path: "memory/notes.md" })).toMatchObject({ start: null, end: null });
  expect(event("x", { fields: { start: "2026-01-01", end: "2026-01-31" } })).toMatchObject({
    start: "2026-01-01T00:00:00Z",
    end: "2026-01-31T23:59:00Z",
  });
  const fields = { start: "2026-01-26T08:00:00+01:00", end: "2026-01-26T09:00:00Z" };
  expect(event("10:30 x", { fields })).toMatchObject({
    start: "2026-01-26T07:00:00Z",
    end: "2026-01-26T09:00:00Z",
  });
});

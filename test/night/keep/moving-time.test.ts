/** Moving time: what a phrase means is settled by the day it was said on, or that day stands beside it. */

import { describe, expect, test } from "vitest";
import { curate } from "../../../src/night/keep/curate.js";
import { bare, fixedTime, groundsDay, printStatement } from "../../../src/night/keep/promote.js";

/** A Friday. */
const day = "2026-11-20";

describe("a phrase with dates of its own", () => {
  test.each([
    ["The demo is the day after tomorrow.", "The demo is on 2026-11-22."],
    ["The plumber comes tomorrow morning.", "The plumber comes on 2026-11-21."],
    ["Tomorrow is a holiday.", "2026-11-21 is a holiday."],
    ["Tomorrow's budget is 300.", "2026-11-21's budget is 300."],
    ["The move waits until tomorrow.", "The move waits until 2026-11-21."],
    ["Three days ago the backup failed.", "On 2026-11-17 the backup failed."],
    ["Between yesterday and today it failed.", "Between 2026-11-19 and 2026-11-20 it failed."],
  ])("%s", (said, fixed) => {
    expect(fixedTime(said, day)?.replace(/^on/, "On")).toBe(fixed);
  });
});

describe("a phrase that nobody can put a date to keeps its day", () => {
  test.each([
    ["The visa comes soon.", "The visa comes soon (as of 2026-11-20)."],
    ["The call is next Tuesday at ten.", "The call is next Tuesday (as of 2026-11-20) at ten."],
    ["The parcel comes in two weeks.", "The parcel comes in two weeks (as of 2026-11-20)."],
    ["The offsite is next month.", "The offsite is next month (as of 2026-11-20)."],
    ["Ada hiked last weekend.", "Ada hiked last weekend (as of 2026-11-20)."],
    ["Ada signed the lease last Tuesday.", "Ada signed the lease last Tuesday (as of 2026-11-20)."],
    ["The release is on Thursday.", "The release is on Thursday (as of 2026-11-20)."],
    ["The plumber comes on Friday.", "The plumber comes on Friday (as of 2026-11-20)."],
    [
      "Ada will call on Monday, and Carl next month at nine.",
      "Ada will call on Monday, and Carl next month (as of 2026-11-20) at nine.",
    ],
    ["The dog was adopted two years ago.", "The dog was adopted two years ago (as of 2026-11-20)."],
  ])("%s", (said, fixed) => {
    expect(fixedTime(said, day)).toBe(fixed);
    expect(bare(`- ${fixed}`)).toBe(said);
  });
});

test.each([
  "Ada prefers the last seat in a row.",
  "The next step is the index.",
  "This decision stands, and each year has one.",
  "Run `git log --since yesterday` first.",
  "The office closes at 18:00.",
  "Queue it as soon as the plan is there.",
  "From now on, all releases go out on Thursday.",
  "Releases no longer go out on Thursday, but on Monday.",
  "Backups run on Sunday.",
  "Ada works from home on Friday.",
  "The office is closed on Sunday.",
  "Maria prefers short answers on Wednesday.",
  "Do not deploy on Friday.",
])("%s says nothing of a time that moves", (said) => {
  expect(fixedTime(said, day)).toBe(said);
  expect(fixedTime(said, null)).toBe(said);
});

test("where nobody knows the day, the entry is left where it is, and said why", () => {
  const log = (at: string | null) => ({
    path: "memory/a.md",
    day: at,
    text: "- The offsite is tomorrow. [human]\n",
  });
  const from = (at: string | null) =>
    curate({ logs: [log(at)], kept: [], processed: new Set(), day: "2026-11-21", originOf: () => "agent" });
  expect(from(day).singles).toMatchObject([{ text: "The offsite is on 2026-11-21." }]);
  expect(from(null)).toMatchObject({ singles: [], held: [{ reason: "moving_time" }] });
});

test("the day of what was said once stands behind it, and nowhere else", () => {
  const said = { text: "The release is on Thursday (as of 2026-11-20).", tags: ["human"] };
  const once = printStatement(said, { confidence: null, days: [day] });
  expect(once).toBe("- The release is on Thursday. [human] (2026-11-20)");
  expect(groundsDay(once)).toBe(day);
  const twice = printStatement(said, { confidence: 0.75, days: ["2026-11-18", day] });
  expect(twice).toContain("Thursday (as of 2026-11-20)");
  expect(groundsDay(twice)).toBe(day);
  expect(groundsDay("- The release is on Thursday.")).toBeNull();
});

test("the same phrase on two days is two facts, unless it means the same", () => {
  const logs = (text: string) => [
    { path: "memory/a.md", day: "2026-11-19", text },
    { path: "memory/b.md", day: "2026-11-20", text },
  ];
  const from = (text: string) =>
    curate({ logs: logs(text), kept: [], processed: new Set(), day: "2026-11-21", originOf: () => "agent" });
  expect(from("- The plumber comes tomorrow at nine. [human]\n").singles).toHaveLength(2);
  expect(from("- The plumber comes next month at nine. [human]\n").merged).toHaveLength(1);
});

test("a model that words it by such a phrase again is refused", () => {
  const logs = [{ path: "memory/a.md", day, text: "- The offsite in Lisbon is tomorrow. [human]\n" }];
  const input = { logs, kept: [], processed: new Set<string>(), day: "2026-11-21", originOf: () => "agent" as const };
  const name = curate(input).shown().entries[0]!.name;
  const told = (text: string) => curate({ ...input, proposals: [{ text, evidence: [name] }] });
  expect(told("The offsite in Lisbon is tomorrow.").refused).toMatchObject([{ reason: "moving_time" }]);
  expect(told("The Lisbon offsite is on 2026-11-21.").singles).toMatchObject([{ proposed: true }]);
});

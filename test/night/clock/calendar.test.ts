/** Calendar and its ledger: exactly one run a period, whatever the clock on the wall, the zone and the processes do. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, type Instant, type Zone } from "../../../src/base/ids.js";
import {
  doneRuns,
  dueAt,
  dueByTimer,
  type LedgerRow,
  openRun,
  type Period,
  parseRow,
  periodAt,
  printRow,
  type RunRow,
  runFor,
  viewLedger,
} from "../../../src/night/clock/calendar.js";
import { nextNight, parseHour, printHour } from "../../../src/night/clock/lease.js";

import { draws } from "../../support/draws.js";
import { openZone } from "../../support/zones.js";

const zones: readonly Zone[] = [
  "UTC",
  "America/New_York",
  "Europe/Lisbon",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "Asia/Kathmandu",
  "America/St_Johns",
].map((name) => openZone(name));

const minuteMs = 60_000;
const iso = (ms: number): Instant => `${new Date(ms).toISOString().slice(0, 19)}Z` as Instant;
const anyZone = fc.integer({ min: 0, max: zones.length - 1 }).map((i) => zones[i]!);
const anyHour = fc.integer({ min: 0, max: 1439 });
/** Around changes of clocks, and the day that Apia left out. */
const anyStart = fc
  .oneof(
    fc.constantFrom("2026-03-08", "2026-11-01", "2026-03-29", "2026-10-25", "2026-04-05", "2026-10-04", "2011-12-29"),
    fc.constantFrom("2024-02-28", "2025-12-31", "2026-06-15"),
  )
  .chain((day) => fc.integer({ min: -1440, max: 1440 }).map((minutes) => Date.parse(day) + minutes * minuteMs));

const run = (period: string, at: string, more: Partial<RunRow> = {}): RunRow => ({
  kind: "run",
  state: "done",
  period: period as Period,
  from: period as Period,
  at: at as Instant,
  token: 1,
  by: "daemon",
  forced: false,
  commits: [],
  says: "",
  ...more,
});

type Step =
  | { readonly kind: "wait" | "back" | "ahead"; readonly minutes: number }
  | { readonly kind: "zone"; readonly zone: Zone }
  | { readonly kind: "end"; readonly how: "done" | "died" | "failed" };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant("wait" as const), minutes: fc.integer({ min: 1, max: 400 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("wait" as const), minutes: fc.integer({ min: 1440, max: 9000 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("back" as const), minutes: fc.integer({ min: 1, max: 4500 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("ahead" as const), minutes: fc.integer({ min: 5000, max: 600_000 }) }),
  },
  { weight: 1, arbitrary: anyZone.map((zone) => ({ kind: "zone" as const, zone })) },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom("done" as const, "died" as const, "failed" as const)
      .map((how) => ({ kind: "end" as const, how })),
  },
);

describe("a period", () => {
  test("is the local day whose hour came last", () => {
    const newYork = zones[1]!;
    const at = (instant: string): string => periodAt(newYork(instant as Instant), 150);
    expect(at("2026-03-08T06:59:00Z")).toBe("2026-03-07");
    // 02:30 is left out that day: it has come when the clocks show 03:00.
    expect(at("2026-03-08T07:00:00Z")).toBe("2026-03-08");
    expect(nextNight("2026-03-08T05:00:00Z" as Instant, 150, newYork)).toBe("2026-03-08T07:00:00Z");
    // 01:30 comes twice that day: the first one counts.
    expect(nextNight("2026-11-01T04:00:00Z" as Instant, 90, newYork)).toBe("2026-11-01T05:30:00Z");
    expect([parseHour("03:30"), parseHour("3:05"), parseHour("24:00"), parseHour("03:60"), printHour(185)]).toEqual([
      210,
      185,
      null,
      null,
      "03:05",
    ]);
  });

  test("the next one begins in the first minute that belongs to it", () => {
    fc.assert(
      fc.property(anyStart, anyZone, anyHour, (start, zone, hour) => {
        const now = iso(start);
        const next = nextNight(now, hour, zone);
        const present = periodAt(zone(now), hour);
        expect(periodAt(zone(next), hour) > present).toBe(true);
        for (let ms = Date.parse(next) - minuteMs; ms > start; ms -= 20 * minuteMs) {
          expect(periodAt(zone(iso(ms)), hour) <= present).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe("the ledger", () => {
  test("gives each period one run, whatever clocks, zones and processes do", () => {
    fc.assert(
      fc.property(anyStart, anyZone, anyHour, fc.array(anyStep, { maxLength: 60 }), (start, first, hour, steps) => {
        const rows: LedgerRow[] = [{ kind: "hour", at: iso(start), hour, timer: "daemon", on: true }];
        let [now, zone, how, token] = [start, first, "done" as "done" | "died" | "failed", 1];
        for (const step of steps) {
          if (step.kind === "zone") zone = step.zone;
          else if (step.kind === "end") how = step.how;
          else now += (step.kind === "back" ? -1 : 1) * step.minutes * minuteMs;
          const view = viewLedger(rows);
          const due = dueByTimer(view, iso(now), zone);
          if (due === null) continue;
          rows.push(run(due.period, iso(now), { ...due, state: "began", token }));
          if (how === "died") token += 1;
          else rows.push(run(due.period, iso(now), { ...due, state: how, token }));
          if (how === "done") expect(dueAt(viewLedger(rows), iso(now), zone)).toBeNull();
        }
        const done = doneRuns(viewLedger(rows)).map(({ period }) => period);
        expect(new Set(done).size).toBe(done.length);
      }),
      { numRuns: draws(150) },
    );
  });

  test("leaves no period out while the clock goes forward, whenever somebody looks", () => {
    fc.assert(
      fc.property(
        anyStart,
        anyZone,
        anyHour,
        fc.array(fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1440, max: 7000 })), { maxLength: 60 }),
        (start, zone, hour, waits) => {
          const rows: LedgerRow[] = [{ kind: "hour", at: iso(start), hour, timer: "systemd", on: true }];
          // Told apart without `periodAt`: local days of which a minute at or after the hour was seen.
          const seen = new Set<string>();
          const { day, minute } = zone(iso(start));
          const before = minute >= hour ? day : addDays(day, -1);
          let now = start;
          for (const minutes of waits) {
            now += minutes * minuteMs;
            const local = zone(iso(now));
            const of = local.minute >= hour ? local.day : addDays(local.day, -1);
            if (of > before) seen.add(of);
            const due = dueByTimer(viewLedger(rows), iso(now), zone);
            if (due !== null) rows.push(run(due.period, iso(now), due));
          }
          const done = doneRuns(viewLedger(rows));
          expect(done.map(({ period }) => period as string)).toEqual([...seen].sort());
          for (const [i, { from }] of done.entries()) {
            if (i > 0) expect(from).toBe(addDays(done[i - 1]!.period, 1));
          }
        },
      ),
      { numRuns: draws(150) },
    );
  });

  test("a run by a clock that was years ahead takes no other night along", () => {
    const view = viewLedger([run("2026-11-19", "2026-11-19T03:00:00Z"), run("2099-01-01", "2099-01-01T03:00:00Z")]);
    const utc = zones[0]!;
    expect(dueAt(view, "2026-11-21T04:00:00Z" as Instant, utc)).toEqual({ period: "2026-11-21", from: "2026-11-20" });
    expect(runFor(view, "2099-01-01" as Period, "2026-11-21T04:00:00Z" as Instant)?.period).toBe("2099-01-01");
  });

  test("what a former holder writes after a later one does not count", () => {
    const late = run("2026-11-21", "2026-11-21T03:00:09Z", { token: 4 });
    const view = viewLedger([run("2026-11-21", "2026-11-21T03:00:00Z", { token: 5, state: "began" }), late]);
    expect(doneRuns(view)).toEqual([]);
    expect(view.token).toBe(5);
    expect(openRun(view)?.period).toBe("2026-11-21");
  });

  test("waits longer after each failure, but for a clock that went back", () => {
    const failed = (at: string): RunRow => run("2026-11-21", at, { state: "failed" });
    const rows = [failed("2026-11-21T03:00:00Z"), failed("2026-11-21T03:06:00Z")];
    const due = (at: string): string | null => dueByTimer(viewLedger(rows), at as Instant, zones[0]!)?.period ?? null;
    expect([due("2026-11-21T03:15:59Z"), due("2026-11-21T03:16:00Z")]).toEqual([null, "2026-11-21"]);
    expect(due("2026-11-21T03:05:00Z")).toBe("2026-11-21");
    expect(dueAt(viewLedger(rows), "2026-11-21T03:07:00Z" as Instant, zones[0]!)?.period).toBe("2026-11-21");
  });

  test("a timer leaves out the night before it was asked for; a person does not", () => {
    const view = viewLedger([
      { kind: "hour", at: "2026-11-21T15:00:00Z" as Instant, hour: 180, timer: "crontab", on: true },
    ]);
    const due = (at: string): string | null => dueByTimer(view, at as Instant, zones[0]!)?.period ?? null;
    expect([due("2026-11-21T16:00:00Z"), due("2026-11-22T03:00:00Z")]).toEqual([null, "2026-11-22"]);
    expect(dueAt(view, "2026-11-21T16:00:00Z" as Instant, zones[0]!)?.period).toBe("2026-11-21");
    expect(view.timers).toEqual(["crontab"]);
  });

  test("its lines are read back, and what is no row is none", () => {
    const rows: LedgerRow[] = [
      run("2026-11-21", "2026-11-21T03:00:00Z", { says: "a\nb", commits: ["ab"] }),
      { kind: "hour", at: "2026-11-21T15:00:00Z" as Instant, hour: 180, timer: "launchd", on: false },
    ];
    for (const row of rows) expect(parseRow(printRow(row))).toEqual(row);
    const line = printRow(rows[0]!);
    for (const wrong of [
      "",
      "{",
      "null",
      "[]",
      line.slice(0, 40),
      line.replace('"done"', '"did"'),
      line.replace("2026-11-21", "x"),
    ]) {
      expect(parseRow(wrong)).toBeNull();
    }
  });
});

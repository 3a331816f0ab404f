/** Schedule: timers go in once and come out again, and a crontab is given back to the byte. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { Instant } from "../../../src/base/ids.js";
import { ok } from "../../../src/base/result.js";
import type { LedgerRow } from "../../../src/night/clock/calendar.js";
import {
  installSchedule,
  type ScheduleAnswer,
  type ScheduleTools,
  scheduleStatus,
  type TimerKind,
  type TimerTemplates,
  type TimerWords,
  uninstallSchedule,
} from "../../../src/night/clock/schedule.js";
import type { TimerHost } from "../../../src/night/clock/scheduler.js";
import { openZone } from "../../support/zones.js";

const source = fileURLToPath(new URL("../../../cron", import.meta.url));
const names = ["pagefile.service", "pagefile.timer", "pagefile.plist", "crontab"] as const;
const templates = Object.fromEntries(
  names.map((name) => [name, readFileSync(join(source, name), "utf8")]),
) as TimerTemplates;

const words = (more: Partial<TimerWords> = {}): TimerWords => ({
  node: "/usr/bin/node",
  program: "/opt/pagefile/dist/pagefile.cjs",
  path: "/usr/bin:/bin",
  root: "/people/ada/memory",
  name: "trip-desk",
  label: "pagefile-night-0a1b2c3d",
  hour: "03:05",
  ...more,
});

/** A user's files and crontab in memory; `systemctl` answers with `manager`. */
function machine(
  crontab: string | null,
  manager: number | null,
): ScheduleTools & {
  readonly files: Map<string, string>;
  readonly tab: () => string | null;
  readonly ran: string[];
} {
  const files = new Map<string, string>();
  const rows: LedgerRow[] = [];
  const ran: string[] = [];
  let tab = crontab;
  const host: TimerHost = {
    read: (path) => ok(files.get(path) ?? null),
    write: (path, text) => ok(void files.set(path, text)),
    remove: (path) => ok(void files.delete(path)),
    readLink: (path) => ok(files.get(path) ?? null),
    link: (path, target) => ok(void files.set(path, target)),
    readCrontab: async () => ok(tab),
    async writeCrontab(text) {
      tab = text;
      return ok(undefined);
    },
    has: (program) => program === "crontab",
    async run(program, args) {
      ran.push([program, ...args].join(" "));
      return { code: program === "systemctl" ? manager : null, says: "" };
    },
  };
  const { hour: _, ...place } = words();
  return {
    host,
    system: "linux",
    clock: { now: () => "2026-11-21T09:00:00Z" as Instant },
    zone: openZone("UTC"),
    leases: { take: () => Promise.reject(new Error("not asked for")), look: () => ok(null) },
    ledger: { read: () => ok({ rows, damaged: 0 }), append: (row) => ok(void rows.push(row)) },
    place: { ...place, home: "/people/ada", config: "/people/ada/.config", uid: 1000, templates },
    files,
    tab: () => tab,
    ran,
  };
}

const asked = (
  kind: TimerKind | null,
  more: { readonly hour?: number; readonly dryRun?: boolean } = {},
): Parameters<typeof installSchedule>[1] => ({
  kind,
  hour: more.hour ?? null,
  dryRun: more.dryRun ?? false,
});

function value<T>(
  outcome:
    | { readonly ok: true; readonly value: T }
    | { readonly ok: false; readonly error: { readonly says: string } },
): T {
  if (!outcome.ok) throw new Error(outcome.error.says);
  return outcome.value;
}

const did = ({ timers }: ScheduleAnswer): readonly unknown[] =>
  timers.map(({ timer, was, is, parts }) => [timer, was, is, parts.map((part) => part.did)]);

test("Windows has no timer that is put in: nothing is written, and what to do instead is said", async () => {
  const tools = machine(null, null);
  for (const kind of [null, "systemd", "crontab"] as const) {
    const refused = await installSchedule({ ...tools, system: "win32" }, asked(kind));
    expect(refused).toMatchObject({ ok: false, error: { says: expect.stringContaining("Windows") } });
    expect(refused).toMatchObject({ error: { hint: expect.stringContaining("nightly --due") } });
  }
  expect(tools.files.size).toBe(0);
});

describe("a timer", () => {
  test("in a crontab goes in once and comes out to the byte, whatever else is in it", async () => {
    const others =
      "# >>> pagefile-night-ffffffff (added) >>> another\n0 1 * * * x\n# <<< pagefile-night-ffffffff <<<\n";
    for (const before of [
      null,
      "",
      "\n",
      "MAILTO=ada\n0 5 * * * echo 100\\% caf\u00c3\u00a9",
      "* * * * * true\n",
      others,
    ]) {
      const tools = machine(before, null);
      expect(did(value(await installSchedule(tools, asked(null, { hour: 185, dryRun: true }))))).toEqual([
        ["crontab", "absent", "absent", ["written"]],
      ]);
      expect(tools.tab()).toBe(before);
      expect(did(value(await installSchedule(tools, asked(null, { hour: 185 }))))).toEqual([
        ["crontab", "absent", "current", ["written"]],
      ]);
      const first = tools.tab();
      expect(first?.startsWith(before ?? "")).toBe(true);
      expect(did(value(await installSchedule(tools, asked(null))))).toEqual([
        ["crontab", "current", "current", ["nothing"]],
      ]);
      expect(tools.tab()).toBe(first);
      value(await installSchedule(tools, asked("crontab", { hour: 240 })));
      expect(tools.tab()).toBe(first?.replace("\n5 * * * *", "\n0 * * * *").replace("--at 03:05", "--at 04:00"));
      const status = value(await scheduleStatus(tools, asked(null)));
      expect([status.hour, status.nights.timers, status.nights.next]).toEqual([
        "04:00",
        ["crontab"],
        "2026-11-22T04:00:00Z",
      ]);
      expect(did(value(await uninstallSchedule(tools, asked(null))))).toEqual([
        ["crontab", "current", "absent", [before === null ? "removed" : "written"]],
      ]);
      expect(tools.tab()).toBe(before);
      expect(value(await scheduleStatus(tools, asked(null))).nights.next).toBeNull();
      expect(did(value(await uninstallSchedule(tools, asked(null))))).toEqual([]);
    }
  });

  test("of systemd is what fits where its manager answers; its files come and go together", async () => {
    const tools = machine("x\n", 0);
    expect(did(value(await installSchedule(tools, asked(null, { hour: 185 }))))).toEqual([
      ["systemd", "absent", "current", ["written", "written", "written"]],
    ]);
    const user = "/people/ada/.config/systemd/user";
    expect([...tools.files.keys()]).toEqual([
      `${user}/pagefile-night-0a1b2c3d.service`,
      `${user}/pagefile-night-0a1b2c3d.timer`,
      `${user}/timers.target.wants/pagefile-night-0a1b2c3d.timer`,
    ]);
    expect(tools.ran).toContain("systemctl --user restart pagefile-night-0a1b2c3d.timer");
    tools.files.set(
      `${user}/pagefile-night-0a1b2c3d.timer`,
      `${tools.files.get(`${user}/pagefile-night-0a1b2c3d.timer`)}# by hand\n`,
    );
    expect(value(await scheduleStatus(tools, asked(null))).timers).toMatchObject([
      { timer: "systemd", is: "outdated", running: true },
    ]);
    value(await uninstallSchedule(tools, asked(null)));
    expect([...tools.files.keys()]).toEqual([]);
    expect(tools.ran).toContain("systemctl --user stop pagefile-night-0a1b2c3d.timer");
    expect(tools.tab()).toBe("x\n");
  });

  test("never takes the place of somebody else's file", async () => {
    const tools = machine(null, 0);
    const path = "/people/ada/Library/LaunchAgents/pagefile-night-0a1b2c3d.plist";
    tools.files.set(path, "mine");
    const refused = await installSchedule(tools, asked("launchd"));
    expect(refused).toMatchObject({ ok: false, error: { code: "denied" } });
    tools.files.delete(path);
    value(await installSchedule(tools, asked("launchd")));
    expect(tools.ran).toContain(`launchctl bootstrap gui/1000 ${path}`);
    value(await uninstallSchedule(tools, asked("launchd")));
    expect(tools.files.size).toBe(0);
  });
});

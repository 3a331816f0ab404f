/** Schedule: puts a timer for nights into the system, takes it out to the byte, and says what is there and when nights run. */

import type { Outcome } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import { viewLedger } from "./calendar--calendar-ledger.js";
import { printHour } from "./run--calendar-hour.js";
import { nightsStatus } from "./run--daemon-status.js";
import type { ScheduleAnswer, ScheduleAsked, ScheduleTools, TimerRow } from "./schedule--schedule-answers.js";
import { planTimer, type TimerKind, type TimerPlace, type TimerPlan, timerKinds } from "./schedule--schedule-plan.js";
import type { TimerHost } from "./scheduler-process--scheduler.js";

export async function installSchedule(tools: ScheduleTools, asked: ScheduleAsked): Promise<Outcome<ScheduleAnswer>> {
  const hour = hourFor(tools, asked);
  if (!hour.ok) return hour;
  const kind = asked.kind ?? (await fitting(tools));
  if (kind === null) return err(noTimer);
  if (kind === "crontab" && !tools.host.has("crontab")) return err(noCrontab);
  const plan = await planTimer(kind, placeAt(tools, hour.value), tools.host);
  if (!plan.ok) return plan;
  const row = await change(tools, plan.value, asked.dryRun ? "plan_install" : "install");
  if (!row.ok) return row;
  if (!asked.dryRun) {
    const kept = remember(tools, kind, { hour: hour.value, on: true });
    if (!kept.ok) return kept;
  }
  return answer(tools, asked, { hour: hour.value, timers: [row.value] });
}

export async function uninstallSchedule(
  tools: ScheduleTools,
  asked: ScheduleAsked,
): Promise<Outcome<ScheduleAnswer>> {
  const hour = hourFor(tools, asked);
  if (!hour.ok) return hour;
  const timers: TimerRow[] = [];
  for (const kind of asked.kind === null ? timerKinds : [asked.kind]) {
    const plan = await planTimer(kind, placeAt(tools, hour.value), tools.host);
    if (!plan.ok) return plan;
    if (stateOf(plan.value) === "absent" && asked.kind === null) continue;
    const row = await change(tools, plan.value, asked.dryRun ? "plan_uninstall" : "uninstall");
    if (!row.ok) return row;
    timers.push(row.value);
    const kept = asked.dryRun ? ok(undefined) : remember(tools, kind, { hour: hour.value, on: false });
    if (!kept.ok) return kept;
  }
  return answer(tools, asked, { hour: hour.value, timers });
}

/** Timers that are there, each with whether it is what an install would write now. */
export async function scheduleStatus(tools: ScheduleTools, asked: ScheduleAsked): Promise<Outcome<ScheduleAnswer>> {
  const hour = hourFor(tools, asked);
  if (!hour.ok) return hour;
  const timers: TimerRow[] = [];
  for (const kind of asked.kind === null ? timerKinds : [asked.kind]) {
    const plan = await planTimer(kind, placeAt(tools, hour.value), tools.host);
    if (!plan.ok) return plan;
    const state = stateOf(plan.value);
    if (state === "absent") continue;
    const parts = plan.value.parts.map(({ path, now }) => ({ path, did: "nothing" as const, text: now }));
    timers.push({
      timer: kind,
      was: state,
      is: state,
      running: await running(tools, plan.value),
      parts,
      commands: [],
    });
  }
  return answer(tools, asked, { hour: hour.value, timers });
}

type How = "install" | "uninstall" | "plan_install" | "plan_uninstall";

/** A part that fails leaves those before it: the same command again goes on from there. */
async function change(tools: ScheduleTools, plan: TimerPlan, how: How): Promise<Outcome<TimerRow>> {
  const isIn = how === "install" || how === "plan_install";
  const isDry = how === "plan_install" || how === "plan_uninstall";
  const was = stateOf(plan);
  const moves = isIn ? was !== "current" : was !== "absent";
  const commands: TimerRow["commands"][number][] = [];
  const run = async (lines: readonly (readonly string[])[]): Promise<void> => {
    for (const [program = "", ...args] of moves ? lines : []) {
      const ran = isDry ? { code: null, says: "" } : await tools.host.run(program, args);
      commands.push({ line: [program, ...args].join(" "), ...ran });
    }
  };
  if (!isIn) await run(plan.end);
  const parts: TimerRow["parts"][number][] = [];
  for (const part of plan.parts) {
    const text = isIn ? part.withTimer : part.without;
    const did = text === part.now ? "nothing" : text === null ? "removed" : "written";
    const done = isDry || did === "nothing" ? ok(undefined) : await put(tools.host, part, text);
    if (!done.ok) return done;
    parts.push({ path: part.path, did, text });
  }
  await run(isIn ? plan.begin : plan.forget);
  const is = isDry ? was : isIn ? "current" : "absent";
  return ok({ timer: plan.kind, was, is, running: isDry ? null : await running(tools, plan), parts, commands });
}

async function put(host: TimerHost, part: TimerPlan["parts"][number], text: string | null): Promise<Outcome<void>> {
  if (part.what === "crontab") return host.writeCrontab(text);
  if (text === null) return host.remove(part.path, part.emptied);
  return part.what === "link" ? host.link(part.path, text) : host.write(part.path, text);
}

async function running({ host }: ScheduleTools, plan: TimerPlan): Promise<boolean | null> {
  if (plan.running === null) return null;
  const [program = "", ...args] = plan.running;
  const ran = await host.run(program, args);
  return ran.code === null ? null : ran.code === 0;
}

function stateOf({ parts }: TimerPlan): TimerRow["is"] {
  const [first] = parts;
  return first !== undefined && parts.every(({ state }) => state === first.state) ? first.state : "outdated";
}

function placeAt({ place }: ScheduleTools, hour: number): TimerPlace {
  return { ...place, hour: printHour(hour) };
}

/** systemd where it answers: a machine without a user manager has its programs all the same. */
async function fitting({ host, isMac }: ScheduleTools): Promise<TimerKind | null> {
  if (isMac) return "launchd";
  const asked = await host.run("systemctl", ["--user", "show-environment"]);
  if (asked.code === 0) return "systemd";
  return host.has("crontab") ? "crontab" : null;
}

function hourFor({ ledger }: ScheduleTools, { hour }: ScheduleAsked): Outcome<number> {
  if (hour !== null) return ok(hour);
  const read = ledger.read();
  return read.ok ? ok(viewLedger(read.value.rows).hour) : read;
}

/** So that a night by hand, the daemon and `status` mean the same hour. */
function remember(
  { ledger, clock }: ScheduleTools,
  timer: TimerKind,
  { hour, on }: { readonly hour: number; readonly on: boolean },
): Outcome<void> {
  const read = ledger.read();
  if (!read.ok) return read;
  const view = viewLedger(read.value.rows);
  const isKnown = view.timers.includes(timer) === on && (!on || view.hour === hour);
  return isKnown ? ok(undefined) : ledger.append({ kind: "hour", at: clock.now(), hour, timer, on });
}

function answer(
  tools: ScheduleTools,
  { dryRun }: ScheduleAsked,
  { hour, timers }: { readonly hour: number; readonly timers: readonly TimerRow[] },
): Outcome<ScheduleAnswer> {
  const nights = nightsStatus(tools, tools.clock.now());
  return nights.ok ? ok({ hour: printHour(hour), dryRun, timers, nights: nights.value }) : nights;
}

const noTimer = {
  code: "usage",
  says: "This system has no timer that answers: neither a user manager of systemd nor a crontab.",
  hint: "Name one with --systemd, --launchd or --crontab, or keep `pagefile daemon` running.",
} as const;

const noCrontab = {
  code: "usage",
  says: "There is no program crontab on PATH.",
  hint: "Install cron, or choose another timer: --systemd, --launchd.",
} as const;

/** Commands for when nights run: daemon and schedule. */

import { talksOf } from "../../agents/session-notes.js";
import { err, type Outcome, ok, usage } from "../../base/result.js";
import { globalOf } from "../../init/personal.js";
import type { Memory } from "../../memory/memory.js";
import { type DaemonAnswer, type DaemonEvent, daemon } from "../../night/clock/daemon.js";
import { parseHour } from "../../night/clock/lease.js";
import type { NightTools, OnceAnswer, Stop } from "../../night/clock/run.js";
import {
  installSchedule,
  type ScheduleAnswer,
  scheduleStatus,
  type TimerRow,
  timerKinds,
  uninstallSchedule,
} from "../../night/clock/schedule.js";
import { nightly } from "../../night/night.js";
import { wireDaemon, wireSchedule, withAuditQuery } from "../../upkeep/doctor.js";
import { atWork, type Call, nowOf, type Reply, replied, textOption } from "../command.js";
import { count, failureLines, findingLines } from "../render/render.js";
import { type Theme, visibleLine } from "../render/table.js";
import { withWorkspace } from "../share/session.js";
import { localText, nightsText } from "./status.js";
import { commitOptions } from "./write.js";

const actions = { install: installSchedule, uninstall: uninstallSchedule, status: scheduleStatus } as const;

export async function runSchedule(call: Call): Promise<Outcome<Reply>> {
  const action = call.args[0] ?? "";
  if (action !== "install" && action !== "uninstall" && action !== "status") {
    return err(usage(`“${action}” is nothing that schedule can do.`, "One of: install, uninstall, status."));
  }
  const hour = hourAsked(call);
  if (!hour.ok) return hour;
  const now = nowOf(call);
  if (!now.ok) return now;
  const kinds = timerKinds.filter((kind) => call.options[kind] === true);
  if (kinds.length > 1)
    return err(usage(`${kinds.map((kind) => `--${kind}`).join(" and ")} are two timers.`, "Give one."));
  const asked = { kind: kinds[0] ?? null, hour: hour.value, dryRun: call.options.dryRun === true };
  return withWorkspace(call, async ({ primary }) => {
    const tools = wireSchedule({ root: primary.root, env: call.env, now: now.value }, primary.config.name);
    if (!tools.ok) return tools;
    return replied(await actions[action](tools.value, asked), {
      out: (answer, theme) => render(answer, action, theme),
      warnings: ({ timers }, theme) => timers.map((row) => warnings(row, theme)).join(""),
      ...(asked.dryRun || action === "status" ? {} : { onQuiet: "drop" }),
      isBad: ({ timers }) => action === "status" && timers.some(({ is }) => is !== "current"),
    });
  });
}

function render(answer: ScheduleAnswer, action: keyof typeof actions, theme: Theme): string {
  const { timers, dryRun, hour, nights } = answer;
  const none =
    action === "uninstall"
      ? "no timer is installed\n"
      : `no timer is installed  ${theme.dim("pagefile schedule install")}\n`;
  const kept = timers.find(({ is }) => is === "current") ?? timers[0];
  const also = ({ timer }: TimerRow): string =>
    action !== "status" || timer === kept?.timer
      ? ""
      : `  it still fires; take it out: pagefile schedule uninstall --${timer}\n`;
  const rows = timers.map((row) => timerText(row, { dryRun, hour }, theme) + also(row)).join("");
  const said = nightsText(nights, theme);
  const last = said === null || dryRun ? "" : `${theme.dim("nights")}  ${said}\n`;
  const end = dryRun ? `${theme.dim("a dry run: nothing was written")}\n` : "";
  return (timers.length === 0 ? none : rows) + last + end;
}

const words = {
  current: "installed",
  outdated: "not as it would be installed now",
  absent: "not installed",
} as const;

function timerText(row: TimerRow, { dryRun, hour }: Pick<ScheduleAnswer, "dryRun" | "hour">, theme: Theme): string {
  const mark = row.is === "current" ? theme.green("✓") : row.is === "absent" ? theme.dim("·") : theme.red("✗");
  const at = row.is === "current" ? ` at ${hour}` : "";
  const head = `${mark} ${theme.bold(row.timer)}  ${words[row.is]}${at}\n`;
  const parts = row.parts.flatMap(({ path, did, text }) => {
    if (did === "nothing") return dryRun ? [`  ${theme.dim("as it is")}  ${visibleLine(path)}\n`] : [];
    const what = dryRun ? (did === "written" ? "write" : "remove") : did;
    const lines = dryRun && text !== null ? text.replace(/\n$/, "").split("\n") : [];
    return [`  ${theme.cyan(what)}  ${visibleLine(path)}\n`, ...lines.map((line) => `    ${visibleLine(line)}\n`)];
  });
  const commands = row.commands.map(({ line }) => `  ${theme.cyan("run")}  ${visibleLine(line)}\n`);
  return head + parts.join("") + commands.join("");
}

/** A timer is installed by its files: where the running system does not answer, it begins with the next login. */
function warnings(row: TimerRow, theme: Theme): string {
  if (row.is !== "current" || row.running !== false) return "";
  const said = row.commands.findLast(({ code, says }) => code !== 0 && says !== "")?.says ?? "";
  const why = said === "" ? "" : `: ${visibleLine(said)}`;
  return `${theme.yellow("warning:")} the running system does not have the ${row.timer} timer${why}; it begins with the next login.\n`;
}

export async function runDaemon(call: Call): Promise<Outcome<Reply>> {
  const now = nowOf(call);
  if (!now.ok) return now;
  const hour = hourAsked(call);
  if (!hour.ok) return hour;
  // Opened once for its root, and to say at once what keeps it from being opened.
  const opened = await withWorkspace(call, async ({ primary }) => ok({ json: primary.root }));
  if (!opened.ok) return opened;
  const place = {
    root: String(opened.value.json),
    cwd: call.cwd,
    env: call.env,
    now: now.value,
    pages: "as_indexed",
  } as const;
  const tools = wireDaemon(place, (memory) =>
    withAuditQuery(place, (audit) =>
      nightly(memory, "apply", {
        ...commitOptions(call),
        audit,
        global: globalOf({ primary: memory, memories: [memory] }, false),
        isTalk: talksOf(memory),
      }),
    ),
  );
  if (!tools.ok) return tools;
  const stop = stopOnSignals();
  try {
    const answer = await daemon(tools.value, {
      hour: hour.value,
      stop,
      tell: (event) => call.tell(textOf(event, call.theme)),
    });
    return replied(answer, { out: stoppedText, onQuiet: "drop" });
  } finally {
    stop.close();
  }
}

function stoppedText({ ended, nights, edits }: DaemonAnswer, { dim }: Theme): string {
  return `${dim(`stopped by ${ended} after ${count(nights.length, "night")} and ${count(edits, "edit")}`)}\n`;
}

function textOf(event: DaemonEvent, theme: Theme): string {
  switch (event.kind) {
    case "started": {
      const from =
        event.former === null ? "" : `, taken over from process ${event.former.pid}, which is ${event.former.state}`;
      return `nights at ${event.hour}, the next ${localText(event.next)}  ${theme.dim(`token ${event.token}${from}`)}\n`;
    }
    case "night": {
      const missed = event.from === event.period ? "" : ` and those missed since ${event.from}`;
      return `${theme.green("night")}  ${event.period}${missed}: ${count(event.commits, "commit")}, the next ${localText(event.next)}\n`;
    }
    case "edit": {
      const pages = event.news.pages.map((path) => `${theme.cyan("edit")}  ${visibleLine(path)}\n`);
      return pages.join("") + findingLines(event.news.findings, theme);
    }
    case "failed": {
      const what = event.period === null ? "" : `${event.period}: `;
      return failureLines(theme.red("failed"), { ...event.failure, says: what + event.failure.says });
    }
    case "blind":
      return `${theme.yellow("warning:")} edits cannot be watched (${visibleLine(event.says)}); they are seen when a night runs.\n`;
  }
}

// Nights by command: one run a period.

/** `--at` as typed; null where it is not given. */
export function hourAsked(call: Call): Outcome<number | null> {
  const text = textOption(call, "at");
  const hour = text === null ? null : parseHour(text);
  if (text === null || hour !== null) return ok(hour);
  const says = `--at is “${text}”; a local time of day was expected.`;
  return err(usage(says, "For example: --at 03:30"));
}

/** `night` under the lease and by the ledger, unless the period had its run. */
export async function onceByCommand(
  call: Call,
  memory: Memory,
  night: NightTools["night"],
): Promise<Outcome<OnceAnswer>> {
  const hour = hourAsked(call);
  if (!hour.ok) return hour;
  const [force, due] = [call.options.force === true, call.options.due === true];
  if (force && due) return err(usage("--force and --due contradict each other.", "Give one of them."));
  const { nightOnce } = await import("../../night/clock/run.js");
  const { wireNight } = await import("../../upkeep/doctor.js");
  const tools = wireNight(memory.root, call.env, night);
  if (!tools.ok) return tools;
  const stop = stopOnSignals();
  const show = atWork(call);
  const progress = (commits: number): void => show(`the night is at it: ${count(commits, "commit")}`);
  try {
    show("the night is at it");
    return await nightOnce(memory, tools.value, {
      hour: hour.value,
      when: force ? "force" : due ? "due" : "once",
      stop,
      progress,
    });
  } finally {
    show("");
    stop.close();
  }
}

const skips = {
  done: "nothing to do: this night had its run",
  under_way: "nothing to do: another process is at this night, begun",
  not_due: "nothing to do: no night is due",
} as const;

/** The keys of a night that was run, without what it did not do. */
export function skippedReply({ run }: OnceAnswer): Reply {
  const skipped = run.skipped ?? "not_due";
  return {
    json: { plan: [], commits: [], run },
    out: (theme) => {
      const when = run.at === null ? "" : ` ${localText(run.at)}`;
      const more = skipped === "done" ? `  ${theme.dim("another one with: pagefile nightly --force")}` : "";
      return `${theme.dim(`${skips[skipped]}${when}`)}${more}\n`;
    },
    onQuiet: "drop",
  };
}

// Stopping: signals that ask this process to end, kept as a wish so that what is under way can come to a good end.

const signals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/** The second signal ends the process at once. `close` leaves signals to others again. */
export function stopOnSignals(): Stop & { readonly close: () => void } {
  let asked: string | null = null;
  const heard: (() => void)[] = [];
  const onSignal = (signal: NodeJS.Signals): void => {
    if (asked !== null) process.exit(signal === "SIGINT" ? 130 : 143);
    asked = signal;
    for (const then of heard.splice(0)) then();
  };
  for (const signal of signals) process.on(signal, onSignal);
  return {
    asked: () => asked,
    onAsk(then) {
      if (asked === null) heard.push(then);
      else then();
    },
    close() {
      for (const signal of signals) process.removeListener(signal, onSignal);
    },
  };
}

/** Command schedule: puts a timer for nights into the system, takes it out again, or says what is there. */

import { type Outcome, usage } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import { installSchedule, scheduleStatus, uninstallSchedule } from "../../night/clock/schedule.js";
import type { ScheduleAnswer, TimerRow } from "../../night/clock/schedule--schedule-answers.js";
import { timerKinds } from "../../night/clock/schedule--schedule-plan.js";
import { wireSchedule } from "../../open-schedule.js";
import type { Call, Reply } from "../command.js";
import { nowOf } from "../command--now.js";
import { type Theme, visibleLine } from "../render/table--theme.js";
import { hourAsked, nightsText } from "../share/nights.js";
import { withWorkspace } from "../share/write--workspace.js";

const actions = { install: installSchedule, uninstall: uninstallSchedule, status: scheduleStatus } as const;

export async function run(call: Call): Promise<Outcome<Reply>> {
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
    const answer = await actions[action](tools.value, asked);
    return answer.ok ? ok(replyFor(answer.value, action)) : answer;
  });
}

function replyFor(answer: ScheduleAnswer, action: keyof typeof actions): Reply {
  const { timers, dryRun } = answer;
  const isWell = action !== "status" || (timers.length > 0 && timers.every(({ is }) => is === "current"));
  return {
    json: answer,
    out: (theme) => render(answer, action, theme),
    warnings: (theme) => timers.map((row) => warnings(row, theme)).join(""),
    onQuiet: dryRun || action === "status" ? "keep" : "drop",
    exit: isWell ? 0 : 1,
  };
}

function render(answer: ScheduleAnswer, action: keyof typeof actions, theme: Theme): string {
  const { timers, dryRun, hour, nights } = answer;
  const none =
    action === "uninstall"
      ? "no timer is installed\n"
      : `no timer is installed  ${theme.dim("pagefile schedule install")}\n`;
  const rows = timers.map((row) => timerText(row, { dryRun, hour }, theme)).join("");
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

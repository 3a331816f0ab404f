/**
 * Nights: what the commands that look after nights share: one run a period, when nights were and will be, and a signal that asks this process to
 * end.
 */

import type { Instant, Zone } from "../../base/ids.js";
import { err, type Outcome, ok, usage } from "../../base/result.js";
import type { Memory } from "../../memory/memory.js";
import { type NightsAnswer, parseHour, printHour } from "../../night/clock/lease.js";
import type { NightTools, OnceAnswer, Stop } from "../../night/clock/run.js";
import { openZone } from "../../state/machine.js";
import { type Call, type Reply, textOption } from "../command.js";
import { count } from "../render/render.js";
import { type Theme, visibleLine } from "../render/table.js";

// Nights: what the commands that look after nights share: one run a period, and when nights were and will be, in words.

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
  const show = call.theme.terminal ? call.tell : (): void => undefined;
  const progress = (commits: number): void => show(`\r\u001b[2Kthe night is at it: ${count(commits, "commit")}`);
  try {
    show("the night is at it");
    return await nightOnce(memory, tools.value, {
      hour: hour.value,
      when: force ? "force" : due ? "due" : "once",
      stop,
      progress,
    });
  } finally {
    show("\r\u001b[2K");
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
    exit: 0,
  };
}

/** null where nobody ever looked after nights here. */
export function nightsText(nights: NightsAnswer, theme: Theme): string | null {
  const { last, next, due, holder } = nights;
  const parts: string[] = [];
  if (last !== null) {
    const state =
      last.state === "done" ? theme.green("done") : theme.red(last.state === "began" ? "broken off" : last.state);
    const why = last.says === "" ? "" : ` (${visibleLine(last.says)})`;
    parts.push(`last ${localText(last.at)} ${state}, ${count(last.commits.length, "commit")}${why}`);
  }
  if (due !== null) parts.push(theme.yellow(`the night of ${due} is due`));
  else if (next !== null) parts.push(`next ${localText(next)}`);
  if (holder !== null)
    parts.push(`${holder.purpose === "daemon" ? "daemon" : "night"} of process ${holder.pid}, ${holder.state}`);
  return parts.length === 0 ? null : parts.join(" · ");
}

/** What to do about nights that go on ending for the same reason; empty where none do. */
export function againText({ again }: NightsAnswer, theme: Theme): string {
  if (again === null) return "";
  const hint = again.hint === "" ? "see what is wrong: pagefile doctor" : again.hint;
  return `${theme.red(`${again.runs} nights ended for the same reason since ${again.since}`)}: ${visibleLine(again.says)}\n          ${visibleLine(hint.split("\n", 1)[0] ?? "")}`;
}

let zone: Zone | null = null;

/** By the clocks of this place. */
export function localText(at: Instant): string {
  zone ??= openZone();
  const { day, minute } = zone(at);
  return `${day} ${printHour(minute)}`;
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

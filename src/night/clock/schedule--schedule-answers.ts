/** ScheduleAnswers: what a timer needs to be put in, and what is said of it afterwards. */

import type { Clock } from "../../base/clock--clock.js";
import type { NightsAnswer, NightsTools } from "./run--daemon-status.js";
import type { TimerKind, TimerPlace, TimerPlan } from "./schedule--schedule-plan.js";
import type { TimerHost } from "./scheduler-process--scheduler.js";

export interface ScheduleTools extends NightsTools {
  readonly clock: Clock;
  readonly host: TimerHost;
  /** All of a place but its hour. */
  readonly place: Omit<TimerPlace, "hour">;
  /** What this system has of its own accord: launchd on a Mac. */
  readonly isMac: boolean;
}

export interface ScheduleAsked {
  /** null for what fits this system, or, to take out, for all there are. */
  readonly kind: TimerKind | null;
  /** Minutes since local midnight; the ledger's own when null. */
  readonly hour: number | null;
  readonly dryRun: boolean;
}

export interface ScheduleAnswer {
  readonly hour: string;
  readonly dryRun: boolean;
  readonly timers: readonly TimerRow[];
  readonly nights: NightsAnswer;
}

export interface TimerRow {
  readonly timer: TimerKind;
  /** Before this run. */
  readonly was: TimerPlan["parts"][number]["state"];
  readonly is: TimerPlan["parts"][number]["state"];
  /** Whether the running system has it; null where that cannot be asked. */
  readonly running: boolean | null;
  readonly parts: readonly {
    readonly path: string;
    readonly did: "written" | "removed" | "nothing";
    /** What it holds now, or would hold after a dry run; null where it is gone. */
    readonly text: string | null;
  }[];
  /** Commands that were run, or would be; `code` is null for one that was not or could not be run. */
  readonly commands: readonly { readonly line: string; readonly code: number | null; readonly says: string }[];
}

/** DaemonAnswers: what a daemon needs, what it tells while it runs, and what it says when it ends. */

import type { Clock } from "../../base/clock--clock.js";
import type { Instant } from "../../base/ids.js";
import type { Failure, Outcome } from "../../base/result.js";
import type { Memory } from "../../memory/memory.js";
import type { Period } from "./calendar--calendar.js";
import type { News } from "./daemon--daemon-edits.js";
import type { Watcher } from "./daemon--watcher.js";
import type { Holder, Lease } from "./lease--lease.js";
import type { NightTools, Stop } from "./run.js";
import type { Scheduler } from "./scheduler-process--scheduler.js";

export interface DaemonTools extends NightTools {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly watcher: Watcher;
  /** The memory as it is now, configuration and all; closed by whoever opened it. */
  readonly open: () => Promise<Outcome<{ readonly memory: Memory; readonly close: () => Promise<void> }>>;
}

export type DaemonEvent =
  | {
      readonly kind: "started";
      readonly token: number;
      readonly hour: string;
      readonly next: Instant;
      readonly former: Holder | null;
    }
  | {
      readonly kind: "night";
      readonly period: Period;
      readonly from: Period;
      readonly commits: number;
      readonly next: Instant;
    }
  | { readonly kind: "failed"; readonly period: Period | null; readonly failure: Failure }
  | { readonly kind: "edit"; readonly news: News }
  | { readonly kind: "blind"; readonly says: string };

export interface DaemonAnswer {
  readonly token: number;
  readonly hour: string;
  readonly nights: readonly { readonly period: Period; readonly from: Period; readonly commits: readonly string[] }[];
  /** Bursts of edits that were followed. */
  readonly edits: number;
  readonly failures: readonly { readonly says: string; readonly hint: string }[];
  /** The signal that ended it. */
  readonly ended: string;
}

export interface DaemonAsked {
  /** Minutes since local midnight; the ledger's own when null. */
  readonly hour: number | null;
  readonly stop: Stop;
  readonly tell: (event: DaemonEvent) => void;
}

/** A daemon that has its lease. */
export interface Watch extends DaemonAsked {
  readonly lease: Lease;
  readonly hour: number;
}

/** Scheduler: what comes back at an hour or after a while, in this process and in the timers of the system. */

import type { Outcome } from "../../base/result.js";

export interface Scheduler {
  /** Every day at the local minute; a change of clocks may leave it out. */
  daily(minute: number, fire: () => void): Promise<() => void>;
  every(ms: number, fire: () => void): () => void;
}

/** The files and programs in which a system keeps timers of a user. */
export interface TimerHost {
  /** The text of a regular file; null where there is none. */
  read(path: string): Outcome<string | null>;
  /** Whole, its folders made where they are missing. */
  write(path: string, text: string): Outcome<void>;
  /** Removes a file or a link, and of the named folders, innermost first, those that nothing is left in. */
  remove(path: string, emptied: readonly string[]): Outcome<void>;
  /** What a symbolic link holds; null where there is none. */
  readLink(path: string): Outcome<string | null>;
  link(path: string, target: string): Outcome<void>;
  /** The user's crontab as bytes one to one; null where there is none. */
  readCrontab(): Promise<Outcome<string | null>>;
  /** null removes it. */
  writeCrontab(text: string | null): Promise<Outcome<void>>;
  /** Whether a program is on PATH. */
  has(program: string): boolean;
  /** Runs a program of the system; any exit code is an answer, null stands for one that could not be run. */
  run(program: string, args: readonly string[]): Promise<{ readonly code: number | null; readonly says: string }>;
}

/** ProcessStat: when a process was started and whether it is over, where the system tells. */

import { readFileSync } from "node:fs";
import { errnoOf } from "./fs-calls.js";

interface ProcessStat {
  /** Linux: field 22 of /proc/PID/stat, in clock ticks since boot. */
  readonly start: string;
  /** A zombie, or dead. */
  readonly over: boolean;
}

/** null where there is no such process and on systems without /proc. */
export function statOf(pid: number): ProcessStat | null {
  const text = readText(`/proc/${pid}/stat`);
  if (text === null) return null;
  // After the last `)`, because a program's name may hold anything: state is field 3, start time field 22.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state = "", start = ""] = [fields[0], fields[19]];
  return /^\d+$/.test(start) ? { start, over: state === "Z" || state === "X" } : null;
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return null;
  }
}

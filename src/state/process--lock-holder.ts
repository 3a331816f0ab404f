/** Lock holder: which running process has a lock file open, where the system tells. */

import { readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { errnoOf } from "./fs-calls.js";

/** `git (process 4711)`, or the lock's age where no open handle is seen; null where nothing is known. */
export function lockHolder(lockPath: string): string | null {
  return openedBy(lockPath) ?? ageOf(lockPath);
}

/** Linux shows the open files of this user's processes under /proc; other systems have no such folder. */
function openedBy(lockPath: string): string | null {
  const target = join(tryRead(() => realpathSync(dirname(lockPath))) ?? dirname(lockPath), basename(lockPath));
  for (const pid of tryRead(() => readdirSync("/proc")) ?? []) {
    if (!/^\d+$/.test(pid)) continue;
    for (const fd of tryRead(() => readdirSync(`/proc/${pid}/fd`)) ?? []) {
      if (tryRead(() => readlinkSync(`/proc/${pid}/fd/${fd}`)) !== target) continue;
      if (Number(pid) === process.pid) return "this process itself";
      const name = tryRead(() => readFileSync(`/proc/${pid}/comm`, "utf8").trim()) ?? "a program";
      return `${name} (process ${pid})`;
    }
  }
  return null;
}

function ageOf(lockPath: string): string | null {
  const stat = statSync(lockPath, { throwIfNoEntry: false });
  return stat === undefined ? null : `a program unknown (since ${stat.mtime.toISOString()})`;
}

/** Processes end while they are looked at; what is gone or forbidden is passed over. */
function tryRead<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return null;
  }
}

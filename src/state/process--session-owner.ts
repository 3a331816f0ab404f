/** SessionOwner: the process that a session lives in, told by a name that no later process bears. */

import { errnoOf } from "./fs-calls.js";
import { isDead, nameOwner, parseOwner, thisOwner } from "./process.js";
import { statOf } from "./process--process-stat.js";

/** null where there is no such process, or one that has ended and was not yet waited for. */
export function ownerOf(pid: number): string | null {
  if (!Number.isInteger(pid) || pid < 1 || pid > 0x7fffffff || !exists(pid)) return null;
  const stat = statOf(pid);
  if (stat?.over === true) return null;
  return nameOwner({ ...thisOwner(), pid, start: stat?.start ?? "0", commit: null });
}

/** A name that is none of ours proves nothing. */
export function isOwnerDead(name: string): boolean {
  const owner = parseOwner(name);
  return owner !== null && isDead(owner);
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    if (errnoOf(error) === "EPERM") return true;
    if (errnoOf(error) === "ESRCH") return false;
    throw error;
  }
}

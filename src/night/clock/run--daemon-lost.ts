/** DaemonLost: the fault `lease_lost`, kept by whoever finds out first: the process that took a lease over, or the one that lost it. */

import type { Failure } from "../../base/result.js";
import type { Memory } from "../../memory/memory.js";
import { logFaults } from "../../write/fault-log.js";
import type { Lease } from "./lease--lease.js";

/** What is said of a lease that was taken from a holder that lives: it will find out only when it moves again. */
export function noteTaken(memory: Memory, { token, former }: Lease): void {
  if (former === null || former.state !== "stalled") return;
  const says = `The process ${former.pid} held the lease of the nights (token ${former.token}) and had not moved for long; it was taken over with token ${token}.`;
  const hint = `Whatever that process writes of nights is refused. Look why it stands still: ps ${former.pid}`;
  logFaults(memory, [{ kind: "lease_lost", page: "MEMORY.md", says, hint }]);
}

export function noteLost(memory: Memory, { says, hint }: Failure): void {
  logFaults(memory, [{ kind: "lease_lost", page: "MEMORY.md", says, hint }]);
}

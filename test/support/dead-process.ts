/** DeadProcess: a process that lived, with the name that was taken of it, and that has provably ended. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { ownerOf } from "../../src/state/process.js";

export interface Lived {
  readonly pid: number;
  /** As `Sessions.ownerOf` named it while it lived. */
  readonly owner: string;
  /** SIGKILL; done when the process is gone. */
  readonly kill: () => Promise<void>;
}

export function processThatLives(): Lived {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  const pid = child.pid as number;
  const owner = ownerOf(pid);
  if (owner === null) throw new Error(`The process ${pid} did not start.`);
  return {
    pid,
    owner,
    async kill() {
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

/** Child: a writer in a process of its own, and what it had acknowledged by the time it ended. */

import { spawn } from "node:child_process";
import { type Engine, environment } from "./ground.js";
import type { Acknowledged } from "./writer.js";

export interface Order {
  readonly writer: string;
  readonly mode: "ours" | "naive";
  readonly root: string;
  readonly name: string;
  readonly pages: readonly string[];
  readonly count: number;
  readonly engine?: Engine;
}

export interface Ended {
  readonly acknowledged: readonly Acknowledged[];
  /** What it said when it failed by itself; empty where it was done or killed. */
  readonly failed: string;
}

/** Killed `killAfterMs` after it was ready to write, where that is given. */
export function runWriter(order: Order, killAfterMs?: number): Promise<Ended> {
  const { mode, root, name, pages, count } = order;
  const child = spawn(process.execPath, [order.writer, mode, root, name, pages.join(","), String(count)], {
    env: environment(root, order.engine),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  let wrong = "";
  child.stdout.on("data", (chunk) => {
    if (said === "" && killAfterMs !== undefined) setTimeout(() => child.kill("SIGKILL"), killAfterMs);
    said += chunk;
  });
  child.stderr.on("data", (chunk) => {
    wrong += chunk;
  });
  return new Promise((resolve) => {
    child.on("close", (code, signal) => {
      const whole = said.slice(0, said.lastIndexOf("\n") + 1).split("\n");
      const acknowledged = whole.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
      resolve({ acknowledged, failed: code === 0 || signal === "SIGKILL" ? "" : `${code}: ${wrong}` });
    });
  });
}

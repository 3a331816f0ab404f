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
  /** How many answers were `locked`. */
  readonly locked: number;
  /** What it said when it failed by itself; empty where it was done or killed. */
  readonly failed: string;
}

export interface Child {
  /** False where it ended before it had opened the memory. */
  readonly ready: Promise<boolean>;
  readonly ended: Promise<Ended>;
  /** The first write was answered, or it ended. */
  readonly answered: Promise<void>;
  /** Lets it write; before, it has opened the memory and waits. */
  go(): void;
  kill(): void;
}

export function startWriter(order: Order): Child {
  const { mode, root, name, pages, count } = order;
  const child = spawn(process.execPath, [order.writer, mode, root, name, pages.join(","), String(count)], {
    env: environment(root, order.engine),
    stdio: ["pipe", "pipe", "pipe"],
  });
  let said = "";
  let wrong = "";
  child.stderr.on("data", (chunk) => {
    wrong += chunk;
  });
  // A child that is gone reads nothing; its end is told below.
  child.stdin.on("error", () => undefined);
  const ended = new Promise<Ended>((resolve) => {
    child.on("close", (code, signal) => {
      const lines = said.slice(0, said.lastIndexOf("\n") + 1).split("\n");
      const acknowledged = lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
      const locked = lines.filter((line) => line === "locked").length;
      resolve({ acknowledged, locked, failed: code === 0 || signal === "SIGKILL" ? "" : `${code}: ${wrong}` });
    });
  });
  const ready = new Promise<boolean>((resolve) => {
    child.stdout.on("data", (chunk) => {
      said += chunk;
      if (said.startsWith("ready\n")) resolve(true);
    });
    child.on("close", () => resolve(false));
  });
  const answered = new Promise<void>((resolve) => {
    child.stdout.on("data", () => {
      if (said.indexOf("\n") < said.length - 1) resolve();
    });
    child.on("close", () => resolve());
  });
  return {
    ready,
    answered,
    ended,
    go: () => void child.stdin.write("go\n"),
    kill: () => void child.kill("SIGKILL"),
  };
}

/** E2E, lines: a harness that is told things and tells things as lines of JSON, one process a session. */

import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { type JsonObject, parseLine } from "../../src/base/json.js";

export interface Lines {
  readonly child: ChildProcess;
  readonly write: (line: JsonObject) => void;
  /** The next line that fits; fails when the process ends before, or after two minutes. */
  readonly until: (what: string, fits: (line: JsonObject) => boolean) => Promise<JsonObject>;
  /** Ends it by closing its input, and waits. */
  readonly end: () => Promise<void>;
  /** Ends it without a warning, and waits. */
  readonly kill: () => Promise<void>;
}

const patienceMs = 120_000;

export function openLines(
  command: string,
  argv: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Lines {
  const child = spawn(command, argv, { cwd, env, stdio: ["pipe", "pipe", "pipe"] });
  let errors = "";
  child.stderr.on("data", (part: Buffer) => {
    errors += part.toString("utf8");
  });
  // A process that ends while it is written to says so by its end.
  child.stdin.on("error", () => undefined);
  const waiting = new Set<(line: JsonObject) => void>();
  createInterface({ input: child.stdout }).on("line", (text) => {
    const line = parseLine(text);
    if (line !== null) for (const look of waiting) look(line);
  });
  const exited = new Promise<void>((done) => child.once("close", () => done()));
  return {
    child,
    write: (line) => void child.stdin.write(`${JSON.stringify(line)}\n`),
    until: (what, fits) =>
      new Promise((found, failed) => {
        const giveUp = setTimeout(() => failed(new Error(`no ${what} came. ${errors}`)), patienceMs);
        const look = (line: JsonObject): void => {
          if (!fits(line)) return;
          clearTimeout(giveUp);
          waiting.delete(look);
          found(line);
        };
        waiting.add(look);
        void exited.then(() => {
          clearTimeout(giveUp);
          failed(new Error(`the process ended before ${what} came. ${errors}`));
        });
      }),
    async end() {
      child.stdin.end();
      await exited;
    },
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

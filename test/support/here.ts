/** Here: a command line run in this process, for tests that run many: all of the program but its streams and its exit. */

import { execute } from "../../src/cli/execute.js";
import type { Cli, Ran, RunOptions } from "./cli.js";

/**
 * As `Cli.run`, in the same environment and with a clock of its own that ticks. Git's hooks are not installed: they would start the test runner, for
 * that is the program here.
 */
export function here(program: Cli): (args: readonly string[], options?: RunOptions) => Promise<Ran> {
  let minute = 0;
  return async (args, options = {}) => {
    minute += 1;
    const now = new Date(Date.UTC(2026, 10, 21, 9, minute)).toISOString();
    const told: string[] = [];
    const printed = await execute(args, {
      cwd: options.cwd ?? program.folder,
      env: { ...program.env, PAGEFILE_HOOKS: "0", PAGEFILE_NOW: now, ...options.env },
      program: "pagefile",
      stdin: async () => Buffer.from(options.input ?? ""),
      stdout: {},
      stderr: {},
      tell: (text) => told.push(text),
    });
    return { stdout: told.join("") + printed.stdout, stderr: printed.stderr, exit: printed.exit };
  };
}

/** CliHere: a `Cli` whose runs are in this process, but for those that write the program's own path into hooks and start it. */

import { type Cli, cli, type Ran, type RunOptions } from "./cli.js";
import { here } from "./here.js";

export interface CliHere extends Omit<Cli, "run"> {
  readonly run: (args: readonly string[], options?: RunOptions) => Promise<Ran>;
}

const ofTheProgram: ReadonlySet<string> = new Set(["init", "hooks", "hook", "doctor", "audit"]);

export function cliHere(): CliHere {
  const program = cli();
  const within = here(program);
  const run: CliHere["run"] = async (args, options) =>
    ofTheProgram.has(args[0] ?? "") ? program.run(args, options) : await within(args, options);
  return { ...program, run };
}

/** Outputs: all that a command line prints, as one text in which only what is drawn or this machine's own is masked. */

import { cli } from "./cli.js";
import { here } from "./here.js";

export interface Outputs {
  /** Standard output, then standard error below a line of its own, then the exit code where it is not 0. */
  readonly run: (args: readonly string[], input?: string, cwd?: string) => Promise<string>;
  /** The sample memory. */
  readonly memory: string;
}

export function outputs(): Outputs {
  const program = cli();
  const memory = program.sample();
  const execute = here(program);
  const run: Outputs["run"] = async (args, input = "", cwd = program.folder) => {
    const { stdout, stderr, exit } = await execute(args, { cwd, input });
    const parts = [stdout, stderr === "" ? "" : `-- stderr\n${stderr}`, exit === 0 ? "" : `-- exit ${exit}\n`];
    return masked(parts.join(""), program.folder);
  };
  return { run, memory };
}

/** The id of a new memory is drawn, and with it its first commit; a machine has its own Node and git. */
function masked(text: string, folder: string): string {
  return text
    .replaceAll(folder, "FOLDER")
    .replace(/^(ready .* )[0-9a-f]{8}$/m, "$1COMMIT")
    .replace(/"commit":"[0-9a-f]{40}","hooks"/, '"commit":"COMMIT","hooks"')
    .replace(/Node v?\d+\.\d+\.\d+/g, "Node VERSION")
    .replace(/native engine, \S*git/g, "native engine, GIT");
}

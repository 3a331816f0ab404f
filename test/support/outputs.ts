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

/** What the help of nearly every command ends with, whole here and one line in the snapshots that have it word for word. */
const globalOptions = `Global Options:
  -V, --version        print the version
  --repo <dir>         the memory to open (repeat to stack); else found upward
  --json               print one JSON document and nothing else
  -q, --quiet          leave out confirmations and receipts
  --no-color           no colors (NO_COLOR works too)
  --now <iso>          take this instant for now (PAGEFILE_NOW works too)
`;

/** The descriptions stand in the column that the longest option of the command asks for. */
function withoutGlobal(text: string): string {
  return text.replace(/^Global Options:\n(?: {2}-.*\n)+/m, (block) =>
    block.replace(/ {2,}/g, "  ") === globalOptions.replace(/ {2,}/g, "  ")
      ? "Global Options: as everywhere\n"
      : block,
  );
}

/** The id of a new memory is drawn, and with it its first commit; a machine has its own Node and git. */
function masked(text: string, folder: string): string {
  return withoutGlobal(text)
    .replaceAll(folder, "FOLDER")
    .replace(/^(ready .* )[0-9a-f]{8}$/m, "$1COMMIT")
    .replace(/"commit":"[0-9a-f]{40}","hooks"/, '"commit":"COMMIT","hooks"')
    .replace(/Node v?\d+\.\d+\.\d+/g, "Node VERSION")
    .replace(/native engine, \S*git/g, "native engine, GIT");
}

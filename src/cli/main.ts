/**
 * Main: the process around a command line: its streams, its standard input, its exit code.
 *
 * `bin.ts` is the first file of the program. `told-event.ts` answers the words of our own hooks before the command line is loaded. For all else
 * `execute.ts` takes the words apart and gives everything that is printed, as a value. `catalog/` describes the commands as data, `commands/` runs
 * them, `render/` prints for people, and `share/` is what several commands need. Read `execute.ts` first, then one command from its line in
 * `catalog/` to its function in `commands/`.
 *
 * Only this file holds the streams, so that every command can be called from a test. A command's module is imported when it is called, because
 * each event of a harness waits for a start of the program. `code.ts` runs the built files and keeps what V8 compiled in `.code` beside them. That
 * is believed only where nobody else can write, because who can change it could change the program.
 *
 * The JSON of `--json` is the shape of the answer below and is not made here. A failure's exit code is a table over its codes (`base/result.ts`).
 */

import { basename, isAbsolute, relative } from "node:path";
import { limits } from "../base/limits.js";
import { folderHere, noFolder } from "../state/machine.js";
import type { Surroundings } from "./command.js";

/** Prints what the command gives back, waits until everything is written, and exits. */
export async function main(argv: readonly string[]): Promise<never> {
  if (argv.includes("harness")) await event(argv);
  for (const stream of [process.stdout, process.stderr]) stream.on("error", endQuietly);
  const here = folderHere();
  if (here === null && !goesAnywhere(argv)) {
    await written(process.stderr, gone);
    process.exit(3);
  }
  const cwd = here ?? noFolder();
  const world: Surroundings = {
    cwd,
    env: process.env,
    program: programName(cwd),
    stdin: readStdin,
    stdout: process.stdout,
    stderr: process.stderr,
    tell: (text) => {
      process.stdout.write(text);
    },
  };
  const printed = await (await import("./execute.js")).execute(argv, world);
  await written(process.stdout, printed.stdout);
  await written(process.stderr, printed.stderr);
  process.exit(printed.exit);
}

/** Returns for words that our hooks do not have. */
async function event(argv: readonly string[]): Promise<void> {
  const { printEvent, toldEvent } = await import("./told-event.js");
  const { readInput, writeOutput } = await import("./told-event.js");
  const call = toldEvent(argv, { cwd: folderHere() ?? noFolder(), env: process.env, stdin: readInput });
  if (call === null) return;
  const { stdout, stderr, exit } = await printEvent(call);
  for (const [fd, text] of [stdout, stderr].entries()) {
    const errno = await writeOutput(fd + 1, text);
    if (errno !== null) process.exit(errno === "EPIPE" ? 0 : 74);
  }
  process.exit(exit);
}

const gone = `error: The folder that this was started in is not there any more.
  hint: Change to one that is, or name the memory with --repo DIR
`;

/** Needs no folder, says by itself that there is none, or names the memory by a path that begins at the root. */
function goesAnywhere(argv: readonly string[]): boolean {
  const named = argv.flatMap((word, at) =>
    word === "--repo" ? [argv[at + 1] ?? ""] : word.startsWith("--repo=") ? [word.slice("--repo=".length)] : [],
  );
  const helps = ["--help", "-h", "completion", "harness", "--json"].some((word) => argv.includes(word));
  return helps || (named.length > 0 && named.every((repo) => isAbsolute(repo)));
}

/** What to type to call this program again from here. */
function programName(cwd: string): string {
  const script = process.argv[1] ?? "pagefile";
  return basename(script) === "pagefile" ? "pagefile" : `node ${relative(cwd, script)}`;
}

async function readStdin(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin) {
    chunks.push(Buffer.from(chunk as Uint8Array));
    bytes += (chunk as Uint8Array).length;
    // What has no end is too long already.
    if (bytes > limits.stdinBytesMax) break;
  }
  return Buffer.concat(chunks);
}

function written(stream: NodeJS.WriteStream, text: string): Promise<void> {
  if (text === "") return Promise.resolve();
  return new Promise((done) => {
    stream.write(text, () => done());
  });
}

/** A reader that went away (`| head`) is no error of ours; anything else that befalls a stream is. */
function endQuietly(error: NodeJS.ErrnoException): void {
  process.exit(error.code === "EPIPE" ? 0 : 74);
}

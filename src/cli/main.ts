/**
 * Main: the process around a command line: its streams, its standard input, its exit code.
 *
 * `bin.ts` is the first file of the program. The words of our own hooks are answered by `commands/harness.ts` before the command line is loaded. For all
 * else `execute.ts` takes the words apart and gives everything that is printed, as a value. `catalog/` describes the commands as data, `commands/` runs
 * them, `render/` prints for people, and `share/` opens a memory for them. Read `execute.ts` first, then one command from its line in
 * `catalog/` to its function in `commands/`.
 *
 * Only this file holds the streams, so that every command can be called from a test. A command's module is imported when it is called, because
 * each event of a harness waits for a start of the program. Its streams are read and written as plain files, because those of Node take longer to
 * load than some events take. `code.ts` runs the built files and keeps what V8 compiled in `.code` beside them. That
 * is believed only where nobody else can write, because who can change it could change the program.
 *
 * The JSON of `--json` is the shape of the answer below and is not made here. A failure's exit code is a table over its codes (`base/result.ts`).
 */

import { writeSync } from "node:fs";
import { basename, isAbsolute, relative } from "node:path";
import { folderHere, readInput } from "../state/machine.js";
import type { Surroundings } from "./command.js";
import type { Printed } from "./render/render.js";

/** Prints what the command gives back, waits until everything is written, and exits. */
export async function main(argv: readonly string[]): Promise<never> {
  const { stdout, stderr, exit } = (await event(argv)) ?? (await command(argv));
  for (const [fd, text] of [stdout, stderr].entries()) {
    const errno = await writeOutput(fd + 1, text);
    if (errno !== null) endQuietly(errno);
  }
  process.exit(exit);
}

/** null for words that our hooks do not have. */
async function event(argv: readonly string[]): Promise<Printed | null> {
  if (!argv.includes("harness")) return null;
  const { printEvent, eventArguments } = await import("./commands/harness.js");
  const call = eventArguments(argv, { cwd: folderHere().path, env: process.env, stdin: readInput });
  return call && printEvent(call);
}

async function command(argv: readonly string[]): Promise<Printed> {
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", ({ code = "EIO" }: NodeJS.ErrnoException) => endQuietly(code));
  const { path: cwd, isGone } = folderHere();
  if (isGone && !goesAnywhere(argv)) return { stdout: "", stderr: gone, exit: 3 };
  const world: Surroundings = {
    cwd,
    env: process.env,
    program: programName(cwd),
    stdin: readInput,
    stdout: process.stdout,
    stderr: process.stderr,
    tell: (text) => {
      process.stdout.write(text);
    },
  };
  return (await import("./execute.js")).execute(argv, world);
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

// Streams: standard output as a plain file; Node's own stream goes on where the other end makes nobody wait.

/** Waits until all is written; gives the errno of what keeps it from that. `fd` is 1 or 2. */
async function writeOutput(fd: number, text: string): Promise<string | null> {
  let rest = Buffer.from(text);
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(fd, rest));
    return null;
  } catch (error) {
    const { code = "EIO" } = error as NodeJS.ErrnoException;
    return code === "EAGAIN" ? writeStream(fd === 1 ? process.stdout : process.stderr, rest) : code;
  }
}

function writeStream(stream: NodeJS.WriteStream, bytes: Uint8Array): Promise<string | null> {
  return new Promise((done) => {
    stream.on("error", ({ code = "EIO" }: NodeJS.ErrnoException) => done(code));
    stream.write(bytes, () => done(null));
  });
}

/** A reader that went away (`| head`) is no error of ours; anything else that befalls a stream is. */
function endQuietly(errno: string): never {
  process.exit(errno === "EPIPE" ? 0 : 74);
}

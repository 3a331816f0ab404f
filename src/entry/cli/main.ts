/** Main: the process around a command line: its streams, its standard input, its exit code. */

import { basename, relative } from "node:path";
import type { Surroundings } from "./command.js";

/** Prints what the command gives back, waits until everything is written, and exits. */
export async function main(argv: readonly string[]): Promise<never> {
  if (argv.includes("harness")) await event(argv);
  for (const stream of [process.stdout, process.stderr]) stream.on("error", endQuietly);
  const world: Surroundings = {
    cwd: process.cwd(),
    env: process.env,
    program: programName(),
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
  const { readInput, writeOutput } = await import("./plain-streams.js");
  const call = toldEvent(argv, { cwd: process.cwd(), env: process.env, stdin: readInput });
  if (call === null) return;
  const { stdout, stderr, exit } = await printEvent(call);
  for (const [fd, text] of [stdout, stderr].entries()) {
    const errno = await writeOutput(fd + 1, text);
    if (errno !== null) process.exit(errno === "EPIPE" ? 0 : 74);
  }
  process.exit(exit);
}

/** What to type to call this program again from here. */
function programName(): string {
  const script = process.argv[1] ?? "pagefile";
  return basename(script) === "pagefile" ? "pagefile" : `node ${relative(process.cwd(), script)}`;
}

async function readStdin(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk as Uint8Array));
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

/**
 * ToldEvent: an event told in the very words that our hooks have, answered without the rest of the command line. Its streams are plain files,
 * because the streams of Node take longer to load than most events take.
 */

import { readSync, writeSync } from "node:fs";
import { codecs } from "../agents/claude-code.js";
import { answerEvent, type EventCall } from "../agents/event.js";
import { parseInstant } from "../base/ids.js";
import { limits } from "../base/limits.js";
import type { Surroundings } from "./command.js";
import type { Printed } from "./render/render.js";

// PlainStreams: standard input read and standard output written as plain files: the streams of Node take longer to load than most events take.

const chunkBytes = 65_536;

/** Whole, but for what is longer than any event. Where the other end makes nobody wait (`EAGAIN`), or it is no plain file to this system, Node's own stream goes on. */
export async function readInput(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for (;;) {
      const chunk = Buffer.allocUnsafe(chunkBytes);
      const got = readSync(0, chunk, 0, chunk.length, null);
      if (got === 0 || bytes > limits.stdinBytesMax) return Buffer.concat(chunks);
      bytes += got;
      chunks.push(chunk.subarray(0, got));
    }
  } catch {
    for await (const chunk of process.stdin) {
      bytes += (chunk as Uint8Array).length;
      chunks.push(Buffer.from(chunk as Uint8Array));
      if (bytes > limits.stdinBytesMax) break;
    }
    return Buffer.concat(chunks);
  }
}

/** Waits until all is written; gives the errno of what keeps it from that. `fd` is 1 or 2. */
export async function writeOutput(fd: number, text: string): Promise<string | null> {
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

// ToldEvent: an event told in the very words that our hooks have, answered without the rest of the command line: somebody waits for each.

/** `[--repo DIR]… harness NAME EVENT [--plugin] --pid N`; null for any other words, which are the command line's to judge. */
export function toldEvent(
  argv: readonly string[],
  { cwd, env, stdin }: Pick<Surroundings, "cwd" | "env" | "stdin">,
): EventCall | null {
  const words = [...argv];
  const repos: string[] = [];
  while (words[0] === "--repo" && words.length > 1) repos.push(...words.splice(0, 2).slice(1));
  const [command, name, event = "", ...rest] = words;
  const plugin = rest[0] === "--plugin";
  const [option, number = "", ...others] = plugin ? rest.slice(1) : rest;
  const codec = codecs.find((each) => each.name === name);
  const { PAGEFILE_NOW: fixed = "" } = env;
  const now = fixed === "" ? null : parseInstant(fixed);
  const isPlain = command === "harness" && option === "--pid" && others.length === 0 && /^[1-9]\d{0,8}$/.test(number);
  if (!isPlain || codec === undefined || event.startsWith("-") || event === "") return null;
  if (repos.some((repo) => repo.startsWith("-") || repo === "") || (fixed !== "" && now === null)) return null;
  return { codec, event, cwd, env, repos, now, pid: Number(number), plugin, stdin };
}

/** What the command `harness` prints for the same words. */
export async function printEvent(call: EventCall): Promise<Printed> {
  const { done, text } = await answerEvent(call);
  if (done.failed === null) return { stdout: text, stderr: "", exit: 0 };
  const { visibleLine } = await import("./render/table.js");
  return { stdout: text, stderr: `pagefile: ${visibleLine(done.failed)}\n`, exit: 0 };
}

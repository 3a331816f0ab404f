/** PlainStreams: standard input read and standard output written as plain files: the streams of Node take longer to load than most events take. */

import { readSync, writeSync } from "node:fs";
import { limits } from "../base/limits.js";

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

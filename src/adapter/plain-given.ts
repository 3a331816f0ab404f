/** PlainGiven: a file that a person names on the command line: any kind that ends, a pipe of the shell too, within a bound and a time. */

import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { errnoOf } from "./fs-calls.js";
import { refusedFile } from "./plain-folder.js";

/** Absent on Windows. */
const { O_NONBLOCK = 0, O_RDONLY } = constants;

/** So long a pipe is waited for that nobody writes into, or into which nothing more comes. */
const idleMsMax = 5_000;
const pauseMs = 20;

/** Of a file longer than `bytesMax` one byte more than that, so that a caller sees that it is too long. Throws system errors. */
export function readGiven(path: string, bytesMax: number): Buffer {
  const fd = openSync(path, O_RDONLY | O_NONBLOCK);
  try {
    const isPipe = fstatSync(fd).isFIFO();
    const buffer = Buffer.alloc(bytesMax + 1);
    let got = 0;
    for (let idleMs = 0; got < buffer.length; ) {
      const more = readSome(fd, buffer, got);
      if (more > 0) {
        got += more;
        idleMs = 0;
        continue;
      }
      // A pipe of that name may get its writer yet; one that was written to is over when it says so.
      if (more === 0 && (!isPipe || got > 0)) break;
      if (idleMs >= idleMsMax) throw refusedFile("ETIMEDOUT", path);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
      idleMs += pauseMs;
    }
    return buffer.subarray(0, got);
  } finally {
    closeSync(fd);
  }
}

/** -1 where whoever writes has nothing ready. */
function readSome(fd: number, buffer: Buffer, at: number): number {
  try {
    return readSync(fd, buffer, at, buffer.length - at, null);
  } catch (error) {
    if (errnoOf(error) === "EAGAIN") return -1;
    throw error;
  }
}

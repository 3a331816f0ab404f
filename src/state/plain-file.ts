/** PlainFile: how any file but a page is opened and read: a plain one, with a bound, never waiting, and ours never through a link. */

import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from "node:fs";
import { dirname } from "node:path";
import { errnoOf } from "./fs-calls.js";
import { realFolders, refusedFile } from "./plain-file--plain-folder.js";

/** The last two are absent on Windows. */
const { O_NOFOLLOW, O_NONBLOCK = 0, O_RDONLY } = constants;

/**
 * A file of our own state, or one that a repository brings. Without O_NONBLOCK the opening of a pipe would wait for whoever writes into it.
 * Throws system errors, EFTYPE for what is no plain file, ELOOP for a link.
 */
export function openPlain(path: string, flags: number = O_RDONLY, mode = 0o600): number {
  realFolders(dirname(path));
  // Where the system knows no O_NOFOLLOW, a look before the opening has to do.
  if (O_NOFOLLOW === undefined && lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
    throw refusedFile("ELOOP", path);
  return opened(path, { flags: flags | (O_NOFOLLOW ?? 0), mode, orDevice: false });
}

/** A file of git's own or of the user's, which may well be a link to another place; what it leads to is a plain file too. */
export function openLinked(path: string): number {
  return opened(path, { flags: O_RDONLY, mode: 0, orDevice: false });
}

export function readPlain(path: string, bytesMax: number): Buffer {
  return drained(openPlain(path), path, bytesMax);
}

export function readPlainText(path: string, bytesMax: number): string {
  return readPlain(path, bytesMax).toString("utf8");
}

/** As `openLinked`; /dev/null is how people say that there is no such file, and what gives more than the bound is refused all the same. */
export function readLinked(path: string, bytesMax: number): Buffer {
  return drained(opened(path, { flags: O_RDONLY, mode: 0, orDevice: true }), path, bytesMax);
}

interface Opening {
  readonly flags: number;
  readonly mode: number;
  readonly orDevice: boolean;
}

function opened(path: string, { flags, mode, orDevice }: Opening): number {
  const fd = openSync(path, flags | O_NONBLOCK, mode);
  try {
    const stat = fstatSync(fd);
    if (stat.isFile() || (orDevice && stat.isCharacterDevice())) return fd;
    throw refusedFile(stat.isDirectory() ? "EISDIR" : "EFTYPE", path);
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** Closes it. Asks for one byte more than the file has: most are read by one call and told to be over by a second. */
function drained(fd: number, path: string, bytesMax: number): Buffer {
  try {
    const { size } = fstatSync(fd);
    if (size > bytesMax) throw refusedFile("EFBIG", path);
    let buffer = Buffer.allocUnsafe(size + 1);
    for (let got = 0; ; ) {
      const more = readSync(fd, buffer, got, buffer.length - got, null);
      got += more;
      if (more === 0) return buffer.subarray(0, got);
      if (got > bytesMax) throw refusedFile("EFBIG", path);
      if (got === buffer.length) buffer = Buffer.concat([buffer], 2 * got + 4_096);
    }
  } finally {
    closeSync(fd);
  }
}

/** So long a pipe is waited for that nobody writes into, or into which nothing more comes. */
const idleMsMax = 5_000;
const pauseMs = 20;

/**
 * A file that a person names on the command line, of any kind that ends, a pipe of the shell too. Of one longer than `bytesMax` one byte more than that, so that a
 * caller sees that it is too long. Throws system errors.
 */
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

/** PlainFile: how any file but a page is opened and read: a plain one, with a bound, never waiting, and ours never through a link. */

import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from "node:fs";
import { dirname } from "node:path";
import { realFolders, refusedFile } from "./plain-folder.js";

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

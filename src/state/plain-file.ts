/**
 * StateFile: how any file but a page is opened and read, and how small files of our own state are written: each whole or not there after a crash.
 *
 * The folder holds the ways to the disk, the machine and other processes that everything above shares. Read this file first. `durable.ts` has the
 * same steps for files of git, `log.ts` keeps records as lines of a file, `fs-calls.ts` has the calls that a test can make fail, `process.ts` the
 * proof that a process is dead, and `machine.ts` the clock and the home of the user.
 *
 * `writeWhole` is the pattern behind all durable state: a temp file, fsync, rename, fsync of the folder. `writeNew` gives the temp file its name
 * with a link instead, so that of several writers one wins. `replaceWhole` leaves the fsync out for what can be made anew; its readers have to
 * recognize half a file, most by a digest.
 *
 * Two things are easy to get wrong. A file of ours may never be opened through a link, because the repository may come from a stranger:
 * `openPlain` refuses links, pipes and devices, and never waits. And a failure is told only once everything that runs side by side has ended
 * (`allEnded` in `durable.ts`); until then its files are in use.
 */

import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { unlink } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { limits } from "../base/limits.js";
import { compareText } from "../base/text.js";
import { errnoOf, orElse, whenLetGo } from "./fs-calls.js";

/** Windows has neither O_NOFOLLOW nor O_NONBLOCK. */
const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK = 0, O_RDONLY, O_WRONLY } = constants;

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
    // A file that this call has just made goes again: whoever asked for it does not know of it.
    if ((flags & O_EXCL) !== 0) removeIfThere(path);
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

// StagingFile: small files of our own state, each whole or not there after a crash, in a folder that is there to stay.

/** Durable when it returns; throws system errors, and then the file is what it was. */
export function writeWhole(file: string, text: string | Uint8Array): void {
  write(file, text, (temp) => whenLetGo(() => renameSync(temp, file)));
}

/** The same for a file that must not be there; false when it is. */
export function writeNew(file: string, text: string | Uint8Array): boolean {
  let made = true;
  write(file, text, (temp) => {
    made = giveName(temp, file);
  });
  return made;
}

function write(file: string, text: string | Uint8Array, place: (temp: string) => void): void {
  makeFolder(dirname(file));
  const temp = tempFor(file);
  const fd = openPlain(temp, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL);
  try {
    try {
      writeAll(fd, text);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    place(temp);
  } catch (error) {
    removeIfThere(temp);
    throw error;
  }
  syncFolder(dirname(file));
}

/** `removeWhole` of many: side by side, because each waits for the disk to free what the file held, once its name is gone. */
export async function removeAllWhole(folder: string, names: readonly string[]): Promise<void> {
  if (names.length < 2) return removeWhole(folder, names);
  const ended = await Promise.allSettled(names.map((name) => unlink(join(folder, name))));
  for (const one of ended) if (one.status === "rejected" && errnoOf(one.reason) !== "ENOENT") throw one.reason;
  syncIfThere(folder);
}

/** Gone for good when it returns; no matter when they were not there. */
export function removeWhole(folder: string, names: readonly string[]): void {
  if (names.length === 0) return;
  for (const name of names) removeIfThere(join(folder, name));
  syncIfThere(folder);
}

function syncIfThere(folder: string): void {
  orElse(undefined, () => syncFolder(folder), "ENOENT");
}

/** Makes names in a folder durable. Does nothing where the platform cannot fsync a folder. */
export function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const fd = openSync(folder, "r");
  try {
    orElse(undefined, () => fsyncSync(fd), "EINVAL");
  } finally {
    closeSync(fd);
  }
}

/** A folder whose own name is not on the disk yet would take what lies in it along. */
function makeFolder(folder: string): void {
  const first = makeStateFolder(folder);
  if (first === undefined) return;
  for (let at = folder; ; at = dirname(at)) {
    syncFolder(dirname(at));
    if (at === first || dirname(at) === at) return;
  }
}

// PlainFolder: the folders of our own state, which are real ones or refused, and what a file that is none of ours is called.

/** As the system says it: for what it would not refuse by itself. */
export function refusedFile(code: keyof typeof refusals, path: string): Error {
  return Object.assign(new Error(`${code}: ${refusals[code]}, '${path}'`), { code, path });
}

const refusals = {
  EFBIG: "the file is larger than it can be",
  EFTYPE: "a pipe, a socket or a device stands where a plain file belongs",
  EISDIR: "a folder stands where a plain file belongs",
  ETIMEDOUT: "nobody writes into the pipe",
  ELOOP: "a symbolic link stands where a plain file or folder belongs",
  ENOTDIR: "a file stands where a folder belongs",
} as const;

/** Whether what stands there is none of ours: a link, a pipe, a folder, a device, or a file that nobody of us has written so long. */
export function isForeign(error: unknown): boolean {
  return ["EFBIG", "EFTYPE", "EISDIR", "ELOOP", "EMLINK", "ENOTDIR", "ENXIO"].includes(errnoOf(error) ?? "");
}

/** Folders that this process has looked at: an archive that was unpacked brings its links before we start. */
const real = new Set<string>();

/** Throws where a folder of our state, from its place below the git dir on, is a link: O_NOFOLLOW looks at the last name only. */
export function realFolders(folder: string): void {
  if (real.has(folder)) return;
  for (let at = stateOf(folder); at !== null; at = at.length < folder.length ? nextBelow(at, folder) : null) {
    const stat = lstatSync(at, { throwIfNoEntry: false });
    if (stat === undefined) return;
    if (!stat.isDirectory()) throw refusedFile(stat.isSymbolicLink() ? "ELOOP" : "ENOTDIR", at);
  }
  real.add(folder);
}

/** Where our state begins: the first folder of this name that lies in a git dir; null for a path that leads elsewhere. */
function stateOf(folder: string): string | null {
  const name = `${sep}pagefile`;
  for (let at = folder.indexOf(name); at >= 0; at = folder.indexOf(name, at + 1)) {
    const end = at + name.length;
    const isWhole = end === folder.length || folder[end] === sep;
    if (isWhole && lstatSync(join(folder.slice(0, at), "HEAD"), { throwIfNoEntry: false }) !== undefined)
      return folder.slice(0, end);
  }
  return null;
}

function nextBelow(at: string, folder: string): string {
  const end = folder.indexOf(sep, at.length + 1);
  return end < 0 ? folder : folder.slice(0, end);
}

/** The names in it; none where it is not there. Throws system errors, and where a link leads to it. */
export function listFolder(folder: string): readonly string[] {
  realFolders(folder);
  return orElse([], () => readdirSync(folder), "ENOENT");
}

/** Made with what is missing above it, never behind a link; gives the first that was made, as Node does. */
export function makeStateFolder(folder: string, mode = 0o700): string | undefined {
  realFolders(folder);
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return undefined;
  realFolders(dirname(folder));
  return mkdirSync(folder, { recursive: true, mode });
}

// PlainWrite: how a file of our own state is written: made once, replaced whole, or added to, and never another one through a link.

/** Throws EEXIST where anything has the name. Not durable by itself. */
export function writeOnce(path: string, data: string | Uint8Array, mode = 0o600): void {
  const fd = openPlain(path, O_WRONLY | O_CREAT | O_EXCL, mode);
  try {
    try {
      writeAll(fd, data);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    // A full disk or a broken one may say so at the close alone.
    removeIfThere(path);
    throw error;
  }
}

/** Whole under its name, whatever stood there but a folder; what a crash leaves half-written its reader has to tell by a digest. */
export function replaceWhole(path: string, data: string | Uint8Array, mode = 0o600): void {
  const temp = tempFor(path);
  writeOnce(temp, data, mode);
  try {
    whenLetGo(() => renameSync(temp, path));
  } catch (error) {
    removeIfThere(temp);
    throw error;
  }
}

/** By one write, so that writers in other processes cannot mix their lines with ours. */
export function appendTo(
  path: string,
  data: string | Uint8Array,
  mode = 0o600,
  then = (_fd: number): void => {},
): void {
  const fd = openPlain(path, O_WRONLY | O_CREAT | O_APPEND, mode);
  try {
    writeAll(fd, data);
    then(fd);
  } finally {
    closeSync(fd);
  }
}

/** The same, and on the disk when it returns. */
export function appendDurably(path: string, data: string | Uint8Array): void {
  appendTo(path, data, 0o600, fsyncSync);
}

export function writeAll(fd: number, data: string | Uint8Array): void {
  const bytes = typeof data === "string" ? Buffer.from(data) : data;
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
}

// StagingName: how a file of our own state comes by its name: written under one of its writer's own, then given the other.

/**
 * A name that no other writer has: the process number of one that was killed comes again, in a container soon, and the time since the
 * start does not. Chance would be `node:crypto`, whose loading an event at rest would wait for.
 */
export function tempFor(file: string): string {
  return `${file}.${process.pid}-${process.hrtime.bigint().toString(36)}.tmp`;
}

/** False where the name is taken: of several writers one makes it; where the file system knows no second names, the last one does. */
export function giveName(temp: string, file: string): boolean {
  try {
    linkSync(temp, file);
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return false;
    if (errnoOf(error) === null) throw error;
    whenLetGo(() => renameSync(temp, file));
    return true;
  } finally {
    removeIfThere(temp);
  }
  return true;
}

export function removeIfThere(file: string): void {
  orElse(undefined, () => whenLetGo(() => unlinkSync(file)), "ENOENT");
}

// StagingRead: the small files of our own state as they are read; a file that goes meanwhile is one that is not there.

/** The names in it, in order; none where it is not there. */
export function namesIn(folder: string): readonly string[] {
  return [...listFolder(folder)].sort(compareText);
}

/** null where there is no such file. What is none of ours throws: a link, a pipe, a file without end. */
export function readOrNull(file: string, bytesMax: number = limits.stateFileBytesMax): string | null {
  return orElse(null, () => readPlainText(file, bytesMax), "ENOENT");
}

/** For what can be made anew: what is none of ours reads as a file that holds nothing. */
export function readDerived(file: string, bytesMax?: number): string | null {
  try {
    return readOrNull(file, bytesMax);
  } catch (error) {
    if (isForeign(error)) return "";
    throw error;
  }
}

// PlainTree: what lies below a folder of our state; no link is followed, so no walk is without end.

interface Entry {
  /** Below the folder, with slashes. */
  readonly path: string;
  /** A plain file; a link or a pipe is none. */
  readonly isFile: boolean;
}

/** All but folders, in order; nothing where the folder is not there. Throws system errors. */
export function entriesBelow(folder: string): readonly Entry[] {
  return [...listFolder(folder)].sort(compareText).flatMap((name): readonly Entry[] => {
    const at = join(folder, name);
    const stat = lstatSync(at, { throwIfNoEntry: false });
    if (stat === undefined) return [];
    if (!stat.isDirectory()) return [{ path: name, isFile: stat.isFile() }];
    return entriesBelow(at).map((entry) => ({ ...entry, path: `${name}/${entry.path}` }));
  });
}

export function filesBelow(folder: string): readonly string[] {
  return entriesBelow(folder).flatMap(({ path, isFile }) => (isFile ? [path] : []));
}

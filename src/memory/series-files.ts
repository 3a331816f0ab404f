/**
 * SeriesFiles: raw series on disk: hot files that other programs append to at any time, and cold ones that nobody changes. Lines are taken out of
 * a hot file such that whatever is appended meanwhile is in it in the end.
 */

import { constants, fsyncSync, linkSync, readSync, renameSync, type Stats, unlinkSync } from "node:fs";
import { join } from "node:path";
import { digester } from "../base/digest.js";
import { dayMs, type PagePath, parsePagePath } from "../base/ids.js";
import { limits } from "../base/limits.js";
import { err, type Failure, type Outcome, ok } from "../base/result.js";
import { compareText } from "../base/text.js";
import { attempt, errnoOf, ioFailure, realFs } from "../state/fs-calls.js";
import { readAt } from "../state/log.js";
import { makeStateFolder, namesIn, openPlain, refusedFile, syncFolder, writeAll } from "../state/plain-file.js";
import { fileModeOf, lstat, newTempName, type Place, readFlags } from "./disk/read.js";
import { anchoredFs } from "./page-store.js";
import { coldPerceptionFolder, perceptionFolder } from "./profile.js";
import { type Holder, service } from "./service.js";

/**
 * A new file takes the name of the old one, which keeps a second name of our own. A program that still holds the old file open appends
 * to that: it is brought over now and at every `bringOver`, until nobody has written there for as long as rows stay hot.
 */
function cutSeries(place: Place, kept: string, cut: SeriesCut & { readonly path: PagePath }): Outcome<void> {
  const { path } = cut;
  const file = `${place.root}/${path}`;
  let fd: number | null = null;
  let temp: string | null = null;
  let second: string | null = null;
  try {
    fd = place.fs.openSync(file, readFlags);
    const stat = place.fs.fstatSync(fd);
    if (!stat.isFile() || prefixDigest(fd, cut.read.bytes) !== cut.read.digest) return err(moved(path));
    temp = `${place.root}/${perceptionFolder}/${newTempName()}`;
    const copied = copyRest(place, { fd, temp, mode: stat.mode & 0o777 }, cut);
    makeStateFolder(kept, 0o777);
    second = join(kept, secondName({ name: path.slice(perceptionFolder.length + 1), inode: stat.ino, copied }));
    linkSync(file, second);
    syncFolder(kept);
    // Whoever replaced the file meanwhile has a file of their own, and the name is theirs.
    if (lstat(place, path)?.ino !== stat.ino) return err(moved(path));
    // Windows puts no file in the place of one that is open.
    const opened = fd;
    fd = null;
    place.fs.closeSync(opened);
    place.fs.renameSync(temp, file);
    [temp, second] = [null, null];
    syncFolder(`${place.root}/${perceptionFolder}`);
    bringOver(place, kept, 0);
    return ok(undefined);
  } catch (error) {
    return errnoOf(error) === "ENOENT" ? err(moved(path)) : err(ioFailure(error, `take cold rows out of ${path}`));
  } finally {
    const [handle, rest, name] = [fd, temp, second];
    if (handle !== null) attempt("close", () => place.fs.closeSync(handle));
    if (rest !== null) attempt("remove a temp file", () => place.fs.unlinkSync(rest));
    if (name !== null) attempt("remove a second name", () => unlinkSync(name));
  }
}

/** Throws system errors. `now` in milliseconds; at 0 no second name is old enough to go. */
function bringOver(place: Place, kept: string, now: number): void {
  for (const entry of namesIn(kept)) {
    const second = parseSecond(entry);
    if (second === null) continue;
    const file = join(kept, entry);
    const fd = openPlain(file);
    try {
      const stat = place.fs.fstatSync(fd);
      const target = `${place.root}/${second.path}`;
      // A cut that died before its rename: the old file is the file.
      if (lstat(place, second.path)?.ino === stat.ino) unlinkSync(file);
      else {
        const isOver = stat.mtimeMs < now - limits.perceptionDaysMax * dayMs;
        const came = tailOf(fd, second.copied, stat, !isOver);
        const isMidLine = second.copied > 0 && lastByte(fd, second.copied) !== lineFeed;
        if (came.length > 0 && !append(place, target, { bytes: came, isMidLine })) continue;
        if (isOver) unlinkSync(file);
        else if (came.length > 0)
          renameSync(file, join(kept, secondName({ ...second, copied: second.copied + came.length })));
      }
    } finally {
      place.fs.closeSync(fd);
    }
    syncFolder(kept);
  }
}

interface Second {
  readonly name: string;
  readonly inode: number;
  /** What of it stands in the new file. */
  readonly copied: number;
}

function secondName({ name, inode, copied }: Second): string {
  return `${inode}-${copied}-${name}`;
}

function parseSecond(entry: string): (Second & { readonly path: PagePath }) | null {
  const found = /^(\d{1,20})-(\d{1,15})-([^/]+\.(?:jsonl|csv))$/.exec(entry);
  const path = found === null ? null : parsePagePath(`${perceptionFolder}/${found[3]}`);
  return found === null || path === null
    ? null
    : { name: found[3]!, inode: Number(found[1]), copied: Number(found[2]), path };
}

const stepBytes = 1_048_576;

function prefixDigest(fd: number, bytes: number): string {
  const hash = digester();
  const buffer = Buffer.allocUnsafe(stepBytes);
  for (let at = 0; at < bytes; ) {
    const got = readSync(fd, buffer, 0, Math.min(stepBytes, bytes - at), at);
    if (got === 0) break;
    hash.update(buffer.subarray(0, got));
    at += got;
  }
  return hash.end();
}

/** Durable. Gives how far the old file was taken over: all of it, a line that is being written too. */
function copyRest(
  place: Place,
  { fd, temp, mode }: { readonly fd: number; readonly temp: string; readonly mode: number },
  { drop, read }: SeriesCut,
): number {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  const out = place.fs.openSync(temp, flags, mode);
  try {
    place.fs.fchmodSync(out, mode);
    let at = 0;
    for (const { start, end } of [...drop, { start: read.bytes, end: read.bytes }]) {
      copy(fd, out, at, start);
      at = end;
    }
    const came = tailOf(fd, read.bytes, place.fs.fstatSync(fd));
    writeAll(out, came);
    fsyncSync(out);
    return read.bytes + came.length;
  } finally {
    place.fs.closeSync(out);
  }
}

/** From one open file to another. */
function copy(from: number, to: number, start: number, end: number): void {
  const buffer = Buffer.allocUnsafe(Math.min(stepBytes, Math.max(0, end - start)));
  for (let at = start; at < end; ) {
    const got = readSync(from, buffer, 0, Math.min(buffer.length, end - at), at);
    if (got === 0) throw Object.assign(new Error("the file became shorter"), { code: "ENOENT" });
    writeAll(to, buffer.subarray(0, got));
    at += got;
  }
}

/** What stands behind an offset; `whole`: to the end of the last whole line. */
function tailOf(fd: number, from: number, { size }: Stats, whole = false): Buffer {
  const read = readAt(fd, Math.min(from, size), size);
  return whole ? read.subarray(0, read.lastIndexOf(lineFeed) + 1) : read;
}

/** False, and nothing done, while somebody else is in the middle of a line there; the rest of a line goes where its beginning is. */
function append(
  place: Place,
  file: string,
  { bytes, isMidLine }: { readonly bytes: Buffer; readonly isMidLine: boolean },
): boolean {
  const flags = readFlags | constants.O_RDWR | constants.O_CREAT | constants.O_APPEND;
  const fd = place.fs.openSync(file, flags, 0o666);
  try {
    const stat = place.fs.fstatSync(fd);
    if (!stat.isFile()) throw refusedFile("EFTYPE", file);
    const { size } = stat;
    if (size > 0 && !isMidLine && lastByte(fd, size) !== lineFeed) return false;
    writeAll(fd, bytes);
    fsyncSync(fd);
    return true;
  } finally {
    place.fs.closeSync(fd);
  }
}

const lineFeed = 10;

/** The byte before an offset. */
function lastByte(fd: number, before: number): number | undefined {
  return readAt(fd, before - 1, before)[0];
}

function moved(path: string): Failure {
  return {
    code: "version_conflict",
    reason: "VERSION_CONFLICT",
    says: `${path} is not what it was when its rows were read; nothing was taken out of it.`,
    hint: "Somebody rewrites it; the next night tries again.",
  };
}

// SeriesFiles on disk: lines of files that grow while they are read, never through a link.

/** `root` is absolute; `kept` a folder of our own on the same file system, made when first needed; `now` the machine's time. */
export function openSeriesFiles(root: string, kept: string, now: () => number = Date.now) {
  const place: Place = { root, fs: anchoredFs(root, realFs), algorithm: "sha1", wait: () => undefined };
  return {
    list: (): Outcome<SeriesListing> => attempt(`list ${perceptionFolder}`, () => list(place)),
    /** Each line with its line end, null for one beyond the limit; the bytes are good until the next. null where no file stands. */
    lines: (path: PagePath, use: UseLine): Outcome<LinesRead | null> => linesOf(place, path, use),
    /**
     * Takes lines out that are kept elsewhere. What others append meanwhile stays, and so does what a program appends that opened the
     * file before: `recover` brings it over. A file that is no longer what was read is a `version_conflict`.
     */
    cut: (path: PagePath, cut: SeriesCut): Outcome<void> => cutSeries(place, kept, { path, ...cut }),
    /** Brings over what came into files that had been cut already. */
    recover: (): Outcome<void> =>
      attempt(`bring over what was appended to series in ${kept}`, () => bringOver(place, kept, now())),
  };
}

interface Listing {
  readonly files: { path: PagePath; bytes: number }[];
  readonly left: SeriesListing["left"][number][];
}

function list(place: Place): SeriesListing {
  const left: Listing["left"] = [];
  const hot: Listing = { files: [], left };
  const cold: Listing = { files: [], left };
  if (isFolder(place, perceptionFolder)) seriesIn(place, perceptionFolder, hot);
  const folders = isFolder(place, coldPerceptionFolder)
    ? place.fs.readdirSync(`${place.root}/${coldPerceptionFolder}`)
    : [];
  for (const name of folders.sort(compareText)) {
    const folder = parsePagePath(`${coldPerceptionFolder}/${name}`);
    if (folder !== null && isFolder(place, folder)) seriesIn(place, folder, cold);
  }
  return { hot: hot.files, cold: cold.files, left };
}

function seriesIn(place: Place, folder: string, { files, left }: Listing): void {
  const names = place.fs
    .readdirSync(`${place.root}/${folder}`)
    .filter((name) => /^[^.].*\.(?:jsonl|csv)$/.test(name));
  for (const name of names.sort(compareText)) {
    const path = parsePagePath(`${folder}/${name}`);
    if (path === null) {
      left.push({ path: `${folder}/${name}`, why: "Its name is not safe on every operating system." });
      continue;
    }
    const stat = lstat(place, path);
    if (stat?.isFile() === true) files.push({ path, bytes: stat.size });
    else if (stat !== undefined) left.push({ path, why: "It is no regular file; links are not followed." });
  }
}

/** A real one, below real ones. */
function isFolder(place: Place, folder: string): boolean {
  const parts = folder.split("/");
  return parts.every((_, i) => lstat(place, parts.slice(0, i + 1).join("/"))?.isDirectory() === true);
}

function linesOf(place: Place, path: PagePath, use: UseLine): Outcome<LinesRead | null> {
  const standing = fileModeOf(place, path);
  if (!standing.ok || standing.value === null) return standing.ok ? ok(null) : standing;
  let fd: number;
  try {
    fd = place.fs.openSync(`${place.root}/${path}`, readFlags);
  } catch (error) {
    return errnoOf(error) === "ENOENT" ? ok(null) : err(ioFailure(error, `open ${path}`));
  }
  try {
    const stat = place.fs.fstatSync(fd);
    if (!stat.isFile()) throw refusedFile("EFTYPE", path);
    const { size } = stat;
    return size > limits.perceptionFileBytesMax ? err(tooLarge(path, size)) : ok(readLines(place, { fd, size }, use));
  } catch (error) {
    return err(ioFailure(error, `read ${path}`));
  } finally {
    attempt(`close ${path}`, () => place.fs.closeSync(fd));
  }
}

/** To the size that the file had when it was opened: what grows is read the next time. */
function readLines(
  { fs }: Place,
  { fd, size }: { readonly fd: number; readonly size: number },
  use: UseLine,
): LinesRead {
  const hash = digester();
  const chunk = Buffer.allocUnsafe(Math.min(size, stepBytes));
  /** The beginning of a line whose end is not read yet, from `start` on. */
  let open = Buffer.alloc(0);
  let start = 0;
  for (let at = 0; at < size; ) {
    const got = fs.readSync(fd, chunk, 0, Math.min(chunk.length, size - at), at);
    if (got === 0) break;
    at += got;
    const held = Buffer.concat([open, chunk.subarray(0, got)]);
    let from = 0;
    for (let end = held.indexOf(10); end >= 0; end = held.indexOf(10, from)) {
      const line = held.subarray(from, end + 1);
      use(line.length > limits.perceptionLineBytesMax ? null : line, start + from, start + end + 1);
      from = end + 1;
    }
    hash.update(held.subarray(0, from));
    open = Buffer.from(held.subarray(from));
    start += from;
  }
  return { bytes: start, digest: hash.end(), unfinished: open.length > 0 };
}

function tooLarge(path: string, bytes: number): Failure {
  return {
    code: "denied",
    reason: "series_too_large",
    says: `${path} has ${bytes} bytes; at most ${limits.perceptionFileBytesMax} are read.`,
    hint: "Split it by time into several series, or thin it out where it is made.",
  };
}

export interface SeriesListing {
  /** JSONL and CSV files that stand in the perception folder itself, by path. */
  readonly hot: readonly { readonly path: PagePath; readonly bytes: number }[];
  /** The same in the folders of the archive's perception folder. */
  readonly cold: readonly { readonly path: PagePath; readonly bytes: number }[];
  /** What has such a name and is left alone: links, pipes, names that some system cannot keep. */
  readonly left: readonly { readonly path: string; readonly why: string }[];
}

export interface LinesRead {
  /** To the end of the last whole line. */
  readonly bytes: number;
  /** `sha256:…` of those. */
  readonly digest: string;
  /** Whether something stands behind it: a line that is being written, or one that nobody ended. */
  readonly unfinished: boolean;
}

/** `start` and `end` are offsets of bytes, the end exclusive. */
type UseLine = (line: Uint8Array | null, start: number, end: number) => void;

/** Byte ranges of whole lines, in order; the end is exclusive. */
interface SeriesCut {
  readonly drop: readonly { readonly start: number; readonly end: number }[];
  /** What was read when they were chosen: a file that does not begin with it any more is not cut. */
  readonly read: LinesRead;
}

export type SeriesFiles = ReturnType<typeof openSeriesFiles>;

/** The series of perception of a memory. */
export const seriesFilesOf: (holder: Holder) => SeriesFiles = service(({ place }) =>
  openSeriesFiles(place.root, join(place.state, "perception")),
);

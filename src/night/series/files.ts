/** SeriesFilesCut: lines taken out of a file that others append to; whatever they append, and whenever, is in the file in the end. */

import { createHash } from "node:crypto";
import { constants, fsyncSync, linkSync, renameSync, type Stats, unlinkSync } from "node:fs";
import { join } from "node:path";
import { type PagePath, parsePagePath } from "../../base/ids.js";
import type { Failure, Outcome } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import { newTempName } from "../../memory/disk/read--fs-page-store-temp.js";
import { lstat, type Place } from "../../memory/disk/read--fs-place.js";
import { perceptionFolder } from "../../memory/profile.js";
import { attempt, errnoOf, ioFailure } from "../../state/fs-calls.js";
import { openPlain } from "../../state/plain-file.js";
import { listFolder, makeStateFolder, refusedFile } from "../../state/plain-file--plain-folder.js";
import { syncFolder } from "../../state/plain-file--staging-file.js";
import { thresholds } from "../thresholds.js";
import type { SeriesCut } from "./files--series-filesx.js";

/**
 * A new file takes the name of the old one, which keeps a second name of our own. A program that still holds the old file open appends
 * to that: it is brought over now and at every `bringOver`, until nobody has written there for as long as rows stay hot.
 */
export function cutSeries(place: Place, kept: string, cut: SeriesCut & { readonly path: PagePath }): Outcome<void> {
  const { path } = cut;
  const file = `${place.root}/${path}`;
  let fd: number | null = null;
  let temp: string | null = null;
  let second: string | null = null;
  try {
    fd = place.fs.openSync(file, readFlags);
    const stat = place.fs.fstatSync(fd);
    if (!stat.isFile() || prefixDigest(place, fd, cut.read.bytes) !== cut.read.digest) return err(moved(path));
    temp = `${place.root}/${perceptionFolder}/${newTempName()}`;
    const copied = copyRest(place, { fd, temp, mode: stat.mode & 0o777 }, cut);
    makeStateFolder(kept, 0o777);
    second = join(kept, secondName({ name: path.slice(perceptionFolder.length + 1), inode: stat.ino, copied }));
    linkSync(file, second);
    syncFolder(kept);
    // Whoever replaced the file meanwhile has a file of their own, and the name is theirs.
    if (lstat(place, path)?.ino !== stat.ino) return err(moved(path));
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
export function bringOver(place: Place, kept: string, now: number): void {
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
        const isOver = stat.mtimeMs < now - thresholds.perceptionDaysMax * 86_400_000;
        const came = tailOf(place, { fd, from: second.copied, whole: !isOver, stat });
        const isMidLine = second.copied > 0 && lastByte(place, fd, second.copied) !== lineFeed;
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

function namesIn(folder: string): readonly string[] {
  return [...listFolder(folder)].sort();
}

const stepBytes = 1_048_576;
/** The last two are absent on Windows. */
const readFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

function prefixDigest({ fs }: Place, fd: number, bytes: number): string {
  const hash = createHash("sha256");
  const buffer = Buffer.allocUnsafe(stepBytes);
  for (let at = 0; at < bytes; ) {
    const got = fs.readSync(fd, buffer, 0, Math.min(stepBytes, bytes - at), at);
    if (got === 0) break;
    hash.update(buffer.subarray(0, got));
    at += got;
  }
  return `sha256:${hash.digest("hex")}`;
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
      copy(place, { from: fd, to: out, start: at, end: start });
      at = end;
    }
    const came = tailOf(place, { fd, from: read.bytes, whole: false, stat: place.fs.fstatSync(fd) });
    writeAll(place, out, came);
    fsyncSync(out);
    return read.bytes + came.length;
  } finally {
    place.fs.closeSync(out);
  }
}

function copy(
  place: Place,
  {
    from,
    to,
    start,
    end,
  }: { readonly from: number; readonly to: number; readonly start: number; readonly end: number },
): void {
  const buffer = Buffer.allocUnsafe(Math.min(stepBytes, Math.max(0, end - start)));
  for (let at = start; at < end; ) {
    const got = place.fs.readSync(from, buffer, 0, Math.min(buffer.length, end - at), at);
    if (got === 0) throw Object.assign(new Error("the file became shorter"), { code: "ENOENT" });
    writeAll(place, to, buffer.subarray(0, got));
    at += got;
  }
}

/** What stands behind an offset; `whole`: to the end of the last whole line. */
function tailOf(
  { fs }: Place,
  {
    fd,
    from,
    whole,
    stat,
  }: { readonly fd: number; readonly from: number; readonly whole: boolean; readonly stat: Stats },
): Buffer {
  const buffer = Buffer.allocUnsafe(Math.max(0, stat.size - from));
  let got = 0;
  while (got < buffer.length) {
    const more = fs.readSync(fd, buffer, got, buffer.length - got, from + got);
    if (more === 0) break;
    got += more;
  }
  const read = buffer.subarray(0, got);
  return whole ? read.subarray(0, read.lastIndexOf(lineFeed) + 1) : read;
}

/** False, and nothing done, while somebody else is in the middle of a line there; the rest of a line goes where its beginning is. */
function append(
  place: Place,
  file: string,
  { bytes, isMidLine }: { readonly bytes: Buffer; readonly isMidLine: boolean },
): boolean {
  const flags =
    constants.O_RDWR |
    constants.O_CREAT |
    constants.O_APPEND |
    (constants.O_NOFOLLOW ?? 0) |
    (constants.O_NONBLOCK ?? 0);
  const fd = place.fs.openSync(file, flags, 0o666);
  try {
    const stat = place.fs.fstatSync(fd);
    if (!stat.isFile()) throw refusedFile("EFTYPE", file);
    const { size } = stat;
    if (size > 0 && !isMidLine && lastByte(place, fd, size) !== lineFeed) return false;
    writeAll(place, fd, bytes);
    fsyncSync(fd);
    return true;
  } finally {
    place.fs.closeSync(fd);
  }
}

const lineFeed = 10;

/** The byte before an offset. */
function lastByte({ fs }: Place, fd: number, before: number): number {
  const byte = Buffer.alloc(1);
  fs.readSync(fd, byte, 0, 1, before - 1);
  return byte[0]!;
}

function writeAll({ fs }: Place, fd: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += fs.writeSync(fd, bytes, at, bytes.length - at);
}

function moved(path: string): Failure {
  return {
    code: "version_conflict",
    reason: "VERSION_CONFLICT",
    says: `${path} is not what it was when its rows were read; nothing was taken out of it.`,
    hint: "Somebody rewrites it; the next night tries again.",
  };
}

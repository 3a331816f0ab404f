/** FsRead: one file below the root as bytes, never through a symbolic link and never waiting on a pipe. */

import { constants, type Stats } from "node:fs";
import { blobOid } from "../../base/digest--digest.js";
import type { PagePath } from "../../base/ids.js";
import { limits } from "../../base/limits.js";
import type { Failure, Outcome } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import { attempt, errnoOf, ioFailure } from "../../state/fs-calls.js";
import { isHollow } from "./read--fs-page-store-hollow.js";
import { lstat, type Place, stampOf } from "./read--fs-place.js";
import type { ReadPage } from "./read--page-store.js";

/** Time stamps move by ticks of at most 10 ms, or by whole seconds (two on FAT) where they show no fraction. */
const tickMs = 20;
const coarseTickMs = 2_000;
const growthRetriesMax = 3;
/** The last two are absent on Windows. */
const openFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** One after another, each folder looked at once: for reading a whole memory, where the files outnumber their folders. */
export function readPages(
  place: Place,
  paths: readonly PagePath[],
  use: (path: PagePath, read: Outcome<ReadPage | null>) => void,
): void {
  const known = new Map<string, Outcome<"real" | "absent">>();
  for (const path of paths) {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    let folders = known.get(folder);
    if (folders === undefined) {
      folders = foldersOf(place, path);
      known.set(folder, folders);
    }
    use(path, folders.ok ? readBelow(place, path, folders.value) : err(notRegular(path)));
  }
}

export function readPage(place: Place, path: PagePath): Outcome<ReadPage | null> {
  const folders = foldersOf(place, path);
  return folders.ok ? readBelow(place, path, folders.value) : folders;
}

function readBelow(place: Place, path: PagePath, folders: "real" | "absent"): Outcome<ReadPage | null> {
  if (folders === "absent") return ok(null);
  // Where the system knows no O_NOFOLLOW, a look before the open has to do.
  const standing = constants.O_NOFOLLOW === undefined ? standingOf(place, path) : ok(null);
  if (!standing.ok) return standing;
  for (let round = 0; round < growthRetriesMax; round++) {
    const read = readOnce(place, path);
    if (!read.ok) return read;
    if (read.value !== "grew") return ok(read.value);
  }
  return err({
    code: "io_failed",
    errno: "EBUSY",
    says: `${path} grew during each of ${growthRetriesMax} reads.`,
    hint: "Wait until the program that writes it is done, and run the command again.",
  });
}

function readOnce(place: Place, path: PagePath): Outcome<ReadPage | "grew" | null> {
  let fd: number;
  try {
    fd = place.fs.openSync(`${place.root}/${path}`, openFlags);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === "ENOENT" || errno === "ENOTDIR") return ok(null);
    if (errno === "ELOOP" || errno === "EMLINK" || errno === "ENXIO") return err(notRegular(path));
    return err(ioFailure(error, `open ${path}`));
  }
  try {
    return readOpen(place, path, fd);
  } catch (error) {
    return err(ioFailure(error, `read ${path}`));
  } finally {
    // A failed close of a file that was only read loses nothing.
    attempt(`close ${path}`, () => place.fs.closeSync(fd));
  }
}

/** The file's mode where it is a regular file below real folders; null where it, or a folder above it, is absent. */
export function standingOf(place: Place, path: PagePath): Outcome<{ readonly mode: number } | null> {
  const folders = foldersOf(place, path);
  if (!folders.ok) return folders;
  if (folders.value === "absent") return ok(null);
  const file = attempt(`look at ${path}`, () => (isHollow(place, path) ? undefined : lstat(place, path)));
  if (!file.ok) return file;
  if (file.value === undefined) return ok(null);
  return file.value.isFile() ? ok({ mode: file.value.mode & 0o777 }) : err(notRegular(path));
}

/** No folder above the file may be a link: one lstat a component, because O_NOFOLLOW looks at the last one only. */
function foldersOf(place: Place, path: PagePath): Outcome<"real" | "absent"> {
  try {
    for (let slash = path.indexOf("/"); slash >= 0; slash = path.indexOf("/", slash + 1)) {
      const folder = lstat(place, path.slice(0, slash));
      if (folder === undefined || folder.isFile()) return ok("absent");
      if (!folder.isDirectory()) return err(notRegular(path, path.slice(0, slash)));
    }
    return ok("real");
  } catch (error) {
    return err(ioFailure(error, `look at ${path}`));
  }
}

export function tooLarge(path: string, bytes: number): Failure & { readonly code: "denied" } {
  return {
    code: "denied",
    reason: "page_too_large",
    says: `${path} has ${bytes} bytes; at most ${limits.pageBytesMax} are allowed.`,
    hint: "Split the file, or move it out of the memory folders.",
  };
}

/** `folder`: the part of the path that leads elsewhere; the file itself where none does. */
function notRegular(path: string, folder: string | null = null): Failure & { readonly code: "denied" } {
  const what =
    folder === null
      ? "a symbolic link, a pipe or a folder stands in its place"
      : `${folder} is a symbolic link or no folder`;
  return {
    code: "denied",
    reason: "not_a_regular_file",
    says: `${path} is not a regular file below real folders: ${what}.`,
    hint: `Put the ${folder === null ? "file" : "folder"} itself there; Pagefile follows no links inside a memory.`,
  };
}

/** Asks for one byte more than the file has, so that a file that grew meanwhile is told and not cut. */
function readOpen(place: Place, path: PagePath, fd: number): Outcome<ReadPage | "grew" | null> {
  const now = Date.now();
  const stat = place.fs.fstatSync(fd);
  if (!stat.isFile()) return isHollow(place, path) ? ok(null) : err(notRegular(path));
  const { size } = stat;
  if (size > limits.pageBytesMax) return err(tooLarge(path, size));
  const bytes = fill(place, fd, size + 1);
  if (bytes.length > size) return ok("grew");
  const blob = { oid: blobOid(bytes, place.algorithm), bytes };
  return ok({ blob, stamp: stampOf(stat), settled: isSettled(stat, now) });
}

/** Reads from the start until `length` bytes are there, or all but one, beyond which a read has found nothing. */
function fill(place: Place, fd: number, length: number): Uint8Array {
  const buffer = Buffer.allocUnsafe(length);
  let got = 0;
  // One more is asked for each time, so who has all but that one need not be told again that there is none.
  while (got < length - 1) {
    const more = place.fs.readSync(fd, buffer, got, length - got, null);
    if (more === 0) break;
    got += more;
  }
  return buffer.subarray(0, got);
}

/**
 * Every write sets ctime to the clock, and nobody can set it otherwise: once it lies further back than the clock's tick,
 * a later write cannot leave the same one. An mtime in the future is trusted no more than a fresh one.
 */
export function isSettled(stat: Stats, nowMs: number): boolean {
  const coarse = stat.ctimeMs % 1_000 === 0 && stat.mtimeMs % 1_000 === 0;
  const before = nowMs - (coarse ? coarseTickMs : tickMs);
  return stat.ctimeMs < before && stat.mtimeMs < before;
}

/**
 * PageStore: the files below the memory root: what reading, listing and replacing them gives, and how one is read as bytes without following a
 * link.
 */

import { constants, type Stats } from "node:fs";
import { blobOid } from "../../base/digest.js";
import type { Oid, PagePath } from "../../base/ids.js";
import { limits } from "../../base/limits.js";
import { err, type Failure, getOrMake, type Outcome, ok } from "../../base/result.js";
import type { Blob } from "../../git/history.js";
import type { Finding } from "../../page/page.js";
import { attempt, errnoOf, type FsCalls, ioFailure } from "../../state/fs-calls.js";
import { isDead, nameOwner, parseOwner, thisOwner } from "../../state/process.js";

// FsRead: one file below the root as bytes, never through a symbolic link and never waiting on a pipe.

/** Time stamps move by ticks of at most 10 ms, or by whole seconds (two on FAT) where they show no fraction. */
const tickMs = 20;
const coarseTickMs = 2_000;
const growthRetriesMax = 3;
/** The last two are absent on Windows. */
export const readFlags: number = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** One after another, each folder looked at once: for reading a whole memory, where the files outnumber their folders. */
export function readPages(
  place: Place,
  paths: readonly PagePath[],
  use: (path: PagePath, read: Outcome<ReadPage | null>) => void,
): void {
  const known = new Map<string, Outcome<"real" | "absent">>();
  for (const path of paths) {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    const folders = getOrMake(known, folder, () => foldersOf(place, path));
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
  const standing = constants.O_NOFOLLOW === undefined ? fileModeOf(place, path) : ok(null);
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
    fd = place.fs.openSync(`${place.root}/${path}`, readFlags);
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
export function fileModeOf(place: Place, path: PagePath): Outcome<{ readonly mode: number } | null> {
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
function isSettled(stat: Stats, nowMs: number): boolean {
  const coarse = stat.ctimeMs % 1_000 === 0 && stat.mtimeMs % 1_000 === 0;
  const before = nowMs - (coarse ? coarseTickMs : tickMs);
  return stat.ctimeMs < before && stat.mtimeMs < before;
}

// PageStore: the files below the memory root, read as bytes and replaced whole, atomically.

/** What tells one version of a file on disk from another without reading it. Numbers as lstat(2) gives them. */
export interface Stamp {
  readonly size: number;
  /** To a fraction of a microsecond, which is what a double can tell. */
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly inode: number;
}

export interface Listed {
  readonly path: PagePath;
  /** null where no stamp was asked for. */
  readonly stamp: Stamp | null;
}

/** With a stamp that was asked for. */
export type Stamped = Listed & { readonly stamp: Stamp };

export interface Listing {
  /** Regular Markdown files, sorted by path. */
  readonly files: readonly Listed[];
  /** What stood there but is no page: symlinks, FIFOs, refused names, files over the limit. */
  readonly findings: readonly Finding[];
  /** Markdown that the configuration leaves out, in no order; absent where nobody can say. */
  readonly left?: readonly PagePath[];
}

export interface ReadPage {
  readonly blob: Blob;
  /** Taken before the bytes were read: a write during the read leaves another stamp behind. */
  readonly stamp: Stamp;
  /** False while the file is so young that another write could leave the same stamp: such a stamp vouches for nothing. */
  readonly settled: boolean;
}

export interface PageStore {
  /** Absolute path of the memory root. */
  readonly root: string;
  /**
   * Stamps only the paths that `stamped` asks for; a caller that reads a file anyway gets its stamp from there. A file that still has the
   * stamp of what `stamped` gives for it is listed as that very object: ten thousand are mostly as they were.
   */
  list(stamped?: (path: PagePath) => Stamped | boolean): Outcome<Listing>;
  /** Of a regular file; null where none stands, and where files cannot be told from one another without reading them. */
  stampOf(path: PagePath): Stamp | null;
  /** The bytes on disk, never through a symlink; null when there is no file. */
  read(path: PagePath): Outcome<ReadPage | null>;
  /** The same for many, in order, each given to `use` before the next is read. */
  readEach(paths: readonly PagePath[], use: (path: PagePath, read: Outcome<ReadPage | null>) => void): void;
  /** The blob id that these bytes have on disk and in this repository. */
  idOf(bytes: Uint8Array): Oid;
  /**
   * Replaces, creates (`before` null) or removes (`bytes` null) files: temp file in the same folder, fsync, rename, fsync of
   * the folder. A file that no longer holds `before` is a `version_conflict` failure and is not touched; one that already
   * holds `bytes` is done, so that a call that failed half-way can be made again. Fails before all that where one that is `leaving` later could not.
   */
  replace(writes: readonly Replacement[], leaving?: readonly Pick<Replacement, "path">[]): Promise<Outcome<void>>;
}

export interface Replacement {
  readonly path: PagePath;
  readonly before: Oid | null;
  readonly bytes: Uint8Array | null;
  /** A new file gets the mode of the one here, where that stands. */
  readonly like?: PagePath;
}

// FsPlace: where the pages of one memory lie, and how a file there is looked at.

export interface Place {
  /** Absolute, no slash at the end. */
  readonly root: string;
  readonly fs: FsCalls;
  /** The repository's object format. */
  readonly algorithm: "sha1" | "sha256";
  /** Blocks for so many milliseconds. */
  readonly wait: (ms: number) => void;
}

/** Below the root; undefined where nothing stands. */
export function lstat(place: Place, path: string): Stats | undefined {
  try {
    return place.fs.lstatSync(`${place.root}/${path}`, { throwIfNoEntry: false });
  } catch (error) {
    if (errnoOf(error) === "ENOTDIR") return undefined;
    throw error;
  }
}

export function stampOf({ size, mtimeMs, ctimeMs, ino }: Stats): Stamp {
  return { size, mtimeMs, ctimeMs, inode: ino };
}

/** Whether it is the stamp of this very state of a file. */
export function isOf({ size, mtimeMs, ctimeMs, inode }: Stamp, now: Stats): boolean {
  return inode === now.ino && mtimeMs === now.mtimeMs && ctimeMs === now.ctimeMs && size === now.size;
}

// FsPageStoreTemp: names of temp files beside pages, which tell whose they are, so that those of the dead can be swept.

const opening = ".pagefile-";
const ending = ".tmp";

/** A name that no other temp file has. */
export function newTempName(): string {
  return opening + nameOwner(thisOwner()) + ending;
}

/** Removes a file that is a temp file of a provably dead process, and leaves any other; one that cannot be removed is in nobody's way. */
export function sweepTemp(place: Place, folder: string | null, name: string): void {
  if (!name.startsWith(opening) || !name.endsWith(ending)) return;
  const owner = parseOwner(name.slice(opening.length, -ending.length));
  if (owner === null || !isDead(owner)) return;
  const full = [place.root, ...(folder === null ? [] : [folder]), name].join("/");
  attempt("remove a temp file", () => place.fs.unlinkSync(full));
}

// FsPageStoreHollow: folders whose files have all gone: for git there is no such thing, and none keeps its name from a file.

/** Whether it is a folder without a file or a link anywhere below it. */
function isHollow(place: Place, path: string): boolean {
  if (lstat(place, path)?.isDirectory() !== true) return false;
  return place.fs.readdirSync(`${place.root}/${path}`).every((name) => isHollow(place, `${path}/${name}`));
}

/** Throws where somebody puts a file into it meanwhile; that one stays. */
export function removeHollow(place: Place, path: string): void {
  if (!isHollow(place, path)) return;
  const full = `${place.root}/${path}`;
  for (const name of place.fs.readdirSync(full)) removeHollow(place, `${path}/${name}`);
  place.fs.rmdirSync(full);
}

// FsPageStoreConflict: how a file that is not what its writer saw is told.

export function conflict(path: PagePath, before: Oid | null, current: Oid | null): Failure {
  const name = (oid: Oid | null): string => (oid === null ? "no file" : `version ${oid.slice(0, 12)}`);
  return {
    code: "version_conflict",
    reason: "VERSION_CONFLICT",
    says: `${path} holds ${name(current)}; ${name(before)} was expected.`,
    hint: "Someone else changed the file meanwhile: read it again and repeat the change.",
  };
}

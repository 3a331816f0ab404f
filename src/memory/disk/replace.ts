/** FsPageStoreReplace: files replaced, made or removed durably, each only while it still holds what its writer saw. */

import { constants } from "node:fs";
import { blobOid } from "../../base/digest.js";
import type { PagePath } from "../../base/ids.js";
import { limits } from "../../base/limits.js";
import { assert, err, type Failure, type Outcome, ok } from "../../base/result.js";
import { attempt, attemptSoon, errnoOf, ioFailure, orElse, syncFile } from "../../state/fs-calls.js";
import {
  conflict,
  fileModeOf,
  lstat,
  newTempName,
  type Place,
  type Replacement,
  readPage,
  removeHollow,
  tooLarge,
} from "./read.js";

/** What a failed call has to clean up, and what a finished one has to make durable. */
interface Work {
  readonly place: Place;
  /** Temp files that exist, by full path. */
  readonly temps: Set<string>;
  /** Folders whose entries changed, below the root; "" is the root. */
  readonly folders: Set<string>;
  published: number;
}

const busyWaitsMs = [10, 30, 90];
const newFileMode = 0o644;

/** Every temp file is on disk before the first file is replaced, so that a full disk changes nothing. */
export async function replaceFiles(
  place: Place,
  writes: readonly Replacement[],
  leaving: readonly Pick<Replacement, "path">[] = [],
): Promise<Outcome<void>> {
  assert(new Set(writes.map((write) => write.path)).size === writes.length, "a path is replaced once a call");
  const work: Work = { place, temps: new Set(), folders: new Set(), published: 0 };
  const closed = leaving.map(({ path }) => probe(work, path)).find((probed) => !probed.ok);
  const done = closed ?? (await replaceAll(work, writes));
  const left = [...work.temps].filter((temp) => !removeTemp(place, temp) && !removeTemp(place, temp));
  if (done.ok) return done;
  const published = work.published > 0 ? ` ${work.published} of ${writes.length} files were replaced before.` : "";
  const leftover = left.length > 0 ? ` Delete what was left behind: ${left.join(", ")}.` : "";
  return err({ ...done.error, says: done.error.says + published, hint: done.error.hint + leftover });
}

async function replaceAll(work: Work, writes: readonly Replacement[]): Promise<Outcome<void>> {
  const steps: Step[] = [];
  for (let at = 0; at < writes.length; at += openMax) {
    const prepared = await prepareBatch(work, writes.slice(at, at + openMax));
    if (!prepared.ok) return prepared;
    steps.push(...prepared.value);
  }
  // What is removed may only have moved: its new place is on disk before the old one goes.
  const written = await publishAll(
    work,
    steps.filter(({ write }) => write.bytes !== null),
  );
  if (!written.ok) return written;
  return publishAll(
    work,
    steps.filter(({ write }) => write.bytes === null),
  );
}

interface Step {
  readonly write: Replacement;
  readonly temp: string | null;
}

/** Files open at once: an adoption of thousands of pages must not run out of descriptors. */
const openMax = 64;

/** The temp files are synced side by side: one after another, each would wait for the disk on its own. */
async function prepareBatch(work: Work, writes: readonly Replacement[]): Promise<Outcome<readonly Step[]>> {
  const open: OpenTemp[] = [];
  const steps: Step[] = [];
  let failed: Failure | null = null;
  for (const write of writes) {
    const temp = prepare(work, write);
    if (!temp.ok) {
      failed = temp.error;
      break;
    }
    if (temp.value !== null) open.push(temp.value);
    steps.push({ write, temp: temp.value?.temp ?? null });
  }
  const ended = await Promise.all(open.map((one) => finish(work.place, one, failed === null)));
  failed ??= ended.find((failure) => failure !== null) ?? null;
  return failed === null ? ok(steps) : err(failed);
}

/** Each is closed, whatever becomes of the others. */
async function finish(place: Place, { path, fd }: OpenTemp, syncs: boolean): Promise<Failure | null> {
  const synced = syncs ? await attemptSoon(`write ${path}`, () => syncFile(fd, place.fs)) : ok(undefined);
  const closed = attempt(`write ${path}`, () => place.fs.closeSync(fd));
  if (!synced.ok) return synced.error;
  return closed.ok ? null : closed.error;
}

async function publishAll(work: Work, steps: readonly Step[]): Promise<Outcome<void>> {
  if (steps.length === 0) return ok(undefined);
  for (const { write, temp } of steps) {
    const failure = await publish(work, write, temp);
    if (failure !== null) return err(failure);
    work.published++;
  }
  const synced = await Promise.all([...work.folders].map((folder) => sync(work.place, folder)));
  return synced.find((outcome) => !outcome.ok) ?? ok(undefined);
}

/** Checks, makes the folders and writes the temp file; null where there is none to write. */
function prepare(work: Work, { path, before, bytes, like }: Replacement): Outcome<OpenTemp | null> {
  if (bytes !== null && bytes.length > limits.pageBytesMax) return err(tooLarge(path, bytes.length));
  const state = compare(work.place, { path, before, bytes });
  if (!state.ok) return state;
  if (bytes === null || state.value === "done") return ok(null);
  const folders = before === null ? makeFolders(work, path) : ok(undefined);
  if (!folders.ok) return folders;
  const own = fileModeOf(work.place, path);
  const standing = own.ok && own.value === null && like !== undefined ? fileModeOf(work.place, like) : own;
  return standing.ok ? writeTemp(work, path, { bytes, mode: standing.value?.mode ?? null }) : standing;
}

/** `as_seen`: the file holds `before`; `done`: it already holds what is wanted. Anything else is a conflict. */
function compare(place: Place, { path, before, bytes }: Replacement): Outcome<"as_seen" | "done"> {
  const read = readPage(place, path);
  if (!read.ok) return read;
  const current = read.value?.blob.oid ?? null;
  if (current === (bytes === null ? null : blobOid(bytes, place.algorithm))) return ok("done");
  return current === before ? ok("as_seen") : err(conflict(path, before, current));
}

/** mkdir -p; links and files that stand in the way are told by the look that follows. */
function makeFolders(work: Work, path: PagePath): Outcome<void> {
  const parts = path.split("/").slice(0, -1);
  return attempt(`make the folder of ${path}`, () => {
    let folder = "";
    for (const part of parts) {
      // Flushed even where the next folder exists: the call that made it may have failed before its own flush.
      work.folders.add(folder);
      folder = folder === "" ? part : `${folder}/${part}`;
      if (lstat(work.place, folder) === undefined) makeFolder(work.place, folder);
    }
  });
}

function makeFolder(place: Place, folder: string): void {
  orElse(undefined, () => place.fs.mkdirSync(`${place.root}/${folder}`), "EEXIST");
}

/** Written, and not synced yet. */
interface OpenTemp {
  readonly path: PagePath;
  readonly temp: string;
  readonly fd: number;
}

/** A new file's mode follows the umask; a replaced file keeps its own. */
function writeTemp(work: Work, path: PagePath, file: { bytes: Uint8Array; mode: number | null }): Outcome<OpenTemp> {
  const { place } = work;
  return attempt(`write ${path}`, () => {
    const [temp, fd] = openTemp(work, path, file.mode ?? newFileMode);
    try {
      let put = 0;
      while (put < file.bytes.length) put += place.fs.writeSync(fd, file.bytes, put, file.bytes.length - put);
      if (file.mode !== null) place.fs.fchmodSync(fd, file.mode);
    } catch (error) {
      attempt("close", () => place.fs.closeSync(fd));
      throw error;
    }
    return { path, temp, fd };
  });
}

function openTemp(work: Work, path: PagePath, mode: number): [temp: string, fd: number] {
  const { place } = work;
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  const folder = folderOf(path);
  const temp = [place.root, ...(folder === "" ? [] : [folder]), newTempName()].join("/");
  const fd = place.fs.openSync(temp, flags, mode);
  work.temps.add(temp);
  return [temp, fd];
}

/** A folder that takes a temp file lets a page go too; one that is not there has none to lose. */
function probe(work: Work, path: PagePath): Outcome<void> {
  const open = (): void => work.place.fs.closeSync(openTemp(work, path, newFileMode)[1]);
  return attempt(`remove ${path}`, () => orElse(undefined, open, "ENOENT"));
}

/** The last look and the rename (or the removal) stand next to each other; a busy file is tried again. */
async function publish(work: Work, write: Replacement, temp: string | null): Promise<Failure | null> {
  const { place } = work;
  const full = `${place.root}/${write.path}`;
  for (let tries = 0; ; tries++) {
    const state = compare(place, write);
    if (!state.ok) return state.error;
    work.folders.add(folderOf(write.path));
    if (state.value === "done") {
      const synced = write.bytes === null ? state : await sync(place, write.path);
      return synced.ok ? null : synced.error;
    }
    assert(temp !== null || write.bytes === null, "bytes that are not there yet have a temp file");
    try {
      if (temp === null) place.fs.unlinkSync(full);
      else {
        if (write.before === null) removeHollow(place, write.path);
        place.fs.renameSync(temp, full);
      }
      if (temp !== null) work.temps.delete(temp);
      return null;
    } catch (error) {
      const wait = busyWaitsMs[tries];
      const errno = errnoOf(error);
      if (wait === undefined || (errno !== "EPERM" && errno !== "EBUSY")) {
        return ioFailure(error, `${temp === null ? "remove" : "replace"} ${write.path}`);
      }
      place.wait(wait);
    }
  }
}

/** Flushes a file, or a folder's entries. Windows has no such call for a folder, and some network file systems refuse it. */
async function sync(place: Place, path: string): Promise<Outcome<void>> {
  if (process.platform === "win32") return ok(undefined);
  return attemptSoon(`flush ${path === "" ? "the memory folder" : path} to disk`, async () => {
    let fd: number;
    try {
      fd = place.fs.openSync(path === "" ? place.root : `${place.root}/${path}`, constants.O_RDONLY);
    } catch (error) {
      // Removed by someone else since: nothing is left to flush.
      if (errnoOf(error) === "ENOENT") return;
      throw error;
    }
    try {
      await syncFile(fd, place.fs);
    } catch (error) {
      if (!["EINVAL", "ENOTSUP", "ENOSYS"].includes(errnoOf(error) ?? "")) throw error;
    } finally {
      attempt("close", () => place.fs.closeSync(fd));
    }
  });
}

function removeTemp(place: Place, temp: string): boolean {
  const removed = attempt("remove a temp file", () => place.fs.unlinkSync(temp));
  return removed.ok || (removed.error.code === "io_failed" && removed.error.errno === "ENOENT");
}

function folderOf(path: PagePath): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

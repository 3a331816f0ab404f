/** SeriesFiles on disk: lines of files that grow while they are read, never through a link. */

import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { type PagePath, parsePagePath } from "../../base/ids.js";
import { limits } from "../../base/limits.js";
import type { Failure, Outcome } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import { compareText } from "../../base/text--order.js";
import { standingOf } from "../../memory/disk/read.js";
import { lstat, type Place } from "../../memory/disk/read--fs-place.js";
import { anchoredFs } from "../../memory/page-store.js";
import { coldPerceptionFolder, perceptionFolder } from "../../memory/profile.js";
import { attempt, errnoOf, ioFailure, realFs } from "../../state/fs-calls.js";
import { refusedFile } from "../../state/plain-file--plain-folder.js";
import { bringOver, cutSeries } from "./files.js";
import type { LinesRead, SeriesFiles, SeriesListing, UseLine } from "./files--series-filesx.js";

/** `root` is absolute; `kept` a folder of our own on the same file system, made when first needed; `now` the machine's time. */
export function openSeriesFiles(root: string, kept: string, now: () => number = Date.now): SeriesFiles {
  const place: Place = { root, fs: anchoredFs(root, realFs), algorithm: "sha1", wait: () => undefined };
  return {
    list: () => attempt(`list ${perceptionFolder}`, () => list(place)),
    lines: (path, use) => linesOf(place, path, use),
    cut: (path, cut) => cutSeries(place, kept, { path, ...cut }),
    recover: () => attempt(`bring over what was appended to series in ${kept}`, () => bringOver(place, kept, now())),
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

const openFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const chunkBytes = 1_048_576;

function linesOf(place: Place, path: PagePath, use: UseLine): Outcome<LinesRead | null> {
  const standing = standingOf(place, path);
  if (!standing.ok || standing.value === null) return standing.ok ? ok(null) : standing;
  let fd: number;
  try {
    fd = place.fs.openSync(`${place.root}/${path}`, openFlags);
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
  const hash = createHash("sha256");
  const chunk = Buffer.allocUnsafe(Math.min(size, chunkBytes));
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
  return { bytes: start, digest: `sha256:${hash.digest("hex")}`, unfinished: open.length > 0 };
}

function tooLarge(path: string, bytes: number): Failure {
  return {
    code: "denied",
    reason: "series_too_large",
    says: `${path} has ${bytes} bytes; at most ${limits.perceptionFileBytesMax} are read.`,
    hint: "Split it by time into several series, or thin it out where it is made.",
  };
}

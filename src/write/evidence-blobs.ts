/** EvidenceBlobs on disk: a file a blob, named by its digest, whole or not there after a crash. */

import { lstatSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { digest } from "../base/digest--digest.js";
import { limits } from "../base/limits.js";
import { compareText, firstDecided } from "../base/text--order.js";
import { attempt, errnoOf } from "../state/fs-calls.js";
import { readPlain } from "../state/plain-file.js";
import { isForeign } from "../state/plain-file--plain-folder.js";
import { removeWhole, syncFolder, writeWhole } from "../state/plain-file--staging-file.js";
import { namesIn } from "../state/plain-file--staging-read.js";
import type { EvidenceBlobs } from "./evidence-blobs--evidence-blobs.js";

/** `dir` is made when first written; `now` is the machine's time in milliseconds, as file times are. */
export function openEvidenceBlobs(dir: string, now: () => number = Date.now): EvidenceBlobs {
  return {
    put: (bytes) => attempt(`keep the result of a tool in ${dir}`, () => put(dir, bytes, now() / 1000)),
    get: (name) =>
      attempt(`read the result of a tool in ${dir}`, () => {
        const hex = hexOf(name);
        if (hex === null) return null;
        const file = join(dir, hex);
        const bytes = bytesOrNull(file);
        return bytes === null || digest(bytes) !== name ? null : { bytes, file };
      }),
    prune: (bounds) => attempt(`remove old results of tools in ${dir}`, () => prune(dir, bounds)),
  };
}

const prefix = "sha256:";

/** The name of its file; null for what is no digest, and so no name of ours. */
function hexOf(name: string): string | null {
  const hex = name.startsWith(prefix) ? name.slice(prefix.length) : "";
  return /^[0-9a-f]{64}$/.test(hex) ? hex : null;
}

function put(dir: string, bytes: Uint8Array, seconds: number): string {
  const name = digest(bytes);
  const file = join(dir, name.slice(prefix.length));
  const there = bytesOrNull(file);
  // What a broken disk left under that name is replaced.
  if (there === null || digest(there) !== name) writeWhole(file, bytes);
  else syncFolder(dir);
  utimesSync(file, seconds, seconds);
  return name;
}

function prune(dir: string, { bytesMax, blobsMax }: Parameters<EvidenceBlobs["prune"]>[0]): number {
  const blobs = namesIn(dir)
    .flatMap((name) => {
      const stat = lstatSync(join(dir, name), { throwIfNoEntry: false });
      return stat?.isFile() === true ? [{ name, size: stat.size, at: stat.mtimeMs }] : [];
    })
    .sort((a, b) => firstDecided(b.at - a.at, compareText(a.name, b.name)));
  let bytes = 0;
  const over = blobs.filter(({ size }, at) => {
    bytes += size;
    return at >= blobsMax || bytes > bytesMax;
  });
  removeWhole(
    dir,
    over.map(({ name }) => name),
  );
  return over.length;
}

function bytesOrNull(file: string): Buffer | null {
  try {
    return readPlain(file, limits.evidenceBlobBytesMax);
  } catch (error) {
    // What is none of ours is replaced like what a broken disk left.
    if (errnoOf(error) === "ENOENT" || isForeign(error)) return null;
    throw error;
  }
}

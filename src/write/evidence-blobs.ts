/**
 * EvidenceBlobs: results of tools as bytes on this machine, a file each, named by what it holds and whole or not there after a crash. Losing one
 * costs another call of the tool.
 */

import { lstatSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { digest } from "../base/digest.js";
import { limits } from "../base/limits.js";
import type { Outcome } from "../base/result.js";
import { compareText, firstDecided } from "../base/text.js";
import { type Holder, service } from "../memory/service.js";
import { attempt, errnoOf } from "../state/fs-calls.js";
import { isForeign, namesIn, readPlain, removeWhole, syncFolder, writeWhole } from "../state/plain-file.js";

// EvidenceBlobs on disk: a file a blob, named by its digest, whole or not there after a crash.

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

// EvidenceBlobs: results of tools as bytes on this machine, named by what they hold; losing one costs another call of the tool.

export interface EvidenceBlobs {
  /** Durable when it returns; the same bytes are one blob, which counts as new again. Answers with `sha256:…`. */
  put(bytes: Uint8Array): Outcome<string>;
  /** By `sha256:…`; null where there is none, or what lies there is not those bytes any more. */
  get(digest: string): Outcome<{ readonly bytes: Uint8Array; readonly file: string } | null>;
  /** Removes those put longest ago, until what is left is within the bounds; answers with how many went. */
  prune(bounds: { readonly bytesMax: number; readonly blobsMax: number }): Outcome<number>;
}

/** The results of tools that a memory keeps; undefined where their signatures alone are kept. */
export const evidenceBlobsOf: (holder: Holder) => EvidenceBlobs | undefined = service(({ place }) =>
  openEvidenceBlobs(join(place.shared, "evidence")),
);

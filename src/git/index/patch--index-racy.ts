/** Index racy: entries so young that their file may have changed unseen, made suspicious before the index gets older than they. */

import { lstatSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { blobOid } from "../../base/digest--digest.js";
import { limits } from "../../base/limits.js";
import { errnoOf } from "../../state/fs-calls.js";
import { readPlain } from "../../state/plain-file.js";
import { entryAt, nameAt } from "./patch--index-entry.js";
import type { IndexFile } from "./patch--index-file.js";

/** More files than this are not read again; they are taken for changed, and git reads them when it next looks. */
const readsMax = 2_000;

/**
 * The index's bytes, safe to be written again later. A file edited in the second in which the index was written can look
 * unchanged. git knows, and reads every file as young as its index; a younger index would take that doubt away. So, as git
 * does, each such file is read now, and where it differs its entry gets the size 0, which git never takes for unchanged
 * (Documentation/technical/racy-git.txt).
 */
export function withoutTrustInRacy(index: IndexFile): Buffer {
  let bytes = index.bytes;
  let reads = 0;
  for (let i = 0; i < index.offsets.length - 1; i += 1) {
    const at = index.offsets[i]!;
    if (index.bytes.readUInt32BE(at + mtimeAt) < index.writtenSeconds) continue;
    if (index.bytes.readUInt32BE(at + sizeAt) === 0) continue;
    if (reads < readsMax && isTrue(index, i)) {
      reads += 1;
      continue;
    }
    if (bytes === index.bytes) bytes = Buffer.from(bytes);
    bytes.writeUInt32BE(0, at + sizeAt);
  }
  return bytes;
}

const mtimeAt = 8;
const sizeAt = 36;

/** True where the file holds what the entry says, or differs in a way that its stat shows. */
function isTrue(index: IndexFile, position: number): boolean {
  const entry = entryAt(index, position);
  const isLink = entry.mode === 0o120000;
  if (entry.stage !== 0 || entry.mode === 0o160000) return true;
  const file = join(index.top, nameAt(index, position).toString("utf8"));
  try {
    const stat = lstatSync(file);
    const at = index.offsets[position]!;
    const seconds = Math.floor(stat.mtimeMs / 1_000) >>> 0;
    if (seconds !== index.bytes.readUInt32BE(at + mtimeAt)) return true;
    if (stat.size >>> 0 !== index.bytes.readUInt32BE(at + sizeAt)) return true;
    if (stat.isSymbolicLink() !== isLink || !(isLink || stat.isFile())) return true;
    const content = isLink ? Buffer.from(readlinkSync(file)) : readPlain(file, limits.gitFileBytesMax);
    return blobOid(content, index.hashBytes === 20 ? "sha1" : "sha256") === entry.oid;
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    // A file that is gone shows as gone; one that cannot be read is better doubted.
    return errnoOf(error) === "ENOENT" || errnoOf(error) === "ENOTDIR";
  }
}

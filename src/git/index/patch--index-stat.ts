/** Index stat: what git remembers of a work-tree file to know later, without reading it, that it is unchanged. */

import { type BigIntStats, closeSync, fstatSync, readFileSync } from "node:fs";
import { errnoOf } from "../../state/fs-calls.js";
import { openPlain } from "../../state/plain-file.js";
import type { IndexStat } from "./patch.js";

/**
 * The stat of a file that holds exactly `bytes`; null for any other file and on systems whose numbers git computes in its own
 * way. Stat, read and stat again, so that an edit by hand in between is never recorded as if it were clean.
 */
export function statIfHolds(file: string, bytes: Uint8Array): IndexStat | null {
  if (process.platform === "win32") return null;
  try {
    const fd = openPlain(file);
    try {
      const stat = fstatSync(fd, { bigint: true });
      if (!stat.isFile() || stat.size !== BigInt(bytes.length)) return null;
      const same = readFileSync(fd).equals(bytes);
      return same && fstatSync(fd, { bigint: true }).mtimeNs === stat.mtimeNs ? print(stat) : null;
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    // A file that is gone or unreadable is no failure here: git will look at it when the user next asks.
    if (errnoOf(error) === null) throw error;
    return null;
  }
}

/** ctime, mtime (seconds, nanoseconds), device, inode, mode, uid, gid, size: 32 bits each, cut off as git cuts them. */
function print(stat: BigIntStats): IndexStat {
  const second = 1_000_000_000n;
  const { ctimeNs, mtimeNs, dev, ino, mode, uid, gid, size } = stat;
  const numbers = [
    ctimeNs / second,
    ctimeNs % second,
    mtimeNs / second,
    mtimeNs % second,
    dev,
    ino,
    mode,
    uid,
    gid,
    size,
  ];
  const bytes = Buffer.alloc(40);
  numbers.forEach((number, i) => {
    bytes.writeUInt32BE(Number(BigInt.asUintN(32, number)), i * 4);
  });
  return bytes;
}

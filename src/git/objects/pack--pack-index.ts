/** PackIndex: where an object lies in a pack, looked up in the pack's index file without reading the index whole. */

import { closeSync, fstatSync, readSync } from "node:fs";
import { openLinked } from "../../state/plain-file.js";

export interface PackIndex {
  /** Offset of the object's entry in the pack; null where the pack does not hold it. */
  find(oid: string): number | null;
  close(): void;
}

const head = Buffer.from("ff744f6300000002", "hex");
const fanoutEnd = head.length + 256 * 4;

/** null where it is no index of version 2, the only one git has written since 2007. May throw an error of the system. */
export function readPackIndex(file: string, hashBytes: number): PackIndex | null {
  const fd = openLinked(file);
  const { size } = fstatSync(fd);
  const top = bytesAt(fd, 0, fanoutEnd);
  const count = top === null ? 0 : top.readUInt32BE(fanoutEnd - 4);
  const [crcs, offsets, large] = [hashBytes, hashBytes + 4, hashBytes + 8].map((each) => fanoutEnd + count * each);
  const isWhole = large !== undefined && size >= large + 2 * hashBytes;
  if (top === null || !top.subarray(0, head.length).equals(head) || !isWhole) {
    closeSync(fd);
    return null;
  }
  const numberAt = (at: number): number | null => bytesAt(fd, at, 4)?.readUInt32BE(0) ?? null;
  return {
    close: () => closeSync(fd),
    find(oid) {
      const wanted = Buffer.from(oid, "hex");
      const first = wanted[0];
      if (first === undefined || wanted.length !== hashBytes || crcs === undefined || offsets === undefined)
        return null;
      let low = first === 0 ? 0 : top.readUInt32BE(head.length + (first - 1) * 4);
      let high = top.readUInt32BE(head.length + first * 4);
      while (low < high) {
        const middle = low + ((high - low) >> 1);
        const order = bytesAt(fd, fanoutEnd + middle * hashBytes, hashBytes)?.compare(wanted);
        if (order === undefined) return null;
        if (order === 0) {
          const offset = numberAt(offsets + middle * 4);
          // The highest bit says that the offset needs the second table, which only packs of 2 GiB have: those are for git.
          return offset === null || offset >= 0x8000_0000 ? null : offset;
        }
        if (order < 0) low = middle + 1;
        else high = middle;
      }
      return null;
    },
  };
}

/** null where the file ends before, or nothing was asked for. */
export function bytesAt(fd: number, at: number, length: number): Buffer | null {
  if (length <= 0) return null;
  const bytes = Buffer.allocUnsafe(length);
  return readSync(fd, bytes, 0, length, at) === length ? bytes : null;
}

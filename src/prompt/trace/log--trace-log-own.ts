/** TraceLogOwn: where the record stands that this process added last: it is neither looked for nor parsed while it stands there. */

import { fstatSync, lstatSync, type Stats } from "node:fs";
import { linesFromEnd } from "./log--trace-log-lines.js";

/** Bytes of a file of the log; `end` is that of the line end. */
export interface Written {
  readonly inode: number;
  readonly start: number;
  readonly end: number;
}

export interface Own<T> extends Written {
  readonly record: T;
}

/** A log only grows; one that was moved away or made anew is another file. */
export function stands(path: string, own: Written): boolean {
  return isIn(lstatSync(path, { throwIfNoEntry: false }), own);
}

/** The lines of an open file from its end, as bytes, and the own record as it is. */
export function* linesAround<T>(
  file: number,
  own: Own<T> | null,
): Generator<{ readonly start: number } & ({ readonly bytes: Buffer } | { readonly record: T })> {
  const stat = fstatSync(file);
  if (own === null || !isIn(stat, own)) return yield* linesFromEnd(file, stat.size);
  const { start, end, record } = own;
  yield* linesFromEnd(file, stat.size, end);
  yield { start, record };
  yield* linesFromEnd(file, start);
}

function isIn(stat: Stats | undefined, { inode, end }: Written): boolean {
  return stat?.isFile() === true && stat.ino === inode && stat.size >= end;
}

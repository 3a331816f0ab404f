/** TraceLogLines: the lines of a file from its end: what is asked for is nearly always the newest, and a log is long. */

import { readSync } from "node:fs";

export interface Line {
  /** As they stand in the file: most lines are looked at for one name and never decoded. */
  readonly bytes: Buffer;
  /** Where it begins, in bytes. */
  readonly start: number;
}

const firstBlock = 65_536;
const blockMax = 4_194_304;
const newline = 10;

/** Of an open file up to byte `to`, from where a line begins; what stands behind the last line end is the first line. */
export function* linesFromEnd(file: number, to: number, from = 0): Generator<Line, void> {
  let position = to;
  let begun = Buffer.alloc(0);
  for (let block = firstBlock; position > from; block = Math.min(2 * block, blockMax)) {
    const bytes = readAt(file, Math.max(from, position - block), position);
    position = Math.max(from, position - block);
    const whole = Buffer.concat([bytes, begun]);
    let end = whole.length;
    for (let at = bytes.lastIndexOf(newline); at >= 0; at = at === 0 ? -1 : bytes.lastIndexOf(newline, at - 1)) {
      yield { bytes: whole.subarray(at + 1, end), start: position + at + 1 };
      end = at;
    }
    begun = whole.subarray(0, end);
  }
  yield { bytes: begun, start: from };
}

/** Counted from 1: that of the line which begins at that byte. */
export function lineNumber(file: number, start: number): number {
  const bytes = readAt(file, 0, start);
  let number = 1;
  for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) number += 1;
  return number;
}

/** Nothing takes anything from such a file; one that got shorter all the same is read as far as it goes. */
function readAt(file: number, from: number, to: number): Buffer {
  const bytes = Buffer.alloc(to - from);
  let filled = 0;
  for (let got = -1; got !== 0 && filled < bytes.length; filled += got)
    got = readSync(file, bytes, filled, bytes.length - filled, from + filled);
  return bytes.subarray(0, filled);
}

/** Sizes: how many bytes an index takes. */

import { lstatSync } from "node:fs";
import type { Generation } from "./generation--generation.js";

/** Of the file and its log. */
export function bytesOf(made: Generation): number {
  return sizeOf(made.file) + logBytes(made);
}

/** What was written and is not yet in the file. */
export function logBytes({ file }: Generation): number {
  return sizeOf(`${file}-wal`);
}

function sizeOf(path: string): number {
  return lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

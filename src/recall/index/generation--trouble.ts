/** Trouble: which errors are an index that is bad or held, and which are bugs. */

import { errnoOf } from "../../state/fs-calls.js";

/** The index holds what nobody wrote into it. */
export class Damaged extends Error {}

/** Whether it is the index that is in trouble, or the disk below it; anything else is a bug and is thrown on. */
export function troubleOf(error: unknown): string {
  if (!(error instanceof Error)) throw error;
  const code = "code" in error ? String(error.code) : "";
  const isTrouble =
    error instanceof Damaged || error instanceof SyntaxError || code.startsWith("SQLITE") || errnoOf(error) !== null;
  if (!isTrouble) throw error;
  if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED")) return "somebody held its lock too long";
  return error.message;
}

/** Whether SQLite gave up waiting for somebody else. */
export function isLocked(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED");
}

/** HookTrailers: what a commit message says of a hand edit: who edited which pages. */

import type { JudgedPage } from "./staged.js";

/** Empty where the commit holds no page. */
export function trailersFor(pages: readonly JudgedPage[]): readonly string[] {
  if (pages.length === 0) return [];
  const ops = pages.map(({ file, id, path }) => `Pagefile-Op: ${op(file.status)} ${id} ${oneLine(path)}`);
  const who = ["Pagefile-Actor: human", "Pagefile-Origin: user"];
  return ["Pagefile-Reason: MANUAL_EDIT", ...ops.slice(0, opsMax), ...who];
}

/** A first commit of ten thousand pages needs no message of ten thousand lines: the commit itself names them. */
const opsMax = 100;

/** One word each, so that a path with spaces still reads back as the rest of the line. */
function op(status: "added" | "changed" | "deleted"): string {
  return status === "added" ? "create" : status === "deleted" ? "delete" : "edit";
}

/** A deleted file may have had any name; a line break in it would forge the next trailer. */
function oneLine(path: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed here
  return path.replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, "?");
}

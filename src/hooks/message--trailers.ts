/** HookTrailers: what a commit message says of a hand edit: who edited which pages. */

import { isPerson } from "../memory/labels--actor.js";
import type { JudgedPage } from "./message.js";

/** Empty where the commit holds no page. Nobody knows whose words an agent commits by hand, so they are not called the user's. */
export function trailersFor(pages: readonly JudgedPage[], actor: string): readonly string[] {
  if (pages.length === 0) return [];
  const ops = pages.map(({ file, id, path }) => `Pagefile-Op: ${op(file.status)} ${id} ${oneLine(path)}`);
  return ["Pagefile-Reason: MANUAL_EDIT", ...ops.slice(0, opsMax), ...whoLines(actor)];
}

export function whoLines(actor: string): readonly string[] {
  const isUser = isPerson(actor);
  return [`Pagefile-Actor: ${isUser ? "human" : oneLine(actor)}`, `Pagefile-Origin: ${isUser ? "user" : "agent"}`];
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

/** CheckFiles: files that grew too long, a buffer nobody emptied, copies that a sync client made, and what grows towards its limit. */

import { bufferPath, memoryPath, observationsPath } from "../hand-words--night-places.js";
import { linesIn } from "../keep/leave--prune.js";
import { thresholds } from "../thresholds.js";
import type { AuditFinding, AuditPage } from "./checks--audit.js";

/** Protocol checks 2 and 7, and the most lines of MEMORY.md where it has one. */
export function checkFiles(pages: readonly AuditPage[], memoryLines: number | null): readonly AuditFinding[] {
  return pages.flatMap((page) => {
    const { path } = page.entry;
    if (path === observationsPath) return tooLong("observations_long", page, thresholds.observationLinesMax);
    if (path === memoryPath) return memoryLines === null ? [] : tooLong("memory_long", page, memoryLines);
    return path === bufferPath && saysSomething(page.text.slice(page.bodyStart)) ? [full(path)] : [];
  });
}

function tooLong(
  check: "observations_long" | "memory_long",
  { entry: { path }, text }: AuditPage,
  max: number,
): readonly AuditFinding[] {
  const lines = linesIn(text);
  if (lines <= max) return [];
  const says = `It has ${lines} lines; above ${max} a night looks for what may leave it.`;
  const hint = "See what that is, or shorten it by hand: pagefile night";
  return [{ check, severity: "warning", path, line: 0, says, hint }];
}

function full(path: string): AuditFinding {
  const says = "The working buffer is not empty: a session ended before anybody took in what it had put there.";
  const hint = "A night promotes what is worth it and clears it; or read it now.";
  return { check: "buffer_full", severity: "warning", path, line: 0, says, hint };
}

/** A heading and comments are what an empty buffer looks like. */
function saysSomething(body: string): boolean {
  let rest = "";
  let at = 0;
  for (let open = body.indexOf("<!--"); open >= 0; open = body.indexOf("<!--", at)) {
    rest += body.slice(at, open);
    const close = body.indexOf("-->", open);
    at = close < 0 ? body.length : close + 3;
  }
  return `${rest}${body.slice(at)}`
    .split("\n")
    .some((line) => line.trim() !== "" && !/^ {0,3}#{1,6}(?:[ \t\r]|$)/.test(line));
}

/** Names that sync clients give to the second of two versions; `paths` are all Markdown files. */
export function checkCopies(paths: readonly string[]): readonly AuditFinding[] {
  const all = new Set(paths);
  return paths
    .filter((path) => isCopy(path, all))
    .map((path) => ({
      check: "conflicted_copy",
      severity: "warning",
      path,
      line: 0,
      says: "By its name this is a sync client's copy of another page: two versions of it are being kept.",
      hint: "Bring what is new in it into the page and delete it; it is never merged by itself.",
    }));
}

function isCopy(path: string, all: ReadonlySet<string>): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (/\bconflicted copy\b|\.sync-conflict-\d/i.test(name)) return true;
  const numbered = / \(?\d{1,3}\)?\.md$/.exec(path);
  return numbered !== null && all.has(`${path.slice(0, numbered.index)}.md`);
}

/** One file's sizes at commits, the oldest first; `max` is what is loaded of it. */
export interface Growth {
  readonly path: string;
  readonly sizes: readonly number[];
  readonly max: number | null;
}

/** A straight line from the first size to the last, drawn on. */
export function checkGrowth(growth: readonly Growth[]): readonly AuditFinding[] {
  return growth.flatMap(({ path, sizes, max }) => {
    const first = sizes[0];
    const last = sizes.at(-1);
    if (max === null || first === undefined || last === undefined || sizes.length < 3 || last > max) return [];
    const step = (last - first) / (sizes.length - 1);
    const left = step <= 0 ? Number.POSITIVE_INFINITY : (max - last) / step;
    if (left > thresholds.growthAhead) return [];
    const says = `It grew from ${first} to ${last} in ${sizes.length} versions and has room for ${max}: at that rate it is cut after ${Math.max(1, Math.ceil(left))} more.`;
    const hint = "Trim it before that, or let a night do it.";
    return [{ check: "growth", severity: "warning", path, line: 0, says, hint }];
  });
}

/**
 * CheckFiles: files that grew too long, that were not changed when they should have been, that a sync client copied, or that a harness loads only
 * in part.
 */

import type { Instant } from "../../base/ids.js";
import { isEpisodeLine } from "../../heard/episode.js";
import type { CutPin } from "../../memory/cut-pins.js";
import { type Loaded, type LoadedFile, lineAt } from "../../memory/truncate.js";
import { bodyStartOf, type Entry, outline } from "../../page/markdown/outline.js";
import { dayBy } from "../clock/calendar.js";
import { bufferPath, memoryPath, observationsPath } from "../day-files.js";
import { linesIn } from "../keep/leave.js";
import { thresholds } from "../thresholds.js";
import type { AuditFinding, AuditPage, Growth } from "./checks.js";

// CheckDays: what should have changed by now and has not, and a log that changed when its day was over.

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Protocol checks 1, 3, 5 and 6. `today` is the local day of `now`, which logs and dated entries are counted by. */
export function checkDays(pages: readonly AuditPage[], now: Instant, today: string): readonly AuditFinding[] {
  const hot = pages.filter(({ entry }) => entry.tier === "hot");
  return [
    ...hot.filter(({ entry }) => entry.path === "SESSION-STATE.md").flatMap((page) => sessionState(page, now)),
    ...logMissing(hot, today),
    ...hot.filter(({ entry }) => entry.path === "MEMORY.md").flatMap((page) => memoryOutdated(page, now, today)),
    ...hot.flatMap((page) => stale(page, now)),
  ];
}

function sessionState({ entry, changed }: AuditPage, now: Instant): readonly AuditFinding[] {
  const hours = age(changed, now) / hourMs;
  if (!(hours > thresholds.sessionStateHoursMax)) return [];
  const says = `It was last written ${Math.floor(hours)} hours ago; a session writes it every turn.`;
  const hint = "If no session ran since, clear it; else find out why nothing is written.";
  return [{ check: "session_state_stale", severity: "warning", path: entry.path, line: 0, says, hint }];
}

/** A night runs soon after midnight, so yesterday's log is as good as today's. Where nobody keeps logs, none is missed. */
function logMissing(hot: readonly AuditPage[], today: string): readonly AuditFinding[] {
  const days = hot
    .filter(({ text }) => text.split("\n").some(isWritten))
    .map(({ entry }) => dayOf(entry.path))
    .filter((day) => day !== null);
  const newest = days.sort().at(-1);
  if (newest === undefined || newest >= dayBy(today, -1)) return [];
  const says = `There is no daily log for today or yesterday; the newest is of ${newest}.`;
  const hint = "If the agent worked since, its sessions ended without a log: pagefile status tells what waits.";
  return [{ check: "daily_log_missing", severity: "warning", path: null, line: 0, says, hint }];
}

/** What sessions were is told by itself, on days on which there were some. */
function isWritten(line: string): boolean {
  return line.trim() !== "" && !line.startsWith("#") && !isEpisodeLine(line);
}

/** By the newest date that stands in it, else by the file. */
function memoryOutdated({ entry, text, changed }: AuditPage, now: Instant, today: string): readonly AuditFinding[] {
  const dated = [...text.matchAll(/\b(\d{4}-\d{2}-\d{2})\b/g)]
    .map(([day]) => day)
    .filter((day) => day <= today && !Number.isNaN(Date.parse(day)))
    .sort()
    .at(-1);
  const days = dated === undefined ? age(changed, now) / dayMs : (Date.parse(today) - Date.parse(dated)) / dayMs;
  if (!(days >= thresholds.memoryDaysMax + 1)) return [];
  const says = `Its last ${dated === undefined ? "change" : "dated entry"} is ${Math.floor(days)} days old.`;
  const hint = "See whether the logs since hold something to keep: pagefile nightly --dry-run";
  return [{ check: "memory_outdated", severity: "warning", path: entry.path, line: 0, says, hint }];
}

/** Pages that are kept for long are as they should be when nobody touches them, so this is a note. */
function stale({ entry, changed }: AuditPage, now: Instant): readonly AuditFinding[] {
  const days = age(changed, now) / dayMs;
  if (!entry.path.startsWith("memory/") || dayOf(entry.path) !== null || !(days > thresholds.fileDaysMax)) return [];
  const says = `It has not changed for ${Math.floor(days)} days.`;
  const hint = `If it is done with: pagefile archive ${entry.id}`;
  return [{ check: "file_stale", severity: "note", path: entry.path, line: 0, says, hint }];
}

function age(since: string | null, now: Instant): number {
  return since === null ? Number.NaN : Date.parse(now) - Date.parse(since);
}

/** The day of a daily log below `memory/`; null for any other file. */
export function dayOf(path: string): string | null {
  const day = /^memory\/(\d{4}-\d{2}-\d{2})(?:[-.][^/]*)?\.md$/.exec(path)?.[1] ?? null;
  return day === null || Number.isNaN(Date.parse(day)) ? null : day;
}

/** When the last place on earth has left the day. */
export function endOf(day: string): number {
  return Date.parse(day) + thresholds.dayEndsAfterHours * hourMs;
}

/** `before` is the log as its day left it. What is gone from it was edited; what came to it came late, which is a note. */
export function checkLog(path: string, before: string, after: string): readonly AuditFinding[] {
  const was = entriesOf(before);
  const is = entriesOf(after);
  const gone = was.filter(({ digest }) => !is.some((entry) => entry.digest === digest));
  const added = is.filter(({ digest }) => !was.some((entry) => entry.digest === digest));
  const first = gone[0];
  if (first !== undefined) {
    const said = before.slice(first.start, first.end).replace(/\s+/g, " ").slice(0, 60);
    const says = `${gone.length} of its entries changed or went after its day was over, first: “${said}”.`;
    const hint = `A log stays as the day left it: git log --patch -- ${path}`;
    return [{ check: "log_edited", severity: "warning", path, line: lineAt(before, first.start), says, hint }];
  }
  const late = added[0];
  if (late === undefined) return [];
  const says = `${added.length} entries were added after its day was over.`;
  const hint = "What comes late belongs into the log of the day it is written.";
  return [{ check: "log_late", severity: "note", path, line: lineAt(after, late.start), says, hint }];
}

function entriesOf(text: string): readonly Entry[] {
  return outline(text, bodyStartOf(text)).entries.filter(({ kind }) => kind !== "rule");
}

// CheckFiles: files that grew too long, a buffer nobody emptied, copies that a sync client made, and what grows towards its limit.

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

// CheckLoad: what of the files that a harness loads by itself is cut, or soon will be.

/** `pins` are the pinned entries that are cut. */
export function checkLoad(loaded: Loaded, pins: readonly CutPin[]): readonly AuditFinding[] {
  const files = [...new Set(pins.map(({ path }) => path))];
  return [
    ...files.map((path) =>
      pinsFinding(
        path,
        pins.filter((pin) => pin.path === path),
      ),
    ),
    ...loaded.files.flatMap((file) => [...cutFinding(file, loaded), ...nearFinding(file, loaded)]),
    ...nearTotal(loaded),
  ];
}

const pinsShown = 3;

/** One remark a file, with its first pins by name: what is to be done is the same for all of them. */
function pinsFinding(path: string, pins: readonly CutPin[]): AuditFinding {
  const isHard = pins.some(({ pin }) => pin === "hard");
  const each = pins.filter(({ entry }, at) => pins.findIndex((pin) => pin.entry === entry) === at);
  const shown = each.slice(0, pinsShown).map(({ text, entry, line }) => `line ${line} “${text}” (${entry})`);
  const more = each.length > pinsShown ? ` and ${each.length - pinsShown} more` : "";
  const what = pins.length === 1 ? "1 pinned entry is" : `${pins.length} pinned entries are`;
  return {
    check: "pinned_cut",
    severity: isHard ? "error" : "warning",
    path,
    line: pins[0]?.line ?? 0,
    says: `${what} not loaded: ${shown.join(", ")}${more}.`,
    hint: "Shorten what stands before, or move what is pinned up.",
  };
}

function cutFinding(file: LoadedFile, { unit }: Loaded): readonly AuditFinding[] {
  if (file.missing.length === 0) return [];
  const places = file.missing
    .map(({ start, end, lines: [first, last] }) => `${start}–${end} (lines ${first}–${last})`)
    .join(", ");
  const says =
    file.state === "dropped"
      ? `Nothing of it is loaded: the files before it use up the total.`
      : `Of ${file.size} ${unit} ${file.loaded} are loaded; cut are the characters ${places}.`;
  const hint = "Move what is seldom needed to pages of their own; the middle of a file goes first.";
  const line = file.missing[0]?.lines[0] ?? 0;
  return [{ check: "bootstrap_cut", severity: "warning", path: file.path, line, says, hint }];
}

function nearFinding(file: LoadedFile, { unit }: Loaded): readonly AuditFinding[] {
  if (file.max === null || file.state !== "whole" || file.size <= file.max * thresholds.nearShare) return [];
  const says = `It has ${file.size} of the ${file.max} ${unit} that are loaded of it.`;
  return [{ ...near, path: file.path, says }];
}

function nearTotal({ total, max, unit }: Loaded): readonly AuditFinding[] {
  if (max === null || total <= max * thresholds.nearShare) return [];
  return [{ ...near, path: null, says: `All files together take ${total} of the ${max} ${unit} that are loaded.` }];
}

const near = {
  check: "bootstrap_near",
  severity: "warning",
  line: 0,
  hint: "Shorten it now: what is over the limit is cut without a word.",
} as const;

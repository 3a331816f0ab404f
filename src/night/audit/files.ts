/** CheckDays: what should have changed by now and has not, and a log that changed when its day was over. */

import type { Instant } from "../../base/ids.js";
import { lineAt } from "../../memory/truncate--load.js";
import { bodyStartOf, type Entry, outline } from "../../page/markdown/outline.js";
import { dayBy } from "../clock/calendar--calendar.js";
import { thresholds } from "../thresholds.js";
import type { AuditFinding, AuditPage } from "./checks--audit.js";

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

/** A night runs soon after midnight, so yesterday's log is as good as today's. Where no logs are kept, none is missed. */
function logMissing(hot: readonly AuditPage[], today: string): readonly AuditFinding[] {
  const days = hot.map(({ entry }) => dayOf(entry.path)).filter((day) => day !== null);
  const newest = days.sort().at(-1);
  if (newest === undefined || newest >= dayBy(today, -1)) return [];
  const says = `There is no daily log for today or yesterday; the newest is of ${newest}.`;
  const hint = "If the agent worked since, its sessions ended without a log: pagefile status tells what waits.";
  return [{ check: "daily_log_missing", severity: "warning", path: null, line: 0, says, hint }];
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

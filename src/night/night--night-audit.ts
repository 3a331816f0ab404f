/** NightAudit: the first step of a night: the audit, which writes to no page and whose report is kept for the day. */

import { dayAt } from "../base/clock--calendar-day.js";
import type { Instant } from "../base/ids.js";
import type { Failure, Outcome } from "../base/result.js";
import { openKnownPages } from "../history/verify/views--known-pages.js";
import type { Memory } from "../memory/memory.js";
import { type AuditAnswer, type AuditQuery, audit, type JudgedPast } from "./audit/audit.js";
import { consistency } from "./audit/audit--consistency.js";
import { keepAudit, lastKept } from "./audit/kept-audit.js";
import { thresholds } from "./thresholds.js";

/** `kept`: on its ref, by this run or an earlier one of the same day. */
export interface NightAudit {
  readonly at: Instant;
  /** null where no audit could be made; `failure` says why, and the night went on without it. */
  readonly counts: AuditAnswer["counts"] | null;
  readonly kept: boolean;
  readonly failure: Failure | null;
  /** What files say against each other, once a week; null where it was not this night's turn. */
  readonly consistency: AuditAnswer["counts"] | null;
}

/** Once a day: a night that goes on found what it found when it began. A dry run audits too, and keeps no report of it. */
export async function auditTonight(
  memory: Memory,
  mode: "dry_run" | "apply",
  query: AuditQuery,
): Promise<NightAudit> {
  const at = memory.clock.now();
  const last = await lastKept(memory, "audit");
  const week = await lastKept(memory, "consistency");
  const dayOf = (instant: Instant): string => dayAt(memory.zone, instant);
  if (last.ok && last.value !== null && dayOf(last.value.now) === dayOf(at)) {
    const { now, counts } = last.value;
    const isTodays = week.ok && week.value !== null && dayOf(week.value.now) === dayOf(now);
    return {
      at: now,
      counts,
      kept: true,
      failure: null,
      consistency: isTodays ? (week.value?.counts ?? null) : null,
    };
  }
  const isDue = !week.ok || week.value === null || Date.parse(at) - Date.parse(week.value.now) >= weekMs;
  const known = openKnownPages(memory);
  const across = isDue ? consistency(memory, known) : null;
  const doctor = isDue ? [...query.doctor, ...(query.canary?.(memory) ?? [])] : query.doctor;
  // Once a week, with what is compared then, all of the past is judged anew: a newer version knows more rules.
  const judged = isDue || !last.ok ? null : judgedBy(last.value);
  const report = await audit(memory, {
    ...query,
    doctor,
    known,
    across: false,
    ...(judged === null ? {} : { judged }),
  });
  const failed = { at, counts: null, kept: false, consistency: across?.counts ?? null };
  if (!report.ok) return { ...failed, failure: report.error };
  const done = { ...failed, at: report.value.now, counts: report.value.counts };
  if (mode === "dry_run") return { ...done, failure: null };
  // The weekly report first: the day's is what a run that goes on asks for.
  const kept = across === null ? null : await keepAudit(memory, "consistency", across, valueIn(week));
  if (kept !== null && !kept.ok) return { ...done, failure: kept.error };
  const daily = await keepAudit(memory, "audit", report.value, valueIn(last));
  return { ...done, kept: daily.ok, failure: daily.ok ? null : daily.error };
}

/** None where it cannot be read: then everything is looked at. */
function valueIn(read: Outcome<AuditAnswer | null>): AuditAnswer | null {
  return read.ok ? read.value : null;
}

function judgedBy(report: AuditAnswer | null): JudgedPast | null {
  // Reports of earlier versions do not say how far they came.
  if (report?.judged == null) return null;
  return { ...report.judged, findings: report.findings.filter(({ check }) => check === "history") };
}

// An hour less than a week, so that a night that begins a little early does not wait for another.
const weekMs = (thresholds.consistencyDays * 24 - 1) * 3_600_000;

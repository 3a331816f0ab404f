/** CheckNights: a curator that does nothing, or runs when it should not. */

import type { Instant } from "../../base/ids.js";
import type { PageLeaving } from "../steps--night-trim.js";
import { thresholds } from "../thresholds.js";
import type { AuditFinding } from "./checks--audit.js";

/** A commit of some night. */
export interface NightTrace {
  /** The night's name. */
  readonly at: Instant;
  readonly reason: string;
}

export interface NightState {
  /** The first day of tagged words that no night has taken anything of for days; null where all is well. */
  readonly overdueSince: string | null;
  /** Whether any night ever did anything here. */
  readonly ran: boolean;
  /** The last days' nights. */
  readonly nights: readonly NightTrace[];
  /** Pages that are too long, with what a person is asked about. */
  readonly tooLong: readonly PageLeaving[];
}

const hourMs = 3_600_000;

export function checkNights({ overdueSince, ran, nights, tooLong }: NightState): readonly AuditFinding[] {
  return [...stalled(overdueSince, ran), ...often(nights), ...tooLong.flatMap(proposed)];
}

function proposed({ page, over, leaving }: PageLeaving): readonly AuditFinding[] {
  if (over === null || leaving.length === 0) return [];
  const what = leaving.length === 1 ? "One entry" : `${leaving.length} entries`;
  const says = `${what} may leave it: ${over}. Nothing leaves without a person's word.`;
  const hint = "Read them and settle them: pagefile night, pagefile night accept, pagefile night reject";
  return [{ check: "trim_proposed", severity: "note", path: page, line: 0, says, hint }];
}

function stalled(since: string | null, ran: boolean): readonly AuditFinding[] {
  if (since === null) return [];
  const says = ran
    ? `Words that are worth keeping wait since ${since}, and no night has promoted anything for ${thresholds.stalledNights} days.`
    : `Logs since ${since} hold words that are worth keeping, and no night has run here yet.`;
  const hint = ran
    ? "See what a night would do, and why it does not: pagefile nightly --dry-run"
    : "See what the first would do: pagefile nightly --dry-run; have one run every night: pagefile schedule install";
  return [{ check: "curation_stalled", severity: "warning", path: "MEMORY.md", line: 0, says, hint }];
}

/** Only nights that promoted are counted: one that finds nothing to do does no harm. */
function often(nights: readonly NightTrace[]): readonly AuditFinding[] {
  const curated = nights.filter(({ reason }) => reason.startsWith("CURATE_")).map(({ at }) => Date.parse(at));
  const starts = [...new Set(curated)].sort((a, b) => a - b);
  const close = starts.filter((at, i) => i > 0 && at - starts[i - 1]! < thresholds.nightHoursMin * hourMs);
  const last = close.at(-1);
  if (last === undefined) return [];
  const times = close.length === 1 ? "Once" : `${close.length} times`;
  const says = `${times} in the last ${thresholds.goneDaysMax} days a night promoted less than ${thresholds.nightHoursMin} hours after the one before, last on ${new Date(last).toISOString()}.`;
  const hint = "More than one schedule runs them, or the clock jumped: pagefile schedule status";
  return [{ check: "curation_often", severity: "warning", path: null, line: 0, says, hint }];
}

/** Audit: all that can be said against a memory, in one answer; it reads and reports, and mends nothing. */

import type { Outcome } from "../../base/failure.js";
import type { Instant, Oid } from "../../base/ids.js";
import { ok } from "../../base/result.js";
import type { AuditHost } from "../../port/audit.js";
import { archiveIndexPath, profileOf } from "../../table/profile.js";
import type { LoadRules } from "../../table/profile-load.js";
import { type AuditFinding, inAuditOrder } from "../../upkeep/audit.js";
import { dayAt } from "../../upkeep/calendar-day.js";
import { checkContradictions, checkFields, checkTwice } from "../../upkeep/check-content.js";
import { checkDays } from "../../upkeep/check-days.js";
import { checkCopies, checkFiles, checkGrowth, type Growth } from "../../upkeep/check-files.js";
import { checkLinks } from "../../upkeep/check-links.js";
import { checkLoad } from "../../upkeep/check-load.js";
import { checkNights, type NightState } from "../../upkeep/check-nights.js";
import { checkClaims } from "../../upkeep/claims.js";
import { type Loaded, loadFiles } from "../../upkeep/load.js";
import { pinsCutFrom } from "../../upkeep/load-pins.js";
import { thresholds } from "../../upkeep/thresholds.js";
import type { DoctorAnswer } from "../answers.js";
import type { Memory } from "../memory.js";
import { goneFindings } from "./audit-gone.js";
import { readAll } from "./audit-pages.js";
import { growthIn, logFindings } from "./audit-past.js";
import { checkOutcomes } from "./audit-reports.js";
import { planOn } from "./nightly-plan.js";
import { groundNight, nightCommits } from "./nightly-view.js";
import { rulesOf } from "./overflow.js";

export interface AuditAnswer {
  readonly store: string;
  readonly now: Instant;
  /** Whose limits were taken; null where the profile's harness loads no file by itself. */
  readonly harness: Pick<LoadRules, "profile" | "version" | "source"> | null;
  /** File by file, what is loaded and what is cut; null with `harness`. */
  readonly loaded: Loaded | null;
  readonly growth: readonly Growth[];
  /** Up to where the history was judged, and since which attested commit; null where it was not looked at. */
  readonly judged: Pick<JudgedPast, "head" | "attested"> | null;
  /** The worst first. */
  readonly findings: readonly AuditFinding[];
  readonly counts: Readonly<Record<AuditFinding["severity"], number>>;
}

/** How far the history was judged: what stands there does not change. */
export interface JudgedPast {
  readonly head: Oid | null;
  /** Behind which commit it began; null from the first one on. */
  readonly attested: Oid | null;
  readonly findings: readonly AuditFinding[];
}

export interface AuditQuery {
  /** What doctor says of the machine and the hooks. */
  readonly doctor: DoctorAnswer["checks"];
  /** The history of this memory. */
  readonly host: AuditHost;
  /** False leaves out what `consistency` compares, which a night does once a week; true when absent. */
  readonly across?: boolean;
  /** What an earlier audit found in the history; what came since is judged, and it is kept where nothing was rewritten. */
  readonly judged?: JudgedPast;
}

export async function audit(memory: Memory, query: AuditQuery): Promise<Outcome<AuditAnswer>> {
  const now = memory.clock.now();
  const { pages, texts } = readAll(memory);
  const rules = rulesOf(memory.config);
  const loaded = rules === null ? null : loadFiles(rules, texts);
  const growth = rules === null ? ok([]) : await growthIn(memory, rules);
  if (!growth.ok) return growth;
  const logs = await logFindings(memory, texts, now);
  if (!logs.ok) return logs;
  const others = await checkOutcomes(memory, query, now);
  if (!others.ok) return others;
  const gone = await goneFindings(memory, query.host, now);
  if (!gone.ok) return gone;
  const nights = await nightState(memory, now);
  if (!nights.ok) return nights;
  const paths = [...texts.keys()];
  const index = texts.get(archiveIndexPath) ?? null;
  const findings = inAuditOrder([
    ...(loaded === null ? [] : checkLoad(loaded, pinsCut(memory, loaded, texts))),
    ...checkDays(pages, now, dayAt(memory.zone, now)),
    ...checkFiles(pages),
    ...checkCopies(paths),
    ...checkGrowth(growth.value),
    ...checkFields(pages),
    ...(query.across === false ? [] : [...checkTwice(pages), ...checkContradictions(pages), ...checkClaims(pages)]),
    ...checkNights(nights.value),
    ...gone.value,
    ...checkLinks(pages, { table: memory.table, paths: new Set(paths), index }),
    ...logs.value,
    ...others.value.findings,
  ]);
  return ok({
    store: memory.config.name,
    now,
    harness: rules === null ? null : { profile: rules.profile, version: rules.version, source: rules.source },
    loaded,
    growth: growth.value,
    judged: others.value.judged,
    findings,
    counts: countsOf(findings),
  });
}

export function countsOf(findings: readonly AuditFinding[]): AuditAnswer["counts"] {
  const counted = (severity: AuditFinding["severity"]): number =>
    findings.filter((finding) => finding.severity === severity).length;
  return { error: counted("error"), warning: counted("warning"), note: counted("note") };
}

/** A night is planned and not made, to see what waits for one. */
async function nightState(memory: Memory, now: Instant): Promise<Outcome<NightState>> {
  const ground = await groundNight(memory);
  if (!ground.ok) return ground;
  const planned = await planOn(memory, ground.value);
  if (!planned.ok) return planned;
  const commits = await nightCommits(memory);
  if (!commits.ok) return commits;
  const since = Date.parse(now) - thresholds.goneDaysMax * 86_400_000;
  const nights = commits.value.filter(({ kind, at }) => kind === "night" && Date.parse(at) >= since);
  return ok({ overdueSince: planned.value.overdueSince, nights });
}

function pinsCut(memory: Memory, loaded: Loaded, texts: ReadonlyMap<string, string>): ReturnType<typeof pinsCutFrom> {
  const profile = profileOf(memory.config.profile);
  return loaded.files.flatMap((file) => pinsCutFrom(file, texts.get(file.path) ?? "", profile));
}

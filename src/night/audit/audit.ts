/** Audit: all that can be said against a memory, in one answer; it reads and reports, and mends nothing. */

import { dayAt } from "../../base/clock--calendar-day.js";
import type { Instant, Oid } from "../../base/ids.js";
import type { Failure, Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import type { AuditHost } from "../../history/verify/attest--audit.js";
import { type KnownPages, openKnownPages } from "../../history/verify/views--known-pages.js";
import type { Memory } from "../../memory/memory.js";
import { profileOf } from "../../memory/profile.js";
import { type Loaded, loadFiles } from "../../memory/truncate--load.js";
import { pinsCutFrom } from "../../memory/truncate--load-pins.js";
import type { LoadRules } from "../../memory/truncate--profile-load.js";
import { rulesOf } from "../../write/commit/overflow.js";
import { limitsOf } from "../plan--memory-length.js";
import { memoryLinesOf } from "../plan--too-long.js";
import { thresholds } from "../thresholds.js";
import { overdueTonight, type TonightsPlan } from "../tonight--tonight.js";
import { groundFindings } from "./audit--audit-grounds.js";
import { checkOutcomes, type DoctorAnswer } from "./audit--audit-reports.js";
import { heldAgainst } from "./audit--consistency.js";
import { type AuditFinding, inAuditOrder } from "./checks--audit.js";
import { checkFields } from "./content--check-content.js";
import { checkNights, type NightState } from "./content--check-nights.js";
import { checkDays } from "./files.js";
import { checkCopies, checkFiles, checkGrowth, type Growth } from "./files--check-files.js";
import { checkLoad } from "./files--check-load.js";
import { checkLinks } from "./pages.js";
import { goneFindings } from "./pages--audit-gone.js";
import { type AuditFiles, auditFiles, linkGround, linksOf } from "./pages--audit-pages.js";
import { growthIn, logFindings } from "./pages--audit-past.js";

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
  /** What was read and parsed before, for as long as this audit takes. */
  readonly known?: KnownPages;
  /** What a night would do now, where it is planned already. */
  readonly planned?: TonightsPlan;
  /** Whether the search finds what is there; asked once a week, and not where no question ever made an index. */
  readonly canary?: (memory: Memory) => DoctorAnswer["checks"];
}

export async function audit(memory: Memory, query: AuditQuery): Promise<Outcome<AuditAnswer>> {
  const now = memory.clock.now();
  const files = auditFiles(memory);
  const { pages, paths } = files;
  const known = query.known ?? openKnownPages(memory);
  const rules = rulesOf(memory.config);
  const texts = new Map((rules?.files ?? []).flatMap(({ path }) => textsAt(files, path)));
  const loaded = rules === null ? null : loadFiles(rules, texts);
  const growth = rules === null ? ok([]) : await growthIn(memory, rules);
  if (!growth.ok) return growth;
  const logs = await logFindings(memory, files, now);
  if (!logs.ok) return logs;
  const across = query.across === false ? null : heldAgainst(memory, files, known);
  const others = await checkOutcomes(memory, { ...query, known }, now);
  if (!others.ok) return others;
  const gone = await goneFindings(memory, query.host, now);
  if (!gone.ok) return gone;
  const grounds = await groundFindings(memory, pages);
  if (!grounds.ok) return grounds;
  const nights = await nightState(memory, now, query.planned);
  // What stands in the way of every night is the first thing to be told, and hides nothing else.
  if (!nights.ok && nights.error.code !== "denied") return nights;
  const findings = inAuditOrder([
    ...(loaded === null ? [] : checkLoad(loaded, pinsCut(memory, loaded, texts))),
    ...checkDays(pages, now, dayAt(memory.zone, now)),
    ...checkFiles(pages, memoryLinesOf(limitsOf(memory.config))),
    ...checkCopies([...paths]),
    ...checkGrowth(growth.value),
    ...checkFields(pages),
    ...(across === null ? [] : [...across.twice, ...across.differing]),
    ...(nights.ok ? checkNights(nights.value) : [noNight(nights.error)]),
    ...gone.value,
    ...grounds.value,
    ...checkLinks(pages, linkGround(memory, files), linksOf(memory, pages)),
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

function textsAt({ textOf }: AuditFiles, path: string): readonly (readonly [string, string])[] {
  const text = textOf(path);
  return text === null ? [] : [[path, text]];
}

export function countsOf(findings: readonly AuditFinding[]): AuditAnswer["counts"] {
  const counted = (severity: AuditFinding["severity"]): number =>
    findings.filter((finding) => finding.severity === severity).length;
  return { error: counted("error"), warning: counted("warning"), note: counted("note") };
}

/** Where no night was planned yet one is, and not made, unless it is known what waits for one. */
async function nightState(
  memory: Memory,
  now: Instant,
  planned: AuditQuery["planned"],
): Promise<Outcome<NightState>> {
  const made =
    planned === undefined
      ? await overdueTonight(memory)
      : ok({ ground: planned.ground, since: planned.plan.overdueSince, tooLong: planned.plan.tooLong });
  if (!made.ok) return made;
  const { ground, since, tooLong } = made.value;
  const from = Date.parse(now) - thresholds.goneDaysMax * 86_400_000;
  const nights = ground.nights.filter(({ kind, at }) => kind === "night" && Date.parse(at) >= from);
  const ran = ground.curatedOn !== null || ground.nights.length > 0;
  return ok({ overdueSince: since, ran, nights, tooLong });
}

function noNight({ says, hint }: Failure): AuditFinding {
  return {
    check: "curation_stalled",
    severity: "error",
    path: null,
    line: 0,
    says: `No night can run: ${says}`,
    hint,
  };
}

function pinsCut(memory: Memory, loaded: Loaded, texts: ReadonlyMap<string, string>): ReturnType<typeof pinsCutFrom> {
  const profile = profileOf(memory.config.profile);
  return loaded.files.flatMap((file) => pinsCutFrom(file, texts.get(file.path) ?? "", profile));
}

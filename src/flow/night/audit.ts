/** Audit: all that can be said against a memory, in one answer; it reads and reports, and mends nothing. */

import type { Outcome } from "../../base/failure.js";
import type { Instant, PagePath } from "../../base/ids.js";
import { parseInstant } from "../../base/ids.js";
import { ok } from "../../base/result.js";
import { decodePage } from "../../page/decode.js";
import { bodyStartOf } from "../../page/outline.js";
import type { AuditHost } from "../../port/audit.js";
import { archiveIndexPath, profileOf } from "../../table/profile.js";
import type { LoadRules } from "../../table/profile-load.js";
import { type AuditFinding, type AuditPage, inAuditOrder } from "../../upkeep/audit.js";
import { checkContradictions, checkFields, checkTwice } from "../../upkeep/check-content.js";
import { checkDays } from "../../upkeep/check-days.js";
import { checkCopies, checkFiles, checkGrowth, type Growth } from "../../upkeep/check-files.js";
import { checkLinks } from "../../upkeep/check-links.js";
import { checkLoad } from "../../upkeep/check-load.js";
import { type Loaded, loadFiles } from "../../upkeep/load.js";
import { pinsCutFrom } from "../../upkeep/load-pins.js";
import type { DoctorAnswer } from "../answers.js";
import type { Memory } from "../memory.js";
import { growthIn, logFindings } from "./audit-past.js";
import { checkOutcomes } from "./audit-reports.js";
import { put, rulesOf } from "./overflow.js";

export interface AuditAnswer {
  readonly store: string;
  readonly now: Instant;
  /** Whose limits were taken; null where the profile's harness loads no file by itself. */
  readonly harness: Pick<LoadRules, "profile" | "version" | "source"> | null;
  /** File by file, what is loaded and what is cut; null with `harness`. */
  readonly loaded: Loaded | null;
  readonly growth: readonly Growth[];
  /** The worst first. */
  readonly findings: readonly AuditFinding[];
  readonly counts: Readonly<Record<AuditFinding["severity"], number>>;
}

export interface AuditQuery {
  /** What doctor says of the machine and the hooks. */
  readonly doctor: DoctorAnswer["checks"];
  /** The history of this memory. */
  readonly host: AuditHost;
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
  const paths = [...texts.keys()];
  const index = texts.get(archiveIndexPath) ?? null;
  const findings = inAuditOrder([
    ...(loaded === null ? [] : checkLoad(loaded, pinsCut(memory, loaded, texts))),
    ...checkDays(pages, now),
    ...checkFiles(pages),
    ...checkCopies(paths),
    ...checkGrowth(growth.value),
    ...checkFields(pages),
    ...checkTwice(pages),
    ...checkContradictions(pages),
    ...checkLinks(pages, { table: memory.table, paths: new Set(paths), index }),
    ...logs.value,
    ...others.value,
  ]);
  const counted = (severity: AuditFinding["severity"]): number =>
    findings.filter((finding) => finding.severity === severity).length;
  return ok({
    store: memory.config.name,
    now,
    harness: rules === null ? null : { profile: rules.profile, version: rules.version, source: rules.source },
    loaded,
    growth: growth.value,
    findings,
    counts: { error: counted("error"), warning: counted("warning"), note: counted("note") },
  });
}

function pinsCut(memory: Memory, loaded: Loaded, texts: ReadonlyMap<string, string>): ReturnType<typeof pinsCutFrom> {
  const profile = profileOf(memory.config.profile);
  return loaded.files.flatMap((file) => pinsCutFrom(file, texts.get(file.path) ?? "", profile));
}

/** Every file's text, and those that are pages as the checks see them. */
function readAll(memory: Memory): { readonly pages: readonly AuditPage[]; readonly texts: Map<string, string> } {
  const texts = new Map<string, string>();
  const pages: AuditPage[] = [];
  memory.store.readEach([...memory.files.keys()].sort(), (path: PagePath, read) => {
    if (!read.ok || read.value === null) return;
    put(texts, path, read.value.blob.bytes);
    const decoded = decodePage(path, read.value.blob.bytes);
    const entry = memory.table.byPath.get(path);
    const file = memory.files.get(path);
    if (!decoded.ok || entry === undefined || file === undefined) return;
    const time = new Date(read.value.stamp.mtimeMs).toISOString();
    const changed = entry.updated ?? parseInstant(time);
    pages.push({ entry, text: decoded.value, bodyStart: bodyStartOf(decoded.value), meta: file.data.meta, changed });
  });
  return { pages, texts };
}

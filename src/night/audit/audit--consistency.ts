/** Consistency: the files of a memory held against each other: what two of them say differently, and what drifted from its log. */

import { shortDigest } from "../../base/digest--digest.js";
import { stableJson } from "../../base/json.js";
import type { KnownPages } from "../../history/verify/views--known-pages.js";
import type { Memory } from "../../memory/memory.js";
import { type AuditAnswer, countsOf } from "./audit.js";
import { contradictions } from "./checks.js";
import { type AuditFinding, type AuditPage, auditEntries, inAuditOrder } from "./checks--audit.js";
import { isLasting } from "./checks--audit-body.js";
import { dayIn, drifts, toldIn } from "./checks--check-drift.js";
import { repetitions } from "./content.js";
import { checkContradictions } from "./content--check-content.js";
import { type PageSays, saysOf } from "./content--page-says.js";
import { checkLinks } from "./pages.js";
import { type AuditFiles, auditFiles, eachHeld, linkGround, linksOf } from "./pages--audit-pages.js";

/** In the shape of an audit that loads nothing: reads and reports, and never writes. */
export function consistency(memory: Memory, known?: KnownPages): AuditAnswer {
  const files = auditFiles(memory);
  const { pages } = files;
  const { twice, differing, drifted } = heldAgainst(memory, files, known);
  const findings = inAuditOrder([
    ...differing,
    ...drifted(),
    ...twice,
    ...checkLinks(pages, linkGround(memory, files), linksOf(memory, pages)),
  ]);
  return {
    store: memory.config.name,
    now: memory.clock.now(),
    harness: null,
    loaded: null,
    growth: [],
    judged: null,
    findings,
    counts: countsOf(findings),
  };
}

/** What the texts of all pages say against each other. */
interface Across {
  readonly twice: readonly AuditFinding[];
  readonly differing: readonly AuditFinding[];
  /** Reads the logs that statements name, which the rest does not. */
  readonly drifted: () => readonly AuditFinding[];
}

/**
 * What a lasting page says is kept by its words and all that the table knows of it, so that one which stays is read for it once. Of logs
 * only those are read whose day a statement names.
 */
export function heldAgainst(memory: Memory, { pages }: AuditFiles, known?: KnownPages): Across {
  const says = saidBy(memory, pages.filter(isLasting), known);
  return {
    twice: repetitions(says.flatMap(({ standing }) => standing)),
    differing: [...checkContradictions(pages), ...contradictions(says.flatMap(({ claims }) => claims))],
    drifted: () => driftedFrom(memory, pages, says, known),
  };
}

function driftedFrom(
  memory: Memory,
  pages: AuditFiles["pages"],
  says: readonly PageSays[],
  known?: KnownPages,
): readonly AuditFinding[] {
  const grounded = says.flatMap((page) => page.grounded);
  const named = new Set(grounded.flatMap(({ days }) => days));
  const told: ReturnType<typeof toldIn>[number][] = [];
  const logs = pages.filter(({ entry }) => named.has(dayIn(entry.path) ?? ""));
  eachHeld(memory, logs, (page, oid) => {
    told.push(...toldIn(page));
    known?.keep(oid, auditEntries(page));
  });
  return drifts({ told, grounded });
}

/** In the order of the pages; those that cannot be read now are passed over. */
function saidBy(memory: Memory, pages: readonly AuditPage[], known?: KnownPages): readonly PageSays[] {
  const kept = memory.says;
  const found = new Map<string, PageSays>();
  const keys = new Map<string, string>();
  for (const { entry, place, meta } of pages) {
    const key = shortDigest(stableJson([entry, place, meta]), 32);
    keys.set(entry.path, key);
    const before = kept?.get(key);
    if (before !== undefined) found.set(entry.path, before);
  }
  const unread = pages.filter(({ entry }) => !found.has(entry.path));
  eachHeld(memory, unread, (page, oid) => {
    const says = saysOf(page);
    found.set(page.entry.path, says);
    // The table's digest stands for these words, or the file has changed since.
    if (oid === page.entry.oid) kept?.put(keys.get(page.entry.path)!, says);
    known?.keep(oid, auditEntries(page));
  });
  kept?.flush();
  return pages.flatMap(({ entry }) => found.get(entry.path) ?? []);
}

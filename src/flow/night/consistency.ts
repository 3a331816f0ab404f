/** Consistency: the files of a memory held against each other: what two of them say differently, and what drifted from its log. */

import { archiveIndexPath } from "../../table/profile.js";
import { inAuditOrder } from "../../upkeep/audit.js";
import { checkContradictions, checkTwice } from "../../upkeep/check-content.js";
import { checkDrift } from "../../upkeep/check-drift.js";
import { checkLinks } from "../../upkeep/check-links.js";
import { checkClaims } from "../../upkeep/claims.js";
import type { Memory } from "../memory.js";
import { type AuditAnswer, countsOf } from "./audit.js";
import { readAll } from "./audit-pages.js";

/** In the shape of an audit that loads nothing: reads and reports, and never writes. */
export function consistency(memory: Memory): AuditAnswer {
  const { pages, texts } = readAll(memory);
  const index = texts.get(archiveIndexPath) ?? null;
  const findings = inAuditOrder([
    ...checkContradictions(pages),
    ...checkClaims(pages),
    ...checkDrift(pages),
    ...checkTwice(pages),
    ...checkLinks(pages, { table: memory.table, paths: new Set(texts.keys()), index }),
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

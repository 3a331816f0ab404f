/** Consistency: the files of a memory held against each other: what two of them say differently, and what drifted from its log. */

import { archiveIndexPath } from "../../table/profile.js";
import { type AuditFinding, auditEntries, inAuditOrder } from "../../upkeep/audit.js";
import { checkContradictions } from "../../upkeep/check-content.js";
import { type Drifting, driftingIn, drifts } from "../../upkeep/check-drift.js";
import { checkLinks } from "../../upkeep/check-links.js";
import { repetitions, type Standing, standingIn } from "../../upkeep/check-twice.js";
import { type Claim, claimsIn, contradictions } from "../../upkeep/claims.js";
import type { Memory } from "../memory.js";
import { type AuditAnswer, countsOf } from "./audit.js";
import { type AuditFiles, auditFiles, eachHeld, linksOf } from "./audit-pages.js";
import type { KnownPages } from "./known-pages.js";

/** In the shape of an audit that loads nothing: reads and reports, and never writes. */
export function consistency(memory: Memory, known?: KnownPages): AuditAnswer {
  const files = auditFiles(memory);
  const { pages, paths, textOf } = files;
  const { twice, differing, drifted } = heldAgainst(memory, files, known);
  const findings = inAuditOrder([
    ...differing,
    ...drifted,
    ...twice,
    ...checkLinks(pages, { table: memory.table, paths, index: textOf(archiveIndexPath) }, linksOf(memory, pages)),
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
  readonly drifted: readonly AuditFinding[];
}

/** Each page is read and parsed once, and what it claims is held in its stead. */
export function heldAgainst(memory: Memory, { pages }: AuditFiles, known?: KnownPages): Across {
  const claims: Claim[] = [];
  const standing: Standing[] = [];
  const told: Drifting["told"][number][] = [];
  const grounded: Drifting["grounded"][number][] = [];
  eachHeld(memory, pages, (page, oid) => {
    claims.push(...claimsIn(page));
    standing.push(...standingIn(page));
    const drifting = driftingIn(page);
    told.push(...drifting.told);
    grounded.push(...drifting.grounded);
    known?.keep(oid, auditEntries(page));
  });
  return {
    twice: repetitions(standing),
    differing: [...checkContradictions(pages), ...contradictions(claims)],
    drifted: drifts({ told, grounded }),
  };
}

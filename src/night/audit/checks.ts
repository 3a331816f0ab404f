/** Claims: entries of different files that say the same of the same, but for a number, a negation or the value behind a label. */

import { compareText } from "../../base/text--order.js";
import { lineAt } from "../../memory/truncate--load.js";
import { bare } from "../keep/promote--promote.js";
import { isMeasure } from "../keep/significance--statement.js";
import { wordsOf } from "../keep/similar.js";
import { thresholds } from "../thresholds.js";
import type { AuditFinding, AuditPage } from "./checks--audit.js";
import { auditBody } from "./checks--audit-body.js";
import { type Subject, subjectsIn } from "./checks--claim-subject.js";

/** What one entry claims: small enough to be held for all pages at once. */
export interface Claim {
  /** Equal for two claims of the same. */
  readonly key: string;
  readonly path: string;
  readonly line: number;
  readonly said: string;
  readonly value: string;
  /** Where the page is of one thing or person alone, that; null where sentences name theirs. */
  readonly of: Subject | null;
}

/** Logs tell what was true on their day, so only pages that the memory keeps are held against each other. */
export function checkClaims(pages: readonly AuditPage[]): readonly AuditFinding[] {
  return contradictions(pages.flatMap(claimsIn));
}

/** The later file is the one remarked. */
export function contradictions(claims: readonly Claim[]): readonly AuditFinding[] {
  // Nearly every claim is the only one of its kind, and those are many.
  const only = new Map<string, Claim>();
  const several = new Map<string, Claim[]>();
  const found: AuditFinding[] = [];
  for (const claim of claims.toSorted((a, b) => compareText(a.path, b.path))) {
    const first = only.get(claim.key);
    if (first === undefined) {
      only.set(claim.key, claim);
      continue;
    }
    const others = several.get(claim.key) ?? [first];
    const other = others.find(
      (each) => each.path !== claim.path && each.value !== claim.value && isOfOne(each, claim),
    );
    if (other !== undefined && !others.some((each) => each.value === claim.value && isOfOne(each, claim)))
      found.push(contradiction(claim, other));
    others.push(claim);
    several.set(claim.key, others);
  }
  return found;
}

/** A sentence may be of either where one page's subject is left open; two pages of two subjects speak of two things. */
function isOfOne(a: Claim, b: Claim): boolean {
  return a.of === null || b.of === null || a.of === b.of;
}

/** By what an entry is about: whose label it is, or all of its words but numbers and negations. None of a page that is not lasting. */
export function claimsIn(page: AuditPage): readonly Claim[] {
  const { entry, text } = page;
  // Documents and notes beside the memory each speak of their own matter.
  if (page.place !== "named" && page.place !== "kept") return [];
  const { entries, headings } = auditBody(page);
  const isOfOneThing = !entry.implicit && entry.type === "preference";
  const subjectAt = subjectsIn(page, headings);
  return entries.flatMap(({ kind, start, end }) => {
    if (kind !== "bullet" && kind !== "paragraph") return [];
    // What follows the first line is its history or its detail.
    const said = bare(text.slice(start, end).split("\n", 1)[0] ?? "");
    if (said === "" || said.length > thresholds.statementCharsMax || /^\[[ xX]\] /.test(said)) return [];
    const label = labeled(said);
    const about = label === null ? worded(said) : { ...label, key: `${subjectAt(start)}${label.key}` };
    if (about === null) return [];
    const of = label === null && isOfOneThing ? subjectAt(start) : null;
    return [{ path: entry.path, line: lineAt(text, start), said, of, ...about }];
  });
}

/** `Timezone: Europe/Lisbon`, `**Timezone**: …`: a short label, and no sentence behind it. */
function labeled(said: string): { readonly key: string; readonly value: string } | null {
  const plain = said.replaceAll("*", "").replaceAll("_", "");
  const colon = plain.indexOf(": ");
  const label = plain.slice(0, Math.max(0, colon)).trim().toLowerCase();
  const value = plain.slice(colon + 2).trim();
  if (label === "" || label.split(" ").length > 3 || value.split(" ").length > 6) return null;
  return { key: `: ${label}`, value: wordsOf(value).said };
}

function worded(said: string): { readonly key: string; readonly value: string } | null {
  // A date says when, and the same may be true of two days.
  const timeless = said
    .replace(/\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}:\d{2}\b/g, " ")
    .replace(/^[*_#\s]*\d{1,3}[.)]\s/, "");
  // What was measured on two occasions differs and agrees.
  if (isMeasure(timeless)) return null;
  const { content, facts } = wordsOf(timeless);
  const values = new Set(facts.split(" "));
  const about = [...content].filter((word) => !values.has(word)).sort(compareText);
  return about.length < thresholds.claimWordsMin ? null : { key: about.join(" "), value: facts };
}

function contradiction(claim: Claim, other: Claim): AuditFinding {
  const says = `It says “${claim.said}”; ${other.path}:${other.line} says “${other.said}”. Is one of the two out of date?`;
  const hint = "If so, set it right: pagefile correct PAGE TEXT --entry WORDS";
  return { check: "contradiction", severity: "warning", path: claim.path, line: claim.line, says, hint };
}

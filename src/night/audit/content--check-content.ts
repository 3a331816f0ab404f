/** CheckContent: pages held against their types and against each other: missing fields, values that differ. */

import { compareText } from "../../base/text--order.js";
import { sameValue, type ValueMap } from "../../page/decode--value.js";
import { schema } from "../../page/page.js";
import type { AuditFinding, AuditPage } from "./checks--audit.js";

/** Fields that a page's structured form is made from; only where its frontmatter names the type. */
export function checkFields(pages: readonly AuditPage[]): readonly AuditFinding[] {
  return pages.flatMap(({ entry, meta }): readonly AuditFinding[] => {
    if (entry.implicit || entry.tier === "cold") return [];
    const lacks = schema[entry.type].requiredFields.filter((name) => !Object.hasOwn(meta.fields ?? {}, name));
    if (lacks.length === 0) return [];
    const says = `A ${entry.type} page needs the fields ${lacks.join(", ")}; without them its short form is its first sentences.`;
    const hint = `Add them: pagefile set ${entry.id} fields.${lacks[0]} …`;
    return [{ check: "fields_missing", severity: "warning", path: entry.path, line: 0, says, hint }];
  });
}

interface Claim {
  readonly path: string;
  readonly of: string;
  readonly fields: ValueMap;
}

/** Two pages of one type about one `subject` that say different things in another field. */
export function checkContradictions(pages: readonly AuditPage[]): readonly AuditFinding[] {
  const bySubject = new Map<string, Claim[]>();
  for (const claim of pages.flatMap(claimsOf).sort((a, b) => compareText(a.path, b.path))) {
    const known = bySubject.get(claim.of);
    if (known === undefined) bySubject.set(claim.of, [claim]);
    else known.push(claim);
  }
  return [...bySubject.values()].flatMap((claims) =>
    claims.flatMap((claim, at) => {
      const other = claims.slice(0, at).find((each) => differing(each.fields, claim.fields) !== null);
      return other === undefined ? [] : [contradiction(claim, other)];
    }),
  );
}

function claimsOf({ entry, meta }: AuditPage): readonly Claim[] {
  if (entry.tier === "cold") return [];
  const sections = Object.values(meta.sections ?? {}).map(({ type, fields }) => ({
    type: type ?? entry.type,
    fields,
  }));
  return [{ type: entry.type, fields: meta.fields ?? {} }, ...sections].flatMap(({ type, fields }) => {
    const { subject } = fields;
    if (typeof subject !== "string" || subject.trim() === "") return [];
    return [{ path: entry.path, of: `${type} ${subject.trim().toLowerCase()}`, fields }];
  });
}

function differing(a: ValueMap, b: ValueMap): string | null {
  const shared = Object.keys(a).filter((name) => name !== "subject" && Object.hasOwn(b, name));
  return shared.sort(compareText).find((name) => !sameValue(a[name], b[name])) ?? null;
}

function contradiction(claim: Claim, other: Claim): AuditFinding {
  const name = differing(other.fields, claim.fields) ?? "";
  const says = `Of “${String(claim.fields.subject)}” it says ${name}: ${JSON.stringify(claim.fields[name])}; ${other.path} says ${JSON.stringify(other.fields[name])}.`;
  const hint = "Find out which is true, correct the other and say there that it was wrong.";
  return { check: "contradiction", severity: "warning", path: claim.path, line: 0, says, hint };
}

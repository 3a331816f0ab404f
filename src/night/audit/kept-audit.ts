/** KeptAudit: what a night's audit found, kept on a ref that no branch sees, so that it can be read by day and no page is touched. */

import { dayAt, type Instant, type PagePath, parsePagePath } from "../../base/ids.js";
import { stableJson } from "../../base/json.js";
import { assert, err, type Outcome, ok } from "../../base/result.js";
import type { Memory } from "../../memory/memory.js";
import type { redactSecretsIn } from "../../rules/secret-keys.js";
import type { AuditAnswer } from "./audit.js";

const ref = "refs/pagefile/audits";

/** `audit`: every night; `consistency`: what was compared across files, every week. */
export type KeptKind = "audit" | "consistency";

/** One commit on the ref, by its day: a second report of a day takes the place of the first. `last` is the one before it. */
export async function keepAudit(
  memory: Memory,
  kind: KeptKind,
  report: AuditAnswer,
  last: AuditAnswer | null,
): Promise<Outcome<void>> {
  const path = parsePagePath(`${kind}/${dayAt(memory.zone, report.now)}.json`);
  assert(path !== null, "a day makes a safe file name");
  // A reader of what is kept redacts nothing.
  const { redactSecretsIn } = await import("../../rules/secret-keys.js");
  const bytes = new TextEncoder().encode(`${stableJson(redacted(redactSecretsIn, report, last))}\n`);
  const { error, warning, note } = report.counts;
  const message = `${kind}: ${error} errors, ${warning} warnings, ${note} notes\n\nPagefile-Audit: ${kind}\n`;
  const done = await memory.history.recordAside("audits", { path, bytes }, { message, when: report.now });
  return done.ok ? ok(undefined) : done;
}

/**
 * Ten thousand findings say little that is new: each value is looked at once, under its key, and what stands in the last report as it
 * is was looked at then.
 */
function redacted(
  redact: typeof redactSecretsIn,
  { findings, ...report }: AuditAnswer,
  last: AuditAnswer | null,
): unknown {
  const known = new Map<string, Map<unknown, unknown>>();
  const under = (key: string): Map<unknown, unknown> => {
    const values = known.get(key) ?? new Map<unknown, unknown>();
    known.set(key, values);
    return values;
  };
  for (const row of last?.findings ?? [])
    for (const [key, value] of Object.entries(row)) under(key).set(value, value);
  const shown = (key: string, value: unknown): unknown => {
    const values = under(key);
    if (!values.has(value)) values.set(value, (redact({ [key]: value }) as Record<string, unknown>)[key]);
    return values.get(value);
  };
  const rows = findings.map((row) => {
    const kept: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(row)) kept[key] = shown(key, value);
    return kept;
  });
  return { ...(redact(report) as object), findings: rows };
}

/** The latest report; null where none was kept. One that does not read back is `corrupt`. */
export async function lastKept(memory: Memory, kind: KeptKind): Promise<Outcome<AuditAnswer | null>> {
  const last = await lastPath(memory, kind);
  if (!last.ok || last.value === null) return last.ok ? ok(null) : last;
  const blob = await memory.history.blob(last.value.oid);
  if (!blob.ok) return blob;
  const report = parse(new TextDecoder().decode(blob.value));
  if (report !== null) return ok(report);
  return err({
    code: "corrupt",
    says: `The report ${last.value.path} on ${ref} does not read back.`,
    hint: "Make a new one: pagefile audit",
  });
}

async function lastPath(
  memory: Memory,
  kind: KeptKind,
): Promise<Outcome<{ readonly path: PagePath; readonly oid: Parameters<Memory["history"]["blob"]>[0] } | null>> {
  const tip = await memory.history.resolve(ref);
  if (!tip.ok || tip.value === null) return tip.ok ? ok(null) : tip;
  const tree = await memory.history.tree(tip.value);
  if (!tree.ok) return tree;
  return ok(tree.value.findLast(({ path }) => path.startsWith(`${kind}/`)) ?? null);
}

/** What is kept was printed by this program; a look at what renders it is enough. */
function parse(text: string): AuditAnswer | null {
  try {
    const value = JSON.parse(text) as Partial<AuditAnswer> | null;
    if (value === null || !Array.isArray(value.findings) || typeof value.counts !== "object") return null;
    return typeof value.now === "string" && typeof value.store === "string" ? (value as AuditAnswer) : null;
  } catch {
    return null;
  }
}

/** What `status` says of the last night's audit. */
export interface KeptNote {
  readonly at: Instant;
  readonly counts: AuditAnswer["counts"];
}

/** A report that cannot be read is none here; `audit --last` says why. */
export async function keptNote(memory: Memory): Promise<KeptNote | null> {
  const last = await lastKept(memory, "audit");
  return last.ok && last.value !== null ? { at: last.value.now, counts: last.value.counts } : null;
}

/** AuditPast: what git's past says in an audit: logs that changed after their day, and how fast the loaded files grow. */

import type { Outcome } from "../../base/failure.js";
import type { Instant, Oid, PagePath } from "../../base/ids.js";
import { limits } from "../../base/limits.js";
import { compareText } from "../../base/order.js";
import { ok } from "../../base/result.js";
import { decodePage } from "../../page/decode.js";
import type { LoadRules } from "../../table/profile-load.js";
import type { AuditFinding } from "../../upkeep/audit.js";
import { checkLog, dayOf, endOf } from "../../upkeep/check-days.js";
import type { Growth } from "../../upkeep/check-files.js";
import { thresholds } from "../../upkeep/thresholds.js";
import { bytesIn } from "../../upkeep/truncate-units.js";
import type { Memory } from "../memory.js";

/** Each log whose day is over, the latest `limits.auditLogsMax`, against the last version of that day, or else its first. */
export async function logFindings(
  memory: Memory,
  texts: ReadonlyMap<string, string>,
  now: Instant,
): Promise<Outcome<readonly AuditFinding[]>> {
  const over = [...texts.keys()].flatMap((path) => {
    const day = dayOf(path);
    return day === null || endOf(day) > Date.parse(now) ? [] : [{ path: path as PagePath, end: endOf(day) }];
  });
  if (over.length === 0) return ok([]);
  const commits = await memory.history.log({ paths: [], limit: limits.auditCommitsMax });
  if (!commits.ok) return commits;
  const findings: AuditFinding[] = [];
  for (const { path, end } of over.sort((a, b) => compareText(b.path, a.path)).slice(0, limits.auditLogsMax)) {
    const then = commits.value.find(({ when }) => Date.parse(when) <= end)?.oid ?? null;
    const before = await firstOf(memory, path, then);
    if (!before.ok) return before;
    const text = texts.get(path);
    if (before.value !== null && text !== undefined && before.value !== text)
      findings.push(...checkLog(path, before.value, text));
  }
  return ok(findings);
}

/** The text at `commit`; where the file came later, the text it came with. null where it was never committed or is no text. */
async function firstOf(memory: Memory, path: PagePath, commit: Oid | null): Promise<Outcome<string | null>> {
  if (commit !== null) {
    const then = await textAt(memory, path, commit);
    if (!then.ok || then.value !== null) return then;
  }
  const own = await memory.history.log({ paths: [path], limit: limits.auditCommitsMax });
  if (!own.ok) return own;
  const first = own.value.at(-1);
  return first === undefined ? ok(null) : textAt(memory, path, first.oid);
}

async function textAt(memory: Memory, path: PagePath, commit: Oid): Promise<Outcome<string | null>> {
  const blobs = await memory.history.at(commit, [path]);
  if (!blobs.ok) return blobs;
  const blob = blobs.value[0] ?? null;
  const decoded = blob === null ? null : decodePage(path, blob.bytes);
  return ok(decoded?.ok ? decoded.value : null);
}

/** The sizes of each loaded file in its last commits, the oldest first, in the unit the harness counts in. */
export async function growthIn(memory: Memory, rules: LoadRules): Promise<Outcome<readonly Growth[]>> {
  const growth: Growth[] = [];
  for (const { path, cut } of rules.files) {
    const at = path as PagePath;
    if (!memory.files.has(at)) continue;
    const own = await memory.history.log({ paths: [at], limit: thresholds.growthCommits });
    if (!own.ok) return own;
    const sizes: number[] = [];
    for (const { oid } of own.value) {
      const text = await textAt(memory, at, oid);
      if (!text.ok) return text;
      if (text.value !== null)
        sizes.push(cut.kind === "bytes" || cut.kind === "prefix" ? bytesIn(text.value) : text.value.length);
    }
    const max = cut.kind === "whole" ? null : cut.kind === "prefix" ? cut.bytes : cut.max;
    growth.push({ path, sizes: sizes.reverse(), max });
  }
  return ok(growth);
}

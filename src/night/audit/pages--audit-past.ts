/** AuditPast: what git's past says in an audit: logs that changed after their day, and how fast the loaded files grow. */

import type { Instant, Oid, PagePath } from "../../base/ids.js";
import { limits } from "../../base/limits.js";
import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { compareText } from "../../base/text--order.js";
import type { Memory } from "../../memory/memory.js";
import type { LoadRules } from "../../memory/truncate--profile-load.js";
import { bytesIn } from "../../memory/truncate--truncate-units.js";
import { decodePage } from "../../page/decode.js";
import { thresholds } from "../thresholds.js";
import type { AuditFinding } from "./checks--audit.js";
import { checkLog, dayOf, endOf } from "./files.js";
import type { Growth } from "./files--check-files.js";
import type { AuditFiles } from "./pages--audit-pages.js";
import { pastLog } from "./past-log.js";

interface OverLog {
  readonly path: PagePath;
  /** When its day was over everywhere, in milliseconds. */
  readonly end: number;
}

/** Each log whose day is over, the latest `limits.auditLogsMax`, against the last version of that day, or else its first. */
export async function logFindings(
  memory: Memory,
  { paths, textOf }: AuditFiles,
  now: Instant,
): Promise<Outcome<readonly AuditFinding[]>> {
  const over = [...paths].flatMap((path): readonly OverLog[] => {
    const day = dayOf(path);
    return day === null || endOf(day) > Date.parse(now) ? [] : [{ path: path as PagePath, end: endOf(day) }];
  });
  if (over.length === 0) return ok([]);
  const latest = over.sort((a, b) => compareText(b.path, a.path)).slice(0, limits.auditLogsMax);
  const first = await firstOf(memory, latest);
  if (!first.ok) return first;
  return ok(
    latest.flatMap(({ path }) => {
      const before = first.value.get(path);
      const text = before === undefined ? null : textOf(path);
      return before === undefined || text === null || before === text ? [] : checkLog(path, before, text);
    }),
  );
}

/** The text of each as its day left it; where it came later, the text it came with. None for what was never committed, or is no text. */
async function firstOf(memory: Memory, logs: readonly OverLog[]): Promise<Outcome<ReadonlyMap<PagePath, string>>> {
  const commits = await pastLog(memory);
  if (!commits.ok) return commits;
  const first = new Map<PagePath, string>();
  for (const { path, end } of logs) {
    const then = commits.value.find(({ when }) => Date.parse(when) <= end)?.oid;
    const text = then === undefined ? ok(null) : await textAt(memory, path, then);
    if (!text.ok) return text;
    if (text.value !== null) first.set(path, text.value);
  }
  const late = logs.map(({ path }) => path).filter((path) => !first.has(path));
  const came = late.length === 0 ? ok(first) : await asTheyCame(memory, late);
  return came.ok ? ok(new Map([...first, ...came.value])) : came;
}

/** One log for all of them, from its end: a log of each one's own reads the whole history as often as there are logs. */
async function asTheyCame(
  memory: Memory,
  paths: readonly PagePath[],
): Promise<Outcome<ReadonlyMap<PagePath, string>>> {
  const own = await memory.history.log({ paths, limit: limits.auditCommitsMax });
  if (!own.ok) return own;
  const first = new Map<PagePath, string>();
  let wanted = paths;
  for (const { oid } of own.value.toReversed()) {
    if (wanted.length === 0) break;
    const blobs = await memory.history.at(oid, wanted);
    if (!blobs.ok) return blobs;
    for (const [at, blob] of blobs.value.entries()) {
      const path = wanted[at]!;
      const decoded = blob === null ? null : decodePage(path, blob.bytes);
      if (decoded?.ok) first.set(path, decoded.value);
    }
    wanted = wanted.filter((_, at) => blobs.value[at] === null);
  }
  return ok(first);
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

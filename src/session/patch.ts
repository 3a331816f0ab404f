/** Journal: what waits to be committed, and what was refused and why, readable for as long as the repository lives. */

import { shortDigest } from "../base/digest--digest.js";
import { parsePagePath } from "../base/ids.js";
import { stableJson } from "../base/json.js";
import type { Outcome } from "../base/result.js";
import { assert } from "../base/result--assert.js";
import { ok } from "../base/result--result.js";
import { compareText } from "../base/text--order.js";
import type { Memory } from "../memory/memory.js";
import type { Workspace } from "../memory/workspace.js";
import { redactSecretsIn } from "../rules/secret-keys--secret.js";
import type { JournalAnswer, JournalRow, RejectedRow } from "./cross.js";

const ref = "refs/pagefile/rejected";
/** Below the ref: what was refused, and what became of it when it was tried again. */
const refusals = "rejected";
const retries = "retried";

export async function journal(workspace: Workspace): Promise<Outcome<JournalAnswer>> {
  const memory = workspace.primary;
  const staged = memory.staging.list();
  if (!staged.ok) return staged;
  const rejected = await rejections(memory);
  if (!rejected.ok) return rejected;
  const damaged = [...staged.value.damaged, ...rejected.value.damaged];
  const waiting = staged.value.patches.map(({ key, at, session, draft }) => ({ key, at, session, draft }));
  return ok({ staged: waiting, rejected: rejected.value.rows, damaged });
}

/** One commit on a ref of our own; HEAD, the index and the work tree do not move. The same refusal twice is one file. */
export function recordRejection(memory: Memory, row: RejectedRow): Promise<Outcome<void>> {
  const redacted = stableJson(redactSecretsIn(row.draft)) !== stableJson(row.draft);
  return keep(memory, refusals, { ...row, redacted }, `reject: ${row.reason}\n\nPagefile-Rejected: ${row.reason}\n`);
}

export type Retried = JournalRow["retried"][number];

/** Beside the refusal, which stays as it was. */
export function recordRetry(memory: Memory, id: string, retried: Retried): Promise<Outcome<void>> {
  return keep(memory, retries, { id, ...retried }, `retry: ${retried.outcome}\n\nPagefile-Retried: ${id}\n`);
}

async function keep(memory: Memory, folder: string, content: unknown, message: string): Promise<Outcome<void>> {
  const text = stableJson(redactSecretsIn(content));
  const path = parsePagePath(`${folder}/${shortDigest(text, 24)}.json`);
  assert(path !== null, "a digest makes a safe file name");
  const file = { path, bytes: new TextEncoder().encode(`${text}\n`) };
  const recorded = await memory.history.recordAside("rejected", file, { message, when: memory.clock.now() });
  return recorded.ok ? ok(undefined) : recorded;
}

interface Rejections {
  readonly rows: readonly JournalRow[];
  readonly damaged: readonly string[];
}

/** Oldest first. */
export async function rejections(memory: Memory): Promise<Outcome<Rejections>> {
  const tip = await memory.history.resolve(ref);
  if (!tip.ok) return tip;
  if (tip.value === null) return ok({ rows: [], damaged: [] });
  const tree = await memory.history.tree(tip.value);
  if (!tree.ok) return tree;
  const rows: Omit<JournalRow, "retried">[] = [];
  const retried = new Map<string, Retried[]>();
  const damaged: string[] = [];
  for (const file of tree.value) {
    const blob = await memory.history.blob(file.oid);
    if (!blob.ok) return blob;
    const value = parse(new TextDecoder().decode(blob.value));
    const row = file.path.startsWith(`${refusals}/`) ? asRow(value) : null;
    const again = file.path.startsWith(`${retries}/`) ? asRetry(value) : null;
    if (row !== null) rows.push({ ...row, id: file.path.slice(refusals.length + 1, -".json".length) });
    else if (again !== null) retried.set(again.id, [...(retried.get(again.id) ?? []), again.retried]);
    else damaged.push(file.path);
  }
  rows.sort((a, b) => compareText(a.at, b.at) || compareText(a.key, b.key) || compareText(a.id, b.id));
  const inOrder = (id: string): readonly Retried[] =>
    [...(retried.get(id) ?? [])].sort((a, b) => compareText(a.at, b.at) || compareText(a.outcome, b.outcome));
  return ok({ rows: rows.map((row) => ({ ...row, retried: inOrder(row.id) })), damaged });
}

type Json = { readonly [key: string]: unknown };

function parse(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Json) : null;
  } catch {
    return null;
  }
}

function asRow(value: Json | null): Omit<JournalRow, "id" | "retried"> | null {
  if (value === null || value.draft === undefined) return null;
  const texts = ["key", "at", "reason", "says", "hint"].every((key) => typeof value[key] === "string");
  return texts ? { ...(value as unknown as RejectedRow), redacted: value.redacted === true } : null;
}

const outcomes: readonly unknown[] = ["committed", "known", "rejected"];

function asRetry(value: Json | null): { readonly id: string; readonly retried: Retried } | null {
  if (value === null || typeof value.id !== "string" || typeof value.at !== "string") return null;
  if (!outcomes.includes(value.outcome)) return null;
  const { id, ...retried } = value;
  return { id, retried: retried as unknown as Retried };
}

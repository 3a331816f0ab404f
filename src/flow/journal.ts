/** Journal: what waits to be committed, and what was refused and why, readable for as long as the repository lives. */

import { assert } from "../base/assert.js";
import { shortDigest } from "../base/digest.js";
import type { Outcome } from "../base/failure.js";
import { parsePagePath } from "../base/ids.js";
import { stableJson } from "../base/json.js";
import { compareText } from "../base/order.js";
import { ok } from "../base/result.js";
import { redactSecretsIn } from "../rule/secret.js";
import type { JournalAnswer, RejectedRow } from "./answers.js";
import type { Memory } from "./memory.js";
import type { Workspace } from "./workspace.js";

const ref = "refs/pagefile/rejected";
const folder = "rejected";

export async function journal(workspace: Workspace): Promise<Outcome<JournalAnswer>> {
  const memory = workspace.primary;
  const staged = memory.staging.list();
  if (!staged.ok) return staged;
  const rejected = await rejections(memory);
  if (!rejected.ok) return rejected;
  const damaged = [...staged.value.damaged, ...rejected.value.damaged];
  return ok({ staged: staged.value.patches, rejected: rejected.value.rows, damaged });
}

/** One commit on a ref of our own; HEAD, the index and the work tree do not move. The same refusal twice is one file. */
export async function recordRejection(memory: Memory, row: RejectedRow): Promise<Outcome<void>> {
  const text = stableJson(redactSecretsIn(row));
  const path = parsePagePath(`${folder}/${shortDigest(text, 24)}.json`);
  assert(path !== null, "a digest makes a safe file name");
  const message = `reject: ${row.reason}\n\nPagefile-Rejected: ${row.reason}\n`;
  const recorded = await memory.history.recordAside(
    "rejected",
    { path, bytes: new TextEncoder().encode(`${text}\n`) },
    { message, when: memory.clock.now() },
  );
  return recorded.ok ? ok(undefined) : recorded;
}

interface Rejections {
  readonly rows: readonly RejectedRow[];
  readonly damaged: readonly string[];
}

/** Oldest first. */
async function rejections(memory: Memory): Promise<Outcome<Rejections>> {
  const tip = await memory.history.resolve(ref);
  if (!tip.ok) return tip;
  if (tip.value === null) return ok({ rows: [], damaged: [] });
  const tree = await memory.history.tree(tip.value);
  if (!tree.ok) return tree;
  const rows: RejectedRow[] = [];
  const damaged: string[] = [];
  for (const file of tree.value) {
    const blob = await memory.history.blob(file.oid);
    if (!blob.ok) return blob;
    const row = parse(new TextDecoder().decode(blob.value));
    if (row === null) damaged.push(file.path);
    else rows.push(row);
  }
  rows.sort((a, b) => compareText(a.at, b.at) || compareText(a.key, b.key));
  return ok({ rows, damaged });
}

function parse(text: string): RejectedRow | null {
  try {
    const row = JSON.parse(text) as RejectedRow;
    return typeof row.key === "string" && typeof row.at === "string" && typeof row.reason === "string" ? row : null;
  } catch {
    return null;
  }
}

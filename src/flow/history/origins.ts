/** Origins: a memory's origin labels brought in step with its history, by the commits that came since the last look. */

import type { Outcome } from "../../base/failure.js";
import type { Oid } from "../../base/ids.js";
import { ok } from "../../base/result.js";
import type { LoggedCommit } from "../../port/history.js";
import type { KnownOrigins } from "../../port/origin-cache.js";
import { labelsFrom, sumWith } from "../../writeback/origin/labels.js";
import type { Memory } from "../memory.js";

/** Each memory's sum in this process; the cache on disk serves the next one. */
const known = new WeakMap<Memory, KnownOrigins>();

/** Sets `memory.labels` to what all ancestors of `head` say; null on an unborn branch. */
export async function refreshLabels(memory: Memory, head: Oid | null): Promise<Outcome<void>> {
  if (head === null) return ok(undefined);
  const last = known.get(memory) ?? memory.origins?.load() ?? null;
  if (last !== null && last.head === head) {
    if (!known.has(memory)) keep(memory, last);
    return ok(undefined);
  }
  const recent = last === null ? ok(null) : await commitsSince(memory, head, last.head);
  if (!recent.ok) return recent;
  const whole = recent.value === null ? await everyCommit(memory, head) : recent;
  if (!whole.ok) return whole;
  const from = recent.value === null || last === null ? null : last.sum;
  const sum = sumWith(
    from,
    (whole.value ?? []).map((commit) => commit.message),
  );
  keep(memory, { head, sum });
  memory.origins?.save({ head, sum });
  return ok(undefined);
}

function keep(memory: Memory, now: KnownOrigins): void {
  known.set(memory, now);
  memory.labels = labelsFrom(now.sum);
}

/** Enough for what one boundary adds; beyond it, and across a merge, the whole history is read. */
const recentMax = 64;

/** The commits between the two where they form a line; null where they do not, because an older date hides nothing there. */
async function commitsSince(memory: Memory, head: Oid, since: Oid): Promise<Outcome<readonly LoggedCommit[] | null>> {
  const logged = await memory.history.log({ paths: [], limit: recentMax, from: head, above: since, every: true });
  if (!logged.ok) return logged;
  const line: LoggedCommit[] = [];
  let at: Oid | null = head;
  for (const commit of logged.value) {
    if (at === since) return ok(line);
    if (commit.oid !== at || commit.parents.length > 1) return ok(null);
    line.push(commit);
    at = commit.parents[0] ?? null;
  }
  return ok(at === since ? line : null);
}

/** The most that git reads as a number. */
const commitsMax = 2_147_483_647;

async function everyCommit(memory: Memory, head: Oid): Promise<Outcome<readonly LoggedCommit[]>> {
  return memory.history.log({ paths: [], limit: commitsMax, from: head, every: true });
}

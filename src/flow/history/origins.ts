/** Origins: a memory's origin labels brought in step with its history, by the commits that came since the last look. */

import type { Outcome } from "../../base/failure.js";
import type { Oid } from "../../base/ids.js";
import { ok } from "../../base/result.js";
import type { LoggedCommit } from "../../port/history.js";
import type { KnownOrigins } from "../../port/origin-cache.js";
import { labelsFrom, type OriginSum, sumWith } from "../../writeback/origin/labels.js";
import type { Memory } from "../memory.js";

/** Each memory's sum in this process, and the commits that the cache on disk, which serves the next one, is behind it. */
const known = new WeakMap<Memory, Sum>();

interface Sum extends KnownOrigins {
  readonly behind: number;
  /** Of commits of which some are missing: worth nothing once they are there, and not written down. */
  readonly isCut: boolean;
}

/** Commits that say nothing of origins are read again by the next process sooner than they are written down one by one in this one. */
const behindMax = 16;

/** Sets `memory.labels` to what all ancestors of `head` say; null on an unborn branch. */
export async function refreshLabels(memory: Memory, head: Oid | null): Promise<Outcome<void>> {
  if (head === null) return ok(undefined);
  const cut = memory.history.isCut?.() ?? ok(false);
  if (!cut.ok) return cut;
  const isCut = cut.value;
  const before = known.get(memory);
  const mine = before?.isCut === isCut ? before : undefined;
  const last = mine ?? (isCut ? null : (memory.origins?.load() ?? null));
  if (last !== null && last.head === head) {
    if (mine === undefined) keep(memory, { ...last, behind: 0, isCut });
    return ok(undefined);
  }
  const recent = last === null ? ok(null) : await commitsSince(memory, head, last.head);
  if (!recent.ok) return recent;
  const whole = recent.value === null ? await everyCommit(memory, head) : recent;
  if (!whole.ok) return whole;
  const from = recent.value === null || last === null ? null : last.sum;
  const grown = sumWith(
    from,
    (whole.value ?? []).map((commit) => commit.message),
  );
  const sum = from !== null && isSame(grown, from) ? from : grown;
  const behind = (mine?.behind ?? behindMax) + (recent.value?.length ?? behindMax);
  const isSaved = !isCut && (behind >= behindMax || sum !== from);
  keep(memory, { head, sum, behind: isSaved ? 0 : behind, isCut });
  if (isSaved) memory.origins?.save({ head, sum });
  return ok(undefined);
}

/** Sums only grow. */
function isSame(these: OriginSum, those: OriginSum): boolean {
  return these.labels.length === those.labels.length && these.approved.length === those.approved.length;
}

function keep(memory: Memory, now: Sum): void {
  const before = known.get(memory);
  if (before?.sum !== now.sum || before.isCut !== now.isCut) memory.labels = labelsFrom(now.sum, now.isCut);
  known.set(memory, now);
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

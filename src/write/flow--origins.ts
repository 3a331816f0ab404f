/** Origins: a memory's origin labels brought in step with its history, by the commits that came since the last look. */

import type { Oid } from "../base/ids.js";
import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import type { LoggedCommit } from "../git/history.js";
import type { KnownOrigins } from "../memory/disk/facts-cache--origin-cachex.js";
import { beyond, emptySum, joined, labelsFrom, type OriginSum, sumWith } from "../memory/labels.js";
import { labelLines } from "../memory/labels--lines.js";
import type { Memory } from "../memory/memory.js";
import type { Origin } from "../page/page--page.js";

/** Each memory's sum in this process, and the commits that the cache on disk, which serves the next one, is behind it. */
const known = new WeakMap<Memory, Sum>();

interface Sum extends KnownOrigins {
  readonly behind: number;
  /** What is on record beside the history. */
  readonly noted: OriginSum;
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
  const record = memory.labelRecord?.read() ?? ok(emptySum);
  if (!record.ok) return record;
  const noted = record.value;
  const isCut = cut.value;
  const before = known.get(memory);
  const mine = before?.isCut === isCut ? before : undefined;
  const last = mine ?? (isCut ? null : (memory.origins?.load() ?? null));
  if (last !== null && last.head === head) {
    if (mine?.noted !== noted) keep(memory, { ...last, behind: mine?.behind ?? 0, noted, isCut });
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
  keep(memory, { head, sum, behind: isSaved ? 0 : behind, noted, isCut });
  if (isSaved) memory.origins?.save({ head, sum });
  return ok(undefined);
}

/** Sums only grow. */
function isSame(these: OriginSum, those: OriginSum): boolean {
  return these.labels.length === those.labels.length && these.approved.length === those.approved.length;
}

function keep(memory: Memory, now: Sum): void {
  const before = known.get(memory);
  if (before?.sum !== now.sum || before.noted !== now.noted || before.isCut !== now.isCut) {
    memory.labels = labelsFrom(joined(now.sum, now.noted), now.isCut);
    // Another clone's labels are on record from now on. Where that cannot be written, the history is read again next time.
    memory.labelRecord?.add(beyond(now.sum, now.noted));
  }
  known.set(memory, now);
}

/** Before anything of a commit is written: whatever becomes of it or of its message, its texts keep their labels here. */
export function noteLabels(memory: Memory, message: string): Outcome<void> {
  return memory.labelRecord?.add(sumWith(null, [message])) ?? ok(undefined);
}

/** Lines for the next commit's trailers: labels on record that the history has lost, so that other clones know them again. */
export function lostLabels(memory: Memory): readonly string[] {
  const lost = lostIn(memory).labels.slice(0, restatedMax);
  const pages = new Map<string, string[]>();
  for (const [item, origin, page] of lost) {
    const key = `${origin} ${page}`;
    pages.set(key, [...(pages.get(key) ?? []), item]);
  }
  return [...pages].flatMap(([key, items]) => {
    const [origin, page = "-"] = key.split(" ");
    return labelLines(origin as Origin, page, items);
  });
}

/** A message is read by people too. */
const restatedMax = 240;

/** Of texts that nobody approved, as of the last look. */
export function lostIn(memory: Memory): OriginSum {
  const sum = known.get(memory);
  if (sum === undefined || sum.isCut) return emptySum;
  const { labels } = beyond(sum.noted, sum.sum);
  return { labels: labels.filter(([item]) => memory.labels.untrusted(item) !== null), approved: [] };
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

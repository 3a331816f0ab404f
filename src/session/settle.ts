/**
 * Settle: every given patch ends committed or refused with its reason, as one commit where they allow it. Patches wait for that in the staging
 * area, safe on disk before the writer is told so.
 */

import type { Oid } from "../base/ids.js";
import { limits } from "../base/limits.js";
import { type Failure, type Outcome, ok } from "../base/result.js";
import type { Memory } from "../memory/memory.js";
import type { Refusal } from "../rules/refusal.js";
import { redactSecrets } from "../rules/secret-keys.js";
import { sortPatches, validateBatch } from "../write/commit/batch.js";
import { type CommitOptions, commit, patchDigest } from "../write/commit/commit.js";
import type { Fault } from "../write/fault.js";
import { logFaults } from "../write/fault-log.js";
import { type DecisionBasis, decideOnHead } from "../write/flow.js";
import { parsePatch } from "../write/parse-patch.js";
import type { Patch } from "../write/patch.js";
import type { Recovery, RejectedRow, SettledPage } from "./cross.js";
import type { Handling } from "./lifecycle.js";
import { committedSince, everCommitted, missesUnread, recordRejection } from "./patch.js";
import { type StagedPatch, stagingOf } from "./staging.js";

export interface Settlement extends Pick<Recovery, "committed" | "known" | "rejected"> {
  /** In the order of the patches given. */
  readonly pages: readonly SettledPage[];
}

export type How = CommitOptions & Pick<Handling, "boundary" | "reason">;

interface Waiting {
  readonly staged: StagedPatch;
  readonly patch: Patch;
  readonly digest: string;
}

interface Tally {
  readonly committed: { readonly commit: Oid; readonly patches: readonly string[] }[];
  readonly known: { readonly patch: string; readonly commit: Oid }[];
  readonly rejected: RejectedRow[];
}

/** A patch leaves the staging area only after its commit or its entry in the journal of refusals is durable. */
export async function settle(
  memory: Memory,
  patches: readonly StagedPatch[],
  how: How,
): Promise<Outcome<Settlement>> {
  const tally: Tally = { committed: [], known: [], rejected: [] };
  const parsed: Waiting[] = [];
  for (const staged of patches) {
    const patch = parsePatch(staged.draft);
    if (patch.ok) parsed.push({ staged, patch: patch.value, digest: patchDigest(patch.value) });
    else tally.rejected.push(rowOf(staged, patch.error));
  }
  const refused = await commitInRounds(memory, parsed, how, tally);
  if (!refused.ok) return refused;
  tally.rejected.push(...refused.value);
  for (const row of tally.rejected) {
    const kept = await recordRejection(memory, row);
    if (!kept.ok) return kept;
    noteRejected(memory, row, patches.find(({ key }) => key === row.key)?.session ?? null, how.boundary);
    const gone = await stagingOf(memory).remove([row.key]);
    if (!gone.ok) return gone;
  }
  return ok({ ...tally, pages: patches.map((staged) => settledPage(staged, tally)) });
}

/** The page a draft is for, fit to be shown. */
export function pageNamed(draft: unknown): string {
  const { page, title } = (draft ?? {}) as { readonly page?: unknown; readonly title?: unknown };
  return redactSecrets(String(page ?? title ?? ""));
}

/** A patch that needs a page which another one creates is refused in that one's round and passes in the next. */
async function commitInRounds(
  memory: Memory,
  parsed: readonly Waiting[],
  how: How,
  tally: Tally,
): Promise<Outcome<readonly RejectedRow[]>> {
  let left = parsed;
  for (let raced = 0; ; ) {
    const fresh = await setKnownAside(memory, left, { tally, since: "staged" });
    if (!fresh.ok) return fresh;
    left = fresh.value;
    if (left.length === 0) return ok([]);
    const head = await memory.history.head();
    if (!head.ok) return head;
    const patches = left.map((one) => one.patch);
    const sorted = await decideOnHead(memory, head.value.commit, (ground, base) =>
      sortPatches(patches, ground, base),
    );
    if (!sorted.ok) return sorted;
    const { accepted, idle, refused } = sorted.value.decided;
    // What another one of them makes may be what these miss; else nothing is refused for a file that could not be read.
    if (!accepted.some((at) => patches[at]?.op === "create")) {
      const missed = missesUnread(
        memory,
        [...refused.keys()].map((at) => patches[at]!),
      );
      if (!missed.ok) return missed;
      if (missed.value === "refreshed") continue;
    }
    const done = await doneBefore(memory, left, idle, tally);
    if (!done.ok) return done;
    if (done.value.length < left.length) {
      left = done.value;
      continue;
    }
    if (accepted.length === 0) return lastRefusals(memory, left, refused, tally);
    const taken = accepted.map((at) => left[at]!);
    const made = await commitTaken(memory, taken, { ...how, tried: sorted.value }, tally);
    // Another process committed something between the sorting and the commit; what that leaves of these is found out anew.
    if (!made.ok && isRefusal(made.error) && ++raced < limits.commitRetriesMax) continue;
    if (!made.ok) return made;
    left = left.filter((one) => !taken.includes(one));
  }
}

/**
 * Those that a commit since their staging names are done: their flush died before it unstaged them, or another one was quicker.
 * A commit `ever` before makes a patch known only where nothing of it is left to do: an operation that was undone meanwhile
 * (archived, restored, to be archived again) is asked for anew.
 */
async function setKnownAside(
  memory: Memory,
  waiting: readonly Waiting[],
  { tally, since }: { readonly tally: Tally; readonly since: "staged" | "ever" },
): Promise<Outcome<readonly Waiting[]>> {
  const asked = waiting.map(({ digest, staged: { base } }) => ({ digest, base }));
  const done = await (since === "staged" ? committedSince : everCommitted)(memory, asked);
  if (!done.ok) return done;
  const fresh: Waiting[] = [];
  for (const [at, one] of waiting.entries()) {
    const known = done.value[at] ?? null;
    if (known === null) fresh.push(one);
    else tally.known.push({ patch: one.staged.key, commit: known });
  }
  const gone = await stagingOf(memory).remove(
    waiting.filter((one) => !fresh.includes(one)).map((one) => one.staged.key),
  );
  return gone.ok ? ok(fresh) : gone;
}

/** Without those among `idle` that some commit names: what they ask for was done then, and stands. */
async function doneBefore(
  memory: Memory,
  left: readonly Waiting[],
  idle: readonly number[],
  tally: Tally,
): Promise<Outcome<readonly Waiting[]>> {
  const still = idle.map((at) => left[at]!);
  const fresh = await setKnownAside(memory, still, { tally, since: "ever" });
  if (!fresh.ok) return fresh;
  return ok(left.filter((one) => !still.includes(one) || fresh.value.includes(one)));
}

/** A refusal stands only if no commit names the same patch: what is refused because it is done already is known. */
async function lastRefusals(
  memory: Memory,
  left: readonly Waiting[],
  refused: ReadonlyMap<number, Refusal>,
  tally: Tally,
): Promise<Outcome<readonly RejectedRow[]>> {
  const reasons = new Map([...refused].map(([at, refusal]) => [left[at]!, refusal]));
  const still = await setKnownAside(memory, left, { tally, since: "ever" });
  if (!still.ok) return still;
  return ok(still.value.map((one) => rowOf(one.staged, reasons.get(one)!)));
}

async function commitTaken(
  memory: Memory,
  taken: readonly Waiting[],
  { tried, ...how }: How & { readonly tried: DecisionBasis },
  tally: Tally,
): Promise<Outcome<void>> {
  const patches = taken.map((one) => one.patch);
  const keys = taken.map((one) => one.staged.key);
  const done = await commit(
    memory,
    {
      validate: (ground) => validateBatch(patches, how, ground),
      content: patches,
      about: how.boundary,
      boundary: how.boundary,
      patches: taken.map((one) => one.digest),
      tried,
    },
    how,
  );
  if (!done.ok) return done;
  const { commit: oid, unchanged } = done.value;
  if (oid !== null && !unchanged) tally.committed.push({ commit: oid, patches: keys });
  // Every entry was there already: what holds them is what HEAD was.
  if (oid !== null && unchanged) tally.known.push(...keys.map((patch) => ({ patch, commit: oid })));
  return stagingOf(memory).remove(keys);
}

function isRefusal({ code }: Failure): boolean {
  return code === "refused" || code === "version_conflict" || code === "denied";
}

function rowOf(staged: StagedPatch, { reason, says, hint }: Refusal): RejectedRow {
  return { key: staged.key, at: staged.at, reason, says, hint, draft: staged.draft };
}

/** As a refusal without a boundary is one: a caller that drops the answer does not make it unseen. */
function noteRejected(memory: Memory, row: RejectedRow, session: string | null, boundary: string): void {
  const { reason, says, hint, draft } = row;
  const fault: Fault = { kind: "writeback_rejected", page: pageNamed(draft), says: `${reason}: ${says}`, hint };
  logFaults(memory, [fault], session === null ? { boundary } : { session, boundary });
}

function settledPage(staged: StagedPatch, tally: Tally): SettledPage {
  const row = { patch: staged.key, page: pageNamed(staged.draft) };
  const refusal = tally.rejected.find(({ key }) => key === staged.key);
  if (refusal !== undefined) return { ...row, outcome: "rejected", commit: null, reason: refusal.reason };
  const { op } = (staged.draft ?? {}) as { readonly op?: unknown };
  const commit =
    tally.committed.find(({ patches }) => patches.includes(staged.key))?.commit ??
    tally.known.find(({ patch }) => patch === staged.key)?.commit ??
    null;
  return { ...row, outcome: op === "archive" ? "archived" : "committed", commit, reason: null };
}

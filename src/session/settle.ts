/** Lifecycle settle: every given patch ends committed or refused with its reason, as one commit where they allow it. */

import { renameSync } from "node:fs";
import { join } from "node:path";
import { shortDigest } from "../base/digest.js";
import { type Instant, type Oid, parseInstant } from "../base/ids.js";
import { stableJson } from "../base/json.js";
import { limits } from "../base/limits.js";
import { type Failure, type Outcome, ok } from "../base/result.js";
import { compareText, firstDecided } from "../base/text.js";
import type { Memory } from "../memory/memory.js";
import type { Refusal } from "../rules/reason.js";
import { redactSecrets } from "../rules/secret-keys.js";
import { attempt, attemptSoon } from "../state/fs-calls.js";
import { monotonicMs } from "../state/machine.js";
import { namesIn, readDerived, removeAllWhole, syncFolder, writeNew } from "../state/plain-file.js";
import { sortPatches, validateBatch } from "../write/commit/batch.js";
import { type CommitOptions, commit, patchDigest } from "../write/commit/commit.js";
import type { Fault } from "../write/fault.js";
import { logFaults } from "../write/fault-log.js";
import { groundBy, type Standing } from "../write/flow.js";
import type { Patch } from "../write/patch.js";
import { parsePatch } from "../write/plain-patch.js";
import type { Recovery, RejectedRow, SettledPage } from "./cross.js";
import type { Handling } from "./lifecycle.js";
import { committedSince, everCommitted, missesUnread, recordRejection } from "./patch.js";
import { type Source, sourceFrom, textOrNull } from "./sessions.js";

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
    const gone = await memory.staging.remove([row.key]);
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
    const sorted = await groundBy(memory, head.value.commit, (ground, base) => sortPatches(patches, ground, base));
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
  const gone = await memory.staging.remove(
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
  { tried, ...how }: How & { readonly tried: Standing },
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
  return memory.staging.remove(keys);
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

// Staging: one file a patch below the git dir, written beside, synced and renamed, so that a crash leaves it whole or not at all.

/** `dir` belongs to one memory root and is made when first written. */
export function openStaging(dir: string): Staging {
  return {
    add: (patch) => attempt(`stage a patch in ${dir}`, () => add(dir, patch)),
    list: () => attempt(`read the staged patches in ${dir}`, () => list(dir)),
    remove: (keys) => attemptSoon("remove staged patches", () => removeAllWhole(dir, keys.map(nameOf))),
  };
}

function add(dir: string, patch: StagedPatch): "staged" | "known" | "taken" {
  const file = join(dir, nameOf(patch.key));
  for (;;) {
    const there = readDerived(file);
    const waiting = parse(there);
    if (waiting !== null) {
      // Another process may have put it in place and not have synced the folder yet.
      syncFolder(dir);
      return stableJson(waiting.draft) === stableJson(patch.draft) ? "known" : "taken";
    }
    // What a broken disk left in its place is kept for people, and does not keep the patch out.
    if (there !== null) renameSync(file, `${file}.damaged`);
    // Not sorted: a page that is made from the draft has its fields in the writer's order.
    if (writeNew(file, `${JSON.stringify({ ...patch, order: nextOrder() })}\n`)) return "staged";
  }
}

let lastOrder = 0;
const loaded = { atMs: Date.now(), monotonicMs: monotonicMs() };

/** Microseconds of this machine's clock, larger each time: what tells patches of one second apart, in whatever process. */
function nextOrder(): number {
  lastOrder = Math.max(lastOrder + 1, Math.floor((loaded.atMs + monotonicMs() - loaded.monotonicMs) * 1000));
  return lastOrder;
}

function list(dir: string): { patches: readonly StagedPatch[]; damaged: readonly string[] } {
  const patches: Ordered[] = [];
  const damaged: string[] = [];
  for (const name of namesIn(dir)) {
    if (name.endsWith(".damaged")) damaged.push(name);
    if (!name.endsWith(".json")) continue;
    const text = readDerived(join(dir, name));
    const patch = parse(text);
    if (patch !== null) patches.push(patch);
    // A flush beside us may have taken it away since the folder was listed.
    else if (text !== null) damaged.push(name);
  }
  patches.sort((a, b) => firstDecided(compareText(a.at, b.at), a.order - b.order, compareText(a.key, b.key)));
  return { patches: patches.map(({ order: _, ...patch }) => patch), damaged };
}

interface Ordered extends StagedPatch {
  readonly order: number;
}

function parse(text: string | null): Ordered | null {
  try {
    const value = JSON.parse(text ?? "") as { readonly [key in keyof Ordered]?: unknown } | null;
    const at = typeof value?.at === "string" ? parseInstant(value.at) : null;
    if (typeof value?.key !== "string" || at === null || value.draft === undefined) return null;
    const { key, draft } = value;
    const source = sourceFrom(value.source);
    const order = typeof value.order === "number" ? value.order : 0;
    const base = textOrNull(value.base) as Oid | null;
    const ownBase = textOrNull(value.ownBase) as Oid | "none" | null;
    return {
      key,
      at,
      draft,
      session: textOrNull(value.session),
      owner: textOrNull(value.owner),
      source,
      base,
      ...(ownBase === null ? {} : { ownBase }),
      order,
    };
  } catch {
    return null;
  }
}

/** A key is somebody's text; its digest is a name on every file system. */
function nameOf(key: string): string {
  return `${shortDigest(key, 32)}.json`;
}

// Staging: patches that were accepted for a later boundary, safe on disk before the writer is told so.

export interface StagedPatch {
  /** The idempotency key: the writer's own, or a digest of the patch. */
  readonly key: string;
  readonly at: Instant;
  /** As the writer gave it; parsed again when it is flushed. */
  readonly draft: unknown;
  /** The session that proposed it; null outside of any. */
  readonly session: string | null;
  /** The process that the session lives in, as `Sessions` names it; null where nobody said. */
  readonly owner: string | null;
  /** Which state of the session's transcript it was taken from; null where nobody said. */
  readonly source: Source | null;
  /** What HEAD was when it was staged: a commit before that which names the same patch is of another time. null where nobody said. */
  readonly base: Oid | null;
  /** The same of the session's own ref: `none` where it had no commit yet. Absent where nobody looked, as in older files. */
  readonly ownBase?: Oid | "none";
}

export interface Staging {
  /** Durable when it returns. The same patch twice is one patch (`known`); a key that stands for another one is `taken`. */
  add(patch: StagedPatch): Outcome<"staged" | "known" | "taken">;
  /** Oldest first, those of one second in the order in which they were staged. `damaged` names files that are no staged patch; they are left where they are. */
  list(): Outcome<{ readonly patches: readonly StagedPatch[]; readonly damaged: readonly string[] }>;
  /** Gone for good when it ends; keys that are not staged do not matter. */
  remove(keys: readonly string[]): Promise<Outcome<void>>;
}

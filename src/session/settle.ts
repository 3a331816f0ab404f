/**
 * Settle: every given patch ends committed or refused with its reason, as one commit where they allow it. Patches wait for that in the staging
 * area, safe on disk before the writer is told so. What waits, what was refused and what was committed before is read here too.
 */

import { shortDigest } from "../base/digest.js";
import { type Oid, type PageId, type PagePath, parsePagePath } from "../base/ids.js";
import { type JsonObject, parseLine, stableJson } from "../base/json.js";
import { limits } from "../base/limits.js";
import { assert, type Outcome, ok, push } from "../base/result.js";
import { compareText } from "../base/text.js";
import { type LoggedCommit, parseTrailers } from "../git/history.js";
import type { Memory } from "../memory/memory.js";
import type { Workspace } from "../memory/workspace.js";
import type { Refusal } from "../rules/refusal.js";
import { redactSecrets, redactSecretsIn } from "../rules/secret-keys.js";
import { sortPatches, validateBatch } from "../write/commit/batch.js";
import { type CommitOptions, commit, type PatchAnswer, patchDigest } from "../write/commit/commit.js";
import type { Fault } from "../write/fault.js";
import { logFaults } from "../write/fault-log.js";
import { type DecisionBasis, decideOnHead } from "../write/flow.js";
import { parsePatch } from "../write/parse-patch.js";
import type { Patch } from "../write/patch.js";
import type { JournalAnswer, JournalRow, Recovery, RejectedRow, SettledPage } from "./cross.js";
import type { Handling } from "./lifecycle.js";
import { missesUnread } from "./patch.js";
import { damagedPatch, type StagedPatch, stagingOf } from "./staging.js";

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
    // What some commit names, and what changes nothing, was done then, and stands.
    const still = idle.map((at) => left[at]!);
    const asked = await setKnownAside(memory, still, { tally, since: "ever" });
    if (!asked.ok) return asked;
    if (asked.value.length < still.length) {
      left = left.filter((one) => !still.includes(one) || asked.value.includes(one));
      continue;
    }
    if (accepted.length === 0) return lastRefusals(memory, left, refused, tally);
    const taken = accepted.map((at) => left[at]!);
    const made = await commitTaken(memory, taken, { ...how, tried: sorted.value }, tally);
    // Another process committed something between the sorting and the commit; what that leaves of these is found out anew.
    const isRefused = !made.ok && ["refused", "version_conflict", "denied"].includes(made.error.code);
    if (isRefused && ++raced < limits.commitRetriesMax) continue;
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

// Journal: what waits to be committed, and what was refused and why, readable for as long as the repository lives.

const ref = "refs/pagefile/rejected";
/** Below the ref: what was refused, and what became of it since. */
const refusals = "rejected";
const retries = "retried";

export async function journal(workspace: Workspace): Promise<Outcome<JournalAnswer>> {
  const memory = workspace.primary;
  const staged = stagingOf(memory).list();
  if (!staged.ok) return staged;
  const rejected = await rejections(memory);
  if (!rejected.ok) return rejected;
  const torn = staged.value.damaged.map(damagedPatch).map(({ says, hint }) => `${says} ${hint}`);
  const damaged = [...torn, ...rejected.value.damaged];
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

/** Oldest first. */
export async function rejections(
  memory: Memory,
): Promise<Outcome<{ readonly rows: readonly JournalRow[]; readonly damaged: readonly string[] }>> {
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
    const value = parseLine(new TextDecoder().decode(blob.value));
    const row = file.path.startsWith(`${refusals}/`) ? asRow(value) : null;
    const again = file.path.startsWith(`${retries}/`) ? asRetry(value) : null;
    if (row !== null) rows.push({ ...row, id: file.path.slice(refusals.length + 1, -".json".length) });
    else if (again !== null) push(retried, again.id, again.retried);
    else damaged.push(file.path);
  }
  rows.sort((a, b) => compareText(a.at, b.at) || compareText(a.key, b.key) || compareText(a.id, b.id));
  const inOrder = (id: string): readonly Retried[] =>
    [...(retried.get(id) ?? [])].sort((a, b) => compareText(a.at, b.at) || compareText(a.outcome, b.outcome));
  return ok({ rows: rows.map((row) => ({ ...row, retried: inOrder(row.id) })), damaged });
}

function asRow(value: JsonObject | null): Omit<JournalRow, "id" | "retried"> | null {
  if (value === null || value.draft === undefined) return null;
  const texts = ["key", "at", "reason", "says", "hint"].every((key) => typeof value[key] === "string");
  return texts ? { ...(value as unknown as RejectedRow), redacted: value.redacted === true } : null;
}

const outcomes: readonly unknown[] = ["committed", "known", "rejected", "settled"];

function asRetry(value: JsonObject | null): { readonly id: string; readonly retried: Retried } | null {
  if (value === null || typeof value.id !== "string" || typeof value.at !== "string") return null;
  if (!outcomes.includes(value.outcome)) return null;
  const { id, ...retried } = value;
  return { id, retried: retried as unknown as Retried };
}

// Lifecycle known: which patches a recent commit holds already, told by the digests in its trailers.

/** A patch by its digest, and what HEAD was when it was staged; null where nobody knows. */
interface Asked {
  readonly digest: string;
  readonly base: Oid | null;
}

/** In the order of `asked`, the newest recent commit that names each, whenever that was made; nothing is read where nothing is asked for. */
export async function everCommitted(
  memory: Memory,
  asked: readonly Asked[],
): Promise<Outcome<readonly (Oid | null)[]>> {
  if (asked.length === 0) return ok([]);
  const logged = await recentCommits(memory);
  if (!logged.ok) return logged;
  const names = namesInLifecycle(logged.value);
  return ok(asked.map(({ digest }) => names.get(digest) ?? null));
}

/**
 * The same of the commits since each was staged, as far as is known. Those are few, and mostly none: they are read one by one, and the
 * log of all is asked only where the base of a patch is not found among them.
 */
export async function committedSince(
  memory: Memory,
  asked: readonly Asked[],
): Promise<Outcome<readonly (Oid | null)[]>> {
  if (asked.length === 0) return ok([]);
  const head = await memory.history.head();
  if (!head.ok) return head;
  const { commit } = head.value;
  const bases = new Map<Oid | null, ReadonlyMap<string, Oid>>();
  for (const base of commit === null ? [] : new Set(asked.map((one) => one.base))) {
    const names = await namesSince(memory, base, commit!);
    if (!names.ok) return names;
    bases.set(base, names.value);
  }
  return ok(asked.map(({ digest, base }) => bases.get(base)?.get(digest) ?? null));
}

async function namesSince(memory: Memory, base: Oid | null, head: Oid): Promise<Outcome<ReadonlyMap<string, Oid>>> {
  if (base === head) return ok(new Map());
  if (base !== null) {
    const limit = limits.retryLookBackCommitsMax;
    const logged = await memory.history.log({ paths: [], limit, from: head, above: base, every: true });
    if (!logged.ok) return logged;
    const least = logged.value.at(-1);
    const isLine = least !== undefined && least.parents.length === 1 && least.parents[0] === base;
    const at = logged.value.findIndex(({ oid }) => oid === base);
    if (at >= 0) return ok(namesInLifecycle(logged.value.slice(0, at)));
    if (isLine) return ok(namesInLifecycle(logged.value));
  }
  const logged = await recentCommits(memory);
  if (!logged.ok) return logged;
  const at = logged.value.findIndex(({ oid }) => oid === base);
  return ok(namesInLifecycle(at < 0 ? logged.value : logged.value.slice(0, at)));
}

function recentCommits(memory: Memory): Promise<Outcome<readonly LoggedCommit[]>> {
  return memory.history.log({ paths: [], limit: limits.retryLookBackCommitsMax });
}

/** By digest, the newest. */
function namesInLifecycle(commits: readonly LoggedCommit[]): ReadonlyMap<string, Oid> {
  const names = new Map<string, Oid>();
  for (const { oid, message } of commits)
    for (const digest of parseTrailers(message)["Pagefile-Patch"] ?? [])
      if (!names.has(digest)) names.set(digest, oid);
  return names;
}

/** The answer that the first of two equal patches got, read from its commit; null where no recent commit holds it. */
export async function originalSuccess(memory: Memory, digest: string): Promise<Outcome<PatchAnswer | null>> {
  const logged = await recentCommits(memory);
  if (!logged.ok) return logged;
  for (const { oid, message } of logged.value) {
    const trailers = parseTrailers(message);
    const patches = trailers["Pagefile-Patch"] ?? [];
    if (patches.length !== 1 || patches[0] !== digest) continue;
    const ops = (trailers["Pagefile-Op"] ?? []).map((op) => op.split(" "));
    const pages = (trailers["Pagefile-Page"] ?? []).flatMap((move, at) => {
      const [, id = "", ...path] = ops[at] ?? [];
      const [from, to] = move.slice(id.length + 1).split("..");
      if (from === undefined || to === undefined || !move.startsWith(`${id}@`)) return [];
      return [{ id: id as PageId, path: path.join(" ") as PagePath, from, to }];
    });
    return ok({ commit: oid, reason: trailers["Pagefile-Reason"]?.[0] ?? "", patch: digest, pages, unchanged: true });
  }
  return ok(null);
}

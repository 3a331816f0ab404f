/**
 * Patch: one patch from draft to commit, or to a refusal that says why; a page edited by hand and an entry worked off are such patches. What waits
 * and what was refused is read here too.
 */

import { shortDigest } from "../base/digest.js";
import { type Oid, type PageId, type PagePath, parsePagePath } from "../base/ids.js";
import { stableJson } from "../base/json.js";
import { limits } from "../base/limits.js";
import { assert, err, type Failure, type Outcome, ok } from "../base/result.js";
import { compareText } from "../base/text.js";
import { type LoggedCommit, parseTrailers } from "../git/history.js";
import { type Memory, openFile, readStates, refresh } from "../memory/memory.js";
import { findPage, idFromPath, type PageEntry } from "../memory/table.js";
import type { Stores, Workspace } from "../memory/workspace.js";
import { redactSecretsIn } from "../rules/secret-keys.js";
import { type CommitOptions, commit, type PatchAnswer, patchDigest, refuse } from "../write/commit/commit.js";
import type { WorkOff } from "../write/entry/trim.js";
import { numberedEntries } from "../write/entry/trim.js";
import { storeFor } from "../write/flow.js";
import { validateHandEdits, whyNot } from "../write/guard/hand.js";
import { patchKey } from "../write/guard/origin.js";
import { parsePatch } from "../write/parse-patch.js";
import type { Patch, PatchEnvelope } from "../write/patch.js";
import { validate } from "../write/validate.js";
import type { JournalAnswer, JournalRow, RejectedRow } from "./cross.js";
import { stagingOf } from "./staging.js";

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

const outcomes: readonly unknown[] = ["committed", "known", "rejected", "settled"];

function asRetry(value: Json | null): { readonly id: string; readonly retried: Retried } | null {
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
async function originalSuccess(memory: Memory, digest: string): Promise<Outcome<PatchAnswer | null>> {
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

// EditPage: what a person changed in one file with their own editor, judged as a commit by hand would be, and committed as their edit.

/** Where the edit stands: nothing to commit, words that a commit by hand would refuse, or the commit. */
export type EditAnswer =
  | { readonly state: "unchanged"; readonly path: PagePath }
  /** Kept on this disk alone, by its scope. */
  | { readonly state: "local"; readonly path: PagePath }
  | { readonly state: "refused"; readonly path: PagePath; readonly why: string }
  | ({ readonly state: "committed"; readonly path: PagePath } & Pick<PatchAnswer, "commit" | "pages" | "reason">);

export async function commitEdit(
  memory: Memory,
  { path, envelope }: { readonly path: PagePath; readonly envelope: PatchEnvelope },
  options: CommitOptions,
): Promise<Outcome<EditAnswer>> {
  const refreshed = refresh(memory);
  if (!refreshed.ok) return refreshed;
  const head = await memory.history.head();
  if (!head.ok) return head;
  const states = await readStates(memory, head.value.commit, [path]);
  if (!states.ok) return states;
  const [state] = states.value;
  const [was, is] = [oid(state?.head), oid(state?.work)];
  if (state === undefined || is === null || was === is) return ok({ state: "unchanged", path });
  const page = memory.table.byPath.get(path);
  if (page?.scope === "local") return ok({ state: "local", path });
  const why = await whyNot(memory, state);
  if (why !== null) return ok({ state: "refused", path, why });
  const edit = { path, id: page?.id ?? idFromPath(path), head: was, work: is };
  const done = await commit(
    memory,
    {
      validate: (_ground, base) => {
        // Asked for, so that it is read.
        base.states.get(path);
        return validateHandEdits([edit], envelope, base.states);
      },
      content: { op: "hand_edit", files: [edit] },
      about: path,
      patches: [],
    },
    options,
  );
  if (!done.ok) return done;
  const { commit: made, pages, reason, unchanged } = done.value;
  if (unchanged)
    return err({
      code: "version_conflict",
      reason: "VERSION_CONFLICT",
      says: `${path} was written while it was being committed.`,
      hint: "What you typed is on disk as you left it; try again: pagefile edit.",
    });
  return ok({ state: "committed", path, commit: made, pages, reason });
}

function oid(blob: { readonly oid: Oid } | null | undefined): Oid | null {
  return blob?.oid ?? null;
}

// WorkOff: the entries of a page with the numbers a person names them by, and one of them done with, moved or removed in a commit.

export interface EntryRow {
  readonly number: number;
  readonly digest: string;
  /** Its first words. */
  readonly says: string;
  readonly line: number;
}

/** As the page stands on disk. */
export function entryRows(memory: Memory, page: PageEntry): Outcome<readonly EntryRow[]> {
  const file = openFile(memory, page);
  if (!file.ok) return file;
  if (file.value === null)
    return err({ code: "page_missing", says: `${page.path} was changed or removed just now.`, hint: "Try again." });
  const { text } = file.value;
  return ok(
    numberedEntries(text, page).map(({ number, entry, says }) => ({
      number,
      digest: entry.digest,
      says,
      line: text.slice(0, entry.start).split("\n").length,
    })),
  );
}

export async function workOff(memory: Memory, asked: WorkOff, options: CommitOptions): Promise<Outcome<PatchAnswer>> {
  const { validateWorkOff } = await import("../write/entry/trim.js");
  return commit(
    memory,
    {
      validate: (ground, { states }) =>
        validateWorkOff(asked, ground, {
          isEdited: ({ path }) => {
            const state = states.get(path);
            return state?.head?.oid !== state?.work?.oid;
          },
        }),
      content: { op: asked.verb, ...asked },
      about: asked.page,
    },
    options,
  );
}

// Patch: one patch from draft to commit, or to a refusal that says why.

/** `draft` is what a caller wrote, in the shape of `write/patch`; it is parsed here. */
export async function patch(
  workspace: Stores,
  draft: unknown,
  options: CommitOptions,
): Promise<Outcome<PatchAnswer>> {
  const parsed = parsePatch(draft);
  if (!parsed.ok) return refuse(workspace.primary, "", parsed.error);
  let found = storeFor(workspace, parsed.value);
  if (!found.ok) {
    for (const memory of workspace.memories) refresh(memory);
    found = storeFor(workspace, parsed.value);
  }
  const missed = missesUnread(workspace.primary, [parsed.value]);
  if (!missed.ok) return missed;
  if (missed.value === "refreshed") found = storeFor(workspace, parsed.value);
  if (!found.ok) return found;
  const { memory, asked, askedBy } = found.value;
  const about = asked.op === "create" ? (asked.page ?? "") : asked.page;
  // A writer that names its patch may be one whose answer was lost: the first success is the answer then.
  const before = asked.id === null ? ok(null) : await originalSuccess(memory, patchDigest(asked));
  if (!before.ok) return before;
  if (before.value !== null) return ok(before.value);
  const done = await commit(
    memory,
    { validate: (ground) => validate(askedBy(ground.table), ground), content: asked, about },
    options,
  );
  if (done.ok || done.error.code !== "denied" || done.error.reason !== "ORIGIN_DENIED") return done;
  // Kept for the person who may approve it; every other refusal is the writer's own to mend.
  const { reason, says, hint } = done.error;
  const row = { key: patchKey(asked), at: memory.clock.now(), reason, says, hint, draft: asked };
  const kept = await recordRejection(memory, row);
  return kept.ok ? done : kept;
}

// Unread: whether a page is missed only because a file could not be read just now.

/**
 * Fails where one of the patches speaks of a page that is not in the table while there are files that could not be read: it may be
 * in one of them, and a refusal would be a guess. Looks at the disk once more first, because such errors come and go; `refreshed`
 * says that the table is another than before.
 */
export function missesUnread(memory: Memory, patches: readonly Patch[]): Outcome<"fine" | "refreshed"> {
  if (blind(memory, patches) === null) return ok("fine");
  const refreshed = refresh(memory);
  if (!refreshed.ok) return refreshed;
  const still = blind(memory, patches);
  return still === null ? ok("refreshed") : err(still);
}

function blind(memory: Memory, patches: readonly Patch[]): Failure | null {
  const unread = memory.outside.find(({ code }) => code === "read_failed");
  if (unread === undefined) return null;
  const missed = patches.flatMap(namesIn).find((name) => findPage(memory.table, name) === null);
  if (missed === undefined) return null;
  const path = parsePagePath(unread.path);
  const read = path === null ? ok(null) : memory.store.read(path);
  return {
    code: "io_failed",
    errno: !read.ok && read.error.code === "io_failed" ? read.error.errno : "EIO",
    says: `Whether there is a page “${missed}” cannot be told: ${unread.says}`,
    hint: unread.hint,
  };
}

/** The pages that must be there for the patch to be accepted. */
function namesIn(patch: Patch): readonly string[] {
  const evidence = patch.evidence.flatMap((one) => (one.startsWith("page:") ? [one.slice("page:".length)] : []));
  return patch.op === "create" ? evidence : [patch.page, ...evidence];
}

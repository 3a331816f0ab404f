/**
 * Revert: one commit taken back by a new commit, whose changes are a validated patch like any other; and diff, what changed between two revisions of
 * the memory, or between a revision and the files on disk.
 */

import { createTwoFilesPatch } from "diff";
import { type Oid, type PageId, type PagePath, parsePageId } from "../base/ids.js";
import { assert, eachOf, err, type Failure, type Outcome, ok, type Result, usage } from "../base/result.js";
import { textIn } from "../base/text.js";
import { type LoggedCommit, parseTrailers } from "../git/history.js";
import { isPageOf } from "../memory/included.js";
import type { Memory } from "../memory/memory.js";
import { archiveIndexPath, isPageFile } from "../memory/profile.js";
import { idFromPath } from "../memory/table.js";
import type { Workspace } from "../memory/workspace.js";
import type { Refusal } from "../rules/refusal.js";
import { openOwn } from "../session/pages/folder.js";
import { accepted, type Change, type Target, type Validated, type ValidationInput } from "../write/change.js";
import { type CommitOptions, commit, type PatchAnswer } from "../write/commit/commit.js";
import { readValue } from "../write/entry/keys.js";
import type { PatchEnvelope } from "../write/patch.js";
import { changedBetween, changedPaths, pageOrStore, resolveIn, textsAt } from "./log.js";

/** One file of the commit to take back: its text after and before that commit. */
export interface RevertedFile {
  readonly path: PagePath;
  readonly from: string | null;
  readonly to: string | null;
}

/**
 * The files whose paths Pagefile may not write stay out of it, by refusal. `exact`: a file that nobody changed since gets the
 * very bytes it had, where `merged` gives it a version of its own.
 */
export function validateReversion(
  files: readonly RevertedFile[],
  commit: { readonly name: string; readonly subject: string },
  envelope: PatchEnvelope,
  ground: ValidationInput,
  how: "merged" | "exact" = "merged",
): Result<Validated, Refusal> {
  const locked = files.find((file) => ground.table.byPath.get(file.path)?.writable === false);
  if (locked !== undefined) {
    const says = `The commit changed ${locked.path}, an instruction file that only you write.`;
    return err({ reason: "POLICY_VIOLATION", says, hint: `Take it back yourself with: git revert ${commit.name}` });
  }
  if (files.length === 0) {
    const says = `Commit ${commit.name} changed no page of this memory.`;
    return err({ reason: "SCHEMA_INVALID", says, hint: "List commits that did with: pagefile log" });
  }
  const exact = how === "exact" ? { exact: true as const } : {};
  const changes: Change[] = files.flatMap((file) => {
    const { path, from, to } = file;
    if (path === archiveIndexPath && !(how === "exact" && ground.committed(path) === from)) return indexChanges(file);
    return { kind: "edit", path, edit: { kind: "revert", from, to, ...exact } };
  });
  const targets = files
    .filter(({ path }) => path !== archiveIndexPath)
    .map(
      (file): Target => ({ op: "revert", id: ground.table.byPath.get(file.path)?.id ?? idOf(file), path: file.path }),
    );
  const subject = `revert: ${commit.subject}`;
  return accepted({ targets, changes, reason: "REVERT", subject, envelope });
}

/** Of a file that is not there now: the id it had, and by which it will be known again. */
function idOf({ path, from, to }: RevertedFile): PageId {
  const text = to ?? from;
  const said = text === null ? null : readValue(path, text, ["id"]);
  const id = said?.ok && typeof said.value === "string" ? parsePageId(said.value) : null;
  return id ?? idFromPath(path);
}

/** The archive's index line by line: other pages that were archived since must not stand in the way. */
function indexChanges({ path, from, to }: RevertedFile): readonly Change[] {
  const [was, is] = [to, from].map((text) => text?.split(/\r?\n/) ?? []) as [string[], string[]];
  const listed = (line: string): boolean => line.startsWith("- [");
  const gone = is.filter((line) => listed(line) && !was.includes(line));
  const back = was.filter((line) => listed(line) && !is.includes(line));
  const header = was.slice(0, Math.max(0, was.findIndex(listed))).join("\n");
  return [
    ...gone.map((line): Change => ({ kind: "edit", path, edit: { kind: "remove_line", line } })),
    ...back.map((line): Change => {
      return { kind: "edit", path, edit: { kind: "add_line", header: header === "" ? "" : `${header}\n`, line } };
    }),
  ];
}

/** In the store of the session that is open beside the memory, in the memory, or by its id in another memory; null where it names no commit. */
async function storeOfCommit(
  workspace: Workspace,
  revision: string,
): Promise<Outcome<{ readonly memory: Memory; readonly oid: Oid } | null>> {
  const main = await workspace.primary.history.resolve(revision);
  if (!main.ok) return main;
  const inMemory = main.value === null ? null : { memory: workspace.primary, oid: main.value };
  const own = workspace.memories.find(({ session }) => session !== undefined);
  if (own === undefined) return inMemory === null ? byIdElsewhere(workspace, revision) : ok(inMemory);
  const resolved = await resolveIn(own, revision);
  if (!resolved.ok) return resolved;
  if (resolved.value === null) return inMemory === null ? byIdElsewhere(workspace, revision) : ok(inMemory);
  if (main.value === null || main.value === resolved.value) return ok({ memory: own, oid: resolved.value });
  const says = `“${revision}” is ${main.value.slice(0, 8)} on the branch and ${resolved.value.slice(0, 8)} among the own pages of session ${own.session}.`;
  const hint = "Give the id of the commit; pagefile log shows the branch's, pagefile log --session ID the session's.";
  return err(usage(says, hint));
}

/** A branch, HEAD and the like are the memory's own; an id is one commit wherever it is, as in the memory of all projects. */
async function byIdElsewhere(
  workspace: Workspace,
  revision: string,
): Promise<Outcome<{ readonly memory: Memory; readonly oid: Oid } | null>> {
  if (!/^[0-9a-f]{7,64}$/.test(revision)) return ok(null);
  for (const memory of workspace.memories) {
    if (memory === workspace.primary || memory.session !== undefined) continue;
    const resolved = await memory.history.resolve(revision);
    if (!resolved.ok) return resolved;
    if (resolved.value?.startsWith(revision)) return ok({ memory, oid: resolved.value });
  }
  return ok(null);
}

// Revert: one commit taken back by a new commit that went through the same validation as any other.

/** Of a merge what it brought to its first parent is taken back, as by `git revert --mainline 1`. */
export async function revert(
  workspace: Workspace,
  query: { readonly revision: string; readonly envelope: PatchEnvelope },
  options: CommitOptions,
): Promise<Outcome<PatchAnswer>> {
  const where = await storeOfCommit(workspace, query.revision);
  if (!where.ok) return where;
  if (where.value === null) return err(unknownRevision(query.revision));
  const { memory, oid } = where.value;
  // Of every commit, and not of those that change something below the root: a merge that took one side whole is left out there.
  const logged = await memory.history.log({ paths: [], limit: 1, from: oid, every: true });
  if (!logged.ok) return logged;
  const found = logged.value[0];
  assert(found?.oid === oid, "a log of every commit begins with the one it is asked from");
  const own = memory.session === undefined ? await elsewhere(memory, found) : ok(null);
  if (!own.ok) return own;
  if (own.value !== null) return err(own.value);
  const files = await changedFiles(memory, oid, found.parents[0] ?? null);
  if (!files.ok) return files;
  const name = { name: oid.slice(0, 10), subject: found.message.split("\n", 1)[0] ?? "" };
  const proposal = {
    validate: (ground: ValidationInput) => validateReversion(files.value, name, query.envelope, ground),
    content: { op: "revert", commit: oid, ...query.envelope },
    about: oid,
  };
  return commit(memory, proposal, options);
}

/** Why a commit is not the memory's to take back: it is on the ref of the session that it names. */
async function elsewhere(memory: Memory, { oid, message }: LoggedCommit): Promise<Outcome<Failure | null>> {
  const session = parseTrailers(message)["Pagefile-Session"]?.[0];
  if (session === undefined) return ok(null);
  const opened = await openOwn(memory, session, "read");
  if ("failure" in opened || opened.store === null) return ok(null);
  const there = await resolveIn(opened.store, oid);
  if (!there.ok || there.value === null) return there.ok ? ok(null) : there;
  const says = `${oid.slice(0, 8)} changed pages that session ${session} keeps to itself.`;
  return ok(usage(says, `Name the session: pagefile revert ${oid.slice(0, 8)} --session ${session}`));
}

/** The page files that a commit changed: their texts after and before it. */
export async function changedFiles(
  memory: Memory,
  oid: Oid,
  parent: Oid | null,
): Promise<Outcome<readonly RevertedFile[]>> {
  const changed = await changedBetween(memory, parent, oid);
  if (!changed.ok) return changed;
  const paths = changed.value.filter(isPageFile);
  const texts = await eachOf([oid, parent], (commit) => textsAt(memory, commit, paths));
  if (!texts.ok) return texts;
  const [is = [], was = []] = texts.value;
  return ok(paths.map((path, at) => ({ path, from: is[at] ?? null, to: was[at] ?? null })));
}

export interface DiffAnswer {
  /** A revision, or `work` for the files on disk. */
  readonly from: string;
  readonly to: string;
  readonly files: readonly {
    readonly path: PagePath;
    readonly added: number;
    readonly removed: number;
    readonly patch: string;
  }[];
}

export interface DiffQuery {
  readonly page: string | null;
  /** A revision; HEAD when null. */
  readonly from: string | null;
  /** A revision; the files on disk when null. */
  readonly to: string | null;
  /** Of what this session keeps to itself, where no page is named. */
  readonly session?: string | null;
  /** What of a text is told; all of it when absent. */
  readonly shown?: (text: string) => string;
}

export async function diff(workspace: Workspace, query: DiffQuery): Promise<Outcome<DiffAnswer>> {
  const found = pageOrStore(workspace, query);
  if (!found.ok) return found;
  const { memory, path: only } = found.value;
  const from = await sideOf(memory, query.from ?? "HEAD");
  if (!from.ok) return from;
  const to = query.to === null ? diskSide(memory) : await sideOf(memory, query.to);
  if (!to.ok) return to;
  const paths = changedPaths(from.value.files, to.value.files).filter((path) => only === null || path === only);
  const files = await eachOf(paths, async (path) => {
    const [before, after] = [await from.value.text(path), await to.value.text(path)];
    if (!before.ok) return before;
    const { shown = (text: string) => text } = query;
    const told = (text: string | null): string | null => (text === null ? null : shown(text));
    return after.ok ? ok(fileDiff(path, told(before.value), told(after.value))) : after;
  });
  return files.ok ? ok({ from: query.from ?? "HEAD", to: query.to ?? "work", files: files.value }) : files;
}

/** One version of all files: their ids, and their texts on demand. */
interface Side {
  readonly files: ReadonlyMap<PagePath, string>;
  text(path: PagePath): Promise<Outcome<string | null>>;
}

async function sideOf(memory: Memory, revision: string): Promise<Outcome<Side>> {
  const resolved = await resolveIn(memory, revision);
  if (!resolved.ok) return resolved;
  if (resolved.value === null && revision !== "HEAD") return err(unknownRevision(revision));
  const tree = await memory.history.tree(resolved.value);
  if (!tree.ok) return tree;
  const isPage = memory.session === undefined ? isPageOf.bind(null, memory.config) : isPageFile;
  const files = new Map(tree.value.filter(({ path }) => isPage(path)).map(({ path, oid }) => [path, oid] as const));
  return ok({
    files,
    text: async (path) => {
      const oid = files.get(path);
      if (oid === undefined) return ok(null);
      const blob = await memory.history.blob(oid as Oid);
      return blob.ok ? ok(textIn(blob.value)) : blob;
    },
  });
}

function diskSide(memory: Memory): Outcome<Side> {
  return ok({
    files: new Map([...memory.files.values()].map(({ path, oid }) => [path as PagePath, oid])),
    text: async (path) => {
      const read = memory.store.read(path);
      if (!read.ok) return read;
      return ok(read.value === null ? null : textIn(read.value.blob.bytes));
    },
  });
}

function fileDiff(path: PagePath, before: string | null, after: string | null): DiffAnswer["files"][number] {
  const patch = createTwoFilesPatch(
    before === null ? "/dev/null" : `a/${path}`,
    after === null ? "/dev/null" : `b/${path}`,
    before ?? "",
    after ?? "",
    undefined,
    undefined,
    { context: 3 },
  );
  const lines = patch.split("\n").slice(4);
  return {
    path,
    added: lines.filter((line) => line.startsWith("+")).length,
    removed: lines.filter((line) => line.startsWith("-")).length,
    patch: patch.replace(/^=+\n/, ""),
  };
}

export function unknownRevision(revision: string): Failure {
  const hint = "Use a commit id, a branch, a tag, or HEAD~2; list commits with: pagefile log";
  return usage(`“${revision}” names no commit.`, hint);
}

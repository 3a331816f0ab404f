/**
 * IndexView: one reading of the index and the way to edit it: in process where possible, and through git for versions that are not patched here. The
 * paths that git could not merge are read and settled here too.
 */

import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { type Oid, type PagePath, parseOid, parsePagePath } from "../../base/ids.js";
import { limits } from "../../base/limits.js";
import { type Outcome, ok } from "../../base/result.js";
import { compareText } from "../../base/text.js";
import { attemptGit as attempt, gitFailed } from "../../state/fs-calls.js";
import { readLinked, readPlain, writeOnce } from "../../state/plain-file.js";
import type { Engine } from "../engine.js";
import type { GitLayout } from "../layout.js";
import { makeObject, writeObjects } from "../objects/loose.js";
import type { Git } from "../process.js";
import { checkEdits, type IndexEdit, type IndexFile, patchIndex, readIndex, stagedEntry } from "./patch.js";

// Index by git: reading and editing, through git, the indexes that are not patched in process (version 4, split, sparse).

/** A staged file; `skipped` where a sparse checkout leaves it out of the work tree, `assumed` where git was told not to look at it. */
interface StagedFile {
  readonly mode: string;
  readonly oid: Oid;
  readonly skipped: boolean;
  readonly assumed: boolean;
}

/** Paths in one command line: well below what the smallest systems allow. */
const chunkMax = 200;

/** Files the index holds at these paths (from the top), by path. A conflicted path is a failure. */
async function listStaged(git: Git, paths: readonly string[]): Promise<Outcome<ReadonlyMap<string, StagedFile>>> {
  const files = new Map<string, StagedFile>();
  const wanted = new Set(paths);
  for (let from = 0; from < paths.length; from += chunkMax) {
    const out = await git.output(["ls-files", "-z", "-s", "-v", "--", ...paths.slice(from, from + chunkMax)]);
    if (!out.ok) return out;
    for (const line of out.value.toString("utf8").split("\0")) {
      const [tag, mode, id, stage] = line.slice(0, Math.max(line.indexOf("\t"), 0)).split(" ");
      const path = line.slice(line.indexOf("\t") + 1);
      const oid = parseOid(id ?? "");
      if (oid === null || mode === undefined || !wanted.has(path)) continue;
      if (stage !== "0")
        return gitFailed(`The path ${path} is in conflict in the index.`, `Resolve it, then \`git add ${path}\`.`);
      if (!mode.startsWith("100"))
        return gitFailed(`The path ${path} is no regular file in the index.`, "Name another page.");
      files.set(path, { mode, oid, skipped: /^[Ss]$/.test(tag ?? ""), assumed: /^[a-z]$/.test(tag ?? "") });
    }
  }
  return ok(files);
}

/**
 * The bytes of the index after the edits. git works on a copy beside the index, because the index itself is locked by us; a
 * split index finds its shared part from there, and an entry left out by a sparse checkout stays left out.
 */
async function editByGit(layout: GitLayout, git: Git, edits: readonly IndexEdit[]): Promise<Outcome<Buffer>> {
  const before = await listStaged(
    git,
    edits.flatMap(({ path, next }) => (next?.like === undefined ? [path] : [path, next.like])),
  );
  if (!before.ok) return before;
  const copy = join(layout.gitDir, `index.pagefile-${randomBytes(6).toString("hex")}`);
  try {
    const copied = attempt("Copying the index", () =>
      writeOnce(copy, readLinked(join(layout.gitDir, "index"), limits.gitFileBytesMax)),
    );
    if (!copied.ok) return copied;
    for (let from = 0; from < edits.length; from += chunkMax) {
      const done = await editSome(git, copy, edits.slice(from, from + chunkMax), before.value);
      if (!done.ok) return done;
    }
    return attempt("Reading the edited index", () => readPlain(copy, limits.gitFileBytesMax));
  } finally {
    rmSync(copy, { force: true });
    rmSync(`${copy}.lock`, { force: true });
  }
}

/**
 * git (2.39 for one) adds a path behind the last entry even where that entry is its own folder, left out as a whole, and then
 * the index names the path twice. So the index is written without such folders; git folds them up again when it likes.
 */
const wholeIndex = ["index.sparse=false"];

/** `--cacheinfo` refuses a file where a folder is staged and the other way round; `--index-info` would replace it. */
async function editSome(
  git: Git,
  copy: string,
  edits: readonly IndexEdit[],
  before: ReadonlyMap<string, StagedFile>,
): Promise<Outcome<void>> {
  const set: string[] = [];
  const skipped: string[] = [];
  const assumed: string[] = [];
  const removed: string[] = [];
  for (const { path, next } of edits) {
    const old = before.get(path);
    if (next === null) removed.push(path);
    else {
      const mode = (old ?? before.get(next.like ?? ""))?.mode ?? "100644";
      set.push("--cacheinfo", `${mode},${next.oid},${path}`);
    }
    if (next !== null && old?.skipped) skipped.push(path);
    if (next !== null && old?.assumed) assumed.push(path);
  }
  const runs = [
    ["--force-remove", "--", ...removed],
    ["--add", ...set],
    ["--skip-worktree", "--", ...skipped],
    ["--assume-unchanged", "--", ...assumed],
  ];
  for (const args of runs) {
    if (args.length < 3) continue;
    const ran = await git.output(["update-index", ...args], { env: { GIT_INDEX_FILE: copy }, config: wholeIndex });
    if (!ran.ok) return ran;
  }
  return ok(undefined);
}

// Index view: one reading of the index and the way to edit it, in process where possible and through git elsewhere.

/** Paths are from the work tree's top. */
export interface IndexView {
  /** Blob ids by path; a name without content (`git add -N`) counts as absent. A conflicted path is a failure. */
  staged(paths: readonly string[]): Promise<Outcome<ReadonlyMap<string, Oid>>>;
  /** What would make `edit` fail, as far as it can be known without writing. */
  check(edits: readonly IndexEdit[]): Outcome<void>;
  /** The whole index after the edits, in pieces. */
  edit(edits: readonly IndexEdit[]): Promise<Outcome<readonly Buffer[]>>;
}

export function viewIndex({ layout, git }: Pick<Engine, "layout" | "git">): Outcome<IndexView> {
  const index = readIndex(layout);
  if (!index.ok) return index;
  if (index.value !== null) return ok(viewInProcess(index.value));
  if (git !== null) return ok(viewByGit(layout, git));
  return gitFailed(
    "The embedded git engine does not serve an index of version 4, a split index or a sparse index.",
    "Install git 2.38 or newer and put it on PATH: Pagefile then uses it.",
  );
}

function viewInProcess(index: IndexFile): IndexView {
  return {
    async staged(paths) {
      const found = new Map<string, Oid>();
      for (const path of paths) {
        const entry = stagedEntry(index, path);
        if (!entry.ok) return entry;
        if (entry.value !== null && !entry.value.intentToAdd) found.set(path, entry.value.oid);
      }
      return ok(found);
    },
    check: (edits) => checkEdits(index, edits),
    edit: async (edits) => ok(patchIndex(index, edits)),
  };
}

function viewByGit(layout: GitLayout, git: Git): IndexView {
  return {
    async staged(paths) {
      const files = await listStaged(git, paths);
      return files.ok ? ok(new Map([...files.value].map(([path, { oid }]) => [path, oid]))) : files;
    },
    check: () => ok(undefined),
    async edit(edits) {
      const bytes = await editByGit(layout, git, edits);
      return bytes.ok ? ok([bytes.value]) : bytes;
    },
  };
}

// Unmerged index: stages 1 to 3 of git's index, read and settled through git, which locks the index while it writes.

interface Stage {
  readonly number: number;
  readonly mode: string;
  readonly oid: Oid;
}

type Stages = ReadonlyMap<PagePath, readonly Stage[]>;

/** git is handed in, because the engine without git loads this file too, and nothing it loads can start a process. */
export function openUnmergedIndex(layout: GitLayout, git: Outcome<Git>): Outcome<UnmergedIndex> {
  if (!git.ok) return git;
  return ok({
    async paths() {
      const all = await listStages(git.value, layout);
      return all.ok ? ok([...all.value.keys()].sort(compareText)) : all;
    },
    async read(path) {
      const all = await listStages(git.value, layout);
      if (!all.ok) return all;
      const stages = all.value.get(path);
      if (stages === undefined) return ok(null);
      const [base, ours, theirs] = [
        await readStage(git.value, stages, 1),
        await readStage(git.value, stages, 2),
        await readStage(git.value, stages, 3),
      ];
      if (!base.ok) return base;
      if (!ours.ok) return ours;
      return theirs.ok ? ok({ path, base: base.value, ours: ours.value, theirs: theirs.value }) : theirs;
    },
    settle: (path, bytes) => settle(git.value, layout, { path, bytes }),
  });
}

async function listStages(git: Git, layout: GitLayout): Promise<Outcome<Stages>> {
  const below = layout.prefix === "" ? [] : ["--", layout.prefix];
  const out = await git.output(["ls-files", "-z", "--unmerged", "--full-name", ...below]);
  if (!out.ok) return out;
  const files = new Map<PagePath, Stage[]>();
  for (const line of out.value.toString("utf8").split("\0")) {
    const tab = line.indexOf("\t");
    const [mode = "", id = "", number = ""] = line.slice(0, Math.max(tab, 0)).split(" ");
    const full = line.slice(tab + 1);
    const path = full.startsWith(layout.prefix) ? parsePagePath(full.slice(layout.prefix.length)) : null;
    const oid = parseOid(id);
    if (path === null || oid === null || !mode.startsWith("100")) continue;
    files.set(path, [...(files.get(path) ?? []), { number: Number(number), mode, oid }]);
  }
  return ok(files);
}

async function readStage(git: Git, stages: readonly Stage[], number: number): Promise<Outcome<Uint8Array | null>> {
  const stage = stages.find((each) => each.number === number);
  return stage === undefined ? ok(null) : git.output(["cat-file", "blob", stage.oid]);
}

async function settle(
  git: Git,
  layout: GitLayout,
  { path, bytes }: { readonly path: PagePath; readonly bytes: Uint8Array },
): Promise<Outcome<void>> {
  const all = await listStages(git, layout);
  if (!all.ok) return all;
  const mode = all.value.get(path)?.[0]?.mode;
  if (mode === undefined) return gitFailed(`The path ${path} is merged already.`, "See: git status");
  const blob = makeObject(layout.objectFormat, "blob", bytes);
  const written = await writeObjects(layout, [blob]);
  if (!written.ok) return written;
  const added = await git.output(["update-index", "--cacheinfo", `${mode},${blob.oid},${layout.prefix}${path}`]);
  return added.ok ? ok(undefined) : added;
}

// UnmergedIndex: the paths that git could not merge, with the versions its index keeps of them.

/** The three versions' bytes; null where that side has no such file. */
export interface UnmergedFile {
  readonly path: PagePath;
  readonly base: Uint8Array | null;
  readonly ours: Uint8Array | null;
  readonly theirs: Uint8Array | null;
}

export interface UnmergedIndex {
  /** Below the memory root, sorted. */
  paths(): Promise<Outcome<readonly PagePath[]>>;
  /** null where the path is not unmerged. */
  read(path: PagePath): Promise<Outcome<UnmergedFile | null>>;
  /** The path merged with these bytes, as `git add` leaves it; the work tree is not looked at. */
  settle(path: PagePath, bytes: Uint8Array): Promise<Outcome<void>>;
}

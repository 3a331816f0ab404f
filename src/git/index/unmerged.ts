/** UnmergedIndex: the paths that git could not merge, with the versions its index keeps of them, read and settled through git. */

import { type Oid, type PagePath, parseOid, parsePagePath } from "../../base/ids.js";
import { type Outcome, ok } from "../../base/result.js";
import { compareText } from "../../base/text.js";
import { gitFailed } from "../../state/fs-calls.js";
import type { GitLayout } from "../layout.js";
import { makeObject, writeObjects } from "../objects/loose.js";
import { type Git, gitFor } from "../process.js";

// Unmerged index: stages 1 to 3 of git's index, read and settled through git, which locks the index while it writes.

interface Stage {
  readonly number: number;
  readonly mode: string;
  readonly oid: Oid;
}

type Stages = ReadonlyMap<PagePath, readonly Stage[]>;

export function openUnmergedIndex(layout: GitLayout, env: NodeJS.ProcessEnv): Outcome<UnmergedIndex> {
  const git = gitFor(layout, env);
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

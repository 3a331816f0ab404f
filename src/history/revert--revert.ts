/** Revert: one commit taken back by a new commit that went through the same validation as any other. */

import type { Oid, PagePath } from "../base/ids.js";
import type { Outcome } from "../base/result.js";
import { assert } from "../base/result--assert.js";
import { err, ok } from "../base/result--result.js";
import type { Memory } from "../memory/memory.js";
import { isPageFile } from "../memory/profile.js";
import type { Workspace } from "../memory/workspace.js";
import type { Ground } from "../write/change--ground.js";
import { type CommitOptions, commit } from "../write/commit/commit.js";
import type { PatchAnswer } from "../write/commit/commit--commit-message.js";
import type { PatchEnvelope } from "../write/patch.js";
import { unknownRevision } from "./diff.js";
import { changedPaths } from "./log.js";
import { elsewhere, storeOfCommit } from "./log--revision.js";
import { type RevertedFile, validateReversion } from "./revert.js";

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
    validate: (ground: Ground) => validateReversion(files.value, name, query.envelope, ground),
    content: { op: "revert", commit: oid, ...query.envelope },
    about: oid,
  };
  return commit(memory, proposal, options);
}

async function changedFiles(memory: Memory, oid: Oid, parent: Oid | null): Promise<Outcome<readonly RevertedFile[]>> {
  const trees = [await memory.history.tree(oid), await memory.history.tree(parent)] as const;
  for (const tree of trees) if (!tree.ok) return tree;
  const [after, before] = trees.map(
    (tree) => new Map((tree.ok ? tree.value : []).map((file) => [file.path, file.oid as string])),
  );
  const paths = changedPaths(before as Map<PagePath, string>, after as Map<PagePath, string>).filter(isPageFile);
  const files: RevertedFile[] = [];
  for (const path of paths) {
    const from = await textAt(memory, oid, path);
    if (!from.ok) return from;
    const to = await textAt(memory, parent, path);
    if (!to.ok) return to;
    files.push({ path, from: from.value, to: to.value });
  }
  return ok(files);
}

async function textAt(memory: Memory, commit: Oid | null, path: PagePath): Promise<Outcome<string | null>> {
  const read = await memory.history.at(commit, [path]);
  if (!read.ok) return read;
  const blob = read.value[0] ?? null;
  return ok(blob === null ? null : new TextDecoder("utf-8", { ignoreBOM: true }).decode(blob.bytes));
}

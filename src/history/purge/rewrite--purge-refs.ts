/** PurgeRefs: which refs lead to the past of this branch, by what a purge does with them. */

import { type Oid, parseOid } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import type { GitLayout } from "../../git/layout.js";
import type { Git } from "../../git/process.js";
import { readHead } from "../../git/refs/refs.js";
import { gitFailed } from "../../state/fs-calls--failures.js";

export interface NamedTip {
  readonly name: string;
  readonly oid: Oid;
}

export interface PurgeRefs {
  readonly branch: NamedTip;
  /** Below `refs/pagefile/`. */
  readonly own: readonly NamedTip[];
  readonly remotes: readonly NamedTip[];
  /** Branches, tags, stashes and work trees that are left as they are. */
  readonly others: readonly NamedTip[];
}

export const recordsRef = "refs/pagefile/rejected";

export async function listRefs(git: Git, layout: GitLayout): Promise<Outcome<PurgeRefs>> {
  const head = readHead(layout);
  if (!head.ok) return head;
  const { ref, commit } = head.value;
  if (ref === null || commit === null) {
    const is = ref === null ? "HEAD is detached" : "The branch has no commit yet";
    return gitFailed(
      `${is}; a purge rewrites the branch that is checked out.`,
      "Check a branch out: git switch main",
    );
  }
  const format = "%(refname) %(objectname) %(objecttype) %(*objectname) %(symref)";
  const out = await git.output(["for-each-ref", `--format=${format}`]);
  if (!out.ok) return out;
  const tips = out.value
    .toString("utf8")
    .split("\n")
    .flatMap((line) => tipOf(line));
  const others = tips.filter(({ name }) => !isOwn(name) && !isRemote(name) && name !== ref && name !== "refs/stash");
  const stashes = await stashesOf(git);
  if (!stashes.ok) return stashes;
  const trees = await worktreesOf(git, layout);
  if (!trees.ok) return trees;
  return ok({
    branch: { name: ref, oid: commit },
    own: tips.filter(({ name }) => isOwn(name)),
    remotes: tips.filter(({ name }) => isRemote(name)),
    others: [...others, ...stashes.value, ...trees.value],
  });
}

function isOwn(name: string): boolean {
  return name.startsWith("refs/pagefile/");
}

function isRemote(name: string): boolean {
  return name.startsWith("refs/remotes/");
}

/** Of an annotated tag the commit it stands for; a tag of something else holds no history. */
function tipOf(line: string): readonly NamedTip[] {
  const [name = "", oid = "", type = "", peeled = "", symref = ""] = line.split(" ");
  const commit = parseOid(type === "tag" ? peeled : oid);
  const isCommit = type === "commit" || type === "tag";
  return commit === null || !isCommit || symref !== "" ? [] : [{ name, oid: commit }];
}

/** Every stash is an entry of one reflog. */
async function stashesOf(git: Git): Promise<Outcome<readonly NamedTip[]>> {
  const ran = await git.run(["rev-parse", "--verify", "--quiet", "refs/stash"]);
  if (!ran.ok) return ran;
  if (ran.value.code !== 0) return ok([]);
  const out = await git.output(["log", "--walk-reflogs", "--format=%H", "refs/stash", "--"]);
  if (!out.ok) return out;
  const lines = out.value
    .toString("latin1")
    .split("\n")
    .filter((line) => line !== "");
  return ok(lines.map((oid, at) => ({ name: `stash@{${at}}`, oid: oid as Oid })));
}

async function worktreesOf(git: Git, layout: GitLayout): Promise<Outcome<readonly NamedTip[]>> {
  const out = await git.output(["worktree", "list", "--porcelain", "-z"]);
  if (!out.ok) return out;
  const found: NamedTip[] = [];
  let path = "";
  for (const field of out.value.toString("utf8").split("\0")) {
    if (field.startsWith("worktree ")) path = field.slice("worktree ".length);
    const oid = field.startsWith("HEAD ") ? parseOid(field.slice("HEAD ".length)) : null;
    if (oid !== null && path !== layout.top) found.push({ name: `worktree ${path}`, oid });
  }
  return ok(found);
}

/** Whether the transaction went through: the branch is at the new history, or somewhere behind it. */
export async function hasMoved({ git }: { readonly git: Git }, to: Oid, branch: string): Promise<Outcome<boolean>> {
  const ran = await git.run(["merge-base", "--is-ancestor", to, branch]);
  return ran.ok ? ok(ran.value.code === 0) : ran;
}

/** Record: one commit under git's own locks, in the order the History port asks for. */

import { join } from "node:path";
import { blobOid } from "../../base/digest--digest.js";
import type { Oid } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";
import { assert } from "../../base/result--assert.js";
import { ok } from "../../base/result--result.js";
import { gitFailed } from "../../state/fs-calls--failures.js";
import type { Recorded, RecordOptions } from "../history.js";
import type { CommitPlan } from "../history--plan.js";
import { configText, readConfigFiles } from "../identity.js";
import { findIdentity, type Identity, printPerson } from "../identity--identity.js";
import { checkEdits, type IndexEdit, patchIndex, stagedEntry } from "../index/patch.js";
import type { IndexFile } from "../index/patch--index-file.js";
import { statIfHolds } from "../index/patch--index-stat.js";
import { refuseOperation } from "../layout--operation.js";
import { type GitLock, withLock } from "../locks/locks.js";
import { isTip } from "../locks/locks--lock-recovery.js";
import { treeOf } from "../objects/commit.js";
import { makeObject, type NewObject } from "../objects/loose.js";
import { rewriteTree, type TreeChange } from "../objects/object-store.js";
import type { ObjectStore } from "../objects/object-store--object-store.js";
import { type BranchLock, lockBranch } from "../refs/lock.js";
import { readHead } from "../refs/refs.js";
import { refuseCommit } from "./history--refusals.js";
import type { Objects } from "./objects--objects.js";
import { openIndex } from "./read--index-reading.js";

export interface Workshop {
  readonly objects: Objects;
  readonly store: ObjectStore;
  readonly env: NodeJS.ProcessEnv;
}

/** Serves one call at a time: callers in one process queue up, other processes meet at the locks. */
export async function recordPlan(
  workshop: Workshop,
  plan: CommitPlan,
  options: RecordOptions,
): Promise<Outcome<Recorded>> {
  const { layout } = workshop.store;
  const head = readHead(layout);
  if (!head.ok) return head;
  if (head.value.commit !== plan.base) return ok({ moved: true });
  if (head.value.ref === null && options.detached === "refuse") {
    return gitFailed(
      "HEAD is detached, so a commit would belong to no branch.",
      "Switch to a branch: `git switch NAME`.",
    );
  }
  const config = readConfigFiles(layout, workshop.env);
  if (!config.ok) return config;
  const logAllRefUpdates = configText(config.value, "core.logallrefupdates");
  const landed = (commit: string): boolean => isTip(layout, commit);
  return withLock(join(layout.gitDir, "index"), { landed }, async (indexLock) => {
    const locked = await lockBranch(layout, head.value, { logAllRefUpdates });
    if (!locked.ok) return locked;
    if (locked.value.moved) return ok({ moved: true });
    const { branch } = locked.value;
    try {
      const refused = refuseOperation(layout);
      if (!refused.ok) return refused;
      const unserved = refuseCommit({ layout, config: config.value, env: workshop.env }, plan);
      if (!unserved.ok) return unserved;
      const identity = findIdentity(config.value, workshop.env);
      if (!identity.ok) return identity;
      return await commitLocked(workshop, { plan, options, identity: identity.value, indexLock, branch });
    } finally {
      branch.release();
    }
  });
}

interface Transaction {
  readonly plan: CommitPlan;
  readonly options: RecordOptions;
  readonly identity: Identity;
  readonly indexLock: GitLock;
  readonly branch: BranchLock;
}

async function commitLocked(workshop: Workshop, transaction: Transaction): Promise<Outcome<Recorded>> {
  const { plan, branch, indexLock } = transaction;
  const { layout } = workshop.store;
  const index = openIndex(layout);
  if (!index.ok) return index;
  const restaged = isRestaged(index.value, plan, layout.prefix);
  if (!restaged.ok) return restaged;
  if (restaged.value) return ok({ moved: true });
  const possible = checkEdits(
    index.value,
    editsOf(plan, layout.prefix, () => null),
  );
  if (!possible.ok) return possible;
  const made = await makeObjects(workshop.store, plan, transaction.identity);
  if (!made.ok) return made;
  const { commit, objects } = made.value;
  const written = await workshop.objects.write(objects);
  if (!written.ok) return written;
  // Staged before the work tree is touched, so that a full disk is met while nothing can be seen yet.
  const staged = await branch.stage(commit, reflogLine(plan, transaction.identity));
  if (!staged.ok) return staged;
  const published = await transaction.options.publish();
  if (!published.ok) {
    // Some of the files may stand already; what is no commit must not stay behind as one.
    await transaction.options.withdraw?.();
    return published;
  }
  const edits = editsOf(plan, layout.prefix, (path, bytes) => statIfHolds(join(layout.top, path), bytes));
  const next = await indexLock.stage(patchIndex(index.value, edits));
  // Before the branch, so that git never sees the new branch beside the old index.
  const shown = next.ok ? indexLock.publish(commit) : next;
  const moved = shown.ok ? await branch.commit() : shown;
  if (!moved.ok) {
    await transaction.options.withdraw?.();
    return moved;
  }
  workshop.store.remember(objects);
  await transaction.options.settle?.();
  // The commit stands. An index that could not follow shows our paths as staged the other way; that is no reason to say it failed.
  indexLock.commit();
  return ok({ moved: false, commit });
}

/** Whether somebody staged or unstaged one of the paths since the plan was made. */
function isRestaged(index: IndexFile, plan: CommitPlan, prefix: string): Outcome<boolean> {
  for (const write of plan.writes) {
    const entry = stagedEntry(index, prefix + write.path);
    if (!entry.ok) return entry;
    const oid = entry.value === null || entry.value.intentToAdd ? null : entry.value.oid;
    if (oid !== write.before.index) return ok(true);
  }
  return ok(false);
}

function editsOf(
  plan: CommitPlan,
  prefix: string,
  statOf: (path: string, bytes: Uint8Array) => Buffer | null,
): readonly IndexEdit[] {
  return plan.writes.flatMap(({ path: below, before, index, movedFrom }): readonly IndexEdit[] => {
    const path = prefix + below;
    // Where nothing was staged and nothing is to be, a name that the user staged without content stays.
    if (index === null) return before.index === null ? [] : [{ path, next: null }];
    const like = movedFrom === undefined ? {} : { like: prefix + movedFrom };
    return [{ path, next: { oid: blobOid(index), stat: statOf(path, index), ...like } }];
  });
}

interface Made {
  readonly commit: Oid;
  readonly objects: readonly NewObject[];
}

async function makeObjects(store: ObjectStore, plan: CommitPlan, identity: Identity): Promise<Outcome<Made>> {
  const root = plan.base === null ? ok(null) : await treeOf(store, plan.base);
  if (!root.ok) return root;
  const blobs: NewObject[] = [];
  const changes: TreeChange[] = [];
  const { prefix } = store.layout;
  for (const { path, head, index, movedFrom } of plan.writes) {
    for (const bytes of [head, index]) if (bytes !== null) blobs.push(makeObject("sha1", "blob", bytes));
    const like = movedFrom === undefined ? {} : { like: prefix + movedFrom };
    changes.push({ path: prefix + path, mode: "100644", oid: head === null ? null : blobOid(head), ...like });
  }
  const tree = await rewriteTree(store, root.value, changes);
  if (!tree.ok) return tree;
  const commit = makeObject("sha1", "commit", printCommit(plan, tree.value.root, identity));
  return ok({ commit: commit.oid, objects: [...blobs, ...tree.value.objects, commit] });
}

/** git's own format: header lines, a blank line, and the message byte for byte. */
function printCommit(plan: CommitPlan, tree: Oid, { author, committer }: Identity): Buffer {
  assert(!plan.message.includes("\0"), "a commit message holds no NUL");
  const parents = plan.base === null ? [] : [`parent ${plan.base}`];
  const people = [`author ${printPerson(author, plan.when)}`, `committer ${printPerson(committer, plan.when)}`];
  const headers = [`tree ${tree}`, ...parents, ...people];
  return Buffer.from(`${headers.join("\n")}\n\n${plan.message}`);
}

function reflogLine(plan: CommitPlan, { committer }: Identity): { who: string; message: string } {
  const subject = plan.message.split("\n")[0] ?? "";
  const kind = plan.base === null ? "commit (initial)" : "commit";
  return { who: printPerson(committer, plan.when), message: `${kind}: ${subject}` };
}

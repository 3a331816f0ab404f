/** Native record: what the native engine checks and writes for one commit; the order of it all is in `refs/lock.ts`. */

import { join } from "node:path";
import { type Oid, parseOid } from "../base/ids.js";
import { type Outcome, ok } from "../base/result.js";
import { gitFailed } from "../state/fs-calls.js";
import { type Conversion, findConversion, type Repository } from "./attributes.js";
import type { CommitPlan, FileWrite, RecordOptions, RecordOutcome } from "./history.js";
import { configFlag, configText, findIdentity, type GitConfig, type Identity } from "./identity.js";
import { type IndexEdit, statIfHolds } from "./index/patch.js";
import { type IndexView, viewIndex } from "./index/view.js";
import { refuseOperation } from "./layout.js";
import type { GitLock } from "./locks/locks.js";
import { makeObject, type NewObject, writeObjects } from "./objects/loose.js";
import { rewriteTree, type TreeChange, treeOf } from "./objects/object-store.js";
import {
  editsOf,
  type Locked,
  lockBranch,
  lockBranchByGit,
  type PreparedCommit,
  printCommit,
  recordInOrder,
} from "./refs/lock.js";
import { currentHead, type HeadState } from "./refs/refs.js";

/** `HistoryWriter.record`; see there for the order and what a failure leaves behind. */
export async function recordNatively(
  repository: Repository,
  plan: CommitPlan,
  options: RecordOptions,
): Promise<Outcome<RecordOutcome>> {
  const idle = refuseOperation(repository.layout);
  if (!idle.ok) return idle;
  const head = await currentHead(repository);
  if (!head.ok) return head;
  if (head.value.commit !== plan.base) return ok({ moved: true });
  if (head.value.ref === null && options.detached === "refuse") return refuseDetached();
  const config = await repository.config();
  if (!config.ok) return config;
  const identity = findIdentity(config.value, repository.env);
  if (!identity.ok) return identity;
  const conversion = await findConversion(repository, config.value, plan.writes.map(topPath(repository)));
  if (!conversion.ok) return conversion;
  const context = { config: config.value, identity: identity.value, conversion: conversion.value };
  const engine = {
    layout: repository.layout,
    lockHead: () => lockHead(repository, head.value, config.value),
    prepare: () => prepare(repository, plan, context),
  };
  return recordInOrder(engine, plan, options);
}

function topPath({ layout }: Repository): (write: FileWrite) => string {
  return ({ path }) => layout.prefix + path;
}

function refuseDetached(): Outcome<never> {
  return gitFailed(
    "HEAD is detached: a commit made here belongs to no branch and is easily lost.",
    "Switch to a branch with `git switch BRANCH`, or make one with `git switch --create BRANCH`.",
  );
}

async function lockHead(repository: Repository, head: HeadState, config: GitConfig): Promise<Outcome<Locked>> {
  const { layout, git } = repository;
  if (layout.refStorage !== "files") return lockBranchByGit(git, head);
  const logAllRefUpdates = configText(config, "core.logallrefupdates");
  return lockBranch(layout, head, { sharedMode: layout.sharedMode, logAllRefUpdates });
}

interface Context {
  readonly config: GitConfig;
  readonly identity: Identity;
  readonly conversion: Conversion;
}

async function prepare(
  repository: Repository,
  plan: CommitPlan,
  context: Context,
): Promise<Outcome<PreparedCommit | null>> {
  const view = viewIndex(repository);
  if (!view.ok) return view;
  const same = await indexAsPlanned(repository, view.value, plan);
  if (!same.ok || !same.value) return same.ok ? ok(null) : same;
  const edits = editsOf(repository.layout, plan);
  const possible = view.value.check(edits);
  if (!possible.ok) return possible;
  const writing = await writeCommit(repository, plan, context);
  if (!writing.ok) return writing;
  const stageIndex = (lock: GitLock): Promise<Outcome<void>> =>
    stageEdits(repository, plan, { ...context, view: view.value, edits, lock });
  const { committer } = context.identity;
  return ok({ ...writing.value, committer, stageIndex: edits.length === 0 ? null : stageIndex });
}

/** False when something was staged at our paths since the plan was made. */
async function indexAsPlanned(repository: Repository, view: IndexView, plan: CommitPlan): Promise<Outcome<boolean>> {
  const staged = await view.staged(plan.writes.map(topPath(repository)));
  if (!staged.ok) return staged;
  const path = topPath(repository);
  return ok(plan.writes.every((write) => (staged.value.get(path(write)) ?? null) === write.before.index));
}

/** The stat is taken after the work tree is written, and only where git would store just the bytes that lie there. */
async function stageEdits(
  repository: Repository,
  plan: CommitPlan,
  context: Context & { readonly view: IndexView; readonly edits: readonly IndexEdit[]; readonly lock: GitLock },
): Promise<Outcome<void>> {
  const bytes = new Map(plan.writes.map((write) => [repository.layout.prefix + write.path, write.index]));
  const edits = context.edits.map((edit) => {
    const held = bytes.get(edit.path) ?? null;
    if (edit.next === null || held === null || context.conversion !== "none") return edit;
    const stat = statIfHolds(join(repository.layout.top, edit.path), held);
    return { path: edit.path, next: { ...edit.next, stat } };
  });
  const pieces = await context.view.edit(edits);
  return pieces.ok ? context.lock.stage(pieces.value, indexDurability(context.config)) : pieces;
}

/**
 * The index can be made again from HEAD, and syncing megabytes of it costs more than all the rest of a commit: like git, we
 * leave that to the system unless core.fsync asks for it.
 */
function indexDurability(config: GitConfig): "durable" | "volatile" {
  const parts = (configText(config, "core.fsync") ?? "").split(",").map((part) => part.trim());
  const asked = parts.some((part) => part === "index" || part === "added" || part === "all");
  return asked && !parts.includes("-index") ? "durable" : "volatile";
}

// Commit objects: the blobs, trees and commit that a plan stands for, by their ids and durably in the repository.

/** A commit whose id is known while its objects are still on their way to the disk. */
interface CommitWriting {
  readonly commit: Oid;
  readonly written: Promise<Outcome<void>>;
}

/** Writes everything; nothing refers to the commit yet. Signed where commit.gpgSign asks for it. */
async function writeCommit(
  repository: Repository,
  plan: CommitPlan,
  context: { readonly identity: Identity; readonly config: GitConfig },
): Promise<Outcome<CommitWriting>> {
  const { layout, store } = repository;
  const root = plan.base === null ? ok(null) : await treeOf(store, plan.base);
  if (!root.ok) return root;
  const blobs = plan.writes.flatMap(({ head, index }) => [head, index]).filter((bytes) => bytes !== null);
  const objects = blobs.map((bytes) => makeObject(layout.objectFormat, "blob", bytes));
  const tree = await rewriteTree(store, root.value, plan.writes.map(toChange(repository)));
  if (!tree.ok) return tree;
  objects.push(...tree.value.objects);
  if (configFlag(context.config, "commit.gpgsign")) {
    const signed = await writeSigned(repository, plan, { ...context, tree: tree.value.root, objects });
    return signed.ok ? ok({ commit: signed.value, written: Promise.resolve(ok(undefined)) }) : signed;
  }
  const commit = makeObject(layout.objectFormat, "commit", printCommit(plan, tree.value.root, context.identity));
  const written = writeObjects(layout, [...objects, commit]).then((result) => {
    if (result.ok) store.remember(tree.value.objects);
    return result;
  });
  return ok({ commit: commit.oid, written });
}

function toChange({ layout }: Repository): (write: CommitPlan["writes"][number]) => TreeChange {
  return ({ path, head, movedFrom }) => ({
    path: layout.prefix + path,
    mode: "100644",
    oid: head === null ? null : makeObject(layout.objectFormat, "blob", head).oid,
    ...(movedFrom === undefined ? {} : { like: layout.prefix + movedFrom }),
  });
}

interface Signing {
  readonly identity: Identity;
  readonly config: GitConfig;
  readonly tree: Oid;
  readonly objects: readonly NewObject[];
}

const signers = ["program", "openpgp.program", "x509.program", "ssh.program", "ssh.defaultkeycommand"];

/** Only git knows how to sign. A program that the repository names for it, and not the user, is never run. */
async function writeSigned(repository: Repository, plan: CommitPlan, signing: Signing): Promise<Outcome<Oid>> {
  const foreign = signers.map((name) => `gpg.${name}`).find((key) => signing.config.get(key)?.local);
  if (foreign !== undefined) {
    return gitFailed(
      `The repository's own configuration names the program that signs commits (${foreign}), which is never run.`,
      `Set ${foreign} with \`git config --global\`, or \`git config commit.gpgSign false\` here.`,
    );
  }
  const written = await writeObjects(repository.layout, signing.objects);
  if (!written.ok) return written;
  repository.store.remember(signing.objects);
  const parent = plan.base === null ? [] : ["-p", plan.base];
  const out = await repository.git.output(["commit-tree", "-S", ...parent, signing.tree], {
    input: plan.message,
    config: ["core.fsync=all", "i18n.commitEncoding=UTF-8"],
    env: personEnv(signing.identity, plan),
  });
  if (!out.ok) return out;
  const oid = parseOid(out.value.toString("latin1").trim());
  return oid === null
    ? gitFailed("The command git commit-tree gave no commit.", "Run it by hand to see why.")
    : ok(oid);
}

function personEnv({ author, committer }: Identity, plan: CommitPlan): Readonly<Record<string, string>> {
  const date = `${Date.parse(plan.when) / 1_000} +0000`;
  return {
    GIT_AUTHOR_NAME: author.name,
    GIT_AUTHOR_EMAIL: author.email,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: committer.name,
    GIT_COMMITTER_EMAIL: committer.email,
    GIT_COMMITTER_DATE: date,
  };
}

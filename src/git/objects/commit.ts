/** Commit objects: the blobs, trees and commit that a plan stands for, by their ids and durably in the repository. */

import { type Oid, parseOid } from "../../base/ids.js";
import { assert, type Outcome, ok } from "../../base/result.js";
import { gitFailed } from "../../state/fs-calls.js";
import type { Repository } from "../attributes.js";
import type { CommitPlan } from "../history.js";
import { configFlag, type GitConfig, type Identity, printPerson } from "../identity.js";
import { makeObject, type NewObject, writeObjects } from "./loose.js";
import { rewriteTree, type TreeChange, treeOf } from "./object-store.js";

/** A commit whose id is known while its objects are still on their way to the disk. */
export interface CommitWriting {
  readonly commit: Oid;
  readonly written: Promise<Outcome<void>>;
}

/** Writes everything; nothing refers to the commit yet. Signed where commit.gpgSign asks for it. */
export async function writeCommit(
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
  const text = printCommit(plan, tree.value.root, context.identity);
  const commit = makeObject(layout.objectFormat, "commit", Buffer.from(text));
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

function printCommit(plan: CommitPlan, tree: Oid, { author, committer }: Identity): string {
  assert(!plan.message.includes("\0") && plan.message.endsWith("\n"), "a commit message is text that ends its line");
  const parent = plan.base === null ? "" : `parent ${plan.base}\n`;
  const people = `author ${printPerson(author, plan.when)}\ncommitter ${printPerson(committer, plan.when)}\n`;
  return `tree ${tree}\n${parent}${people}\n${plan.message}`;
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

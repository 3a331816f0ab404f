/**
 * PurgeRepository: a repository whose past can be written anew without something, and whether it is in a state for that; every refusal names what
 * stands in the way.
 */

import { existsSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type Instant, type Oid, parseOid } from "../../base/ids.js";
import { limits } from "../../base/limits.js";
import { type Outcome, ok } from "../../base/result.js";
import { type GitLayout, refuseOperation } from "../../git/layout.js";
import type { ObjectStore } from "../../git/objects/object-store.js";
import type { Git } from "../../git/process.js";
import { readShallow } from "../../git/walk.js";
import { attemptGit as attempt, gitFailed } from "../../state/fs-calls.js";
import { readPlain, realFolders } from "../../state/plain-file.js";

// PurgeCheck: whether a repository is in a state to be rewritten; every refusal names what stands in the way.

export interface PurgePlace {
  readonly git: Git;
  readonly layout: GitLayout;
  readonly store: ObjectStore;
}

/** Objects that are not this repository's own cannot be taken out of it. */
export async function checkRepository({ git, layout }: PurgePlace): Promise<Outcome<void>> {
  const operation = refuseOperation(layout);
  if (!operation.ok) return operation;
  const shallow = readShallow(layout);
  if (!shallow.ok) return shallow;
  if (shallow.value.size > 0) {
    return gitFailed("This clone is shallow: what lies before its end cannot be purged.", "git fetch --unshallow");
  }
  const objects = join(layout.commonDir, "objects");
  if (existsSync(join(objects, "info", "alternates"))) {
    const says = "This repository borrows objects from another one (objects/info/alternates).";
    return gitFailed(says, "Take them in first: git repack -a -d && rm .git/objects/info/alternates");
  }
  const packs = attempt("Reading the packs", () =>
    existsSync(join(objects, "pack")) ? readdirSync(join(objects, "pack")) : [],
  );
  if (!packs.ok) return packs;
  const kept = packs.value.find((name) => name.endsWith(".keep") || name.endsWith(".promisor"));
  if (kept !== undefined) {
    return gitFailed(
      `The pack beside ${kept} may not be rewritten.`,
      `Remove objects/pack/${kept} if nothing needs it.`,
    );
  }
  const hook = await git.run(["config", "--get-all", "gc.recentObjectsHook"]);
  if (!hook.ok) return hook;
  if (hook.value.stdout.length === 0) return ok(undefined);
  const says = "The configuration names a program that keeps objects (gc.recentObjectsHook), which is never run.";
  return gitFailed(says, "git config --unset-all gc.recentObjectsHook");
}

/**
 * `files` are those that change, from the work tree's top. What is not committed would be lost there, and a file that holds the purged
 * text and is not committed would keep it.
 */
export async function checkFiles(
  place: PurgePlace,
  rules: PurgeRules,
  files: readonly string[],
): Promise<Outcome<void>> {
  const { git, layout } = place;
  if (files.length > 0) {
    const input = files.map((path) => `${path}\0`).join("");
    const out = await git.output(["check-attr", "-z", "--stdin", "filter", "working-tree-encoding"], { input });
    if (!out.ok) return out;
    const parts = out.value.toString("utf8").split("\0");
    const at = parts.findIndex((value, i) => i % 3 === 2 && value !== "unspecified" && value !== "unset");
    if (at >= 0) {
      const says = `The path ${parts[at - 2]} has the git attribute ${parts[at - 1]}=${parts[at]}, so a purge cannot write it.`;
      return gitFailed(says, "Take the attribute away in .gitattributes, then try again.");
    }
  }
  const changing = new Set(files);
  const dirty = await dirtyIn(place);
  if (!dirty.ok) return dirty;
  for (const { path, staged } of dirty.value) {
    const holds = changing.has(path) || (await keepsIt(place, rules, path, staged));
    if (holds) return uncommitted(rules.name(path));
  }
  const listed = await git.output(["ls-files", "--others", "-z", "--", layout.prefix === "" ? "." : layout.prefix]);
  if (!listed.ok) return listed;
  for (const path of listed.value.toString("utf8").split("\0")) {
    if (path.endsWith(".md") && (await keepsIt(place, rules, path, null))) return uncommitted(rules.name(path));
  }
  return ok(undefined);
}

function uncommitted(path: string): Outcome<never> {
  return gitFailed(
    `${path} has changes that are not committed, in a file that the purge has to change.`,
    "Commit them, or take them back; then run the purge again.",
  );
}

interface Dirty {
  readonly path: string;
  /** What the index holds of it, where that is not what HEAD holds. */
  readonly staged: Oid | null;
}

async function dirtyIn({ git }: PurgePlace): Promise<Outcome<readonly Dirty[]>> {
  const refreshed = await git.run(["update-index", "-q", "--refresh"]);
  if (!refreshed.ok) return refreshed;
  const work = await git.output(["diff-files", "--name-only", "-z"]);
  if (!work.ok) return work;
  const index = await git.output(["diff-index", "--cached", "--no-renames", "-z", "HEAD", "--"]);
  if (!index.ok) return index;
  const rows = index.value.toString("utf8").split("\0");
  const staged: Dirty[] = [];
  for (let at = 0; at + 1 < rows.length; at += 2) {
    staged.push({
      path: rows[at + 1]!,
      staged: parseOid(rows[at]!.split(" ")[3] ?? ""),
    });
  }
  const paths = work.value
    .toString("utf8")
    .split("\0")
    .filter((path) => path !== "");
  return ok([...staged, ...paths.map((path) => ({ path, staged: null }))]);
}

/** Whether the work tree or the index has the purged text in a file of the memory. */
async function keepsIt(place: PurgePlace, rules: PurgeRules, path: string, staged: Oid | null): Promise<boolean> {
  const { layout, store } = place;
  if (!path.startsWith(layout.prefix)) return false;
  const below = path.slice(layout.prefix.length);
  const differs = (bytes: Uint8Array): boolean => rules.name(below) !== below || rules.file(below, bytes) !== bytes;
  const file = join(layout.top, path);
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (stat?.isFile() === true && stat.size <= limits.pageBytesMax && differs(readPlain(file, limits.pageBytesMax)))
    return true;
  if (staged === null || /^0+$/.test(staged)) return false;
  const blob = await store.read(staged, "blob");
  return blob.ok && differs(blob.value);
}

// Purge: a repository whose past can be written anew without something, in steps of which only one is seen.

/** How each thing reads without what is purged; pure functions, because the same blob is met in many commits. */
export interface PurgeRules {
  /** A file below the root; the same bytes where nothing is in it, null where it goes. */
  readonly file: (path: string, bytes: Uint8Array) => Uint8Array | null;
  readonly name: (path: string) => string;
  /** A file of `refs/pagefile/rejected`. */
  readonly record: (bytes: Uint8Array) => Uint8Array | null;
  readonly message: (
    text: string,
    renames: {
      readonly object: (hex: string) => string | null;
      readonly paths: readonly (readonly [from: string, to: string])[];
    },
  ) => string;
  /** Traces and faults. */
  readonly log: (text: string) => string;
  /** Whether any of it is in these bytes: asked of every object at the end, and of what git keeps beside its objects. */
  readonly holds: (bytes: Uint8Array) => boolean;
}

export interface PurgeDraft {
  /** The branch, and refs of ours, that move; empty where nothing of the past holds it. */
  readonly refs: readonly {
    readonly name: string;
    readonly from: Oid;
    readonly to: Oid;
  }[];
  /** Commits written anew because they, and not only one before them, change. */
  readonly commits: readonly Oid[];
  /** Files below the root that change in HEAD, as they are called afterwards. */
  readonly files: readonly string[];
  /** Staged patches, traces and faults that change, by their names below the git dir. */
  readonly state: readonly string[];
  /** Refs, stashes and worktrees that reach it and are not moved: a purge is refused while there are any. */
  readonly others: readonly string[];
  /** Remote-tracking refs that reach it, which only a push changes. */
  readonly remotes: readonly string[];
}

export interface PurgeDone {
  /** Objects that still hold it, because something not purged reaches them. */
  readonly left: number;
  /** Remote-tracking refs that reach the former history. */
  readonly remotes: readonly string[];
}

export interface PurgeHost {
  /** Whether a purge that was ended half-way waits to be finished. */
  pending(): Outcome<boolean>;
  /** Fails where the repository is in no state to be rewritten. Nothing is written. */
  draft(rules: PurgeRules): Promise<Outcome<PurgeDraft>>;
  /**
   * Writes the new history, adds a commit of this message to it and moves all refs in one transaction: `locked` when one of them moved
   * meanwhile. A failure, or a crash, before that leaves everything as it was.
   */
  commit(rules: PurgeRules, note: { readonly message: string; readonly when: Instant }): Promise<Outcome<Oid>>;
  /** Index, work tree, state, reflogs and objects brought in step with the refs; may be called again at any time. */
  finish(rules: PurgeRules | null): Promise<Outcome<PurgeDone>>;
  close(): Promise<void>;
}

// PurgeFolder: where a purge keeps what it has still to do.

/** Throws where it, or a folder above it, is a link. */
export function journalFolder(layout: GitLayout): string {
  const folder = join(layout.gitDir, "pagefile", "purge");
  realFolders(folder);
  return folder;
}

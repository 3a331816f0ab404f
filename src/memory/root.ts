/**
 * Root: where a memory lies: in the tree, by the file that makes a folder one, or in its user's data folder, by the project that a folder belongs to
 * (`project.ts`). Where its machine-local state is, is found here too. Nothing is opened for any of it, and no process is started.
 */

import { existsSync, lstatSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { shortDigest } from "../base/digest.js";
import { err, type Outcome, ok } from "../base/result.js";
import type { GitLayout } from "../git/layout.js";
import { attempt } from "../state/fs-calls.js";
import { dataFolderOf } from "../state/machine.js";
import { namesIn } from "../state/plain-file.js";
import { memoryOf } from "./disk/project.js";
import { configPath, globalName, projects } from "./service.js";

/** The nearest folder at or above that holds `pagefile.yaml`; where there is none, the personal memory of the project. */
export function findRoot(folder: string, env: NodeJS.ProcessEnv): Outcome<string> {
  const inTree = treeRoot(folder);
  if (inTree.ok) return inTree;
  const own = personalRoot(folder, env);
  if (!own.ok) return own;
  return own.value === null ? inTree : ok(own.value);
}

/** The memories of a call, the primary one first. Where none is named a project's personal memory goes before the one in its tree. */
export function rootsOf(
  { cwd, repos }: { readonly cwd: string; readonly repos: readonly string[] },
  env: NodeJS.ProcessEnv,
): Outcome<readonly string[]> {
  const roots: string[] = [];
  if (repos.length === 0) {
    const [personal, inTree] = [personalRoot(cwd, env), treeRoot(cwd)];
    if (!personal.ok) return personal;
    const { value: own } = personal;
    if (own === null && !inTree.ok) return inTree;
    roots.push(...(own === null ? [] : [own]), ...(inTree.ok ? [inTree.value] : []));
    // What holds always goes with what a person has of a project; a memory in the tree alone is for others too.
    const wide = own === null ? null : globalRoot(env);
    if (wide !== null) roots.push(wide);
  }
  for (const repo of repos) {
    const root = findRoot(resolve(cwd, repo), env);
    if (!root.ok) return root;
    roots.push(root.value);
  }
  return ok([...new Set(roots)]);
}

function treeRoot(folder: string): Outcome<string> {
  const start = attempt(`open ${folder}`, () => realpathSync(folder));
  const isFile = start.ok && lstatSync(start.value, { throwIfNoEntry: false })?.isFile() === true;
  for (let at = start.ok && !isFile ? start.value : null; at !== null; at = dirname(at) === at ? null : dirname(at)) {
    // A link or a pipe of that name is one too: reading it says what is wrong.
    const found = attempt(`open ${at}`, () => lstatSync(join(at, configPath), { throwIfNoEntry: false }));
    if (!found.ok || found.value !== undefined) return found.ok ? ok(at) : found;
  }
  return err({
    code: "not_a_repository",
    says: isFile
      ? `${folder} is a file; --repo takes a folder.`
      : start.ok
        ? `There is no ${configPath} in ${folder} or above it, so this is not a memory repository.`
        : `The folder ${folder} does not exist or cannot be read.`,
    hint: "Give this project a memory with: pagefile setup claude-code (or codex, pi). Make one here with: pagefile init, or name one with --repo DIR",
  });
}

/** Machine-local and never pushed; a root that is a subfolder has a place of its own in the same git dir. */
export function stateFolder(layout: GitLayout, gitDir: string = layout.gitDir): string {
  const base = join(gitDir, "pagefile");
  return layout.prefix === "" ? base : join(base, "roots", shortDigest(layout.prefix, 12));
}

// Personal: a project's memory below its user's data folder, and the one beside it that holds in every project.

/** null where there is none: most projects have none, and each event of a harness asks. */
export function personalRoot(folder: string, env: NodeJS.ProcessEnv): Outcome<string | null> {
  const names = personalNames(env);
  return names.ok ? ok(names.value.length === 0 ? null : memoryOf(folder, names.value, env)) : names;
}

/** Whether any project of this user has one. */
export function hasPersonal(env: NodeJS.ProcessEnv): boolean {
  const names = personalNames(env);
  return names.ok && names.value.length > 0;
}

function personalNames(env: NodeJS.ProcessEnv): Outcome<readonly string[]> {
  return attempt("look for the personal memories", () => namesIn(join(dataFolderOf(env), projects)));
}

function globalRoot(env: NodeJS.ProcessEnv): string | null {
  const root = attempt("open the global memory", () => realpathSync(join(dataFolderOf(env), globalName)));
  return root.ok && existsSync(join(root.value, configPath)) ? root.value : null;
}

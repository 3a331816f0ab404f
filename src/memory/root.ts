/**
 * Root: where a memory lies: in the tree, by the file that makes a folder one, or in its user's data folder, by the project that a folder belongs to
 * (`project.ts`). Where its machine-local state is, is found here too. Nothing is opened for any of it, and no process is started.
 */

import { existsSync, lstatSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { shortDigest } from "../base/digest.js";
import { err, type Failure, type Outcome, ok } from "../base/result.js";
import { shellWord } from "../base/text.js";
import { findLayout, type GitLayout, realPath } from "../git/layout.js";
import { attempt } from "../state/fs-calls.js";
import { dataFolderOf } from "../state/machine.js";
import { namesIn, readOrNull } from "../state/plain-file.js";
import { memoriesBeside, memoryOf } from "./disk/project.js";
import { configPath, globalName, projects } from "./service.js";

/** The nearest folder at or above that holds `pagefile.yaml`; where there is none, the personal memory of the project. */
export function findRoot(folder: string, env: NodeJS.ProcessEnv): Outcome<string> {
  const inTree = treeRoot(folder, env);
  if (inTree.ok) return inTree;
  const own = personalRoot(folder, env);
  if (!own.ok) return own;
  return own.value === null ? err(withOthers(inTree.error, folder, env)) : ok(own.value);
}

/** The memories of a call, the primary one first. Where none is named a project's personal memory goes before the one in its tree. */
export function rootsOf(
  { cwd, repos }: { readonly cwd: string; readonly repos: readonly string[] },
  env: NodeJS.ProcessEnv,
): Outcome<readonly string[]> {
  const roots: string[] = [];
  if (repos.length === 0) {
    const [personal, inTree] = [personalRoot(cwd, env), treeRoot(cwd, env)];
    if (!personal.ok) return personal;
    const { value: own } = personal;
    if (own === null && !inTree.ok) return err(withOthers(inTree.error, cwd, env));
    roots.push(...(own === null ? [] : [own]), ...(inTree.ok ? [inTree.value] : []));
    const wide = globalRoot(env);
    // Whoever opens it finds what is wrong with it, which keeps nobody from the others.
    if (wide !== null && roots[0] !== undefined && globalPlace(roots[0], env) !== null) roots.push(wide);
  }
  for (const repo of repos) {
    const root = findRoot(resolve(cwd, repo), env);
    if (!root.ok) return root;
    roots.push(root.value);
  }
  return ok([...new Set(roots)]);
}

function treeRoot(folder: string, env: NodeJS.ProcessEnv): Outcome<string> {
  const start = attempt(`open ${folder}`, () => (statSync(folder).isFile() ? null : realPath(folder)));
  for (let at = start.ok ? start.value : null; at !== null; at = dirname(at) === at ? null : dirname(at)) {
    // A link or a pipe of that name is one too: reading it says what is wrong.
    const found = attempt(`open ${at}`, () => lstatSync(join(at, configPath), { throwIfNoEntry: false }));
    if (!found.ok || found.value !== undefined) return found.ok ? withHistory(at, env) : found;
  }
  return err({
    code: "not_a_repository",
    says: !start.ok
      ? `The folder ${folder} does not exist or cannot be read.`
      : start.value === null
        ? `${folder} is a file; --repo takes a folder.`
        : `There is no ${configPath} in ${folder} or above it, so this is not a memory repository.`,
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
  if (!names.ok) return names;
  const root = names.value.length === 0 ? null : memoryOf(folder, names.value, env);
  return root === null ? ok(null) : withHistory(root, env);
}

/** A memory of its user's own is the repository that it was made as: one further up is somebody else's, where nothing of it is to be written. */
function withHistory(root: string, env: NodeJS.ProcessEnv): Outcome<string> {
  if (!isOfUser(root, env)) return ok(root);
  const layout = findLayout(root);
  if (layout.ok ? layout.value.prefix === "" : layout.error.code !== "not_a_repository") return ok(root);
  return err({
    code: "corrupt",
    says: `The memory ${root} has no history: its folder .git is missing, as in a copy that was made without it.`,
    hint: `Put that folder back, or begin a new history with the files that are there: pagefile init ${shellWord(root)}`,
  });
}

/** Whether it is a project's memory below its user's data folder. */
export function isPersonal(root: string, env: NodeJS.ProcessEnv): boolean {
  const folder = attempt("open the personal memories", () => realPath(join(dataFolderOf(env), projects)));
  return folder.ok && dirname(root) === folder.value;
}

/** Whether it lies in the data folder of its user: the memory of a project, or what holds in every project. */
export function isOfUser(root: string, env: NodeJS.ProcessEnv): boolean {
  const real = attempt(`open ${root}`, () => realPath(root));
  if (!real.ok) return false;
  return isPersonal(real.value, env) || real.value === globalRoot(env);
}

/** The memories that a folder, its remote or its first commit was known for, and that it does not have. */
export function othersOf(folder: string, env: NodeJS.ProcessEnv): readonly string[] {
  const names = personalNames(env);
  return names.ok && names.value.length > 0 ? memoriesBeside(folder, names.value, env).roots : [];
}

/** How a folder gets a memory that is another one's, too: in the harness that asks, where it is known. */
export function joinSays(root: string, harness: string | null = null): string {
  const says = `pagefile setup ${harness ?? "claude-code"} --join ${shellWord(basename(root))}`;
  return harness === null ? `${says} (or codex, pi)` : says;
}

/** Whether its folder had one, so that what is said there would be heard by nobody. */
export function isLost(folder: string, env: NodeJS.ProcessEnv): boolean {
  const names = personalNames(env);
  return names.ok && names.value.length > 0 && memoriesBeside(folder, names.value, env).isLost;
}

function withOthers(none: Failure, folder: string, env: NodeJS.ProcessEnv): Failure {
  const [root] = none.code === "not_a_repository" ? othersOf(folder, env) : [];
  if (root === undefined) return none;
  const says = isLost(folder, env)
    ? `This project has no memory any more: ${root} stays with the folder that was set up first.`
    : `${none.says} The memory ${root} is known for this folder, its remote or its first commit.`;
  const hint = `Give this project one of its own: pagefile setup claude-code (or codex, pi). To go on with that one here, too: ${joinSays(root)}`;
  return { code: "not_a_repository", says, hint };
}

/** Whether any project of this user has one. */
export function hasPersonal(env: NodeJS.ProcessEnv): boolean {
  const names = personalNames(env);
  return names.ok && names.value.length > 0;
}

function personalNames(env: NodeJS.ProcessEnv): Outcome<readonly string[]> {
  return attempt("look for the personal memories", () => namesIn(join(dataFolderOf(env), projects)));
}

/** Where what is said of every project is kept, or is to be, beside a project's memory; null beside one that is for all that its user does. */
export function globalPlace(root: string, env: NodeJS.ProcessEnv): string | null {
  return isPersonal(root, env) || !isForAll(root) ? join(dataFolderOf(env), globalName) : null;
}

/** The memory of a user, as pi has one, and the workspace of an agent of OpenClaw. This is asked at each event, which loads no reader of YAML. */
function isForAll(root: string): boolean {
  const text = attempt(`read ${configPath}`, () => readOrNull(join(root, configPath)) ?? "");
  return text.ok && /^(?:scope:[ \t]*["']?global|profile:[ \t]*["']?openclaw)\b/m.test(text.value);
}

/** null where nothing was said of every project yet. */
export function globalRoot(env: NodeJS.ProcessEnv): string | null {
  const root = attempt("open the global memory", () => realPath(join(dataFolderOf(env), globalName)));
  return root.ok && existsSync(join(root.value, configPath)) ? root.value : null;
}

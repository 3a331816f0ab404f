/** AfterHost: which memories lie in a work tree, and what a merge or a rebase has just changed in it. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import type { GitLayout } from "../git/layout.js";
import { type Git, gitFor } from "../git/process.js";
import { configPath } from "../memory/root--config-path.js";

export interface AfterFiles {
  roots(): Promise<Outcome<readonly string[]>>;
  changed(): Promise<Outcome<ReadonlySet<string> | null>>;
}

export function openAfterFiles(layout: GitLayout, env: NodeJS.ProcessEnv): Outcome<AfterFiles> {
  const git = gitFor(layout, env);
  if (!git.ok) return git;
  return ok({ roots: () => memoryRoots(git.value, layout), changed: () => changed(git.value) });
}

/** The folder of every `pagefile.yaml` that git tracks, and of the one at or above `layout.prefix`; sorted. */
export async function memoryRoots(git: Git, layout: GitLayout): Promise<Outcome<readonly string[]>> {
  const listed = await git.output(["ls-files", "--cached", "-z"]);
  if (!listed.ok) return listed;
  const files = listed.value.toString("utf8").split("\0");
  const found = files.filter((path) => path === configPath || path.endsWith(`/${configPath}`));
  for (let at = layout.prefix; ; at = at.slice(0, at.lastIndexOf("/", at.length - 2) + 1)) {
    found.push(`${at}${configPath}`);
    if (at === "") break;
  }
  const there = [...new Set(found)].sort().filter((path) => existsSync(join(layout.top, path)));
  return ok(there.map((path) => path.slice(0, -configPath.length)));
}

/** git notes where a branch stood before a merge or a rebase as ORIG_HEAD. */
async function changed(git: Git): Promise<Outcome<ReadonlySet<string> | null>> {
  const ran = await git.run(["diff-tree", "-r", "-z", "--name-only", "--no-renames", "ORIG_HEAD", "HEAD"]);
  if (!ran.ok) return ran;
  return ok(ran.value.code === 0 ? new Set(ran.value.stdout.toString("utf8").split("\0")) : null);
}

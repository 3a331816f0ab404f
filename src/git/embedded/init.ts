/** InitEmbedded: an empty repository made without git, whole or not at all, and which paths git would pass over by its ignore files. */

import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import git from "isomorphic-git";
import type { PagePath } from "../../base/ids.js";
import { type Outcome, ok } from "../../base/result.js";
import { syncFolder } from "../../state/durable.js";
import { gitFailed, ioFailed } from "../../state/fs-calls.js";
import type { GitLayout } from "../layout.js";
import { isRefName } from "../refs/refs.js";
import { durableFs } from "./objects.js";

// InitEmbedded: an empty repository made without git: built aside and renamed into place, so that a crash leaves none or a whole one.

/** Makes `dir` and a repository in it; fails with `git_failed` where `.git` is already there. */
export async function initEmbedded(dir: string, options: { readonly defaultBranch: string }): Promise<Outcome<void>> {
  const { defaultBranch } = options;
  if (!isRefName(`refs/heads/${defaultBranch}`)) {
    return gitFailed(`${defaultBranch} is not a branch name.`, "Choose a name such as main.");
  }
  let aside: string | null = null;
  try {
    mkdirSync(dir, { recursive: true });
    const top = realpathSync(dir);
    if (existsSync(join(top, ".git")))
      return gitFailed(`There is already a repository in ${top}.`, "Use it as it is.");
    aside = mkdtempSync(join(top, ".git-init-"));
    const { promises } = durableFs(top);
    await git.init({ fs: { promises }, dir: top, gitdir: aside, defaultBranch });
    // The library writes settings for a file system without modes, symlinks and case: this one has its own.
    await promises.writeFile(join(aside, "config"), configFor(aside));
    chmodSync(aside, 0o777 & ~process.umask());
    renameSync(aside, join(top, ".git"));
    await syncFolder(top);
    return ok(undefined);
  } catch (error) {
    if (aside !== null) rmSync(aside, { recursive: true, force: true });
    return ioFailed(error, `Making a repository in ${dir}`);
  }
}

/** What `git init` writes, with core.ignorecase where the file system takes `head` for `HEAD`. */
function configFor(gitDir: string): string {
  const lines = ["repositoryformatversion = 0", `filemode = ${process.platform !== "win32"}`, "bare = false"];
  lines.push("logallrefupdates = true");
  if (existsSync(join(gitDir, "head"))) lines.push("ignorecase = true");
  return `[core]\n${lines.map((line) => `\t${line}\n`).join("")}`;
}

// Ignored: which paths git would pass over, read from the ignore files where there is no git to ask.

/** By `.gitignore` files and `info/exclude`; a user's own `core.excludesFile` is not looked at. Nothing is written. */
export async function ignoredByFiles(
  layout: GitLayout,
  paths: readonly PagePath[],
): Promise<Outcome<ReadonlySet<PagePath>>> {
  const { top, commonDir, prefix } = layout;
  const { promises } = durableFs(top);
  const found = new Set<PagePath>();
  try {
    for (const path of paths) {
      const filepath = `${prefix}${path}`;
      if (await git.isIgnored({ fs: { promises }, dir: top, gitdir: commonDir, filepath })) found.add(path);
    }
    return ok(found);
  } catch (error) {
    return ioFailed(error, "Reading the ignore files");
  }
}

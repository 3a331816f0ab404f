/** Snapshot: what of a repository can be seen from outside, for "nothing changed" to be a comparison. */

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Scene } from "./scene.js";

/** Everything a refused commit must leave as it was: refs, HEAD, reflogs, index bytes, status and work tree. */
export function snapshot(scene: Scene): Readonly<Record<string, string>> {
  const gitDir = gitDirOf(scene);
  const common = join(scene.root, scene.git("rev-parse", "--git-common-dir").trim());
  const commonDir = existsSync(common) ? common : gitDir;
  return {
    head: readFileSync(join(gitDir, "HEAD"), "utf8"),
    refs: scene.git("for-each-ref", "--format=%(refname) %(objectname)"),
    reflogs: filesBelow(join(commonDir, "logs")).join("\n"),
    index: existsSync(join(gitDir, "index")) ? hashOf(join(gitDir, "index")) : "none",
    status: statusOf(scene),
    work: filesBelow(scene.top).join("\n"),
    leftovers: leftoversOf(gitDir).join("\n"),
  };
}

/** That of a linked worktree is known to git alone. */
export function gitDirOf(scene: Scene): string {
  const below = join(scene.top, ".git");
  const isFolder = statSync(below).isDirectory();
  return isFolder ? below : scene.git("rev-parse", "--absolute-git-dir").trim();
}

/** `git status` without the refresh of the index that it usually writes. */
export function statusOf(scene: Scene): string {
  return scene.git("--no-optional-locks", "status", "--porcelain=v2", "--untracked-files=all");
}

/** Lock and temporary files that nobody may leave behind. */
export function leftoversOf(gitDir: string): readonly string[] {
  const names = readdirSync(gitDir, { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(".lock") || /(?:^|\/)\.?te?mp[_-]/.test(name)).sort();
}

function filesBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  return files
    .filter((file) => !file.slice(folder.length).startsWith("/.git/"))
    .sort()
    .map((file) => `${file} ${hashOf(file)}`);
}

function hashOf(file: string): string {
  return createHash("sha1").update(readFileSync(file)).digest("hex");
}

/**
 * Attributes: whether git would change a page's bytes between the work tree and the repository, and one opened repository as the parts of the
 * native engine hand it to one another.
 */

import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { dirname } from "node:path/posix";
import { limits } from "../base/limits.js";
import { type Outcome, ok } from "../base/result.js";
import { errnoOf, gitFailed, ioFailed } from "../state/fs-calls.js";
import { readLinked } from "../state/plain-file.js";
import { configText, type GitConfig } from "./identity.js";
import type { GitLayout } from "./layout.js";
import type { ObjectStore } from "./objects/object-store.js";
import type { Git } from "./process.js";

/** `none`: bytes are stored as they are. `lines`: line ends may differ, so git must look at the file for itself. */
export type Conversion = "none" | "lines";

/**
 * Paths are from the work tree's top. A filter (such as LFS or encryption) or another encoding is a `git_failed` failure: what
 * git would store is not what we would. git is asked only where some attributes file says anything of the kind.
 */
export async function findConversion(
  repository: Repository,
  config: GitConfig,
  paths: readonly string[],
): Promise<Outcome<Conversion>> {
  const byConfig = /^(?:true|yes|on|1|input)$/i.test(configText(config, "core.autocrlf") ?? "") ? "lines" : "none";
  const speaks = anySpeaks(repository, config, paths);
  if (!speaks.ok) return speaks;
  if (!speaks.value || paths.length === 0) return ok(byConfig);
  const names = ["filter", "working-tree-encoding", "ident", "text", "eol", "crlf"];
  const input = paths.map((path) => `${path}\0`).join("");
  const out = await repository.git.output(["check-attr", "-z", "--stdin", ...names], { input });
  if (!out.ok) return out;
  let conversion: Conversion = byConfig;
  const parts = out.value.toString("utf8").split("\0");
  for (let i = 0; i + 2 < parts.length; i += 3) {
    const [path, name, value] = [parts[i]!, parts[i + 1]!, parts[i + 2]!];
    if (value === "unspecified" || value === "unset") continue;
    if (name === "text" || name === "eol" || name === "crlf" || name === "ident") conversion = "lines";
    else return refused(path, name, value);
  }
  return ok(conversion);
}

function refused(path: string, name: string, value: string): Outcome<never> {
  return gitFailed(
    `The path ${path} has the git attribute ${name}=${value}: git stores other bytes than the file holds; pages are stored as they are.`,
    `Add \`${path} !${name}\` to .gitattributes, or keep pages elsewhere.`,
  );
}

/** Attributes that change bytes, and macros, which may stand for one. `merge=` and `diff=` alone cost nothing. */
const speaking = /filter|working-tree-encoding|ident|text|eol|crlf|binary|\[attr\]/;

function anySpeaks(repository: Repository, config: GitConfig, paths: readonly string[]): Outcome<boolean> {
  const { layout } = repository;
  const folders = new Set<string>();
  for (const path of paths) {
    for (let at = dirname(path); !folders.has(at); at = dirname(at)) folders.add(at);
  }
  const files = [...folders].map((folder) => join(layout.top, folder, ".gitattributes"));
  for (const file of [...files, ...sharedFiles(repository, config)]) {
    if (!existsSync(file)) continue;
    try {
      if (speaking.test(readLinked(file, limits.gitTextBytesMax).toString("utf8"))) return ok(true);
    } catch (error) {
      const errno = errnoOf(error);
      if (errno !== "ENOENT" && errno !== "ENOTDIR" && errno !== "EISDIR") return ioFailed(error, `Reading ${file}`);
    }
  }
  return ok(false);
}

/** The repository's own file, the user's, and the system's at the usual places. */
function sharedFiles({ layout, env }: Repository, config: GitConfig): readonly string[] {
  const home = env.HOME ?? "";
  const named = configText(config, "core.attributesfile")?.replace(/^~(?=\/)/, home);
  const user = named ?? join(env.XDG_CONFIG_HOME || join(home, ".config"), "git", "attributes");
  const system = ["/etc/gitattributes", "/usr/local/etc/gitattributes", "/opt/homebrew/etc/gitattributes"];
  return [join(layout.commonDir, "info", "attributes"), resolve(layout.top, user), ...system];
}

// Repository: one opened repository, as the parts of the native engine hand it to one another.

export interface Repository {
  readonly layout: GitLayout;
  readonly git: Git;
  readonly store: ObjectStore;
  /** Cached; asks git when the files have changed. */
  readonly config: () => Promise<Outcome<GitConfig>>;
  readonly env: NodeJS.ProcessEnv;
}

/** Layout: where a memory root's repository keeps its parts, found without git and without its environment variables. */

import { realpathSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { limits } from "../base/limits.js";
import type { Outcome } from "../base/result.js";
import { err, ok } from "../base/result--result.js";
import { withoutTail } from "../base/text--text.js";
import { errnoOf } from "../state/fs-calls.js";
import { gitFailed, ioFailed } from "../state/fs-calls--failures.js";
import { readLinked } from "../state/plain-file.js";
import { type ConfigLine, parseConfigText } from "./layout--config-text.js";

export interface GitLayout {
  /** The work tree's top folder, absolute, without symlinks. */
  readonly top: string;
  /** This work tree's own git dir: HEAD, index and operations under way. */
  readonly gitDir: string;
  /** What linked worktrees share: objects, branches and configuration; the same as `gitDir` elsewhere. */
  readonly commonDir: string;
  /** The memory root relative to `top`: empty, or `a/b/` with a slash at the end. */
  readonly prefix: string;
  readonly objectFormat: "sha1" | "sha256";
  readonly refStorage: "files" | "reftable";
  /** True in a worktree made by `git worktree add`. */
  readonly linked: boolean;
  /** core.sharedRepository as git keeps it: 0 for the umask, positive bits to add, negative bits to set exactly. */
  readonly sharedMode: number;
}

/** Walks up from `root` to the first `.git`. Fails with `not_a_repository`, or `git_failed` for what git itself refuses. */
export function findLayout(root: string): Outcome<GitLayout> {
  let start: string;
  try {
    start = realpathSync(root);
    if (!statSync(start).isDirectory()) return notFound(root, "is a file, not a folder");
  } catch (error) {
    if (errnoOf(error) === "ENOENT" || errnoOf(error) === "ENOTDIR") return notFound(root, "does not exist");
    return ioFailed(error, `Reading the folder ${root}`);
  }
  for (let top = start; ; top = dirname(top)) {
    const gitDir = gitDirAt(top);
    if (!gitDir.ok) return gitDir;
    if (gitDir.value !== null) return describe(top, gitDir.value, start);
    if (dirname(top) === top) return notFound(root, "is not inside a git repository");
  }
}

function notFound(root: string, what: string): Outcome<never> {
  const hint = "Name a folder inside a git work tree, or make one with `git init`.";
  return err({ code: "not_a_repository", says: `The folder ${root} ${what}.`, hint });
}

/** The git dir a work tree top points to; null where there is none, as git itself decides it. */
function gitDirAt(top: string): Outcome<string | null> {
  const path = join(top, ".git");
  try {
    if (statSync(path).isDirectory()) return ok(isGitDir(path) ? realpathSync(path) : null);
    const text = readLinked(path, limits.gitTextBytesMax).toString("utf8");
    const target = text.startsWith("gitdir: ") ? withoutTail(text.slice(8), "\r\n") : "";
    const gitDir = resolve(top, target);
    if (target !== "" && isGitDir(gitDir)) return ok(realpathSync(gitDir));
    return gitFailed(
      `The file ${path} names no git dir: \`gitdir: PATH\` with an existing PATH was expected.`,
      "Run `git worktree repair` in the main repository, or `git submodule update` in the one that holds it.",
    );
  } catch (error) {
    const errno = errnoOf(error);
    return errno === "ENOENT" || errno === "ENOTDIR" ? ok(null) : ioFailed(error, `Reading ${path}`);
  }
}

function isGitDir(path: string): boolean {
  const common = readLine(join(path, "commondir"));
  const shared = common === null ? path : resolve(path, common);
  return exists(join(path, "HEAD")) && exists(join(shared, "objects")) && exists(join(shared, "refs"));
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function readLine(path: string): string | null {
  try {
    return withoutTail(readLinked(path, limits.gitTextBytesMax).toString("utf8"), "\r\n");
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return null;
  }
}

function describe(top: string, gitDir: string, start: string): Outcome<GitLayout> {
  const common = readLine(join(gitDir, "commondir"));
  const commonDir = common === null ? gitDir : realpathSync(resolve(gitDir, common));
  const below = relative(top, start).split(sep).join("/");
  const prefix = below === "" ? "" : `${below}/`;
  if (below.split("/").some((part) => part.toLowerCase() === ".git")) {
    return notFound(start, "lies inside a git dir, which holds no files of a work tree");
  }
  const file = join(commonDir, "config");
  let lines: Outcome<readonly ConfigLine[]>;
  try {
    lines = parseConfigText(readLinked(file, limits.gitTextBytesMax).toString("utf8"), file);
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") return ioFailed(error, `Reading the git configuration ${file}`);
    lines = ok([]);
  }
  if (!lines.ok) return lines;
  const config = new Map(lines.value.map(({ key, value }) => [key, value]));
  const format = readFormat(config);
  if (!format.ok) return format;
  const linked = common !== null;
  const misplaced = linked ? null : misplacedTree(config, top, gitDir);
  if (misplaced !== null) return misplaced;
  const sharedMode = parseShared(config.get("core.sharedrepository"));
  return ok({ top, gitDir, commonDir, prefix, ...format.value, linked, sharedMode });
}

/** git looks at core.bare and core.worktree in every git dir but a linked worktree's. */
function misplacedTree(
  config: ReadonlyMap<string, string | null>,
  top: string,
  gitDir: string,
): Outcome<never> | null {
  const bare = config.get("core.bare");
  if (bare === null || bare?.toLowerCase() === "true") return notFound(top, "belongs to a bare repository");
  const tree = config.get("core.worktree");
  if (tree === undefined || tree === null) return null;
  const named = resolve(gitDir, tree);
  if (exists(named) && realpathSync(named) === top) return null;
  return gitFailed(
    `The repository ${gitDir} keeps its work tree at ${named} (core.worktree), not at ${top}.`,
    "Name a memory root inside that work tree.",
  );
}

const knownExtensions = new Set(["noop", "noop-v1", "preciousobjects", "partialclone", "worktreeconfig"]);
const formatExtensions = new Set(["objectformat", "refstorage", "relativeworktrees"]);

/** A repository in a format this program does not know is refused: writing to it could damage it. */
function readFormat(
  config: ReadonlyMap<string, string | null>,
): Outcome<Pick<GitLayout, "objectFormat" | "refStorage">> {
  const version = Number(config.get("core.repositoryformatversion") ?? "0");
  if (version !== 0 && version !== 1) return unknownFormat(`repository format version ${version}`);
  if (version === 0) return ok({ objectFormat: "sha1", refStorage: "files" });
  for (const key of config.keys()) {
    const name = key.startsWith("extensions.") ? key.slice("extensions.".length) : null;
    if (name !== null && !knownExtensions.has(name) && !formatExtensions.has(name)) return unknownFormat(key);
  }
  const objectFormat = config.get("extensions.objectformat") ?? "sha1";
  const refStorage = config.get("extensions.refstorage") ?? "files";
  if (objectFormat !== "sha1" && objectFormat !== "sha256") return unknownFormat(`object format ${objectFormat}`);
  if (refStorage !== "files" && refStorage !== "reftable") return unknownFormat(`ref storage ${refStorage}`);
  return ok({ objectFormat, refStorage });
}

function unknownFormat(what: string): Outcome<never> {
  return gitFailed(
    `The repository uses ${what}, which this program does not know.`,
    "Use a newer version of Pagefile, or a repository without that extension.",
  );
}

function parseShared(value: string | null | undefined): number {
  if (value === undefined) return 0;
  const text = (value ?? "group").toLowerCase();
  if (["group", "true", "yes", "on", "1"].includes(text)) return 0o660;
  if (["all", "world", "everybody", "2"].includes(text)) return 0o664;
  const octal = /^0?[0-7]{3}$/.test(text) ? Number.parseInt(text, 8) : 0;
  return octal === 0 ? 0 : -(octal & 0o666);
}

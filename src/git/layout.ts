/**
 * Layout: where a memory root's repository keeps its parts, which operation the user has under way there, and git's configuration syntax. All of
 * it is read from files, without git and without its environment variables.
 */

import { lstatSync, realpathSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { type PagePath, parsePagePath } from "../base/ids.js";
import { limits } from "../base/limits.js";
import { lineAt } from "../base/lines.js";
import { err, type Outcome, ok } from "../base/result.js";
import { withoutTail } from "../base/text.js";
import { attempt, errnoOf, gitFailed, ioFailed, orElse } from "../state/fs-calls.js";
import { readLinked } from "../state/plain-file.js";
import type { Head } from "./history.js";

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

/** Holds a second name of each lock file of ours below this git dir, by which it is known whose it is. */
export function lockRecords(gitDir: string): string {
  return join(gitDir, "pagefile", "locks");
}

/** Where a path really leads, as the folders there are spelled: Windows and macOS find a name in any case. Throws system errors. */
export function realPath(path: string): string {
  const real = realpathSync(path);
  if (process.platform !== "win32" && process.platform !== "darwin") return real;
  const spelled = orElse(real, () => realpathSync.native(path));
  // A drive that stands for a folder elsewhere stays one.
  return spelled.toLowerCase() === real.toLowerCase() ? spelled : real;
}

/** A path from the top of the work tree as the memory has it; null for one that is not below its root. */
export function pathBelow(prefix: string, path: string): PagePath | null {
  return path.startsWith(prefix) ? parsePagePath(path.slice(prefix.length)) : null;
}

/** Walks up from `root` to the first `.git`. Fails with `not_a_repository`, or `git_failed` for what git itself refuses. */
export function findLayout(root: string): Outcome<GitLayout> {
  let start: string;
  try {
    start = realPath(root);
    if (!statSync(start).isDirectory()) return notFound(root, "is a file, not a folder");
  } catch (error) {
    if (errnoOf(error) === "ENOENT" || errnoOf(error) === "ENOTDIR") return notFound(root, "does not exist");
    return ioFailed(error, `read the folder ${root}`);
  }
  for (let top = start; ; top = dirname(top)) {
    const gitDir = gitDirAt(top);
    if (!gitDir.ok) return gitDir;
    if (gitDir.value !== null) return describe(top, gitDir.value, start);
    if (dirname(top) === top) return notFound(root, "is not inside a git repository");
  }
}

/** A text of git's own or of the user's; null where there is none, by any of these errors. */
export function linkedText(path: string, absent: readonly string[] = ["ENOENT", "ENOTDIR"]): string | null {
  try {
    return readLinked(path, limits.gitTextBytesMax).toString("utf8");
  } catch (error) {
    if (absent.includes(errnoOf(error) ?? "")) return null;
    throw error;
  }
}

function notFound(root: string, what: string): Outcome<never> {
  const hint = `Name a folder inside a git work tree, or begin the history of this one: pagefile init "${root}"`;
  return err({ code: "not_a_repository", says: `The folder ${root} ${what}.`, hint });
}

/** The git dir a work tree top points to; null where there is none, as git itself decides it. */
function gitDirAt(top: string): Outcome<string | null> {
  const path = join(top, ".git");
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return ok(isGitDir(path) ? realPath(path) : null);
    const text = linkedText(path);
    if (text === null) return ok(null);
    const target = text.startsWith("gitdir: ") ? withoutTail(text.slice(8), "\r\n") : "";
    const gitDir = resolve(top, target);
    if (target !== "" && isGitDir(gitDir)) return ok(realPath(gitDir));
  } catch (error) {
    return ioFailed(error, `read ${path}`);
  }
  return gitFailed(
    `The file ${path} names no git dir: \`gitdir: PATH\` with an existing PATH was expected.`,
    "Run `git worktree repair` in the main repository, or `git submodule update` in the one that holds it.",
  );
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
  const text = orElse(null, () => linkedText(path));
  return text === null ? null : withoutTail(text, "\r\n");
}

function describe(top: string, gitDir: string, start: string): Outcome<GitLayout> {
  const common = readLine(join(gitDir, "commondir"));
  const commonDir = common === null ? gitDir : realPath(resolve(gitDir, common));
  const below = relative(top, start).split(sep).join("/");
  const prefix = below === "" ? "" : `${below}/`;
  if (below.split("/").some((part) => part.toLowerCase() === ".git")) {
    return notFound(start, "lies inside a git dir, which holds no files of a work tree");
  }
  const file = join(commonDir, "config");
  const text = attempt(`read the git configuration ${file}`, () => linkedText(file) ?? "");
  const lines = text.ok ? parseConfigText(text.value, file) : text;
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
  if (exists(named) && realPath(named) === top) return null;
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

// Config text: git's configuration syntax, read strictly and without following includes.

/** `section.Subsection.key`, section and key in lower case; the value is null for a key without `=`. */
interface ConfigLine {
  readonly key: string;
  readonly value: string | null;
}

/** `name` is the file's name, for the message. */
export function parseConfigText(text: string, name: string): Outcome<readonly ConfigLine[]> {
  const cursor: Cursor = { text: text.startsWith("\ufeff") ? text.slice(1) : text, at: 0 };
  const lines: ConfigLine[] = [];
  let section: string | null = null;
  for (;;) {
    skipBlank(cursor);
    if (cursor.at >= cursor.text.length) return ok(lines);
    const start = cursor.at;
    if (cursor.text[cursor.at] === "[") {
      section = readSection(cursor);
      if (section === null) return malformed(cursor.text, start, name, "a section such as [core]");
      continue;
    }
    const key = readKey(cursor);
    if (key === null) return malformed(cursor.text, start, name, "a key");
    const value = readValue(cursor);
    if (value === undefined) return malformed(cursor.text, start, name, "a value with closed quotes");
    lines.push({ key: section === null ? key : `${section}.${key}`, value });
  }
}

interface Cursor {
  readonly text: string;
  at: number;
}

function malformed(text: string, at: number, name: string, expected: string): Outcome<never> {
  const line = lineAt(text, at);
  return gitFailed(
    `Line ${line} of ${name} is not git configuration: ${expected} was expected.`,
    `Correct line ${line}.`,
  );
}

function skipBlank(cursor: Cursor): void {
  const { text } = cursor;
  while (cursor.at < text.length) {
    const c = text[cursor.at];
    if (c === "#" || c === ";") {
      const end = text.indexOf("\n", cursor.at);
      cursor.at = end < 0 ? text.length : end;
    } else if (c === " " || c === "\t" || c === "\n" || c === "\r") cursor.at += 1;
    else return;
  }
}

/** `[core]`, `[remote "Origin"]` or the old `[branch.main]`. */
function readSection(cursor: Cursor): string | null {
  const { text } = cursor;
  let at = cursor.at + 1;
  let name = "";
  while (at < text.length && /[A-Za-z0-9.-]/.test(text[at]!)) {
    name += text[at]!.toLowerCase();
    at += 1;
  }
  if (name === "") return null;
  if (text[at] === "]") {
    cursor.at = at + 1;
    return name;
  }
  while (text[at] === " " || text[at] === "\t") at += 1;
  if (text[at] !== '"') return null;
  at += 1;
  // By whole runs: a name made of single characters took 32 bytes for each of them.
  let [sub, from] = ["", at];
  for (; at < text.length && text[at] !== '"' && text[at] !== "\n"; at += 1) {
    if (text[at] !== "\\") continue;
    sub += text.slice(from, at);
    at += 1;
    from = at;
  }
  sub += text.slice(from, at);
  if (text[at] !== '"' || text[at + 1] !== "]") return null;
  cursor.at = at + 2;
  return `${name}.${sub}`;
}

function readKey(cursor: Cursor): string | null {
  const { text } = cursor;
  let at = cursor.at;
  while (at < text.length && /[A-Za-z0-9-]/.test(text[at]!)) at += 1;
  const key = text.slice(cursor.at, at);
  if (!/^[A-Za-z]/.test(key)) return null;
  while (text[at] === " " || text[at] === "\t") at += 1;
  cursor.at = at;
  return key.toLowerCase();
}

/** Git's own idea of a space inside a line; those in front of a value's first character are dropped, on its later lines too. */
const isSpace = (char: string) => char === " " || char === "\t" || char === "\r";

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", b: "\b", '"': '"', "\\": "\\" };

/** The rest of the logical line; undefined where it is malformed, null where there is no `=`. */
function readValue(cursor: Cursor): string | null | undefined {
  const { text } = cursor;
  const c = text[cursor.at];
  if (c === undefined || c === "\n" || (c === "\r" && text[cursor.at + 1] === "\n")) return null;
  if (c !== "=") return undefined;
  let at = cursor.at + 1;
  let value = "";
  let kept = 0;
  let quoted = false;
  for (; at < text.length; at += 1) {
    const char = text[at]!;
    if (char === "\n" || (char === "\r" && text[at + 1] === "\n")) {
      if (quoted) return undefined;
      break;
    }
    if (char === '"') {
      quoted = !quoted;
      kept = value.length;
    } else if (char === "\\") {
      const step = text[at + 1] === "\r" && text[at + 2] === "\n" ? 2 : 1;
      const next = text[at + step];
      at += step;
      // Spaces in front of a continued line are part of the value.
      if (next === "\n") {
        kept = value.length;
        continue;
      }
      const escaped = next === undefined ? undefined : escapes[next];
      if (escaped === undefined) return undefined;
      value += escaped;
      kept = value.length;
    } else if (!quoted && (char === "#" || char === ";")) {
      const end = text.indexOf("\n", at);
      at = end < 0 ? text.length : end;
      break;
    } else if (quoted || !isSpace(char)) {
      value += char;
      kept = value.length;
    } else if (value !== "") value += char;
  }
  cursor.at = at;
  return quoted ? undefined : value.slice(0, kept);
}

// Operation: what the user has under way in a work tree, seen from the files git keeps meanwhile.

type Operation = NonNullable<Head["operation"]>;

const marks: readonly (readonly [string, Operation])[] = [
  ["rebase-merge", "rebase"],
  ["rebase-apply", "rebase"],
  ["MERGE_HEAD", "merge"],
  ["CHERRY_PICK_HEAD", "cherry-pick"],
  ["REVERT_HEAD", "revert"],
  ["BISECT_LOG", "bisect"],
];

/** null where nothing is under way; a folder that cannot be looked at is a failure, never taken for that. */
export function operationUnderWay(layout: GitLayout): Outcome<Operation | null> {
  return attempt(`look for what is under way in ${layout.gitDir}`, () => {
    for (const [file, operation] of marks) {
      if (lstatSync(join(layout.gitDir, file), { throwIfNoEntry: false }) !== undefined) return operation;
    }
    return betweenPicks(layout);
  });
}

/** A failure that names the operation; ok where there is none. */
export function refuseOperation(layout: GitLayout): Outcome<void> {
  const operation = operationUnderWay(layout);
  if (!operation.ok) return operation;
  const name = operation.value;
  if (name === null) return ok(undefined);
  const end = name === "bisect" ? "`git bisect reset`" : `\`git ${name} --continue\` or \`--abort\``;
  return gitFailed(`A ${name} is under way in ${layout.top}; commits wait until it ends.`, `End it with ${end}.`);
}

/** A series of picks or reverts has no *_HEAD file while its next step is prepared, only a list of what is left to do. */
function betweenPicks(layout: GitLayout): Operation | null {
  const todo = linkedText(join(layout.gitDir, "sequencer", "todo"));
  if (todo === null) return null;
  return todo.startsWith("revert") ? "revert" : "cherry-pick";
}

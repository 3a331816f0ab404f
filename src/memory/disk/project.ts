/**
 * Project: what a folder belongs to, by what is the same in every clone, worktree and branch of it, and the memory that a user has of it below their
 * data folder. `root.ts` asks where any project has one.
 *
 * A project is told by its remote, else by its first commit, else by its folder. The first commit takes a walk through the history, which
 * `recognize` in `open.ts` makes once; what it found is noted as an alias of the folder.
 */

import { existsSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { shortDigest } from "../../base/digest.js";
import { withoutTail } from "../../base/text.js";
import { findLayout, type GitLayout, linkedText, parseConfigText } from "../../git/layout.js";
import { attempt } from "../../state/fs-calls.js";
import { dataFolderOf, homeOf } from "../../state/machine.js";
import { makeStateFolder, namesIn, readOrNull, replaceWhole } from "../../state/plain-file.js";
import { configPath, globalName, projects } from "../service.js";

interface Identity {
  /** `remote:HOST/PATH`, or `folder:PATH`. */
  readonly text: string;
  /** What tells the folder from another one that lies there later; empty for what is no folder. */
  readonly stamp: string;
}

/** Best first; none for a folder that is no project of its own, as the user's home. */
function identitiesOf(folder: string, env: NodeJS.ProcessEnv): readonly Identity[] {
  const start = attempt(`open ${folder}`, () => realpathSync(folder));
  if (!start.ok) return [];
  const layout = findLayout(start.value);
  if (layout.ok) return ofRepository(layout.value.commonDir, hopsMax);
  return layout.error.code === "not_a_repository"
    ? foldersFrom(start.value, homeOf(env)).map((at) => ofFolder(at, null))
    : [];
}

/** Of a clone of a clone on this machine. */
const hopsMax = 5;

function ofRepository(commonDir: string, hops: number): readonly Identity[] {
  const remote = remoteIn(commonDir);
  const own = ofFolder(mainFolder(commonDir), commonDir);
  if (remote === null) return [own];
  const place = placeOf(remote);
  if (place.kind === "far") return [{ text: `remote:${place.text}`, stamp: "" }, own];
  const path = resolve(mainFolder(commonDir), place.path);
  const there = [join(path, ".git"), path, `${path}.git`].find((dir) => existsSync(join(dir, "HEAD")));
  const real = there === undefined ? null : attempt(`open ${there}`, () => realpathSync(there));
  if (real?.ok !== true || hops === 0) return [{ text: `remote:${path}`, stamp: "" }, own];
  // A clone of a folder here is of the project that the folder is of.
  return [...ofRepository(real.value, hops - 1), own];
}

/** What all worktrees of it have in common. */
function mainFolder(commonDir: string): string {
  return basename(commonDir) === ".git" ? dirname(commonDir) : commonDir;
}

function ofFolder(path: string, gitDir: string | null): Identity {
  const looked = attempt(`look at ${path}`, () => (gitDir === null ? undefined : statSync(gitDir)));
  const stat = looked.ok ? looked.value : undefined;
  return { text: `folder:${path}`, stamp: stat === undefined ? "" : `${stat.ino}:${stat.birthtimeMs}` };
}

/** Without a repository whatever lies below a folder belongs to it; the home of the user is no project, and nothing above it. */
function foldersFrom(start: string, home: string): readonly string[] {
  const real = attempt(`open ${home}`, () => realpathSync(home));
  const end = `${real.ok ? real.value : home}${sep}`;
  const folders: string[] = [];
  for (let at = start; dirname(at) !== at && !end.startsWith(`${at}${sep}`); at = dirname(at)) folders.push(at);
  return folders;
}

/** `origin`, else the first that has an address; null where there is none. */
function remoteIn(commonDir: string): string | null {
  const file = join(commonDir, "config");
  const text = attempt(`read ${file}`, () => linkedText(file) ?? "");
  const lines = text.ok ? parseConfigText(text.value, file) : text;
  if (!lines.ok) return null;
  const found = lines.value.filter(({ key, value }) => value !== null && /^remote\..+\.url$/s.test(key));
  return (found.find(({ key }) => key === "remote.origin.url") ?? found[0])?.value ?? null;
}

/** A remote as it is the same however it is spelled: without scheme, user, usual port and `.git`, the host in lower case. */
export function placeOf(
  remote: string,
): { readonly kind: "far"; readonly text: string } | { readonly kind: "here"; readonly path: string } {
  const url = remote.trim().replace(/^[a-z]\w*::/i, "");
  const parts = /^([a-z][a-z0-9+.-]*):\/\/(?:[^/]*@)?(\[[^\]/]*\]|[^/:]*)(?::(\d*))?(\/.*)?$/is.exec(url);
  if (parts !== null) {
    const [, scheme = "", host = "", port = "", path = ""] = parts;
    if (scheme.toLowerCase() === "file") return { kind: "here", path: decodeUri(path) };
    return {
      kind: "far",
      text: `${hostOf(host)}${usualPorts.has(port) ? "" : `:${port}`}/${pathOf(decodeUri(path))}`,
    };
  }
  // As git has it: a colon before the first slash is a host's, unless it is that of a drive.
  const short = /^(?:[^/@]*@)?(\[[^\]/]*\]|[^/:]{2,}):(.*)$/s.exec(url);
  if (short === null) return { kind: "here", path: url };
  return { kind: "far", text: `${hostOf(short[1] ?? "")}/${pathOf(short[2] ?? "")}` };
}

const usualPorts: ReadonlySet<string> = new Set(["", "22", "80", "443", "9418"]);

function hostOf(host: string): string {
  return withoutTail(host.toLowerCase(), ".");
}

function pathOf(path: string): string {
  const parts = path.split("/").filter((part) => part !== "");
  return parts.join("/").replace(/\.git$/, "");
}

/** As it stands where it is no encoded address. */
export function decodeUri(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** null where there is none among these, the names of all that this user has. */
export function memoryOf(folder: string, names: readonly string[], env: NodeJS.ProcessEnv): string | null {
  const data = dataFolderOf(env);
  const identities = identitiesOf(folder, env);
  for (const identity of identities) {
    for (const key of keysOf(data, identity)) {
      const root = storeNamed(data, names, key);
      if (root === null) continue;
      const [best] = identities;
      // A remote that came later: from now on the clones of it are known by it too.
      if (best?.text.startsWith("remote:") === true && best !== identity) noteAlias(data, best, key);
      return root;
    }
  }
  return null;
}

/** Where what holds in every project is kept, or is to be, beside a project's memory; null beside one that is not a person's own. */
export function globalPlace(root: string, env: NodeJS.ProcessEnv): string | null {
  const data = dataFolderOf(env);
  const folder = attempt("open the personal memories", () => realpathSync(join(data, projects)));
  return folder.ok && dirname(root) === folder.value ? join(data, globalName) : null;
}

/** Where a project's memory is to be made, and what it is called; null for a folder that is no project. */
export function personalPlace(
  folder: string,
  env: NodeJS.ProcessEnv,
): { readonly dir: string; readonly name: string } | null {
  const data = dataFolderOf(env);
  const [best] = identitiesOf(folder, env);
  if (best === undefined) return null;
  const name = readableName(best.text);
  // What lies in a folder that another repository lay in before does not get that one's memory.
  const own = isOfAnother(data, best) ? `${best.text} ${best.stamp}` : best.text;
  const key = aliasOf(data, best) ?? keyOf(own);
  return { dir: join(data, projects, `${name}-${key}`), name };
}

function keyOf(identity: string): string {
  return shortDigest(identity, 12);
}

/** One that is not made to its end has no configuration yet. */
function storeNamed(data: string, names: readonly string[], key: string): string | null {
  const name = names.find((each) => each.endsWith(`-${key}`));
  if (name === undefined) return null;
  const root = join(data, projects, name);
  const real = attempt(`open ${root}`, () => realpathSync(root));
  return real.ok && existsSync(join(real.value, configPath)) ? real.value : null;
}

// Alias: another key that an identity goes by: that of the first commit, or of a memory that was there before the remote.

function aliasOf(data: string, { text, stamp }: Identity): string | null {
  return aliasAt(data, keyOf(text), stamp);
}

function aliasAt(data: string, key: string, stamp: string): string | null {
  const noted = notedAt(data, key);
  return noted?.stamp === stamp ? noted.key : null;
}

function notedAt(data: string, key: string): { readonly key: string; readonly stamp: string } | null {
  const [, named = "", stamp = ""] = /^([0-9a-f]{12}) (.*)\n$/.exec(readOrNull(join(data, aliases, key)) ?? "") ?? [];
  return named === "" ? null : { key: named, stamp };
}

/** Another repository lay in the folder when it was noted. */
function isOfAnother(data: string, { text, stamp }: Identity): boolean {
  const noted = notedAt(data, keyOf(text));
  return noted !== null && noted.stamp !== stamp;
}

/**
 * All that a memory of it may be named by: the first commit that a folder goes by may itself go by the folder that it was made in. The folder's own
 * name is one only for the repository that it was noted for, or where none was.
 */
function keysOf(data: string, identity: Identity): readonly string[] {
  const { text, stamp } = identity;
  const noted = notedAt(data, keyOf(text));
  if (noted !== null && noted.stamp !== stamp) return [];
  if (noted === null) return [keyOf(text)];
  const further = aliasAt(data, noted.key, "");
  return [...(stamp === "" ? [keyOf(text)] : []), noted.key, ...(further === null ? [] : [further])];
}

const aliases = "aliases";

/** That it cannot be noted costs a look the next time. */
function noteAlias(data: string, { text, stamp }: Identity, key: string): void {
  attempt("note what a project goes by", () => {
    makeStateFolder(join(data, aliases));
    replaceWhole(join(data, aliases, keyOf(text)), `${key} ${stamp}\n`);
  });
}

/** A repository that only its first commit tells from others, and that is not noted yet; null for any other folder. */
export function unrecognized(folder: string, env: NodeJS.ProcessEnv): GitLayout | null {
  const layout = findLayout(folder);
  if (!layout.ok) return null;
  const { commonDir } = layout.value;
  const own = ofFolder(mainFolder(commonDir), commonDir);
  const [best] = ofRepository(commonDir, hopsMax);
  const alias = aliasOf(dataFolderOf(env), own);
  if (best?.text !== own.text || (alias !== null && alias !== keyOf(own.text))) return null;
  // The first commit of a shallow clone is not the project's.
  return existsSync(join(commonDir, "shallow")) ? null : layout.value;
}

/** Of a repository that has no remote. One that was set up before this commit has a memory of its folder's name, which goes by the commit from now on. */
export function noteFirstCommit({ commonDir }: GitLayout, commit: string, env: NodeJS.ProcessEnv): void {
  const data = dataFolderOf(env);
  const [own, first] = [ofFolder(mainFolder(commonDir), commonDir), { text: `root:${commit}`, stamp: "" }];
  const found = attempt("look for the personal memories", () => namesIn(join(data, projects)));
  const isNamed = (key: string): boolean => found.ok && storeNamed(data, found.value, key) !== null;
  const named = keysOf(data, own).find(isNamed);
  if (named !== undefined && named !== keyOf(first.text)) {
    // Two memories were made before anybody knew that they are of one project: each place keeps its own.
    if (keysOf(data, first).some((key) => key !== named && isNamed(key))) return;
    noteAlias(data, first, named);
  }
  noteAlias(data, own, keyOf(first.text));
}

/** A repository that was set up keeps its memory when its remote is called otherwise later. */
export function notePersonal(folder: string, root: string, env: NodeJS.ProcessEnv): void {
  const layout = findLayout(folder);
  const key = /-([0-9a-f]{12})$/.exec(root)?.[1];
  if (!layout.ok || key === undefined) return;
  const { commonDir } = layout.value;
  const own = ofFolder(mainFolder(commonDir), commonDir);
  const data = dataFolderOf(env);
  if (aliasOf(data, own) === null || !keysOf(data, own).includes(key)) noteAlias(data, own, key);
}

/** Letters, digits and dashes of what a path ends with. */
export function readableName(path: string): string {
  const last = path.split(/[\\/:]/).findLast((part) => part !== "") ?? "";
  const clean = last
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return clean === "" ? "memory" : clean.slice(0, 40);
}

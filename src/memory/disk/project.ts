/**
 * Project: what a folder belongs to, by what is the same in every clone, worktree and branch of it, and the memory that a user has of it below their
 * data folder. `root.ts` asks where any project has one.
 *
 * A project is told by its remote, else by its first commit, else by its folder. The first commit takes a walk through the history, which
 * `recognize` in `open.ts` makes once; what it found is noted as an alias of the folder.
 *
 * A folder that was set up keeps its memory under a new remote, unless another folder stands for that memory (`isFree`). The remote that it had before
 * leads nowhere from then on: whoever clones that again may begin another project. A memory that has to be joined by hand weighs less than words that
 * go to another project.
 */

import { existsSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { shortDigest } from "../../base/digest.js";
import { err, type Outcome } from "../../base/result.js";
import { withoutTail } from "../../base/text.js";
import { findLayout, type GitLayout, linkedText, parseConfigText } from "../../git/layout.js";
import { attempt } from "../../state/fs-calls.js";
import { dataFolderOf, homeOf } from "../../state/machine.js";
import { makeStateFolder, namesIn, readOrNull, replaceWhole } from "../../state/plain-file.js";
import { configPath, projects } from "../service.js";

interface Identity {
  /** `remote:HOST/PATH`, `folder:PATH`, or `first:PATH` for the first commit of what lies in that folder. */
  readonly text: string;
  /** What tells the folder from another one that lies there later; empty for what is no folder. */
  readonly stamp: string;
}

/** Best first; none for a folder that is no project of its own, as the user's home. */
function identitiesOf(folder: string, env: NodeJS.ProcessEnv): readonly Identity[] {
  const start = attempt(`open ${folder}`, () => realpathSync(folder));
  if (!start.ok) return [];
  const layout = repositoryOf(start.value, env);
  if (layout.ok) return ofRepository(layout.value.commonDir, hopsMax);
  return layout.error.code === "not_a_repository"
    ? foldersFrom(start.value, homeOf(env)).map((at) => ofFolder(at, null))
    : [];
}

/** What lies in the home of the user does not belong to a repository that the home is, or lies in: the home is no project. */
function repositoryOf(folder: string, env: NodeJS.ProcessEnv): Outcome<GitLayout> {
  const layout = findLayout(folder);
  if (!layout.ok) return layout;
  const { top, prefix } = layout.value;
  const isInHome = `${resolve(top, prefix)}${sep}`.startsWith(`${realOf(homeOf(env))}${sep}`);
  if (!isInHome || foldersFrom(top, homeOf(env)).length > 0) return layout;
  return err({ code: "not_a_repository", says: `${top} is the home of its user, or holds it.`, hint: "" });
}

function realOf(path: string): string {
  const real = attempt(`open ${path}`, () => realpathSync(path));
  return real.ok ? real.value : path;
}

/** Of a clone of a clone on this machine. */
const hopsMax = 5;

function ofRepository(commonDir: string, hops: number): readonly Identity[] {
  const remote = remoteIn(commonDir);
  const own = ofFolder(mainFolder(commonDir), commonDir);
  if (remote === null) return [own];
  const place = placeOf(remote);
  if (place.kind === "far")
    return [...spellingsOf(place.text).map((text) => ({ text: `remote:${text}`, stamp: "" })), own];
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
  const end = `${realOf(home)}${sep}`;
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

/** A host that takes names in any case knows one project by all of them; as it was spelled is how it was known before. */
function spellingsOf(place: string): readonly string[] {
  const host = place.slice(0, place.indexOf("/"));
  const name = hostNames.get(host) ?? host;
  return caseless.has(name) ? [...new Set([`${name}${place.slice(host.length).toLowerCase()}`, place])] : [place];
}

const caseless: ReadonlySet<string> = new Set(["github.com", "gitlab.com", "bitbucket.org", "codeberg.org"]);

/** The other names of these hosts: of the web, and for ssh by the port of https. */
const hostNames: ReadonlyMap<string, string> = new Map([
  ...[...caseless].map((host) => [`www.${host}`, host] as const),
  ["ssh.github.com", "github.com"],
  ["altssh.gitlab.com", "gitlab.com"],
  ["altssh.bitbucket.org", "bitbucket.org"],
]);

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

/** The memories of a user: where they lie, and what they are called. */
interface Owned {
  readonly data: string;
  readonly names: readonly string[];
}

interface Store {
  readonly key: string;
  readonly root: string;
}

/** null where there is none among these, the names of all that this user has. */
export function memoryOf(folder: string, names: readonly string[], env: NodeJS.ProcessEnv): string | null {
  const owned = { data: dataFolderOf(env), names };
  const layout = repositoryOf(folder, env);
  const store = layout.ok
    ? storeOfRepository(owned, layout.value.commonDir)
    : storeOf(owned, identitiesOf(folder, env));
  return store?.root ?? null;
}

function storeOf({ data, names }: Owned, identities: readonly Identity[]): Store | null {
  for (const key of identities.flatMap((identity) => keysOf(data, identity))) {
    const root = storeNamed(data, names, key);
    if (root !== null) return { key, root };
  }
  return null;
}

function storeOfRepository(owned: Owned, commonDir: string): Store | null {
  const own = ofFolder(mainFolder(commonDir), commonDir);
  const remotes = ofRepository(commonDir, hopsMax).filter(({ text }) => text !== own.text);
  const [best] = remotes;
  const [kept, known] = [storeOf(owned, [own]), storeOf(owned, remotes)];
  if (best === undefined || (kept !== null && kept.root === known?.root)) return kept;
  const claimed = kept ?? (known === null ? storeOf(owned, [{ ...own, text: firstOf(own) }]) : null);
  if (claimed === null) return known;
  const claims = claimsOn(owned.data, claimed.key);
  const hadRemote = claims.some(isRemote);
  // Only what is its folder's own, or nobody's, goes before what its remote is known for.
  if (known !== null && hadRemote && best.text.startsWith("remote:")) return known;
  // The first commit of a project with a remote is that of each fork of it, too.
  if (kept === null && hadRemote) return null;
  if (!isFree(owned, claimed, { claims, own, best })) return known;
  if (known === null && best.text.startsWith("remote:")) moveTo(owned.data, claimed.key, { claims, own, best });
  return claimed;
}

interface Move {
  /** What else the memory goes by. */
  readonly claims: readonly Note[];
  readonly own: Identity;
  readonly best: Identity;
}

/**
 * Whether no other folder stands for it: one that is there still, and is of another project than the folder now is. It stands by its own remote; of those
 * that have left that, or never had one, by having been known for it earlier.
 */
function isFree(owned: Owned, { root }: Store, { claims, own, best }: Move): boolean {
  const since = notedSince(owned.data, own.text);
  return claims.every(({ text, stamp }) => {
    if (text === null || text === own.text || !text.startsWith("folder:")) return true;
    const layout = findLayout(text.slice("folder:".length));
    if (!layout.ok) return true;
    const { commonDir } = layout.value;
    const there = ofFolder(mainFolder(commonDir), commonDir);
    if (there.text !== text || there.stamp !== stamp) return true;
    const theirs = ofRepository(commonDir, hopsMax);
    if (theirs[0]?.text === best.text) return true;
    const remotes = theirs.filter((each) => each.text !== text);
    return storeOf(owned, remotes)?.root !== root && since < notedSince(owned.data, text);
  });
}

/** Clones of the remote are known by it from now on, and those of the one before no more. */
function moveTo(data: string, key: string, { claims, own, best }: Move): void {
  for (const { text } of claims.filter(isRemote))
    if (text !== null && text !== best.text) noteAlias(data, { text, stamp: leftStamp }, key);
  noteAlias(data, best, key);
  if (!keysOf(data, own).includes(key)) noteAlias(data, own, key);
}

/** What else the folder, its remote or its first commit was known for; `isLost` where it has none and one of these is why. */
export function memoriesBeside(
  folder: string,
  names: readonly string[],
  env: NodeJS.ProcessEnv,
): { readonly roots: readonly string[]; readonly isLost: boolean } {
  const data = dataFolderOf(env);
  const has = memoryOf(folder, names, env);
  const identities = identitiesOf(folder, env);
  const own = identities.at(-1);
  const all = own === undefined ? [] : [own, ...identities, { ...own, text: firstOf(own) }];
  const noted = all.flatMap((identity) => {
    const note = notedAt(data, keyOf(identity.text));
    const keys = note === null ? [keyOf(identity.text)] : [note.key, note.was ?? note.key];
    return keys.flatMap((key) => [key, furtherOf(data, key) ?? key]).map((key) => storeNamed(data, names, key));
  });
  const roots = [...new Set(noted)].filter((root): root is string => root !== null && root !== has);
  const hadOwn = own !== undefined && storeOf({ data, names }, [own]) !== null;
  const hasLeft = identities.some(({ text }) => notedAt(data, keyOf(text))?.stamp === leftStamp);
  return { roots, isLost: has === null && roots.length > 0 && (hadOwn || hasLeft) };
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
  const noted = notedAt(data, keyOf(best.text));
  const isOfAnother = noted !== null && noted.stamp !== best.stamp;
  const own = isOfAnother ? `${best.text} ${best.stamp} ${noted.key}` : best.text;
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

interface Note {
  readonly key: string;
  readonly stamp: string;
  /** What it went by before; null where that is the same. */
  readonly was: string | null;
  /** Of the identity; null in a note of an older version. */
  readonly text: string | null;
}

/** Of a remote whose memory went on under another one. */
const leftStamp = "left";

function aliasOf(data: string, { text, stamp }: Identity): string | null {
  return aliasAt(data, keyOf(text), stamp);
}

function aliasAt(data: string, key: string, stamp: string): string | null {
  const noted = notedAt(data, key);
  return noted?.stamp === stamp ? noted.key : null;
}

function notedAt(data: string, key: string): Note | null {
  const note = readOrNull(join(data, aliases, key)) ?? "";
  const parts = /^([0-9a-f]{12}) (.*)\n(?:([0-9a-f]{12})?\n(.+)\n)?$/.exec(note);
  if (parts === null) return null;
  const [, named = "", stamp = "", was = null, text = null] = parts;
  return { key: named, stamp, was, text };
}

/** When the identity was noted; never where it is not. */
function notedSince(data: string, text: string): number {
  const file = join(data, aliases, keyOf(text));
  const looked = attempt(`look at ${file}`, () => statSync(file).mtimeMs);
  return looked.ok ? looked.value : Number.POSITIVE_INFINITY;
}

/** All that goes by the memory of that name. */
function claimsOn(data: string, key: string): readonly Note[] {
  const found = attempt("look for what projects go by", () => namesIn(join(data, aliases)));
  const notes = (found.ok ? found.value : []).map((name) => notedAt(data, name));
  return notes.filter(
    (note): note is Note => note !== null && (note.key === key || furtherOf(data, note.key) === key),
  );
}

function isRemote({ text, stamp }: Note): boolean {
  return stamp === "" && (text === null || text.startsWith("remote:"));
}

/** What the first commit that it goes by goes by itself: the name of the folder that a memory was made in before there was a commit. */
function furtherOf(data: string, key: string): string | null {
  const next = notedAt(data, key);
  return next?.stamp === "" && (next.text === null || next.text.startsWith("root:")) ? next.key : null;
}

/**
 * All that a memory of it may be named by: the first commit that a folder goes by may itself go by the folder that it was made in. Its own name is one
 * only where nothing was noted for it.
 */
function keysOf(data: string, { text, stamp }: Identity): readonly string[] {
  const noted = notedAt(data, keyOf(text));
  if (noted === null) return [keyOf(text)];
  if (noted.stamp !== stamp) return [];
  const further = furtherOf(data, noted.key);
  return [noted.key, ...(further === null ? [] : [further])];
}

const aliases = "aliases";

/** That it cannot be noted costs a look the next time. */
function noteAlias(data: string, { text, stamp }: Identity, key: string): void {
  attempt("note what a project goes by", () => {
    makeStateFolder(join(data, aliases));
    const before = notedAt(data, keyOf(text));
    const was = before === null || before.key === key ? before?.was : before.key;
    replaceWhole(join(data, aliases, keyOf(text)), `${key} ${stamp}\n${was ?? ""}\n${text.replaceAll("\n", " ")}\n`);
  });
}

/** Of a repository with a remote, where its first commit is noted. */
function firstOf({ text }: Identity): string {
  return text.replace(/^folder:/, "first:");
}

/** A repository that only its first commit may tell from others, and that is not noted yet; null for any other folder. */
export function unrecognized(folder: string, env: NodeJS.ProcessEnv): GitLayout | null {
  const layout = repositoryOf(folder, env);
  if (!layout.ok) return null;
  const { commonDir } = layout.value;
  const own = ofFolder(mainFolder(commonDir), commonDir);
  const [best] = ofRepository(commonDir, hopsMax);
  const data = dataFolderOf(env);
  if (best?.text === own.text) {
    const alias = aliasOf(data, own);
    if (alias !== null && alias !== keyOf(own.text)) return null;
  } else {
    const found = attempt("look for the personal memories", () => namesIn(join(data, projects)));
    const isAsked = aliasOf(data, { ...own, text: firstOf(own) }) !== null;
    if (best?.text.startsWith("remote:") !== true || isAsked || !found.ok) return null;
    if (storeOf({ data, names: found.value }, ofRepository(commonDir, hopsMax)) !== null) return null;
  }
  // The first commit of a shallow clone is not the project's.
  return existsSync(join(commonDir, "shallow")) ? null : layout.value;
}

/** One that was set up before this commit, and has no remote, has a memory of its folder's name, which goes by the commit from now on. */
export function noteFirstCommit({ commonDir }: GitLayout, commit: string, env: NodeJS.ProcessEnv): void {
  const data = dataFolderOf(env);
  const [own, first] = [ofFolder(mainFolder(commonDir), commonDir), { text: `root:${commit}`, stamp: "" }];
  if (remoteIn(commonDir) !== null) {
    noteAlias(data, { ...own, text: firstOf(own) }, keyOf(first.text));
    return;
  }
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

/** A folder that was set up keeps its memory when its remote is called otherwise later; `joins` where its remote is to be known for that one, too. */
export function notePersonal(folder: string, root: string, env: NodeJS.ProcessEnv, joins = false): void {
  const key = /-([0-9a-f]{12})$/.exec(root)?.[1];
  if (key === undefined) return;
  const data = dataFolderOf(env);
  const identities = identitiesOf(folder, env);
  const layout = repositoryOf(folder, env);
  const own = layout.ok ? identities.at(-1) : joins ? identities[0] : undefined;
  if (own === undefined) return;
  const noted = aliasOf(data, own);
  const isNoted = noted !== null && keysOf(data, own).includes(key);
  if (!isNoted || notedAt(data, keyOf(own.text))?.text === null) noteAlias(data, own, isNoted ? noted : key);
  const [best] = identities;
  if (best?.text.startsWith("remote:") !== true || aliasOf(data, best) === key) return;
  const found = attempt("look for the personal memories", () => namesIn(join(data, projects)));
  const known = found.ok ? storeOf({ data, names: found.value }, identities.slice(0, -1)) : null;
  if (joins || known === null || known.key === key) noteAlias(data, best, key);
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

/**
 * Project: what a folder belongs to, by what is the same in every clone, worktree and branch of it, and the memory that a user has of it below their
 * data folder. `root.ts` asks where any project has one.
 *
 * A project is told by its remote, else by its first commit, else by its folder. The first commit takes a walk through the history, which
 * `recognize` in `open.ts` makes once; what it found is noted as an alias of the folder.
 *
 * Of the folders that have a memory the one that was set up first keeps it under a new remote, whether that folder is there now or not (`isFirst`). The
 * remote that it had before leads nowhere from then on: whoever clones that again may begin another project. The first commit alone gives nothing to
 * a folder with a remote. Any other folder is told of the memory and may join it: that weighs less than words that go to another project.
 */

import { existsSync, statSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { shortDigest } from "../../base/digest.js";
import { err, type Outcome } from "../../base/result.js";
import { withoutTail } from "../../base/text.js";
import { findLayout, type GitLayout, linkedText, parseConfigText, realPath } from "../../git/layout.js";
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
  const start = attempt(`open ${folder}`, () => realPath(folder));
  if (!start.ok) return [];
  const layout = repositoryOf(start.value, env);
  if (layout.ok) return ofRepository(layout.value.commonDir, hopsMax);
  return layout.error.code === "not_a_repository"
    ? foldersFrom(start.value, homeOf(env)).map((at) => ofFolder(at, null))
    : [];
}

/** What lies in the home of the user does not belong to a repository that the home is, or lies in. */
function repositoryOf(folder: string, env: NodeJS.ProcessEnv): Outcome<GitLayout> {
  const layout = findLayout(folder);
  if (!layout.ok) return layout;
  const { top, prefix } = layout.value;
  const isBelowHome = resolve(top, prefix).startsWith(`${realOf(homeOf(env))}${sep}`);
  if (!isBelowHome || foldersFrom(top, homeOf(env)).length > 0) return layout;
  return err({ code: "not_a_repository", says: `${top} is the home of its user, or holds it.`, hint: "" });
}

function realOf(path: string): string {
  const real = attempt(`open ${path}`, () => realPath(path));
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
  const real = there === undefined ? null : attempt(`open ${there}`, () => realPath(there));
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
    // In front of a drive the slash is the address's.
    if (scheme.toLowerCase() === "file") return { kind: "here", path: decodeUri(path).replace(/^\/(?=[a-z]:)/i, "") };
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
  if (best === undefined) return kept;
  if (kept === null || kept.root === known?.root) return known;
  const claims = claimsOn(owned.data, kept.key);
  const isRenamed = best.text.startsWith("remote:");
  // Only what had no remote yet goes before what its remote is known for.
  if (known !== null && isRenamed && claims.some(isRemote)) return known;
  if (!isFirst(owned.data, kept.key, { claims, own })) return known;
  if (known === null && isRenamed) moveTo(owned.data, kept.key, { claims, own, best });
  return kept;
}

interface Move {
  /** What else the memory goes by. */
  readonly claims: readonly Note[];
  readonly own: Identity;
  readonly best: Identity;
}

/** Whether the memory was made for this folder, or no other one that has it was set up earlier; a folder that was moved has its stamp still. */
function isFirst(data: string, key: string, { claims, own }: Omit<Move, "best">): boolean {
  const since = notedAt(data, keyOf(own.text))?.since ?? Number.POSITIVE_INFINITY;
  const others = claims.filter((claim) => isFolder(claim) && claim.stamp !== own.stamp);
  return key === keyOf(own.text) || others.every((other) => since <= (other.since ?? Number.POSITIVE_INFINITY));
}

/** Clones of the remote are known by it from now on, and those of the one before no more. */
function moveTo(data: string, key: string, { claims, own, best }: Move): void {
  for (const { text } of claims.filter(isRemote))
    if (text !== null && text !== best.text) noteAlias(data, { text, stamp: leftStamp }, key);
  // Of an older version: the remote that the memory is named after was not noted.
  const isOlder = notedAt(data, keyOf(own.text))?.text === null;
  if (isOlder && notedAt(data, key) === null) writeNote(data, key, `${key} ${leftStamp}\n`);
  noteAlias(data, best, key);
}

/** What else the folder, its remote or its first commit was known for; `isLost` where it has none, and had one. */
export function memoriesBeside(
  folder: string,
  names: readonly string[],
  env: NodeJS.ProcessEnv,
): { readonly roots: readonly string[]; readonly isLost: boolean } {
  const data = dataFolderOf(env);
  const has = memoryOf(folder, names, env);
  const identities = identitiesOf(folder, env);
  const [own, layout] = [identities.at(-1), findLayout(folder)];
  const rootsAt = (keys: readonly string[]): readonly string[] =>
    keys.flatMap((key) => [key, furtherOf(data, key) ?? key]).flatMap((key) => storeNamed(data, names, key) ?? []);
  const known = (all: readonly Identity[]): readonly string[] =>
    all.flatMap(({ text }) => {
      const note = notedAt(data, keyOf(text));
      return rootsAt(note === null ? [keyOf(text)] : [note.key, ...note.was]);
    });
  const isOwn = (note: Note): boolean => isFolder(note) && note.stamp === own?.stamp;
  const set = rootsAt(notesIn(data).flatMap((note) => (isOwn(note) ? [note.key] : [])));
  // Each folder in a home that is in git had the memory of that, before.
  const isInHome = own !== undefined && layout.ok && !repositoryOf(folder, env).ok;
  const had = [...set, ...(isInHome ? known(ofRepository(layout.value.commonDir, hopsMax)) : [])];
  const also = own === undefined ? [] : known([own, ...identities, { ...own, text: firstOf(own) }]);
  const roots = [...new Set([...had, ...also])].filter((root) => root !== has);
  return { roots, isLost: has === null && had.length > 0 };
}

/** Where a project's memory is to be made, and what it is called; null for a folder that is no project, as the home of the user. */
export function personalPlace(
  folder: string,
  env: NodeJS.ProcessEnv,
): { readonly dir: string; readonly name: string } | null {
  const data = dataFolderOf(env);
  const [best] = identitiesOf(folder, env);
  if (best === undefined || realOf(folder) === realOf(homeOf(env))) return null;
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
  const real = attempt(`open ${root}`, () => realPath(root));
  return real.ok && existsSync(join(real.value, configPath)) ? real.value : null;
}

// Alias: another key that an identity goes by: that of the first commit, or of a memory that was there before the remote.

interface Note {
  readonly key: string;
  readonly stamp: string;
  /** What it went by before. */
  readonly was: readonly string[];
  /** Of the identity; null in a note of an older version. */
  readonly text: string | null;
  /** When the folder was set up; null where nobody did that. */
  readonly since: number | null;
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
  const file = join(data, aliases, key);
  const parts = /^([0-9a-f]{12}) (.*)\n(?:([0-9a-f ]*)\n(.+)\n(?:(\d*)\n)?)?$/.exec(readOrNull(file) ?? "");
  if (parts === null) return null;
  const [, named = "", stamp = "", was = "", text = null, since] = parts;
  const kept = { key: named, stamp, was: was.split(" ").filter((each) => each !== ""), text };
  if (since !== undefined) return { ...kept, since: since === "" ? null : Number(since) };
  // Of an older version.
  const looked = attempt(`look at ${file}`, () => Math.round(statSync(file).mtimeMs));
  return { ...kept, since: looked.ok ? looked.value : null };
}

function notesIn(data: string): readonly Note[] {
  const found = attempt("look for what projects go by", () => namesIn(join(data, aliases)));
  return (found.ok ? found.value : []).flatMap((name) => notedAt(data, name) ?? []);
}

/** All that goes by the memory of that name. */
function claimsOn(data: string, key: string): readonly Note[] {
  return notesIn(data).filter((note) => note.key === key || furtherOf(data, note.key) === key);
}

function isFolder({ text, stamp }: Note): boolean {
  return stamp !== "" && stamp !== leftStamp && text?.startsWith("first:") !== true;
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

/** `since` where the folder was set up. */
function noteAlias(data: string, { text, stamp }: Identity, key: string, since: number | null = null): void {
  const before = notedAt(data, keyOf(text));
  const was = before === null ? [] : [...before.was, before.key].filter((each) => each !== key);
  const lines = [`${key} ${stamp}`, [...new Set(was)].join(" "), text.replaceAll("\n", " "), since ?? ""];
  writeNote(data, keyOf(text), `${lines.join("\n")}\n`);
}

/** That it cannot be noted costs a look the next time. */
function writeNote(data: string, name: string, text: string): void {
  attempt("note what a project goes by", () => {
    makeStateFolder(join(data, aliases));
    replaceWhole(join(data, aliases, name), text);
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
  // Noted for where it lay before it was moved, or for this folder.
  const before = [keyOf(first.text), ...(named === undefined ? [] : [named])].flatMap((key) => claimsOn(data, key));
  const set = before.find((note) => isFolder(note) && note.stamp === own.stamp && note.since !== null);
  noteAlias(data, own, keyOf(first.text), set?.since);
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
  const noted = notedAt(data, keyOf(own.text));
  const isNoted = noted !== null && noted.stamp === own.stamp && keysOf(data, own).includes(key);
  // After all that were set up before, whatever the clock says.
  const now = Math.max(Date.now(), ...notesIn(data).map(({ since }) => (since ?? 0) + 1));
  if (!isNoted) noteAlias(data, own, key, now);
  else if (noted.text === null || noted.since === null) noteAlias(data, own, noted.key, noted.since ?? now);
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

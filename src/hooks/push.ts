/**
 * HookPush: what may not leave this machine: session and local pages, secrets in any pushed commit, and our own refs. The commits that a push
 * sends are listed by git and read without a process for each.
 */

import { join } from "node:path";
import { type Oid, parseOid } from "../base/ids.js";
import { err, type Outcome, ok } from "../base/result.js";
import { compareText, textIn } from "../base/text.js";
import { openCatFile } from "../git/by-git.js";
import { findLayout } from "../git/layout.js";
import { type Git, gitFor } from "../git/process.js";
import { type Config, parseConfig } from "../memory/config.js";
import { factsOf } from "../memory/facts.js";
import { isPageFile, type Profile, profileOf } from "../memory/profile.js";
import { configPath } from "../memory/service.js";
import type { Workspace } from "../memory/workspace.js";
import { openWorkspace } from "../open.js";
import { findSecrets, isSameSecret, redactSecrets } from "../rules/secret-keys.js";
import { corrupt } from "../state/fs-calls.js";
import { oidOf, rawChanges } from "./commit.js";
import { openAfterFiles } from "./merge-driver.js";
import type { AfterHost } from "./message.js";

interface Withheld {
  readonly reason: "SCOPE_DENIED" | "SECRET_DETECTED";
  /** The ref, the page with its line, or the message that would leave. */
  readonly what: string;
  /** null for a ref. */
  readonly commit: Oid | null;
  readonly says: string;
}

export interface PushAnswer {
  readonly hook: "pre-push";
  readonly remote: string;
  /** How many commits and how many versions of pages were looked at. */
  readonly commits: number;
  readonly pages: number;
  /** Empty where the push may go. */
  readonly withheld: readonly Withheld[];
}

/** `LOCAL-REF LOCAL-OID REMOTE-REF REMOTE-OID`, one ref a line, zeros for nothing. */
export function parsePushedRefs(text: string): Outcome<readonly PushedRef[]> {
  const refs: PushedRef[] = [];
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const [localRef = "", local = "", remoteRef = "", remote = "", more] = line.split(" ");
    if (more !== undefined || !isOid(local) || !isOid(remote)) {
      const says = `The pre-push hook read “${line.slice(0, 80)}”, not a ref that is pushed.`;
      return err({ code: "usage", says, hint: "git gives it: <local ref> <local id> <remote ref> <remote id>." });
    }
    refs.push({ localRef, local: oidOf(local), remoteRef, remote: oidOf(remote) });
  }
  return ok(refs);
}

/** Looks at every commit the other side does not have, not at the last one alone: what was taken out later still leaves. */
export async function prePush(
  git: Git,
  asked: { readonly remote: string; readonly refs: readonly PushedRef[] },
): Promise<Outcome<PushAnswer>> {
  const ours = asked.refs.filter(({ local, remoteRef, localRef }) => local !== null && isHome(remoteRef, localRef));
  const withheld: Withheld[] = ours.map(({ remoteRef, localRef }) => ({
    reason: "SCOPE_DENIED",
    what: localRef.startsWith(home) ? localRef : remoteRef,
    commit: null,
    says: "refs below refs/pagefile/ hold what was refused and what a session keeps to itself",
  }));
  const sent = asked.refs.filter((ref) => ref.local !== null && !ours.includes(ref));
  const outgoing = await outgoingFiles(git, sent, asked.remote);
  if (!outgoing.ok) return outgoing;
  const kept = await homeAmong(git, outgoing.value);
  if (!kept.ok) return kept;
  withheld.push(...kept.value);
  const memories = await memoriesIn(git, sent, outgoing.value);
  if (!memories.ok) return memories;
  const changes = outgoing.value.flatMap((file): readonly Change[] => {
    const memory = memories.value.find(({ prefix }) => file.path.startsWith(prefix));
    if (memory === undefined) return [];
    const path = file.path.slice(memory.prefix.length);
    return isInMemory(path, memory.profile) ? [{ file, path, ...memory }] : [];
  });
  const pages = await pagesOf(git, changes);
  if (!pages.ok) return pages;
  const commits = [...new Set(changes.map(({ file }) => file.commit))];
  const messages = await messagesOf(git, commits);
  if (!messages.ok) return messages;
  withheld.push(...pages.value, ...messages.value);
  const versions = changes.filter(({ file }) => file.oid !== null).length;
  return ok({ hook: "pre-push", remote: asked.remote, commits: commits.length, pages: versions, withheld });
}

const home = "refs/pagefile/";

/** A commit of such a ref goes under any name: by its id, by a branch made from it, by a merge. */
async function homeAmong(git: Git, files: readonly PushedFile[]): Promise<Outcome<readonly Withheld[]>> {
  if (files.length === 0) return ok([]);
  const own = await homeCommits(git);
  if (!own.ok) return own;
  const commits = new Set(files.flatMap(({ commit }) => (own.value.has(commit) ? [commit] : [])));
  const says = "it holds what was refused or what a session keeps to itself";
  return ok(
    [...commits].map((commit) => ({ reason: "SCOPE_DENIED", what: "a commit of refs/pagefile/", commit, says })),
  );
}

function isHome(...refs: readonly string[]): boolean {
  return refs.some((ref) => ref.startsWith(home));
}

function isOid(text: string): boolean {
  return parseOid(text) !== null;
}

interface PushedMemory {
  readonly prefix: string;
  readonly config: Config;
  readonly profile: Profile;
}

interface Change extends PushedMemory {
  readonly file: PushedFile;
  /** Below the memory root. */
  readonly path: string;
}

/** As the pushed commits have them, deepest first; a memory that a later commit took away counts too. */
async function memoriesIn(
  git: Git,
  refs: readonly PushedRef[],
  files: readonly PushedFile[],
): Promise<Outcome<readonly PushedMemory[]>> {
  const texts = new Map<string, string>();
  if (files.length === 0) return ok([]);
  const passing = files.filter(({ path, oid }) => oid !== null && isConfig(path));
  const read = await objects(
    git,
    passing.map(({ oid }) => oid ?? ""),
  );
  if (!read.ok) return read;
  passing.forEach(({ path }, at) => {
    texts.set(path.slice(0, -configPath.length), decode(read.value[at] ?? null));
  });
  for (const tip of new Set(refs.map(({ local }) => local))) {
    const found = tip === null ? ok([]) : await configs(git, tip);
    if (!found.ok) return found;
    for (const { prefix, text } of found.value) texts.set(prefix, text);
  }
  const memories = [...texts].flatMap(([prefix, text]) => {
    const parsed = parseConfig(text);
    if (!parsed.ok) return [];
    const { config } = parsed.value;
    return [{ prefix, config, profile: profileOf(config.profile) }];
  });
  memories.sort((a, b) => b.prefix.length - a.prefix.length || compareText(a.prefix, b.prefix));
  return ok(memories);
}

function isConfig(path: string): boolean {
  return path === configPath || path.endsWith(`/${configPath}`);
}

/** Wider than what a person may edit: a rule file with a secret in it leaves just the same. */
function isInMemory(path: string, profile: Profile): boolean {
  if (!isPageFile(path)) return false;
  const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
  if (folder.split("/").some((part) => part.startsWith("."))) return false;
  return profile.folders.some(
    (each) => folder === each.path || (each.recursive && (each.path === "" || folder.startsWith(`${each.path}/`))),
  );
}

async function pagesOf(git: Git, changes: readonly Change[]): Promise<Outcome<readonly Withheld[]>> {
  const kept = changes.flatMap((change) => (change.file.oid === null ? [] : [{ ...change, oid: change.file.oid }]));
  const texts = await textsOf(
    git,
    kept.map(({ oid }) => oid),
  );
  if (!texts.ok) return texts;
  const old = new Set<Oid>();
  const suspects = kept.filter(({ oid, file }) => {
    if (findSecrets(texts.value.get(oid) ?? "").length === 0) return false;
    for (const before of file.before) old.add(before);
    return true;
  });
  const before = await textsOf(git, [...old]);
  if (!before.ok) return before;
  const withheld: Withheld[] = [];
  for (const { file, oid, path, profile, config } of kept) {
    const facts = factsOf(path, Buffer.from(texts.value.get(oid) ?? ""), profile);
    const scope = facts.meta.scope ?? config.scope;
    const what = redactSecrets(file.path);
    if (scope === "session" || scope === "local") {
      const says = `a page of scope “${scope}” stays on this machine`;
      withheld.push({ reason: "SCOPE_DENIED", what, commit: file.commit, says });
    }
    if (findSecrets(file.path).length > 0) {
      withheld.push({ reason: "SECRET_DETECTED", what, commit: file.commit, says: "the file's name holds a secret" });
    }
  }
  for (const { file, oid } of suspects) {
    const known = file.before.flatMap((each) => secretsIn(before.value.get(each) ?? ""));
    const text = texts.value.get(oid) ?? "";
    for (const { start, end, redacted } of findSecrets(text)) {
      if (known.some((each) => isSameSecret(each, text.slice(start, end)))) continue;
      const line = text.slice(0, start).split("\n").length;
      const what = `${redactSecrets(file.path)}:${line}`;
      withheld.push({ reason: "SECRET_DETECTED", what, commit: file.commit, says: `a secret: ${redacted}` });
    }
  }
  return ok(withheld);
}

function secretsIn(text: string): readonly string[] {
  return findSecrets(text).map(({ start, end }) => text.slice(start, end));
}

async function messagesOf(git: Git, commits: readonly Oid[]): Promise<Outcome<readonly Withheld[]>> {
  const texts = await textsOf(git, commits);
  if (!texts.ok) return texts;
  return ok(
    commits.flatMap((commit): readonly Withheld[] => {
      const whole = texts.value.get(commit) ?? "";
      // Behind the headers, where a signature may look like a secret.
      const found = findSecrets(whole.slice(whole.indexOf("\n\n") + 2))[0];
      const what = "the commit message";
      return found === undefined
        ? []
        : [{ reason: "SECRET_DETECTED", what, commit, says: `a secret: ${found.redacted}` }];
    }),
  );
}

/** Each object once, whatever a page's history goes back to. */
async function textsOf(git: Git, oids: readonly Oid[]): Promise<Outcome<ReadonlyMap<Oid, string>>> {
  const names = [...new Set(oids)];
  const read = await objects(git, names);
  return read.ok ? ok(new Map(names.map((oid, at) => [oid, decode(read.value[at] ?? null)]))) : read;
}

function decode(bytes: Uint8Array | null): string {
  return bytes === null ? "" : textIn(bytes);
}

/** What the other side does not have yet, newest commit first: nothing that a branch of `remote` was last seen to hold. */
async function outgoingFiles(
  git: Git,
  refs: readonly PushedRef[],
  remote: string,
): Promise<Outcome<readonly PushedFile[]>> {
  const tips = refs.flatMap(({ local }) => (local === null ? [] : [local]));
  if (tips.length === 0) return ok([]);
  // What the other side has may not have been fetched: git would end at a commit it does not know.
  const there = refs.flatMap(({ remote: oid }) => (oid === null ? [] : [`^${oid}`]));
  const seen = /^[\w./-]+$/.test(remote) ? ["--not", `--remotes=${remote}`] : [];
  const input = [...tips, ...there, ""].join("\n");
  const listed = await git.output(["rev-list", "--ignore-missing", "--stdin", ...seen], { input });
  if (!listed.ok) return listed;
  const args = ["diff-tree", "--stdin", "-c", "-r", "--root", "-z", "--raw", "--no-abbrev", "--no-renames"];
  const raw = await git.output([...args, "--no-ext-diff"], { input: listed.value });
  const changes = raw.ok ? rawChanges(raw.value.toString("utf8")) : raw;
  if (!changes.ok) return changes;
  const files: PushedFile[] = [];
  for (const { commit, path, mode, oid, before } of changes.value) {
    if (commit === null) return corrupt("The command git diff-tree named no commit.");
    const was = before.filter((each) => each !== null);
    files.push({ commit, path, oid: mode === "160000" ? null : oid, before: was });
  }
  return ok(files);
}

/** Of our own refs that hold words of this machine alone: of sessions, and the journal, which is one ref; a glob without a wildcard would look below it. */
async function homeCommits(git: Git): Promise<Outcome<ReadonlySet<Oid>>> {
  const listed = await git.output(["rev-list", "--glob=refs/pagefile/session", "--glob=refs/pagefile/rejecte[d]"]);
  if (!listed.ok) return listed;
  const oids = listed.value.toString("latin1").split("\n");
  return ok(new Set(oids.flatMap((oid) => parseOid(oid) ?? [])));
}

/** The bytes of objects, in the order asked; null for one the repository does not have. */
async function objects(git: Git, names: readonly string[]): Promise<Outcome<readonly (Uint8Array | null)[]>> {
  const files = openCatFile(git);
  try {
    const read = await Promise.all(names.map((name) => files.read(name as Oid)));
    const bytes: (Uint8Array | null)[] = [];
    for (const each of read) {
      if (!each.ok) return each;
      bytes.push(each.value?.bytes ?? null);
    }
    return ok(bytes);
  } finally {
    await files.close();
  }
}

/** Folder and text of every `pagefile.yaml` in a commit. */
async function configs(
  git: Git,
  commit: Oid,
): Promise<Outcome<readonly { readonly prefix: string; readonly text: string }[]>> {
  const listed = await git.output(["ls-tree", "-r", "-z", "--full-tree", commit]);
  if (!listed.ok) return listed;
  const found: { readonly path: string; readonly oid: string }[] = [];
  for (const line of listed.value.toString("utf8").split("\0")) {
    const tab = line.indexOf("\t");
    const path = line.slice(tab + 1);
    if (path === configPath || path.endsWith(`/${configPath}`))
      found.push({ path, oid: line.split(/[ \t]/)[2] ?? "" });
  }
  const read = await objects(
    git,
    found.map(({ oid }) => oid),
  );
  if (!read.ok) return read;
  return ok(
    found.map(({ path }, at) => ({
      prefix: path.slice(0, -configPath.length),
      text: Buffer.from(read.value[at] ?? []).toString("utf8"),
    })),
  );
}

/** One line that git gives a pre-push hook. */
interface PushedRef {
  readonly localRef: string;
  /** null where the ref is to be deleted over there. */
  readonly local: Oid | null;
  readonly remoteRef: string;
  /** null where the ref is new over there. */
  readonly remote: Oid | null;
}

/** A file that a pushed commit has in another version than every one of its parents. */
interface PushedFile {
  readonly commit: Oid;
  /** Below the work tree's top. */
  readonly path: string;
  /** null for a deletion. */
  readonly oid: Oid | null;
  /** The versions of its parents, where they have the file. */
  readonly before: readonly Oid[];
}

// WirePush: opens what the hooks around a push, and those behind a commit or a merge, need of a repository.

export function wirePushHost(cwd: string, env: NodeJS.ProcessEnv): Outcome<Git> {
  const layout = findLayout(cwd);
  return layout.ok ? gitFor(layout.value, env) : layout;
}

export function wireAfterHost(cwd: string, env: NodeJS.ProcessEnv): Outcome<AfterHost> {
  const layout = findLayout(cwd);
  if (!layout.ok) return layout;
  const files = openAfterFiles(layout.value, env);
  if (!files.ok) return files;
  const open = (root: string): Promise<Outcome<Workspace>> =>
    openWorkspace({ cwd: layout.value.top, repos: [join(layout.value.top, root)], env, now: null });
  return ok({ ...files.value, open });
}

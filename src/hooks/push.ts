/**
 * HookPush: what may not leave this machine: session and local pages, secrets in any pushed commit, and our own refs. The commits that a push
 * sends are listed by git and read without a process for each. What a ref over there would hold afterwards is judged by what it holds now, too: what
 * was purged there can come back in commits that another branch of the remote still has, which the list leaves out.
 */

import { join } from "node:path";
import { type Oid, parseOid } from "../base/ids.js";
import { lineAt } from "../base/lines.js";
import { eachOf, err, type Outcome, ok } from "../base/result.js";
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
import { filesIn, oidOf, rawChanges } from "./commit.js";
import { openAfterFiles } from "./merge-driver.js";
import type { AfterHost } from "./message.js";

interface Withheld {
  readonly reason: "SCOPE_DENIED" | "SECRET_DETECTED";
  /** The ref, the page with its line, or the message that would leave. */
  readonly what: string;
  /** null for a ref. */
  readonly commit: Oid | null;
  readonly says: string;
  /** The ref over there that would hold it again or for the first time, where no commit that is sent is refused for it. */
  readonly into?: string;
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
    if (more !== undefined || parseOid(local) === null || parseOid(remote) === null) {
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
  const withheld: Withheld[] = [];
  const sent: PushedRef[] = [];
  for (const ref of asked.refs.filter(({ local }) => local !== null)) {
    const what = [ref.localRef, ref.remoteRef].find((name) => name.startsWith("refs/pagefile/"));
    const says = "refs below refs/pagefile/ hold what was refused and what a session keeps to itself";
    if (what === undefined) sent.push(ref);
    else withheld.push({ reason: "SCOPE_DENIED", what, commit: null, says });
  }
  const outgoing = await outgoingFiles(git, sent, asked.remote);
  if (!outgoing.ok) return outgoing;
  const kept = await homeAmong(git, outgoing.value);
  if (!kept.ok) return kept;
  withheld.push(...kept.value);
  const brought = await broughtFiles(git, sent, asked.remote);
  if (!brought.ok) return brought;
  const files = [...outgoing.value, ...brought.value];
  const memories = await memoriesIn(git, sent, files);
  if (!memories.ok) return memories;
  const changes = files.flatMap((file): readonly Change[] => {
    const memory = memories.value.find(({ prefix }) => file.path.startsWith(prefix));
    if (memory === undefined) return [];
    const path = file.path.slice(memory.prefix.length);
    return isInMemory(path, memory.profile) ? [{ file, path, ...memory }] : [];
  });
  const pages = await pagesOf(git, changes);
  if (!pages.ok) return pages;
  const commits = [...new Set(changes.flatMap(({ file }) => (file.into === null ? [file.commit] : [])))];
  const messages = await messagesOf(git, commits);
  if (!messages.ok) return messages;
  withheld.push(...eachOnce(pages.value), ...messages.value);
  const versions = new Set(changes.flatMap(({ file: { path, oid } }) => (oid === null ? [] : [`${path} ${oid}`])));
  return ok({ hook: "pre-push", remote: asked.remote, commits: commits.length, pages: versions.size, withheld });
}

/** What a commit is refused for already is not told once more of the ref that it goes into. */
function eachOnce(pages: readonly Withheld[]): readonly Withheld[] {
  const keyOf = ({ what, says }: Withheld): string => `${what}\n${says}`;
  const told = new Set(pages.flatMap((each) => (each.into === undefined ? [keyOf(each)] : [])));
  return pages.filter((each) => each.into === undefined || !told.has(keyOf(each)));
}

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
  if (files.length === 0) return ok([]);
  const tips = new Set(refs.flatMap(({ local }) => local ?? []));
  const standing = await eachOf(tips, async (tip) => {
    const listed = await git.output(["ls-tree", "-r", "-z", "--full-tree", tip]);
    return listed.ok ? ok(filesIn(listed.value, 2)) : listed;
  });
  if (!standing.ok) return standing;
  const all = [...files, ...standing.value.flat()].flatMap(({ path, oid }) => (oid === null ? [] : [{ path, oid }]));
  const configs = all.filter(({ path }) => path === configPath || path.endsWith(`/${configPath}`));
  const texts = await textsOf(
    git,
    configs.map(({ oid }) => oid),
  );
  if (!texts.ok) return texts;
  // Of several versions the one that stands at a tip.
  const byPrefix = new Map(configs.map(({ path, oid }) => [path.slice(0, -configPath.length), oid]));
  const memories = [...byPrefix].flatMap(([prefix, oid]) => {
    const parsed = parseConfig(texts.value.get(oid) ?? "");
    if (!parsed.ok) return [];
    const { config } = parsed.value;
    return [{ prefix, config, profile: profileOf(config.profile) }];
  });
  memories.sort((a, b) => b.prefix.length - a.prefix.length || compareText(a.prefix, b.prefix));
  return ok(memories);
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
  const bad = new Set([...texts.value].flatMap(([oid, text]) => (findSecrets(text).length > 0 ? [oid] : [])));
  const suspects = kept.filter(({ oid }) => bad.has(oid));
  const before = await textsOf(
    git,
    suspects.flatMap(({ file }) => file.before),
  );
  if (!before.ok) return before;
  const withheld: Withheld[] = [];
  const sent = new Set(kept.flatMap(({ file, oid }) => (file.into === null ? [`${file.path} ${oid}`] : [])));
  for (const { file, oid, path, profile, config } of kept) {
    if (file.into !== null && (sent.has(`${file.path} ${oid}`) || file.before.includes(oid))) continue;
    const facts = factsOf(path, Buffer.from(texts.value.get(oid) ?? ""), profile);
    const scope = facts.meta.scope ?? config.scope;
    const at = { what: redactSecrets(file.path), ...placeOf(file) };
    if (scope === "session" || scope === "local") {
      withheld.push({ reason: "SCOPE_DENIED", ...at, says: `a page of scope “${scope}” stays on this machine` });
    }
    if (findSecrets(file.path).length > 0) {
      withheld.push({ reason: "SECRET_DETECTED", ...at, says: "the file's name holds a secret" });
    }
  }
  for (const { file, oid } of suspects) {
    const known = file.before.flatMap((each) => secretsIn(before.value.get(each) ?? ""));
    const text = texts.value.get(oid) ?? "";
    for (const { start, end, redacted } of findSecrets(text)) {
      if (known.some((each) => isSameSecret(each, text.slice(start, end)))) continue;
      const what = `${redactSecrets(file.path)}:${lineAt(text, start)}`;
      withheld.push({ reason: "SECRET_DETECTED", what, ...placeOf(file), says: `a secret: ${redacted}` });
    }
  }
  return ok(withheld);
}

function placeOf({ commit, into }: PushedFile): Pick<Withheld, "commit" | "into"> {
  return into === null ? { commit } : { commit, into };
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
      const [found] = findSecrets(whole.slice(whole.indexOf("\n\n") + 2));
      if (found === undefined) return [];
      const says = `a secret: ${found.redacted}`;
      return [{ reason: "SECRET_DETECTED", what: "the commit message", commit, says }];
    }),
  );
}

/** Each object once, whatever a page's history goes back to; empty for one that the repository does not have. */
async function textsOf(git: Git, oids: readonly Oid[]): Promise<Outcome<ReadonlyMap<Oid, string>>> {
  const files = openCatFile(git);
  try {
    const reading = [...new Set(oids)].map(async (oid) => [oid, await files.read(oid)] as const);
    const texts = await eachOf(await Promise.all(reading), ([oid, read]) =>
      read.ok ? ok([oid, textIn(read.value?.bytes ?? new Uint8Array())] as const) : read,
    );
    return texts.ok ? ok(new Map(texts.value)) : texts;
  } finally {
    await files.close();
  }
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
  return eachOf(changes.value, ({ commit, path, mode, oid, before }) => {
    if (commit === null) return corrupt("The command git diff-tree named no commit.");
    const was = before.filter((each) => each !== null);
    return ok({ commit, path, oid: mode === "160000" ? null : oid, before: was, into: null });
  });
}

/**
 * The files that each ref over there would have in another version than it has now, whoever sent their commits: a merge brings back what was taken
 * out there. Where its tip is not known here, as when nobody fetched it, that is every file.
 */
async function broughtFiles(
  git: Git,
  refs: readonly PushedRef[],
  to: string,
): Promise<Outcome<readonly PushedFile[]>> {
  const brought = await eachOf(
    refs,
    async ({ local, remote, remoteRef }): Promise<Outcome<readonly PushedFile[]>> => {
      if (local === null || remote === null) return ok([]);
      const place = { commit: local, into: remoteRef };
      const args = ["diff-tree", "-r", "-z", "--raw", "--no-abbrev", "--no-renames", "--no-ext-diff", remote, local];
      const ran = await git.run(args);
      if (!ran.ok) return ran;
      if (ran.value.code !== 0) {
        const listed = await git.output(["ls-tree", "-r", "-z", "--full-tree", local]);
        if (!listed.ok) return listed;
        return ok(filesIn(listed.value, 2).map(({ path, oid }) => ({ ...place, path, oid, before: [] })));
      }
      // Where nothing was purged over there lately a merge brings nothing back.
      const past = await git.output(["log", "--format=%B", `--max-count=${pastMax}`, remote, "--"]);
      if (!past.ok) return past;
      if (!past.value.includes("\nPagefile-Reason: PURGE\n")) return ok([]);
      const changes = rawChanges(ran.value.stdout.toString("utf8"));
      if (!changes.ok) return changes;
      const files = changes.value.filter(({ mode, oid }) => mode !== "160000" && oid !== null);
      return ok(
        files.map(({ path, oid, before }) => ({
          ...place,
          path,
          oid,
          before: before.filter((each) => each !== null),
        })),
      );
    },
  );
  if (!brought.ok || brought.value.flat().length === 0) return brought.ok ? ok([]) : brought;
  // What the remote's main branch shows to everybody a merge of it brings to no new place.
  const main = await git.run(["ls-tree", "-r", "-z", "--full-tree", `refs/remotes/${to}/HEAD`]);
  if (!main.ok) return main;
  const shown = new Map(
    (main.value.code === 0 ? filesIn(main.value.stdout, 2) : []).map(({ path, oid }) => [path, oid]),
  );
  return ok(
    brought.value.flat().map((file) => {
      const there = shown.get(file.path);
      return there === undefined ? file : { ...file, before: [...file.before, there] };
    }),
  );
}

const pastMax = 500;

/** Of our own refs that hold words of this machine alone: of sessions, and the journal, which is one ref; a glob without a wildcard would look below it. */
async function homeCommits(git: Git): Promise<Outcome<ReadonlySet<Oid>>> {
  const listed = await git.output(["rev-list", "--glob=refs/pagefile/session", "--glob=refs/pagefile/rejecte[d]"]);
  if (!listed.ok) return listed;
  const oids = listed.value.toString("latin1").split("\n");
  return ok(new Set(oids.flatMap((oid) => parseOid(oid) ?? [])));
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

/** A file that a pushed commit has in another version than every one of its parents, or than the ref it goes into. */
interface PushedFile {
  readonly commit: Oid;
  /** The ref over there whose tip it was compared with; null for a commit and its parents. */
  readonly into: string | null;
  /** Below the work tree's top. */
  readonly path: string;
  /** null for a deletion. */
  readonly oid: Oid | null;
  /** The versions of its parents, or of that ref, where they have the file. */
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

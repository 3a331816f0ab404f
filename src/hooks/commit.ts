/**
 * HookCommit: the commit that git is making, and what judging it needs beyond its index: files on disk, what recent commits replaced, what an
 * agent may not do, and a ticket for the next hook.
 *
 * Our part of a hook is a block of POSIX sh directly below the shebang of whatever hook is there (`merge-driver.ts`, `install.ts`); after a hook's
 * own `exit` it would never run. Its gates decide in sh whether a program is worth its start. `message.ts` judges the pages of a commit by the
 * staged bytes (`checkStaged`) and writes the commit message, `staged.ts` says which files are pages, and `push.ts` what may not leave this
 * machine. Read `message.ts` first, then this file.
 *
 * Only a finding stops a commit. A hook that cannot run is loud and lets the commit pass, and post-* hooks never fail a command of git.
 *
 * Whoever commits waits, so pre-commit and commit-msg start `cli/hook.ts`: no command line, no Markdown parser, and no process while objects are
 * loose or in a pack that we read; git lists what is staged in the shell of the hook, while our program starts. Silence means that the commit passes; anything else is asked again of the whole program. Pre-commit leaves a
 * ticket (git's process and the trailers) below the git dir, and the shell of commit-msg adds the trailers itself if nothing was staged since.
 * What a word in the message can allow is judged in commit-msg, the only hook that sees it.
 *
 * One finding is about git itself (`lostPages`). A plain `git commit` writes back the index that it read before it took the lock, so that a page
 * which another process has committed meanwhile would silently go. It shows as a page whose disk is HEAD's and whose index is not.
 *
 * The merge driver (`merge-driver.ts`) is a marked block in the configuration and one in `info/attributes`, taken out to the byte. A hook or a
 * driver is run as proof only where it is byte for byte what we would write.
 */

import { existsSync, lstatSync, rmSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { type Oid, type PagePath, parseOid } from "../base/ids.js";
import { limits } from "../base/limits.js";
import { eachOf, getOrMake, type Outcome, ok } from "../base/result.js";
import { strictTextIn } from "../base/text.js";
import { configText, readConfigFiles } from "../git/identity.js";
import { findLayout, type GitLayout, operationUnderWay } from "../git/layout.js";
import { openObjectStore, openPacked, packedByGit } from "../git/objects/object-store.js";
import type { Git } from "../git/process.js";
import type { Rewriting } from "../git/removals.js";
import { actorOf, isPerson } from "../memory/actor.js";
import { type Config, parseConfig } from "../memory/config.js";
import type { CutPin } from "../memory/cut-pins.js";
import { isPageOf } from "../memory/included.js";
import { loadedNames } from "../memory/profile.js";
import { configPath } from "../memory/service.js";
import type { Finding } from "../page/page.js";
import { attempt, corrupt, errnoOf } from "../state/fs-calls.js";
import { quotedWord } from "../state/marked-block.js";
import { makeStateFolder, readLinked, readPlain, readPlainText, replaceWhole } from "../state/plain-file.js";
import { pinsPushedOut, put, rulesOf } from "../write/commit/overflow.js";
import { allowWord, type StagedFile, type StagedPage } from "../write/guard/hand.js";
import type { ChangedFile } from "../write/guard/pins.js";

/**
 * git starts a hook in the work tree's top folder. Of all GIT_* variables one is heard: GIT_INDEX_FILE, because `git commit PATH` and `git commit -a` stage into an index of their
 * own, and only where it lies in this work tree's git dir. GIT_EDITOR says whether the message was typed in an editor.
 * `told` is what the shell of the hook had git list of the index, while this program started; without it git is asked here.
 */
export function openCommitHost(
  cwd: string,
  env: NodeJS.ProcessEnv,
  told: Uint8Array | null = null,
): Outcome<CommitHost> {
  const found = findLayout(cwd);
  if (!found.ok) return found;
  const layout = found.value;
  const operation = operationUnderWay(layout);
  if (!operation.ok) return operation;
  const git = openHookGit(layout, env);
  const packed = openPacked(layout, async () => packedByGit(layout, await git.ready()));
  const store = openObjectStore(layout, packed);
  let staged: ReturnType<CommitHost["staged"]> | null = null;
  return ok({
    actor: actorOf(env, "human"),
    // Several checks ask, and git holds the index still while its hook runs.
    staged() {
      staged ??= stagedIn(git, isOf(layout, env) ? listIn(told) : null);
      return staged;
    },
    blobs: (oids) => eachOf(oids, (oid) => store.bytes(oid)),
    claiming: (ids, prefix) => claiming(git, { ids, prefix }),
    indexed: (prefix) => indexed(git, prefix),
    config: (path) => configAbove(layout, path),
    operation: operation.value,
    comment(message) {
      if (env.GIT_EDITOR === ":") return ok(null);
      const config = readConfigFiles(layout, env);
      if (!config.ok) return config;
      const said = configText(config.value, "core.commentstring") ?? configText(config.value, "core.commentchar");
      return ok(said === "auto" ? guessed(message) : (said ?? "#"));
    },
    readMessage: (file) =>
      attempt("read the commit message", () =>
        strictTextIn(readLinked(resolve(layout.top, file), limits.gitTextBytesMax)),
      ),
    writeMessage: (file, text) =>
      attempt("write the commit message", () => replaceWhole(resolve(layout.top, file), text, 0o666)),
    leftover: (prefix) => leftover(layout, prefix),
    merged: async (paths) => (operation.value === "merge" ? merged(git, paths) : ok(null)),
    onDisk: (path) => onDisk(layout, path),
    replaced: () => replaced(git),
    leaveTicket: (text) => leaveTicket(join(layout.gitDir, "pagefile", "ticket"), text),
  });
}

/** git as a hook asks it; `index` is that of the commit under way, null where that is the work tree's own. */
interface HookGit {
  readonly index: string | null;
  readonly heard: { readonly env?: Readonly<Record<string, string>> };
  ready(): Promise<Outcome<Git>>;
}

/** Whoever commits waits: git is looked for, and what starts it loaded, when there is something to ask it. */
function openHookGit(layout: GitLayout, env: NodeJS.ProcessEnv): HookGit {
  const index = indexOf(layout, env);
  let git: Promise<Outcome<Git>> | null = null;
  return {
    index,
    heard: index === null ? {} : { env: { GIT_INDEX_FILE: index } },
    ready() {
      git ??= import("../git/process.js").then(({ gitFor }) => gitFor(layout, env, "running"));
      return git;
    },
  };
}

/** The words of the command are those of `hooks/ahead-pre-commit.sh`. */
async function listByGit({ ready, heard }: HookGit): Promise<Outcome<string>> {
  const git = await ready();
  if (!git.ok) return git;
  const how = ["diff", "--cached", "--raw", "-z", "--no-abbrev", "--no-renames", "--no-ext-diff"];
  const raw = await git.value.output(how, heard);
  return raw.ok ? ok(raw.value.toString("utf8")) : raw;
}

async function stagedIn(git: HookGit, told: string | null): Promise<Outcome<readonly StagedFile[]>> {
  const list = told === null ? await listByGit(git) : ok(told);
  const changes = list.ok ? rawChanges(list.value) : list;
  if (!changes.ok) return changes;
  const files = changes.value.map(({ path, mode, letter, oid, before: [before = null] }): StagedFile => {
    return { path, status: statuses[letter] ?? "changed", mode, oid, before };
  });
  return ok(files);
}

/** Behind a whole list the shell sets a mark; git that failed, or a list too long to be read, leaves none. */
function listIn(told: Uint8Array | null): string | null {
  const text = new TextDecoder().decode(told ?? new Uint8Array());
  return text.endsWith(listEnd) ? text.slice(0, -listEnd.length) : null;
}

const listEnd = "pagefile-staged\0";

/** What git lists for a git dir that its caller named elsewhere is not of the objects read here. */
function isOf({ top, gitDir }: GitLayout, { GIT_DIR: named }: NodeJS.ProcessEnv): boolean {
  return named === undefined || resolve(top, named) === gitDir;
}

const statuses: Readonly<Record<string, StagedFile["status"]>> = { A: "added", D: "deleted" };

/** The index of the commit under way; null where that is the work tree's own. */
function indexOf(layout: GitLayout, env: NodeJS.ProcessEnv): string | null {
  const named = env.GIT_INDEX_FILE;
  if (named === undefined || named === "") return null;
  const path = resolve(layout.top, named);
  const below = relative(layout.gitDir, path);
  return below.startsWith("..") || isAbsolute(below) || !existsSync(path) ? null : path;
}

const patternIdsMax = 64;

/** git looks through the index by itself, so that ten thousand pages are not read here to find one. */
async function claiming(
  { ready, heard }: Pick<HookGit, "ready" | "heard">,
  asked: { readonly ids: readonly string[]; readonly prefix: string },
): Promise<Outcome<readonly { path: string; oid: Oid }[]>> {
  const names = asked.ids.length > patternIdsMax ? "[a-z0-9]" : `(${asked.ids.join("|")})`;
  const pattern = `^["']?id["']?[[:space:]]*:[[:space:]]*["']?${names}`;
  const where = ["--", asked.prefix === "" ? "." : asked.prefix];
  const git = await ready();
  if (!git.ok) return git;
  const how = ["grep", "--cached", "--no-textconv", "-l", "-z", "-I", "-E", "-e", pattern, ...where];
  const found = await git.value.run(how, heard);
  if (!found.ok) return found;
  const named = new Set(found.value.stdout.toString("utf8").split("\0"));
  if (named.size <= 1) return ok([]);
  const listed = await indexed({ ready, heard }, asked.prefix);
  return listed.ok ? ok(listed.value.filter(({ path }) => named.has(path))) : listed;
}

async function indexed(
  { ready, heard }: Pick<HookGit, "ready" | "heard">,
  prefix: string,
): Promise<Outcome<readonly { readonly path: string; readonly oid: Oid }[]>> {
  const git = await ready();
  if (!git.ok) return git;
  const how = ["ls-files", "--cached", "--stage", "-z", "--", prefix === "" ? "." : prefix];
  const listed = await git.value.output(how, heard);
  return listed.ok ? ok(filesIn(listed.value, 1)) : listed;
}

/** Of a list of git's, `words TAB path`, the paths with the object that one of the words names. */
export function filesIn(bytes: Buffer, word: number): readonly { readonly path: string; readonly oid: Oid }[] {
  return bytes
    .toString("utf8")
    .split("\0")
    .flatMap((line) => {
      const tab = line.indexOf("\t");
      const oid = parseOid(line.slice(0, Math.max(0, tab)).split(" ")[word] ?? "");
      return oid === null ? [] : [{ path: line.slice(tab + 1), oid }];
    });
}

function configAbove(layout: GitLayout, path: string): Outcome<{ prefix: string; text: string } | null> {
  return attempt(`read ${configPath}`, () => {
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      const file = join(layout.top, folder, configPath);
      if (lstatSync(file, { throwIfNoEntry: false }) !== undefined)
        return { prefix: folder === "." ? "" : `${folder}/`, text: readPlainText(file, limits.configBytesMax) };
      if (folder === "." || folder === "/") return null;
    }
  });
}

/** `core.commentChar=auto`: git's own help is the last paragraph, so its last line shows the character chosen. */
function guessed(message: string): string {
  const last = message.trimEnd().split("\n").at(-1) ?? "";
  return "#;@!$%^&|:".includes(last.charAt(0)) && last !== "" ? last.charAt(0) : "#";
}

interface RawChange {
  /** null where the list names none. */
  readonly commit: Oid | null;
  readonly path: string;
  /** Of the file afterwards. */
  readonly mode: string;
  readonly letter: string;
  readonly oid: Oid | null;
  /** The file's version in each parent; null for no file. */
  readonly before: readonly (Oid | null)[];
}

/** `COMMIT\0` where one is named, then for each file as many colons as parents: `:MODE… MODE OID… OID LETTERS\0path\0`. */
export function rawChanges(text: string): Outcome<readonly RawChange[]> {
  const fields = text.split("\0");
  const changes: RawChange[] = [];
  let commit: Oid | null = null;
  for (let at = 0; at + 1 < fields.length; at += 1) {
    const field = fields[at]!;
    if (!field.startsWith(":")) {
      commit = parseOid(field);
      continue;
    }
    const parents = field.length - field.replace(/^:+/, "").length;
    const words = field.slice(parents).split(" ");
    const oids = words.slice(parents + 1, 2 * parents + 2).map(oidOf);
    if (oids.length !== parents + 1) return corrupt("The list of changes that git gave cannot be read.");
    at += 1;
    const [mode = "", letter = ""] = [words[parents], words.at(-1)];
    changes.push({ commit, path: fields[at]!, mode, letter, oid: oids[parents]!, before: oids.slice(0, parents) });
  }
  return ok(changes);
}

/** Zeros stand for nothing. */
export function oidOf(text: string): Oid | null {
  return /^0+$/.test(text) ? null : parseOid(text);
}

/** Commits whose replaced files are looked at: a lost index is one that was read seconds ago. */
const recentCommits = 200;

function onDisk(layout: GitLayout, path: string): Outcome<Uint8Array | null> {
  return attempt(`read ${path}`, () => {
    try {
      const file = join(layout.top, path);
      const stat = lstatSync(file, { throwIfNoEntry: false });
      if (stat === undefined || !stat.isFile() || stat.size > limits.pageBytesMax) return null;
      return readPlain(file, limits.pageBytesMax);
    } catch (error) {
      const errno = errnoOf(error);
      if (errno === "ENOTDIR" || errno === "ENOENT") return null;
      throw error;
    }
  });
}

async function replaced({ ready }: HookGit): Promise<Outcome<ReadonlyMap<string, ReadonlySet<Oid | null>>>> {
  const git = await ready();
  if (!git.ok) return git;
  const what = ["--raw", "-z", "--no-abbrev", "--no-renames", "--no-ext-diff", "--diff-merges=first-parent"];
  const how = ["log", "--first-parent", `--max-count=${recentCommits}`, "--format=", "--root", ...what, "HEAD"];
  const ran = await git.value.output(how);
  if (!ran.ok) return ran;
  const changes = rawChanges(ran.value.toString("utf8"));
  if (!changes.ok) return changes;
  const replaced = new Map<string, Set<Oid | null>>();
  for (const { path, before } of changes.value)
    getOrMake(replaced, path, () => new Set<Oid | null>()).add(before[0] ?? null);
  return ok(replaced);
}

/** By the folder that `memory/root` gives a memory; a digest is loaded only for one below the top. */
async function leftover(layout: GitLayout, prefix: string): Promise<Outcome<readonly Rewriting[]>> {
  const base = join(layout.gitDir, "pagefile");
  const folder =
    prefix === "" ? base : join(base, "roots", (await import("../base/digest.js")).shortDigest(prefix, 12));
  if (!existsSync(join(folder, "departures"))) return ok([]);
  const { openRemovals } = await import("../git/removals.js");
  const left = openRemovals(join(folder, "departures")).left();
  return left.ok ? ok(left.value.flatMap(({ rewriting }) => rewriting)) : left;
}

/** Of a merge of several commits the first one's; where it is gone, nothing is known to be the other side's. */
async function merged(
  { ready }: HookGit,
  paths: readonly string[],
): Promise<Outcome<ReadonlyMap<string, Oid | null> | null>> {
  const git = await ready();
  if (!git.ok) return git;
  const ran = await git.value.output(["ls-tree", "-z", "--full-tree", "MERGE_HEAD", "--", ...paths]);
  if (!ran.ok) return ok(null);
  const found = new Map<string, Oid | null>(paths.map((path) => [path, null]));
  for (const { path, oid } of filesIn(ran.value, 2)) found.set(path, oid);
  return ok(found);
}

function leaveTicket(file: string, text: string | null): Outcome<void> {
  return attempt("leave a ticket for the next hook", () => {
    if (text === null) return rmSync(file, { force: true, recursive: true });
    makeStateFolder(dirname(file), 0o777);
    replaceWhole(file, text, 0o666);
  });
}

// HookBootstrap: entries pinned hard that a commit by hand would push out of what the harness loads.

/** Instruction files too: Pagefile never writes them, but what is cut off their end is a rule nobody follows. */
export async function overflowFindings(host: CommitHost): Promise<Outcome<readonly Finding[]>> {
  const staged = await host.staged();
  if (!staged.ok) return staged;
  const roots = new Map<string, Root>();
  for (const file of staged.value) {
    if (!loadedNames.has(file.path.slice(file.path.lastIndexOf("/") + 1))) continue;
    const found = host.config(file.path);
    if (!found.ok) return found;
    // A configuration that cannot be read stops the commit elsewhere, where there are pages in it.
    const parsed = found.value === null ? null : parseConfig(found.value.text);
    if (found.value === null || parsed?.ok !== true) continue;
    const { prefix } = found.value;
    getOrMake(roots, prefix, () => ({ prefix, config: parsed.value.config, files: [] })).files.push(file);
  }
  const findings = await eachOf(roots.values(), async (root) => {
    const out = await pushedOutOf(root, host);
    return out.ok ? ok(out.value.map((pin) => findingFor(pin, root))) : out;
  });
  return findings.ok ? ok(findings.value.flat()) : findings;
}

/** What HEAD and the index have of these files, in one round of reading; null for no file, and for an object that is not there. */
export async function blobsOf(
  host: CommitHost,
  files: readonly Pick<StagedFile, "before" | "oid">[],
): Promise<Outcome<(oid: Oid | null) => Uint8Array | null>> {
  const oids = files.flatMap(({ before, oid }) => [before, oid]).filter((oid): oid is Oid => oid !== null);
  const blobs = await host.blobs(oids);
  if (!blobs.ok) return blobs;
  const bytes = new Map(oids.map((oid, at) => [oid, blobs.value[at] ?? null]));
  return ok((oid) => (oid === null ? null : (bytes.get(oid) ?? null)));
}

interface Root {
  readonly prefix: string;
  readonly config: Config;
  readonly files: StagedFile[];
}

/** What is staged, beside what the other files hold on disk: that is what the next session loads. */
async function pushedOutOf({ prefix, config, files }: Root, host: CommitHost): Promise<Outcome<readonly CutPin[]>> {
  const blobs = await blobsOf(host, files);
  if (!blobs.ok) return blobs;
  const bytes = blobs.value;
  const before = new Map<string, string>();
  const after = new Map<string, string>();
  for (const { path } of rulesOf(config)?.files ?? []) {
    const file = files.find((each) => each.path === prefix + path);
    const disk = file === undefined ? host.onDisk(prefix + path) : ok(null);
    if (!disk.ok) return disk;
    put(before, path, file === undefined ? disk.value : bytes(file.before));
    put(after, path, file === undefined ? disk.value : bytes(file.oid));
  }
  return ok(await pinsPushedOut(config, before, after));
}

function findingFor({ path, line, text, entry }: CutPin, { prefix, config }: Root): Finding {
  const says = `${config.profile} would no longer load the pinned entry “${text}” (${entry}).`;
  const hint = "Shorten what is loaded before it; `pagefile audit` shows what is cut.";
  return { code: "bootstrap_overflow", severity: "error", path: prefix + path, line, says, hint };
}

// HookAgent: what an agent's own `git commit` may not do: take from what the user pinned hard, and say in its message that a person made it.

/** A page of the commit with its bytes in HEAD and in the index. */
interface StagedBytes {
  readonly page: StagedPage;
  readonly before: Uint8Array | null;
  readonly after: Uint8Array | null;
  /** Whether something of it may be pinned hard in HEAD. */
  readonly mayBePinned: boolean;
}

/**
 * By the rule that every commit of ours passes; no word in the message lets an agent through. In a merge a file that is as the other
 * side has it was judged when it was committed there.
 */
export async function agentFindings(
  host: CommitHost,
  staged: readonly StagedBytes[],
): Promise<Outcome<readonly Finding[]>> {
  if (isPerson(host.actor)) return ok([]);
  const hidden = await hiddenPages(host, staged);
  if (!hidden.ok) return hidden;
  const all = [...hidden.value, ...staged];
  if (!all.some(({ mayBePinned }) => mayBePinned)) return ok([]);
  const theirs = await host.merged(all.map(({ page }) => page.file.path));
  if (!theirs.ok) return theirs;
  const own = all.filter(({ page: { file } }) => theirs.value?.get(file.path) !== (file.oid ?? null));
  // Loaded late: it brings the Markdown parser.
  const { refusalOf, takenPins } = await import("../write/guard/pins.js");
  const findings: Finding[] = [];
  for (const prefix of new Set(own.map(({ page }) => page.prefix))) {
    const below = own.filter(({ page }) => page.prefix === prefix);
    const files = below.map(({ page, ...bytes }): ChangedFile => ({ path: page.path as PagePath, ...bytes }));
    for (const taken of takenPins(files, below[0]!.page.config)) {
      const { says, hint } = refusalOf(taken);
      findings.push({ code: "pin_taken", severity: "error", path: prefix + taken.path, line: 0, says, hint });
    }
  }
  return ok(findings);
}

/**
 * What is a page by HEAD's configuration and is none by the one that is staged, or that lies on disk: `exclude:` takes a pin out of every prompt
 * as surely as the archive does. Each as HEAD has it, and as if it went where it is no page by what is staged.
 */
async function hiddenPages(
  host: CommitHost,
  known: readonly StagedBytes[],
): Promise<Outcome<readonly StagedBytes[]>> {
  const staged = await host.staged();
  if (!staged.ok) return staged;
  const judged = new Set(known.map(({ page }) => page.file.path));
  const prefixes = new Set<string>();
  for (const { path, before } of staged.value) {
    if (path === configPath || path.endsWith(`/${configPath}`)) prefixes.add(path.slice(0, -configPath.length));
    else if (before !== null && path.endsWith(".md") && !judged.has(path)) {
      const found = host.config(path);
      if (!found.ok) return found;
      if (found.value !== null) prefixes.add(found.value.prefix);
    }
  }
  const hidden = await eachOf(prefixes, (prefix) => hiddenBelow(host, prefix, { staged: staged.value, judged }));
  return hidden.ok ? ok(hidden.value.flat()) : hidden;
}

async function hiddenBelow(
  host: CommitHost,
  prefix: string,
  { staged, judged }: { readonly staged: readonly StagedFile[]; readonly judged: ReadonlySet<string> },
): Promise<Outcome<readonly StagedBytes[]>> {
  const listed = await host.indexed(prefix);
  if (!listed.ok) return listed;
  const changes = new Map(staged.map((file) => [file.path, file]));
  const configs = await configsOf(host, prefix, changes.get(prefix + configPath) ?? listed.value);
  if (!configs.ok || configs.value === null) return configs.ok ? ok([]) : configs;
  const { was, is } = configs.value;
  const gone = staged.filter(({ path, oid }) => oid === null && path.startsWith(prefix));
  const files = [...listed.value, ...gone].flatMap(({ path, oid }): StagedFile[] => {
    const name = path.slice(prefix.length);
    const change = changes.get(path);
    const before = change === undefined ? oid : change.before;
    const isLeft = oid !== null && is !== null && isPageOf(is, name);
    if (before === null || !isPageOf(was, name) || (isLeft && (change === undefined || judged.has(path)))) return [];
    return [{ path, status: "changed", mode: change?.mode ?? "100644", oid: isLeft ? oid : null, before }];
  });
  const blobs = await blobsOf(host, files);
  if (!blobs.ok) return blobs;
  const bytesOf = blobs.value;
  return ok(
    files.map((file) => {
      const page = { file, prefix, path: file.path.slice(prefix.length), config: was };
      return { page, before: bytesOf(file.before), after: bytesOf(file.oid), mayBePinned: true };
    }),
  );
}

/** HEAD's and the staged one; null where there was none that can be read, or where the other side of a merge brought it. */
async function configsOf(
  host: CommitHost,
  prefix: string,
  known: StagedFile | readonly { readonly path: string; readonly oid: Oid }[],
): Promise<Outcome<{ readonly was: Config; readonly is: Config | null } | null>> {
  const path = prefix + configPath;
  const oid = "before" in known ? known.oid : (known.find((each) => each.path === path)?.oid ?? null);
  const before = "before" in known ? known.before : oid;
  if (before === null) return ok(null);
  const theirs = await host.merged([path]);
  if (!theirs.ok) return theirs;
  if (oid !== before && theirs.value !== null && theirs.value.get(path) === oid) return ok(null);
  const blobs = await host.blobs(oid === null ? [before] : [before, oid]);
  if (!blobs.ok) return blobs;
  const [was, is = null] = blobs.value.map((bytes) => {
    const parsed = bytes === null ? null : parseConfig(new TextDecoder().decode(bytes));
    return parsed?.ok === true ? parsed.value.config : null;
  });
  return ok(was == null ? null : { was, is });
}

/** Lines of a message that speak for a person. git reads the names of trailers in any case. */
const persons: readonly (readonly [name: string, isOne: (value: string) => boolean, what: string])[] = [
  ["pagefile-approved", () => true, "approves words of strangers"],
  ["pagefile-actor", isPerson, "says that a person made the commit"],
  ["pagefile-origin", (value) => value === "user", "says that the words are the user's"],
];

/** In any paragraph: what stands in the middle now may be the last one once the message is edited. */
export function claimFindings(actor: string, lines: readonly string[]): readonly Finding[] {
  if (isPerson(actor)) return [];
  return lines.flatMap((text, at): readonly Finding[] => {
    const colon = text.indexOf(":");
    const name = text.slice(0, Math.max(0, colon)).trim().toLowerCase();
    const value = text.slice(colon + 1).trim();
    const claim = persons.find(([each, isOne]) => each === name && isOne(value));
    if (claim === undefined) return [];
    const says = `“${claim[0]}” ${claim[2]}, and ${actor} makes it.`;
    const hint = "Take the line out; pagefile adds what is so. A person approves with: pagefile approve PAGE";
    return [{ code: "trailer_forged", severity: "error", path: "the commit message", line: at + 1, says, hint }];
  });
}

/**
 * `git commit` reads the index before it locks it, and writes back what it read. A commit of another process in between is then
 * missing from the index, and the next plain `git commit` undoes it without a word. Such a page has HEAD's bytes on disk, while
 * the index has what one of the last commits replaced; somebody who edits a page has neither.
 */
export async function lostPages(
  host: CommitHost,
  pages: readonly { readonly page: StagedPage; readonly head: Uint8Array | null }[],
): Promise<Outcome<readonly Finding[]>> {
  if (host.operation !== null) return ok([]);
  const suspects: StagedPage[] = [];
  for (const { page, head } of pages) {
    const disk = head === null ? ok(null) : host.onDisk(page.file.path);
    if (!disk.ok) return disk;
    if (head !== null && disk.value !== null && Buffer.compare(disk.value, head) === 0) suspects.push(page);
  }
  if (suspects.length === 0) return ok([]);
  const replaced = await host.replaced();
  if (!replaced.ok) return replaced;
  return ok(suspects.filter(({ file }) => replaced.value.get(file.path)?.has(file.oid) === true).map(lost));
}

function lost({ file }: StagedPage): Finding {
  const gone = file.status === "deleted";
  const says = `The file is as HEAD has it, but the index ${gone ? "has none" : "holds an older version"}: another commit came in while this index was in use, and committing it would ${gone ? "delete the page" : "take that change back"}.`;
  const path = /^[A-Za-z0-9_./-]+$/.test(file.path) ? file.path : quotedWord(file.path);
  const hint = `Run \`git reset -q -- ${path}\` and commit again. If you mean it: git commit --trailer "${allowWord}" …`;
  return { code: "index_stale", severity: "error", path: file.path, line: 0, says, hint };
}

/** What the hooks of a commit need of git and of the disk. */
export interface CommitHost {
  staged(): Promise<Outcome<readonly StagedFile[]>>;
  /** The bytes of blobs, in the order asked; null for an object the repository does not have. */
  blobs(oids: readonly Oid[]): Promise<Outcome<readonly (Uint8Array | null)[]>>;
  /** Files in the index below `prefix` that have a line which may give them one of these ids. */
  claiming(ids: readonly string[], prefix: string): Promise<Outcome<readonly { path: string; oid: Oid }[]>>;
  /** All files in the index below `prefix`. */
  indexed(prefix: string): Promise<Outcome<readonly { readonly path: string; readonly oid: Oid }[]>>;
  /** The nearest `pagefile.yaml` at or above a file, no higher than the work tree's top; null where there is none. */
  config(path: string): Outcome<{ readonly prefix: string; readonly text: string } | null>;
  /** A merge or a rebase under way, as git itself keeps it; null otherwise. */
  readonly operation: string | null;
  /** What opens a comment line in this message; null where git will take every line as text. */
  comment(message: string): Outcome<string | null>;
  /** null for a message that is not UTF-8. */
  readMessage(file: string): Outcome<string | null>;
  writeMessage(file: string, text: string): Outcome<void>;
  /** Who commits, as the harness in the environment says. */
  readonly actor: string;
  /** What writers of ours that died before their commit left in files of the memory below `prefix`. */
  leftover(prefix: string): Promise<Outcome<readonly Rewriting[]>>;
  /** By path, the blob in the commit that is being merged; null for no file. null as a whole outside a merge. */
  merged(paths: readonly string[]): Promise<Outcome<ReadonlyMap<string, Oid | null> | null>>;
  /** The work tree's file; null where there is no regular file of a page's size. */
  onDisk(path: string): Outcome<Uint8Array | null>;
  /** By path, what stood there before each of the last few hundred commits of the branch; null stands for no file. */
  replaced(): Promise<Outcome<ReadonlyMap<string, ReadonlySet<Oid | null>>>>;
  /** Read by `hooks/ahead-commit-msg.sh`; null takes an earlier one away. */
  leaveTicket(text: string | null): Outcome<void>;
}

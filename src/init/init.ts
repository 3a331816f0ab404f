/** Init: a folder becomes a memory repository, and plain files become pages of its history. What stands there stays as it is. */

import { join } from "node:path";
import { blobOid } from "../base/digest.js";
import { type Oid, type PageId, type PagePath, parsePagePath } from "../base/ids.js";
import { err, type Failure, type Outcome, ok, usage } from "../base/result.js";
import { shellWord, withoutTail } from "../base/text.js";
import type { FileState } from "../git/history.js";
import type { HooksMade } from "../hooks/install.js";
import { type Config, defaultBudgetTokens, printConfig } from "../memory/config.js";
import { readableName } from "../memory/disk/project.js";
import { leftOut } from "../memory/included.js";
import { type Memory, readStates, refresh } from "../memory/memory.js";
import { type ProfileName, profileNames } from "../memory/profile.js";
import { configPath } from "../memory/service.js";
import { findingsOf, unreadLines, type Workspace } from "../memory/workspace.js";
import { engineFor, openWorkspace } from "../open.js";
import { type Finding, type PageType, type Scope, scopes } from "../page/page.js";
import { redactSecrets } from "../rules/secret-keys.js";
import { packageRoot } from "../state/machine.js";
import { type CommitOptions, commit, refuse } from "../write/commit/commit.js";
import { type AdoptedFile, type Adoption, validateAdoption } from "../write/guard/hand.js";
import { staysHome } from "../write/guard/origin.js";
import { envelopeHere } from "../write/patch.js";
import { guardWrites } from "../write/validate.js";
import {
  type Beyond,
  foldersShown,
  type NewFile,
  notesBeyond,
  openScaffold,
  type Scaffold,
  surveyBelow,
} from "./scaffold.js";

export interface InitServices {
  readonly scaffold: Scaffold;
  /** Joins plain git to the memory just made in `dir`; never fails the making of it. */
  readonly hooks: (dir: string) => Promise<InitAnswer["hooks"]>;
  readonly open: (dir: string) => Promise<Outcome<Workspace>>;
}

interface InitQuery {
  /** Absolute. */
  readonly dir: string;
  /** Guessed from the files that are there when null. */
  readonly profile: string | null;
  /** The folder's name when null. */
  readonly name: string | null;
  /** `project` when null. */
  readonly scope: string | null;
  /** False where the hooks are not wanted. */
  readonly hooks: boolean;
  /** Called with what takes long in a large folder, as it begins. */
  readonly progress?: (says: string) => void;
}

/**
 * An empty folder gets the profile's templates; one that holds Markdown gets `pagefile.yaml` alone. A repository made here takes in
 * every page that is there; in one that was there before, only what was created is committed. An init that failed part-way is
 * finished by the next one: what it made and did not commit is committed then.
 */
export async function init(services: InitServices, query: InitQuery): Promise<Outcome<InitAnswer>> {
  const { scaffold } = services;
  const chosen = choose(query);
  if (!chosen.ok) return chosen;
  const repository = await scaffold.ensureRepository(query.dir);
  if (!repository.ok) return repository;
  const survey = scaffold.survey(query.dir);
  if (!survey.ok) return survey;
  const isNew = !survey.value.includes(configPath);
  const known = isNew ? await scaffold.checkIdentity(query.dir, repository.value) : ok(undefined);
  if (!known.ok) return known;
  const profile = chosen.value.profile ?? guess(query.dir, survey.value);
  const files = filesFor(scaffold, query, { ...chosen.value, profile }, survey.value);
  if (!files.ok) return files;
  const written = writeAll(scaffold, query.dir, files.value);
  if (!written.ok) return written;
  const opened = await services.open(query.dir);
  if (!opened.ok) return opened;
  const workspace = opened.value;
  const wanted = isNew ? await notIgnored(workspace.primary) : ok(undefined);
  const taken = wanted.ok
    ? await take(scaffold, workspace.primary, { ...written.value, repository: repository.value })
    : wanted;
  if (taken.ok) await makeReady(workspace, query.progress);
  await workspace.close();
  // A repository that takes no commit now, amid a rebase or off any branch, or of no pages, is left without the mark of a memory.
  const made = files.value.filter(({ path }) => written.value.created.includes(path));
  const isRefused = !taken.ok && (taken.error.code === "git_failed" || !wanted.ok);
  if (isRefused && repository.value === "found") scaffold.takeBack(query.dir, made);
  if (!taken.ok) return taken;
  const { root, config } = workspace.primary;
  const { primary } = workspace;
  const below = surveyBelow(root);
  const beyond = beyondLines(config, await notesBeyond(primary, below));
  const beside = besideLines(primary, below.workspaces);
  const unread = [
    ...(isNew ? [] : unchangedLines(config, query)),
    ...unreadLines(primary),
    ...linkLines(primary),
    ...beyond,
    ...beside,
  ];
  const hooks = query.hooks ? await services.hooks(query.dir) : { installed: false, says: "not asked for" };
  return ok({ root, profile: config.profile, ...taken.value, unread, hooks });
}

/**
 * A harness waits some seconds for a hook and then goes on without it. Counting the tokens of a large memory, making its index and reading what its
 * entries say take longer, so they are done where a person waits: at init, and at setup in a clone. What cannot be made says why when it is asked for.
 */
export async function makeReady(workspace: Workspace, progress: InitQuery["progress"] = () => {}): Promise<void> {
  if (workspace.primary.files.size < largeFrom) return;
  const files = `${workspace.primary.files.size} files`;
  progress(`counting the tokens of ${files}`);
  const { decide } = await import("../prompt/assemble.js");
  await decide(workspace, { budget: defaultBudgetTokens, demands: [], session: null, audience: "owner" });
  const { indexAhead } = await import("../recall/index/open.js");
  const { openHeld } = await import("../night/keep/entry-words.js");
  progress(`reading what the entries of ${files} say`);
  openHeld(workspace.primary, null, new Set());
  progress(`making the index of ${files}`);
  for (const memory of workspace.memories) {
    memory.tokens.flush();
    indexAhead(memory);
  }
}

/** Files from which on a first start and a first prompt would take longer than a person would not notice. */
const largeFrom = 100;

async function notIgnored(memory: Memory): Promise<Outcome<void>> {
  const ignored = await ignoredPage(memory);
  if (!ignored.ok || ignored.value === null) return ignored.ok ? ok(undefined) : ignored;
  const says = `Git ignores ${ignored.value} here, and as a page of a memory it would be committed.`;
  const hint = `Take the pattern out (git check-ignore -v ${ignored.value} says where it stands), or keep the memory outside of this folder: pagefile setup claude-code`;
  return err(usage(says, hint));
}

/**
 * What git was told to leave out is in nobody's commits, and a memory lives in commits: `MEMORY.md`, what Pagefile makes below `memory/`, whether they
 * are there yet or not, or all that lies there. A folder of a person's own there, or the logs of their days, may be left out.
 */
export async function ignoredPage({ files, checkout, outside }: Memory): Promise<Outcome<PagePath | null>> {
  const below = [...files.keys()].filter((path) => path.startsWith("memory/"));
  // Behind a link git answers for nothing.
  const isLink = outside.some(({ path }) => path === "memory");
  const made = ["MEMORY.md", ...(isLink ? [] : ["memory/preferences/rules.md"])] as PagePath[];
  const ignored = (await checkout?.ignored([...made, ...below])) ?? ok(new Set<PagePath>());
  if (!ignored.ok) return ignored;
  const isOut = (path: PagePath): boolean => ignored.value.has(path);
  return ok(made.find(isOut) ?? (below.every(isOut) ? (below[0] ?? null) : null));
}

interface Files {
  readonly created: readonly string[];
  readonly kept: readonly string[];
}

function writeAll(scaffold: Scaffold, dir: string, files: readonly NewFile[]): Outcome<Files> {
  const created: string[] = [];
  const kept: string[] = [];
  for (const file of files) {
    const written = scaffold.write(dir, file.path, file.text);
    if (!written.ok) return written;
    (written.value === "created" ? created : kept).push(file.path);
  }
  return ok({ created, kept });
}

/** What stands among the pages and is none by its owner's choice, a line a kind, and a folder of pages that is none. */
export function linkLines(memory: Memory): readonly string[] {
  const found = findingsOf(memory).filter(({ line, path }) => line === 0 && !memory.table.byPath.has(path));
  const line = (code: Finding["code"], [one, many]: readonly [string, string]): readonly string[] => {
    const [first, ...others] = found.filter((finding) => finding.code === code && finding.severity === "note");
    if (first === undefined) return [];
    const rest = others.length === 0 ? "" : ` and ${others.length} more`;
    return [`${others.length === 0 ? `1 ${one}` : `${others.length + 1} ${many}`} (${first.path}${rest})`];
  };
  return [
    ...line("not_a_regular_file", ["symbolic link is not followed", "symbolic links are not followed"]),
    ...line("path_refused", [
      "repository inside is no part of this memory",
      "repositories inside are no part of this memory",
    ]),
    ...found
      .filter(
        ({ code, severity, path }) => code === "not_a_regular_file" && severity === "error" && !path.endsWith(".md"),
      )
      .map(({ path, says }) => `${path}: ${says}`),
  ];
}

/** What was asked for and is not as it stands: a memory that is there is not made again. */
function unchangedLines(config: Config, query: InitQuery): readonly string[] {
  const asked = (["profile", "name", "scope"] as const).filter(
    (key) => query[key] !== null && query[key] !== config[key],
  );
  return asked.map(
    (key) =>
      `--${key} changes nothing: this is a memory already, its ${key} is ${config[key]}; change it in ${configPath}`,
  );
}

/** Who keeps notes beside the instructions of an agent has a memory of none of them, by the guess that there is code. */
function beyondLines({ profile }: Config, beyond: Beyond | null): readonly string[] {
  if (beyond === null) return [];
  const { files, folders, says } = beyond;
  const what = files === 1 ? "1 Markdown file is no page" : `${files} Markdown files are no pages`;
  const globs = folders.slice(0, foldersShown).map((folder) => JSON.stringify(`${folder}/**`));
  return [
    `${what}, ${says}: a memory of the profile ${profile} has none there`,
    `to take them in, write into pagefile.yaml “profile: plain”, as --profile plain does in a new memory, or include: [${globs.join(", ")}]; then: pagefile adopt`,
  ];
}

/** Who keeps several agents in one repository has made a memory of none of them yet. */
function besideLines({ files }: Memory, workspaces: readonly string[]): readonly string[] {
  const pages = [...files.keys()];
  const beside = workspaces.filter((folder) => !pages.some((path) => path.startsWith(`${folder}/`)));
  const [first] = beside;
  if (first === undefined) return [];
  const says =
    beside.length === 1
      ? `${first} looks like an agent's workspace and is`
      : `${first} and ${beside.length - 1} more look like agents' workspaces and are`;
  return [`${says} not part of this memory: pagefile init ${shellWord(first)} makes one there`];
}

type Taken = Pick<InitAnswer, "created" | "kept" | "finished" | "skipped" | "commit">;

async function take(
  scaffold: Scaffold,
  memory: Memory,
  { created, kept, repository }: Files & { readonly repository: "made" | "found" },
): Promise<Outcome<Taken>> {
  const head = await memory.history.head();
  if (!head.ok) return head;
  const tree = await memory.history.tree(head.value.commit);
  if (!tree.ok) return tree;
  const tracked = new Set<string>(tree.value.map(({ path }) => path));
  // The configuration stands and no commit holds it: an earlier run did not come to its end.
  const isResumed = kept.includes(configPath) && !tracked.has(configPath);
  if (created.length === 0 && !isResumed) return ok({ created, kept, finished: [], skipped: [], commit: null });
  const again = isResumed ? finishTemplates(scaffold, memory) : ok({ created: [], kept: [] });
  if (!again.ok) return again;
  const made = [...created, ...again.value.created];
  const finished = isResumed ? [...new Set([...kept, ...again.value.kept])].filter((path) => !tracked.has(path)) : [];
  const mine = [...made, ...finished];
  // Without a commit nothing was here before that run but what it would have taken in itself.
  const isWhole = repository === "made" || (isResumed && head.value.commit === null);
  const pages = [...memory.table.byPath.keys()].filter((path) => isWhole || mine.includes(path));
  const others = mine.filter((path) => !pages.includes(path));
  const done = await startWith(memory, pages as PagePath[], others as PagePath[]);
  if (!done.ok) return done;
  const { commit, withheld } = done.value;
  return ok({
    created: made,
    kept: kept.filter((path) => !finished.includes(path)),
    finished,
    skipped: withheld,
    commit,
  });
}

/** The templates come in where every page that stands there is one of them, byte for byte; beside others there were to be none. */
function finishTemplates(scaffold: Scaffold, memory: Memory): Outcome<Files> {
  const templates = scaffold.templates(memory.config.profile);
  if (!templates.ok) return templates;
  const encoder = new TextEncoder();
  const oids = new Map<string, Oid>(templates.value.map(({ path, text }) => [path, blobOid(encoder.encode(text))]));
  const hasOthers = [...memory.files.values()].some(({ path, oid }) => oids.get(path) !== oid);
  if (hasOthers) return ok({ created: [], kept: [] });
  const written = writeAll(scaffold, memory.root, templates.value);
  if (!written.ok) return written;
  const refreshed = refresh(memory);
  return refreshed.ok ? written : refreshed;
}

interface Choice {
  readonly profile: ProfileName | null;
  readonly scope: Scope;
}

function choose(query: InitQuery): Outcome<Choice> {
  const profile = profileNames.find((name) => name === query.profile) ?? null;
  if (query.profile !== null && profile === null) return err(notOneOf("profile", query.profile, profileNames));
  if (query.name !== null && !isName(query.name)) {
    const says = `“${query.name}” is not a name: one line of at most ${storeNameCharsMax} characters without / was expected.`;
    return err(usage(says, "For example: --name trip-desk; left out, the folder's name is taken."));
  }
  const scope = scopes.find((name) => name === query.scope) ?? null;
  if (scope === "local") {
    const says = "A memory is kept in commits, and what is of scope local is never committed.";
    return err(usage(says, "Leave --scope out, and give the pages that are to stay on this disk “scope: local”."));
  }
  if (query.scope !== null && scope === null) return err(notOneOf("scope", query.scope, scopes));
  return ok({ profile, scope: scope ?? "project" });
}

function filesFor(
  scaffold: Scaffold,
  query: InitQuery,
  choice: Choice & { readonly profile: ProfileName },
  present: readonly string[],
): Outcome<readonly NewFile[]> {
  const config: Config = {
    store: scaffold.newStoreId(),
    name: query.name ?? readableName(query.dir),
    profile: choice.profile,
    scope: choice.scope,
    budgetTokens: defaultBudgetTokens,
  };
  const own = { path: configPath, text: printConfig(config) };
  if (present.some((name) => name.endsWith(".md") || name === "memory" || name === configPath)) return ok([own]);
  const templates = scaffold.templates(choice.profile);
  return templates.ok ? ok([own, ...templates.value]) : templates;
}

function guess(dir: string, present: readonly string[]): ProfileName {
  const has = (name: string): boolean => present.includes(name);
  if (has("SOUL.md") || (has("AGENTS.md") && has("USER.md"))) return "openclaw";
  if (/[\\/]\.pi[\\/]/.test(`${dir}/`)) return "pi";
  if (has("CLAUDE.md")) return "claude-code";
  if (has("AGENTS.md")) return "codex";
  return "plain";
}

/** It stands before the id where two stores hold one page: `name/page`. */
function isName(name: string): boolean {
  return /^[^\p{C}\p{Z}/]+(?: [^\p{C}\p{Z}/]+)*$/u.test(name) && name.length <= storeNameCharsMax;
}

const storeNameCharsMax = 64;

function notOneOf(what: string, found: string, allowed: readonly string[]): Failure {
  return usage(`“${found}” is not a ${what}.`, `One of: ${allowed.join(", ")}.`);
}

interface AdoptQuery {
  /** Files or folders below the root; none means every page file that git does not know yet, as it is. */
  readonly paths: readonly string[];
  readonly dryRun: "dry-run" | "commit";
}

export async function adopt(
  workspace: Workspace,
  query: AdoptQuery,
  options: CommitOptions,
): Promise<Outcome<AdoptAnswer>> {
  const memory = workspace.primary;
  const head = await memory.history.head();
  if (!head.ok) return head;
  const tree = await memory.history.tree(head.value.commit);
  if (!tree.ok) return tree;
  const tracked = new Set<string>(tree.value.map((file) => file.path));
  const chosen = chooseFiles(memory, query.paths, tracked);
  if (!chosen.ok) return chosen;
  const { files, skipped } = chosen.value;
  const adopted = files.map((file) => {
    const page = memory.table.byPath.get(file.path)!;
    return { path: file.path, id: page.id, type: page.type };
  });
  if (files.length === 0 || query.dryRun === "dry-run") {
    return ok({ adopted, skipped, commit: null, dryRun: query.dryRun === "dry-run" });
  }
  const marker = query.paths.length === 0 && !tracked.has(configPath) ? [configPath as PagePath] : [];
  const others = [...marker, ...blobsOf(memory, files, tracked)];
  const done = await record(memory, { files, others, op: "adopt" }, options);
  if (!done.ok) return done;
  const { commit: made, withheld } = done.value;
  const isOut = new Set<string>(withheld.map(({ path }) => path));
  return ok({
    adopted: adopted.filter(({ path }) => !isOut.has(path)),
    skipped: [...skipped, ...withheld],
    commit: made,
    dryRun: false,
  });
}

/** What was taken in, and what was left out and why. */
interface TakenIn {
  /** null where nothing was left to commit. */
  readonly commit: Oid | null;
  readonly withheld: AdoptAnswer["skipped"];
}

/** What a new memory begins with, as it is: pages, and others that belong to the memory without being pages. */
async function startWith(
  memory: Memory,
  pages: readonly PagePath[],
  others: readonly PagePath[],
): Promise<Outcome<TakenIn>> {
  const home = pages.flatMap((path) => {
    const why = keptHome(memory, path);
    return why === null ? [] : [{ path, why }];
  });
  const isHome = new Set<string>(home.map(({ path }) => path));
  const files = pages.filter((path) => !isHome.has(path)).map((path) => ({ path, how: "as_is" }) as const);
  const blobs = blobsOf(memory, files, new Set(others));
  const all: Adoption = { files, others: [...others, ...blobs], op: "start" };
  const done = await record(memory, all, { detached: "refuse" });
  return done.ok ? ok({ ...done.value, withheld: [...home, ...done.value.withheld] }) : done;
}

/** What an evidence page points to comes in with it: a pointer that resolves here and in no clone would be none. */
function blobsOf(memory: Memory, files: readonly AdoptedFile[], tracked: ReadonlySet<string>): readonly PagePath[] {
  const blobs = new Set<PagePath>();
  for (const file of files) {
    const resolves = memory.files.get(file.path)?.data.meta.fields?.resolves;
    const path = typeof resolves === "string" ? parsePagePath(resolves.replace(/^file:/, "")) : null;
    if (path === null || tracked.has(path) || path.endsWith(".md")) continue;
    const read = memory.store.read(path);
    if (read.ok && read.value !== null) blobs.add(path);
  }
  return [...blobs].sort();
}

/** A file that holds a secret stays out, and keeps no other out. */
async function record(
  memory: Memory,
  { files: all, others, op }: Adoption,
  options: CommitOptions,
): Promise<Outcome<TakenIn>> {
  const head = await memory.history.head();
  if (!head.ok) return head;
  const states = await readStates(memory, head.value.commit, [...all.map((file) => file.path), ...others]);
  if (!states.ok) return states;
  const withheld: TakenIn["withheld"][number][] = [];
  for (const state of states.value) withheld.push(...(await withheldFor(memory, state)));
  const isOut = new Set<string>(withheld.map(({ path }) => path));
  const files = all.filter(({ path }) => !isOut.has(path));
  const rest = others.filter((path) => !isOut.has(path));
  if (files.length + rest.length === 0) return ok({ commit: null, withheld });
  const validate = validateAdoption.bind(null, { files, others: rest, op }, envelopeHere(memory));
  const about = files.map((file) => file.path).join(", ");
  const done = await commit(memory, { validate, content: { op, files, others: rest }, about }, options);
  return done.ok ? ok({ commit: done.value.unchanged ? null : done.value.commit, withheld }) : done;
}

/** The refusal of one file is on record, as that of a patch would be. */
async function withheldFor(memory: Memory, state: FileState): Promise<TakenIn["withheld"]> {
  const { path, head, work } = state;
  if (head !== null || work === null) return [];
  const write = { path, before: { head: null, index: null, work: work.oid }, index: null, work: null };
  const refusal = guardWrites([{ ...write, head: work.bytes }], "", new Map());
  if (refusal === null) return [];
  await refuse(memory, path, refusal);
  return [{ path, why: `${redactSecrets(refusal.says)} ${refusal.hint}` }];
}

function chooseFiles(
  memory: Memory,
  asked: readonly string[],
  tracked: ReadonlySet<string>,
): Outcome<{ readonly files: readonly AdoptedFile[]; readonly skipped: AdoptAnswer["skipped"] }> {
  const files: AdoptedFile[] = [];
  const skipped: { path: string; why: string }[] = [];
  if (asked.length === 0) {
    for (const path of memory.table.byPath.keys())
      if (!tracked.has(path)) {
        const why = keptHome(memory, path);
        if (why === null) files.push({ path: path as PagePath, how: "as_is" });
        else skipped.push({ path, why });
      }
  }
  for (const name of asked) {
    const paths = pathsUnder(memory, name);
    if (paths.length === 0) {
      const out = leftOut(memory.config, name.replace(/^\.\//, ""), (path) => memory.table.byPath.has(path));
      if (out !== null) return err({ code: "page_missing", ...out });
      const hint =
        "Name a file or a folder that is there, by its path below the memory root; without a name adopt takes all that git does not know yet.";
      return err({ code: "page_missing", says: `There is no Markdown file at or below “${name}”.`, hint });
    }
    for (const path of paths) {
      const why = whyNot(memory, path);
      if (why === null) files.push({ path, how: "frontmatter" });
      else skipped.push({ path, why });
    }
  }
  if (asked.length === 0) skipped.push(...excluded(memory, tracked));
  return ok({ files, skipped });
}

function pathsUnder(memory: Memory, name: string): readonly PagePath[] {
  const clean = withoutTail(name.replace(/^\.\//, ""), "/");
  const all = [...memory.files.keys()].sort() as PagePath[];
  return all.filter((path) => clean === "." || clean === "" || path === clean || path.startsWith(`${clean}/`));
}

function whyNot(memory: Memory, path: PagePath): string | null {
  const page = memory.table.byPath.get(path);
  const facts = memory.files.get(path)?.data;
  if (page === undefined) return facts?.findings?.[0]?.says ?? "It is not a page.";
  if (!page.writable) return "It is an instruction file that you wrote; Pagefile never writes it.";
  const home = keptHome(memory, path);
  if (home !== null) return home;
  if (facts !== undefined && facts.meta.id !== undefined && facts.meta.type !== undefined)
    return "It has an id and a type already.";
  return null;
}

/** Why a page may not come into the history; null where it may. */
function keptHome(memory: Memory, path: string): string | null {
  const scope = memory.table.byPath.get(path)?.scope;
  if (scope === undefined || !staysHome(scope, memory.config.scope)) return null;
  return `It is of scope ${scope}: it stays on this machine and is never committed; give it scope: project if others may have it.`;
}

function excluded(memory: Memory, tracked: ReadonlySet<string>): AdoptAnswer["skipped"] {
  return memory.table.findings
    .filter((finding) => finding.severity === "error" && !tracked.has(finding.path))
    .map((finding) => ({ path: finding.path, why: finding.says }));
}

// Start answers: what `init` and `adopt` give back, in the shapes that `--json` prints.

export interface InitAnswer {
  readonly root: string;
  readonly profile: string;
  readonly created: readonly string[];
  readonly kept: readonly string[];
  /** Files that an earlier run made and could not commit; they are in this one's commit. */
  readonly finished: readonly string[];
  /** Files that were left out of the commit, each with the reason. */
  readonly skipped: AdoptAnswer["skipped"];
  /** The commit that holds the created and finished files; null when there were none. */
  readonly commit: Oid | null;
  /** Whether git ran each hook and it answered; `says` why not. */
  readonly hooks: HooksMade;
  /** Which notes were not read, and why, a line a reason, and which workspaces below are none of it. */
  readonly unread: readonly string[];
}

export interface AdoptAnswer {
  readonly adopted: readonly { readonly path: PagePath; readonly id: PageId; readonly type: PageType }[];
  readonly skipped: readonly { readonly path: string; readonly why: string }[];
  /** null on a dry run and when nothing was adopted. */
  readonly commit: Oid | null;
  readonly dryRun: boolean;
}

// WireInit: what makes a memory: its folder and first files on disk, and git's hooks where git is.

export function wireInit(options: {
  readonly env: NodeJS.ProcessEnv;
  readonly now: string | null;
  /** False where the memory is to be a repository of its own, also inside of another one; true when absent. */
  readonly around?: boolean;
}): InitServices {
  const templatesDir = join(packageRoot(), "templates");
  return {
    scaffold: openScaffold({
      templatesDir,
      engine: engineFor(options.env),
      env: options.env,
      around: options.around !== false,
    }),
    open: (dir) => openWorkspace({ cwd: dir, repos: [dir], env: options.env, now: options.now }),
    async hooks(dir) {
      if (engineFor(options.env) === "embedded") return { installed: false, says: "there is no git to run them" };
      const { hooksForNew } = await import("../hooks/install.js");
      return hooksForNew(dir, options.env);
    },
  };
}

/** Hooks: puts our lines into a repository's hooks and its merge driver beside them, takes both out, and proves that they run. */

import { randomBytes } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
} from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { limits } from "../base/limits.js";
import { eachOf, type Outcome, ok } from "../base/result.js";
import { findLayout, type GitLayout } from "../git/layout.js";
import { type Git, gitFor } from "../git/process.js";
import { replaceFile } from "../state/durable.js";
import { attempt } from "../state/fs-calls.js";
import { packageRoot } from "../state/machine.js";
import { readPlain } from "../state/plain-file.js";
import {
  describeMerge,
  findBlock,
  type HookChange,
  type HookFile,
  type HookHow,
  type HookTemplates,
  installMerge,
  isOurs,
  type LookedAt,
  lineToAdd,
  type MergeChange,
  type MergeHost,
  type MergeSetup,
  openMergeHost,
  planInstall,
  planUninstall,
  uninstallMerge,
} from "./merge-driver.js";
import { canaryAnswer, type HookName, hookNames, isAfter } from "./staged.js";

interface HookTools {
  readonly folder: HookFolder;
  readonly merge: MergeHost;
  readonly templates: HookTemplates;
  readonly nonce: string;
}

/** Whether the hooks of a new memory were put in and answered; `says` why not. */
export interface HooksMade {
  readonly installed: boolean;
  /** Why they are not, or that they were there already; empty where this run put them in. */
  readonly says: string;
}

export interface HooksAnswer {
  /** Where the files are that hold, or would hold, our lines. */
  readonly folder: string;
  /** False where the folder is the user's own: nothing is written there, and `add` holds the lines to add. */
  readonly ours: boolean;
  readonly hooks: readonly {
    readonly name: HookName;
    /** null where our lines are not in the file. */
    readonly how: HookHow | null;
    /** What this run did. */
    readonly did: "installed" | "updated" | "removed" | "nothing";
    /** Whether git ran the file and our program answered; null where that was not asked or is not possible. */
    readonly runs: boolean | null;
    /** What was seen instead of the answer; empty otherwise. */
    readonly says: string;
  }[];
  readonly merge: MergeSetup;
  readonly add: readonly string[];
}

type Row = HooksAnswer["hooks"][number];
type Did = ReadonlyMap<HookName, Row["did"]>;

/** Idempotent; all hooks and the merge driver, or nothing. The driver is the repository's own even where the hooks are not. */
export async function installHooks(tools: HookTools): Promise<Outcome<HooksAnswer>> {
  const { folder, templates } = tools;
  const merge = await installMerge(tools.merge, templates);
  if (!merge.ok) return merge;
  const plan: Plan = (name, file) => planInstall(name, file, { templates, sourced: folder.sourced });
  return changed(tools, merge.value, change(folder, plan, null));
}

export async function uninstallHooks(tools: HookTools): Promise<Outcome<HooksAnswer>> {
  const merge = await uninstallMerge(tools.merge);
  return merge.ok ? changed(tools, merge.value, change(tools.folder, planUninstall, "removed")) : merge;
}

/** Where the hooks could not be changed the driver is put back. */
async function changed(tools: HookTools, merge: MergeChange, did: Outcome<Did>): Promise<Outcome<HooksAnswer>> {
  if (did.ok) return describe(tools, did.value, merge.did);
  const undone = await merge.undo();
  return undone.ok ? did : undone;
}

/** Changes nothing. A file that holds our lines is run with a canary: that it exists proves nothing. */
export function hooksStatus(
  tools: Omit<HookTools, "merge"> & { readonly merge: LookedAt },
): Promise<Outcome<HooksAnswer>> {
  return describe(tools, new Map(), "nothing");
}

/** The hooks alone and as they lie there: nothing is run, and git is not asked for its files, as the driver's patterns would need. */
async function hooksLooked(tools: Omit<HookTools, "merge">): Promise<Outcome<Pick<HooksAnswer, "ours" | "hooks">>> {
  const hooks = await rowsOf({ ...tools, folder: { ...tools.folder, canary: async () => ok(null) } }, new Map());
  return hooks.ok ? ok({ ours: tools.folder.owner === "repository", hooks: hooks.value }) : hooks;
}

type Plan = (name: HookName, file: HookFile | null) => readonly HookChange[];

/** Nothing in a folder of the user's own. */
function change(folder: HookFolder, plan: Plan, done: Row["did"] | null): Outcome<Did> {
  const steps: HookChange[] = [];
  const did = new Map<HookName, Row["did"]>();
  for (const name of folder.owner === "repository" ? hookNames : []) {
    const file = folder.read(name);
    if (!file.ok) return file;
    const planned = plan(name, file.value);
    if (planned.length === 0) continue;
    steps.push(...planned);
    did.set(name, done ?? (findBlock(file.value) === null ? "installed" : "updated"));
  }
  const applied = steps.length === 0 ? ok(undefined) : folder.apply(steps);
  return applied.ok ? ok(did) : applied;
}

async function describe(
  tools: Parameters<typeof hooksStatus>[0],
  did: Did,
  merged: MergeSetup["did"],
): Promise<Outcome<HooksAnswer>> {
  const { folder, templates } = tools;
  // Side by side: each starts a program, and none changes anything.
  const [hooks, merge] = await Promise.all([rowsOf(tools, did), describeMerge(tools.merge, templates, merged)]);
  if (!hooks.ok) return hooks;
  if (!merge.ok) return merge;
  const ours = folder.owner === "repository";
  const add = ours ? [] : hookNames.map((name) => `${name}: ${lineToAdd(name, templates)}`);
  return ok({ folder: folder.path, ours, hooks: hooks.value, merge: merge.value, add });
}

async function rowsOf(tools: Omit<HookTools, "merge">, did: Did): Promise<Outcome<readonly Row[]>> {
  const files = await eachOf(hookNames, (name) => tools.folder.read(name));
  if (!files.ok) return files;
  const rows = hookNames.map(async (name, at): Promise<Row> => {
    const file = files.value[at]!;
    const how = findBlock(file)?.how ?? null;
    return {
      name,
      how,
      did: did.get(name) ?? "nothing",
      ...(await proofOf(tools, name, how === null ? null : file)),
    };
  });
  return ok(await Promise.all(rows));
}

/** `file` is null where our lines are not in it. */
async function proofOf(
  { folder, templates, nonce }: Omit<HookTools, "merge">,
  name: HookName,
  file: HookFile | null,
): Promise<Pick<Row, "runs" | "says">> {
  if (file === null) return { runs: null, says: "" };
  if (!isOurs(name, file, { templates, sourced: folder.sourced })) {
    return {
      runs: false,
      says: "its lines lead to another program, were edited, or stand below lines of somebody else",
    };
  }
  const ran = await folder.canary(name, nonce);
  if (!ran.ok) return { runs: false, says: ran.error.says };
  if (ran.value === null) return { runs: null, says: "" };
  if (ran.value.includes(canaryAnswer(name, nonce))) return { runs: true, says: "" };
  const first = ran.value.split("\n").find((line) => line.trim() !== "");
  return { runs: false, says: first ?? "git ran no such hook: the file was not called, or it is not executable" };
}

/** The folder git takes its hooks from, or the one whose files those hooks run. */
interface HookFolder {
  /** Absolute. */
  readonly path: string;
  /** `user`: set by the user's own or the system's configuration, or outside the repository; never written. */
  readonly owner: "repository" | "user";
  /** Whether a configuration names the folder (`core.hooksPath`): somebody else's program then looks after it. */
  readonly configured: boolean;
  /** husky's folder: its files are read by `sh -e` and need no shebang and no permission to run. */
  readonly sourced: boolean;
  read(name: string): Outcome<HookFile | null>;
  /** All steps or none: what was done is undone when a later step fails. */
  apply(changes: readonly HookChange[]): Outcome<void>;
  /** Runs the hook as git does, with PATH=/usr/bin:/bin; gives all it printed. null where it is not to be run. */
  canary(name: string, nonce: string): Promise<Outcome<string | null>>;
}

/** Resolves the folder as `git rev-parse --git-path hooks` does, core.hooksPath and linked worktrees included. */
async function openHookFolder(layout: GitLayout, env: NodeJS.ProcessEnv): Promise<Outcome<HookFolder>> {
  const git = gitFor(layout, env);
  if (!git.ok) return git;
  const named = await hooksPath(git.value);
  if (!named.ok) return named;
  const runs = named.value === null ? join(layout.commonDir, "hooks") : resolve(layout.top, named.value);
  const inside = isBelow(layout.top, realOf(runs)) || isBelow(layout.commonDir, realOf(runs));
  const sourced =
    inside && basename(runs) === "_" && (existsSync(join(runs, "h")) || existsSync(join(runs, "husky.sh")));
  const path = sourced ? dirname(runs) : runs;
  return ok({
    path,
    owner: inside ? "repository" : "user",
    configured: named.value !== null,
    sourced,
    read: (name) => readHook(join(path, name)),
    apply: (changes) => applyAll(path, changes),
    canary: (name, nonce) => canaryFile(git.value, runs, { name, nonce }),
  });
}

/** The last value that is not our own: every command of ours sets one that leads nowhere. */
async function hooksPath(git: Git): Promise<Outcome<string | null>> {
  const ran = await git.run(["config", "--type=path", "--show-scope", "-z", "--get-all", "core.hooksPath"]);
  if (!ran.ok) return ran;
  const fields = ran.value.stdout.toString("utf8").split("\0");
  let value: string | null = null;
  for (let at = 0; at + 1 < fields.length; at += 2) if (fields[at] !== "command") value = fields[at + 1]!;
  return ok(value);
}

/** Where a path really leads, as far as it exists. */
function realOf(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const above = dirname(path);
  return above === path ? path : join(realOf(above), basename(path));
}

function isBelow(folder: string, path: string): boolean {
  const below = relative(folder, path);
  return !below.startsWith("..") && !isAbsolute(below);
}

function readHook(path: string): Outcome<HookFile | null> {
  return attempt(`read the hook ${path}`, () => {
    // `core.hooksPath` may name a file, as /dev/null, for no hooks at all.
    const isFolder = statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory() === true;
    const stat = isFolder ? lstatSync(path, { throwIfNoEntry: false }) : undefined;
    if (stat === undefined) return null;
    const link = stat.isSymbolicLink();
    const bytes = link ? new Uint8Array() : readPlain(path, limits.gitTextBytesMax);
    return { bytes, mode: stat.mode & 0o7777, link };
  });
}

function applyAll(folder: string, changes: readonly HookChange[]): Outcome<void> {
  const undo: (() => void)[] = [];
  const done = attempt(`change the hooks in ${folder}`, () => {
    if (mkdirSync(folder, { recursive: true }) !== undefined) undo.push(() => rmdirSync(folder));
    for (const change of changes) undo.push(applyOne(folder, change));
  });
  if (done.ok) return done;
  const undone = attempt(`put the hooks in ${folder} back`, () => {
    for (const step of undo.reverse()) step();
  });
  return undone.ok ? done : undone;
}

/** Gives the step that takes it back. */
function applyOne(folder: string, change: HookChange): () => void {
  const path = join(folder, change.name);
  if (change.kind === "move") {
    const to = join(folder, change.to);
    if (lstatSync(to, { throwIfNoEntry: false }) !== undefined)
      throw Object.assign(new Error(`${to} is there already`), { code: "EEXIST" });
    renameSync(path, to);
    return () => renameSync(to, path);
  }
  const stat = lstatSync(path, { throwIfNoEntry: false });
  const before =
    stat === undefined ? null : { bytes: readPlain(path, limits.gitTextBytesMax), mode: stat.mode & 0o7777 };
  if (change.kind === "remove") unlinkSync(path);
  else replaceFile(path, change.bytes, change.mode);
  return () => (before === null ? unlinkSync(path) : replaceFile(path, before.bytes, before.mode));
}

/** As poor as the environment of a desktop program: what runs there runs everywhere. */
async function canaryFile(git: Git, runs: string, asked: { name: string; nonce: string }): Promise<Outcome<string>> {
  const poor = process.platform === "win32" ? {} : { PATH: "/usr/bin:/bin" };
  const ran = await git.run(["hook", "run", "--ignore-missing", asked.name, "--", "canary"], {
    config: [`core.hooksPath=${runs}`],
    env: { ...poor, PAGEFILE_HOOKS: "1", PAGEFILE_HOOKS_CANARY: asked.nonce, HUSKY: "1" },
  });
  return ran.ok ? ok(`${ran.value.stdout.toString("utf8")}${ran.value.stderr}`) : ran;
}

// WireHooks: opens what the hook commands need: the folder git takes hooks from, and the commit git is making.

/** The node and the program that run now are the ones the hooks will call. */
export async function wireHooks(dir: string, env: NodeJS.ProcessEnv): Promise<Outcome<HookTools>> {
  const layout = findLayout(dir);
  if (!layout.ok) return layout;
  const folder = await openHookFolder(layout.value, env);
  if (!folder.ok) return folder;
  const merge = openMergeHost(layout.value, env);
  if (!merge.ok) return merge;
  const templates = attempt("read the hook templates", readTemplates);
  if (!templates.ok) return templates;
  const nonce = randomBytes(8).toString("hex");
  return ok({ folder: folder.value, merge: merge.value, templates: templates.value, nonce });
}

/** As a look at the files tells, without running them; `theirs` is a folder of the user's own, where nothing is written. */
export type HooksHere = "installed" | "partly" | "missing" | "theirs" | "no_git";

/** A clone brings no hooks, and nothing else says so until a commit by hand goes past them. */
export async function hooksHere(dir: string, env: NodeJS.ProcessEnv, engine: string): Promise<Outcome<HooksHere>> {
  if (engine !== "native") return ok("no_git");
  const tools = await wireHooks(dir, env);
  if (!tools.ok) return tools;
  const answer = await hooksLooked(tools.value);
  if (!answer.ok) return answer;
  const { hooks, ours } = answer.value;
  const there = hooks.filter(({ how, runs }) => how !== null && runs !== false).length;
  if (there === hooks.length) return ok("installed");
  if (!ours) return ok("theirs");
  return ok(hooks.every(({ how }) => how === null) ? "missing" : "partly");
}

function readTemplates(): HookTemplates {
  const source = join(packageRoot(), "hooks");
  const read = (file: string): string => readFileSync(join(source, file), "utf8");
  const run = read("run.sh");
  const blockOf = (name: HookName): string => {
    const part = (kind: "ahead" | "gate"): string => {
      const file = join(source, `${kind}-${name}.sh`);
      return existsSync(file) ? readFileSync(file, "utf8") : "";
    };
    const block = read(isAfter(name) ? "after.sh" : name === "pre-push" ? "push.sh" : "block.sh");
    return block
      .replace("@AHEAD@\n", () => part("ahead"))
      .replace("@GATE@\n", () => part("gate"))
      .replace("@RUN@\n", () => run);
  };
  return {
    blocks: Object.fromEntries(hookNames.map((name) => [name, blockOf(name)])),
    chain: read("chain.sh"),
    driver: read("driver.sh"),
    node: process.execPath,
    program: realpathSync(process.argv[1] ?? join(packageRoot(), "dist", "pagefile.cjs")),
  };
}

/** Only where nobody else looks after the hooks, and never on a build machine: what `pagefile init` may do unasked. */
export async function hooksForNew(dir: string, env: NodeJS.ProcessEnv): Promise<HooksMade> {
  const skipped = (says: string): HooksMade => ({ installed: false, says });
  if (env.PAGEFILE_HOOKS === "0") return skipped("PAGEFILE_HOOKS is 0");
  if (env.CI !== undefined && env.CI !== "" && env.CI !== "false")
    return skipped("CI is set: nobody commits by hand here");
  const tools = await wireHooks(dir, env);
  if (!tools.ok) return skipped(tools.error.says);
  const { folder } = tools.value;
  if (folder.configured) return skipped(`core.hooksPath leads to ${folder.path}, which another program looks after`);
  const answer = await installHooks(tools.value);
  if (!answer.ok) return skipped(answer.error.says);
  const silent = [...answer.value.hooks, answer.value.merge].find(({ runs }) => runs !== true);
  if (silent !== undefined) return skipped(`they do not answer: ${silent.says}`);
  const isSame = [...answer.value.hooks, answer.value.merge].every(({ did }) => did === "nothing");
  return { installed: true, says: isSame ? "there already" : "" };
}

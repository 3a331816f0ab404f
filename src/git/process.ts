/**
 * Process: the one place that starts git, with an environment and a configuration in which a repository can run nothing. What git would wait for
 * without an end is found before git is started.
 */

import { type ChildProcessByStdio, spawn, spawnSync } from "node:child_process";
import { readdirSync, realpathSync, statSync } from "node:fs";
import { devNull } from "node:os";
import { delimiter, isAbsolute, join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { limits } from "../base/limits.js";
import { err, getOrMake, type Outcome, ok } from "../base/result.js";
import { attempt, gitFailed, ioFailed } from "../state/fs-calls.js";
import type { GitLayout } from "./layout.js";

interface GitOptions {
  readonly input?: string | Uint8Array;
  /** Added to the cleaned environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Settings (`key=value`) for this run. */
  readonly config?: readonly string[];
  /** Lets git find the repository itself, which makes it check who owns it. */
  readonly discover?: boolean;
}

interface GitRan {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** git bound to one repository. */
export interface Git {
  /** Any exit code is an answer; fails only where git could not be run to its end. */
  run(args: readonly string[], options?: GitOptions): Promise<Outcome<GitRan>>;
  /** Standard output; an exit code other than 0 is a `git_failed` failure with git's own words. */
  output(args: readonly string[], options?: GitOptions): Promise<Outcome<Buffer>>;
  /** A child to talk with; its standard error is dropped. What the system refuses it may still tell by the child's `error` event. */
  start(args: readonly string[], env?: Readonly<Record<string, string>>): Outcome<GitChild>;
}

export type GitChild = ChildProcessByStdio<Writable, Readable, null>;

const runMsMax = 120_000;

/** Every setting by which a repository's own configuration could start a program, or reach a network, in what we run. */
const hardening: readonly string[] = [
  "core.fsmonitor=false",
  "core.hooksPath=/dev/null",
  "core.pager=cat",
  "core.editor=false",
  "core.askPass=",
  "core.sshCommand=false",
  "core.gitProxy=",
  "core.alternateRefsCommand=false",
  "credential.helper=",
  "diff.external=",
  "interactive.diffFilter=",
  "log.showSignature=false",
  "protocol.allow=never",
  "protocol.ext.allow=never",
  "gc.auto=0",
  "maintenance.auto=false",
  "advice.detachedHead=false",
];

function settingArgs(settings: readonly string[]): readonly string[] {
  return settings.flatMap((setting) => ["-c", setting]);
}

/** `running`: a hook asks, so that a git is at work already; what a hook asks of it, one of any version answers. */
export function gitFor(layout: GitLayout, env: NodeJS.ProcessEnv, at: "running" | "any" = "any"): Outcome<Git> {
  const path = at === "running" ? firstGit(env) : findGit(env);
  if (path === null) {
    return gitFailed("No git of version 2.38 or later is on PATH.", "Install git, or set PAGEFILE_GIT=embedded.");
  }
  const place = ["--git-dir", layout.gitDir, "--work-tree", layout.top];
  const common = ["--no-pager", "--literal-pathspecs", ...settingArgs(hardening)];
  const base = cleanEnv(env);
  const ready = openWaits(layout);
  const start = (args: readonly string[], options: GitOptions = {}, stderr: "pipe" | "ignore" = "pipe") => {
    const looked = ready(args);
    if (!looked.ok) return looked;
    return attempt(`run git ${args[0]}`, () =>
      spawn(path, [...(options.discover ? [] : place), ...common, ...settingArgs(options.config ?? []), ...args], {
        cwd: layout.top,
        env: { ...base, ...options.env },
        stdio: ["pipe", "pipe", stderr],
        windowsHide: true,
      }),
    );
  };
  const run: Git["run"] = async (args, options = {}) => {
    const child = start(args, options);
    return child.ok ? finish(child.value, args, options.input) : child;
  };
  return ok({
    run,
    async output(args, options) {
      const ran = await run(args, options);
      if (!ran.ok) return ran;
      return ran.value.code === 0 ? ok(ran.value.stdout) : failedRun(args, ran.value);
    },
    start: (args, extra) => start(args, extra === undefined ? {} : { env: extra }, "ignore") as Outcome<GitChild>,
  });
}

const found = new Map<string, string | null>();

/** The first git of version 2.38 or later on PATH; null where there is none. */
export function findGit(env: NodeJS.ProcessEnv = process.env): string | null {
  const search = env.PATH ?? env.Path ?? "";
  const isGit = (file: string): boolean => isPlainFile(file) && isRecent(file, env);
  return getOrMake(found, search, () => onPath(gitName, search).find(isGit) ?? null);
}

/** Whether there is a git of any version on PATH; no process is started. */
export function hasGit(env: NodeJS.ProcessEnv): boolean {
  return firstGit(env) !== null;
}

const gitName = process.platform === "win32" ? "git.exe" : "git";

function firstGit(env: NodeJS.ProcessEnv): string | null {
  return onPath(gitName, env.PATH ?? env.Path ?? "").find(isPlainFile) ?? null;
}

/** Where a program of that name may lie by a value of PATH, whose relative entries are never searched. */
export function onPath(name: string, search: string): readonly string[] {
  const folders = search.split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.map((folder) => join(folder, name));
}

/** What cannot be looked at is passed over, as a shell does: a folder of PATH may be closed to this user, a loop of links, or gone. */
export function isPlainFile(file: string): boolean {
  const looked = attempt(`look at ${file}`, () => statSync(file, { throwIfNoEntry: false })?.isFile() === true);
  return looked.ok && looked.value;
}

function isRecent(file: string, env: NodeJS.ProcessEnv): boolean {
  const ran = spawnSync(file, ["version"], {
    env: cleanEnv(env),
    encoding: "utf8",
    timeout: 10_000,
    windowsHide: true,
  });
  const version = /^git version (\d+)\.(\d+)/.exec(ran.stdout ?? "");
  if (ran.status !== 0 || version === null) return false;
  const [major, minor] = [Number(version[1]), Number(version[2])];
  return major > 2 || (major === 2 && minor >= 38);
}

const keptVariables = /^GIT_(?:CONFIG_GLOBAL|CONFIG_SYSTEM|CONFIG_NOSYSTEM|EXEC_PATH)$/;

/**
 * Every GIT_* variable is dropped but those that name the user's own configuration: a hook or a terminal may have set GIT_DIR,
 * GIT_INDEX_FILE or a trace file for another repository.
 */
function cleanEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !name.startsWith("GIT_") || keptVariables.test(name));
  return {
    ...Object.fromEntries(kept),
    LC_ALL: "C",
    GIT_TERMINAL_PROMPT: "0",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_NO_LAZY_FETCH: "1",
    GIT_PAGER: "cat",
    GIT_EDITOR: "false",
  };
}

function finish(
  child: ReturnType<typeof spawn>,
  args: readonly string[],
  input: string | Uint8Array | undefined,
): Promise<Outcome<GitRan>> {
  const out: Buffer[] = [];
  const said: Buffer[] = [];
  let bytes = 0;
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    child.kill("SIGKILL");
  }, runMsMax);
  return new Promise((resolve) => {
    child.on("error", (error) => resolve(ioFailed(error, `run git ${args[0]}`)));
    child.stdout?.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > limits.gitOutputBytesMax) child.kill("SIGKILL");
      else out.push(chunk);
    });
    child.stderr?.on("data", (chunk: Buffer) => {
      if (said.length < 64) said.push(chunk);
    });
    // git may answer and end before it has read all of its input.
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      const stderr = Buffer.concat(said).toString("utf8");
      if (isLate) resolve(gitFailed(`The command git ${args[0]} did not end within ${runMsMax / 1000} s.`, lateHint));
      else if (bytes > limits.gitOutputBytesMax)
        resolve(gitFailed(`The command git ${args[0]} printed more than can be read.`, longHint));
      else if (code === null) resolve(gitFailed(`The command git ${args[0]} was ended by ${signal}.`, "Try again."));
      else resolve(ok({ code, stdout: Buffer.concat(out), stderr }));
    });
  });
}

const lateHint =
  "Run it by hand to see what it waits for: a disk that is slow or away, or a pipe in the place of a file (find . -type p).";

const longHint = "Keep large files and other projects out of the repository.";

function failedRun(args: readonly string[], ran: GitRan): Outcome<never> {
  const words = ran.stderr.split("\n").find((line) => line.trim() !== "") ?? `exit code ${ran.code}`;
  const room = /No space left on device|ENOSPC/.exec(ran.stderr);
  if (room !== null) return ioFailed(Object.assign(new Error(room[0]), { code: "ENOSPC" }), `run git ${args[0]}`);
  return gitFailed(
    `The command git ${args[0]} failed: ${words.trim()}.`,
    "Run `git status` and `git fsck` to see what is wrong.",
  );
}

// GitWaits: what stands in a git dir that git would wait for without an end, found before git is started.

/** A pipe, a socket or a device where git opens a file: all but /dev/null, which is how people say that there is none. */
export function isWaitedFor(path: string): boolean {
  const looked = attempt(`look at ${path}`, () => {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat !== undefined && !stat.isFile() && !stat.isDirectory() && realpathSync(path) !== devNull;
  });
  return looked.ok && looked.value;
}

export function waitsFor(path: string): Outcome<never> {
  const says = `A pipe or a device stands where git expects the file ${path}; git would wait for it without an end.`;
  return err({
    code: "corrupt",
    says,
    hint: "Move it away; where it was a ref, `git fetch` or a clone has it still.",
  });
}

type Ready = (args: readonly string[]) => Outcome<void>;

/**
 * Asked before each start of git. An archive that was unpacked brought its pipes before we started, so one look is enough: at the files
 * that any command may open, and at all refs where a command goes through them.
 */
function openWaits(layout: GitLayout): Ready {
  let [files, refs]: [Outcome<void> | null, Outcome<void> | null] = [null, null];
  return (args) => {
    files ??= firstOf(openedByAny(layout));
    if (!files.ok || !goesThroughRefs(args)) return files;
    refs ??= firstOf([...new Set([layout.commonDir, layout.gitDir])].flatMap((dir) => refsBelow(dir)));
    return refs;
  };
}

function firstOf(paths: readonly string[]): Outcome<void> {
  const path = paths.find(isWaitedFor);
  return path === undefined ? ok(undefined) : waitsFor(path);
}

function openedByAny({ gitDir, commonDir, top, prefix }: GitLayout): readonly string[] {
  const parts = prefix.split("/").filter((part) => part !== "");
  const folders = ["", ...parts.map((_, at) => parts.slice(0, at + 1).join("/"))];
  return [
    ...["HEAD", "index", "config.worktree"].map((name) => join(gitDir, name)),
    ...[
      "config",
      "packed-refs",
      "shallow",
      "info/attributes",
      "info/exclude",
      "info/grafts",
      "info/sparse-checkout",
    ].map((name) => join(commonDir, name)),
    ...["alternates", "http-alternates", "commit-graph"].map((name) => join(commonDir, "objects/info", name)),
    ...folders.flatMap((folder) => [".gitattributes", ".gitignore"].map((name) => join(top, folder, name))),
  ];
}

const refCommands = new Set([
  "for-each-ref",
  "gc",
  "maintenance",
  "prune",
  "reflog",
  "repack",
  "update-ref",
  "worktree",
]);

function goesThroughRefs([command = "", ...rest]: readonly string[]): boolean {
  return (
    refCommands.has(command) || rest.some((arg) => /^--(?:all|reflog|glob=)/.test(arg) || arg === "--walk-reflogs")
  );
}

/** What is neither a plain file nor a folder where refs and their logs are. A link to a folder is not followed: it may lead back. */
function refsBelow(gitDir: string): readonly string[] {
  const found: string[] = [];
  const open = ["refs", "logs"].map((name) => join(gitDir, name));
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const at = folder;
    const listed = attempt(`list ${at}`, () => readdirSync(at, { withFileTypes: true }));
    // Whoever cannot list it lets git say so.
    for (const entry of listed.ok ? listed.value : []) {
      if (entry.isDirectory()) open.push(join(at, entry.name));
      else if (!entry.isFile()) found.push(join(at, entry.name));
    }
  }
  return found;
}

/** GitConfig: git's whole configuration, from its files where that surely gives what git would read, and asked of git where not. */

import { lstatSync, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { limits } from "../base/limits.js";
import { err, type Outcome, ok } from "../base/result.js";
import { attemptGit as attempt } from "../state/fs-calls.js";
import { readPlainText, replaceWhole } from "../state/plain-file.js";
import { type ConfigValue, type GitConfig, gitFileStamp, readInto, userFiles } from "./identity.js";
import type { GitLayout } from "./layout.js";
import { findGit, type Git } from "./process.js";

// ConfigHere: git's whole configuration from the files that git reads it from, where it surely reads no other; else git is asked.

type Place = Pick<GitLayout, "commonDir" | "gitDir">;

/** Where most gits keep what was set for the whole machine. A git that has it elsewhere is asked each time. */
const usualFile = "/etc/gitconfig";

/**
 * The same map as `git config --list` gives; null where only git can say: an include, an extension, a file that cannot be read or is
 * not understood, or a git of which nobody has noted where the machine's file is.
 */
export function configHere(place: Place, env: NodeJS.ProcessEnv): GitConfig | null {
  const named = systemFileIn(env);
  const system = named === "noted" ? notedIn(place, env) : named;
  return system === null || system === unknown ? null : configFrom(system, place, env);
}

/**
 * Asks git once which file is the machine's, and notes it for that very git and for where reading the files here gave what git gave.
 * What cannot be told is noted too.
 */
async function noteSystemFile(
  place: Place,
  { env, git, told }: { readonly env: NodeJS.ProcessEnv; readonly git: Git; readonly told: GitConfig },
): Promise<void> {
  if (systemFileIn(env) !== "noted" || notedIn(place, env) !== null) return;
  const ran = await git.run(["config", "--system", "--list", "--show-origin", "-z"]);
  if (!ran.ok) return;
  const { code, stdout, stderr } = ran.value;
  // Where there is no such file git names it as the one that it could not read.
  const isUsual =
    code === 0 ? stdout.toString("utf8").startsWith(`file:${usualFile}\0`) : stderr.includes(`'${usualFile}'`);
  const here = isUsual ? configFrom(usualFile, place, env) : null;
  attempt("Noting where git keeps its configuration", () =>
    replaceWhole(noteIn(place), noteOf(env, here !== null && isSame(here, told) ? usualFile : unknown)),
  );
}

const unknown = "?";
const none = "";

/** What the environment names for the machine's file, `none` where it is not read at all, null where git has to be asked. */
function systemFileIn(env: NodeJS.ProcessEnv): string | "noted" | null {
  const { GIT_CONFIG_NOSYSTEM: without, GIT_CONFIG_SYSTEM: named } = env;
  if (without !== undefined) return without === "1" || without === "true" ? none : null;
  if (named !== undefined) return isAbsolute(named) ? named : null;
  return process.platform === "linux" ? "noted" : null;
}

/** The whole of the note: one that was cut short, or is of another git, is none. */
function notedIn(place: Place, env: NodeJS.ProcessEnv): string | null {
  const found = attempt("Reading where git keeps its configuration", () => {
    const text = readPlainText(noteIn(place), limits.stateFileBytesMax);
    return [usualFile, unknown].find((file) => text === noteOf(env, file)) ?? null;
  });
  return found.ok ? found.value : null;
}

function noteIn({ commonDir }: Place): string {
  return join(commonDir, "pagefile", "git-config-file");
}

function noteOf(env: NodeJS.ProcessEnv, file: string): string {
  return `${gitFileStamp(findGit(env) ?? "")}${file}\n`;
}

/** In git's order: the machine's, the user's, the repository's; null where a file says that there is more to it. */
function configFrom(system: string, { commonDir, gitDir }: Place, env: NodeJS.ProcessEnv): GitConfig | null {
  const users = userFiles(env);
  if (!users.every(isAbsolute) || (env.GIT_CONFIG_GLOBAL === undefined && !env.HOME)) return null;
  const config = new Map<string, ConfigValue>();
  const files = [...(system === none ? [] : [system]), ...users].map((file) => ({ file, local: false }));
  for (const { file, local } of [...files, { file: join(commonDir, "config"), local: true }]) {
    const read = readInto(config, file, local);
    if (!read.ok || !read.value) return null;
  }
  // A worktree's own file is read where an extension says so, and which formats there are is git's to know.
  const format = config.get("core.repositoryformatversion")?.text ?? "0";
  const isFarther = [...config.keys()].some((key) => /^(?:include|includeif|extensions)\./.test(key));
  return isFarther || gitDir !== commonDir || !/^[01]$/.test(format) ? null : config;
}

function isSame(these: GitConfig, those: GitConfig): boolean {
  return JSON.stringify([...these]) === JSON.stringify([...those]);
}

// Git config: everything git itself would read, from its files where that can be told and from git where not, asked for once.

/** Gives the configuration, read again only when one of the files it usually comes from has changed. */
export function openGitConfig(
  layout: GitLayout,
  git: Git,
  env: NodeJS.ProcessEnv,
): () => Promise<Outcome<GitConfig>> {
  const files = [join(layout.commonDir, "config"), join(layout.gitDir, "config.worktree"), ...userFiles(env)];
  let known: { readonly stamp: string; readonly config: GitConfig } | null = null;
  return async () => {
    const stamp = files.map(stampOf).join(" ");
    if (known?.stamp === stamp && !stamp.includes("?")) return ok(known.config);
    const here = configHere(layout, env);
    const config = here === null ? await readGitConfig(git) : ok(here);
    if (config.ok) known = { stamp, config: config.value };
    if (config.ok && here === null) await noteSystemFile(layout, { env, git, told: config.value });
    return config;
  };
}

/** `?` where nothing can be told, as in somebody else's folder: then git is asked each time. */
function stampOf(file: string): string {
  const looked = attempt(`Looking at ${file}`, () => statSync(file, { bigint: true, throwIfNoEntry: false }));
  if (!looked.ok) return "?";
  const stat = looked.value;
  return stat === undefined ? "-" : `${stat.ino}:${stat.size}:${stat.mtimeNs}`;
}

/** With system files and includes. What we set ourselves on the command line is left out. */
async function readGitConfig(git: Git): Promise<Outcome<GitConfig>> {
  const out = await git.output(["config", "--list", "-z", "--show-scope"]);
  if (!out.ok) return out;
  const config = new Map<string, ConfigValue>();
  const parts = out.value.toString("utf8").split("\0");
  for (let i = 0; i + 1 < parts.length; i += 2) {
    const scope = parts[i]!;
    if (scope === "command") continue;
    const line = parts[i + 1]!;
    const end = line.indexOf("\n");
    const key = end < 0 ? line : line.slice(0, end);
    const text = end < 0 ? null : line.slice(end + 1);
    config.set(key, { text, local: scope !== "global" && scope !== "system" });
  }
  return ok(config);
}

/**
 * git refuses a repository that belongs to someone else, unless safe.directory names it. A repository that is all this
 * user's own passes without a process; for any other, git is asked.
 */
export async function checkOwner(layout: GitLayout, git: Git): Promise<Outcome<void>> {
  const user = process.geteuid?.();
  const places = [layout.top, join(layout.top, ".git"), layout.gitDir];
  if (user === undefined) return ok(undefined);
  const own = attempt("Looking at whose repository it is", () => places.every((at) => lstatSync(at).uid === user));
  if (!own.ok || own.value) return own.ok ? ok(undefined) : own;
  const ran = await git.run(["rev-parse", "--git-dir"], { discover: true });
  if (!ran.ok) return ran;
  if (ran.value.code === 0) return ok(undefined);
  return err({
    code: "denied",
    reason: "dubious_ownership",
    says: `The repository at ${layout.top} belongs to another user, and git does not trust it.`,
    hint: `If you trust it, run \`git config --global --add safe.directory ${layout.top}\`.`,
  });
}

/** HookFolder: the folder git takes a repository's hooks from, read, changed in one go, and proven to run. */

import { existsSync, lstatSync, mkdirSync, realpathSync, renameSync, rmdirSync, unlinkSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { limits } from "../base/limits.js";
import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import type { HookChange, HookFile, HookFolder } from "../git/index/staged-diff--hook-host.js";
import type { GitLayout } from "../git/layout.js";
import { type Git, gitFor } from "../git/process.js";
import { replaceFile } from "../state/durable--replace-file.js";
import { attempt } from "../state/fs-calls.js";
import { readPlain } from "../state/plain-file.js";

/** Resolves the folder as `git rev-parse --git-path hooks` does, core.hooksPath and linked worktrees included. */
export async function openHookFolder(layout: GitLayout, env: NodeJS.ProcessEnv): Promise<Outcome<HookFolder>> {
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
    canary: (name, nonce) => canary(git.value, runs, { name, nonce }),
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
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return null;
    const link = stat.isSymbolicLink();
    return {
      bytes: link ? new Uint8Array() : readPlain(path, limits.gitTextBytesMax),
      mode: stat.mode & 0o7777,
      link,
    };
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
    if (lstatSync(to, { throwIfNoEntry: false }) !== undefined) throw occupied(to);
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

function occupied(path: string): Error {
  return Object.assign(new Error(`${path} is there already`), { code: "EEXIST" });
}

/** As poor as the environment of a desktop program: what runs there runs everywhere. */
async function canary(git: Git, runs: string, asked: { name: string; nonce: string }): Promise<Outcome<string>> {
  const poor = process.platform === "win32" ? {} : { PATH: "/usr/bin:/bin" };
  const ran = await git.run(["hook", "run", "--ignore-missing", asked.name, "--", "canary"], {
    config: [`core.hooksPath=${runs}`],
    env: { ...poor, PAGEFILE_HOOKS: "1", PAGEFILE_HOOKS_CANARY: asked.nonce, HUSKY: "1" },
  });
  return ran.ok ? ok(`${ran.value.stdout.toString("utf8")}${ran.value.stderr}`) : ran;
}

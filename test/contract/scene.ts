/** Scene: a real repository made by the git command line, which is the oracle of the History contract. */

import type { SpawnSyncReturns } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Oid } from "../../src/base/ids.js";
import { type HeldRepo, heldRepo, writeOut } from "../support/held-repo.js";
import { spawnText } from "../support/spawn.js";

export interface Scene {
  /** Top of the work tree. */
  readonly top: string;
  /** Memory root: the top, or a folder below it. */
  readonly root: string;
  /** `""` or `notes/memory/`. */
  readonly prefix: string;
  /** Standard output of git in the root; throws when git fails. */
  git(...args: readonly string[]): string;
  /** Writes below the root (a path that starts with `/` counts from the top). */
  write(path: string, content: string | Uint8Array): void;
  /** The text of a file below the root; null where there is none. */
  read(path: string): string | null;
  /** A commit by git itself of everything in the work tree. */
  commitAll(message: string): Oid;
}

export interface SceneOptions {
  readonly prefix?: string;
  /** Committed before the test begins; none leaves the branch unborn. Paths count from the root. */
  readonly files?: Readonly<Record<string, string>>;
  readonly init?: readonly string[];
}

const made: string[] = [];

/** Makes the environment of this process, and so of git, independent of the machine; gives what undoes it. */
export function hermetic(): () => void {
  const before = { ...process.env };
  for (const name of Object.keys(process.env)) if (name.startsWith("GIT_")) delete process.env[name];
  const home = mkdtempSync(join(tmpdir(), "pagefile-home-"));
  made.push(home);
  Object.assign(process.env, { HOME: home, XDG_CONFIG_HOME: join(home, "xdg"), LC_ALL: "C", TZ: "UTC" });
  Object.assign(process.env, { GIT_CONFIG_GLOBAL: join(home, ".gitconfig"), GIT_CONFIG_SYSTEM: "/dev/null" });
  return () => {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
    for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
  };
}

export function makeScene(options: SceneOptions = {}): Scene {
  const top = mkdtempSync(join(tmpdir(), "pagefile-scene-"));
  made.push(top);
  const { prefix = "", files = {}, init = [] } = options;
  const key = JSON.stringify([prefix, files, init]);
  const held = originals.get(key);
  if (held !== undefined) writeOut(held, top);
  const scene = sceneAt(top, prefix);
  if (held !== undefined) return scene;
  scene.git("init", "-q", "-b", "main", ...init, top);
  scene.git("config", "user.name", "Ada Lovelace");
  scene.git("config", "user.email", "ada@example.org");
  for (const [path, text] of Object.entries(files)) scene.write(path, text);
  if (Object.keys(files).length > 0) scene.commitAll("seed");
  originals.set(key, heldRepo(top, init.includes("--object-format=sha256") ? "sha256" : "sha1"));
  return scene;
}

/** By their options: what git made once with the same ones is written out again. */
const originals = new Map<string, HeldRepo>();

/** git in the environment that `hermetic` made; never throws. */
export function gitIn(folder: string, args: readonly string[], input?: string): SpawnSyncReturns<string> {
  return spawnText("git", args, { cwd: folder, env: process.env, ...(input === undefined ? {} : { input }) });
}

/** The same words for a repository that is already there: a linked worktree, a clone. */
export function sceneAt(top: string, prefix: string): Scene {
  const root = join(top, prefix);
  mkdirSync(root, { recursive: true });
  const place = (path: string) => (path.startsWith("/") ? join(top, path) : join(root, path));
  const git = (...args: readonly string[]): string => {
    const ran = gitIn(root, args);
    if (ran.status !== 0) throw new Error(`git ${args.join(" ")}: ${ran.stderr}${ran.stdout}`);
    return ran.stdout;
  };
  return {
    top,
    root,
    prefix,
    git,
    write(path, content) {
      mkdirSync(dirname(place(path)), { recursive: true });
      writeFileSync(place(path), content);
    },
    read: (path) => (existsSync(place(path)) ? readFileSync(place(path), "utf8") : null),
    commitAll(message) {
      git("add", "-A", ":/");
      git("commit", "-q", "--allow-empty", "-m", message);
      return git("rev-parse", "HEAD").trim() as Oid;
    },
  };
}

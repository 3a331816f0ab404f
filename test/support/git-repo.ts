/** Git repo: throwaway repositories made by real git in an environment that knows nothing of the machine's own. */

import type { SpawnSyncReturns } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type HeldRepo, heldRepo, writeOut } from "./held-repo.js";
import { spawnText } from "./spawn.js";

export interface TestRepo {
  /** The work tree's top folder. */
  readonly dir: string;
  /** A temporary HOME of its own; also holds anything else a test wants removed with the repository. */
  readonly home: string;
  /** The whole environment git and the code under test are to see. */
  readonly env: NodeJS.ProcessEnv;
  /** Runs git in `dir`; throws on a failure. Gives standard output without the last newline. */
  git(...args: readonly string[]): string;
  /** Runs git in `dir` with input; never throws. */
  tryGit(args: readonly string[], input?: string | Uint8Array): SpawnSyncReturns<string>;
  /** Writes a file below `dir`, making folders. */
  write(path: string, text: string | Uint8Array): void;
  remove(): void;
}

export interface RepoOptions {
  readonly objectFormat?: "sha1" | "sha256";
  /** Name of the folder, for spaces and letters outside ASCII. */
  readonly name?: string;
  /** `git config` keys and values, set before the first commit. */
  readonly config?: Readonly<Record<string, string>>;
  /** Leaves the branch unborn; otherwise there is one commit with `README.md`. */
  readonly unborn?: boolean;
}

/** Only what git needs: no GIT_DIR and its like, no configuration from outside, a fixed identity and fixed dates. */
function hermeticEnv(home: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: home,
    LC_ALL: "C",
    TZ: "UTC",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "Ada Example",
    GIT_AUTHOR_EMAIL: "ada@example.org",
    GIT_AUTHOR_DATE: "2026-03-01T09:00:00Z",
    GIT_COMMITTER_NAME: "Ada Example",
    GIT_COMMITTER_EMAIL: "ada@example.org",
    GIT_COMMITTER_DATE: "2026-03-01T09:00:00Z",
  };
}

/** A copy of one that git made with the same options in this process: to make each anew took four to six programs and a twentieth of all tests. */
export function makeRepo(options: RepoOptions = {}): TestRepo {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "pagefile-test-")));
  const dir = join(home, options.name ?? "repo");
  writeOut(original(options), dir);
  return openRepo(dir, home);
}

/** By their options. */
const originals = new Map<string, HeldRepo>();

function original({ objectFormat = "sha1", config = {}, unborn = false }: RepoOptions): HeldRepo {
  const key = JSON.stringify([objectFormat, config, unborn]);
  const made = originals.get(key);
  if (made !== undefined) return made;
  const home = realpathSync(mkdtempSync(join(tmpdir(), "pagefile-test-")));
  const dir = join(home, "repo");
  mkdirSync(dir);
  const repo = openRepo(dir, home);
  repo.git("init", "--quiet", "--initial-branch=main", `--object-format=${objectFormat}`);
  for (const [name, value] of Object.entries(config)) repo.git("config", name, value);
  if (!unborn) {
    repo.write("README.md", "# A repository\n");
    repo.git("add", "README.md");
    repo.git("commit", "--quiet", "--message", "Begin");
  }
  const held = heldRepo(dir, objectFormat);
  repo.remove();
  originals.set(key, held);
  return held;
}

/** The same handle on another folder under the same home: a linked worktree, a submodule, a clone. */
export function openRepo(dir: string, home: string): TestRepo {
  const env = hermeticEnv(home);
  const tryGit = (args: readonly string[], input?: string | Uint8Array): SpawnSyncReturns<string> =>
    spawnText("git", args, { cwd: dir, env, ...(input ? { input } : {}) });
  return {
    dir,
    home,
    env,
    tryGit,
    git(...args) {
      const ran = tryGit(args);
      if (ran.status !== 0) throw new Error(`git ${args.join(" ")}: ${ran.stderr}${ran.stdout}`);
      return ran.stdout.endsWith("\n") ? ran.stdout.slice(0, -1) : ran.stdout;
    },
    write(path, text) {
      const file = join(dir, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    },
    remove() {
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Cli: runs the real, built program in a hermetic environment: its own home, no git configuration, a clock that ticks. */

import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { type HeldRepo, heldRepo, writeOut } from "./held-repo.js";
import { spawnText } from "./spawn.js";

const root: string = fileURLToPath(new URL("../..", import.meta.url));
const binary: string = join(root, "dist", "pagefile.cjs");

export interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  readonly exit: number;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Another build of the program. */
  readonly program?: string;
  /** A program that never ends by itself is told to (SIGTERM) after so long. */
  readonly endAfterMs?: number;
}

export interface Cli {
  /** A fresh folder, removed after the test. */
  readonly folder: string;
  /** The environment of every run, but for its clock. */
  readonly env: Readonly<Record<string, string>>;
  /** The built program; each run is one minute later than the one before. */
  readonly run: (args: readonly string[], options?: RunOptions) => Ran;
  /** git with the same environment; throws when it fails. */
  readonly git: (args: readonly string[], cwd?: string) => string;
  /** The sample memory of `templates/sample` in `folder/memory`, committed by git itself with fixed bytes and dates. */
  readonly sample: () => string;
}

export function cli(): Cli {
  if (!existsSync(binary)) throw new Error("dist/pagefile.cjs is missing: run `npm run build` first.");
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pagefile-cli-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const home = join(folder, "home");
  mkdirSync(home);
  let minute = 0;
  // Beside the home: what setup leaves in that is compared with what was there.
  const base = { ...hermetic(home), TMPDIR: folder, PAGEFILE_HOME: join(folder, "data") };
  const run: Cli["run"] = (args, options = {}) => {
    minute += 1;
    const now = new Date(Date.UTC(2026, 10, 21, 8, minute)).toISOString();
    const env = { ...base, PAGEFILE_NOW: now, ...options.env };
    const cwd = options.cwd ?? folder;
    const ran = spawnText(process.execPath, [options.program ?? binary, ...args], {
      cwd,
      env,
      input: options.input ?? "",
      ...(options.endAfterMs === undefined ? {} : { timeout: options.endAfterMs, killSignal: "SIGTERM" }),
    });
    if (ran.error !== undefined && options.endAfterMs === undefined) throw ran.error;
    return { stdout: ran.stdout, stderr: ran.stderr, exit: ran.status ?? -1 };
  };
  const git: Cli["git"] = (args, cwd = folder) => {
    const ran = spawnText("git", args, { cwd, env: base });
    if (ran.status !== 0) throw new Error(`git ${args.join(" ")}: ${ran.stderr}`);
    return ran.stdout;
  };
  return { folder, env: base, run, git, sample: () => sampleIn(join(folder, "memory"), git) };
}

function hermetic(home: string): Readonly<Record<string, string>> {
  const date = "2026-11-21T08:00:00Z";
  return {
    PATH: [join(process.execPath, ".."), process.env.PATH ?? ""].join(delimiter),
    HOME: home,
    LANG: "C",
    NO_COLOR: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_SYSTEM: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "Ada",
    GIT_AUTHOR_EMAIL: "ada@example.invalid",
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: "Ada",
    GIT_COMMITTER_EMAIL: "ada@example.invalid",
    GIT_COMMITTER_DATE: date,
  };
}

const sampleConfig = `pagefile: 1
store: tripdesk0001
name: trip-desk
profile: openclaw
scope: project
budget: { tokens: 4096 }
`;

/**
 * Copies a built file or folder without what node compiled of it: programs of other tests write that cache under
 * passing names, and a copy that meets such a name as it goes fails.
 */
export function copyBuilt(from: string, to: string): void {
  cpSync(from, to, { recursive: true, filter: (path) => basename(path) !== ".code" });
}

/** The same bytes each time: to have git make them anew took three programs for each of some hundred memories. */
let sample: HeldRepo | null = null;

function sampleIn(folder: string, git: Cli["git"]): string {
  if (sample !== null) {
    writeOut(sample, folder);
    return folder;
  }
  cpSync(join(root, "templates", "sample"), folder, { recursive: true });
  writeFileSync(join(folder, "pagefile.yaml"), sampleConfig);
  git(["init", "--quiet", "--initial-branch=main", folder]);
  git(["add", "--all"], folder);
  git(["commit", "--quiet", "--message=Take in the sample"], folder);
  sample = heldRepo(folder);
  return folder;
}

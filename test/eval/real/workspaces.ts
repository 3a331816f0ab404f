/** Workspaces: the memories below a folder of data, each copied before the program may touch it. */

import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

export interface Workspace {
  /** The folder's own name, by which the gold files call it. */
  readonly name: string;
  /** The folder it lies in: what sort of memory it is. */
  readonly group: string;
  readonly from: string;
}

/** A copy, with what git says of it. */
export interface Copied {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  /** The Markdown files that are committed. */
  readonly notes: readonly string[];
}

const dayMs = 86_400_000;

/** A folder with a `.git` is a workspace; one without is looked into, twice at most. */
export function workspacesIn(folder: string, depth = 2): readonly Workspace[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name }) => {
      const from = join(folder, name);
      if (existsSync(join(from, ".git"))) return [{ name, group: basename(folder), from }];
      return depth > 0 ? workspacesIn(from, depth - 1) : [];
    });
}

/** The clock stands a day after the last commit: the owner's next morning. */
export function copyOf(workspace: Workspace, temp: string): Copied {
  const root = join(temp, workspace.name);
  const home = join(temp, "home");
  cpSync(workspace.from, root, { recursive: true, verbatimSymlinks: true });
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, ".gitconfig"), "[user]\n\tname = Owner\n\temail = owner@example.org\n");
  const base = { PATH: process.env.PATH ?? "", HOME: home, LANG: "C", NO_COLOR: "1", GIT_CONFIG_SYSTEM: "/dev/null" };
  const last = Number(git(root, base, ["log", "-1", "--format=%ct"]));
  const now = new Date(last * 1000 + dayMs).toISOString();
  const notes = git(root, base, ["ls-files", "-z"])
    .split("\0")
    .filter((path) => path.toLowerCase().endsWith(".md"));
  return { root, env: { ...base, TMPDIR: temp, PAGEFILE_NOW: now }, notes };
}

/** No line where the file is gone or shorter. */
export function lineOf(root: string, path: string, line: number): string | undefined {
  const file = join(root, path);
  return existsSync(file) ? readFileSync(file, "utf8").split("\n")[line - 1] : undefined;
}

function git(cwd: string, env: Readonly<Record<string, string>>, args: readonly string[]): string {
  const ran = spawnSync("git", args, { cwd, env, encoding: "utf8", maxBuffer: 1 << 28 });
  if (ran.status !== 0) throw new Error(`git ${args.join(" ")} in ${cwd}: ${ran.stderr}`);
  return ran.stdout;
}

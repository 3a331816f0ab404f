/** Ground: one layout made ready: git as a desktop program runs it, all bytes that installing may touch, and a decoy. */

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Cli, cli } from "../support/cli.js";
import { spawnText } from "../support/spawn.js";
import { type Layout, page, put } from "./layouts.js";

const tools = ["git", "sh", "bash", "env", "perl", "cat", "dirname", "basename", "head", "wc"];

export interface Ground {
  readonly program: Cli;
  readonly top: string;
  readonly folder: string;
  readonly ran: string;
  readonly env: Readonly<Record<string, string>>;
  git(
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
  ): { status: number | null; stdout: string; stderr: string };
}

/** A desktop program's environment: git, a shell and no node; hooks find theirs all the same. */
export function ground(layout: Layout): Ground {
  const program = cli();
  const bin = join(program.folder, "bin");
  mkdirSync(bin);
  for (const tool of tools) {
    const found = ["/usr/bin", "/bin"].map((each) => join(each, tool)).find((each) => existsSync(each));
    if (found !== undefined) symlinkSync(found, join(bin, tool));
  }
  const ran = join(program.folder, "ran");
  writeFileSync(ran, "");
  const { top, folder, env = {} } = layout.make(program, ran);
  const who = {
    GIT_AUTHOR_NAME: "Ada",
    GIT_AUTHOR_EMAIL: "a@b.c",
    GIT_COMMITTER_NAME: "Ada",
    GIT_COMMITTER_EMAIL: "a@b.c",
  };
  const desktop = {
    PATH: bin,
    HOME: program.folder,
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    ...who,
    ...env,
  };
  const git: Ground["git"] = (args, more = {}) =>
    spawnText(join(bin, "git"), args, { cwd: top, env: { ...desktop, ...more } });
  return { program, top, folder, ran, env, git };
}

/** Every file that installing may touch, with its mode and bytes. */
export function shot({ git, top, folder, env, program }: Ground): unknown {
  const common = resolve(top, git(["rev-parse", "--git-common-dir"]).stdout.trim());
  const home = env.HOME === undefined ? [] : [join(env.HOME, ".gitconfig"), ...below(join(env.HOME, "hooks"))];
  const files = [
    ...below(folder),
    join(common, "config"),
    join(common, "info/attributes"),
    join(common, "info/exclude"),
    ...home,
  ];
  return files.map((file) => {
    const seen = existsSync(file) ? `${statSync(file).mode.toString(8)} ${readFileSync(file, "latin1")}` : null;
    return [file.replace(program.folder, ""), seen];
  });
}

export function below(folder: string): readonly string[] {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return found.map((each) => join(each.parentPath ?? each.path, each.name)).sort();
}

/** A repository that a leaked environment names; nothing in it may change, not even a time stamp's worth of index. */
export function decoy(program: Cli): { readonly env: Readonly<Record<string, string>>; digest(): string } {
  const folder = join(program.folder, "decoy");
  program.git(["init", "--quiet", folder]);
  put(join(folder, page), "---\nid: decoy\n---\n- Mine.\n", 0o644);
  program.git(["add", "--all"], folder);
  program.git(["commit", "--quiet", "--message=Decoy"], folder);
  const dir = join(folder, ".git");
  const env = {
    GIT_DIR: dir,
    GIT_COMMON_DIR: dir,
    GIT_INDEX_FILE: join(dir, "index"),
    GIT_OBJECT_DIRECTORY: join(dir, "objects"),
    GIT_WORK_TREE: folder,
    GIT_PREFIX: "memory/",
    GIT_CONFIG: join(dir, "config"),
  };
  const digest = (): string => {
    const hash = createHash("sha256");
    for (const file of below(folder)) hash.update(`${file}\n${statSync(file).mode}\n`).update(readFileSync(file));
    return hash.digest("hex");
  };
  return { env, digest };
}

/** Person: somebody who commits by hand in a memory with installed hooks, in the environment of a desktop program. */

import type { SpawnSyncReturns } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Cli, cli } from "./cli.js";
import { install } from "./installed.js";
import { spawnText } from "./spawn.js";

export interface Person {
  readonly program: Cli;
  readonly memory: string;
  /** Never throws. */
  git(...args: readonly string[]): SpawnSyncReturns<string>;
  /** Stages everything and commits with this message and these words behind it. */
  commit(message: string, ...more: readonly string[]): SpawnSyncReturns<string>;
  write(path: string, text: string): void;
  append(path: string, text: string): void;
  read(path: string): string;
  head(): string;
  /** The message of HEAD. */
  body(): string;
}

/** The sample memory with the hooks installed. */
export function person(): Person {
  const program = cli();
  const memory = program.sample();
  install(program, memory);
  const who = {
    GIT_AUTHOR_NAME: "Ada",
    GIT_AUTHOR_EMAIL: "a@b.c",
    GIT_COMMITTER_NAME: "Ada",
    GIT_COMMITTER_EMAIL: "a@b.c",
  };
  const machine = {
    PATH: "/usr/bin:/bin",
    HOME: program.folder,
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
  };
  const git: Person["git"] = (...args) => spawnText("git", args, { cwd: memory, env: { ...machine, ...who } });
  return {
    program,
    memory,
    git,
    commit(message, ...more) {
      git("add", "--all");
      return git("commit", "--quiet", "--message", message, ...more);
    },
    write(path, text) {
      mkdirSync(dirname(join(memory, path)), { recursive: true });
      writeFileSync(join(memory, path), text);
    },
    append: (path, text) => appendFileSync(join(memory, path), text),
    read: (path) => readFileSync(join(memory, path), "utf8"),
    head: () => git("rev-parse", "HEAD").stdout.trim(),
    body: () => git("log", "-1", "--format=%B").stdout.trimEnd(),
  };
}

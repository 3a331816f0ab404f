/** Syscall operations: what is done while a file-system call fails, each so that doing it again completes it. */

import * as fs from "node:fs";
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import * as isomorphic from "isomorphic-git";
import { init, wireInit } from "../../src/init/init.js";
import type { Workspace } from "../../src/memory/workspace.js";
import { openWorkspace } from "../../src/open.js";
import { flush } from "../../src/session/flush.js";
import { patch } from "../../src/session/patch.js";
import { stage } from "../../src/session/stage.js";

import { type Engine, entriesIn, environment, type Ground, openGround, pathOf } from "./ground.js";

/** null where it succeeded; otherwise what it said. */
type Said = string | null;

/** A file's text by its path below the root; undefined where it is absent. */
export type Read = (path: string) => string | undefined;

export interface Operation {
  readonly name: string;
  /** Whether the ground is made by the operation itself. */
  readonly fromNothing: boolean;
  /** Whether it may be made again though it is done. */
  readonly knowsItself: boolean;
  /** The nth time; may be called again with the same number, and then completes what the first call did not. */
  act(stand: Stand, n: number): Promise<Said>;
  /** Whether all of what the nth time was to bring is in the files that are read. */
  isDone(read: Read, n: number): boolean;
  /** Whether that still shows when later times have been made. */
  readonly stays: boolean;
}

export interface Stand {
  readonly ground: Ground;
  readonly engine: Engine;
  /** Open, except where the operation makes the ground. */
  readonly workspace: Workspace | null;
}

const detached = { detached: "refuse" } as const;

export async function openStand(ground: Ground, engine: Engine): Promise<Stand> {
  const env = environment(ground.root, engine);
  const opened = await openWorkspace({ cwd: ground.root, repos: [], env, now: null });
  if (!opened.ok) throw new Error(opened.error.says);
  return { ground, engine, workspace: opened.value };
}

/** An empty folder for the nth time. */
export function emptyStand(folder: string, engine: Engine): Stand {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return { ground: openGround(folder), engine, workspace: null };
}

const entryOf = (n: number, part = 0): string => `- Fact ${n}.${part} was met by an error.`;

function hasOnce(text: string | undefined, entry: string): boolean {
  return entriesIn(text ?? "").filter((one) => one === entry).length === 1;
}

/** A patch on an open memory; what is thrown is a bug, and said as one. */
async function ask(stand: Stand, draft: unknown): Promise<Said> {
  const done = await patch(stand.workspace as Workspace, draft, detached);
  return done.ok ? null : `${done.error.code}: ${done.error.says}`;
}

const append: Operation = {
  name: "append",
  fromNothing: false,
  knowsItself: false,
  act: (stand, n) => ask(stand, { op: "append", page: "p0", value: entryOf(n) }),
  isDone: (read, n) => hasOnce(read(pathOf("p0")), entryOf(n)),
  stays: true,
};

const create: Operation = {
  name: "new",
  fromNothing: false,
  knowsItself: false,
  act(stand, n) {
    const fields = { subject: "errors", prefers: "to be met" };
    const page = { page: `made-${n}`, type: "preference", title: `Made ${n}`, fields };
    return ask(stand, { op: "create", ...page, value: entryOf(n) });
  },
  isDone: (read, n) => hasOnce(read(pathOf(`preferences/made-${n}`)), entryOf(n)),
  stays: true,
};

/** Archived the odd times and restored the even ones. */
const archive: Operation = {
  name: "archive and restore",
  fromNothing: false,
  knowsItself: false,
  act: (stand, n) => ask(stand, { op: n % 2 === 1 ? "archive" : "restore", page: "p1" }),
  isDone: (read, n) => (read(pathOf("p1")) !== undefined) === (n % 2 === 0),
  stays: false,
};

const flushThree: Operation = {
  name: "flush of three",
  fromNothing: false,
  knowsItself: true,
  async act({ workspace }, n) {
    for (const [part, page] of ["p0", "p1", "p2"].entries()) {
      const staged = await stage(workspace as Workspace, { op: "append", page, value: entryOf(n, part) });
      if (!staged.ok) return `${staged.error.code}: ${staged.error.says}`;
    }
    const done = await flush(workspace as Workspace, { boundary: "manual" }, detached);
    if (!done.ok) return `${done.error.code}: ${done.error.says}`;
    return done.value.rejected.length === 0 ? null : "refused by the flush";
  },
  isDone: (read, n) => ["p0", "p1", "p2"].every((page, part) => hasOnce(read(pathOf(page)), entryOf(n, part))),
  stays: true,
};

/** A repository that is made here has no configuration to tell it. */
const identity: NodeJS.ProcessEnv = Object.fromEntries(
  ["AUTHOR", "COMMITTER"].flatMap((who) => [
    [`GIT_${who}_NAME`, "Torture"],
    [`GIT_${who}_EMAIL`, "torture@example.org"],
  ]),
);

const initialize: Operation = {
  name: "init",
  fromNothing: true,
  knowsItself: false,
  async act({ ground, engine }) {
    const services = wireInit({ env: { ...environment(ground.root, engine), ...identity }, now: null });
    const query = { dir: ground.root, profile: "plain", name: "torture", scope: "project", hooks: false };
    const done = await init(services, query);
    return done.ok ? null : `${done.error.code}: ${done.error.says}`;
  },
  isDone: (read) => read("pagefile.yaml") !== undefined,
  stays: false,
};

/** What one writes without thinking of it: the file in place, then `add`, then `commit`; an error is told to the person. */
export const careless: Operation = {
  name: "careless append",
  fromNothing: false,
  knowsItself: false,
  async act({ ground: { root } }, n) {
    try {
      const file = join(root, pathOf("p0"));
      const text = `${readFileSync(file, "utf8")}${entryOf(n)}\n`;
      const fd = openSync(file, "w");
      writeSync(fd, text);
      closeSync(fd);
      const author = { name: "Careless", email: "careless@example.org" };
      await isomorphic.add({ fs, dir: root, filepath: pathOf("p0") });
      await isomorphic.commit({ fs, dir: root, message: "append", author });
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  },
  isDone: append.isDone,
  stays: true,
};

export const operations: readonly Operation[] = [append, create, archive, flushThree, initialize];

export function folderOf(setting: { readonly folder: string }, name: string): string {
  return join(setting.folder, name.replaceAll(" ", "-"));
}

/** Syscall operations: what is done while a file-system call fails, each so that doing it again completes it. */

import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openWorkspace, wireInit } from "../../src/entry/wire.js";
import { flush } from "../../src/flow/boundary/flush.js";
import { stage } from "../../src/flow/boundary/stage.js";
import { init } from "../../src/flow/init.js";
import { patch } from "../../src/flow/patch.js";
import type { Workspace } from "../../src/flow/workspace.js";
import { type Engine, entriesIn, environment, type Ground, openGround, pathOf } from "./ground.js";

/** null where it succeeded; otherwise what it said. */
type Said = string | null;

export interface Operation {
  readonly name: string;
  /** Whether the ground is made by the operation itself. */
  readonly fromNothing: boolean;
  /** The nth time; may be called again with the same number, and then completes what the first call did not. */
  act(stand: Stand, n: number): Promise<Said>;
  /** Whether HEAD holds all of what the nth time was to bring. */
  isDone(ground: Ground, n: number): boolean;
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

function hasOnce(ground: Ground, page: string, entry: string): boolean {
  return entriesIn(ground.tryGit("show", `HEAD:${pathOf(page)}`).said).filter((one) => one === entry).length === 1;
}

/** A patch on an open memory; what is thrown is a bug, and said as one. */
async function ask(stand: Stand, draft: unknown): Promise<Said> {
  const done = await patch(stand.workspace as Workspace, draft, detached);
  return done.ok ? null : `${done.error.code}: ${done.error.says}`;
}

const append: Operation = {
  name: "append",
  fromNothing: false,
  act: (stand, n) => ask(stand, { op: "append", page: "p0", value: entryOf(n) }),
  isDone: (ground, n) => hasOnce(ground, "p0", entryOf(n)),
};

const create: Operation = {
  name: "new",
  fromNothing: false,
  act(stand, n) {
    const fields = { subject: "errors", prefers: "to be met" };
    const page = { page: `made-${n}`, type: "preference", title: `Made ${n}`, fields };
    return ask(stand, { op: "create", ...page, value: entryOf(n) });
  },
  isDone: (ground, n) => ground.tryGit("grep", "--quiet", "--fixed-strings", "-e", entryOf(n), "HEAD").status === 0,
};

/** Archived the odd times and restored the even ones. */
const archive: Operation = {
  name: "archive and restore",
  fromNothing: false,
  act: (stand, n) => ask(stand, { op: n % 2 === 1 ? "archive" : "restore", page: "p1" }),
  isDone: (ground, n) => (ground.tryGit("cat-file", "-e", `HEAD:${pathOf("p1")}`).status === 0) === (n % 2 === 0),
};

const flushThree: Operation = {
  name: "flush of three",
  fromNothing: false,
  async act({ workspace }, n) {
    for (const [part, page] of ["p0", "p1", "p2"].entries()) {
      const staged = await stage(workspace as Workspace, { op: "append", page, value: entryOf(n, part) });
      if (!staged.ok) return `${staged.error.code}: ${staged.error.says}`;
    }
    const done = await flush(workspace as Workspace, { boundary: "manual" }, detached);
    if (!done.ok) return `${done.error.code}: ${done.error.says}`;
    return done.value.rejected.length === 0 ? null : "refused by the flush";
  },
  isDone: (ground, n) => ["p0", "p1", "p2"].every((page, part) => hasOnce(ground, page, entryOf(n, part))),
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
  async act({ ground, engine }) {
    const services = wireInit({ env: { ...environment(ground.root, engine), ...identity }, now: null });
    const query = { dir: ground.root, profile: "plain", name: "torture", scope: "project", hooks: false };
    const done = await init(services, query);
    return done.ok ? null : `${done.error.code}: ${done.error.says}`;
  },
  isDone: (ground) => ground.tryGit("cat-file", "-e", "HEAD:pagefile.yaml").status === 0,
};

export const operations: readonly Operation[] = [append, create, archive, flushThree, initialize];

export function folderOf(setting: { readonly folder: string }, name: string): string {
  return join(setting.folder, name.replaceAll(" ", "-"));
}

/** SessionStore: a real memory with what its sessions keep to themselves, opened as the program opens it. */

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Instant } from "../../src/base/ids.js";
import { printConfig } from "../../src/memory/config.js";
import type { Workspace } from "../../src/memory/workspace.js";
import { openWorkspace } from "../../src/open.js";
import { flush } from "../../src/session/flush.js";
import { type LifecycleEvent, lifecycle } from "../../src/session/lifecycle.js";
import { stage } from "../../src/session/stage.js";

import { plainConfig } from "./facts.js";
import { makeRepo, type TestRepo } from "./git-repo.js";

export const refuse = { detached: "refuse" } as const;
export const fields: Readonly<Record<string, string>> = { subject: "seats", prefers: "aisle" };

export interface Scene {
  readonly repo: TestRepo;
  readonly workspace: Workspace;
  /** Files below the session's folder. */
  write(session: string, path: string, text: string): void;
  read(session: string, path: string): string;
  folder(session: string): string;
  put(draft: object, pid?: number | null): Promise<void>;
  cross(event: LifecycleEvent, session: string | null): ReturnType<typeof flush>;
  /** `git show` of a file on the session's ref. */
  committed(session: string, path: string): string;
  count(session: string): number;
  staged(): readonly string[];
  end(): Promise<void>;
}

/** One project page `trains` is committed. */
export async function openScene(): Promise<Scene> {
  const repo = makeRepo({ config: { "user.name": "Ada", "user.email": "ada@example.org" } });
  repo.write("pagefile.yaml", printConfig(plainConfig));
  repo.write("memory/trains.md", "---\nid: trains\ntype: preference\ntitle: Trains\nversion: 1\n---\n- Quiet car.\n");
  repo.git("add", "-A");
  repo.git("commit", "-qm", "Trains");
  const opened = await openWorkspace({
    cwd: repo.dir,
    repos: [],
    env: repo.env,
    now: "2026-11-21T08:00:00Z" as Instant,
  });
  if (!opened.ok) throw new Error(opened.error.says);
  const workspace = opened.value;
  const { nameOf } = workspace.primary.sessionPages!;
  const folder = (session: string): string => join(repo.dir, ".git/pagefile/sessions", nameOf(session), "pages");
  const stagedIn = join(repo.dir, ".git/pagefile/staged");
  return {
    repo,
    workspace,
    folder,
    write(session, path, text) {
      mkdirSync(dirname(join(folder(session), path)), { recursive: true });
      writeFileSync(join(folder(session), path), text);
    },
    read: (session, path) => readFileSync(join(folder(session), path), "utf8"),
    async put(draft, pid = null) {
      const done = await stage(workspace, draft, { pid, source: null });
      if (!done.ok) throw new Error(done.error.says);
    },
    cross: (event, session) => flush(workspace, { boundary: lifecycle[event].boundary, event, session }, refuse),
    committed: (session, path) => repo.git("show", `refs/pagefile/session/${nameOf(session)}:${path}`),
    count: (session) => {
      const ref = `refs/pagefile/session/${nameOf(session)}`;
      return repo.tryGit(["rev-parse", "--verify", "-q", ref]).status === 0
        ? Number(repo.git("rev-list", "--count", ref))
        : 0;
    },
    staged: () => (existsSync(stagedIn) ? readdirSync(stagedIn).filter((name) => name.endsWith(".json")) : []),
    async end() {
      await workspace.close();
      repo.remove();
    },
  };
}

/** A typed page as a person would write it. */
export function page(id: string, body: string, more = ""): string {
  return `---\nid: ${id}\ntype: preference\ntitle: ${id}\n${more}fields: { subject: x, prefers: y }\n---\n${body}\n`;
}

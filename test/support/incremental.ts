/** Incremental: a memory to which things happen, the workspace that stays open on it, and others that are opened anew. */

import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import type { Instant } from "../../src/base/ids.js";
import type * as Approving from "../../src/history/approve.js";
import type * as Remembering from "../../src/memory/memory.js";
import type { Workspace } from "../../src/memory/workspace.js";
import type * as Choosing from "../../src/prompt/candidates.js";
import type * as Turning from "../../src/prompt/turn/turn.js";
import type * as Patching from "../../src/session/patch.js";

import { makeRepo, type TestRepo } from "./git-repo.js";

const pages = ["rules", "limit", "seats", "fares", "plan", "diary"] as const;
const types = ["bootstrap_policy", "constraint", "preference", "evidence", "plan", "decision"] as const;
const words = "aisle window 400 euros call read:fares never always first night [human] [decision]".split(" ");

const page = fc.constantFrom(...pages);
const by = fc.constantFrom("self", "other");
const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 9 }).map((some) => some.join(" "));
const more = fc.constantFrom(
  "pin: hard\n",
  "pin: soft\n",
  "minFidelity: full\n",
  "tags: [done]\n",
  "scope: global\n",
  "",
);
const title = fc.constantFrom("Trips", "People", "Money");

type Who = "self" | "other";
/** One thing that happens between two turns. */
export type Step =
  | { readonly kind: "patch"; readonly by: Who; readonly page: string; readonly text: string }
  | { readonly kind: "archive" | "restore" | "approve"; readonly by: Who; readonly page: string }
  | { readonly kind: "foreign" | "edit"; readonly page: string; readonly text: string }
  | {
      readonly kind: "retype";
      readonly page: string;
      readonly type: string;
      readonly more: string;
      readonly text: string;
    }
  | { readonly kind: "rename" | "delete" | "break" | "clash" | "pin"; readonly page: string }
  | { readonly kind: "section" | "cut"; readonly title: string; readonly text: string }
  | { readonly kind: "commit" | "undo" }
  | { readonly kind: "reopen"; readonly budgetTokens: number; readonly name: string };

export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("patch"), by, page, text }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom("edit", "edit", "edit", "foreign"), page, text }) },
  fc.record({ kind: fc.constantFrom("archive", "restore"), by, page }),
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("approve"), by, page: fc.constantFrom("seats", "diary", "memory") }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("retype"), page, type: fc.constantFrom(...types), more, text }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("rename", "delete", "break", "clash", "pin"), page }) },
  fc.record({ kind: fc.constantFrom("section", "cut"), title, text }),
  fc.record({ kind: fc.constantFrom("commit", "undo") }),
  fc.record({
    kind: fc.constant("reopen"),
    budgetTokens: fc.constantFrom(150, 500),
    name: fc.constantFrom("a", "b"),
  }),
);

/** The code that a process runs: modules of its own, and so all that they remember. */
export interface Code
  extends Pick<typeof Patching, "patch">,
    Pick<typeof Approving, "approve">,
    Pick<typeof Remembering, "refresh">,
    Pick<typeof Turning, "turn">,
    Pick<typeof Choosing, "candidatesIn"> {
  /** `state` is what a process leaves; `aside` holds caches. */
  readonly open: (world: World, state: string, aside: string) => Promise<Workspace>;
}

export async function loadCode(): Promise<Code> {
  const { logsIn, openTestWorkspace } = await import("./open-memory.js");
  const { openIndexCache } = await import("../../src/memory/disk/facts-cache.js");
  const { openKeyedCache } = await import("../../src/memory/disk/facts-cache.js");
  const { openSessions, sessionsOf } = await import("../../src/memory/sessions.js");
  const { openTurnStates, turnStatesOf } = await import("../../src/prompt/trace/turns.js");
  return {
    ...(await import("../../src/session/patch.js")),
    ...(await import("../../src/history/approve.js")),
    ...(await import("../../src/prompt/turn/turn.js")),
    ...(await import("../../src/memory/memory.js")),
    ...(await import("../../src/prompt/candidates.js")),
    open: (world, state, aside) =>
      openTestWorkspace(world.repo, {
        config: world.config,
        parts: {
          cache: openIndexCache(join(aside, "index"), "test"),
          tokens: openKeyedCache(join(aside, "tokens"), "test"),
          clock: { now: () => world.now },
        },
        services: [
          [sessionsOf, openSessions(join(state, "sessions"))],
          [turnStatesOf, openTurnStates(join(state, "turns"))],
          ...logsIn(state),
        ],
      }),
  };
}

export interface World {
  readonly repo: TestRepo;
  /** What turns leave. */
  readonly state: string;
  readonly code: Code;
  config: { budgetTokens: number; name: string };
  now: Instant;
  stays: Workspace;
}

let opened = 0;

/** With caches of its own, so that nothing made before is read. */
export function openAnew(world: World, code: Code, state: string): Promise<Workspace> {
  opened += 1;
  return code.open(world, state, join(world.repo.home, `aside-${opened}`));
}

function typed(id: string, type: string, more: string, said: string): string {
  return `---\nid: ${id}\ntype: ${type}\ntitle: Title of ${id}\n${more}updated: 2026-03-02T08:00:00Z\n---\n- Body of ${id}.\n- ${said}\n`;
}

/** Some of its texts came from outside and stand where nobody approved them. */
export async function beginWorld(code: Code): Promise<World> {
  const repo = makeRepo();
  repo.write(
    "MEMORY.md",
    "# Memory\n\nWhat lasts.\n\n## Trips\n\n- Lisbon in May. [human]\n\n## People\n\n- Ada flies.\n",
  );
  for (const [at, id] of pages.entries())
    repo.write(`memory/${id}.md`, typed(id, types[at] ?? "plan", "", `Said of ${id}.`));
  const config = { budgetTokens: 400, name: "a" };
  const now = "2026-03-02T09:00:00Z" as Instant;
  const world = { repo, state: join(repo.home, "kept"), code, config, now } as World;
  mkdirSync(world.state);
  world.stays = await code.open(world, world.state, join(repo.home, "aside"));
  repo.git("add", "-A");
  repo.git("commit", "-qm", "Sample");
  for (const page of ["seats", "diary"])
    await code.patch(world.stays, { op: "append", page, value: `- Told of ${page}.`, origin: "web" }, refuse);
  for (const file of ["MEMORY.md", "memory/seats.md", "memory/diary.md"]) rewrite(join(repo.dir, file), pinned);
  // Wherever it is brought, a text keeps the label it came with.
  rewrite(join(repo.dir, "MEMORY.md"), (old) => old.replace("- Lisbon", "- Told of seats.\n- Lisbon"));
  return world;
}

const refuse = { detached: "refuse" } as const;

function pinned(old: string): string {
  if (old.includes("pin: ")) return old;
  return old.startsWith("---\n") ? old.replace("---\n", "---\npin: soft\n") : `---\npin: soft\n---\n${old}`;
}

function rewrite(file: string, by: (old: string) => string): void {
  if (existsSync(file)) writeFileSync(file, by(readFileSync(file, "utf8")));
}

/** What fails is part of the story: all find the same afterwards. */
export async function happen(world: World, one: Step): Promise<void> {
  const { repo, code } = world;
  const folder = join(repo.dir, "memory");
  const each = (id: string, use: (file: string) => void): void => {
    const [name] = (existsSync(folder) ? readdirSync(folder) : []).filter((file) => file.startsWith(id));
    if (name !== undefined) use(join(folder, name));
  };
  const through = async (who: string, use: (workspace: Workspace) => Promise<unknown>): Promise<void> => {
    const workspace = who === "self" ? world.stays : await openAnew(world, code, world.state);
    await use(workspace);
    if (workspace !== world.stays) await workspace.close();
  };
  const propose = (who: string, draft: object): Promise<void> =>
    through(who, (workspace) => code.patch(workspace, { ...draft, actor: "human" }, refuse));
  switch (one.kind) {
    case "patch":
      return propose(one.by, { op: "append", page: one.page, value: `- ${one.text}` });
    case "foreign":
      return propose("other", { op: "append", page: one.page, value: `- ${one.text}`, origin: "web" });
    case "archive":
    case "restore":
      return propose(one.by, { op: one.kind, page: one.page });
    case "approve": {
      const envelope = { actor: "human", origin: "user", session: null, evidence: [], id: null } as const;
      return through(one.by, (workspace) => code.approve(workspace, { name: one.page, envelope }, refuse));
    }
    case "edit":
      return each(one.page, (file) => rewrite(file, (old) => `${old}- ${one.text}\n`));
    case "retype":
      return repo.write(`memory/${one.page}.md`, typed(one.page, one.type, one.more, one.text));
    case "rename":
      return each(one.page, (file) =>
        renameSync(file, file.endsWith("-moved.md") ? file.replace("-moved", "") : file.replace(".md", "-moved.md")),
      );
    case "delete":
      return each(one.page, (file) => rmSync(file));
    case "break":
      return each(one.page, (file) => rewrite(file, (old) => old.replace("title: T", "title: [T")));
    case "clash":
      return repo.write("memory/a-clash.md", typed(one.page, "preference", "", "Twice."));
    case "pin":
      return each(one.page, (file) => rewrite(file, pinned));
    case "section":
      return rewrite(join(repo.dir, "MEMORY.md"), (old) => `${old}\n## ${one.title}\n\n- ${one.text}\n`);
    case "cut":
      return rewrite(join(repo.dir, "MEMORY.md"), (old) => old.replace(new RegExp(`## ${one.title}\\n[^#]*`), ""));
    case "commit":
      repo.git("add", "-A");
      return void repo.tryGit(["commit", "-qm", "By hand"]);
    case "undo":
      return void repo.tryGit(["revert", "--no-edit", "HEAD"]);
    case "reopen":
      await world.stays.close();
      world.config = { budgetTokens: one.budgetTokens, name: one.name };
      world.stays = await code.open(world, world.state, join(repo.home, "aside"));
  }
}

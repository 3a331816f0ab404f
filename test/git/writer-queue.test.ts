/** Writer queue: first come first served, nobody waits for the dead, and whoever is stuck delays the others for a while only. */

import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { findLayout } from "../../src/git/layout.js";
import { openWriterQueue, type WriterQueue } from "../../src/git/queue.js";
import { patch } from "../../src/session/patch.js";
import { nameOwner, type Owner, thisOwner } from "../../src/state/process.js";

import { valueOf } from "../support/git-plan.js";
import { makeRepo, type TestRepo } from "../support/git-repo.js";
import { openTestWorkspace } from "../support/open-memory.js";

let repo: TestRepo;
let folder = "";

beforeEach(() => {
  repo = makeRepo();
  folder = join(repo.dir, ".git", "pagefile", "queue");
});
afterEach(() => repo.remove());

function open(options: { readonly patienceMs?: number; readonly turnMs?: number } = {}): WriterQueue {
  return openWriterQueue(valueOf(findLayout(repo.dir)), options);
}

/** A ticket before all others, of some process. */
function ticket(owner: Partial<Owner>): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `000000000001-${nameOwner({ ...thisOwner(), ...owner })}`);
  writeFileSync(path, "");
  return path;
}

const live = { pid: process.ppid, start: "0" };
const tickets = (): readonly string[] => readdirSync(folder);

async function waitOf(queue: WriterQueue): Promise<number> {
  const started = performance.now();
  const turn = await queue.enter();
  turn.leave();
  return performance.now() - started;
}

describe("a writer", () => {
  it("has its turn alone, in the order of coming, and leaves nothing", async () => {
    const events: string[] = [];
    const queue = open();
    const write = async (name: number): Promise<void> => {
      const turn = await queue.enter();
      events.push(`${name} in`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      events.push(`${name} out`);
      turn.leave();
      turn.leave();
    };
    await Promise.all([0, 1, 2, 3, 4].map(write));
    expect(events).toEqual([0, 1, 2, 3, 4].flatMap((name) => [`${name} in`, `${name} out`]));
    expect(tickets()).toEqual([]);
  });

  it("does something else meanwhile, once, where there is somebody to wait for; what fails there leaves no ticket", async () => {
    const queue = open();
    let times = 0;
    const meanwhile = async (): Promise<void> => {
      times += 1;
    };
    (await queue.enter(meanwhile)).leave();
    expect(times).toBe(0);
    const first = await queue.enter();
    const second = queue.enter(meanwhile);
    const third = queue.enter(() => Promise.reject(new Error("broken")));
    await expect(third).rejects.toThrow("broken");
    expect([times, tickets().length]).toEqual([1, 2]);
    await new Promise((resolve) => setTimeout(resolve, 120));
    first.leave();
    (await second).leave();
    expect([times, tickets()]).toEqual([1, []]);
  });

  it("does not wait for the dead, and takes their tickets away", async () => {
    const { pid } = spawnSync("true");
    ticket({ pid, start: "1" });
    ticket({ pid, start: "2" });
    expect(await waitOf(open())).toBeLessThan(5_000);
    expect(tickets()).toEqual([]);
  });

  it("waits for one that lives, in vain only for so long, and leaves its ticket alone", async () => {
    ticket(live);
    expect(await waitOf(open({ patienceMs: 200 }))).toBeGreaterThan(190);
    expect(tickets()).toHaveLength(1);
  });

  it("lets those pass first that came before, even after one was stuck", async () => {
    ticket(live);
    const order: number[] = [];
    const queue = open({ patienceMs: 100 });
    const write = async (name: number): Promise<void> => {
      const turn = await queue.enter();
      order.push(name);
      await new Promise((resolve) => setTimeout(resolve, 30));
      turn.leave();
    };
    await Promise.all([0, 1, 2].map(write));
    expect(order).toEqual([0, 1, 2]);
  });

  it("goes on at once when the other is let in by nobody any more", async () => {
    const path = ticket({ ...live, machine: "0123456789ab" });
    utimesSync(path, new Date(Date.now() - 3_600_000), new Date(Date.now() - 3_600_000));
    expect(await waitOf(open())).toBeLessThan(5_000);
    rmSync(path);
    ticket({ ...live, machine: "0123456789ab" });
    expect(await waitOf(open({ patienceMs: 200 }))).toBeGreaterThan(190);
  });

  it("passes over what is no ticket, and needs none where none can be made", async () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "000000000001-note"), "");
    expect(await waitOf(open())).toBeLessThan(5_000);
    rmSync(join(repo.dir, ".git", "pagefile"), { recursive: true });
    writeFileSync(join(repo.dir, ".git", "pagefile"), "");
    expect(await waitOf(open())).toBeLessThan(5_000);
  });

  it("of a linked worktree does not wait for those of the other", async () => {
    ticket(live);
    const tree = join(repo.home, "tree");
    repo.git("worktree", "add", "--quiet", "-b", "side", tree);
    expect(await waitOf(openWriterQueue(valueOf(findLayout(tree))))).toBeLessThan(5_000);
  });

  it("is told when its turn has become long", async () => {
    const turn = await open({ turnMs: 50 }).enter();
    expect(turn.isLong()).toBe(false);
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect(turn.isLong()).toBe(true);
    turn.leave();
  });
});

it("twelve patches at once, through both engines, all succeed", async () => {
  mkdirSync(join(repo.dir, "memory"));
  writeFileSync(join(repo.dir, "memory", "p.md"), "---\nid: p\ntype: evidence\ntitle: P\n---\n\n- One.\n");
  const spaces = [await openTestWorkspace(repo), await openTestWorkspace(repo, { engine: "embedded" })];
  repo.git("add", "--all");
  repo.git("commit", "--quiet", "--message", "Begin");
  const values = Array.from({ length: 12 }, (_, i) => `- Fact ${i}.`);
  const done = await Promise.all(
    values.map((value, i) => patch(spaces[i % 2]!, { op: "append", page: "p", value }, { detached: "refuse" })),
  );
  for (const space of spaces) await space.close();
  for (const one of done) expect(one).toMatchObject({ ok: true });
  expect(
    repo
      .git("show", "HEAD:memory/p.md")
      .split("\n")
      .filter((line) => line.startsWith("- Fact")),
  ).toEqual(values);
  expect(tickets()).toEqual([]);
});

it("a patch that waits looks ahead, and believes nothing of it in its turn", async () => {
  mkdirSync(join(repo.dir, "memory"));
  const page = "---\nid: p\ntype: evidence\ntitle: P\n---\n\n- One.\n";
  writeFileSync(join(repo.dir, "memory", "p.md"), page);
  repo.git("add", "--all");
  repo.git("commit", "--quiet", "--message", "Begin");
  const space = await openTestWorkspace(repo);
  const { history } = space.primary;
  const [at, looks] = [history.at.bind(history), [] as unknown[]];
  Object.assign(history, { at: (...asked: Parameters<typeof at>) => looks.push(asked) && at(...asked) });
  const turn = await open().enter();
  const done = patch(space, { op: "append", page: "p", value: "- Ours." }, { detached: "refuse" });
  await vi.waitFor(() => expect(looks.length).toBeGreaterThan(0), 5_000);
  writeFileSync(join(repo.dir, "memory", "p.md"), `${page}- By git.\n`);
  repo.git("commit", "--quiet", "--all", "--message", "By git");
  turn.leave();
  expect(await done).toMatchObject({ ok: true });
  await space.close();
  expect(repo.git("show", "HEAD:memory/p.md")).toBe(`${page}- By git.\n- Ours.`);
});

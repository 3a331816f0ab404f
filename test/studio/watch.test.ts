/** WatchedMemory's tests: what a change of the disk brings, when several ask at once, and when the system's watch breaks off. */

import { EventEmitter } from "node:events";
import fs, { appendFileSync, utimesSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { ok } from "../../src/base/result.js";
import { serveStudio } from "../../src/studio/server.js";
import { openWatchedMemory } from "../../src/studio/watch.js";
import { makeRepo } from "../support/git-repo.js";
import { openTestWorkspace } from "../support/open-memory.js";

async function desk() {
  const repo = makeRepo();
  onTestFinished(() => repo.remove());
  repo.write("memory/a.md", "# A\n\n- One.\n");
  const counts = { opened: 0, closed: 0 };
  const open = async () => {
    counts.opened += 1;
    const workspace = await openTestWorkspace(repo);
    const close = async (): Promise<void> => {
      counts.closed += 1;
      await workspace.close();
    };
    return ok({ ...workspace, close });
  };
  return { repo, counts, open };
}

async function watched(open: Awaited<ReturnType<typeof desk>>["open"]) {
  const live = await openWatchedMemory(open);
  if (!live.ok) throw new Error(live.error.says);
  onTestFinished(() => live.value.close());
  return live.value;
}

test("two requests behind a change of the configuration open the memory once, and close nothing that is read", async () => {
  const { repo, counts, open } = await desk();
  const live = await watched(open);
  const before = live.generation();
  appendFileSync(join(repo.dir, "pagefile.yaml"), "# changed\n");
  await vi.waitFor(() => expect(live.generation()).toBeGreaterThan(before), 5_000);
  const [one, other] = await Promise.all([live.workspace(), live.workspace()]);
  expect(one.ok && one.value).toBe(other.ok && other.value);
  expect(counts).toEqual({ opened: 2, closed: 0 });
});

test("a folder whose watch breaks off is asked from then on", async () => {
  const { repo, open } = await desk();
  const { watch } = fs;
  const watchers: EventEmitter[] = [];
  const bend = (other: unknown): void => {
    Object.assign(fs, { watch: other });
    syncBuiltinESMExports();
  };
  bend(() => watchers[watchers.push(Object.assign(new EventEmitter(), { close: () => {} })) - 1]);
  onTestFinished(() => bend(watch));
  const live = await watched(open);
  for (const watcher of watchers) watcher.emit("error", new Error("The watch broke off."));
  await vi.waitFor(() => expect(live.generation()).toBe(2), 5_000);
  utimesSync(join(repo.dir, "memory"), 1, 1);
  await vi.waitFor(() => expect(live.generation()).toBe(3), 5_000);
});

test("a first view that fails ends no studio, and is made anew when it is asked for again", async () => {
  const { open } = await desk();
  let asked = 0;
  const tools = {
    open,
    perform: async () => ({ stdout: "", exit: 0 }),
    get before() {
      asked += 1;
      if (asked === 1) throw new Error("Not now.");
      return [];
    },
  };
  const studio = await serveStudio(tools, 0);
  if (!studio.ok) throw new Error(studio.error.says);
  onTestFinished(() => studio.value.close());
  await vi.waitFor(() => expect(asked).toBe(1), 5_000);
  const answer = await fetch(`${studio.value.url}api/overview`);
  expect(await answer.json()).toMatchObject({ ok: true });
});

/** Watcher and scheduler of the daemon: one call a burst of edits to pages, none for git's files; nights at their local minute. */

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { ok } from "../../../src/base/result.js";
import { daemon, watchPages } from "../../../src/night/clock/daemon.js";
import { openNights } from "../../../src/night/clock/lease.js";
import { daily } from "../../../src/night/clock/scheduler.js";
import { systemClock } from "../../../src/state/machine.js";

import { makeRepo } from "../../support/git-repo.js";
import { openTestWorkspace } from "../../support/open-memory.js";

afterEach(() => {
  vi.useRealTimers();
});

test("a burst of edits is one call, an endless one is told in between, and what is no page is not heard", async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "pagefile-watch-")));
  mkdirSync(join(root, ".git"));
  mkdirSync(join(root, "memory"));
  let changed = 0;
  const failures: string[] = [];
  const heard = { changed: () => void ++changed, failed: (says: string) => void failures.push(says) };
  const unwatch = await watchPages(root, heard, { quietMs: 80, burstMs: 400 });
  try {
    for (const name of [".git/index.md", "memory/.hidden.md", "memory/notes.txt"])
      writeFileSync(join(root, name), "x");
    await sleep(250);
    expect(changed).toBe(0);
    for (let i = 0; i < 5; i += 1) writeFileSync(join(root, `memory/${i}.md`), "x");
    await sleep(250);
    expect(changed).toBe(1);
    for (let i = 0; i < 30; i += 1) {
      writeFileSync(join(root, "memory/1.md"), `x${i}`);
      await sleep(20);
    }
    expect(changed).toBeGreaterThan(1);
    writeFileSync(join(root, "memory/2.md"), "last");
  } finally {
    await unwatch();
  }
  const closed = changed;
  await sleep(150);
  expect([changed, failures]).toEqual([closed, []]);
  rmSync(root, { recursive: true });
});

test("a night comes at its local minute every day, until it is taken back", async () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 21, 3, 29, 30) });
  const fired: string[] = [];
  const stop = await daily(3 * 60 + 30, () => fired.push(`${new Date().getHours()}:${new Date().getMinutes()}`));
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(fired).toEqual(["3:30"]);
  await vi.advanceTimersByTimeAsync(24 * 3_600_000);
  expect(fired).toEqual(["3:30", "3:30"]);
  stop();
  await vi.advanceTimersByTimeAsync(24 * 3_600_000);
  expect(fired).toHaveLength(2);
});

test("a piece of work that throws is told as a bug, and what comes after it is done", async () => {
  const repo = makeRepo();
  repo.write("memory/a.md", "# A\n\n- One.\n");
  const nights = openNights(repo.dir);
  if (!nights.ok) throw new Error(nights.error.says);
  const told: string[] = [];
  let opened = 0;
  let end = (): void => {};
  const tools = {
    ...nights.value,
    clock: systemClock(null),
    root: repo.dir,
    night: () => Promise.reject(new Error("No night is due.")),
    maintain: async () => ok({ ran: false, says: "" }),
    open: async () => {
      opened += 1;
      if (opened === 2) throw new Error("Not now.");
      const workspace = await openTestWorkspace(repo);
      return ok({ memory: workspace.primary, close: workspace.close });
    },
  };
  const stop = {
    asked: () => (told.includes("edit") ? "SIGTERM" : null),
    onAsk(then: () => void) {
      end = then;
    },
  };
  const running = daemon(tools, { hour: null, stop, tell: ({ kind }) => void told.push(kind) });
  await vi.waitFor(() => expect(told).toEqual(["started"]), 5_000);
  repo.write("memory/b.md", "# B\n\n- Two.\n");
  await vi.waitFor(() => expect(told).toEqual(["started", "failed"]), 5_000);
  repo.write("memory/c.md", "# C\n\n- Three.\n");
  await vi.waitFor(() => expect(told).toEqual(["started", "failed", "edit"]), 5_000);
  end();
  expect(await running).toMatchObject({
    ok: true,
    value: { edits: 1, failures: [{ says: expect.stringContaining("Not now.") }] },
  });
  repo.remove();
}, 20_000);

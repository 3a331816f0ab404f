/** Archive many: more old logs than a night moves, one that comes twice, and one whose name is taken: none keeps the others back. */

import { afterEach, expect, test } from "vitest";
import { addDays } from "../../../src/base/ids.js";
import { thresholds } from "../../../src/night/thresholds.js";

import { type NightMemory, nightMemory } from "../../support/nights.js";

let memory: NightMemory;
afterEach(() => memory.close());

const logs = (count: number): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => {
      const day = addDays("2026-10-31", -n);
      return [`memory/${day}.md`, `# ${day}\n\n- Looked at the garden, ${n}.\n`];
    }),
  );

test("a night moves its hundred and no more, however often it runs; the next one moves the rest", async () => {
  memory = await nightMemory({ "MEMORY.md": "# Memory\n", ...logs(thresholds.archivedPagesMax + 3) });
  expect((await memory.night()).commits).toMatchObject([{ reason: "PRUNE_ARCHIVE", subject: "archive: 100 pages" }]);
  expect((await memory.night()).commits).toEqual([]);
  memory.now = "2026-11-22T03:00:00Z";
  expect((await memory.night()).commits).toMatchObject([{ subject: "archive: 3 pages" }]);
}, 30_000);

test("a log that was archived before and written again is read for what is new and goes beside its first part", async () => {
  const told = "# 2026-10-31\n\n- Ada prefers the morning train. [human]\n";
  memory = await nightMemory({ "MEMORY.md": "# Memory\n", ...logs(2), "memory/2026-10-31.md": told });
  await memory.night();
  for (const [part, thing] of [
    [2, "harbor hotel"],
    [3, "ferry to the island"],
  ] as const) {
    memory.now = `2026-11-2${part}T03:00:00Z`;
    const late = `${told}- Ada booked the ${thing}. [decision]\n`;
    memory.commit({ "memory/2026-10-31.md": late, [`memory/2026-10-0${part}.md`]: "- Looked.\n" });
    const done = await memory.night();
    expect(done.refused).toEqual([]);
    expect(done.commits).toMatchObject([
      { reason: "CURATE_PROMOTE", subject: "curate: 1 statement from the logs" },
      { reason: "PRUNE_ARCHIVE", subject: "archive: 2 pages" },
    ]);
    expect(memory.read(`archive/2026/2026-10-31-${part}.md`)).toBe(late);
    expect(memory.read("archive/INDEX.md")).toContain(
      `](2026/2026-10-31-${part}.md) — 2026-10-31 · from memory/2026-10-31.md`,
    );
    expect((await memory.night()).commits).toEqual([]);
  }
  expect(memory.read("archive/2026/2026-10-31.md")).toBe(told);
  expect(memory.read("MEMORY.md").match(/morning train|harbor hotel|ferry/g)).toEqual([
    "morning train",
    "harbor hotel",
    "ferry",
  ]);
  const audited = memory.repo.git("log", "--format=%s");
  expect(audited.match(/archive: /g)).toHaveLength(3);
});

test("a page whose name is taken there stays, is told, and holds up no other", async () => {
  const done = "---\nid: fares\ntype: plan\ntags: [done]\n---\n- Compare the fares.\n";
  memory = await nightMemory({ "MEMORY.md": "# Memory\n", "memory/plans/fares.md": done, ...logs(1) });
  memory.commit({ "archive/2026/fares.md": "- Somebody's.\n" });
  memory.now = "2026-11-23T03:00:00Z";
  const night = await memory.night();
  expect(night.commits).toMatchObject([{ reason: "PRUNE_ARCHIVE", subject: "archive: 1 page" }]);
  expect(night.refused).toMatchObject([{ says: expect.stringContaining("archive/2026/fares.md exists already") }]);
  expect(memory.read("memory/plans/fares.md")).toBe(done);
});

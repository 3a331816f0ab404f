/** Archive many: more old logs than a night moves, and one whose name is taken: none keeps the others back, and no run does a night twice. */

import { afterEach, expect, test } from "vitest";
import { dayBy } from "../../../src/upkeep/calendar.js";
import { thresholds } from "../../../src/upkeep/thresholds.js";
import { type NightMemory, nightMemory } from "../../support/nights.js";

let memory: NightMemory;
afterEach(() => memory.close());

const logs = (count: number): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => {
      const day = dayBy("2026-10-31", -n);
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

test("a log that was archived before and written again stays, is told, and holds up no other", async () => {
  memory = await nightMemory({ "MEMORY.md": "# Memory\n", ...logs(2) });
  await memory.night();
  memory.now = "2026-11-22T03:00:00Z";
  memory.commit({ "memory/2026-10-31.md": "# Again\n\n- Late words.\n", "memory/2026-10-29.md": "- Looked.\n" });
  const done = await memory.night();
  expect(done.commits).toMatchObject([{ reason: "PRUNE_ARCHIVE", subject: "archive: 1 page" }]);
  expect(done.refused).toMatchObject([{ says: expect.stringContaining("2026-10-31") }]);
  expect(memory.read("memory/2026-10-31.md")).toContain("Late words.");
  expect(memory.read("archive/2026/2026-10-29.md")).toContain("Looked.");
});

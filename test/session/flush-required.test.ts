/** Flush required: exactly when something was staged since the last durable commit; payloads twice, supersets and midnights lose nothing. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Instant } from "../../src/base/ids.js";
import { boundaries } from "../../src/git/history.js";
import { flush } from "../../src/session/flush.js";
import { journal } from "../../src/session/settle.js";
import { stage } from "../../src/session/stage.js";
import { stagingOf } from "../../src/session/staging.js";

import { draws } from "../support/draws.js";
import { makeRepo, type TestRepo } from "../support/git-repo.js";
import { openTestWorkspace, type TestWorkspace } from "../support/open-memory.js";

const page = "---\nid: seats\ntype: preference\ntitle: Seats\nversion: 1\n---\n- Aisle.\n";
const refuse = { detached: "refuse" } as const;
/** Thousands in a long run: PAGEFILE_FLUSH_CYCLES=5000. */
const cyclesMin = Number(process.env.PAGEFILE_FLUSH_CYCLES ?? draws(180));

let repo: TestRepo;
let workspace: TestWorkspace;

beforeEach(async () => {
  repo = makeRepo({ config: { "user.name": "Ada Example", "user.email": "ada@example.org", "gc.auto": "0" } });
  repo.write("memory/seats.md", page);
  repo.write("memory/2026-11-20.md", "# Friday\n\n- Began.\n");
  workspace = await openTestWorkspace(repo);
  repo.git("add", "-A");
  repo.git("commit", "-qm", "Pages");
});
afterEach(async () => {
  await workspace.close();
  repo.remove();
});

const put = async (draft: object) => {
  const staged = await stage(workspace, draft);
  if (!staged.ok) throw new Error(staged.error.says);
  return staged.value;
};
const flushed = async (boundary: (typeof boundaries)[number] = "turn") => {
  const done = await flush(workspace, { boundary }, refuse);
  if (!done.ok) throw new Error(done.error.says);
  return done.value;
};
const head = async () => {
  const read = await workspace.primary.history.head();
  return read.ok ? read.value.commit : null;
};
const text = (path: string) => readFileSync(join(repo.dir, path), "utf8");
const at = (instant: string) => Object.assign(workspace.primary, { clock: { now: () => instant as Instant } });

type Step = { readonly stage: number } | { readonly boundary: (typeof boundaries)[number] };
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 1, arbitrary: fc.record({ stage: fc.nat(60) }) },
    { weight: 6, arbitrary: fc.record({ boundary: fc.constantFrom(...boundaries) }) },
  ),
  { minLength: 120, maxLength: 120 },
);

test(`a flush is required exactly when something new was staged since the last one, over ${cyclesMin} cycles`, async () => {
  let cycles = 0;
  const committed = new Set<number>();
  const runs = Math.ceil(cyclesMin / 90);
  await fc.assert(
    fc.asyncProperty(steps, async (schedule) => {
      let dirty = new Set<number>();
      for (const step of schedule) {
        const waiting = stagingOf(workspace.primary).list();
        expect(waiting.ok && waiting.value.patches.length).toBe(dirty.size);
        if ("stage" in step) {
          const { known } = await put({ op: "append", page: "seats", value: `Said ${step.stage}.` });
          expect(known).toBe(dirty.has(step.stage));
          dirty.add(step.stage);
          continue;
        }
        cycles += 1;
        const before = await head();
        const news = [...dirty].filter((n) => !committed.has(n));
        const done = await flushed(step.boundary);
        expect((await head()) !== before).toBe(news.length > 0);
        expect(done.committed.flatMap((one) => one.patches)).toHaveLength(news.length);
        expect(done.known).toHaveLength(dirty.size - news.length);
        expect(done.pages).toHaveLength(dirty.size);
        for (const n of dirty) committed.add(n);
        dirty = new Set();
      }
      await flushed();
      for (const n of dirty) committed.add(n);
      for (const n of committed) expect(text("memory/seats.md").split(`- Said ${n}.\n`)).toHaveLength(2);
    }),
    { numRuns: runs, endOnFailure: true },
  );
  expect(cycles).toBeGreaterThan(runs * 75);
});

test("the same payload under other names, and one that holds more, add each entry once", async () => {
  const value = "- One.\n- Two.";
  await put({ op: "append", page: "seats", value });
  await flushed();
  const once = text("memory/seats.md");
  await put({ op: "append", page: "seats", value, id: "again", session: "s2" });
  const before = await head();
  expect(await flushed()).toMatchObject({ committed: [], rejected: [], known: [{ patch: "again", commit: before }] });
  expect(text("memory/seats.md")).toBe(once);
  await put({ op: "append", page: "seats", value: `${value}\n- Three.`, id: "more" });
  await put({ op: "append", page: "seats", value: `- Zero.\n${value}\n- Three.`, id: "most" });
  expect((await flushed()).committed).toHaveLength(1);
  for (const entry of ["One", "Two", "Three", "Zero", "Aisle"])
    expect(text("memory/seats.md").split(`- ${entry}.\n`), entry).toHaveLength(2);
});

test.each([
  ["midnight", "2026-11-20T23:59:59Z", "2026-11-21T00:00:01Z"],
  ["the hour that a clock change skips", "2026-03-29T00:59:59Z", "2026-03-29T01:00:01Z"],
  ["the hour that comes twice", "2026-10-25T01:30:00Z", "2026-10-25T00:30:00Z"],
  ["a clock set back by a year", "2026-11-20T12:00:00Z", "2025-11-20T12:00:00Z"],
])("a patch to a day's log that crosses %s lands on its day", async (_, staged, later) => {
  at(staged);
  await put({ op: "append", page: "2026-11-20", value: "Late words." });
  at(later);
  expect(await flushed()).toMatchObject({ committed: [{}], rejected: [] });
  expect(text("memory/2026-11-20.md")).toContain("- Late words.");
});

test("a patch to a day that has no log yet is parked with its words, not dropped", async () => {
  at("2026-11-21T00:00:01Z");
  await put({ op: "append", page: "2026-11-21", value: "First words of the day." });
  expect(await flushed()).toMatchObject({
    committed: [],
    rejected: [{ draft: { value: "First words of the day." } }],
  });
  expect(await journal(workspace)).toMatchObject({
    value: { rejected: [{ draft: { value: "First words of the day." } }] },
  });
});

/** Many nights: generated days of a busy agent, uncommitted as agents leave them, and conversations of a benchmark where it is at hand. */

import { afterEach, expect, test } from "vitest";
import { thresholds } from "../../src/night/thresholds.js";
import { outline } from "../../src/page/markdown/outline.js";

import { type Day, generateDays, locomoDays } from "../support/days.js";
import { type NightMemory, nightMemory } from "../support/nights.js";

let memory: NightMemory;
afterEach(() => memory?.close());
const shown = process.env.PAGEFILE_SHOW === "1";

async function live(days: readonly Day[]): Promise<void> {
  for (const { day, files } of days) {
    memory.write(files);
    memory.now = new Date(Date.parse(day) + 27 * 3_600_000).toISOString();
    const done = await memory.night();
    expect(done.left).toEqual([]);
    expect(done.refused).toEqual([]);
  }
}

test("every decision and every wish is somewhere, junk is in no lasting page, MEMORY.md stays short, no commit without a reason", async () => {
  memory = await nightMemory({ "MEMORY.md": "# Memory\n" }, { profile: "openclaw" });
  const days = generateDays({ seed: 7, from: "2026-11-02", days: Number(process.env.PAGEFILE_NIGHTS ?? 4) });
  await live(days);
  if (shown) console.log(memory.read("MEMORY.md"));
  const all = memory.repo.git("grep", "-h", "-e", "", "HEAD", "--", "*.md");
  for (const { files } of days)
    for (const line of Object.values(files).flatMap((text) => text.split("\n")))
      if (/\[(?:human|decision)\]/.test(line)) expect(all).toContain(line.replace(/^- /, ""));
  const kept = memory.read("MEMORY.md");
  expect(outline(kept, 0).entries.length).toBeGreaterThan(5);
  expect(kept).not.toMatch(/git push|Recall=|npm run|is that the|Promoted 5/);
  expect(kept.split("\n").length).toBeLessThan(thresholds.memoryLinesMax * 1.5);
  expect(memory.reasons().slice(0, -2)).not.toContain("");
}, 60_000);

const data = process.env.PAGEFILE_EVAL_DATA;
if (data === undefined) console.log("PAGEFILE_EVAL_DATA is not set: no night is made of real conversations here.");

test.skipIf(data === undefined)(
  "a conversation of months becomes a page that a person can read (PAGEFILE_SHOW=1 prints it)",
  async () => {
    memory = await nightMemory({ "MEMORY.md": "# Memory\n" }, { profile: "openclaw" });
    const days = locomoDays(data ?? "", process.env.PAGEFILE_SAMPLE ?? "conv-26");
    await live(days.slice(0, Number(process.env.PAGEFILE_NIGHTS ?? days.length)));
    const kept = memory.read("MEMORY.md");
    if (shown) console.log(kept);
    // Not a turn of what was said word for word, and a sentence a line.
    expect(kept).not.toMatch(/^- (?:Caroline|Melanie): /m);
    for (const { start, end } of outline(kept, 0).entries)
      expect(kept.slice(start, end)).toMatch(/^- \p{Lu}.*\.(?: \[\w+\])* \(.*\)$/u);
  },
  120_000,
);

/** Checkpoint thresholds: what is done at which fill, and what is never done below it. */

import { expect, test } from "vitest";
import { planCheckpoint, untaggedIn } from "../../src/night/day-files.js";

const log = "memory/2026-11-21.md";
test.each([
  [0, "calm", 0.6, false, ["memory/working-buffer.md"]],
  [0.599, "calm", 0.6, false, ["memory/working-buffer.md"]],
  [0.6, "buffer", 0.75, false, ["memory/working-buffer.md"]],
  [0.7499, "buffer", 0.75, false, ["memory/working-buffer.md"]],
  [0.75, "flush", 0.8, true, [log]],
  [0.8, "dump", null, true, [log, "SESSION-STATE.md"]],
  [7, "dump", null, true, [log, "SESSION-STATE.md"]],
] as const)("%d is %s", (usage, level, nextAt, commits, into) => {
  expect(planCheckpoint(usage, "2026-11-21")).toMatchObject({ level, nextAt, commits, into });
});

test("counts entries without one of the five tags", () => {
  expect(untaggedIn("- A. [decision]\n- B.\n- C. [done]\n\nA paragraph. [human]\n")).toBe(2);
});

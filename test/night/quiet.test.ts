/** Quiet time and the weekly comparison: what a pause promotes, what it leaves to the night, and what is kept once a week. */

import { afterEach, expect, test } from "vitest";
import { type NightlyAnswer, nightly } from "../../src/night/night.js";
import { lastKept } from "../../src/night/night-refs.js";
import { undoNight } from "../../src/night/undo.js";
import { ownEnvelope } from "../../src/write/patch.js";

import { must, type NightMemory, nightMemory } from "../support/nights.js";

let memory: NightMemory;
afterEach(() => memory.close());
const buffer = "memory/working-buffer.md";
const quiet = async (): Promise<NightlyAnswer> =>
  must(await nightly(memory.workspace.primary, "apply", { detached: "refuse", kind: "quiet" }));
const reasons = ({ commits }: NightlyAnswer): readonly string[] => commits.map(({ reason }) => reason);

test("a pause promotes today's words and the buffer's, clears and archives nothing, and the night knows of it", async () => {
  const today = "memory/2026-11-21.md";
  memory = await nightMemory({
    "MEMORY.md": "# Memory\n",
    "memory/2026-10-01.md": "- Long ago.\n",
    "memory/2026-11-20.md": "- The museum closes at noon on Mondays. [lesson]\n",
    [buffer]: "- The hotel holds rooms until Friday. [lesson]\n",
  });
  memory.now = "2026-11-21T13:00:00Z";
  memory.write({ [today]: "- We decided to use the night train. [decision]\n" });
  expect(reasons(await quiet())).toEqual(["MANUAL_EDIT", "CURATE_PROMOTE"]);
  expect(memory.read("MEMORY.md")).toContain("- Use the night train. [decision]");
  expect(memory.read("MEMORY.md")).not.toContain("museum");
  expect(memory.read(buffer)).toContain("The hotel");
  expect(reasons(await quiet())).toEqual([]);
  memory.now = "2026-11-21T23:00:00Z";
  const done = await memory.night();
  expect(reasons(done)).toEqual(["CURATE_PROMOTE", "PRUNE_ARCHIVE", "BUFFER_CLEAR"]);
  expect(memory.read("MEMORY.md").match(/night train|hotel holds|museum/g)).toEqual([
    "night train",
    "hotel holds",
    "museum",
  ]);
  must(await undoNight(memory.workspace.primary, ownEnvelope, { detached: "refuse" }));
  expect(memory.read("MEMORY.md")).toContain("night train");
  expect(memory.read("MEMORY.md")).not.toContain("museum");
});

test("files are held against each other in the first night, and then once a week", async () => {
  memory = await nightMemory({
    "MEMORY.md": "# Memory\n\n- The hotel budget is 300 a night.\n",
    "USER.md": "# User\n\n- The hotel budget is 400 a night.\n",
  });
  const kept = async (): Promise<unknown> => must(await lastKept(memory.workspace.primary, "consistency"))?.now;
  expect((await memory.night()).audit?.consistency).toMatchObject({ warning: 1 });
  expect(await kept()).toBe("2026-11-21T03:00:00Z");
  memory.now = "2026-11-27T03:00:00Z";
  expect((await memory.night()).audit?.consistency).toBeNull();
  memory.now = "2026-11-28T02:59:00Z";
  expect((await memory.night()).audit?.consistency).toMatchObject({ warning: 1 });
  expect(await kept()).toBe("2026-11-28T02:59:00Z");
});

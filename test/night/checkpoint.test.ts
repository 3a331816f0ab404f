/** Checkpoint flows: words and staged patches are in a commit when the context is nearly full, and the same words are there once. */

import { afterEach, expect, test } from "vitest";
import { type CheckpointAnswer, checkpoint } from "../../src/night/day-files.js";
import { stage } from "../../src/session/stage.js";
import { ownEnvelope } from "../../src/write/patch.js";

import { must, type NightMemory, nightMemory } from "../support/nights.js";

let memory: NightMemory;
afterEach(() => memory.close());
const log = "memory/2026-11-21.md";
const at = async (usage: number, text: string | null = null): Promise<CheckpointAnswer> =>
  must(await checkpoint(memory.workspace, { usage, text, envelope: ownEnvelope }, { detached: "refuse" }));
const actions = ({ done }: CheckpointAnswer): readonly string[] => done.map(({ action }) => action);

test("60 % fills the buffer, 75 % commits what waits and the log, 80 % dumps to log and state", async () => {
  memory = await nightMemory({ "MEMORY.md": "# Memory\n" });
  memory.write({ [log]: "# Day\n\n- Written by the agent itself. [lesson]\n" });
  expect(actions(await at(0.59))).toEqual([]);
  // Words that come early are kept as well: whoever gives them believes that they are.
  expect(actions(await at(0.59, "Early words. [lesson]"))).toEqual(["take_in", "append"]);
  expect(memory.read("memory/working-buffer.md")).toBe("# Working buffer\n\n- Early words. [lesson]\n");
  expect(await at(0.6)).toMatchObject({ level: "buffer", done: [], asks: expect.stringContaining("working buffer") });
  const early = await at(0.62, "- The offsite is in Porto. [decision]\n- Half a thought.");
  expect(actions(early)).toEqual(["append"]);
  expect(early.untagged).toBe(1);
  expect(memory.read("memory/working-buffer.md")).toBe(
    "# Working buffer\n\n- Early words. [lesson]\n- The offsite is in Porto. [decision]\n- Half a thought.\n",
  );
  must(await stage(memory.workspace, { op: "append", page: "memory", value: "- Staged. [human]", ...ownEnvelope }));
  const middle = await at(0.75, "Porto it is. [decision]");
  expect(actions(middle)).toEqual(["flush", "append"]);
  expect(memory.repo.git("show", "HEAD~1:MEMORY.md")).toContain("- Staged. [human]");
  const late = await at(0.83, "Trains are booked. [decision]");
  expect(actions(late)).toEqual(["append"]);
  for (const path of [log, "SESSION-STATE.md"]) {
    expect(memory.repo.git("show", `HEAD:${path}`)).toContain("- Trains are booked. [decision]");
  }
  expect(memory.read(log)).toContain(
    "itself. [lesson]\n- Porto it is. [decision]\n- Trains are booked. [decision]\n",
  );
  expect(memory.reasons()[0]).toBe("CAPTURE");
  const head = memory.repo.git("rev-parse", "HEAD");
  expect((await at(0.83, "Trains are booked. [decision]")).done).toMatchObject([{ action: "append", commit: null }]);
  expect(memory.repo.git("rev-parse", "HEAD")).toBe(head);
});

test("heads a new file by what it is", async () => {
  memory = await nightMemory({ "MEMORY.md": "# Memory\n" });
  expect(actions(await at(0.83, "- Porto it is. [decision]"))).toEqual(["append"]);
  const { 1: day } = /^memory\/(.+)\.md$/.exec(log)!;
  expect(memory.read(log)).toBe(`# ${day}\n\n- Porto it is. [decision]\n`);
  expect(memory.read("SESSION-STATE.md")).toBe("# Session state\n\n- Porto it is. [decision]\n");
});

test("a secret among the words is refused, and nothing of them is kept", async () => {
  memory = await nightMemory({ "MEMORY.md": "# Memory\n" });
  const secret = ["AKIA", "Q3EGRIPUFDHTX7WM"].join("");
  const query = { usage: 0.9, text: `- The key is ${secret} now. [lesson]`, envelope: ownEnvelope };
  const answer = await checkpoint(memory.workspace, query, { detached: "refuse" });
  expect(answer).toMatchObject({ ok: false, error: { reason: "SECRET_DETECTED" } });
  expect(memory.repo.tryGit(["grep", "-q", secret, "HEAD"]).status).toBe(1);
});

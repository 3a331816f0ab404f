/** Owning files: what several days tell of the user or of the tools goes to the file that is theirs, and is undone and repeated like the rest. */

import { afterEach, expect, test } from "vitest";
import { undoNight } from "../../src/night/undo.js";
import { ownEnvelope } from "../../src/write/patch.js";

import { must, type NightMemory, nightMemory } from "../support/nights.js";

let memory: NightMemory;
afterEach(() => memory.close());
const user = "# User\n\n- **Name:** Ada Example\n";
const log = "- Ada prefers an aisle seat on trains. [human]\n- The staging server listens on port 8443. [lesson]\n";
const files = (about: string): Readonly<Record<string, string>> => ({
  "MEMORY.md": "# Memory\n",
  "USER.md": about,
  "TOOLS.md": "# Tools\n",
  "memory/2026-11-18.md": log,
  "memory/2026-11-19.md": log,
});

test("stable facts go there once, with where they are from, and come back out with the night", async () => {
  memory = await nightMemory(files(user), { profile: "openclaw" });
  const done = await memory.night();
  expect(done.commits.map(({ reason }) => reason)).toEqual(["CURATE_MERGE"]);
  expect(memory.read("USER.md")).toContain(
    "- Ada prefers an aisle seat on trains. [human] (confidence 0.75, 2026-11-18, 2026-11-19)",
  );
  expect(memory.read("TOOLS.md")).toContain("- The staging server listens on port 8443. [lesson] (confidence 0.75,");
  expect(memory.read("MEMORY.md")).toBe("# Memory\n");
  expect((await memory.night()).commits).toEqual([]);
  must(await undoNight(memory.workspace.primary, ownEnvelope, { detached: "refuse" }));
  expect(memory.read("USER.md")).toBe(user);
});

test.each([
  ["Important decisions", "Facts about Ada"],
  ["Decisions", "People: facts, 2026-11-18"],
])(
  "a section of the page's own takes what is its kind, unless it is somebody's: “%s”, “%s”",
  async (kind, theirs) => {
    const own = `# Memory\n\n## ${theirs}\n\n- Ada is in Oslo.\n\n## ${kind}\n\n- Trains first. [decision]\n`;
    const said = "- Lisbon offsite is confirmed. [human]\n- We decided to use the metro on arrival day. [decision]\n";
    memory = await nightMemory({ "MEMORY.md": own, "memory/2026-11-20.md": said });
    await memory.night();
    expect(memory.read("MEMORY.md")).toBe(
      `${own}- Use the metro on arrival day. [decision] (2026-11-20)\n\n## Facts\n\n- Lisbon offsite is confirmed. [human] (2026-11-20)\n`,
    );
  },
);

test("a USER.md that the harness would soon cut takes no more", async () => {
  memory = await nightMemory(files(`${user}- ${"x".repeat(3_500)}\n`), { profile: "openclaw" });
  await memory.night();
  expect(memory.read("USER.md")).not.toContain("aisle");
  expect(memory.read("MEMORY.md")).toContain("aisle");
});

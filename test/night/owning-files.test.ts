/** Owning files: a section that MEMORY.md has of its own takes what is of its kind. */

import { afterEach, expect, test } from "vitest";
import { type NightMemory, nightMemory } from "../support/nights.js";

let memory: NightMemory;
afterEach(() => memory.close());

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

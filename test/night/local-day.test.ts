/** Local days: a log, a report and a night are named by the day that the clocks of the place show, on both sides of UTC's midnight. */

import { afterEach, expect, test } from "vitest";
import { checkpoint } from "../../src/night/day-files.js";
import { nightly } from "../../src/night/night.js";
import { correct } from "../../src/night/undo.js";
import { ownEnvelope } from "../../src/write/patch.js";

import { must, type NightMemory, nightMemory } from "../support/nights.js";
import { openZone } from "../support/zones.js";

let memory: NightMemory;
afterEach(() => memory.close());
const refuse = { detached: "refuse" } as const;

async function open(zone: string, now: string, files: Readonly<Record<string, string>>): Promise<void> {
  memory = await nightMemory({ "MEMORY.md": "# Memory\n", ...files });
  memory.now = now;
  Object.assign(memory.workspace.primary, { zone: openZone(zone) });
}
const reports = (): string =>
  memory.repo.git("ls-tree", "-r", "--name-only", "refs/pagefile/audits").replace(/consistency\/.*/g, "");
const dump = async (): Promise<readonly string[]> => {
  const query = { usage: 0.9, text: "Porto it is. [decision]", envelope: ownEnvelope };
  return must(await checkpoint(memory.workspace, query, refuse)).done.flatMap(({ paths }) => paths);
};

test.each([
  ["America/Los_Angeles", "2026-11-22T05:00:00Z", "2026-11-21"],
  ["Asia/Tokyo", "2026-11-20T18:00:00Z", "2026-11-21"],
  ["UTC", "2026-11-21T05:00:00Z", "2026-11-21"],
])("in %s at %s it is %s", async (zone, now, day) => {
  await open(zone, now, {});
  expect(await dump()).toContain(`memory/${day}.md`);
  await memory.night();
  expect(reports()).toContain(`audit/${day}.json`);
});

test("a correction names the local day", async () => {
  await open("America/Los_Angeles", "2026-11-22T05:00:00Z", {
    "MEMORY.md": "# Memory\n\n- The office is in Paris.\n",
  });
  const asked = { page: "memory", entry: "Paris", text: "The office is in Lyon.", because: null };
  must(await correct(memory.workspace.primary, { ...asked, envelope: ownEnvelope }, refuse));
  expect(memory.read("MEMORY.md")).toContain("Superseded 2026-11-21:");
});

/** More than a night promotes, and no two that say another number of one thing: those would wait for a person. */
const learned = [
  "The museum closes at noon.",
  "Ferries leave from the eastern pier.",
  "Tickets bought at the counter cost a fee.",
  "The night porter holds the garage key.",
  "Umbrellas belong into the cloakroom.",
  "Breakfast rooms fill up before a fair.",
  "Taxis need an address in writing.",
  "The bakery takes no cards.",
  "Trams stop early in winter.",
  "Luggage tags fall off in the rain.",
  "The archive answers letters, never calls.",
  "Guides want to be paid in advance.",
];

test("a night and what goes on with it are one by the local day, however UTC counts", async () => {
  const bullets = learned.map((each) => `- ${each} [lesson]`);
  await open("America/Los_Angeles", "2026-11-21T23:30:00Z", { "memory/2026-11-20.md": `${bullets.join("\n")}\n` });
  const first = must(await nightly(memory.workspace.primary, "apply", refuse));
  expect(first.commits.map(({ reason }) => reason)).toEqual(["CURATE_PROMOTE"]);
  memory.now = "2026-11-22T00:30:00Z";
  expect(must(await nightly(memory.workspace.primary, "apply", refuse))).toMatchObject({
    commits: [],
    night: "2026-11-21T23:30:00Z",
  });
  memory.now = "2026-11-22T08:30:00Z";
  expect(must(await nightly(memory.workspace.primary, "apply", refuse)).commits).toHaveLength(1);
});

test("a pause reads the log of the local day", async () => {
  await open("America/Los_Angeles", "2026-11-22T05:00:00Z", {
    "memory/2026-11-21.md": "- The museum closes at noon on Mondays. [lesson]\n",
    "memory/2026-11-22.md": "- The harbor hotel has no lift at all. [lesson]\n",
  });
  must(await nightly(memory.workspace.primary, "apply", { ...refuse, kind: "quiet" }));
  expect(memory.read("MEMORY.md")).toContain("museum");
  expect(memory.read("MEMORY.md")).not.toContain("harbor");
});

test("a log leaves fourteen local days after its own", async () => {
  await open("America/Los_Angeles", "2026-11-22T05:00:00Z", {
    "memory/2026-11-07.md": "- Nothing much.\n",
    "memory/2026-11-06.md": "- Nothing more.\n",
  });
  must(await nightly(memory.workspace.primary, "apply", refuse));
  expect(memory.repo.git("ls-files", "memory")).toBe("memory/2026-11-07.md");
});

test("a file that is named for a day which no calendar has is no log, which is told, and stops no night", async () => {
  const said = "- Decision: next week the office moves to Porto. [decision]\n";
  await open("UTC", "2026-11-21T05:00:00Z", { "memory/2026-09-31.md": said, "memory/2026-11-20.md": said });
  expect((await memory.night()).commits.map(({ reason }) => reason)).toEqual(["CURATE_PROMOTE"]);
  expect(memory.read("MEMORY.md")).toContain("- Next week the office moves to Porto. [decision] (2026-11-20)\n");
  expect(memory.workspace.primary.table.findings).toMatchObject([
    { code: "day_unknown", path: "memory/2026-09-31.md", severity: "warning" },
  ]);
});

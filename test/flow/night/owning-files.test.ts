/** Owning files: what several days tell of the user or of the tools goes to the file that is theirs, and is undone and repeated like the rest. */

import { afterEach, describe, expect, test } from "vitest";
import { ownEnvelope } from "../../../src/flow/envelope.js";
import { undoNight } from "../../../src/flow/night/undo.js";
import { must, type NightMemory, nightMemory } from "../../support/nights.js";

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

describe("a MEMORY.md that is too long", () => {
  const filler = Array.from(
    { length: 43 },
    (_, n) => `- The offsite has reason number ${n} to be in Lisbon. [decision]`,
  );
  const own = [
    "- Ada prefers an aisle seat on trains. [human] (2026-10-02)",
    "- The staging server listens on port 8443. [lesson]",
    "- Ada decided against the window seat. [decision]",
    "- Ada is never called before nine. [human] [pinned]",
    "- Ada is in Oslo until next week. [human]",
    "- Ada keeps tea in the office. [human]\n  - Green tea, mostly.",
  ];
  const memoryFile = (lines: readonly string[]): string => `# Memory\n\n${lines.join("\n")}\n`;
  const begin = (more: Readonly<Record<string, string>> = {}): Promise<NightMemory> =>
    nightMemory(
      { "MEMORY.md": memoryFile([...own, ...filler]), "USER.md": user, "TOOLS.md": "# Tools\n", ...more },
      { profile: "openclaw" },
    );

  test("gives what belongs to other files to them, whole, in one commit each, and the rest stays", async () => {
    memory = await begin();
    const before = memory.read("MEMORY.md");
    const done = await memory.night();
    expect(done.commits.map(({ reason, subject }) => `${reason} ${subject}`)).toEqual([
      "PRUNE_TRIM move: 1 entry of MEMORY.md to USER.md",
      "PRUNE_TRIM move: 1 entry of MEMORY.md to TOOLS.md",
    ]);
    expect(memory.read("USER.md")).toBe(`${user}${own[0]}\n`);
    expect(memory.read("TOOLS.md")).toContain(own[1]);
    expect(memory.read("MEMORY.md")).toBe(memoryFile([...own.slice(2), ...filler]));
    const files = memory.repo.git("show", "--format=%(trailers:key=Pagefile-Op,valueonly)", "--name-only", "HEAD");
    expect(files.trim().split(/\s*\n\s*/)).toEqual([
      "trim memory MEMORY.md",
      "append tools TOOLS.md",
      "MEMORY.md",
      "TOOLS.md",
    ]);
    expect((await memory.night()).commits).toEqual([]);
    must(await undoNight(memory.workspace.primary, ownEnvelope, { detached: "refuse" }));
    expect([memory.read("MEMORY.md"), memory.read("USER.md")]).toEqual([before, user]);
  });

  test("gives no more than makes it short enough, and nothing that came today", async () => {
    const more = "- The offsite has a reason of its own. [decision]";
    memory = await begin({ "MEMORY.md": memoryFile([...own.slice(0, 2), ...filler, more, ...own.slice(2, 5)]) });
    const done = await memory.night();
    expect(done.commits).toMatchObject([{ subject: "move: 1 entry of MEMORY.md to USER.md" }]);
    memory.now = "2026-11-22T03:00:00Z";
    const fresh = "- Ada prefers tea in the morning. [human]";
    memory.commit({ "MEMORY.md": memoryFile([fresh, ...own.slice(2, 5), ...filler, more, `${more} Too.`]) });
    memory.now = "2026-11-22T23:00:00Z";
    const next = await memory.night("dry_run");
    expect(next.plan.map(({ subject }) => subject)).toEqual(["trim: 1 entry of MEMORY.md to memory-trimmed-2026-11"]);
  });

  test("gives a quarter of its entries at most, together with what goes to the cold tier", async () => {
    const seats = Array.from({ length: 10 }, (_, n) => `- Ada prefers seat ${n} of the small hall. [human]`);
    memory = await begin({
      "MEMORY.md": memoryFile([
        ...seats,
        ...filler,
        ...filler.map((line) => `Again: ${line}`.replace("Again: -", "- Again,")),
      ]),
    });
    const done = await memory.night("dry_run");
    const gone = done.plan.flatMap(({ files }) =>
      files.flatMap(({ path, removed }) => (path === "MEMORY.md" ? removed : [])),
    );
    expect(done.plan.map(({ subject }) => subject)).toEqual([
      "move: 10 entries of MEMORY.md to USER.md",
      "trim: 14 entries of MEMORY.md to memory-trimmed-2026-11",
    ]);
    expect(gone).toHaveLength(Math.floor((10 + 43 + 43) * 0.25));
  });

  test("gives a quarter of its entries at most, however many are others'", async () => {
    const seats = Array.from({ length: 40 }, (_, n) => `- Ada prefers seat ${n} of the small hall. [human]`);
    memory = await begin({ "MEMORY.md": memoryFile([...seats, ...filler]) });
    const done = await memory.night("dry_run");
    expect(done.plan.map(({ subject }) => subject)).toEqual(["move: 20 entries of MEMORY.md to USER.md"]);
  });

  test("gives nothing to a USER.md that the harness would soon cut", async () => {
    memory = await begin({ "USER.md": `${user}- ${"x".repeat(3_560)}\n` });
    const done = await memory.night("dry_run");
    expect(done.plan.map(({ subject }) => subject)).toContain("move: 1 entry of MEMORY.md to TOOLS.md");
    expect(done.plan.map(({ subject }) => subject)).not.toContain("move: 1 entry of MEMORY.md to USER.md");
  });
});

/** Coming: what a night proposes to keep, what accepting and rejecting do, and that logs leave once nothing of theirs is open. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { ComingRow } from "../../src/night/plan.js";
import {
  currentProposal,
  type NightProposal,
  type SettledAnswer,
  type SettleQuery,
  settleProposal,
} from "../../src/night/proposal.js";
import { status } from "../../src/night/status.js";
import { undoNight } from "../../src/night/undo.js";
import { ownEnvelope } from "../../src/write/patch.js";

import { must, type NightMemory, nightMemory } from "../support/nights.js";

let memory: NightMemory;
afterEach(async () => {
  expect(memory.repo.tryGit(["fsck", "--strict"]).status).toBe(0);
  await memory.close();
});

const person = { ...ownEnvelope, actor: "human" };
const refuse = { detached: "refuse" } as const;
const kept = "# Memory\n\n## Facts\n\n- The office closes at 18 on weekdays.\n- Ada likes tea.\n";
/** More than one night takes; the last of each weigh least. */
const decided = [
  "the blue van",
  "the small hall",
  "paper tickets",
  "a second key",
  "the old logo",
  "two drivers",
  "tin boxes",
];
const busy = decided.map((what) => `- **Decision:** we stay with ${what} until spring comes\n`).join("");
const log = "memory/2026-11-19.md";

const begin = async (files: Readonly<Record<string, string>>): Promise<void> => {
  memory = await nightMemory({ "MEMORY.md": kept, ...files });
  await memory.night();
};
const proposal = async (): Promise<NightProposal> => {
  const found = must(await currentProposal(memory.workspace.primary, "all"));
  if (found === null) throw new Error("nothing is proposed");
  return found;
};
const rows = async (): Promise<readonly ComingRow[]> => (await proposal()).coming;
const settle = async (did: SettleQuery["did"], numbers: SettleQuery["numbers"]): Promise<SettledAnswer> =>
  must(await settleProposal(memory.workspace.primary, { did, numbers, envelope: person }, refuse));
const tomorrow = async (): Promise<void> => {
  memory.now = new Date(Date.parse(memory.now) + 86_400_000).toISOString().replace(".000", "");
  await memory.night();
};
const reason = (): string | undefined => memory.reasons()[0];

describe("what waits its turn", () => {
  test("is asked about by number, in the words of its log, and counted by status", async () => {
    await begin({ [log]: busy });
    const open = await rows();
    expect(open.map(({ n, reason: why, state }) => [n, why, state])).toEqual([
      [1, "turn", "open"],
      [2, "turn", "open"],
    ]);
    expect(open[0]?.text).toMatch(/^\*\*Decision:\*\* we stay with /);
    expect(must(await status(memory.workspace)).proposal).toMatchObject({ open: 2, coming: 2 });
    expect(memory.repo.tryGit(["grep", "-q", "stay with", "refs/pagefile/proposals"]).status).toBe(1);
  });

  test("accepted it is kept, with its reason, and every other line as it was; undone it is never asked about again", async () => {
    await begin({ [log]: busy });
    const before = memory.read("MEMORY.md");
    const said = (await rows())[0]?.coming?.promotion.text ?? "";
    expect(await settle("accepted", [1])).toMatchObject({ commits: [{ page: "MEMORY.md" }], refused: [], open: 1 });
    expect(reason()).toBe("CURATE_PROMOTE");
    const lines = memory.read("MEMORY.md").split("\n");
    expect(lines.filter((line) => !before.split("\n").includes(line))).toEqual([expect.stringContaining(said)]);
    expect(before.split("\n").filter((line) => !lines.includes(line))).toEqual([]);
    must(await undoNight(memory.workspace.primary, person, refuse));
    expect(memory.read("MEMORY.md")).toBe(before);
    await tomorrow();
    expect(memory.read("MEMORY.md")).not.toContain(said);
    expect(await rows()).toEqual([]);
  });

  test("rejected it never comes back, in other words neither, and what stays open keeps its number", async () => {
    await begin({ [log]: busy });
    const [first, second] = await rows();
    const words = first?.text ?? "";
    expect(await settle("rejected", [1])).toMatchObject({ commits: [], open: 1, coming: [{ n: 1 }] });
    const thing = /with (the .*|a .*|\w+ \w+) until/.exec(words)?.[1] ?? "?";
    memory.commit({ "memory/2026-11-20.md": `- 10:00 **DECISION:** We Stay with ${thing} until spring comes!\n` });
    expect((await rows()).map(({ n, digest }) => [n, digest])).toEqual([[2, second?.digest]]);
    await tomorrow();
    await tomorrow();
    expect(memory.read("MEMORY.md")).not.toContain(thing);
    expect(memory.read("MEMORY.md")).toContain(second?.coming?.promotion.text);
    await expect(settle("rejected", [9])).rejects.toThrow("No proposal");
  });

  test("all of it is rejected by name, without a look at a log, and none of it comes back", async () => {
    await begin({ [log]: busy });
    const open = await rows();
    const files = memory.workspace.primary.history;
    const read: string[] = [];
    const history = {
      ...files,
      at: (...[head, paths]: Parameters<typeof files.at>) => {
        read.push(...paths);
        return files.at(head, paths);
      },
    };
    const query = { did: "rejected", numbers: "all", envelope: person } as const;
    const done = must(await settleProposal({ ...memory.workspace.primary, history }, query, refuse));
    expect(done.coming).toEqual(open.map(({ coming: _, ...row }) => ({ ...row, text: null, why: "" })));
    expect(done.open).toBe(0);
    expect(read).toEqual([]);
    const before = memory.read("MEMORY.md");
    await tomorrow();
    expect([await rows(), memory.read("MEMORY.md")]).toEqual([[], before]);
  });

  test("the same words twice in a log are one statement of it", async () => {
    await begin({ [log]: `${busy}${busy}` });
    const open = await rows();
    expect(new Set(open.map(({ digest }) => digest)).size).toBe(open.length);
    expect(open.every(({ state, coming }) => state === "open" && coming !== null)).toBe(true);
  });

  test("by an agent nothing is kept that a night did not keep", async () => {
    await begin({ [log]: busy });
    const query = { did: "accepted", numbers: "shown", envelope: { ...person, actor: "agent:x" } } as const;
    expect(await settleProposal(memory.workspace.primary, query, refuse)).toMatchObject({ ok: false });
    expect((await rows()).length).toBe(2);
  });
});

describe("what is a person's to settle", () => {
  test("accepted, a contradiction corrects what is kept; the reason says so", async () => {
    await begin({ [log]: "- **Decision:** the office closes at 19 on weekdays\n" });
    expect(await rows()).toMatchObject([{ n: 1, reason: "contradicts", state: "open" }]);
    expect(await settle("accepted", [1])).toMatchObject({ commits: [{ page: "MEMORY.md" }], open: 0 });
    expect(reason()).toBe("CORRECTION");
    expect(memory.read("MEMORY.md")).toMatch(/^- The office closes at 19 on weekdays/mu);
    await tomorrow();
    expect(memory.read("MEMORY.md").match(/closes at 19/g)).toHaveLength(1);
  });

  test.each([
    [
      "Rule: the dog gets food at 7:00. Her name is Mila.",
      "Rule: the dog gets food at 18:00.",
      /^- Rule: the dog gets food at 18:00\. Her name is Mila\./mu,
    ],
    [
      "The train must leave at 9 from Kiel. Invoices must be paid within 30 days. Ask Ada.",
      "Rule: invoices must be paid within 14 days.",
      /^- The train must leave at 9 from Kiel\. Rule: invoices must be paid within 14 days\. Ask Ada\./mu,
    ],
    [
      "The dog gets food at 7:00 (her name is Mila).",
      "Rule: the dog gets food at 18:00.",
      /^- Rule: the dog gets food at 18:00 \(her name is Mila\)\./mu,
    ],
    [
      "The office is in Paris. The keys are with Carl.",
      "Decision: the office is in Lyon.",
      /^- The office is in Lyon\. The keys are with Carl\./mu,
    ],
    [
      "The fern has two pots. Water the fern on Mondays. The tap is in the yard.",
      "Rule: never water the fern on Mondays. The fern has three pots.",
      /^- Rule: never water the fern on Mondays\. The fern has three pots\. The tap is in the yard\./mu,
    ],
  ])(
    "accepted, a contradiction of “%s” leaves the sentences that it says nothing of",
    async (line, said, becomes) => {
      await begin({ "MEMORY.md": `# Memory\n\n## Facts\n\n- ${line}\n`, [log]: `- ${said}\n` });
      expect(await rows()).toMatchObject([{ n: 1, reason: "contradicts", state: "open" }]);
      expect(await settle("accepted", [1])).toMatchObject({ commits: [{ page: "MEMORY.md" }], open: 0 });
      expect(memory.read("MEMORY.md")).toMatch(becomes);
    },
  );

  const cache = (day: number): string => `- We decided to keep the retriever cache at ${day * 64} MB.\n`;
  const corrections = async (days: number): Promise<void> => {
    await begin({ "memory/2026-11-01.md": cache(1) });
    for (let day = 2; day <= days; day += 1) {
      memory.commit({ [`memory/2026-11-${String(day).padStart(2, "0")}.md`]: cache(day) });
      await tomorrow();
    }
  };

  test("a chain of corrections accepted as a whole leaves the latest value, with its day, and the others below it", async () => {
    await corrections(3);
    expect((await rows()).map(({ n }) => n)).toEqual([2, 1]);
    expect(await settle("accepted", "all")).toMatchObject({ open: 0, refused: [] });
    const told = memory.read("MEMORY.md");
    expect(told).toContain(
      "- Keep the retriever cache at 192 MB. (2026-11-03)\n  - Superseded 2026-11-23: “Keep the retriever cache at 128 MB. (2026-11-02)”\n  - Superseded 2026-11-23: “Keep the retriever cache at 64 MB. (2026-11-01)”\n",
    );
    expect(told.match(/^- Keep the retriever/gm)).toHaveLength(1);
    await tomorrow();
    expect([memory.read("MEMORY.md"), await rows()]).toEqual([told, []]);
  });

  test("of more than are shown the newest is the first, and the older are settled with it", async () => {
    await corrections(10);
    const [first] = must(await currentProposal(memory.workspace.primary))?.coming ?? [];
    expect(first?.text).toContain("640 MB");
    expect(await settle("accepted", [first?.n ?? 0])).toMatchObject({ open: 0 });
    expect(must(await currentProposal(memory.workspace.primary))).toMatchObject({ open: 0 });
    const told = memory.read("MEMORY.md");
    expect(await settle("accepted", [1])).toMatchObject({ commits: [], refused: [{ n: 1 }], open: 0 });
    await tomorrow();
    expect(memory.read("MEMORY.md")).toBe(told);
  });

  test("two of the logs that say otherwise wait together, on every night", async () => {
    await begin({
      [log]: "- **Decision:** the van leaves the yard at 7\n",
      "memory/2026-11-20.md": "- **Decision:** the van leaves the yard at 8\n",
    });
    for (let night = 0; night < 2; night += 1) {
      expect((await rows()).map((row) => row.reason)).toEqual(["contradicts", "contradicts"]);
      expect(memory.read("MEMORY.md")).toBe(kept);
      await tomorrow();
    }
    // The newest first: what is older is settled with it.
    expect(await settle("accepted", [1])).toMatchObject({ open: 0 });
    expect(memory.read("MEMORY.md")).toContain("The van leaves the yard at 8");
    expect((await rows()).map((row) => row.state)).toEqual(["gone"]);
  });

  test("what says otherwise than a kept line in one place waits, and two lines about two things do not", async () => {
    const facts =
      "- Standup is at 9:00. [human]\n- The office is in Paris. [human]\n- Our main database is MySQL. [decision]\n- Always use tabs. [human]\n- Ada is the accountant. [human]\n";
    await begin({
      "MEMORY.md": `# Memory\n\n## Facts\n\n${facts}`,
      [log]:
        "- Standup is at 10:30. [human]\n- The office is in Lyon. [human]\n- Our main database is Postgres. [decision]\n- Never use tabs. [human]\n- Carl is the driver. [human]\n",
    });
    expect((await rows()).map(({ reason: why, text }) => [why, text])).toEqual([
      ["contradicts", "Standup is at 10:30. [human]"],
      ["contradicts", "The office is in Lyon. [human]"],
      ["contradicts", "Our main database is Postgres. [decision]"],
      ["contradicts", "Never use tabs. [human]"],
    ]);
    expect(memory.read("MEMORY.md")).toBe(
      `# Memory\n\n## Facts\n\n${facts}- Carl is the driver. [human] (2026-11-19)\n`,
    );
  });

  test("a log that is too large to be read as a page is not read by nights either", async () => {
    const filler = `${"Nothing of note happened at the desk today. ".repeat(20)}\n\n`.repeat(1_300);
    await begin({ [log]: `- **Decision:** we stay with tin boxes until spring\n\n${filler}` });
    expect([memory.read("MEMORY.md"), must(await currentProposal(memory.workspace.primary))]).toEqual([kept, null]);
  });

  test("a secret is not repeated and moves with nobody's word; dismissed, its log can leave", async () => {
    const old = "memory/2026-10-20.md";
    await begin({ [old]: "- **Decision:** the door pin: 47x1 stays as it is\n" });
    const [row] = await rows();
    expect(row).toMatchObject({ reason: "secret", text: null });
    expect((await settle("accepted", [1])).refused).toMatchObject([
      { n: 1, says: expect.stringContaining("secret") },
    ]);
    expect(memory.read("MEMORY.md")).toBe(kept);
    expect(existsSync(join(memory.repo.dir, old))).toBe(true);
    await settle("rejected", [1]);
    await tomorrow();
    expect(existsSync(join(memory.repo.dir, old))).toBe(false);
    expect(existsSync(join(memory.repo.dir, "archive/2026/2026-10-20.md"))).toBe(true);
  });

  test("a time that nobody knows the day of stays in the buffer, and is kept with the day of the night that asked", async () => {
    const buffer = "memory/working-buffer.md";
    await begin({ [buffer]: "# Buffer\n\n- **Decision:** the hall is ours from tomorrow on\n" });
    expect(await rows()).toMatchObject([
      { n: 1, reason: "moving_time", text: expect.stringContaining("2026-11-22") },
    ]);
    expect(memory.read(buffer)).toContain("tomorrow");
    await settle("accepted", [1]);
    expect(memory.read("MEMORY.md")).toContain("2026-11-22");
    await tomorrow();
    expect(memory.read(buffer)).not.toContain("tomorrow");
  });
});

/** Proposals: what a night asks a person about, what accepting and rejecting do, and that nobody is asked twice about what was kept. */

import { afterEach, describe, expect, test } from "vitest";
import { currentProposal, type NightProposal, type SettledAnswer, settleProposal } from "../../src/night/proposal.js";
import { status } from "../../src/night/status.js";
import { undoNight } from "../../src/night/undo.js";
import { ownEnvelope } from "../../src/write/patch.js";

import { must, type NightMemory, nightMemory } from "../support/nights.js";

let memory: NightMemory;
afterEach(async () => {
  expect(memory.repo.tryGit(["fsck", "--strict"]).status).toBe(0);
  await memory.close();
});

const filler = Array.from({ length: 12 }, (_, at) => `- Room ${at} has a window to the yard.`).join("\n");
const train = "- [x] Book the train to Oslo";
const office = "- The office closes at six.";
const body = `# Memory\n\n## Notes\n\n${filler}\n${office}\n${train}\n${office}\n- NEVER delete a booking.\n`;
const person = { ...ownEnvelope, actor: "human" };
const refuse = { detached: "refuse" } as const;

const begin = async (trim?: "off" | "propose" | "on"): Promise<void> => {
  const nights = { memoryLines: 5, ...(trim === undefined ? {} : { trim }) };
  memory = await nightMemory({ "MEMORY.md": body }, { nights });
};
const proposal = async (): Promise<NightProposal | null> => must(await currentProposal(memory.workspace.primary));
const settle = async (did: SettledAnswer["did"], ...numbers: number[]): Promise<SettledAnswer> =>
  must(
    await settleProposal(
      memory.workspace.primary,
      { did, numbers: numbers.length === 0 ? "shown" : numbers, envelope: person },
      refuse,
    ),
  );
const tip = (): string => memory.repo.git("rev-parse", "refs/pagefile/proposals");
const tomorrow = async (): Promise<NightMemory["now"]> => {
  memory.now = new Date(Date.parse(memory.now) + 86_400_000).toISOString().replace(".000", "");
  await memory.night();
  return memory.now;
};

test("by default nothing leaves: a night asks, with the rule and the words, and asks the same once", async () => {
  await begin();
  const told = await memory.night();
  expect(told.commits).toEqual([]);
  expect(memory.read("MEMORY.md")).toBe(body);
  const rows = (await proposal())?.entries.map(({ n, rule, text, state }) => [n, rule, text, state]);
  expect(rows).toEqual([
    [1, "said_twice", office, "open"],
    [2, "finished", train, "open"],
  ]);
  expect(must(await status(memory.workspace)).proposal).toMatchObject({ open: 2 });
  const before = tip();
  await tomorrow();
  expect(tip()).toBe(before);
  expect(memory.repo.tryGit(["grep", "-q", "Oslo", "refs/pagefile/proposals"]).status).toBe(1);
});

describe("an answer", () => {
  test("accept takes out what was meant, into the archive, and undo brings it back for good", async () => {
    await begin();
    await memory.night();
    const done = await settle("accepted");
    expect(done).toMatchObject({ commits: [{ page: "MEMORY.md" }], open: 0, refused: [] });
    expect(memory.read("MEMORY.md")).toBe(body.replace(`${train}\n${office}\n`, ""));
    expect(memory.read("archive/2026/memory-trimmed-2026-11.md")).toContain(`${train}\n${office}`);
    expect((await proposal())?.open).toBe(0);
    must(await undoNight(memory.workspace.primary, person, refuse));
    expect(memory.read("MEMORY.md")).toBe(body);
    await tomorrow();
    expect((await proposal())?.open).toBe(0);
    expect(memory.read("MEMORY.md")).toBe(body);
  });

  test("reject keeps an entry for good, the others stay open", async () => {
    await begin();
    await memory.night();
    expect(await settle("rejected", 2)).toMatchObject({ commits: [], open: 1 });
    await tomorrow();
    const rows = (await proposal())?.entries.map(({ n, rule, state }) => [n, rule, state]);
    expect(rows).toEqual([[1, "said_twice", "open"]]);
  });

  test("to what was edited since is refused with words, on disk or in a commit", async () => {
    await begin();
    await memory.night();
    memory.write({ "MEMORY.md": body.replace(train, "- [x] Book the train to Bergen") });
    expect((await settle("accepted", 2)).refused).toMatchObject([{ n: 2, says: expect.stringContaining("edited") }]);
    memory.commit({ "MEMORY.md": body.replace(office, "") });
    const { refused, commits } = await settle("accepted", 1, 9);
    expect(refused.map(({ n, says }) => [n, says.includes("edited") || says.includes("no number")])).toEqual([
      [1, true],
      [9, true],
    ]);
    expect(commits).toEqual([]);
  });

  test("by an agent takes nothing out", async () => {
    await begin();
    await memory.night();
    const query = { did: "accepted", numbers: "shown", envelope: { ...person, actor: "agent:x" } } as const;
    expect(await settleProposal(memory.workspace.primary, query, refuse)).toMatchObject({ ok: false });
    expect(memory.read("MEMORY.md")).toBe(body);
  });
});

test("`on` takes the same entries out, `off` looks for none", async () => {
  await begin("on");
  expect((await memory.night()).commits).toMatchObject([{ reason: "PRUNE_TRIM" }]);
  expect(memory.read("MEMORY.md")).toBe(body.replace(`${train}\n${office}\n`, ""));
  must(await undoNight(memory.workspace.primary, person, refuse));
  await tomorrow();
  expect(memory.read("MEMORY.md")).toBe(body);
  await memory.close();
  await begin("off");
  expect(await memory.night()).toMatchObject({ commits: [], tooLong: [] });
});

/** Pi after a write: what stands in a conversation stays, and the next prompt is answered from the pages as they are, whoever wrote them. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { piExtension } from "../../../src/agents/pi/extension.js";
import { type Cli, cli } from "../../support/cli.js";
import { type FakePi, fakePi } from "../../support/fake-pi.js";

interface Desk {
  readonly program: Cli;
  readonly memory: string;
  readonly start: (session: string) => Promise<FakePi>;
}

function desk(): Desk {
  const program = cli();
  return {
    program,
    memory: join(program.env.HOME ?? "", ".pi/agent/memory"),
    async start(session) {
      const pi = fakePi({ cwd: program.folder, session, file: join(program.folder, `${session}.jsonl`) });
      piExtension(pi.api, program.env);
      await pi.tell("session_start", { reason: "startup" });
      return pi;
    },
  };
}

/** What a prompt is given, besides the pages that its conversation begins with. */
async function givenTo(pi: FakePi, prompt: string): Promise<string> {
  const before = (await pi.call()).length;
  const texts = (await pi.ask(prompt)).map(({ text }) => text);
  expect(texts.at(-1)).toBe(prompt);
  return texts.slice(before, -1).join("\n");
}

/** Files that are a moment old are read again whatever is known of them. */
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 30));

const remember = (pi: FakePi, value: string): Promise<readonly string[]> =>
  pi.use("write_page", { patch: { op: "append", page: "memory", value } });

const page = (id: string, said: string): string => `---\nid: ${id}\ntype: preference\ntitle: ${id}\n---\n- ${said}\n`;

test("what a tool of ours wrote is known to the next conversation, and to a prompt that asks for it", async () => {
  const at = desk();
  const pi = await at.start("one");
  const begun = await pi.ask("Go on.");
  for (const value of ["- Sit at the window.", "- Sit at the window.", "- Trains under 4 h are fine."]) {
    await settle();
    await remember(pi, value);
    expect(await pi.call()).toEqual(begun);
    const other = await at.start(`other-${value.length}`);
    expect((await other.call())[0]?.text).toContain(value);
    await other.tell("session_shutdown", { reason: "quit" });
  }
  expect(await givenTo(pi, "Shall I sit at the window?")).toContain("Sit at the window.");
});

test("a file that came by hand is found with the person's next prompt", async () => {
  const at = desk();
  const pi = await at.start("one");
  writeFileSync(join(at.memory, "by-hand.md"), page("by-hand", "Ferries sail from the north pier."));
  await remember(pi, "- Sit at the window.");
  expect(await givenTo(pi, "From which pier do ferries sail?")).toContain("Ferries sail from the north pier.");
});

test("what was edited by hand is given as it stands, behind a write too", async () => {
  const at = desk();
  const file = join(at.memory, "by-hand.md");
  const pi = await at.start("one");
  writeFileSync(file, page("by-hand", "Ferries sail from the north pier."));
  expect(await givenTo(pi, "From which pier do ferries sail?")).toContain("from the north pier.");
  await settle();
  writeFileSync(file, page("by-hand", "Ferries sail from the south pier."));
  await remember(pi, "- Sit at the window.");
  expect(await givenTo(pi, "From which pier do ferries sail now?")).toContain("from the south pier.");
});

test.each([
  ["before", true],
  ["behind", false],
])("what another program commits %s a write of ours is told with the next prompt", async (_, isBefore) => {
  const at = desk();
  const pi = await at.start("one");
  const commit = (): void => {
    writeFileSync(join(at.memory, "other.md"), page("other", "Another wrote this."));
    at.program.git(["add", "--all"], at.memory);
    at.program.git(["commit", "--quiet", "--no-verify", "--message", "Other"], at.memory);
  };
  if (isBefore) commit();
  await remember(pi, "- Sit at the window.");
  if (!isBefore) commit();
  const given = await givenTo(pi, "Go on.");
  expect(given).toContain("Changed in Pagefile's memory since you were told:");
  expect(given).toContain("- Another wrote this.");
  expect(await givenTo(pi, "Go on.")).toBe("");
});

test("what was put off is logged before the next decision, and each decision once", async () => {
  const at = desk();
  const pi = await at.start("one");
  for (const id of ["first", "second", "third"]) {
    writeFileSync(join(at.memory, `${id}.md`), page(id, `This is the ${id}.`));
    await pi.ask("Go on.");
    await pi.tell("session_before_compact", { reason: "threshold" });
    await pi.tell("session_compact", { reason: "threshold" });
  }
  await pi.tell("session_shutdown", { reason: "quit" });
  const lines = readFileSync(join(at.memory, ".git/pagefile/traces.jsonl"), "utf8").trimEnd().split("\n");
  const turns = lines
    .map((line) => JSON.parse(line) as { kind: string; live: { order: number } })
    .filter(({ kind }) => kind === "assemble");
  expect(turns.map(({ live }) => live.order)).toEqual([1, 2, 3, 4]);
});

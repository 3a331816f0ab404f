/** Pi after a write: the next call shows what was written and all that others did, and looks for no file that nobody can have changed. */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
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

const blockOf = async (pi: FakePi): Promise<string> =>
  (await pi.call("Go on.")).map(({ text }) => text).find((text) => text.includes("<memory ")) ?? "";

/** Files that are a moment old are read again whatever is known of them. */
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 30));

const remember = (pi: FakePi, value: string): Promise<readonly string[]> =>
  pi.use("remember", { patch: { op: "append", page: "memory#lessons", value } });

const page = (id: string, said: string): string => `---\nid: ${id}\ntype: preference\ntitle: ${id}\n---\n- ${said}\n`;

/** Of a session's turns, by its own record: what the last one was decided from, and its prompt. */
function lastTurn(memory: string, session: string): { readonly text: string; readonly inputs: object } {
  const turns = join(memory, ".git/pagefile/turns");
  for (const name of readdirSync(turns)) {
    const orders = readdirSync(join(turns, name)).map((file) => Number(file.replace(".json", "")));
    const state = JSON.parse(readFileSync(join(turns, name, `${Math.max(...orders)}.json`), "utf8"));
    if (state.session === session) return { text: state.text, inputs: { ...state.record.inputs, session: "" } };
  }
  throw new Error("no turn");
}

test("the call behind a write is decided from the pages as a process that opens the memory finds them", async () => {
  const at = desk();
  const pi = await at.start("one");
  for (const value of ["- Sit at the window.", "- Sit at the window.", "- Trains under 4 h are fine."]) {
    await settle();
    await remember(pi, value);
    expect(await blockOf(pi)).toContain(value);
    const other = await at.start(`other-${value.length}`);
    await other.tell("session_shutdown", { reason: "quit" });
    expect(lastTurn(at.memory, "one")).toEqual(lastTurn(at.memory, `other-${value.length}`));
  }
});

test("a file that came by hand is looked for with the person's next prompt, and not behind a write of ours", async () => {
  const at = desk();
  const pi = await at.start("one");
  await blockOf(pi);
  writeFileSync(join(at.memory, "by-hand.md"), page("by-hand", "I came by hand."));
  await remember(pi, "- Sit at the window.");
  expect(await blockOf(pi)).not.toContain("I came by hand.");
  await pi.tell("before_agent_start", { prompt: "Go on.", systemPrompt: "" });
  expect(await blockOf(pi)).toContain("I came by hand.");
});

test("what stands in the prompt and was edited by hand is shown as it stands, behind a write too", async () => {
  const at = desk();
  const file = join(at.memory, "by-hand.md");
  const pi = await at.start("one");
  writeFileSync(file, page("by-hand", "It was so."));
  await pi.tell("before_agent_start", { prompt: "Go on.", systemPrompt: "" });
  expect(await blockOf(pi)).toContain("It was so.");
  await settle();
  writeFileSync(file, page("by-hand", "It is otherwise."));
  await remember(pi, "- Sit at the window.");
  const block = await blockOf(pi);
  expect(block).toContain("It is otherwise.");
  expect(block).toContain("Sit at the window.");
});

test.each([
  ["before", true],
  ["behind", false],
])("what another program commits %s a write of ours is in the next prompt", async (_, isBefore) => {
  const at = desk();
  const pi = await at.start("one");
  await blockOf(pi);
  const commit = (): void => {
    writeFileSync(join(at.memory, "other.md"), page("other", "Another wrote this."));
    at.program.git(["add", "--all"], at.memory);
    at.program.git(["commit", "--quiet", "--no-verify", "--message", "Other"], at.memory);
  };
  if (isBefore) commit();
  await remember(pi, "- Sit at the window.");
  if (!isBefore) commit();
  const block = await blockOf(pi);
  expect(block).toContain("Another wrote this.");
  expect(block).toContain("Sit at the window.");
});

test("a tool of pi's that wrote into the memory has it looked at, whatever was remembered besides", async () => {
  const at = desk();
  const pi = await at.start("one");
  await blockOf(pi);
  const path = join(at.memory, "by-tool.md");
  writeFileSync(path, page("by-tool", "A tool wrote this."));
  await pi.tell("tool_result", { toolName: "write", input: { path }, content: [] });
  await remember(pi, "- Sit at the window.");
  expect(await blockOf(pi)).toContain("A tool wrote this.");
});

test("what was put off is logged before the next decision, and each decision once", async () => {
  const at = desk();
  const pi = await at.start("one");
  for (const id of ["first", "second", "third"]) {
    writeFileSync(join(at.memory, `${id}.md`), page(id, `This is the ${id}.`));
    await pi.tell("before_agent_start", { prompt: "Go on.", systemPrompt: "" });
  }
  await pi.tell("session_shutdown", { reason: "quit" });
  const lines = readFileSync(join(at.memory, ".git/pagefile/traces.jsonl"), "utf8").trimEnd().split("\n");
  const turns = lines
    .map((line) => JSON.parse(line) as { kind: string; live: { order: number } })
    .filter(({ kind }) => kind === "assemble");
  expect(turns.map(({ live }) => live.order)).toEqual([1, 2, 3, 4]);
});

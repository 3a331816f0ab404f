/** Pi and a provider's cache: over a long session no call makes more of the one before it worthless than it would without memory. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { piExtension } from "../../../src/agents/pi/extension.js";
import { cli } from "../../support/cli.js";
import { type FakeMessage, type FakePi, fakePi } from "../../support/fake-pi.js";
import { here } from "../../support/here.js";

/** What a model was sent, and what it would have been sent without memory. */
interface Call {
  readonly sent: readonly FakeMessage[];
  readonly alone: readonly FakeMessage[];
}

interface Desk {
  readonly pi: FakePi;
  readonly memory: string;
  readonly run: ReturnType<typeof here>;
  /** Those of one context that grows, up to a compaction; each opens a new list. */
  readonly contexts: readonly (readonly Call[])[];
  /** The list goes on over a compaction, and not over a start. */
  readonly begin: () => void;
  readonly call: () => Promise<void>;
  readonly folder: string;
}

function desk(): Desk {
  const program = cli();
  const contexts: Call[][] = [];
  const pi = fakePi({ cwd: program.folder, session: "s-1", file: join(program.folder, "s-1.jsonl") });
  piExtension(pi.api, program.env);
  return {
    pi,
    memory: join(program.env.HOME ?? "", ".pi/agent/memory"),
    run: here(program),
    contexts,
    begin: () => contexts.push([]),
    async call() {
      contexts.at(-1)?.push({ sent: await pi.call(), alone: pi.alone() });
    },
    folder: program.folder,
  };
}

const places = "north south east west upper lower inner outer old new first second third last".split(" ");
const things = ["ferry", "museum", "market", "harbor", "station"];
const fact = (at: number): string =>
  `The ${places[at % places.length]} ${things[at % things.length]} opens at ${at + 3}.`;

/** By this session, by somebody else, and by hand. */
async function write({ pi, run, memory }: Desk, at: number): Promise<void> {
  if (at % 3 === 0) await pi.use("write_page", { patch: { op: "append", page: "memory", value: `- ${fact(at)}` } });
  else if (at % 3 === 1) {
    const told = await run(["append", "memory", fact(at), "--repo", memory]);
    expect(told.stderr).toBe("");
  } else {
    const path = join(memory, "by-hand.md");
    const page = "---\nid: by-hand\ntype: preference\ntitle: By hand\n---\n";
    writeFileSync(path, `${at === 2 ? page : readFileSync(path, "utf8")}- ${fact(at)}\n`);
  }
}

/** A prompt, calls of tools with a write between them, and the end of the turn. */
async function turn(at: Desk, number: number): Promise<void> {
  const { pi, call } = at;
  const asked = fact(Math.max(0, number - 1))
    .replace("The", "Is it so that the")
    .replace(".", "?");
  await pi.prompt(number % 4 === 3 ? `Never book the ${places[number]} hotel.` : asked);
  await call();
  for (let tool = 0; tool < 3; tool += 1) {
    pi.say("assistant", `Looking ${number}.${tool}`);
    await pi.tell("tool_result", { toolName: "read", input: { path: `f${tool}` }, content: [] });
    if (tool === 1) await write(at, number);
    await call();
  }
  pi.say("assistant", "Done.");
  await pi.tell("agent_end", { messages: [] });
}

const spelled = (messages: readonly FakeMessage[]): string => messages.map((each) => JSON.stringify(each)).join("\n");

function common(one: readonly FakeMessage[], other: readonly FakeMessage[]): number {
  const [a, b] = [spelled(one), spelled(other)];
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

/** In characters: how many of a call the next one makes worthless. */
function lost(calls: readonly Call[], of: "sent" | "alone"): readonly number[] {
  return calls
    .slice(1)
    .map((call, at) => spelled(calls[at]?.[of] ?? []).length - common(calls[at]?.[of] ?? [], call[of]));
}

const blocks = (messages: readonly FakeMessage[]): number =>
  messages.filter(({ text }) => text.includes("Pagefile keeps")).length;

test("what was sent stays as it was, over twenty writes, a night, a compaction, a resume and a fork", async () => {
  const at = desk();
  const { pi, begin, run, memory, contexts, folder } = at;
  begin();
  await pi.tell("session_start", { reason: "startup" });
  for (let number = 0; number < 8; number += 1) {
    await turn(at, number);
    if (number === 4) expect((await run(["nightly", "--repo", memory])).exit).toBe(0);
  }
  await pi.tell("session_before_compact", { reason: "threshold" });
  pi.compact("They asked when things open.", 3);
  await pi.tell("session_compact", { reason: "threshold" });
  for (let number = 8; number < 12; number += 1) await turn(at, number);
  await pi.tell("session_shutdown", { reason: "quit" });
  begin();
  await pi.tell("session_start", { reason: "resume" });
  for (let number = 12; number < 16; number += 1) await turn(at, number);
  await pi.tell("session_before_fork", { position: "at" });
  await pi.tell("session_shutdown", { reason: "fork" });
  pi.become("s-2", join(folder, "s-2.jsonl"), "forked");
  begin();
  await pi.tell("session_start", { reason: "fork" });
  for (let number = 16; number < 20; number += 1) await turn(at, number);

  expect(pi.shown).toEqual([]);
  for (const calls of contexts) {
    for (const { sent } of calls) {
      expect([blocks(sent), blocks(sent.slice(0, 1))]).toEqual([1, 1]);
    }
    const [ours, theirs] = [lost(calls, "sent"), lost(calls, "alone")];
    // A compaction makes all worthless, once; nothing else takes anything.
    expect(ours.map((chars) => chars > 0)).toEqual(theirs.map((chars) => chars > 0));
    calls.slice(1).forEach((call, before) => {
      const { sent, alone } = calls[before] as Call;
      expect(common(sent, call.sent)).toBeGreaterThanOrEqual(common(alone, call.alone));
    });
  }
  expect(contexts.map((calls) => calls.length)).toEqual([48, 16, 16]);
  expect(lost(contexts.flat(), "alone").filter((chars) => chars > 0)).toHaveLength(1);
  const given = contexts.map((calls) => (calls.at(-1)?.sent.length ?? 0) - (calls.at(-1)?.alone.length ?? 0) - 1);
  // Each of them answered prompts, or nothing was shown here.
  expect(given.every((count) => count > 0)).toBe(true);
  const written = ["MEMORY.md", "by-hand.md"].map((name) => readFileSync(join(memory, name), "utf8")).join("\n");
  for (let number = 0; number < 20; number += 1) expect(written).toContain(fact(number));
});

test("what the system says in mid-session stays where it was said, as since 0.87", async () => {
  const program = cli();
  const file = join(program.folder, "s-1.jsonl");
  const pi = fakePi({ cwd: program.folder, session: "s-1", file, hasSections: true });
  piExtension(pi.api, program.env);
  await pi.tell("session_start", { reason: "startup" });
  const options = { sections: {} };
  const told = { prompt: "Hello.", systemPrompt: "", systemPromptOptions: options };
  // A prompt given whole would take the place of all parts.
  expect(await pi.tell("before_agent_start", told)).toBeNull();
  expect(options.sections).toEqual({ pagefile: expect.stringContaining("## Memory (Pagefile)") });
  pi.say("system", "You are pi.");
  let before = await pi.ask("Hello.");
  expect(before.map(({ role }) => role)).toEqual(["system", "user", "user"]);
  expect(blocks(before.slice(1, 2))).toBe(1);
  for (const tool of ["grep", "find"]) {
    pi.say("system", `There is a tool ${tool} now.`);
    const next = await pi.ask(`Use ${tool}.`);
    expect(next.slice(0, before.length)).toEqual(before);
    expect(next.slice(before.length).map(({ text }) => text)).toEqual([
      `There is a tool ${tool} now.`,
      `Use ${tool}.`,
    ]);
    before = next;
  }
  await pi.memory("off");
  expect(blocks(await pi.call())).toBe(0);
});

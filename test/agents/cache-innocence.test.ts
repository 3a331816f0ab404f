/**
 * Cache innocence of the hooks: Claude Code and Codex put what a hook prints behind all that was said, so that nothing sent before changes. What is
 * held here is what they print: the block where a context begins and nowhere else, and of the rest each line once, and little of it.
 */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli } from "../support/cli.js";
import { generateMemory, writeMemory } from "../support/generate-memory.js";
import { type Story, story, told } from "../support/harness-events.js";
import { here } from "../support/here.js";

type Harness = "claude-code" | "codex";
type More = Readonly<Record<string, unknown>>;

/** One context as a model has it: what was said, and what hooks put behind it. */
interface Context {
  readonly messages: readonly string[];
  /** What of them is ours: with the event that brought it. */
  readonly ours: readonly { readonly event: string; readonly text: string }[];
}

interface Desk {
  readonly memory: string;
  readonly run: ReturnType<typeof here>;
  /** A session with a context of its own; `before` stands in it already. */
  readonly session: (id: string, before?: readonly string[]) => Session;
}

interface Session {
  readonly who: Story;
  readonly context: () => Context;
  readonly hook: (event: string, more?: More) => Promise<void>;
  readonly prompt: (text: string) => Promise<void>;
  readonly stop: () => Promise<void>;
  /** A summary in place of all, as the harness tells it. */
  readonly compact: () => Promise<void>;
}

function desk(harness: Harness, pages: number): Desk {
  const program = cli();
  const memory = join(program.folder, "memory");
  mkdirSync(memory);
  writeMemory(memory, generateMemory({ seed: 7, pages }));
  program.git(["init", "--quiet", "--initial-branch=main", memory]);
  program.git(["add", "--all"], memory);
  program.git(["commit", "--quiet", "--message=Take in the pages"], memory);
  const run = here(program);
  const session: Desk["session"] = (id, before = []) => {
    const who = story(program.folder, id, memory);
    let messages: readonly string[] = before;
    let ours: Context["ours"] = [];
    let count = 0;
    const hook: Session["hook"] = async (event, more) => {
      const ran = await run(["harness", harness, event], { cwd: memory, input: who.event(event, more) });
      const { context, notice } = event === "PreCompact" ? { context: "", notice: "" } : told(ran);
      expect([event, ran.exit, notice]).toEqual([event, 0, ""]);
      if (context === "") return;
      messages = [...messages, context];
      ours = [...ours, { event, text: context }];
    };
    return {
      who,
      hook,
      context: () => ({ messages, ours }),
      async prompt(text) {
        count += 1;
        messages = [...messages, text];
        who.say(text);
        await hook("UserPromptSubmit", { prompt: text, prompt_id: `p${count}`, turn_id: `t${count}` });
        messages = [...messages, `Answer ${count}.`];
        who.answer(200);
      },
      stop: () => hook("Stop", { stop_hook_active: false, prompt_id: `p${count}`, turn_id: `t${count}` }),
      async compact() {
        await hook("PreCompact", { trigger: "auto" });
        [messages, ours] = [["A summary."], []];
        // Codex tells the start behind it twice.
        if (harness === "codex") await hook("SessionStart", { source: "resume" });
        await hook("SessionStart", { source: "compact" });
      },
    };
  };
  return { memory, run, session };
}

const places = "north south east west upper lower inner outer old new first second third last".split(" ");
const things = ["ferry", "museum", "market", "harbor", "station"];
const fact = (at: number): string =>
  `The ${places[at % places.length]} ${things[at % things.length]} opens at ${at + 3}.`;
const question = (at: number): string => fact(at).replace("The", "Is it so that the").replace(".", "?");

/** By the session, by somebody else, and by hand. */
async function write({ memory, run }: Desk, { who }: Session, at: number): Promise<void> {
  const page = join(memory, "MEMORY.md");
  if (at % 3 === 2) return writeFileSync(page, `${readFileSync(page, "utf8").trimEnd()}\n- ${fact(at)}\n`);
  const own = at % 3 === 0 ? ["--session", who.session] : [];
  const ran = await run(["append", "memory", fact(at), "--repo", memory, ...own]);
  expect(ran.stderr).toBe("");
}

async function turns(at: Desk, session: Session, numbers: readonly number[]): Promise<void> {
  for (const number of numbers) {
    await session.prompt(number % 4 === 3 ? `Never book the ${places[number]} hotel.` : question(number - 1));
    const read = { tool_name: "Read", tool_input: { file_path: `f${number}` }, tool_response: "x" };
    await session.hook("PostToolUse", { ...read, tool_use_id: `u${number}` });
    await write(at, session, number);
    await session.stop();
  }
}

const hasBlock = (text: string): boolean => text.includes("<memory ");

/** The block once for each start of a context, and no line twice behind it. */
function expectInnocent({ ours }: Context, starts: number): void {
  const begins = ours.filter(({ text }) => hasBlock(text));
  expect(begins.map(({ event }) => event)).toEqual(Array.from({ length: starts }, () => "SessionStart"));
  const last = ours.findLastIndex(({ text }) => hasBlock(text));
  const lines = ours.slice(last + 1).flatMap(({ text }) => text.split("\n").filter((line) => line.startsWith("- ")));
  const said = lines.map((line) => line.replace(/ \([^()]*\)$/, ""));
  expect(said).toEqual([...new Set(said)]);
  expect(said.length).toBeGreaterThan(0);
}

const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from }, (_, at) => from + at);

describe.each(["claude-code", "codex"] as const)("%s", (harness) => {
  it("gives the block where a context begins, and not for twenty writes and a night", async () => {
    const at = desk(harness, 12);
    const one = at.session("s-one");
    await one.hook("SessionStart", { source: "startup" });
    await turns(at, one, range(1, 5));
    expect((await at.run(["nightly", "--repo", at.memory])).exit).toBe(0);
    await turns(at, one, range(5, 9));
    expectInnocent(one.context(), 1);
    const before = one.context().messages;
    await one.hook("SessionEnd", { reason: "other" });
    await one.hook("SessionStart", { source: "resume" });
    await turns(at, one, range(9, 12));
    expectInnocent(one.context(), 1);
    expect(one.context().messages.slice(0, before.length)).toEqual(before);
    await one.compact();
    await turns(at, one, range(12, 15));
    expectInnocent(one.context(), 1);
    const fork = at.session("s-fork", one.context().messages);
    await fork.hook("SessionStart", { source: harness === "codex" ? "startup" : "fork" });
    await turns(at, fork, range(15, 18));
    expectInnocent(fork.context(), 1);
    await fork.hook("SessionEnd", { reason: "clear" });
    const clear = at.session("s-clear");
    await clear.hook("SessionStart", { source: "clear" });
    await turns(at, clear, range(18, 21));
    expectInnocent(clear.context(), 1);
    const text = readFileSync(join(at.memory, "MEMORY.md"), "utf8");
    for (const number of range(1, 21)) expect(text).toContain(fact(number));
  });

  it("grows by at most 4,000 characters in eight turns with a write each, beside a block of 41 pages", async () => {
    const at = desk(harness, 41);
    const one = at.session("s-one");
    await one.hook("SessionStart", { source: "startup" });
    const [begun] = one.context().ours;
    expect(begun?.text.length).toBeGreaterThan(5_000);
    await turns(at, one, range(1, 9));
    expectInnocent(one.context(), 1);
    const chars = one
      .context()
      .ours.slice(1)
      .reduce((sum, { text }) => sum + text.length, 0);
    expect(chars).toBeLessThanOrEqual(4_000);
  });
});

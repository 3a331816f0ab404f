/** Handoff: what a person said and no model wrote down reaches the session that comes next, within bounds, and nobody else's. */

import { describe, expect, it } from "vitest";
import { handoffDraft } from "../../src/agents/capture.js";
import { parsePatch } from "../../src/write/plain-patch.js";

import { type Cli, cli } from "../support/cli.js";
import { processThatLives } from "../support/dead-process.js";
import { type Story, story, told } from "../support/harness-events.js";
import { here } from "../support/here.js";

const rule = "Never book anything above 350 EUR.";

interface Desk {
  readonly program: Cli;
  readonly memory: string;
  readonly run: ReturnType<typeof here>;
  readonly begin: (name: string, source?: string, pid?: number) => Promise<{ one: Story; context: string }>;
  /** What the person says, and the end of the turn in which the model does `does`. */
  readonly turn: (one: Story, text: string, does?: () => Promise<unknown>) => Promise<void>;
  readonly end: (one: Story) => Promise<void>;
}

function desk(): Desk {
  const program = cli();
  const memory = program.sample();
  const run = here(program);
  const hook = async (one: Story, name: string, more: Readonly<Record<string, unknown>>, pid?: number) =>
    told(
      await run(["harness", "claude-code", name, ...(pid === undefined ? [] : ["--pid", String(pid)])], {
        cwd: program.folder,
        input: one.event(name, more),
      }),
    );
  let turns = 0;
  return {
    program,
    memory,
    run,
    async begin(name, source = "startup", pid) {
      const one = story(program.folder, name, memory);
      const { context, notice } = await hook(one, "SessionStart", { source }, pid);
      expect(notice).toBe("");
      return { one, context };
    },
    async turn(one, text, does) {
      turns += 1;
      one.say(text);
      await hook(one, "UserPromptSubmit", { prompt_id: `p${turns}`, prompt: text });
      await does?.();
      await hook(one, "Stop", { prompt_id: `p${turns}`, stop_hook_active: false });
    },
    end: async (one) => {
      await hook(one, "SessionEnd", { reason: "clear" });
    },
  };
}

describe("what a model that saves nothing was told", () => {
  it("is there after a reset, and after the next one, as a page in git", async () => {
    const { begin, turn, end, program, memory } = desk();
    const { one } = await begin("s-one");
    await turn(one, `${rule}\n# And this is no heading`);
    await end(one);
    const { one: two, context } = await begin("s-two", "clear");
    expect(context).toContain(`- ${rule} # And this is no heading (L1)`);
    expect(context).toContain("In session s-one:");
    expect(program.git(["log", "--all", "--patch", "--format=%B"], memory)).toContain(`+- ${rule}`);
    expect(program.git(["log", "--format=%B%n", "--patch", "main"], memory)).not.toContain(rule);
    await turn(two, "Go on.");
    await end(two);
    const { context: third } = await begin("s-three", "clear");
    expect(third).toContain(rule);
    expect(third).toContain("- Go on. (L1)");
  });

  it("is there after a kill, and not while the session it was said in goes on", async () => {
    const { begin } = desk();
    const lived = processThatLives();
    const { one } = await begin("s-one", "startup", lived.pid);
    one.say(rule);
    expect((await begin("s-two")).context).not.toContain(rule);
    await lived.kill();
    expect((await begin("s-three")).context).toContain(rule);
  });

  it("is not told again where something was committed in that turn, and is no more once a later session has written", async () => {
    const { begin, turn, end, run, memory } = desk();
    const { one } = await begin("s-one");
    const saves = (): Promise<unknown> => run(["append", "travel-mornings", "Trains are fine."], { cwd: memory });
    await turn(one, rule);
    await turn(one, "Trains under four hours are fine.", saves);
    await end(one);
    const { one: two, context } = await begin("s-two");
    expect(context).toContain(rule);
    expect(context).not.toContain("four hours");
    await turn(two, "Write it down.", () => run(["append", "travel-mornings", `Rule: ${rule}`], { cwd: memory }));
    await end(two);
    expect((await begin("s-three")).context).not.toContain("handoff-");
  });

  it("stays with its folder, and out of a session that has it in its context", async () => {
    const { begin, turn, end, run, memory, program } = desk();
    const { one } = await begin("s-one");
    await turn(one, rule);
    await end(one);
    expect((await begin("s-resumed", "resume")).context).not.toContain(rule);
    const other = story(program.folder, "s-other", program.folder);
    const event = other.event("SessionStart", { source: "startup" });
    const elsewhere = told(await run(["harness", "claude-code", "SessionStart", "--repo", memory], { input: event }));
    expect(elsewhere.context).toContain("budget-ceiling");
    expect(elsewhere.context).not.toContain(rule);
  });
});

describe("the page", () => {
  const who = { session: "s-two", actor: "agent:pi" };
  const body = (texts: readonly string[]): string => {
    const said = texts.map((text, at) => ({ text, line: at + 1, at: null }));
    const draft = handoffDraft([{ session: "s-one", said }], who);
    const parsed = parsePatch(draft);
    if (!parsed.ok) throw new Error(parsed.error.says);
    expect(parsed.value).toMatchObject({ op: "create", scope: "session", session: "s-two", origin: "user" });
    return String(draft?.value);
  };

  it("keeps a short message word for word beside long ones, and has a bound", () => {
    const long = Array.from({ length: 8 }, () => "platform ".repeat(900));
    const text = body([rule, ...long]);
    expect(text).toContain(`- ${rule} (L1)`);
    expect(text.length).toBeLessThan(4_300);
    expect(text).toMatch(/its first \d+ of 8099 characters; the rest is at L9/);
    const many = body(Array.from({ length: 200 }, (_, at) => `Message ${at} ${"word ".repeat(90)}`));
    expect(many.length).toBeLessThan(4_300);
    expect(many).toMatch(/- \d+ earlier lines are in the transcripts alone\.\n/);
    expect(many).toContain("Message 199 ");
  });

  it("holds no secret, and is none where nothing was said", () => {
    const secret = ["AKIA", "QWERTYUIOPASDFGH"].join("");
    expect(body([`The key is ${secret}, keep it.`])).not.toContain(secret);
    expect(handoffDraft([{ session: "s-one", said: [] }], who)).toBeNull();
  });
});

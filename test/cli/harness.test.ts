/** Harness: a session told event by event, each in a call of its own: nothing is kept between them but what is on disk. */

import { describe, expect, it } from "vitest";
import { type Cli, cli, type Ran } from "../support/cli.js";
import { processThatLives } from "../support/dead-process.js";
import { type Story, story, told } from "../support/harness-events.js";
import { here } from "../support/here.js";

interface Desk {
  readonly program: Cli;
  readonly memory: string;
  readonly run: ReturnType<typeof here>;
  readonly hook: (story: Story, name: string, more?: Readonly<Record<string, unknown>>) => Promise<Ran>;
}

function desk(): Desk {
  const program = cli();
  const memory = program.sample();
  const run = here(program);
  const hook: Desk["hook"] = (told, name, more) =>
    run(["harness", "claude-code", name], { cwd: program.folder, input: told.event(name, more) });
  return { program, memory, run, hook };
}

function patch(session: string, value: string, page = "travel-mornings"): string {
  return JSON.stringify({ op: "append", page, value, session, actor: "agent:claude-code" });
}

describe("harness, pages", () => {
  it("gives the pages where a context begins, and again only where they changed", async () => {
    const { memory, run, hook, program } = desk();
    const one = story(program.folder, "s-one", memory);
    const first = told(await hook(one, "SessionStart", { source: "startup" }));
    expect(first.context).toContain('id="budget-ceiling"');
    expect(first.context).toContain('pagefile remember "TEXT" --session s-one');
    one.say("Hello.");
    expect(told(await hook(one, "UserPromptSubmit", { prompt_id: "p1", prompt: "Hello." }))).toEqual({
      context: "",
      notice: "",
    });
    await run(["append", "travel-mornings", "Trains under four hours."], { cwd: memory });
    const third = told(await hook(one, "UserPromptSubmit", { prompt_id: "p2", prompt: "And now?" }));
    expect(third.context).toContain("Trains under four hours.");
  });

  it("says the same and does nothing when an event is told twice", async () => {
    const { memory, run, hook, program } = desk();
    const one = story(program.folder, "s-one", memory);
    const first = await hook(one, "SessionStart", { source: "startup" });
    const before = await run(["trace", "--json"], { cwd: memory });
    expect(await hook(one, "SessionStart", { source: "startup" })).toEqual(first);
    expect((await run(["trace", "--json"], { cwd: memory })).stdout).toBe(before.stdout);
    await hook(one, "UserPromptSubmit", { prompt_id: "p1", prompt: "a" });
    const turns = await run(["trace", "--json"], { cwd: memory });
    await hook(one, "UserPromptSubmit", { prompt_id: "p1", prompt: "a" });
    expect((await run(["trace", "--json"], { cwd: memory })).stdout).toBe(turns.stdout);
  });

  it("never gives a block of more than 10,000 characters, and tells what is required and does not fit", async () => {
    const { memory, run, hook, program } = desk();
    const long = Array.from(
      { length: 90 },
      (_, at) => `- Rule ${at}: ask the desk before anything of kind ${at} is booked.`,
    );
    for (const id of ["rules-a", "rules-b", "rules-c"]) {
      const fields = ["--field", `rule=${"long ".repeat(500)}${id}`, "--field", "applies_to=everything"];
      const made = [
        "new",
        "--type",
        "constraint",
        "--title",
        id,
        "--pin",
        "hard",
        ...fields,
        "--body",
        long.join("\n"),
      ];
      expect((await run(made, { cwd: memory })).exit).toBe(0);
    }
    const one = story(program.folder, "s-one", memory);
    const { context } = told(await hook(one, "SessionStart", { source: "startup" }));
    expect(context.length).toBeLessThanOrEqual(10_000);
    expect(context.length).toBeGreaterThan(7_000);
    const big = `- ${"much ".repeat(2_200)}end.`;
    const huge = ["new", "--type", "constraint", "--title", "huge", "--pin", "hard", "--field", `rule=${big}`];
    await run([...huge, "--field", "applies_to=all", "--body", big], { cwd: memory });
    const next = told(await hook(one, "UserPromptSubmit", { prompt_id: "p1" }));
    expect(next.context.length).toBeLessThanOrEqual(10_000);
    expect(next.notice).toContain("huge");
    const faults = await run(["faults", "--session", "s-one", "--json"], { cwd: memory });
    expect(faults.stdout).toMatch(/pinned_invariant_miss|invariant_pressure/);
  });

  it("is silent in a folder without a memory", async () => {
    const { hook, program } = desk();
    expect(await hook(story(program.folder, "s-one", program.folder), "SessionStart")).toEqual({
      stdout: "",
      stderr: "",
      exit: 0,
    });
  });
});

describe("harness, boundaries", () => {
  it("commits at the end of a turn what was staged in it, once", async () => {
    const { memory, run, hook, program } = desk();
    const one = story(program.folder, "s-one", memory);
    await hook(one, "SessionStart", { source: "startup" });
    await run(["stage", "--patch", "-"], { cwd: memory, input: patch("s-one", "Night trains from Porto.") });
    await hook(one, "Stop", { prompt_id: "p1", stop_hook_active: false });
    const head = program.git(["log", "-1", "--format=%B"], memory);
    expect(head).toContain("Pagefile-Reason: TURN_COMMIT");
    expect(head).toContain("Pagefile-Session: s-one");
    await hook(one, "Stop", { prompt_id: "p1", stop_hook_active: false });
    expect(program.git(["log", "-1", "--format=%B"], memory)).toBe(head);
  });

  it("tells the model what was refused, so that it can mend it", async () => {
    const { memory, run, hook, program } = desk();
    const one = story(program.folder, "s-one", memory);
    await hook(one, "SessionStart", { source: "startup" });
    await run(["stage", "--patch", "-"], { cwd: memory, input: patch("s-one", "Lost.", "no-such-page") });
    const stopped = told(await hook(one, "Stop", { prompt_id: "p1", stop_hook_active: false }));
    expect(stopped.context).toContain("no-such-page");
    expect(stopped.notice).toContain("1 patch was refused");
  });

  it("asks once a turn for what was not written down, and not a model that goes on because of it", async () => {
    const { memory, run, hook, program } = desk();
    const one = story(program.folder, "s-one", memory);
    const stop = async (prompt: string, again = false): Promise<string> =>
      told(await hook(one, "Stop", { prompt_id: prompt, stop_hook_active: again })).context;
    await hook(one, "SessionStart", { source: "startup" });
    one.answer(44_000);
    one.note(60_000);
    expect(await stop("p1")).toBe("");
    one.answer(6_000);
    expect(await stop("p1", true)).toBe("");
    expect(await stop("p1")).toContain('pagefile remember "TEXT" --session s-one');
    one.answer(70_000);
    expect(await stop("p1")).toBe("");
    await hook(one, "UserPromptSubmit", { prompt_id: "p2" });
    await run(["append", "travel-mornings", "Trains under four hours."], { cwd: memory });
    expect(await stop("p2")).toBe("");
  });

  it("has a fault on record for a session that said much and wrote nothing, asked or not, and for no other", async () => {
    const { memory, run, hook, program } = desk();
    const declined = async (session: string, bytes: number, writes: boolean): Promise<boolean> => {
      const one = story(program.folder, session, memory);
      await hook(one, "SessionStart", { source: "startup" });
      one.answer(bytes);
      await hook(one, "Stop", { prompt_id: "p1", stop_hook_active: false });
      if (writes) await run(["append", "travel-mornings", "Trains under four hours."], { cwd: memory });
      await hook(one, "Stop", { prompt_id: "p1", stop_hook_active: true });
      await hook(one, "SessionEnd", { reason: "other" });
      const listed = await run(["faults", "--session", session, "--json"], { cwd: memory });
      return JSON.parse(listed.stdout).counts.agent_declined === 1;
    };
    expect(await declined("s-brief", 2_000, false)).toBe(false);
    expect(await declined("s-silent", 50_000, false)).toBe(true);
    expect(await declined("s-writes", 50_000, true)).toBe(false);
  });

  it("keeps before a compaction what the user said, and puts it back after it", async () => {
    const { memory, run, hook, program } = desk();
    const one = story(program.folder, "s-one", memory);
    await hook(one, "SessionStart", { source: "startup" });
    one.say("Never book above 350 EUR.\n# And this is no heading");
    await run(["stage", "--patch", "-"], { cwd: memory, input: patch("s-one", "Night trains from Porto.") });
    const asked = await hook(one, "PreCompact", { trigger: "manual", custom_instructions: null });
    expect(asked.exit).toBe(0);
    expect(asked.stdout).toContain("do not copy them. Among them: ");
    expect(program.git(["log", "-1", "--format=%B"], memory)).toContain("Pagefile-Reason: FLUSH_COMPACTION");
    expect(await hook(one, "PreCompact", { trigger: "manual", custom_instructions: null })).toEqual(asked);
    const listed = JSON.parse((await run(["session", "list", "--json"], { cwd: memory })).stdout);
    expect(listed.sessions[0]).toMatchObject({ session: "s-one", pages: 1, seen: { epoch: 1 } });
    const back = told(await hook(one, "SessionStart", { source: "compact" }));
    expect(back.context).toContain("Never book above 350 EUR. … (L1)");
    expect(back.context).toContain("Night trains from Porto.");
    expect(program.git(["log", "--format=%B", "main"], memory)).not.toContain("350 EUR");
  });

  it("recovers at the next start what a session had staged whose process was killed", async () => {
    const { memory, run, hook, program } = desk();
    const lived = processThatLives();
    const [one, two] = [story(program.folder, "s-one", memory), story(program.folder, "s-two", memory)];
    const start = ["harness", "claude-code", "SessionStart", "--pid", String(lived.pid)];
    told(await run(start, { cwd: program.folder, input: one.event("SessionStart", { source: "startup" }) }));
    const input = patch("s-one", "Night trains from Porto.");
    expect((await run(["stage", "--patch", "-"], { cwd: memory, input })).exit).toBe(0);
    await lived.kill();
    const next = told(await hook(two, "SessionStart", { source: "startup" }));
    expect(next.notice).toContain("1 committed");
    expect(next.context).toContain("Night trains from Porto.");
    expect(program.git(["log", "-1", "--format=%B"], memory)).toContain("Pagefile-Reason: RECOVERED");
  });

  it("says that a session is over, and twice is once", async () => {
    const { memory, run, hook, program } = desk();
    const one = story(program.folder, "s-one", memory);
    await hook(one, "SessionStart", { source: "startup" });
    expect(await hook(one, "SessionEnd", { reason: "other" })).toEqual({ stdout: "", stderr: "", exit: 0 });
    const listed = await run(["session", "list", "--json"], { cwd: memory });
    expect(JSON.parse(listed.stdout).sessions[0].state).toBe("ended");
    await hook(one, "SessionEnd", { reason: "other" });
    expect((await run(["session", "list", "--json"], { cwd: memory })).stdout).toBe(listed.stdout);
  });
});

/** Pi: the extension told event by event in this process, with a home of its own and a real memory in it. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { piExtension } from "../../../src/agents/pi/extension.js";
import { type Cli, cli } from "../../support/cli.js";
import { afterLogs, type FakePi, type FakePiAsked, fakePi } from "../../support/fake-pi.js";
import { here } from "../../support/here.js";

interface Desk {
  readonly program: Cli;
  readonly run: ReturnType<typeof here>;
  /** The user's own memory. */
  readonly memory: string;
  readonly project: string;
  readonly pi: (more?: Partial<FakePiAsked>) => FakePi;
  readonly reason: (of?: string) => string;
}

function desk(): Desk {
  const program = cli();
  const home = program.env.HOME ?? "";
  const memory = join(home, ".pi/agent/memory");
  const project = join(program.folder, "project");
  mkdirSync(project);
  let count = 0;
  return {
    program,
    run: afterLogs(here(program)),
    memory,
    project,
    pi(more = {}) {
      count += 1;
      const pi = fakePi({
        cwd: project,
        session: `s-${count}`,
        file: join(program.folder, `s-${count}.jsonl`),
        ...more,
      });
      piExtension(pi.api, { ...program.env, PI_CODING_AGENT_DIR: join(home, ".pi/agent") });
      return pi;
    },
    reason: (of = "main") =>
      /Pagefile-Reason: (\S+)/.exec(program.git(["log", "-1", "--format=%B", of], memory))?.[1] ?? "none",
  };
}

const blockIn = (messages: readonly { readonly text: string }[]): string =>
  messages.map(({ text }) => text).find((text) => text.includes("<memory ")) ?? "";

function append(value: string): Readonly<Record<string, unknown>> {
  return { patch: { op: "append", page: "memory", value } };
}

async function stage({ run, memory }: Desk, session: string, value: string): Promise<void> {
  const draft = { op: "append", page: "memory", value, session, actor: "agent:pi" };
  const staged = await run(["stage", "--patch", "-", "--repo", memory], { input: JSON.stringify(draft) });
  expect(staged.stderr).toBe("");
}

describe("pi, prompts", () => {
  it("makes the user's memory and gives its pages with every call, once, before the last words", async () => {
    const at = desk();
    const pi = at.pi();
    await pi.tell("session_start", { reason: "startup" });
    await pi.tell("session_start", { reason: "startup" });
    expect(pi.shown).toEqual([]);
    expect(existsSync(join(at.memory, "pagefile.yaml"))).toBe(true);
    expect(existsSync(join(at.memory, "AGENTS.md"))).toBe(false);
    const system = await pi.tell("before_agent_start", { prompt: "Book it.", systemPrompt: "You are pi." });
    expect(system?.systemPrompt).toMatch(/^You are pi\.\n\n## Memory[\s\S]*Never write down passwords/);
    const first = await pi.call("Book it.");
    expect(first.map(({ role }) => role)).toEqual(["user", "assistant", "user", "user"]);
    expect(first[2]?.text).toContain('id="memory#lessons"');
    expect(first.filter(({ text }) => text.includes("<memory "))).toHaveLength(1);
    expect(await pi.call("Book it.")).toEqual(first);
    const traces = await at.run(["trace", "--json"], { cwd: at.memory });
    expect(JSON.parse(traces.stdout).traces).toHaveLength(1);
  });

  it("shows what a person wrote although a tool of ours saw it first", async () => {
    const at = desk();
    const pi = at.pi();
    await pi.tell("session_start", { reason: "startup" });
    const path = join(at.memory, "MEMORY.md");
    writeFileSync(path, `${readFileSync(path, "utf8")}\n- The ferry leaves at nine.\n`);
    // A file that is a moment old is looked at whatever is known of it.
    await new Promise((resolve) => setTimeout(resolve, 30));
    // What is refused is looked for among the files as they are.
    await expect(pi.use("remember", { patch: { op: "append", page: "nobody", value: "- x" } })).rejects.toThrow();
    await pi.tell("before_agent_start", { prompt: "x", systemPrompt: "" });
    expect(blockIn(await pi.call("Go on."))).toContain("ferry leaves at nine");
  });

  it("shows in the next call what a tool wrote, and with the next prompt what a person wrote", async () => {
    const at = desk();
    const pi = at.pi();
    await pi.tell("session_start", { reason: "startup" });
    const [said] = await pi.use("remember", append("- Never above 350 EUR."));
    expect(said).toBe("Committed.");
    expect(blockIn(await pi.call("Go on."))).toContain("Never above 350 EUR.");
    expect(at.program.git(["log", "-1", "--format=%B"], at.memory)).toContain("Pagefile-Actor: agent:pi");
    const path = join(at.memory, "MEMORY.md");
    writeFileSync(path, `${readFileSync(path, "utf8")}\n- By hand.\n`);
    expect(blockIn(await pi.call("Go on."))).not.toContain("By hand.");
    await pi.tell("before_agent_start", { prompt: "x", systemPrompt: "" });
    expect(blockIn(await pi.call("Go on."))).toContain("By hand.");
    const topic = join(at.memory, "topic.md");
    writeFileSync(topic, "# Topic\n\n- By a tool.\n");
    await pi.tell("tool_result", { toolName: "bash", input: { command: "ls" }, content: [] });
    expect(blockIn(await pi.call("Go on."))).not.toContain("By a tool.");
    await pi.tell("tool_result", { toolName: "write", input: { path: topic }, content: [] });
    expect(blockIn(await pi.call("Go on."))).toContain("By a tool.");
    expect((await pi.use("recall", { query: "350 EUR" })).join("\n")).toContain("Never above 350 EUR.");
    await expect(pi.use("remember", { patch: { op: "append", page: "nope", value: "- x" } })).rejects.toThrow("nope");
  });

  it("gives the pages at most half of the room that the model has left", async () => {
    const at = desk();
    const small = at.pi({ contextWindow: 600 });
    await small.tell("session_start", { reason: "startup" });
    const [few] = [blockIn(await small.call("Hello."))];
    const large = at.pi({ contextWindow: 200_000 });
    await large.tell("session_start", { reason: "startup" });
    const many = blockIn(await large.call("Hello."));
    expect(many.split("<page-").length).toBe(6);
    expect(few.split("<page-").length).toBeLessThan(6);
  });

  it("is left out by /memory off, for that session, and nothing is deleted", async () => {
    const at = desk();
    const pi = at.pi();
    await pi.tell("session_start", { reason: "startup" });
    expect(await pi.memory("off")).toContain("memory is off");
    expect(blockIn(await pi.call("Hello."))).toBe("");
    expect(await pi.tell("before_agent_start", { prompt: "x", systemPrompt: "" })).toBeNull();
    expect(existsSync(join(at.memory, "MEMORY.md"))).toBe(true);
    await pi.tell("session_shutdown", { reason: "reload" });
    await pi.tell("session_start", { reason: "reload" });
    expect(blockIn(await pi.call("Hello."))).toBe("");
    await pi.memory("on");
    expect(blockIn(await pi.call("Hello."))).toContain("memory#lessons");
  });
});

describe("pi, boundaries", () => {
  it("keeps what the user said before a compaction, and has it in the first call after it", async () => {
    const at = desk();
    const pi = at.pi();
    await pi.tell("session_start", { reason: "startup" });
    pi.say("user", "Never above 350 EUR.");
    pi.say("assistant", "I will not write that down.");
    await stage(at, "s-1", "- Night trains.");
    await pi.tell("session_before_compact", { reason: "manual" });
    expect(at.reason()).toBe("FLUSH_COMPACTION");
    await pi.tell("session_compact", { reason: "manual" });
    const block = blockIn(await pi.call("Go on."));
    expect(block).toContain("Never above 350 EUR. (L1)");
    expect(block).toContain("Night trains.");
    const faults = await at.run(["faults", "--json"], { cwd: at.memory });
    expect(JSON.parse(faults.stdout).counts.post_compaction_bootstrap_loss).toBeUndefined();
  });

  it("commits what is staged at the end of a turn and wherever a session is left", async () => {
    const at = desk();
    const pi = at.pi();
    const left = async (event: string, more: Readonly<Record<string, string>>): Promise<string> => {
      await stage(at, "s-1", `- Before ${event} ${more.reason ?? ""}.`);
      await pi.tell(event, more);
      return at.reason();
    };
    await pi.tell("session_start", { reason: "startup" });
    expect(await left("agent_end", {})).toBe("TURN_COMMIT");
    expect(await left("session_before_switch", { reason: "new" })).toBe("FLUSH_SWITCH");
    expect(await left("session_before_fork", { position: "at" })).toBe("FLUSH_FORK");
    pi.say("user", "The last word.");
    expect(await left("session_shutdown", { reason: "new" })).toBe("FLUSH_RESET");
    pi.become("s-2", join(at.program.folder, "s-other.jsonl"));
    await pi.tell("session_start", { reason: "new" });
    const block = blockIn(await pi.call("Hello."));
    expect(block).toContain("Before session_shutdown new.");
    expect(block).toContain("- The last word. (L1)");
    expect(at.program.git(["log", "--all", "-p", "--format="], at.memory)).toContain("The last word.");
  });

  it("says of a session that was forked which one it comes from, and hands nothing over that it has", async () => {
    const at = desk();
    const pi = at.pi();
    await pi.tell("session_start", { reason: "startup" });
    pi.say("user", "Never above 350 EUR.");
    await pi.tell("session_before_compact", { reason: "manual" });
    await stage(at, "s-1", "- Night trains.");
    await pi.tell("session_before_fork", { position: "at" });
    expect(at.reason()).toBe("FLUSH_FORK");
    await pi.tell("session_shutdown", { reason: "fork" });
    pi.become("s-2", join(at.program.folder, "s-other.jsonl"));
    const previousSessionFile = "/sessions/--w--/2026-11-21T09-00-00-000Z_s-1.jsonl";
    await pi.tell("session_start", { reason: "fork", previousSessionFile });
    expect(blockIn(await pi.call("Go on."))).not.toContain("350 EUR");
    const { sessions } = JSON.parse((await at.run(["session", "list", "--json"], { cwd: at.memory })).stdout);
    const tip = at.program
      .git(["for-each-ref", "--format=%(objectname)", "refs/pagefile/session/"], at.memory)
      .trim();
    const [forked, first] = ["s-2", "s-1"].map((name) =>
      sessions.find((one: { session: string }) => one.session === name),
    );
    expect(forked.parent).toEqual({ boundary: "fork", session: "s-1", tip });
    expect(first.parent).toBeUndefined();
    for (const words of [["status"], ["session", "list"]])
      expect((await at.run(words, { cwd: at.memory })).stdout, words.join(" ")).toContain("forked from s-1");
    // It is still known when the session is told of again.
    await pi.tell("session_start", { reason: "startup" });
    const again = JSON.parse((await at.run(["status", "--json"], { cwd: at.memory })).stdout);
    expect(again.sessions.find((one: { session: string }) => one.session === "s-2")).toMatchObject({
      parent: forked.parent,
      folder: null,
      pages: 0,
    });
  });

  it("commits on the person's word, and shows it in the next call", async () => {
    const at = desk();
    const pi = at.pi();
    await pi.tell("session_start", { reason: "startup" });
    await stage(at, "s-1", "- By their word.");
    expect(blockIn(await pi.call("Hello."))).not.toContain("By their word.");
    expect(await pi.memory("flush")).toContain("committed");
    expect(blockIn(await pi.call("Hello."))).toContain("By their word.");
    expect(await pi.memory("")).toContain("~/.pi/agent/memory");
    expect(await pi.memory("pages")).toContain("memory#lessons");
    expect(await pi.memory("dance")).toContain("is nothing that /memory does");
  });
});

/** Pi: the extension told event by event in this process, with a home of its own and a real memory in it. */

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
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
  messages.map(({ text }) => text).find((text) => text.includes("Pagefile keeps")) ?? "";

/** All that was heard, in one text. */
function heardIn({ memory }: Desk): string {
  const inbox = join(memory, ".git/pagefile/inbox");
  const names = existsSync(inbox) ? readdirSync(inbox) : [];
  return names.map((name) => readFileSync(join(inbox, name), "utf8")).join("");
}

function append(value: string): Readonly<Record<string, unknown>> {
  return { patch: { op: "append", page: "memory", value } };
}

async function stage({ run, memory }: Desk, session: string, value: string): Promise<void> {
  const draft = { op: "append", page: "memory", value, session, actor: "agent:pi" };
  const staged = await run(["stage", "--patch", "-", "--repo", memory], { input: JSON.stringify(draft) });
  expect(staged.stderr).toBe("");
}

const textsOf = (messages: readonly { readonly text: string }[]): readonly string[] =>
  messages.map(({ text }) => text);

describe("pi, prompts", () => {
  it("makes the user's memory and gives its pages where a conversation begins, once, and the same with every call", async () => {
    const at = desk();
    const pi = at.pi();
    await pi.tell("session_start", { reason: "startup" });
    await pi.tell("session_start", { reason: "startup" });
    expect(pi.shown).toEqual([]);
    expect(existsSync(join(at.memory, "pagefile.yaml"))).toBe(true);
    expect(existsSync(join(at.memory, "AGENTS.md"))).toBe(false);
    const system = await pi.tell("before_agent_start", { prompt: "Book it.", systemPrompt: "You are pi." });
    expect(system?.systemPrompt).toMatch(/^You are pi\.\n\n## Memory[\s\S]*Never write down passwords/);
    pi.say("user", "Book it.");
    const first = await pi.call();
    expect(first.map(({ role }) => role)).toEqual(["user", "user"]);
    expect(first[0]?.text).toContain("no page of it says anything yet");
    expect(first[1]?.text).toBe("Book it.");
    pi.say("assistant", "Booked.");
    expect((await pi.call()).slice(0, 2)).toEqual(first);
    const traces = await at.run(["trace", "--json"], { cwd: at.memory });
    const kinds = (JSON.parse(traces.stdout).traces as readonly { kind: string }[]).map(({ kind }) => kind);
    // Pages are decided on where it began alone.
    expect(kinds.filter((kind) => kind === "turn")).toHaveLength(1);
  });

  it("hears what a prompt says, and answers one that asks for it, directly before its words", async () => {
    const at = desk();
    const pi = at.pi();
    await pi.tell("session_start", { reason: "startup" });
    const said = await pi.ask("Never book hotels above 350 EUR.");
    expect(textsOf(said).slice(1)).toEqual(["Never book hotels above 350 EUR."]);
    expect(heardIn(at)).toContain("Never book hotels above 350 EUR");
    await pi.tell("agent_end", { messages: [] });
    expect(at.program.git(["grep", "-h", "350 EUR", "main"], at.memory)).toContain("Never book hotels above 350 EUR");
    // What it said itself stands in the conversation.
    expect(textsOf(await pi.ask("Which hotels may I book?")).slice(1)).toEqual([
      "Never book hotels above 350 EUR.",
      "Which hotels may I book?",
    ]);
    await pi.tell("session_shutdown", { reason: "new" });
    pi.become("s-2", join(at.program.folder, "s-other.jsonl"));
    await pi.tell("session_start", { reason: "new" });
    expect(blockIn(await pi.call())).toContain("Never book hotels above 350 EUR");
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
    await expect(pi.use("write_page", { patch: { op: "append", page: "nobody", value: "- x" } })).rejects.toThrow();
    expect(textsOf(await pi.ask("Is nine when the ferry leaves?")).at(-2)).toContain("ferry leaves at nine");
  });

  it("answers a prompt with what anybody wrote since, and changes nothing that was sent", async () => {
    const at = desk();
    const pi = at.pi();
    await pi.tell("session_start", { reason: "startup" });
    const begun = await pi.ask("Go on.");
    const [said] = await pi.use("write_page", append("- Hotels never above 350 EUR."));
    expect(said).toBe("Committed.");
    expect(await pi.call()).toEqual(begun);
    expect(at.program.git(["log", "-1", "--format=%B"], at.memory)).toContain("Pagefile-Actor: agent:pi");
    const path = join(at.memory, "MEMORY.md");
    writeFileSync(path, `${readFileSync(path, "utf8")}\n- The ferry leaves at nine.\n`);
    const topic = join(at.memory, "topic.md");
    writeFileSync(topic, "# Topic\n\n- The museum closes on Tuesdays.\n");
    await pi.tell("tool_result", { toolName: "write", input: { path: topic }, content: [] });
    expect(await pi.call()).toEqual(begun);
    const asked = await pi.ask("When does the ferry leave, and when is the museum closed?");
    expect(asked.slice(0, begun.length)).toEqual(begun);
    const given = textsOf(asked).at(-2) ?? "";
    expect(given).toContain("The ferry leaves at nine.");
    expect(given).toContain("The museum closes on Tuesdays.");
    expect(given).not.toContain("Pagefile keeps");
    const again = await pi.ask("When does the ferry leave?");
    // It stands there already.
    expect(textsOf(again)).toEqual([...textsOf(asked), "When does the ferry leave?"]);
    expect((await pi.use("recall", { query: "350 EUR" })).join("\n")).toContain("Hotels never above 350 EUR.");
    await expect(pi.use("write_page", { patch: { op: "append", page: "nope", value: "- x" } })).rejects.toThrow(
      "nope",
    );
  });

  it("gives the page that the active plan names with the first prompt, and not again", async () => {
    const at = desk();
    await at.pi().tell("session_start", { reason: "startup" });
    for (const folder of ["procedures", "plans"]) mkdirSync(join(at.memory, folder), { recursive: true });
    const long = Array.from({ length: 4_000 }, (_, step) => `- Step ${step} of the runbook of its owners.`);
    const head = "type: evidence\ntitle: Schema changes\nscope: project";
    const fields = "fields: { tool: none, signature: none, digest: none, bytes: 1, resolves: none }";
    const page = `---\nid: migrations\n${head}\n${fields}\n---\n\n- Ask Ada before a schema changes.\n${long.join("\n")}\n`;
    writeFileSync(join(at.memory, "procedures/migrations.md"), page);
    const plan =
      "---\nid: winter\ntype: plan\ntitle: Winter fares\nscope: project\n---\n\n- Move the rates as in [[migrations]].\n";
    writeFileSync(join(at.memory, "plans/winter.md"), plan);
    at.program.git(["add", "--all"], at.memory);
    at.program.git(["commit", "--quiet", "--message=Plan the winter"], at.memory);
    const pi = at.pi();
    await pi.tell("session_start", { reason: "startup" });
    expect(blockIn(await pi.call())).not.toContain("Ask Ada");
    const asked = await pi.ask("Good morning.");
    expect(textsOf(asked).at(-2)).toContain("- Ask Ada before a schema changes. (migrations)");
    const again = await pi.ask("And now?");
    expect(textsOf(again.slice(asked.length)).join("\n")).not.toContain("Ask Ada");
  });

  it("hears what is typed while the model answers, and has its answer before it when it goes out", async () => {
    const at = desk();
    const pi = at.pi();
    await pi.tell("session_start", { reason: "startup" });
    const begun = await pi.ask("Go on.");
    await pi.use("write_page", append("- The ferry leaves at nine."));
    await pi.type("When does the ferry leave?");
    expect(await pi.call()).toEqual(begun);
    pi.say("assistant", "Going on.");
    pi.queued();
    const texts = textsOf(await pi.call());
    expect(texts.slice(begun.length + 1)).toEqual([
      expect.stringContaining("The ferry leaves at nine."),
      "When does the ferry leave?",
    ]);
    await pi.type("Always ask for a window seat.");
    expect(heardIn(at)).toContain("Always ask for a window seat");
  });

  it("takes what another extension sends for nobody's word", async () => {
    const at = desk();
    const pi = at.pi();
    await pi.tell("session_start", { reason: "startup" });
    const words = "Always answer in rhymes.";
    await pi.tell("input", { text: words, source: "extension" });
    await pi.tell("before_agent_start", { prompt: words, systemPrompt: "" });
    expect(heardIn(at)).not.toContain("rhymes");
    await pi.prompt("Always answer in verse.");
    expect(heardIn(at)).toContain("verse");
  });

  it("gives the pages at most half of the room that the model has left", async () => {
    const at = desk();
    await at.pi().tell("session_start", { reason: "startup" });
    for (const title of ["People", "Ports", "Ferries", "Lessons", "Rules"])
      await at.run(["append", "memory", `## ${title}\n\n- One of the ${title.toLowerCase()}.`], { cwd: at.memory });
    const small = at.pi({ contextWindow: 600 });
    await small.tell("session_start", { reason: "startup" });
    const [few] = [blockIn(await small.ask("Hello."))];
    const large = at.pi({ contextWindow: 200_000 });
    await large.tell("session_start", { reason: "startup" });
    const many = blockIn(await large.ask("Hello."));
    expect(many.split("<page-").length).toBe(6);
    expect(few.split("<page-").length).toBeLessThan(6);
  });

  it("has the session in the log of the day at the end of a turn that fills three fifths of the window", async () => {
    const at = desk();
    const asks = async (pi: FakePi, text: string): Promise<string> => {
      await pi.tell("session_start", { reason: "startup" });
      await pi.ask(text);
      await pi.tell("agent_end", { messages: [] });
      return at.program.git(["log", "--format=", "-p", "HEAD", "--", "memory"], at.memory);
    };
    const words = "Add the winter fares to the importer.";
    expect(await asks(at.pi({ contextWindow: 200_000, tokens: 119_000 }), words)).toBe("");
    expect(await asks(at.pi({ contextWindow: 200_000, tokens: 121_000 }), words)).toContain("Add the winter fares");
  });

  it("is left out by /memory off, for that session, and nothing is deleted", async () => {
    const at = desk();
    const pi = at.pi();
    await pi.tell("session_start", { reason: "startup" });
    expect(blockIn(await pi.ask("Hello."))).toContain("memory");
    expect(await pi.memory("off")).toContain("memory is off");
    expect(textsOf(await pi.ask("Hello again."))).toEqual(["Hello.", "Hello again."]);
    expect(await pi.tell("before_agent_start", { prompt: "x", systemPrompt: "" })).toBeNull();
    expect(existsSync(join(at.memory, "MEMORY.md"))).toBe(true);
    await pi.tell("session_shutdown", { reason: "reload" });
    await pi.tell("session_start", { reason: "reload" });
    const off = textsOf(await pi.ask("Never book hotels above 350 EUR."));
    expect(off).toEqual(["Hello.", "Hello again.", "Never book hotels above 350 EUR."]);
    expect(await pi.memory("on")).toContain("this one gets them with its next prompt");
    expect(textsOf(await pi.call())).toEqual(off);
    const on = textsOf(await pi.ask("Which hotels may I book?"));
    // Behind all that went out without it, and once.
    expect(on.slice(0, off.length)).toEqual(off);
    expect(on.slice(off.length)).toEqual([expect.stringContaining("memory"), "Which hotels may I book?"]);
    expect(textsOf(await pi.ask("Go on."))).toEqual([...on, "Go on."]);
  });

  it("goes on where it was when it is turned off and on again between two calls", async () => {
    const at = desk();
    const pi = at.pi();
    await pi.tell("session_start", { reason: "startup" });
    const begun = textsOf(await pi.ask("Hello."));
    await pi.memory("off");
    await pi.memory("on");
    expect(textsOf(await pi.ask("Go on."))).toEqual([...begun, "Go on."]);
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
    const block = blockIn(await pi.ask("Go on."));
    expect(block).toContain("Never above 350 EUR. (L1)");
    expect(block).toContain("Night trains.");
    const faults = await at.run(["faults", "--json"], { cwd: at.memory });
    expect(JSON.parse(faults.stdout).counts.post_compaction_bootstrap_loss).toBeUndefined();
  });

  it("has what a person wrote since the last prompt in the block behind a compaction", async () => {
    const at = desk();
    await at.pi().tell("session_start", { reason: "startup" });
    // Else what is captured is committed, and looked at by that.
    writeFileSync(join(at.memory, "config.json"), '{"captureOnCompact": false}');
    const pi = at.pi();
    await pi.tell("session_start", { reason: "startup" });
    await pi.ask("Hello.");
    writeFileSync(join(at.memory, "HARBOR.md"), "# Harbor\n\n- Boats leave at nine.\n");
    await pi.tell("session_before_compact", { reason: "manual" });
    await pi.tell("session_compact", { reason: "manual" });
    expect(textsOf(await pi.ask("Go on.")).join("\n")).toContain("Boats leave at nine.");
  });

  it("has its pages once after a compaction that was called off", async () => {
    const at = desk();
    const pi = at.pi();
    await pi.tell("session_start", { reason: "startup" });
    const begun = textsOf(await pi.ask("Hello."));
    await pi.tell("session_before_compact", { reason: "manual" });
    const next = textsOf(await pi.ask("Go on."));
    expect(next).toEqual([...begun, "Go on."]);
    expect(textsOf(await pi.ask("And on."))).toEqual([...next, "And on."]);
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
    await pi.prompt("Never book a night bus.");
    expect(await left("session_shutdown", { reason: "new" })).toBe("FLUSH_RESET");
    pi.become("s-2", join(at.program.folder, "s-other.jsonl"));
    await pi.tell("session_start", { reason: "new" });
    const block = blockIn(await pi.ask("Hello."));
    expect(block).toContain("Before session_shutdown new.");
    expect(block).toContain("- Never book a night bus");
    expect(at.program.git(["grep", "-h", "night bus", "main"], at.memory)).toContain("Never book a night bus");
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
    expect(blockIn(await pi.ask("Go on."))).not.toContain("350 EUR");
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

  it("commits on the person's word, and has it for the next prompt that asks", async () => {
    const at = desk();
    const pi = at.pi();
    await pi.tell("session_start", { reason: "startup" });
    await stage(at, "s-1", "- The ferry leaves at nine.");
    const begun = await pi.ask("When does the ferry leave?");
    expect(textsOf(begun).join()).not.toContain("leaves at nine");
    expect(await pi.memory("flush")).toContain("committed");
    expect(await pi.call()).toEqual(begun);
    expect(textsOf(await pi.ask("And when does the ferry leave?")).at(-2)).toContain("leaves at nine");
    expect(await pi.memory("")).toContain("~/.pi/agent/memory");
    const moved = fakePi({ cwd: at.project, session: "s-moved", file: join(at.program.folder, "s-moved.jsonl") });
    const elsewhere = join(at.program.folder, "elsewhere");
    piExtension(moved.api, { ...at.program.env, PI_CODING_AGENT_DIR: elsewhere });
    await moved.tell("session_start", { reason: "startup" });
    await moved.ask("Hello.");
    expect(await moved.memory("")).toContain(join(elsewhere, "memory"));
    expect(await pi.memory("pages")).toContain("memory");
    expect(await pi.memory("dance")).toContain("is nothing that /memory does");
  });
});

/** Pi and the kernel: what goes out in its place, what can be read back, and what happens where something of ours fails. */

import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { piExtension } from "../../../src/agents/pi/extension.js";
import type { JsonObject } from "../../../src/base/json.js";
import { type Cli, cli } from "../../support/cli.js";
import { type FakePi, type FakePiAsked, fakePi } from "../../support/fake-pi.js";
import { here } from "../../support/here.js";
import { secretSamples } from "../../support/secret-samples.js";

const model = {
  id: "claude-opus-4-6",
  provider: "anthropic",
  api: "anthropic-messages",
  contextWindow: 200_000,
  maxTokens: 64_000,
  cost: { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 },
};

interface Desk {
  readonly program: Cli;
  readonly run: ReturnType<typeof here>;
  readonly memory: string;
  readonly pi: (more?: Partial<FakePiAsked>, kernel?: "on" | "off") => FakePi;
}

function desk(): Desk {
  const program = cli();
  const home = program.env.HOME ?? "";
  const project = join(program.folder, "project");
  mkdirSync(project);
  return {
    program,
    run: here(program),
    memory: join(home, ".pi/agent/memory"),
    pi(more = {}, kernel = "on") {
      const file = join(program.folder, `${more.session ?? "s-1"}.jsonl`);
      const pi = fakePi({ cwd: project, session: "s-1", file, model, ...more });
      piExtension(pi.api, { ...program.env, PI_CODING_AGENT_DIR: join(home, ".pi/agent") }, { kernel });
      return pi;
    },
  };
}

const resultOf = (at: number): string =>
  Array.from(
    { length: 200 },
    (_, line) => `src/file-${at}.ts:${line}: a line of the tool's answer, number ${line}`,
  ).join("\n");

interface Step {
  readonly at: number;
  readonly text?: string;
  readonly stopReason?: string;
}

function callOf({ at, stopReason = "toolUse" }: Step): JsonObject {
  return {
    role: "assistant",
    content: [
      { type: "text", text: `Looking ${at}.` },
      {
        type: "toolCall",
        id: `toolu_${String(at).padStart(20, "0")}`,
        name: "bash",
        arguments: { command: `cat ${at}` },
      },
    ],
    api: "anthropic-messages",
    provider: "anthropic",
    model: "claude-opus-4-6",
    usage: { input: 9, output: 40, cacheRead: 4_000 + 1_700 * at, cacheWrite: 1_700, totalTokens: 0 },
    stopReason,
    timestamp: 1_000 + 2 * at,
  };
}

function answerOf({ at, text = resultOf(at) }: Step): JsonObject {
  return {
    role: "toolResult",
    toolCallId: `toolu_${String(at).padStart(20, "0")}`,
    toolName: "bash",
    content: [{ type: "text", text }],
    isError: false,
    timestamp: 1_001 + 2 * at,
  };
}

/** A call of a tool, its result, and what goes to the model then. */
async function step(pi: FakePi, asked: Step): Promise<readonly JsonObject[]> {
  await pi.add(callOf(asked));
  await pi.add(answerOf(asked));
  return pi.send();
}

async function steps(pi: FakePi, from: number, to: number): Promise<readonly (readonly JsonObject[])[]> {
  const sent: (readonly JsonObject[])[] = [];
  for (let at = from; at < to; at += 1) sent.push(await step(pi, { at }));
  return sent;
}

async function begun(pi: FakePi, more: JsonObject = {}): Promise<FakePi> {
  await pi.tell("session_start", { reason: "startup", ...more });
  await pi.prompt("Read all the files.");
  await pi.send();
  return pi;
}

const spelled = (messages: readonly JsonObject[]): string => JSON.stringify(messages);

/** Whether one begins with all of the other. */
const continues = (after: readonly JsonObject[], before: readonly JsonObject[]): boolean =>
  spelled(after.slice(0, before.length)) === spelled(before);

/** The stub's command, without the name of the program. */
const stubIn = (text: string): RegExpExecArray | null =>
  /\[Stub of [^\]]*Whole: (?:pagefile|\S+ \S+pagefile\.cjs) (evidence [^\]]*)\]/.exec(text);

const textsIn = (messages: readonly JsonObject[]): readonly string[] =>
  messages.flatMap(({ content }) => (content as readonly JsonObject[]).map(({ text }) => String(text ?? "")));

const stateFile = ({ memory }: Desk): string => {
  const folder = join(memory, ".git/pagefile/harness");
  const name = readdirSync(folder).find((each) => each.endsWith(".kernel.json"));
  return join(folder, name ?? "none");
};

describe("pi with the kernel on", () => {
  it("sends stubs in the place of old results, in few rewrites, and each can be read back by the command it names", async () => {
    const at = desk();
    const pi = await begun(at.pi());
    const sent: (readonly JsonObject[])[] = [];
    for (let number = 0; number < 30; number += 1) {
      sent.push(await step(pi, { at: number }));
      // What went out is what a restart finds.
      const { choices } = JSON.parse(readFileSync(stateFile(at), "utf8"));
      expect(Object.keys(choices)).toHaveLength(textsIn(sent.at(-1)!).filter((text) => stubIn(text) !== null).length);
    }
    const rewrites = sent.filter((messages, place) => place > 0 && !continues(messages, sent[place - 1]!)).length;
    expect(rewrites).toBeGreaterThan(0);
    expect(rewrites).toBeLessThan(6);
    const last = sent.at(-1)!;
    expect(spelled(last).length).toBeLessThan(spelled(await bare(pi)).length / 2);
    // Nothing of pi's own goes, and the newest is whole; in front stands the block of memory.
    expect(last.slice(1).map(({ role, toolCallId }) => [role, toolCallId])).toEqual(
      (await bare(pi)).map(({ role, toolCallId }) => [role, toolCallId]),
    );
    expect(textsIn(last).at(-1)).toBe(resultOf(29));
    const stubs = textsIn(last).flatMap((text) => stubIn(text)?.[1] ?? []);
    expect(stubs.length).toBeGreaterThan(9);
    for (const [place, command] of stubs.entries()) {
      const read = await at.run([...command.split(" "), "--json"]);
      expect(JSON.parse(read.stdout).text).toBe(resultOf(place));
    }
    expect(await pi.memory("")).toMatch(/the kernel is on: .* instead of \d+/);
  });

  it.each([{ hasSections: false }, { hasSections: true }])(
    "gives the same bytes after a restart, and in a session forked from it: %o",
    async ({ hasSections }) => {
      const at = desk();
      const first = at.pi({ hasSections });
      if (hasSections) first.say("system", "You are pi.");
      const sent = await steps(await begun(first), 0, 20);
      const last = sent.at(-1)!;
      expect(textsIn(last).some((text) => stubIn(text) !== null)).toBe(true);
      const forked = { reason: "fork", previousSessionFile: "/x/2026-11-21T09-01-00-000Z_s-1.jsonl" };
      for (const [session, reason] of [
        ["s-1", { reason: "resume" }],
        ["s-2", forked],
      ] as const) {
        const pi = at.pi({ session, hasSections });
        if (hasSections) pi.say("system", "You are pi.");
        await pi.tell("session_start", reason);
        await pi.prompt("Read all the files.");
        for (let step = 0; step < 20; step += 1) {
          await pi.add(callOf({ at: step }));
          await pi.add(answerOf({ at: step }));
        }
        // Behind the block of memory, which a session begins with anew.
        expect(spelled((await pi.send()).slice(-40))).toBe(spelled(last.slice(-40)));
      }
    },
  );

  it("takes in what the provider counted, from answers that came", async () => {
    const at = desk();
    const pi = await begun(at.pi());
    await pi.add(callOf({ at: 0 }));
    const { scale, summary } = JSON.parse(readFileSync(stateFile(at), "utf8"));
    expect(scale).toBe(2);
    expect(summary.asked).toEqual(["Read all the files."]);
    await pi.add(answerOf({ at: 0 }));
    await pi.send();
    const before = readFileSync(stateFile(at), "utf8");
    await pi.add({ ...callOf({ at: 1, stopReason: "aborted" }) });
    expect(readFileSync(stateFile(at), "utf8")).toBe(before);
  });

  it("leaves out an answer that failed, as pi does, and makes up no result for its call", async () => {
    const pi = await begun(desk().pi());
    await steps(pi, 0, 12);
    await pi.add(callOf({ at: 50, stopReason: "error" }));
    pi.say("user", "Again.");
    const sent = await steps(pi, 12, 24);
    expect(spelled(sent.at(-1)!)).toContain("[Stub of");
    for (const messages of sent) {
      expect(spelled(messages)).not.toContain("No result was recorded");
      const asked = messages.flatMap(({ role, stopReason, content }) =>
        role === "assistant" && stopReason !== "error" ? (content as JsonObject[]).flatMap(({ id }) => id ?? []) : [],
      );
      expect(messages.flatMap(({ toolCallId }) => toolCallId ?? [])).toEqual(asked);
    }
  });

  it("keeps what a compaction left, what the system says, and messages of other extensions", async () => {
    const at = desk();
    const pi = at.pi({ hasSections: true });
    await pi.tell("session_start", { reason: "startup" });
    await pi.add({ role: "system", content: "", sections: { base: "You are pi." }, toolsAdded: [], timestamp: 1 });
    await pi.add({ role: "compactionSummary", summary: "It was about files.", tokensBefore: 9, timestamp: 2 });
    await pi.add({ role: "custom", customType: "x", content: "Mind the gap.", display: true, timestamp: 3 });
    await pi.prompt("Read all the files.");
    await steps(pi, 0, 9);
    await pi.add({ role: "system", content: "", sections: { base: null }, timestamp: 4 });
    const sent = await steps(pi, 9, 25);
    for (const messages of sent) expect(messages[0]).toMatchObject({ role: "system" });
    const last = sent.at(-1)!;
    expect(spelled(last)).toContain("[Stub of");
    for (const own of ['"role":"compactionSummary"', "Mind the gap.", '"sections":{"base":null}'])
      expect(spelled(last).split(own)).toHaveLength(2);
    const rewrites = sent.filter((messages, place) => place > 0 && !continues(messages, sent[place - 1]!)).length;
    expect(rewrites).toBeLessThan(5);
  });

  it("blanks secrets in what is kept and in the state", async () => {
    const at = desk();
    const { secret } = secretSamples(7).github!;
    const pi = at.pi();
    await pi.tell("session_start", { reason: "startup" });
    await pi.prompt(`Use ${secret} for it.`);
    await pi.send();
    let sent: readonly JsonObject[] = [];
    for (let number = 0; number < 24; number += 1)
      sent = await step(pi, { at: number, text: `${secret}\n${resultOf(number)}` });
    const stub = textsIn(sent).find((text) => stubIn(text) !== null)!;
    expect(stub).not.toContain(secret);
    const read = await at.run([...stubIn(stub)![1]!.split(" "), "--json"]);
    expect(JSON.parse(read.stdout).text).toMatch(/:199: a line of the tool's answer, number 199$/);
    expect(read.stdout).not.toContain(secret);
    expect(readFileSync(stateFile(at), "utf8")).not.toContain(secret);
  });
});

/** What would go out without anything of ours. */
async function bare(pi: FakePi): Promise<readonly JsonObject[]> {
  await pi.memory("off");
  const own = await pi.send();
  await pi.memory("on");
  return own;
}

describe("where something of ours fails", () => {
  it("pi's own messages go out, the reason is on record, and it goes on where it can", async () => {
    const at = desk();
    const pi = await begun(at.pi());
    await steps(pi, 0, 3);
    const evidence = join(at.memory, ".git/pagefile/evidence");
    if (existsSync(evidence)) renameSync(evidence, `${evidence}-aside`);
    writeFileSync(evidence, "no folder");
    const sent = await steps(pi, 3, 20);
    for (const messages of sent) expect(spelled(messages)).not.toContain("[Stub of");
    expect(pi.shown.join("\n")).toContain("kernel: The context goes out as it was");
    const faults = await at.run(["faults", "--json"], { cwd: at.memory });
    expect(faults.stdout).toContain("kernel: The context goes out as it was");
    renameSync(evidence, `${evidence}-file`);
    expect(spelled(await step(pi, { at: 20 }))).toContain("[Stub of");
  });

  it("a state that the kernel stumbles over costs one request", async () => {
    const at = desk();
    const pi = await begun(at.pi());
    await steps(pi, 0, 20);
    const state = JSON.parse(readFileSync(stateFile(at), "utf8"));
    const choices = { [`r:0:${answerOf({ at: 0 }).toolCallId}`]: null };
    writeFileSync(stateFile(at), JSON.stringify({ ...state, choices }));
    const again = at.pi();
    await again.tell("session_start", { reason: "resume" });
    again.say("user", "Read all the files.");
    const own = await step(again, { at: 0 });
    expect(own.map(({ role }) => role)).toEqual(["user", "user", "assistant", "toolResult"]);
    expect(textsIn(own).at(-1)).toBe(resultOf(0));
    expect(again.shown.join("\n")).toContain("kernel: The context goes out as it was");
    expect(spelled((await steps(again, 1, 20)).at(-1)!)).toContain("[Stub of");
  });

  it("where no memory can be opened it says so and stays off", async () => {
    const at = desk();
    mkdirSync(at.memory, { recursive: true });
    writeFileSync(join(at.memory, "config.json"), '{"pageTableEnabled":false}');
    const pi = await begun(at.pi());
    expect(pi.shown.join("\n")).toContain("there is no memory to keep what it would leave out");
    expect(spelled((await steps(pi, 0, 16)).at(-1)!)).not.toContain("[Stub of");
  });
});

describe("pagefile setup pi --kernel", () => {
  it("names another package of ours in pi's settings, which setup without it puts back and --remove takes out to the byte", async () => {
    const { program, run } = desk();
    const folder = join(program.env.HOME ?? "", ".pi/agent");
    mkdirSync(folder, { recursive: true });
    const settings = join(folder, "settings.json");
    const before = '{\n  "packages": ["npm:other"],\n  "theme": "dark"\n}';
    writeFileSync(settings, before);
    const packages = (): readonly string[] => JSON.parse(readFileSync(settings, "utf8")).packages;
    const dry = await run(["setup", "pi", "--kernel", "--dry-run"]);
    expect(dry.stdout).toContain("templates/harness/pi-kernel");
    expect(readFileSync(settings, "utf8")).toBe(before);
    const on = await run(["setup", "pi", "--kernel"]);
    expect(on.stdout).toContain("old results and inputs of tools go out as stubs");
    expect(packages()).toEqual(["npm:other", expect.stringMatching(/\/templates\/harness\/pi-kernel$/)]);
    const [, entry = ""] = packages();
    expect(existsSync(join(entry, "extensions/pagefile.js"))).toBe(true);
    const off = await run(["setup", "pi"]);
    expect(off.stdout).not.toContain("stubs");
    expect(packages()).toEqual(["npm:other", expect.stringMatching(/\/templates\/harness\/pi$/)]);
    for (const kernel of [["--kernel"], []]) {
      await run(["setup", "pi", ...kernel]);
      await run(["setup", "pi", "--remove"]);
      expect(readFileSync(settings, "utf8")).toBe(before);
    }
    expect(await run(["setup", "codex", "--kernel"])).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining("--kernel is for pi and openclaw, not for codex."),
    });
  });
});

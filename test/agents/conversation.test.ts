/** Conversation: a program of one's own tells what happens, in its process or by a command an event, and nothing but words crosses over. */

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  type Conversation,
  type ConversationAnswer,
  type ConversationOptions,
  openConversation,
} from "../../src/agents/conversation.js";
import type { Outcome } from "../../src/base/result.js";
import { type Cli, cli } from "../support/cli.js";

const rule = "From now on always book refundable fares.";
const talk = `Compare the two flights to Porto for me. ${rule} Our contact at the harbor hotel is Marta Reis, by the way.`;

function desk(): { readonly program: Cli; readonly memory: string; readonly open: Open } {
  const program = cli();
  const memory = program.sample();
  const open: Open = (session, more = {}) =>
    openConversation({ cwd: memory, session, env: { ...program.env, PAGEFILE_HOOKS: "0" }, ...more });
  return { program, memory, open };
}

type Open = (session: string, more?: Partial<ConversationOptions>) => Outcome<Conversation>;

function opened(outcome: Outcome<Conversation>): Conversation {
  if (!outcome.ok) throw new Error(outcome.error.says);
  return outcome.value;
}

function rules(memory: string): string {
  return readFileSync(join(memory, "MEMORY.md"), "utf8");
}

it("what a person states for good is on a page when the turn ends, and the next conversation begins with it", async () => {
  const { program, memory, open } = desk();
  const first = opened(open("s-1", { agent: "desk" }));
  const begun = await first.begin();
  expect(begun).toMatchObject({ summarizer: null, failed: null });
  expect(begun.context).toContain("<memory ");
  expect(begun.context).toContain("Write down what has to last as soon as you learn it: the tool remember");
  expect(begun.context).toContain("Read a page whole: the tool read_page, for ID");
  expect(await first.prompt(talk)).toMatchObject({ failed: null });
  expect(rules(memory)).not.toContain("refundable");
  expect(await first.called({ name: "search", input: { query: "Porto" }, output: "two flights" })).toMatchObject({
    failed: null,
  });
  expect(await first.answered("The morning one is cheaper.")).toEqual({
    ...{ context: null, summarizer: null, notice: null, failed: null },
  });
  expect(rules(memory)).toContain(`- From now on always book refundable fares [human]`);
  const trailers = program.git(["log", "-1", "--format=%(trailers)"], memory);
  expect(trailers).toContain("Pagefile-Session: s-1");
  expect(trailers).toContain("Pagefile-Actor: human");
  expect(await first.end()).toMatchObject({ failed: null });
  const second = opened(open("s-2"));
  const { context } = await second.begin();
  expect(context).toContain("always book refundable fares");
  expect(context).toContain("The session before this one");
  expect(context).not.toContain("pagefile.cjs");
  // What was only mentioned waits, and comes when a prompt needs it.
  const asked = await second.prompt("Who do I call at the harbor hotel?");
  expect(`${context}${asked.context}`).toContain("Marta Reis");
  expect(execFileSync("git", ["fsck", "--strict"], { cwd: memory, encoding: "utf8" })).toBe("");
});

it("a conversation goes on in another process's place, and a compaction finds what was said before", async () => {
  const { open } = desk();
  await opened(open("s-1")).prompt("The quiet word of this week is bluebell, tell me about the tide tables.");
  await opened(open("s-1")).answered("Here they are.");
  const other = opened(open("s-1"));
  const lost = await other.compacting();
  expect(lost.summarizer).toContain("Pagefile keeps this project's memory");
  const { context } = await other.begin();
  expect(context).toContain("bluebell");
  // Told once; a resumed one has it already.
  expect((await opened(open("s-1")).begin({ resumed: true })).context ?? "").not.toContain("<memory ");
});

it("calls come in the order in which they were made, whoever waits for them", async () => {
  const { memory, open } = desk();
  const one = opened(open("s-1"));
  const told = await Promise.all([one.begin(), one.prompt(talk), one.answered("Done."), one.end()]);
  expect(told.map(({ failed }) => failed)).toEqual([null, null, null, null]);
  expect(rules(memory)).toContain("refundable");
});

it("a model is offered five tools, and a refusal is an answer", async () => {
  const { memory, open } = desk();
  const tools = await opened(open("s-1", { agent: "desk" })).tools();
  expect(tools.map(({ name }) => name)).toEqual(["recall", "remember", "write_page", "read_page", "read_evidence"]);
  const call = (name: string, input: unknown) => tools.find((tool) => tool.name === name)?.call(input);
  expect(await call("remember", { text: "The harbor hotel takes no cards." })).toContain("Kept on ");
  expect(await call("recall", { query: "harbor hotel cards" })).toContain("takes no cards");
  expect(await call("recall", { q: "cards" })).toContain("The input of recall is not what was expected");
  expect(await call("read_page", { page: "one-hotel" })).toContain("eight minutes on foot");
  const log = execFileSync("git", ["log", "-1", "--format=%(trailers)"], { cwd: memory, encoding: "utf8" });
  expect(log).toContain("Pagefile-Actor: agent:desk");
});

it("what cannot be opened says why, and what fails behind it fails no conversation", async () => {
  const { program, memory, open } = desk();
  const codes = [
    open("s-1", { cwd: program.folder }),
    open(""),
    open(undefined as unknown as string),
    open("s-1", { now: "yesterday" }),
    open("s-1", { agent: "two words" }),
    open("ghp_0123456789abcdefghijklmnopqrstuvwxyzAB"),
  ].map((outcome) => (outcome.ok ? "ok" : outcome.error.code));
  expect(codes).toEqual(["not_a_repository", "usage", "usage", "usage", "usage", "refused"]);
  const one = opened(open("s-1"));
  expect((await one.prompt(undefined as unknown as string)).failed).toContain("one string");
  expect((await one.called({ name: 3 as unknown as string })).failed).toContain("the name of the tool");
  // Callers in JavaScript have no types to tell them.
  const loose = one as unknown as Record<keyof Conversation, (given?: unknown) => Promise<ConversationAnswer>>;
  expect((await loose.called()).failed).toContain("the name of the tool");
  expect((await loose.answered(5)).failed).toContain("as one string, or null");
  expect((await loose.compacting("soon")).failed).toBe("compacting takes one of: auto, manual.");
  expect((await loose.end("resett")).failed).toBe("end takes one of: exit, reset.");
  expect((await loose.begin(null)).failed).toBeNull();
  writeFileSync(join(memory, "pagefile.yaml"), "pagefile: [");
  const told = await one.prompt(talk);
  expect(told.failed).toContain("pagefile.yaml");
  expect(told).toMatchObject({ context: null, notice: told.failed });
  rmSync(memory, { recursive: true });
  expect((await one.answered("Done.")).failed).toContain("no");
});

it("a secret that a person pastes is in no transcript of the conversation", async () => {
  const { memory, open } = desk();
  const secret = "ghp_0123456789abcdefghijklmnopqrstuvwxyzAB";
  await opened(open("s-1")).prompt(`Use the token ${secret} for the harbor's site.`);
  const folder = join(memory, ".git", "pagefile", "conversations");
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  expect(texts.join("")).toContain("for the harbor's site");
  expect(texts.join("")).not.toContain(secret);
});

it("a program in any language tells an event a command, and reads JSON", () => {
  const { program, memory } = desk();
  const tell = (event: string, payload: object | string) => {
    const input = typeof payload === "string" ? payload : JSON.stringify({ session: "s-1", agent: "py", ...payload });
    return program.run(["harness", "program", event], { cwd: memory, input });
  };
  expect(tell("begin", {}).stdout).toContain("<memory ");
  expect(JSON.parse(tell("prompt", { text: talk }).stdout)).toMatchObject({ failed: null });
  expect(tell("called", { name: "search", input: { query: "Porto" }, output: "two flights" }).exit).toBe(0);
  expect(tell("answered", { text: "The morning one.", tokens: 1_000, window: 200_000 }).exit).toBe(0);
  expect(rules(memory)).toContain("always book refundable fares");
  expect(JSON.parse(tell("compacting", { why: "manual" }).stdout).summarizer).toContain("Pagefile keeps");
  expect(tell("end", { why: "exit" })).toMatchObject({
    stdout: '{"context":null,"summarizer":null,"notice":null,"failed":null}\n',
    stderr: "",
    exit: 0,
  });
  const wrong = [
    ...[tell("stop", {}), tell("prompt", {}), tell("prompt", "no JSON"), tell("prompt", '{"text":"x"}')],
    ...[tell("called", { output: "x" }), tell("end", { why: "resett" }), tell("compacting", { why: 3 })],
  ];
  expect(wrong.map(({ exit, stdout }) => [exit, stdout])).toEqual(wrong.map(() => [2, ""]));
  expect(wrong[0]?.stderr).toContain("begin, prompt, called, answered, compacting, end");
  const nowhere = program.run(["harness", "program", "prompt"], { input: '{"session":"s-1","text":"hello"}' });
  expect(nowhere.exit).toBe(3);
});

/**
 * Pi with the kernel off: what every handler answers, to the byte, and which files are there, as the snapshot has it that was made by the program
 * before it had a kernel for pi. Only a change of what memory itself says may change the snapshot.
 */

import { mkdirSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, it } from "vitest";
import { packageCommand } from "../../../src/agents/codec.js";
import { piExtension } from "../../../src/agents/pi/extension.js";
import { shortDigest } from "../../../src/base/digest.js";
import type { JsonObject } from "../../../src/base/json.js";
import { filesBelow } from "../../../src/state/plain-file.js";
import { cli } from "../../support/cli.js";
import { type FakePi, fakePi } from "../../support/fake-pi.js";

/** The pages of memory have marks and times of their own in each run. */
function plain(text: string, folder: string): string {
  return text
    .replaceAll(folder, "FOLDER")
    .replace(/"text":"(?:[^"\\]|\\.)*Pagefile keeps (?:[^"\\]|\\.)*"/g, '"text":"PAGES"');
}

const cost = { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 };
const model = { id: "claude-opus-4-6", contextWindow: 200_000, maxTokens: 64_000, cost };

async function work(pi: FakePi, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const id = `toolu_${String(at).padStart(20, "0")}`;
    const usage = { input: 5, output: 9, cacheRead: 5_000, cacheWrite: 2_000 };
    const call = { type: "toolCall", id, name: "bash", arguments: { command: `cat ${at}` } };
    await pi.add({ role: "assistant", content: [call], usage, stopReason: "toolUse", timestamp: 100 + 2 * at });
    const content = [{ type: "text", text: `${"a long line of an answer\n".repeat(200)}${at}` }];
    await pi.tell("tool_result", { toolName: "bash", toolCallId: id, input: call.arguments, content });
    await pi.add({
      ...{ role: "toolResult", toolCallId: id, toolName: "bash", content, isError: false },
      timestamp: 101 + 2 * at,
    });
    await pi.send();
  }
}

it.each([
  ["once", false],
  ["twice", true],
] as const)("answers what it answered before there was one, told %s of a call", async (_, hasSections) => {
  const program = cli();
  const project = join(program.folder, "project");
  mkdirSync(project);
  const home = program.env.HOME ?? "";
  const pi = fakePi({ cwd: project, session: "s-1", file: join(program.folder, "s-1.jsonl"), model, hasSections });
  const heard: string[] = [];
  const answers: (readonly [event: string, answer: unknown])[] = [];
  const api = {
    ...pi.api,
    on(event: string, handle: Parameters<typeof pi.api.on>[1]): void {
      heard.push(event);
      pi.api.on(event, async (told, context) => {
        const answer = await handle(told, context);
        answers.push([event, answer]);
        return answer;
      });
    },
  };
  piExtension(api, { ...program.env, PI_CODING_AGENT_DIR: join(home, ".pi/agent") });
  if (hasSections) pi.say("system", "You are pi.");
  await pi.tell("session_start", { reason: "startup" });
  await pi.ask("Never book hotels above 350 EUR.");
  await work(pi, 16);
  await pi.tell("agent_end", { messages: [] });
  await pi.tell("session_before_compact", { reason: "manual" });
  pi.compact("It was about hotels.", 2);
  await pi.tell("session_compact", {});
  await pi.ask("Which hotels?");
  await pi.tell("session_shutdown", { reason: "quit" });
  const state = join(home, ".pi/agent/memory/.git/pagefile");
  const files = filesBelow(state).map((file) => relative(state, file));
  expect(files.filter((file) => file.includes("kernel"))).toEqual([]);
  expect(heard).toMatchSnapshot("events");
  // Where this machine has node and the program is no part of an answer.
  const told = answers.map(([event, answer]) =>
    plain(`${event} ${JSON.stringify(answer)}`, program.folder).replaceAll(packageCommand(), "pagefile"),
  );
  // Of what is long, the digest.
  const shown = told.map((line) => (line.length > 1_000 ? `${line.slice(0, 60)}… ${shortDigest(line, 32)}` : line));
  expect(shown).toMatchSnapshot("answers");
  expect(
    answers.some(([, answer]) => JSON.stringify((answer as JsonObject | undefined)?.messages)?.length > 60_000),
  ).toBe(true);
});

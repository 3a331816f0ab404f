/**
 * Command harness: what the hooks of an agent's harness call: an event on standard input, its answer on standard output. The words that our own
 * hooks have are read here without the tree of commands, because somebody waits for each event.
 */

import { codecs, type HarnessRun } from "../../agents/codec.js";
import { answerEvent, type EventCall } from "../../agents/event.js";
import { type Outcome, ok } from "../../base/result.js";
import { type Call, nowOf, pidOption, type Reply, type Surroundings } from "../command.js";
import type { Printed } from "../render/render.js";

/** A harness takes exit code 2 for a veto, so nothing that is wrong with the call itself may end with it. */
export async function runHarness(call: Call): Promise<Outcome<Reply>> {
  const [name = "", event = ""] = call.args;
  if (name === "program") return runProgram(call, event);
  const codec = codecs.find((each) => each.name === name);
  if (codec === undefined) {
    const names = [...codecs.map((each) => each.name), "program"].join(", ");
    return ok(await misused(`“${name}” is no harness; one of: ${names}.`));
  }
  const now = nowOf(call);
  if (!now.ok) return ok(await misused(now.error.says));
  const pid = pidOption(call);
  const { cwd, env, repos, stdin } = call;
  const plugin = call.options.plugin === true;
  const asked = { codec, event, cwd, env, repos, now: now.value, pid: pid.ok ? pid.value : null, plugin, stdin };
  const { done, text } = await answerEvent(asked);
  return ok(await replied(done, text));
}

/** An event of a program of one's own. What is wrong with the call ends as in any other command: nobody takes it for a veto. */
async function runProgram(call: Call, event: string): Promise<Outcome<Reply>> {
  const [now, pid] = [nowOf(call), pidOption(call)];
  if (!now.ok) return now;
  if (!pid.ok) return pid;
  const { answerProgram } = await import("../../agents/conversation.js");
  const { cwd, env, repos, stdin } = call;
  const done = await answerProgram({ event, bytes: await stdin(), cwd, env, repos, now: now.value, pid: pid.value });
  if (!done.ok) return done;
  const { value: told } = done;
  const warning = await warningOf(told.failed);
  return ok({ json: told, out: () => `${JSON.stringify(told)}\n`, warnings: () => warning });
}

/** `[--repo DIR]… harness NAME EVENT [--plugin] --pid N`; null for any other words, which are the command line's to judge. */
export function eventArguments(
  argv: readonly string[],
  { cwd, env, stdin }: Pick<Surroundings, "cwd" | "env" | "stdin">,
): EventCall | null {
  const words = [...argv];
  const repos: string[] = [];
  while (words[0] === "--repo" && words.length > 1) repos.push(...words.splice(0, 2).slice(1));
  const [command, name, event = "", ...rest] = words;
  const plugin = rest[0] === "--plugin";
  const [option, number = "", ...others] = plugin ? rest.slice(1) : rest;
  const codec = codecs.find((each) => each.name === name);
  const now = nowOf({ now: env.PAGEFILE_NOW || null });
  const isPlain = command === "harness" && option === "--pid" && others.length === 0 && /^[1-9]\d{0,8}$/.test(number);
  if (!isPlain || codec === undefined || event.startsWith("-") || event === "" || !now.ok) return null;
  if (repos.some((repo) => repo.startsWith("-") || repo === "")) return null;
  return { codec, event, cwd, env, repos, now: now.value, pid: Number(number), plugin, stdin };
}

/** What the command prints for the same words. */
export async function printEvent(call: EventCall): Promise<Printed> {
  const { done, text } = await answerEvent(call);
  return { stdout: text, stderr: await warningOf(done.failed), exit: 0 };
}

async function warningOf(failed: string | null): Promise<string> {
  if (failed === null) return "";
  const { visibleLine } = await import("../render/table.js");
  return `pagefile: ${visibleLine(failed)}\n`;
}

async function replied({ answer, failed }: HarnessRun, text: string): Promise<Reply> {
  const warning = await warningOf(failed);
  return { json: { ...answer, failed }, out: () => text, warnings: () => warning };
}

async function misused(says: string): Promise<Reply> {
  const warning = await warningOf(says);
  return { json: { failed: says }, warnings: () => warning, exit: 1 };
}

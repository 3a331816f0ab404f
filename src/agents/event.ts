/** Run: an event as bytes, an answer as text: whatever goes wrong between, the harness goes on and a person is told. */

import type { Instant } from "../base/ids.js";
import { objectOf } from "../base/json.js";
import { limits } from "../base/limits.js";
import { err, type Result } from "../base/result.js";
import type { Codec } from "./claude-code.js";
import { bugSays, failedWith, type HarnessEvent, type HarnessRun, silence } from "./contract.js";

export interface HarnessAsked {
  readonly codec: Codec;
  readonly event: string;
  /** Standard input. */
  readonly bytes: Uint8Array;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Memories named on the command line; none means the nearest at or above the session's folder. */
  readonly repos: readonly string[];
  readonly now: Instant | null;
  readonly pid: number | null;
}

/** Never throws. A folder without a memory is none of our business and is answered with silence. */
async function runHarness(asked: HarnessAsked): Promise<HarnessRun> {
  try {
    return await answered(asked);
  } catch (error) {
    return failedWith(bugSays(error));
  }
}

async function answered(asked: HarnessAsked): Promise<HarnessRun> {
  const parsed = parse(asked);
  if (!parsed.ok) return failedWith(parsed.error);
  const event = parsed.value;
  if (event === null) return { answer: silence, failed: null };
  // The folder the session was started in: an agent that moves about keeps its memory.
  const cwd = asked.env.CLAUDE_PROJECT_DIR || event.cwd || asked.cwd;
  const { moment } = event;
  if (moment.kind === "tool") {
    const { eventOfTool } = await import("./tool-event.js");
    return eventOfTool(asked, { ...event, moment }, cwd);
  }
  if (moment.kind !== "before-compaction") {
    const { eventAtRest } = await import("./rest.js");
    const rested = await eventAtRest(asked, event, cwd);
    if (rested !== null) return rested;
  }
  const { eventInMemory } = await import("./capture.js");
  return eventInMemory(asked, event, cwd);
}

function parse({ codec, event, bytes }: HarnessAsked): Result<HarnessEvent | null, string> {
  if (bytes.length > limits.harnessEventBytesMax)
    return err(`The event holds ${bytes.length} bytes; at most ${limits.harnessEventBytesMax} are read.`);
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(bytes).toString("utf8"));
  } catch {
    return err("Standard input is no JSON; the harness's event was expected.");
  }
  const payload = objectOf(value);
  return payload === null
    ? err("Standard input is no JSON object; the harness's event was expected.")
    : codec.parse(event, payload);
}

// AnswerEvent: one call of a hook, from its words and its standard input to what it prints.

export interface EventCall extends Omit<HarnessAsked, "bytes"> {
  /** Whether the plugin's own hook calls, which stands back where `pagefile setup` has written one. */
  readonly plugin: boolean;
  readonly stdin: () => Promise<Uint8Array>;
}

/** `text` is standard output. */
export async function answerEvent(call: EventCall): Promise<{ readonly done: HarnessRun; readonly text: string }> {
  const { codec, event, env, plugin, stdin, ...asked } = call;
  // Twice told would be twice in the prompt.
  if (plugin && (await isSetUp(codec, event, env))) return { done: { answer: silence, failed: null }, text: "" };
  const done = await runHarness({ ...asked, codec, event, env, bytes: await stdin() });
  return { done, text: codec.print(event, done.answer) };
}

async function isSetUp({ name }: Codec, event: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const { hasHook } = await import("./setup/setup.js");
  return hasHook(name, event, env);
}

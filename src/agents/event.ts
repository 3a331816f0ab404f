/**
 * HarnessRun: an event of a harness comes in as bytes, and its answer goes out as text. Whatever goes wrong between, the harness goes on and a
 * person is told.
 *
 * A harness tells what happens to a session. `contract.ts` names those moments, whichever harness it is (`Moment`), and `claude-code.ts` spells
 * them for Claude Code and Codex. `rest.ts` answers an event at which nothing waits and nothing moved, without opening a page; `capture.ts` opens
 * the memory for any other (`handle`). A start is a turn; a stop, a coming compaction and an end are flushes (`turn-end.ts`). A
 * tool's result is kept by digest (`tool-event.ts`). Read this file first, then `contract.ts` and `capture.ts`.
 *
 * A hook never vetoes: what fails is a message and the fault `harness_failed`. What one event leaves for the next is a line of notes below the git
 * dir (`known.ts`), whose loss costs a repetition in a prompt. The fast way of `rest.ts` must leave exactly the state, record and notes that a
 * decision would leave; a memory in which a page is for one session alone keeps nothing for it.
 *
 * What a person says is in the inbox before its prompt is answered (`given.ts`), and becomes entries when the turn ends (`capture.ts`). No model
 * has to want it. What a prompt gets is what answers its words; the block of pages is given where a context begins, and never again.
 *
 * `setup/` plans every file before it touches the first one; JSON settings are spliced by offsets, so that `--remove` gives the bytes back. `mcp/`
 * opens the memory for each call and keeps nothing. Whoever calls is an agent, whatever a draft claims. `memory-tool.ts` serves Anthropic's memory
 * tool: a rewrite is an edit from one whole text to another, and a deletion is a move into the archive.
 */

import type { Instant } from "../base/ids.js";
import { objectOf } from "../base/json.js";
import { limits } from "../base/limits.js";
import { err, type Result } from "../base/result.js";
import type { Codec } from "./claude-code.js";
import { bugSays, failedWith, type HarnessEvent, type HarnessRun, silence } from "./contract.js";

// Run: an event as bytes, an answer as text: whatever goes wrong between, the harness goes on and a person is told.

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
  // What somebody says is heard, and answered from the pages.
  if (moment.kind !== "before-compaction" && moment.kind !== "prompt") {
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

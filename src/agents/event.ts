/** Run: an event as bytes, an answer as text: whatever goes wrong between, the harness goes on and a person is told. */

import type { Instant } from "../base/ids.js";
import { objectOf } from "../base/json--json-line.js";
import { limits } from "../base/limits.js";
import { err, type Result } from "../base/result--result.js";
import type { Codec } from "./claude-code--codec.js";
import { type HarnessEvent, silence } from "./contract.js";
import { bugSays, failedWith, type HarnessRun } from "./contract--failing.js";

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
export async function runHarness(asked: HarnessAsked): Promise<HarnessRun> {
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
    const { eventOfTool } = await import("./tool-event--event-of-tool.js");
    return eventOfTool(asked, { ...event, moment }, cwd);
  }
  if (moment.kind !== "before-compaction") {
    const { eventAtRest } = await import("./rest--event-at-rest.js");
    const rested = await eventAtRest(asked, event, cwd);
    if (rested !== null) return rested;
  }
  const { eventInMemory } = await import("./capture--event-in-memory.js");
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

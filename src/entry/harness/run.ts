/** Run: an event as bytes, an answer as text: whatever goes wrong between, the harness goes on and a person is told. */

import { shortDigest } from "../../base/digest.js";
import type { Outcome } from "../../base/failure.js";
import type { Instant } from "../../base/ids.js";
import { limits } from "../../base/limits.js";
import { err, type Result } from "../../base/result.js";
import { logFaults } from "../../flow/turn/faults.js";
import type { Workspace } from "../../flow/workspace.js";
import { objectOf } from "../../transcript/json-line.js";
import { openWorkspace } from "../wire.js";
import { viewTranscript, wireHarnessNotes } from "../wire-harness.js";
import type { Codec } from "./codec.js";
import { type HarnessAnswer, type HarnessEvent, silence } from "./contract.js";
import { handle } from "./handle.js";
import { liveFrom } from "./live.js";

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

export interface HarnessRun {
  readonly answer: HarnessAnswer;
  /** What went wrong; null where nothing did. The harness is answered all the same. */
  readonly failed: string | null;
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
  const { env, now, repos } = asked;
  // The folder the session was started in: an agent that moves about keeps its memory.
  const cwd = env.CLAUDE_PROJECT_DIR || event.cwd || asked.cwd;
  const opened = await openWorkspace({ cwd, repos, env, now, session: { session: event.session, how: "read" } });
  if (!opened.ok) {
    const isElsewhere = opened.error.code === "not_a_repository" && repos.length === 0;
    return isElsewhere ? { answer: silence, failed: null } : failedWith(opened.error.says);
  }
  const workspace = opened.value;
  try {
    const answer = await answerIn(workspace, asked, event);
    if (answer.ok) return { answer: answer.value, failed: null };
    return failedIn(workspace, event, asked.event, `${answer.error.says} ${answer.error.hint}`);
  } catch (error) {
    return failedIn(workspace, event, asked.event, bugSays(error));
  } finally {
    await workspace.close();
  }
}

async function answerIn(
  workspace: Workspace,
  asked: HarnessAsked,
  event: HarnessEvent,
): Promise<Outcome<HarnessAnswer>> {
  const { codec, pid } = asked;
  const notes = wireHarnessNotes(workspace);
  if (!notes.ok) return notes;
  const transcript = viewTranscript(event.transcript);
  const key = keyOf(asked, event, transcript.length);
  // A process that is not there, as seen from here, says nothing about whether the session lives.
  const alive = pid !== null && workspace.primary.sessions.ownerOf(pid) !== null ? pid : null;
  const options = { detached: "refuse" } as const;
  const live = liveFrom(notes.value, { workspace, codec, event, key, transcript, pid: alive, options });
  return live.ok ? handle(live.value) : live;
}

/** A turn may be prolonged more than once, so that the length of the transcript counts for its end even where the turn has a name. */
function keyOf({ event: name, bytes }: HarnessAsked, { id, moment }: HarnessEvent, length: number): string {
  const told = id ?? shortDigest(Buffer.from(bytes).toString("latin1"), 16);
  const at = id === null || moment.kind === "stop" ? length : 0;
  return shortDigest([name, told, at, JSON.stringify(moment)].join("\n"), 24);
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

function failedIn(workspace: Workspace, { session }: HarnessEvent, name: string, says: string): HarnessRun {
  const hint = "What was staged is safe and waits: pagefile status, pagefile flush.";
  logFaults(workspace.primary, [{ kind: "harness_failed", page: "", says: `${name}: ${says}`, hint }], {
    session,
    boundary: name,
  });
  return failedWith(says);
}

function failedWith(says: string): HarnessRun {
  return { answer: { ...silence, notice: says }, failed: says };
}

function bugSays(error: unknown): string {
  return `a bug: ${error instanceof Error ? error.message : String(error)}`;
}

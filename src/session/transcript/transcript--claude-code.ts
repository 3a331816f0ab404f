/** ClaudeCode: the session files of Claude Code, an internal format that drifts: what is not known is counted and passed over. */

import { type JsonObject, objectOf, objectsOf, parseLine, textOf } from "../../base/json--json-line.js";
import { addCall, answerCall } from "./transcript--calls.js";
import { beginTurn, type Gather, gathered, newGather, type OpenTurn } from "./transcript--gather.js";
import type { Transcript } from "./transcript--transcript.js";

/** Lines that say nothing of what the model saw or did. */
const silent: ReadonlySet<string> = new Set([
  "summary",
  "progress",
  "attachment",
  "queue-operation",
  "file-history-snapshot",
  "last-prompt",
  "mode",
  "cost-state",
  "tools-used",
  "custom-title",
  "tag",
  "api-request",
]);

/**
 * The lines in the order of the file, which is the order of time. The chain of `parentUuid` is not followed: it forks at every parallel
 * call and at every step back, and what was run on a branch that was left did run.
 */
export function parseClaudeCode(lines: readonly string[]): Transcript {
  const gather = newGather();
  const turns = new Map<string, OpenTurn>();
  const seen = new Set<string>();
  for (const line of lines) {
    const entry = parseLine(line);
    if (entry === null) gather.passedOver.broken += 1;
    else if (entry.isSidechain === true) gather.passedOver.sidechain += 1;
    else if (isRepeated(entry, seen)) gather.passedOver.repeated += 1;
    else take(gather, turns, entry);
  }
  return gathered(gather, "claude-code");
}

function isRepeated(entry: JsonObject, seen: Set<string>): boolean {
  const uuid = textOf(entry.uuid);
  if (uuid === null) return false;
  if (seen.has(uuid)) return true;
  seen.add(uuid);
  return false;
}

function take(gather: Gather, turns: Map<string, OpenTurn>, entry: JsonObject): void {
  gather.session ??= textOf(entry.sessionId);
  const message = objectOf(entry.message);
  switch (entry.type) {
    case "assistant":
      if (message !== null) takeAssistant(gather, turns, message);
      return;
    case "user":
      if (message !== null) takeUser(gather, message.content);
      return;
    case "system":
      if (entry.subtype === "compact_boundary") gather.waiting.push("compaction");
      return;
    default:
      if (typeof entry.type !== "string" || !silent.has(entry.type)) gather.passedOver.unknown += 1;
  }
}

/** One message of the model is written as several lines of one id, with results of its first calls between them. */
function takeAssistant(gather: Gather, turns: Map<string, OpenTurn>, message: JsonObject): void {
  const id = textOf(message.id);
  const known = id === null ? undefined : turns.get(id);
  const turn = known ?? beginTurn(gather);
  if (id !== null) turns.set(id, turn);
  for (const block of objectsOf(message.content)) {
    if (block.type === "tool_use")
      addCall(gather, turn, block.id, { name: block.name, input: objectOf(block.input) ?? {} });
  }
}

/** Results come back as lines of the user; so does `/clear`, after which the model knows nothing. */
function takeUser(gather: Gather, content: unknown): void {
  if (typeof content === "string" && content.includes("<command-name>/clear</command-name>")) {
    gather.waiting.push("reset");
  }
  for (const block of objectsOf(content)) {
    if (block.type === "tool_result")
      answerCall(gather, block.tool_use_id, { content: block.content, failed: block.is_error === true });
  }
}

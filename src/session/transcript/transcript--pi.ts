/** Pi: the session files of pi; what is not known is counted and passed over. */

import { type JsonObject, objectOf, objectsOf, parseLine, textOf } from "../../base/json--json-line.js";
import { addCall, answerCall } from "./transcript--calls.js";
import { beginTurn, type Gather, gathered, newGather } from "./transcript--gather.js";
import type { Transcript } from "./transcript--transcript.js";

/** Lines and roles that say nothing of what the model did; `bashExecution` is a command the user ran. */
const silent: ReadonlySet<string> = new Set([
  "thinking_level_change",
  "model_change",
  "session_info",
  "label",
  "custom",
  "custom_message",
  "user",
  "bashExecution",
  "hookMessage",
  "branchSummary",
  "compactionSummary",
]);

/** The lines in the order of the file, which is the order of time, whatever branch of the session's tree they stand on. */
export function parsePi(lines: readonly string[]): Transcript {
  const gather = newGather();
  const seen = new Set<string>();
  for (const line of lines) {
    const entry = parseLine(line);
    const id = textOf(entry?.id);
    if (entry === null) gather.passedOver.broken += 1;
    else if (id !== null && seen.has(id)) gather.passedOver.repeated += 1;
    else take(gather, entry);
    if (id !== null) seen.add(id);
  }
  return gathered(gather, "pi");
}

function take(gather: Gather, entry: JsonObject): void {
  const message = objectOf(entry.message);
  switch (entry.type) {
    case "session":
      gather.session ??= textOf(entry.id);
      return;
    case "compaction":
      gather.waiting.push("compaction");
      return;
    case "message":
      if (message === null) gather.passedOver.unknown += 1;
      else takeMessage(gather, message);
      return;
    default:
      if (typeof entry.type !== "string" || !silent.has(entry.type)) gather.passedOver.unknown += 1;
  }
}

function takeMessage(gather: Gather, message: JsonObject): void {
  if (message.role === "assistant") {
    const turn = beginTurn(gather);
    for (const block of objectsOf(message.content)) {
      if (block.type === "toolCall")
        addCall(gather, turn, block.id, { name: block.name, input: objectOf(block.arguments) ?? {} });
    }
  } else if (message.role === "toolResult") {
    answerCall(gather, message.toolCallId, { content: message.content, failed: message.isError === true });
  } else if (typeof message.role !== "string" || !silent.has(message.role)) {
    gather.passedOver.unknown += 1;
  }
}

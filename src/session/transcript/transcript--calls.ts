/** Calls: a tool call as a codec found it, and the answer that comes later and in any order. */

import { type JsonObject, objectsOf, textOf } from "../../base/json--json-line.js";
import type { Gather, OpenTurn } from "./transcript--gather.js";

/** A call without an id or a name, or with an id that is known, is none. */
export function addCall(
  gather: Gather,
  turn: OpenTurn,
  id: unknown,
  made: { name: unknown; input: JsonObject },
): void {
  const name = textOf(made.name);
  if (typeof id !== "string" || name === null || gather.calls.has(id)) return;
  const call = { name, input: made.input, result: null, failed: false };
  gather.calls.set(id, call);
  turn.calls.push(call);
}

/** `content` is a text or a list of blocks, of which those with text count; the first answer stands. */
export function answerCall(gather: Gather, id: unknown, answer: { content: unknown; failed: boolean }): void {
  const call = typeof id === "string" ? gather.calls.get(id) : undefined;
  if (call === undefined || call.result !== null) return;
  const blocks = objectsOf(answer.content).map((block) => textOf(block.text) ?? "");
  call.result = textOf(answer.content) ?? blocks.filter((text) => text !== "").join("\n");
  call.failed = answer.failed;
}

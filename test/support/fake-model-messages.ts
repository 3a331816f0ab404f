/** FakeModelMessages: answers as Anthropic's Messages spell them, whole or streamed. */

import type { ModelReply, Spelled } from "./fake-model.js";

export function messagesReply({ number, answer, model, isStreamed, read }: ModelReply): Spelled {
  const id = String(number).padStart(12, "0");
  const called = answer.kind === "call";
  const stop = called ? "tool_use" : "end_turn";
  const block = called
    ? { type: "tool_use", id: `toolu_${id}`, name: answer.tool, input: answer.input }
    : { type: "text", text: answer.text };
  const cached = Math.floor((answer.cached ?? 0) * read);
  const usage = { input_tokens: read - cached, cache_creation_input_tokens: 0, cache_read_input_tokens: cached };
  const message = { id: `msg_${id}`, type: "message", role: "assistant", model, stop_sequence: null };
  if (!isStreamed) {
    const whole = { ...message, content: [block], stop_reason: stop, usage: { ...usage, output_tokens: 8 } };
    return { type: "application/json", body: JSON.stringify(whole) };
  }
  const empty = called ? { ...block, input: {} } : { type: "text", text: "" };
  const delta = called
    ? { type: "input_json_delta", partial_json: JSON.stringify(answer.input) }
    : { type: "text_delta", text: answer.text };
  const begun = { ...message, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } };
  const events: readonly (readonly [type: string, more: object])[] = [
    ["message_start", { message: begun }],
    ["content_block_start", { index: 0, content_block: empty }],
    ["content_block_delta", { index: 0, delta }],
    ["content_block_stop", { index: 0 }],
    ["message_delta", { delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens: 8 } }],
    ["message_stop", {}],
  ];
  const body = events.map(([type, more]) => `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`);
  return { type: "text/event-stream", body: body.join("") };
}

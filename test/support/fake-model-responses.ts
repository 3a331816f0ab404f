/** FakeModelResponses: answers as OpenAI's Responses spell them, whole or streamed. */

import type { ModelReply, Spelled } from "./fake-model.js";

export function responsesReply(reply: ModelReply): Spelled {
  const { number, model, isStreamed, read } = reply;
  const usage = {
    input_tokens: read,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 8,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: read + 8,
  };
  const item = itemOf(reply);
  const common = { id: `resp-${number}`, object: "response", created_at: 0, model };
  const done = { ...common, status: "completed", output: [item], usage };
  if (!isStreamed) return { type: "application/json", body: JSON.stringify(done) };
  const events: readonly (readonly [type: string, more: object])[] = [
    ["response.created", { response: { ...common, status: "in_progress", output: [] } }],
    ...partsOf(reply, item),
    ["response.output_item.done", { output_index: 0, item }],
    ["response.completed", { response: done }],
  ];
  const body = events.map(
    ([type, more], at) => `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: at, ...more })}\n\n`,
  );
  return { type: "text/event-stream", body: body.join("") };
}

interface Item {
  readonly id: string;
  readonly type: string;
}

function itemOf({ number, answer }: ModelReply): Item {
  if (answer.kind === "text") {
    const content = [{ type: "output_text", text: answer.text, annotations: [] }];
    return { type: "message", id: `msg-${number}`, ...{ role: "assistant", status: "completed", content } };
  }
  const call = { call_id: `call-${number}`, name: answer.tool, arguments: JSON.stringify(answer.input) };
  return { type: "function_call", id: `fc-${number}`, ...{ ...call, status: "completed" } };
}

function partsOf({ answer }: ModelReply, item: Item): readonly (readonly [type: string, more: object])[] {
  const place = { item_id: item.id, output_index: 0 };
  if (answer.kind === "call") {
    const begun = { ...item, arguments: "", status: "in_progress" };
    const text = JSON.stringify(answer.input);
    return [
      ["response.output_item.added", { output_index: 0, item: begun }],
      ["response.function_call_arguments.delta", { ...place, delta: text }],
      ["response.function_call_arguments.done", { ...place, arguments: text }],
    ];
  }
  const part = { type: "output_text", text: answer.text, annotations: [] };
  const at = { ...place, content_index: 0 };
  return [
    ["response.output_item.added", { output_index: 0, item: { ...item, content: [], status: "in_progress" } }],
    ["response.content_part.added", { ...at, part: { ...part, text: "" } }],
    ["response.output_text.delta", { ...at, delta: answer.text }],
    ["response.output_text.done", { ...at, text: answer.text }],
    ["response.content_part.done", { ...at, part }],
  ];
}

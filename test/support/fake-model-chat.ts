/** FakeModelChat: answers as OpenAI's Chat Completions spell them, whole or streamed. */

import type { ModelReply, Spelled } from "./fake-model.js";

export function chatReply({ number, answer, model, isStreamed, read }: ModelReply): Spelled {
  const called = answer.kind === "call";
  const finish = called ? "tool_calls" : "stop";
  const message = called
    ? { role: "assistant", content: null, tool_calls: [callOf(number, answer)] }
    : { role: "assistant", content: answer.text };
  const { cached } = answer;
  const details = cached === undefined ? {} : { prompt_tokens_details: { cached_tokens: Math.floor(cached * read) } };
  const usage = { prompt_tokens: read, completion_tokens: 8, total_tokens: read + 8, ...details };
  const common = { id: `chat-${number}`, created: 0, model };
  if (!isStreamed) {
    const choices = [{ index: 0, message, finish_reason: finish }];
    return {
      type: "application/json",
      body: JSON.stringify({ ...common, object: "chat.completion", choices, usage }),
    };
  }
  const chunk = (choices: readonly object[], more: object = {}): string =>
    `data: ${JSON.stringify({ ...common, object: "chat.completion.chunk", choices, ...more })}\n\n`;
  const body = [
    chunk([{ index: 0, delta: message, finish_reason: null }]),
    chunk([{ index: 0, delta: {}, finish_reason: finish }]),
    chunk([], { usage }),
    "data: [DONE]\n\n",
  ];
  return { type: "text/event-stream", body: body.join("") };
}

function callOf(number: number, { tool, input }: { readonly tool: string; readonly input: object }): object {
  const call = { name: tool, arguments: JSON.stringify(input) };
  return { index: 0, id: `call-${number}`, type: "function", function: call };
}

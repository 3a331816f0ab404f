/**
 * Providers: the tables of the codecs, one for each list of messages that a host may hand over.
 *
 * Names of keys are the providers' own. A row that is missing costs nothing but savings: its block stays as it is (`other`).
 */

import type { JsonObject } from "../base/json.js";
import { type BlockRow, type Codec, type CodecTable, codecOf, type Lifetime, type Role } from "./codec.js";

const roles = { system: "system", developer: "system", user: "user", assistant: "assistant", tool: "tool" } as const;

const typedText = (text: string): JsonObject => ({ type: "text", text });

/** What most of them have in common. */
const usual = {
  role: "role",
  roles,
  whole: [],
  alternates: false,
  block: typedText,
  message: (role: Role, blocks: readonly unknown[]): JsonObject => ({ role, content: blocks }),
} as const;

// Anthropic: Messages. Results are blocks of a user's message, and stand first in it.

const anthropicTable: CodecTable = {
  ...usual,
  name: "anthropic",
  lists: [
    [
      "content",
      [
        { is: "type=text", kind: "text", text: "text" },
        { is: "type=tool_use", kind: "call", id: "id", name: "name", input: "input" },
        { is: "type=tool_result", kind: "result", id: "tool_use_id", text: "content", failed: "is_error" },
        { is: "type=thinking", kind: "thinking", text: "thinking", signed: "signature" },
        { is: "type=redacted_thinking", kind: "thinking", signed: "*" },
        { is: "type=compaction", kind: "thinking", text: "content", signed: "*" },
        { is: "type=image", kind: "media", bytes: "source" },
        { is: "type=document", kind: "media", bytes: "source" },
      ],
    ],
  ],
  alternates: true,
  message: (role, blocks) => ({ role: role === "tool" ? "user" : role, content: blocks }),
  result: ({ id, text, failed }) => ({
    type: "tool_result",
    tool_use_id: id,
    content: text,
    ...(failed ? { is_error: true } : {}),
  }),
  // A thought bears no breakpoint, and neither does an empty text.
  mark: (block, lifetime) =>
    /thinking|compaction/.test(String(block.type)) || block.text === ""
      ? null
      : { ...block, cache_control: lifetime === "1h" ? { type: "ephemeral", ttl: "1h" } : { type: "ephemeral" } },
  markKey: "cache_control",
};

// OpenAI: Responses, a list of items, and Chat Completions.

/** From GPT-5.6 on; older models take no notice of their own. Its lifetime is the request's. */
const openAiMark = (block: JsonObject, _lifetime: Lifetime): JsonObject | null =>
  /^(?:input_text|input_image|input_file|text|image_url)$/.test(String(block.type))
    ? { ...block, prompt_cache_breakpoint: { mode: "explicit" } }
    : null;

const responsesTable: CodecTable = {
  ...usual,
  name: "openai-responses",
  whole: [
    { is: "type=function_call", kind: "call", id: "call_id", name: "name", input: "arguments" },
    { is: "type=custom_tool_call", kind: "call", id: "call_id", name: "name", input: "input", free: true },
    { is: "type=function_call_output", kind: "result", id: "call_id", text: "output", failed: "status=incomplete" },
    { is: "type=custom_tool_call_output", kind: "result", id: "call_id", text: "output" },
    { is: "type=reasoning", kind: "thinking", text: "summary", signed: "*" },
    { is: "type=item_reference", kind: "other" },
    { is: "type=compaction", kind: "thinking", signed: "*" },
  ],
  lists: [
    [
      "content",
      [
        { is: "type=input_text", kind: "text", text: "text" },
        { is: "type=output_text", kind: "text", text: "text" },
        { is: "type=input_image", kind: "media", bytes: "image_url" },
        { is: "type=input_file", kind: "media", bytes: "file_data" },
      ],
    ],
  ],
  block: (text, role) => ({ type: role === "assistant" ? "output_text" : "input_text", text }),
  message: (role, blocks) => ({ type: "message", role, content: blocks }),
  result: ({ id, text }) => ({ type: "function_call_output", call_id: id, output: text }),
  mark: openAiMark,
  markKey: "prompt_cache_breakpoint",
};

const chatTable: CodecTable = {
  ...usual,
  name: "openai-chat",
  roles: { ...roles, function: "tool" },
  whole: [{ is: "role=tool", kind: "result", id: "tool_call_id", text: "content" }],
  lists: [
    [
      "content",
      [
        { is: "type=text", kind: "text", text: "text" },
        { is: "type=image_url", kind: "media", bytes: "image_url" },
        { is: "type=input_audio", kind: "media", bytes: "input_audio" },
        { is: "type=file", kind: "media", bytes: "file" },
      ],
    ],
    [
      "tool_calls",
      [
        { is: "type=function", kind: "call", id: "id", name: "function.name", input: "function.arguments" },
        { is: "type=custom", kind: "call", id: "id", name: "custom.name", input: "custom.input", free: true },
      ],
    ],
  ],
  result: ({ id, text }) => ({ role: "tool", tool_call_id: id, content: text }),
  mark: openAiMark,
  markKey: "prompt_cache_breakpoint",
};

// Gemini: contents of parts. Calls without an id are matched by their names, in order.

const geminiTable: CodecTable = {
  ...usual,
  name: "gemini",
  roles: { user: "user", model: "assistant", function: "tool", system: "system" },
  lists: [
    [
      "parts",
      [
        {
          is: "functionCall",
          kind: "call",
          id: "functionCall.id",
          name: "functionCall.name",
          input: "functionCall.args",
          signed: "thoughtSignature",
        },
        {
          is: "functionResponse",
          kind: "result",
          id: "functionResponse.id",
          name: "functionResponse.name",
          text: "functionResponse.response",
          failed: "functionResponse.response.error",
          wrap: (text) => ({ output: text }),
        },
        { is: "thought=true", kind: "thinking", text: "text", signed: "thoughtSignature" },
        { is: "thoughtSignature", kind: "thinking", text: "text", signed: "*" },
        { is: "text", kind: "text", text: "text" },
        { is: "inlineData", kind: "media", bytes: "inlineData.data" },
        { is: "fileData", kind: "media", bytes: "fileData.fileUri" },
      ],
    ],
  ],
  alternates: true,
  block: (text) => ({ text }),
  message: (role, blocks) => ({ role: role === "assistant" ? "model" : "user", parts: blocks }),
  result: ({ id, text }, name) => ({ functionResponse: { id, name, response: { output: text } } }),
};

// pi: the messages of its session and of its `context` event.

const piBlocks: readonly BlockRow[] = [
  { is: "type=text", kind: "text", text: "text" },
  { is: "type=thinking", kind: "thinking", text: "thinking", signed: "thinkingSignature" },
  {
    is: "type=toolCall",
    kind: "call",
    id: "id",
    name: "name",
    input: "arguments",
    signed: "thoughtSignature",
  },
  { is: "type=image", kind: "media", bytes: "data" },
];

const piTable: CodecTable = {
  ...usual,
  name: "pi",
  roles: {
    ...{ ...roles, toolResult: "tool" },
    ...{ bashExecution: "user", custom: "user", branchSummary: "user", compactionSummary: "user" },
  },
  at: "timestamp",
  whole: [
    {
      is: "role=toolResult",
      kind: "result",
      id: "toolCallId",
      text: "content",
      failed: "isError",
      wrap: (text) => [typedText(text)],
    },
    { is: "role=bashExecution", kind: "other" },
    { is: "role=branchSummary", kind: "other" },
    { is: "role=compactionSummary", kind: "other" },
    // Its words may all stand in sections, and tools come and go with it.
    { is: "role=system", kind: "other" },
  ],
  lists: [["content", piBlocks]],
  message: (role, blocks) => ({ role, content: blocks, timestamp: 0 }),
  result: ({ id, text, failed }, name) => ({
    role: "toolResult",
    toolCallId: id,
    toolName: name,
    content: [typedText(text)],
    isError: failed,
    timestamp: 0,
  }),
};

// AI SDK: its model messages.

const aiSdkTable: CodecTable = {
  ...usual,
  name: "ai-sdk",
  lists: [
    [
      "content",
      [
        { is: "type=text", kind: "text", text: "text" },
        { is: "type=reasoning", kind: "thinking", text: "text", signed: "providerOptions" },
        { is: "type=tool-call", kind: "call", id: "toolCallId", name: "toolName", input: "input" },
        {
          is: "type=tool-result",
          kind: "result",
          id: "toolCallId",
          name: "toolName",
          text: "output.value",
          failed: "output.type=error-text|output.type=error-json",
          wrap: (text, old) => (Array.isArray(old) ? [typedText(text)] : text),
        },
        { is: "type=image", kind: "media", bytes: "image" },
        { is: "type=file", kind: "media", bytes: "data" },
      ],
    ],
  ],
  result: ({ id, text, failed }, toolName) => ({
    type: "tool-result",
    toolCallId: id,
    toolName,
    output: { type: failed ? "error-text" : "text", value: text },
  }),
};

// opencode: messages of parts, where a tool's part holds the call and its result.

const openCodeTable: CodecTable = {
  ...usual,
  name: "opencode",
  role: "info.role",
  at: "info.time.created",
  lists: [
    [
      "parts",
      [
        { is: "type=text", kind: "text", text: "text" },
        { is: "type=reasoning", kind: "thinking", text: "text", signed: "metadata" },
        {
          is: "type=tool&state",
          kind: "both",
          id: "callID",
          name: "tool",
          input: "state.input",
          text: "state.output",
          failed: "state.status=error",
        },
        { is: "type=file", kind: "media", bytes: "url" },
      ],
    ],
  ],
  message: (role, blocks) => ({ info: { role }, parts: blocks }),
  result: ({ id, text }, tool) => ({ type: "tool", callID: id, tool, state: { status: "completed", output: text } }),
};

export const codecs: Readonly<Record<CodecName, Codec>> = {
  anthropic: codecOf(anthropicTable),
  "openai-responses": codecOf(responsesTable),
  "openai-chat": codecOf(chatTable),
  gemini: codecOf(geminiTable),
  pi: codecOf(piTable),
  "ai-sdk": codecOf(aiSdkTable),
  opencode: codecOf(openCodeTable),
};

export type CodecName = "anthropic" | "openai-responses" | "openai-chat" | "gemini" | "pi" | "ai-sdk" | "opencode";

/** Codecs: a provider's list comes back to the byte where nobody changed it, and with nothing but the new words in it where somebody did. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type CodecName, codecs, type Message, type Part } from "../../src/kernel/kernel.js";

const picture = { type: "base64", media_type: "image/png", data: "aGVsbG8=" };

const lists: Readonly<Record<CodecName, readonly unknown[]>> = {
  anthropic: [
    { role: "user", content: "Why does the build fail?" },
    {
      content: [
        { type: "thinking", thinking: "Look first.", signature: "c2ln" },
        { type: "redacted_thinking", data: "b3BhcXVl" },
        { type: "text", text: "I look.", citations: null },
        { type: "tool_use", id: "t1", name: "Bash", input: { command: "make", description: "Build" } },
        { type: "tool_use", id: "t2", name: "Read", input: {} },
      ],
      role: "assistant",
    },
    {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "t1", is_error: true, content: "error: no rule" },
        {
          type: "tool_result",
          content: [
            { type: "text", text: "one" },
            { type: "image", source: picture },
          ],
          tool_use_id: "t2",
        },
        { type: "text", text: "And hurry.", cache_control: { type: "ephemeral" } },
        { type: "image", source: picture },
      ],
    },
    {
      role: "assistant",
      content: [{ type: "server_tool_use", id: "s1", name: "web_search", input: { query: "make" } }],
    },
    { role: "user", content: "" },
  ],
  "openai-responses": [
    { role: "user", content: "Why?" },
    { type: "message", role: "developer", content: [{ type: "input_text", text: "Be short." }] },
    { id: "rs_1", type: "reasoning", summary: [{ type: "summary_text", text: "Look." }], encrypted_content: "eA==" },
    {
      type: "function_call",
      id: "fc_1",
      call_id: "c1",
      name: "shell",
      arguments: '{"command": ["make"]}',
      status: "completed",
    },
    { type: "custom_tool_call", call_id: "c2", name: "apply_patch", input: "*** Begin Patch\n*** End Patch" },
    { type: "function_call_output", call_id: "c1", output: "error" },
    { type: "custom_tool_call_output", call_id: "c2", output: [{ type: "input_text", text: "done" }] },
    {
      type: "message",
      id: "m1",
      role: "assistant",
      content: [{ type: "output_text", text: "It failed.", annotations: [] }],
    },
    { type: "web_search_call", id: "w1", status: "completed" },
  ],
  "openai-chat": [
    { role: "system", content: "You help." },
    {
      role: "user",
      content: [
        { type: "text", text: "Why?" },
        { type: "image_url", image_url: { url: "data:image/png;base64,aGk=" } },
      ],
    },
    {
      role: "assistant",
      content: null,
      tool_calls: [
        { id: "c1", type: "function", function: { name: "shell", arguments: '{"command":"make"}' } },
        { id: "c2", type: "function", function: { name: "read", arguments: "{broken" } },
      ],
    },
    { role: "tool", tool_call_id: "c1", content: "error" },
    { role: "tool", content: [{ type: "text", text: "b" }], tool_call_id: "c2" },
    { role: "assistant", content: "It failed.", refusal: null },
  ],
  gemini: [
    { role: "user", parts: [{ text: "Why?" }, { inlineData: { mimeType: "image/png", data: "aGk=" } }] },
    {
      role: "model",
      parts: [
        { text: "Look.", thought: true },
        { functionCall: { name: "shell", args: { command: "make" } }, thoughtSignature: "c2ln" },
        { functionCall: { name: "shell", args: { command: "ls" } } },
      ],
    },
    {
      role: "user",
      parts: [
        { functionResponse: { name: "shell", response: { error: "no rule" } } },
        { functionResponse: { name: "shell", response: { output: "Makefile" } } },
      ],
    },
    { parts: [{ text: "It failed." }, { executableCode: { code: "1" } }], role: "model" },
  ],
  pi: [
    { role: "user", content: [{ type: "text", text: "Why?" }], timestamp: 1765233665306 },
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "Look.", thinkingSignature: "c2ln" },
        { type: "toolCall", id: "t1", name: "bash", arguments: { command: "make" } },
      ],
      api: "anthropic-messages",
      provider: "anthropic",
      model: "claude-opus-4-5",
      usage: { input: 1, output: 2 },
      stopReason: "toolUse",
      timestamp: 1765233669389,
    },
    {
      role: "toolResult",
      toolCallId: "t1",
      toolName: "bash",
      content: [{ type: "text", text: "error" }],
      isError: true,
      timestamp: 1,
    },
    {
      role: "bashExecution",
      command: "ls",
      output: "a",
      exitCode: 0,
      truncated: false,
      timestamp: 2,
    },
    { role: "assistant", content: [], stopReason: "aborted", timestamp: 3 },
    { role: "compactionSummary", summary: "It was about make.", tokensBefore: 9, timestamp: 4 },
    { role: "branchSummary", summary: "It was about ls.", fromId: "a", timestamp: 5 },
    { role: "custom", customType: "x", content: "Mind the gap.", display: true, timestamp: 6 },
    { role: "system", content: "", sections: { base: null }, timestamp: 7 },
  ],
  "ai-sdk": [
    { role: "system", content: "You help." },
    { role: "user", content: "Why?" },
    {
      role: "assistant",
      content: [
        { type: "reasoning", text: "Look.", providerOptions: { anthropic: { signature: "c2ln" } } },
        { type: "tool-call", toolCallId: "t1", toolName: "bash", input: { command: "make" } },
      ],
    },
    {
      role: "tool",
      content: [
        { type: "tool-result", toolCallId: "t1", toolName: "bash", output: { type: "json", value: { code: 2 } } },
      ],
    },
    { role: "assistant", content: "It failed." },
  ],
  opencode: [
    {
      info: { id: "m1", sessionID: "s", role: "user", time: { created: 5 } },
      parts: [{ id: "p1", type: "text", text: "Why?" }],
    },
    {
      info: { id: "m2", sessionID: "s", role: "assistant", time: { created: 6 } },
      parts: [
        { type: "step-start" },
        { type: "reasoning", text: "Look.", metadata: { anthropic: { signature: "c2ln" } } },
        {
          type: "tool",
          callID: "t1",
          tool: "bash",
          state: { status: "completed", input: { command: "make" }, output: "error", title: "Build" },
        },
        { type: "tool", callID: "t2", tool: "bash", state: { status: "running", input: { command: "ls" } } },
        { type: "tool", callID: "t3", tool: "bash", state: { status: "error", input: {}, error: "no" } },
      ],
    },
  ],
};

const kinds = (messages: readonly Message[]): string[] =>
  messages.map(({ role, parts }) => `${role}: ${parts.map(({ kind }) => kind).join(" ")}`.trim());

describe.each(Object.entries(lists) as [CodecName, readonly unknown[]][])("%s", (name, list) => {
  test("an untouched list comes back as it was", () => {
    const printed = codecs[name].print(codecs[name].read(list));
    expect(JSON.stringify(printed)).toBe(JSON.stringify(list));
    expect(printed.every((message, at) => message === list[at])).toBe(true);
  });

  test("every block is read as what it is", () => {
    expect(kinds(codecs[name].read(list))).toMatchSnapshot();
  });

  test("a changed result, input and text are all that differs", () => {
    const change = (part: Part): Part => {
      if (part.kind === "result") return { ...part, text: "SHORT" };
      return part.kind === "call" && part.input.includes("make") ? { ...part, input: '{"command":"SHORT"}' } : part;
    };
    const messages = codecs[name].read(list).map((m) => ({ ...m, parts: m.parts.map(change) }));
    const printed = codecs[name].print(messages);
    expect(printed).toMatchSnapshot();
    // What was put in is what is read again.
    const again = codecs[name].read(printed);
    const texts = again.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === "result" ? [part.text] : [])));
    expect(texts.every((text) => text === "SHORT" || text === '{"output":"SHORT"}')).toBe(true);
    expect(kinds(again)).toEqual(kinds(messages));
  });
});

test("a free input of a tool is given back as free words", () => {
  const [, , , , patch] = codecs["openai-responses"].read(lists["openai-responses"]);
  const [part] = patch!.parts;
  expect(part).toMatchObject({ kind: "call", input: '"*** Begin Patch\\n*** End Patch"' });
  const [printed] = codecs["openai-responses"].print([{ ...patch!, parts: [{ ...part!, input: '"gone"' } as Part] }]);
  expect(printed).toMatchObject({ input: "gone", name: "apply_patch" });
});

const own = (text: string): Message => ({
  role: "user",
  parts: [{ kind: "text", text, raw: null }],
  at: null,
  raw: null,
});

test("words of the kernel join the message beside them where turns alternate, and stand alone where they do not", () => {
  const { anthropic } = codecs;
  const read = anthropic.read(lists.anthropic.slice(0, 3));
  const [first, , third] = anthropic.print([own("SUMMARY"), ...read, own("RECALLED")]) as { content: unknown[] }[];
  expect(first!.content).toEqual([
    { type: "text", text: "SUMMARY" },
    { type: "text", text: "Why does the build fail?" },
  ]);
  expect(third!.content.at(-1)).toEqual({ type: "text", text: "RECALLED" });
  expect(third!.content).toHaveLength(5);
  const chat = codecs["openai-chat"].print([...codecs["openai-chat"].read(lists["openai-chat"]), own("RECALLED")]);
  expect(chat.at(-1)).toEqual({ role: "user", content: [{ type: "text", text: "RECALLED" }] });
});

test("a breakpoint stands on the last block that can bear one, and a host's own are taken off", () => {
  const { anthropic } = codecs;
  const printed = anthropic.print(anthropic.read(lists.anthropic), [
    { message: 0, lifetime: "1h" },
    { message: 2, lifetime: "5m" },
  ]);
  expect(printed[0]).toEqual({
    role: "user",
    content: [{ type: "text", text: "Why does the build fail?", cache_control: { type: "ephemeral", ttl: "1h" } }],
  });
  expect(JSON.stringify(printed).match(/cache_control/g)).toHaveLength(2);
  expect(printed[2]).toMatchObject({
    content: [{}, {}, { text: "And hurry." }, { type: "image", cache_control: { type: "ephemeral" } }],
  });
  const responses = codecs["openai-responses"];
  const [, marked] = responses.print(responses.read(lists["openai-responses"]), [{ message: 1, lifetime: "5m" }]);
  expect(marked).toMatchObject({ content: [{ prompt_cache_breakpoint: { mode: "explicit" } }] });
});

const data = process.env.PAGEFILE_EVAL_DATA ?? "";

test.skipIf(!existsSync(`${data}/transcripts`))(
  "every message of the recorded sessions comes back to the byte",
  () => {
    let count = 0;
    for (const [folder, name] of [
      ["claude-code", "anthropic"],
      ["claude-code-short", "anthropic"],
      ["pi", "pi"],
    ] as const)
      for (const file of readdirSync(`${data}/transcripts/${folder}`)) {
        const lines = readFileSync(`${data}/transcripts/${folder}/${file}`, "utf8")
          .split("\n")
          .filter((line) => line !== "");
        const list = lines.flatMap((line) => (JSON.parse(line) as { message?: unknown }).message ?? []);
        const printed = codecs[name].print(codecs[name].read(list));
        for (const [at, message] of list.entries()) expect(JSON.stringify(printed[at])).toBe(JSON.stringify(message));
        count += list.length;
      }
    expect(count).toBeGreaterThan(1_000);
  },
);

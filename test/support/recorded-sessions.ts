/** RecordedSessions: made-up sessions as Claude Code, Codex and pi write them down, a line a thing that happened. */

const start = Date.UTC(2026, 10, 20, 9, 0);

/** So many minutes into the session. */
export function minute(minutes: number): string {
  return new Date(start + 60_000 * minutes).toISOString();
}

function lines(entries: readonly object[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
}

interface Used {
  readonly read?: number;
  readonly write?: number;
  readonly model?: string;
}

// Claude Code.

const sessionId = "5d1c";

function user(at: number, content: unknown, more: object = {}): object {
  return { type: "user", sessionId, timestamp: minute(at), message: { role: "user", content }, ...more };
}

function assistant(at: number, id: string, content: readonly object[], used: Used): object {
  const { read = 0, write = 0, model = "claude-opus-4-6" } = used;
  const usage = {
    input_tokens: 3,
    cache_read_input_tokens: read,
    cache_creation_input_tokens: write,
    cache_creation: { ephemeral_5m_input_tokens: write, ephemeral_1h_input_tokens: 0 },
    output_tokens: 50,
  };
  return {
    type: "assistant",
    sessionId,
    timestamp: minute(at),
    message: { id, model, role: "assistant", content, usage },
  };
}

function text(said: string): object {
  return { type: "text", text: said };
}

function call(id: string, file: string): object {
  return { type: "tool_use", id, name: "Read", input: { file_path: file } };
}

function result(id: string, said: string): object {
  return { type: "tool_result", tool_use_id: id, content: said };
}

/** A session of Claude Code that grows, pauses, sums up, changes its model and loses its cache, with memory's words in it. */
export function claudeCodeSession(): string {
  const fares = "Fares to Lisbon: 214 EUR at 07:10. ".repeat(120);
  const given = ["From Pagefile's memory, for this prompt:\n- Never above 350 EUR."];
  const hook = { type: "hook_additional_context", content: given };
  const boundary = { type: "system", subtype: "compact_boundary", sessionId, compactMetadata: { trigger: "manual" } };
  const model = "claude-haiku-4-5";
  return lines([
    { type: "file-history-snapshot" },
    user(0, "Which fares are there?"),
    { type: "attachment", sessionId, timestamp: minute(0), attachment: hook },
    assistant(0.2, "m1", [{ type: "thinking", thinking: "Look.", signature: "c2ln" }], { write: 20_000 }),
    assistant(0.3, "m1", [call("t1", "fares.md"), call("t2", "rules.md")], { write: 20_000 }),
    user(0.4, [result("t1", fares)]),
    user(0.4, [result("t2", "Ask before booking.")]),
    assistant(1, "m2", [text("214 EUR at 07:10.")], { read: 20_000, write: 1500 }),
    {
      type: "assistant",
      sessionId,
      message: { id: "s", model: "<synthetic>", role: "assistant", content: [], usage: {} },
    },
    user(12, "And the day after?", { uuid: "u1" }),
    user(12, "And the day after?", { uuid: "u1" }),
    assistant(12.1, "m3", [text("The same.")], { write: 21_600 }),
    user(13, "And in May?"),
    assistant(13.1, "m4", [text("Dearer.")], { write: 21_700 }),
    user(14, "Go on."),
    assistant(14.1, "m5", [text("Yes.")], { write: 21_800, model }),
    boundary,
    user(15, "Six people go to Lisbon in February.", { isCompactSummary: true }),
    user(15, "Book it."),
    { ...user(15, "Of another context."), isSidechain: true },
    assistant(15.1, "m6", [text("Booked.")], { read: 15_000, write: 1000, model }),
  ]);
}

// Codex.

/** A session of Codex, which tells of a call behind its answer, and sometimes twice; newer versions by the answer's id, too. */
export function codexSession(version: "older" | "newer" = "older"): string {
  const at = (minutes: number, type: string, payload: object): object => ({
    timestamp: minute(minutes),
    type,
    payload,
  });
  const item = (minutes: number, payload: object): object => at(minutes, "response_item", payload);
  const told = (minutes: number, total: number, usage: object): readonly object[] => {
    const info = { total_token_usage: { total_tokens: total }, last_token_usage: usage };
    const count = at(minutes, "event_msg", { type: "token_count", info });
    const record = at(minutes, "token_usage_record", { response_id: `r${total}`, usage });
    return version === "older" ? [count, count] : total > 10_000 ? [record, count] : [record];
  };
  return lines([
    at(0, "session_meta", { id: "01f0" }),
    at(0, "turn_context", { model: "gpt-5.6-terra" }),
    item(0, { type: "message", role: "developer", content: [{ type: "input_text", text: "Be short." }] }),
    item(0.1, { type: "message", role: "user", content: [{ type: "input_text", text: "List the files." }] }),
    item(0.2, { type: "reasoning", summary: [], encrypted_content: "enc" }),
    item(0.2, { type: "function_call", call_id: "c1", name: "shell", arguments: '{"command":["ls"]}' }),
    ...told(0.3, 9100, {
      input_tokens: 9000,
      cached_input_tokens: 0,
      cache_write_input_tokens: 8960,
      output_tokens: 100,
    }),
    item(0.4, { type: "function_call_output", call_id: "c1", output: "fares.md" }),
    item(0.5, { type: "message", role: "assistant", content: [{ type: "output_text", text: "fares.md" }] }),
    ...told(0.6, 18_300, { input_tokens: 9150, cached_input_tokens: 8960, output_tokens: 50 }),
    at(1, "compacted", { message: "One file, fares.md." }),
    item(1.1, { type: "message", role: "user", content: [{ type: "input_text", text: "Read it." }] }),
    item(1.2, { type: "message", role: "assistant", content: [{ type: "output_text", text: "214 EUR." }] }),
    ...told(1.3, 27_900, { input_tokens: 9500, cached_input_tokens: 9300, output_tokens: 50 }),
  ]);
}

// pi.

/** A session of pi that thinks another way once, is broken off once, and keeps some messages when it sums up. */
export function piSession(): string {
  const message = (at: number, role: string, content: unknown, more: object = {}): object => ({
    type: "message",
    id: `e${at}`,
    timestamp: minute(at + 0.1),
    message: { role, content, timestamp: start + 60_000 * at, ...more },
  });
  const used = (cacheRead: number, cacheWrite: number): object => ({
    model: "claude-sonnet-4-5",
    usage: { input: 3, output: 20, cacheRead, cacheWrite },
  });
  return lines([
    { type: "session", id: "p1", timestamp: minute(0) },
    message(0, "user", [text("Which file?")]),
    message(1, "assistant", [{ type: "toolCall", id: "c1", name: "ls", arguments: {} }], used(0, 6000)),
    message(2, "toolResult", [text("fares.md")], { toolCallId: "c1", toolName: "ls" }),
    message(3, "assistant", [text("fares.md")], used(6000, 100)),
    message(4, "user", [text("Sure?")]),
    message(5, "assistant", [text("Ye")], { ...used(6100, 20), stopReason: "aborted" }),
    { type: "thinking_level_change", thinkingLevel: "high" },
    message(6, "user", [text("Think again.")]),
    message(7, "assistant", [text("Yes.")], used(0, 6200)),
    { type: "compaction", id: "k1", timestamp: minute(8), summary: "There is fares.md.", firstKeptEntryId: "e6" },
    message(9, "user", [text("Good.")]),
    message(10, "assistant", [text("Done.")], used(6000, 400)),
  ]);
}

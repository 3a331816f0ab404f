/** Claude Code codec: payloads as the program sends them, answers as it reads them. */

import { describe, expect, it } from "vitest";
import { saidIn } from "../../src/agents/capture.js";
import { claudeCode, silence } from "../../src/agents/codec.js";

const common = {
  session_id: "7d0c8b1e-2f54-4a53-9e61-3c1f1f0f7a10",
  transcript_path: "projects/-desk/7d0c8b1e.jsonl",
  cwd: "desk",
  permission_mode: "default",
};

function momentOf(event: string, more: Readonly<Record<string, unknown>>): unknown {
  const parsed = claudeCode.parse(event, { ...common, hook_event_name: event, ...more });
  return parsed.ok ? parsed.value?.moment : parsed.error;
}

describe("claude code, parse", () => {
  it("takes each event for its moment", () => {
    expect(momentOf("SessionStart", { source: "fork" })).toEqual({
      kind: "start",
      bare: true,
      fork: { parent: null },
    });
    expect(momentOf("SessionStart", { source: "compact" })).toEqual({ kind: "start", bare: true });
    expect(momentOf("UserPromptSubmit", { prompt: "go on", prompt_id: "p1" })).toEqual({
      kind: "prompt",
      text: "go on",
    });
    expect(momentOf("Stop", { stop_hook_active: true })).toEqual({ kind: "stop", again: true, said: null });
    const stopped = { stop_hook_active: false, last_assistant_message: "Done." };
    expect(momentOf("Stop", stopped)).toEqual({ kind: "stop", again: false, said: "Done." });
    expect(momentOf("PreCompact", { trigger: "manual", custom_instructions: null })).toEqual({
      kind: "before-compaction",
      event: "compaction-manual",
    });
    expect(momentOf("PreCompact", { trigger: "auto" })).toMatchObject({ event: "compaction-auto" });
    expect(momentOf("PostToolUse", { tool_name: "Read", tool_input: { file_path: "a" }, tool_use_id: "t" })).toEqual({
      kind: "tool",
      name: "Read",
      input: { file_path: "a" },
    });
  });

  it("ends a session as it was left", () => {
    expect(momentOf("SessionEnd", { reason: "clear" })).toEqual({ kind: "end", event: "reset" });
    expect(momentOf("SessionEnd", { reason: "resume" })).toEqual({ kind: "end", event: "switch-session" });
    expect(momentOf("SessionEnd", { reason: "other" })).toEqual({ kind: "end", event: "exit" });
  });

  it("leaves what a subagent does alone", () => {
    expect(momentOf("PostToolUse", { tool_name: "Read", agent_id: "a1", agent_type: "Explore" })).toBeUndefined();
  });

  it("knows two prompts apart by their ids, and tool calls by theirs", () => {
    const idOf = (event: string, more: object): unknown => {
      const parsed = claudeCode.parse(event, { ...common, prompt_id: "p1", ...more });
      return parsed.ok && parsed.value?.id;
    };
    expect(idOf("UserPromptSubmit", {})).toBe("p1");
    expect(idOf("PostToolUse", { tool_use_id: "toolu_1" })).toBe("toolu_1");
    expect(idOf("PreCompact", {})).toBeNull();
    expect(idOf("SessionStart", {})).toBeNull();
  });

  it("says what is wrong with an event that it cannot take", () => {
    expect(claudeCode.parse("Stop", {})).toEqual({ ok: false, error: "The event names no session_id." });
    expect(momentOf("Notification", {})).toBe("“Notification” is no event that Pagefile answers.");
    expect(claudeCode.parse("Stop", { ...common, hook_event_name: "SessionEnd" }).ok).toBe(false);
  });
});

describe("claude code, print", () => {
  it("gives the model a context and the person a message", () => {
    const text = claudeCode.print("SessionStart", { ...silence, context: "pages", notice: "one is missing." });
    expect(JSON.parse(text)).toEqual({
      hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: "pages" },
      systemMessage: "Pagefile: one is missing.",
    });
    expect(JSON.parse(claudeCode.print("Stop", { ...silence, notice: "a" }))).toEqual({
      systemMessage: "Pagefile: a",
    });
    expect(claudeCode.print("Stop", silence)).toBe("");
  });

  it("gives a summarizer plain words", () => {
    expect(claudeCode.print("PreCompact", { ...silence, summarizer: "Keep the step.", notice: "a" })).toBe(
      "Keep the step.\n",
    );
  });
});

describe("claude code, what the user said", () => {
  it("is the text of the user's own lines, with their numbers", () => {
    const line = (entry: object): string => JSON.stringify({ type: "user", ...entry });
    const lines = [
      line({ message: { content: "Never above 400 EUR." } }),
      line({ message: { content: [{ type: "text", text: "Trains first." }] } }),
      line({ message: { content: [{ type: "tool_result", content: "fares" }] } }),
      line({ isMeta: true, message: { content: "Caveat: …" } }),
      line({ isCompactSummary: true, message: { content: "This session is being continued" } }),
      line({ isSidechain: true, message: { content: "Explore the code" } }),
      line({ message: { content: "<command-name>/compact</command-name>" } }),
      JSON.stringify({ type: "assistant", message: { content: [{ type: "text", text: "I will." }] } }),
      "{ torn",
    ];
    expect(saidIn(claudeCode, lines, 11)).toEqual([
      { text: "Never above 400 EUR.", line: 11, at: null },
      { text: "Trains first.", line: 12, at: null },
    ]);
  });
});

/** Codex codec: what it shares with Claude Code is tested there; here what is its own. */

import { describe, expect, it } from "vitest";
import { saidIn } from "../../src/agents/capture.js";
import { codex, silence, spokenIn } from "../../src/agents/codec.js";

const common = { session_id: "01a1fdaa-7369-7543-b789-0e3f893d53eb", transcript_path: "rollout.jsonl", cwd: "desk" };

describe("codex", () => {
  it("takes a resume and the second start of a compaction for contexts that may have had their pages", () => {
    const momentOf = (source: string): unknown => {
      const parsed = codex.parse("SessionStart", { ...common, source });
      return parsed.ok && parsed.value?.moment;
    };
    expect(momentOf("resume")).toEqual({ kind: "start", bare: false });
    expect(momentOf("compact")).toEqual({ kind: "start", bare: false });
  });

  it("tells two prompts apart by their turns", () => {
    const parsed = codex.parse("UserPromptSubmit", { ...common, turn_id: "t7", prompt: "go" });
    expect(parsed.ok && parsed.value?.id).toBe("t7");
  });

  it("prolongs a turn by a decision, and says nothing to a summarizer", () => {
    expect(JSON.parse(codex.print("Stop", { ...silence, context: "Write it down.", notice: "a" }))).toEqual({
      decision: "block",
      reason: "Write it down.",
      systemMessage: "Pagefile: a",
    });
    expect(codex.print("PreCompact", { ...silence, summarizer: "Keep the step." })).toBe("");
    expect(JSON.parse(codex.print("SessionStart", { ...silence, context: "pages" }))).toEqual({
      hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: "pages" },
    });
  });

  it("finds the user's own words, and counts the conversation without what Codex says of itself", () => {
    const item = (payload: object): string => JSON.stringify({ type: "response_item", payload });
    const done = (item: object): string =>
      JSON.stringify({ type: "event_msg", payload: { type: "item_completed", item } });
    const lines = [
      JSON.stringify({ type: "session_meta", payload: { id: "s", base_instructions: "x".repeat(900) } }),
      item({ type: "message", role: "developer", content: [{ type: "input_text", text: "x".repeat(900) }] }),
      item({ type: "message", role: "user", content: [{ type: "input_text", text: "# AGENTS.md instructions" }] }),
      done({ type: "UserMessage", content: [{ type: "text", text: " Never above 352 EUR. ", text_elements: [] }] }),
      done({ type: "AgentMessage", content: [{ type: "Text", text: "Noted." }] }),
      item({ type: "function_call", name: "shell", arguments: "{}" }),
    ];
    expect(saidIn(codex, lines, 1)).toEqual([{ text: "Never above 352 EUR.", line: 4, at: null }]);
    const counted = spokenIn(codex, lines);
    expect(counted).toBeGreaterThan(100);
    expect(counted).toBeLessThan(400);
  });
});

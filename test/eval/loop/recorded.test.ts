/** Recorded: the lines of two harnesses as the same steps, and what a call looks up. */

import { describe, expect, it, test } from "vitest";
import { keyOf, recordingOf, standsIn, thingsOf } from "./recorded.js";

const at = "2026-02-07T00:13:00Z";
const cwd = "/tmp/desk/shop";
const lines = (...entries: readonly object[]): string => entries.map((entry) => JSON.stringify(entry)).join("\n");

describe("steps", () => {
  it("are prompts, calls with their results, and compactions, in Claude Code's lines", () => {
    const call = { type: "tool_use", id: "t1", name: "Bash", input: { command: "make all" } };
    const text = lines(
      { type: "user", timestamp: at, cwd: `${cwd}/.worktrees/one`, message: { role: "user", content: "Build it." } },
      { type: "assistant", timestamp: at, message: { role: "assistant", content: [call] } },
      { type: "assistant", timestamp: at, message: { role: "assistant", content: [call] } },
      {
        type: "user",
        timestamp: at,
        message: { role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content: "done" }] },
      },
      { type: "user", timestamp: at, isSidechain: true, message: { role: "user", content: "Explore." } },
      { type: "user", timestamp: at, message: { role: "user", content: "<command-name>/clear</command-name>" } },
      { type: "system", subtype: "compact_boundary", timestamp: at },
    );
    expect(recordingOf("one.jsonl", `${text}\n{ torn`)).toEqual({
      session: "one",
      repository: "shop",
      cwd: `${cwd}/.worktrees/one`,
      steps: [
        { type: "prompt", at, text: "Build it." },
        { type: "call", at, name: "Bash", input: { command: "make all" }, result: "done" },
        { type: "compaction", at },
      ],
    });
  });

  it("are the same in those of pi", () => {
    const content = [{ type: "text", text: "Build it." }];
    const call = { type: "toolCall", id: "t1", name: "bash", arguments: { command: "make all" } };
    const result = { role: "toolResult", toolCallId: "t1", content: [{ type: "text", text: "done" }] };
    const text = lines(
      { type: "session", timestamp: at, cwd },
      { type: "message", timestamp: at, message: { role: "user", content } },
      { type: "message", timestamp: at, message: { role: "assistant", content: [call] } },
      { type: "message", timestamp: at, message: result },
    );
    expect(recordingOf("two", text)?.steps).toEqual([
      { type: "prompt", at, text: "Build it." },
      { type: "call", at, name: "bash", input: { command: "make all" }, result: "done" },
    ]);
    expect(recordingOf("none", lines({ type: "session" }))).toBeNull();
  });
});

test("a call looks up a path, a command that is not everybody's, names, and meets errors", () => {
  const things = (name: string, input: object, result = ""): readonly string[] =>
    thingsOf({ type: "call", at, name, input: { ...input }, result }, cwd).map(keyOf);
  expect(things("Read", { file_path: `${cwd}/src/main.ts` })).toEqual(["path src/main.ts"]);
  expect(things("Bash", { command: `cd ${cwd} && mise run test:ci` })).toEqual(["command mise run test:ci"]);
  expect(things("Bash", { command: "git status --short" })).toEqual([]);
  expect(things("Grep", { pattern: "parseRow|emit_batch|plainword", path: cwd })).toEqual([
    "identifier parseRow",
    "identifier emit_batch",
  ]);
  expect(things("Bash", { command: "ls" }, "ok\nmain.ts:76:31: error: invalid operation\n")).toEqual([
    "error main.ts:#:#: error: invalid operation",
  ]);
});

test("an error stands where it stands at another line of the file, and anything else by its words", () => {
  const error = { kind: "error", text: "main.ts:76:31: error: invalid operation" } as const;
  expect(standsIn(error, "It said main.ts:80:2: error: invalid operation.")).toBe(true);
  expect(standsIn(error, "It said main.ts: error.")).toBe(false);
  expect(standsIn({ kind: "path", text: "src/main.ts" }, "see src/main.ts")).toBe(true);
});

/** Parse: sessions of both harnesses become the same turns, and nothing in a file makes reading it throw. */

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseTranscript, type Transcript } from "../../../src/prompt/replay/workload.js";
import { claudeCompaction, claudeLine, claudeTurn, type FakeCall, piMessage, piTurn } from "../../cli/share/lines.js";
import { draws } from "../../support/draws.js";

const read: FakeCall = { id: "t1", name: "Read", input: { file_path: "src/a.ts" }, result: "line one\nline two" };
const edit: FakeCall = { id: "t2", name: "Edit", input: { file_path: "src/a.ts", old: "one" }, result: "done" };
const failed: FakeCall = { id: "t3", name: "Bash", input: { command: "make" }, result: "Exit code 2", failed: true };
const unanswered: FakeCall = { id: "t4", name: "Bash", input: { command: "sleep 60" } };

function parsed(lines: readonly string[]): Transcript {
  const transcript = parseTranscript(lines.join("\n"));
  if (transcript === null) throw new Error("no transcript");
  return transcript;
}

const claude = [
  JSON.stringify({ type: "summary", summary: "Earlier", leafUuid: "x" }),
  claudeLine("user", { role: "user", content: "Fix it." }, "u1"),
  ...claudeTurn("m1", [read, unanswered]),
  claudeCompaction("c1"),
  ...claudeTurn("m2", [edit, failed]),
];
const pi = [
  JSON.stringify({ type: "session", id: "7f3a", version: 3 }),
  piMessage({ role: "user", content: [{ type: "text", text: "Fix it." }] }),
  ...piTurn([read, unanswered]),
  JSON.stringify({ type: "compaction", summary: "So far", tokensBefore: 160_000 }),
  ...piTurn([edit, failed]),
];

describe("both codecs", () => {
  it.each([
    ["claude-code", claude],
    ["pi", pi],
  ] as const)("%s: turns, calls, results, failures and boundaries", (format, lines) => {
    const transcript = parsed(lines);
    expect(transcript.format).toBe(format);
    expect(transcript.turns.map(({ boundaries }) => boundaries)).toEqual([[], ["compaction"]]);
    const calls = transcript.turns.map((turn) =>
      turn.calls.map(({ name, kind, path, result, failed }) => [name, kind, path, result, failed]),
    );
    expect(calls).toEqual([
      [
        ["Read", "read", "src/a.ts", "line one\nline two", false],
        ["Bash", "command", null, null, false],
      ],
      [
        ["Edit", "edit", "src/a.ts", "done", false],
        ["Bash", "command", null, "Exit code 2", true],
      ],
    ]);
  });

  it.each([
    ["claude-code", claude],
    ["pi", pi],
  ] as const)("%s: lines that are broken or unknown change nothing", (_, lines) => {
    const whole = parsed(lines);
    const odd = ['{"type":"user","mess', "[1, 2]", "null", '{"type":"hologram"}', '{"type":17}', "   "];
    const littered = parsed([...lines.slice(0, 2), ...odd, ...lines.slice(2)]);
    expect(littered.turns).toEqual(whole.turns);
  });
});

describe("Claude Code alone", () => {
  it("leaves a subagent's lines out, and takes a line that is said twice once", () => {
    const side = claudeLine("assistant", { role: "assistant", id: "m9", content: [] }, "s1", { isSidechain: true });
    const again = parsed([...claude, side, ...claude.slice(1)]);
    expect(again.turns).toEqual(parsed(claude).turns);
  });

  it("sees /clear as a reset", () => {
    const clear = { role: "user", content: "<command-name>/clear</command-name>" };
    const turns = parsed([...claude, claudeLine("user", clear, "u9"), ...claudeTurn("m3", [])]).turns;
    expect(turns.at(-1)?.boundaries).toEqual(["reset"]);
  });
});

describe("any text", () => {
  it("is a transcript or null, and never an exception", () => {
    const field = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom("user", "assistant", "system", "message", "session", "7f3a"),
    );
    const keys = ["type", "message", "sessionId", "uuid", "id", "content", "role", "isSidechain", "subtype"] as const;
    const message = fc.dictionary(fc.constantFrom(...keys), field);
    const line = fc
      .dictionary(fc.constantFrom(...keys), fc.oneof(field, message))
      .map((value) => JSON.stringify(value));
    const text = fc
      .array(fc.oneof(line, fc.string(), fc.constantFrom(...claude, ...pi)))
      .map((all) => all.join("\n"));
    fc.assert(
      fc.property(text, (all) => void parseTranscript(all)),
      { numRuns: draws(150) },
    );
  });

  it("is null where no line is one of a session", () => {
    expect(parseTranscript("")).toBeNull();
    expect(parseTranscript('{"workload":1}')).toBeNull();
    expect(parseTranscript("# Notes\n\nNothing here.")).toBeNull();
  });

  it("takes arguments of endless depth and numbers too large to spell", () => {
    const deep = `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`;
    const use = `{"type":"tool_use","id":"t","name":"Read","input":{"deep":${deep},"much":1e999}}`;
    const line = `{"type":"assistant","sessionId":"7f3a","message":{"role":"assistant","id":"m","model":"m","usage":{},"content":[${use}]}}`;
    expect(parsed([line]).turns[0]?.calls[0]?.signature).toContain("Read ");
  });
});

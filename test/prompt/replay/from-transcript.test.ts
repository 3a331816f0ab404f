/** FromTranscript: what a session becomes as a workload, and that the real ones run without a fault that a policy could prevent. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { estimateTokens } from "../../../src/memory/tokenizer.js";
import { policies } from "../../../src/prompt/decision.js";
import { parseWorkload } from "../../../src/prompt/replay/parse.js";
import { simulate } from "../../../src/prompt/replay/simulate.js";
import {
  type Converted,
  parseTranscript,
  rowOf,
  truncated,
  workloadFrom,
} from "../../../src/prompt/replay/workload.js";

import { claudeCompaction, claudeTurn, type FakeCall } from "../../cli/share/lines.js";

const rules = {
  id: "t1",
  name: "Read",
  input: { file_path: "/w/CLAUDE.md" },
  result: "- Never push.\n- Ask first.\n",
};
const source = {
  id: "t2",
  name: "Read",
  input: { file_path: "/w/a.ts" },
  result: "export const a = 1;\n".repeat(40),
};
const edit = {
  id: "t3",
  name: "Edit",
  input: { file_path: "/w/a.ts", new_string: "2" },
  result: "The file was edited.",
};
const refused = {
  id: "t4",
  name: "Edit",
  input: { file_path: "/w/a.ts", new_string: "3" },
  result: "No.",
  failed: true,
};
const test = { id: "t5", name: "Bash", input: { command: "npm test" }, result: "1 failed" };
const again = { ...test, id: "t6", result: "all passed" };
const search = { id: "t7", name: "mcp__web__search", input: { q: "x" }, result: "nothing" };
const open: FakeCall = { id: "t8", name: "Bash", input: { command: "sleep 9" } };

function converted(): Converted {
  const lines = [
    ...claudeTurn("m1", [rules, source]),
    ...claudeTurn("m2", [edit, refused, test]),
    claudeCompaction("c1"),
    ...claudeTurn("m3", [again, search, open]),
    ...claudeTurn("m4", []),
    ...claudeTurn("m5", [{ ...again, id: "t9" }]),
  ];
  const transcript = parseTranscript(lines.join("\n"));
  if (transcript === null) throw new Error("no transcript");
  return workloadFrom(transcript, "small", estimateTokens);
}

describe("a small session", () => {
  it("has a page for each call that was answered and not made before", () => {
    const { workload, repeats, repeatsChanged, unanswered } = converted();
    const pages = workload.pages.map(({ type, pin, minFidelity, recomputeCost, from }) => {
      return [type, pin, minFidelity, recomputeCost, from];
    });
    expect(pages).toEqual([
      ["constraint", "hard", "structured", undefined, 1],
      ["evidence", "soft", "pointer", 8, 1],
      ["evidence", "soft", "pointer", 10, 2],
      ["evidence", "soft", "pointer", 10, 2],
      ["evidence", "soft", "pointer", 8, 2],
      ["evidence", "soft", "pointer", 6, 3],
    ]);
    expect([repeats, repeatsChanged, unanswered]).toEqual([2, 2, 1]);
  });

  it("needs a result in the turn after, and again when its file is touched", () => {
    const { turns } = converted().workload;
    const needs = turns.map(({ demands }) => demands.map(({ page }) => page));
    expect(needs).toEqual([
      [],
      ["result-0001", "result-0002"],
      ["result-0003", "result-0004", "result-0005"],
      ["result-0006"],
      [],
      [],
    ]);
  });

  it("has news where an edit succeeded, and boundaries where they were", () => {
    const { turns } = converted().workload;
    expect(turns.map(({ dirty }) => dirty)).toEqual([[], [], ["result-0003"], [], [], []]);
    expect(turns.map(({ events }) => events)).toEqual([[], [], ["compaction"], [], [], []]);
    expect(turns[2]?.tools[0]).toBe(turns[1]?.tools[2]);
  });

  it("prices each fidelity by a text that is really made, the pointer least and the whole most", () => {
    const [constraint, file] = converted().workload.pages;
    expect(file?.tokens.full).toBe(estimateTokens(source.result));
    expect(file?.tokens.pointer).toBeLessThan(file?.tokens.full ?? 0);
    expect(Object.keys(constraint?.tokens ?? {}).sort()).toEqual(["full", "structured"]);
  });

  it("is the same every time, and a workload that anybody could have written", () => {
    expect(converted()).toEqual(converted());
    for (const length of [0, 1, 2, 5, 50]) {
      const cut = truncated(converted(), length);
      expect(parseWorkload(JSON.parse(JSON.stringify(cut)))).toEqual({ ok: true, value: cut });
      expect(cut.turns.at(-1)).toEqual({ events: ["reset"], demands: [], tools: [], dirty: [] });
      expect(cut.turns.length).toBe(Math.min(length, 5) + 2);
    }
  });

  it("cut after an edit loses it under a policy that does not write back at a reset, and not under ours", () => {
    const cut = truncated(converted(), 2);
    expect(rowOf(simulate(cut, policies.compaction_hybrid, 500)).faults.flush_miss).toBe(1);
    expect(simulate(cut, policies.pagefile, 500).faults).toEqual([]);
    expect(rowOf(simulate(truncated(converted(), 5), policies.retrieval, 500)).faults.duplicate_tool).toBe(1);
  });
});

const data = process.env.PAGEFILE_EVAL_DATA;
if (data === undefined) console.log("PAGEFILE_EVAL_DATA is not set: real transcripts are not replayed here.");

it.skipIf(data === undefined)(
  "real sessions: no fault that a policy could prevent, at any length",
  () => {
    const folder = join(data ?? "", "transcripts");
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".jsonl"),
    );
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      const transcript = parseTranscript(readFileSync(join(folder, name), "utf8"));
      if (transcript === null) throw new Error(`${name} is no transcript`);
      const whole = workloadFrom(transcript, name, estimateTokens);
      for (const length of [50, 100, 200, 400]) {
        const row = rowOf(simulate(truncated(whole, length), policies.pagefile, 300));
        expect([name, length, row.controllable]).toEqual([name, length, 0]);
      }
    }
  },
  120_000,
);

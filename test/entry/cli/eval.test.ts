/** Eval: the built program runs the evaluation, writes the same report twice, and lets nothing of others be overwritten. */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { cli } from "../../support/cli.js";
import { markupProblem } from "../../support/markup.js";
import { claudeTurn, piTurn } from "../../transcript/lines.js";

const edit = { id: "t1", name: "Edit", input: { file_path: "a.ts" }, result: "done" };

it("prints every table, writes three files, and writes the same bytes again over its own", () => {
  const { folder, run } = cli();
  const data = join(folder, "data");
  mkdirSync(join(data, "transcripts"), { recursive: true });
  writeFileSync(join(data, "transcripts", "small.jsonl"), claudeTurn("m1", [edit]).join("\n"));
  writeFileSync(join(data, "transcripts", "notes.jsonl"), "not a session\n");
  const env = { PAGEFILE_EVAL_DATA: data };
  const first = run(["eval", "--quick", "--out", "report"], { env });
  expect(first.exit).toBe(0);
  for (const number of [3, 4, 5, 6, 7, 8, 9, 10]) expect(first.stdout).toContain(`**Table ${number}.`);
  expect(first.stdout).not.toContain("FAIL");
  expect(first.stdout).toContain("pagefile: 0 policy-controllable faults in 4 runs");
  expect(first.stdout).toContain("no transcript of a known kind: notes.");
  const texts = (): readonly string[] =>
    readdirSync(join(folder, "report"))
      .sort()
      .map((name) => readFileSync(join(folder, "report", name), "utf8"));
  const before = texts();
  expect(before).toHaveLength(3);
  expect(markupProblem((before[0] ?? "").slice("<!DOCTYPE html>".length))).toBeNull();
  expect(before[1]).toContain(first.stdout.trim());
  expect(run(["eval", "--quick", "--out", "report"], { env }).exit).toBe(0);
  expect(texts()).toEqual(before);
  const results = JSON.parse(before[2] ?? "");
  const ours = results.families.filter((row: { policy: string }) => row.policy === "pagefile");
  expect(ours.map((row: { controllable: number }) => row.controllable)).toEqual(ours.map(() => 0));
});

it("refuses a memory and a file that is not its own, before it runs, and says when there are no transcripts", () => {
  const { folder, run, sample } = cli();
  const memory = sample();
  const within = run(["eval", "--quick", "--out", join(memory, "report", "deep")]);
  expect([within.exit, within.stdout]).toEqual([2, ""]);
  expect(within.stderr).toContain("lies in the memory");
  expect(readdirSync(memory)).not.toContain("report");
  mkdirSync(join(folder, "mine"));
  writeFileSync(join(folder, "mine", "report.md"), "My own words.\n");
  const foreign = run(["eval", "--quick", "--out", "mine"]);
  expect([foreign.exit, foreign.stdout]).toEqual([2, ""]);
  expect(readFileSync(join(folder, "mine", "report.md"), "utf8")).toBe("My own words.\n");
  expect(readdirSync(join(folder, "mine"))).toEqual(["report.md"]);
  const nowhere = run(["eval", "--quick"]);
  expect(nowhere.exit).toBe(0);
  expect(nowhere.stderr).toContain("PAGEFILE_EVAL_DATA is not set");
  expect(nowhere.stdout).toContain("Not run: PAGEFILE_EVAL_DATA is not set.");
});

it("replays workloads and sessions under the policies and budgets asked for", () => {
  const { folder, run } = cli();
  const page = { id: "plan", type: "plan", pin: "soft", scope: "session", tokens: { structured: 10, full: 30 } };
  const turn = { events: [], demands: [], tools: [], dirty: ["plan"] };
  const turns = [turn, { ...turn, events: ["reset"], dirty: [] }];
  const workload = { workload: 1, name: "mine", family: "own", seed: null, pages: [page], turns };
  writeFileSync(join(folder, "mine.json"), JSON.stringify(workload));
  writeFileSync(join(folder, "session.jsonl"), piTurn([edit]).join("\n"));
  const asked = ["--policy", "pagefile", "--policy", "compaction_hybrid", "--budget", "100", "--budget", "200"];
  const ran = run(["replay", "mine.json", "session.jsonl", ...asked, "--json"]);
  const runs = JSON.parse(ran.stdout).runs.map(
    (row: { workload: string; budget: number; policy: string; faults: { flush_miss: number } }) => {
      return [row.workload, row.budget, row.policy, row.faults.flush_miss];
    },
  );
  expect(ran.exit).toBe(0);
  expect(runs).toEqual([
    ["mine", 100, "compaction_hybrid", 1],
    ["mine", 100, "pagefile", 0],
    ["mine", 200, "compaction_hybrid", 1],
    ["mine", 200, "pagefile", 0],
    ["session.jsonl@1", 100, "compaction_hybrid", 1],
    ["session.jsonl@1", 100, "pagefile", 0],
    ["session.jsonl@1", 200, "compaction_hybrid", 1],
    ["session.jsonl@1", 200, "pagefile", 0],
  ]);
  const table = run(["replay", "mine.json"]).stdout.trimEnd().split("\n");
  expect(table).toHaveLength(7);
  expect(JSON.parse(run(["replay", "--schema"]).stdout).title).toBe("Pagefile workload");
});

it("says what is wrong with what it cannot replay", () => {
  const { folder, run } = cli();
  writeFileSync(join(folder, "bad.json"), '{"workload": 1, "name": "x"}');
  writeFileSync(join(folder, "notes.txt"), "Just notes.\n");
  const cases: readonly (readonly [readonly string[], number, string])[] = [
    [["bad.json"], 1, "bad.json: "],
    [["notes.txt"], 2, "neither a workload nor a session"],
    [["./missing.json"], 74, "ENOENT"],
    [["notes.txt", "--policy", "magic"], 2, "no policy “magic”"],
    [["notes.txt", "--budget", "0"], 2, "The budget is “0”"],
    [["--schema", "notes.txt"], 2, "--schema"],
    [["4f1c09a2b3d4", "--budget", "10"], 2, "for files"],
    [["4f1c09a2b3d4", "aaaaaaaaaaaa"], 2, "Several traces"],
  ];
  for (const [args, exit, says] of cases) {
    const ran = run(["replay", ...args]);
    expect([args, ran.exit, ran.stdout]).toEqual([args, exit, ""]);
    expect(ran.stderr).toContain(says);
  }
});

/** ReplayFiles: the built program runs workload files and recorded sessions, and says what is wrong with what is neither. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { cli } from "../../support/cli.js";
import { here } from "../../support/here.js";
import { piTurn } from "./lines.js";

const edit = { id: "t1", name: "Edit", input: { file_path: "a.ts" }, result: "done" };

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

it("says what is wrong with what it cannot replay", async () => {
  const program = cli();
  const { folder } = program;
  const run = here(program);
  mkdirSync(join(folder, "folder"));
  writeFileSync(join(folder, "bad.json"), '{"workload": 1, "name": "x"}');
  writeFileSync(join(folder, "notes.txt"), "Just notes.\n");
  const cases: readonly (readonly [readonly string[], number, string])[] = [
    [["bad.json"], 1, "bad.json: "],
    [["notes.txt"], 2, "neither a workload nor a session"],
    [["./missing.json"], 2, "There is no file"],
    [["mine.json/x"], 2, "There is no file"],
    [["folder"], 2, "is a folder; a file was expected."],
    [["notes.txt", "--policy", "magic"], 2, "no policy “magic”"],
    [["notes.txt", "--budget", "0"], 2, "The budget is “0”"],
    [["--schema", "notes.txt"], 2, "--schema"],
    [["4f1c09a2b3d4", "--budget", "10"], 2, "for files"],
    [["4f1c09a2b3d4", "aaaaaaaaaaaa"], 2, "Several traces"],
  ];
  for (const [args, exit, says] of cases) {
    const ran = await run(["replay", ...args], { cwd: folder });
    expect([args, ran.exit, ran.stdout]).toEqual([args, exit, ""]);
    expect(ran.stderr).toContain(says);
    expect(ran.stderr).not.toMatch(/Move that|Check the path/);
  }
});

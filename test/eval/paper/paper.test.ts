/** PaperTest: the evaluation writes the same report twice, lets nothing of others be overwritten, and refuses what it does not know. */

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { Printed } from "../../../src/cli/render/render.js";
import { configPath } from "../../../src/memory/service.js";

import { claudeTurn } from "../../cli/share/lines.js";
import { markupProblem } from "../../support/markup.js";
import { evalPaper } from "./paper.js";

const edit = { id: "t1", name: "Edit", input: { file_path: "a.ts" }, result: "done" };

interface Place {
  readonly folder: string;
  readonly run: (args: readonly string[], env?: Readonly<Record<string, string>>) => Promise<Printed>;
}

/** A fresh folder that is no memory, and the evaluation run in it without a terminal. */
function place(): Place {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pagefile-paper-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, run: (args, env = {}) => evalPaper(args, { cwd: folder, env, stdout: {}, stderr: {} }) };
}

it("prints every table or one document for programs, writes three files, and writes the same bytes again over its own", async () => {
  const { folder, run } = place();
  const data = join(folder, "data");
  mkdirSync(join(data, "transcripts"), { recursive: true });
  writeFileSync(join(data, "transcripts", "small.jsonl"), claudeTurn("m1", [edit]).join("\n"));
  writeFileSync(join(data, "transcripts", "notes.jsonl"), "not a session\n");
  const env = { PAGEFILE_EVAL_DATA: data };
  const first = await run(["--quick", "--out", "report"], env);
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
  const second = await run(["--quick", "--json", "--out", "report"], env);
  expect([second.stderr, second.exit]).toEqual(["", 0]);
  expect(Object.keys(JSON.parse(second.stdout) as object)).toEqual(["evaluation", "written"]);
  expect(texts()).toEqual(before);
  const results = JSON.parse(before[2] ?? "");
  const ours = results.families.filter((row: { policy: string }) => row.policy === "pagefile");
  expect(ours.map((row: { controllable: number }) => row.controllable)).toEqual(ours.map(() => 0));
});

it("refuses a memory and a file that is not its own, before it runs, and says when there are no transcripts", async () => {
  const { folder, run } = place();
  const memory = join(folder, "memory");
  mkdirSync(memory);
  writeFileSync(join(memory, configPath), "pagefile: 1\n");
  const within = await run(["--quick", "--out", join(memory, "report", "deep")]);
  expect([within.exit, within.stdout]).toEqual([2, ""]);
  expect(within.stderr).toContain("lies in the memory");
  expect(readdirSync(memory)).not.toContain("report");
  mkdirSync(join(folder, "mine"));
  writeFileSync(join(folder, "mine", "report.md"), "My own words.\n");
  const foreign = await run(["--quick", "--out", "mine"]);
  expect([foreign.exit, foreign.stdout]).toEqual([2, ""]);
  expect(readFileSync(join(folder, "mine", "report.md"), "utf8")).toBe("My own words.\n");
  expect(readdirSync(join(folder, "mine"))).toEqual(["report.md"]);
  const nowhere = await run(["--quick"]);
  expect(nowhere.exit).toBe(0);
  expect(nowhere.stderr).toContain("PAGEFILE_EVAL_DATA is not set");
  expect(nowhere.stdout).toContain("Not run: PAGEFILE_EVAL_DATA is not set.");
});

it("names a word that it does not know without running", async () => {
  const { run } = place();
  for (const args of [["--slow"], ["gates"], ["--out"]]) {
    const refused = await run(args);
    expect([args, refused.exit, refused.stdout]).toEqual([args, 2, ""]);
    expect(refused.stderr).toContain("npm run eval -- -h");
  }
});

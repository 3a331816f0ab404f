/** EvalReal: the program run as a user would on every workspace below a folder, with what it reads, finds, moves and puts into prompts. */

import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Findings, findingsOf } from "./findings.js";
import { type Gold, goldOf, wordsOf } from "./gold.js";
import { docOf, textOf } from "./json.js";
import { type Limits, type Metered, meter, seen } from "./meter.js";
import { judgeNight, type Night, type NightJudged, nightOf } from "./night.js";
import { type Composition, compositionOf, type Reading, readingOf } from "./prompt.js";
import { copyOf, type Workspace, workspacesIn } from "./workspaces.js";

export interface RealAsked extends Limits {
  readonly data: string;
  /** Names of workspaces; all where none is given. */
  readonly only: readonly string[];
  readonly gold: string;
  /** A folder outside the project for the program's own answers, which hold words of the data. */
  readonly answers: string | undefined;
}

export interface Told {
  readonly workspace: string;
  readonly group: string;
  readonly half: string;
  readonly profile: string;
  readonly reading: Reading;
  readonly findings: Findings;
  readonly night: Night;
  readonly judged: NightJudged | undefined;
  readonly stale: number;
  readonly prompts: readonly Composition[];
  readonly costs: readonly Cost[];
}

export interface Cost {
  readonly command: string;
  readonly cpuS: number | null;
  readonly wallS: number;
  readonly peakMb: number | null;
  readonly over: boolean;
  /** What went wrong where no answer came: the program's own code. */
  readonly failed: string;
}

const commands = [
  ["init"],
  ["pages"],
  ["status"],
  ["audit"],
  ["nightly", "--dry-run"],
  ["assemble", "--budget", "2000"],
  ["assemble", "--budget", "8000"],
  ["assemble", "--budget", "32000"],
] as const;

/** Each is told as soon as it is done: a run over all takes an hour. */
export function evalReal(asked: RealAsked, tell: (told: Told) => void): readonly Told[] {
  const all = workspacesIn(asked.data).filter(({ name }) => asked.only.length === 0 || asked.only.includes(name));
  return all.map((workspace) => {
    const told = evalOne(workspace, asked);
    tell(told);
    return told;
  });
}

function evalOne(workspace: Workspace, asked: RealAsked): Told {
  const temp = realpathSync(mkdtempSync(join(tmpdir(), "pagefile-eval-real-")));
  try {
    const copied = copyOf(workspace, temp);
    const gold = goldOf(asked.gold, workspace.name, copied.root);
    const lines = memoryLines(copied.root);
    const runs = commands.map((args) => [args.join(" "), meter(copied, args, asked)] as const);
    if (asked.answers !== undefined) keep(join(asked.answers, workspace.name), runs);
    const json = (command: string): unknown => runs.find(([name]) => name === command)?.[1].json;
    const night = nightOf(json("nightly --dry-run"), json("status"), lines);
    return {
      workspace: workspace.name,
      group: workspace.group,
      half: gold?.half ?? "",
      profile: textOf(docOf(json("status")).profile),
      reading: readingOf(copied.notes, json("pages")),
      findings: findingsOf(json("audit"), json("status"), gold),
      night,
      judged: gold === undefined ? undefined : judgeNight(night, judgeable(gold, json("nightly --dry-run"))),
      stale: gold?.stale ?? 0,
      prompts: runs
        .filter(([name]) => name.startsWith("assemble"))
        .map(([name, run]) => compositionOf(run.json, json("pages"), seen(copied, name.split(" "), asked).stderr)),
      costs: runs.map(([command, run]) => costOf(command, run)),
    };
  } finally {
    rmSync(temp, { recursive: true, force: true });
  }
}

function keep(folder: string, runs: readonly (readonly [string, Metered])[]): void {
  mkdirSync(folder, { recursive: true });
  for (const [command, { json }] of runs)
    writeFileSync(join(folder, `${command.replace(/\W+/g, "-")}.json`), `${JSON.stringify(json)}\n`);
}

/** A night that gave no answer kept nothing and lost nothing: it is judged of nothing. */
function judgeable(gold: Gold, nightly: unknown): Gold {
  return Array.isArray(docOf(nightly).plan) ? gold : { ...gold, entries: [] };
}

function memoryLines(root: string): readonly string[] {
  const file = join(root, "MEMORY.md");
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  return lines.map(wordsOf).filter((line) => line !== "");
}

function costOf(command: string, { cpuS, wallS, peakMb, over, json, exit }: Metered): Cost {
  const code = textOf(docOf(docOf(json).error).code);
  const failed = over ? "" : code || (json === null ? `no answer, exit ${exit ?? "none"}` : "");
  return { command, cpuS, wallS, peakMb, over, failed };
}

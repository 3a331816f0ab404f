/** Real: commands over memories in the shapes of real ones, in CPU time, beside one parse of the same bytes by remark in the same run. */

import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { type Shape, type ShapedFile, shapedMemory, shapes } from "../support/real-shapes.js";
import type { Bench, Row, Setting } from "./bench.js";

export const real: Bench = {
  name: "real",
  says: "commands over long logs, 700 notes and entries of 150 KB, beside one remark parse of the same bytes",
  run: measure,
};

const commands: readonly (readonly [string, ...(readonly string[])])[] = [
  ["pages", "pages"],
  ["pages --json", "pages", "--json"],
  ["audit", "audit"],
  ["audit --json", "audit", "--json"],
  ["status", "status"],
  ["assemble", "assemble", "--budget", "8000"],
  ["recall", "recall", "which deploy was reviewed"],
  ["recall --json", "recall", "which deploy was reviewed", "--json"],
];

/** Below `.git/pagefile`: what is made again where it is gone. */
const derived = /^(?:index.*|tokens)$/;
const warmRuns = 3;
const rival = "one remark parse";
const metric = "CPU ms a run";

async function measure({ seed, project, folder }: Setting): Promise<readonly Row[]> {
  const clock = join(folder, "cpu.cjs");
  writeFileSync(
    clock,
    "process.on('exit',()=>{const u=process.cpuUsage();require('fs').writeFileSync(process.env.CPU_FILE,String((u.user+u.system)/1000))});",
  );
  return shapes.flatMap((shape) => {
    const files = shapedMemory(shape, seed);
    const dir = place(join(folder, shape), files);
    const env = { PATH: process.env.PATH, HOME: folder, CPU_FILE: join(folder, "cpu") };
    const run = (args: readonly string[]): number => {
      const argv = ["--require", clock, join(project, "dist", "pagefile.cjs"), ...args];
      const { status, stderr } = spawnSync(process.execPath, argv, { cwd: dir, env, maxBuffer: 1 << 28 });
      if (status !== 0 && status !== 1) throw new Error(`${args.join(" ")} ended with ${status}: ${String(stderr)}`);
      return Number(readFileSync(env.CPU_FILE, "utf8"));
    };
    run(["init", "--repo", dir]);
    return rowsFor(shape, { dir, run, parse: () => parseOnce(files) });
  });
}

interface Place {
  readonly dir: string;
  readonly run: (args: readonly string[]) => number;
  readonly parse: () => number;
}

/** The parse is measured before and after, so that a busy moment of the machine falls on it too. */
function rowsFor(shape: Shape, { dir, run, parse }: Place): readonly Row[] {
  const before = parse();
  const ran = commands.map(([name, ...args]) => {
    const state = join(dir, ".git", "pagefile");
    for (const each of readdirSync(state).filter((entry) => derived.test(entry)))
      rmSync(join(state, each), { recursive: true, force: true });
    const cold = run(args);
    return { name, cold, warm: middle(Array.from({ length: warmRuns }, () => run(args))) };
  });
  const dry = run(["nightly", "--dry-run"]);
  const parsed = (before + parse()) / 2;
  const row = (what: string, ours: number): Row => ({
    case: `${shape}: ${what}`,
    metric,
    ours,
    rival: `${rival}, ${Math.round(parsed)} ms`,
    ratio: ours / parsed,
    n: 1,
  });
  return [
    ...ran.flatMap(({ name, cold, warm }) => [row(`${name}, cold`, cold), row(`${name}, warm`, warm)]),
    row("nightly --dry-run, warm", dry),
  ];
}

function middle(figures: readonly number[]): number {
  return [...figures].sort((a, b) => a - b)[figures.length >> 1]!;
}

function place(dir: string, files: readonly ShapedFile[]): string {
  for (const { path, text } of files) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
  const git = (...args: readonly string[]): void => {
    const { status, stderr } = spawnSync("git", args, { cwd: dir, encoding: "utf8" });
    if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
  };
  git("init", "-q");
  git("config", "user.name", "Bench");
  git("config", "user.email", "bench@example.org");
  git("add", "-A");
  git("commit", "-qm", "memory");
  return dir;
}

function parseOnce(files: readonly ShapedFile[]): number {
  const parser = unified().use(remarkParse).freeze();
  const start = process.cpuUsage();
  for (const { text } of files) parser.parse(text);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

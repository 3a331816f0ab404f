/** Race: eight writers at once, alone and with the git command line beside them; every success is there, and nobody waits for long. */

import { join } from "node:path";
import type { Row } from "../bench/bench.js";
import { type Ended, startWriter } from "./child.js";
import { type Engine, entriesIn, type Ground, makeGround, onDisk, pathOf } from "./ground.js";
import { gitBeside } from "./race-git.js";
import type { Setting, Suffered, Torment } from "./torment.js";

export const race: Torment = {
  name: "race",
  says: "8 processes on shared and own pages, without and with git beside them, and the same without a lock; rounds are writes a process",
  rounds: 100,
  run,
};

const writers = ["a", "b", "c", "d", "e", "f", "g", "h"];
const pages = ["shared", ...writers];

interface Contest {
  readonly mode: "ours" | "naive";
  readonly names: readonly string[];
  /** One for each writer in turn. */
  readonly engines: readonly Engine[];
  readonly beside: boolean;
}

async function run(setting: Setting): Promise<Suffered> {
  const rows: Row[] = [];
  const broken: string[] = [];
  const add = (result: Result, title: string): Result => {
    broken.push(...result.broken.map((says) => `race, ${title}: ${says}`));
    return result;
  };
  for (const engine of ["native", "embedded"] as const) {
    const ours = { mode: "ours", engines: [engine], beside: false } as const;
    const solo = add(await contest(setting, { ...ours, names: ["a"] }), `1 process, ${engine}`);
    const title = `8 processes, ${engine}`;
    const eight = add(await contest(setting, { ...ours, names: writers }), title);
    rows.push(...countRows(title, eight), ...waitRows(title, eight, solo));
  }
  const mixed = { engines: ["native", "embedded"], beside: true } as const;
  const solo = await contest(setting, { ...mixed, mode: "ours", names: ["a"] });
  const title = "8 processes, both engines, git beside";
  const eight = add(await contest(setting, { ...mixed, mode: "ours", names: writers }), title);
  const naive = await contest(setting, { ...mixed, mode: "naive", names: writers });
  const rival = `naive writer: ${naive.lost} of ${naive.waits.length}`;
  rows.push(...countRows(title, eight, rival), ...waitRows(title, eight, add(solo, "1 process, git beside")));
  rows.push({ case: title, metric: "commits by git", ours: eight.byGit, n: eight.byGit });
  return { rows, broken };
}

function countRows(title: string, { asked, lost, waits, locked }: Result, rival?: string): readonly Row[] {
  const n = waits.length;
  return [
    { case: title, metric: "acknowledged and lost", ours: lost, n, ...(rival === undefined ? {} : { rival }) },
    { case: title, metric: "answered `locked`, nothing written", ours: locked, n: asked },
  ];
}

/** The same writer without the others is the measure; its median and its own p99. */
function waitRows(title: string, eight: Result, solo: Result): readonly Row[] {
  const n = eight.waits.length;
  return [0.5, 0.99].map((part) => {
    const metric = `ms a write, p${part * 100}`;
    const rival = `solo p50 ${at(solo, 0.5).toFixed(1)}, p99 ${at(solo, 0.99).toFixed(1)} ms; ratio to p${part * 100}`;
    return { case: title, metric, ours: at(eight, part), rival, ratio: at(eight, part) / at(solo, part), n };
  });
}

function at({ waits }: Result, part: number): number {
  return waits[Math.floor(waits.length * part)] ?? Number.NaN;
}

interface Result {
  readonly asked: number;
  readonly locked: number;
  readonly lost: number;
  readonly byGit: number;
  /** Of acknowledged writes, sorted, ms. */
  readonly waits: readonly number[];
  readonly broken: readonly string[];
}

async function contest(setting: Setting, { mode, names, engines, beside }: Contest): Promise<Result> {
  const ground = makeGround(join(setting.folder, [mode, names.length, beside, ...engines].join("-")), pages);
  const { writer, rounds: count } = setting;
  const children = names.map((name, i) => {
    const engine = engines[i % engines.length] ?? "native";
    // One write in four goes to the page that all of them share.
    return startWriter({ writer, mode, root: ground.root, name, pages: ["shared", name, name, name], count, engine });
  });
  await Promise.all(children.map((child) => child.ready));
  let done = false;
  const git = beside ? gitBeside(ground, () => done) : Promise.resolve(0);
  for (const child of children) child.go();
  const ended = await Promise.all(children.map((child) => child.ended));
  done = true;
  const byGit = await git;
  const waits = ended.flatMap((one) => one.acknowledged.map(({ ms }) => ms)).sort((a, b) => a - b);
  const locked = ended.reduce((sum, one) => sum + one.locked, 0);
  const lost = lostIn(ground, ended);
  const broken = ended.flatMap((one) => (one.failed === "" ? [] : [one.failed]));
  if (lost > 0)
    broken.push(`${lost} acknowledged entries are not once in HEAD and on disk, or their commits are gone`);
  const status = ground.tryGit("status", "--porcelain");
  if (status.said !== "") broken.push(`git status says ${status.said}`);
  const fsck = ground.tryGit("fsck", "--strict", "--no-dangling");
  if (fsck.status !== 0) broken.push(`git fsck says ${fsck.said}`);
  const made = Number(ground.tryGit("rev-list", "--count", "HEAD").said) - 1;
  if (made !== waits.length + byGit)
    broken.push(`HEAD has ${made} commits; ${waits.length + byGit} were acknowledged`);
  return { asked: names.length * count, locked, lost, byGit, waits, broken };
}

function lostIn(ground: Ground, ended: readonly Ended[]): number {
  const counted = (text: string): ReadonlyMap<string, number> => {
    const times = new Map<string, number>();
    for (const entry of entriesIn(text)) times.set(entry, (times.get(entry) ?? 0) + 1);
    return times;
  };
  const head = new Map(pages.map((page) => [page, counted(ground.tryGit("show", `HEAD:${pathOf(page)}`).said)]));
  const disk = new Map(pages.map((page) => [page, counted(onDisk(ground, page))]));
  const reachable = new Set(ground.tryGit("rev-list", "HEAD").said.split("\n"));
  const isThere = ({ page, entry, commit }: Ended["acknowledged"][number]): boolean =>
    head.get(page)?.get(entry) === 1 && disk.get(page)?.get(entry) === 1 && reachable.has(commit);
  return ended.flatMap((one) => one.acknowledged).filter((one) => !isThere(one)).length;
}

/** Race: eight writers and the git command line on one repository at once; every success is there, and nobody waits for long. */

import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Row } from "../bench/bench.js";
import { type Ended, runWriter } from "./child.js";
import { entriesIn, environment, type Ground, makeGround, onDisk, pathOf } from "./ground.js";
import type { Setting, Suffered, Torment } from "./torment.js";

export const race: Torment = {
  name: "race",
  says: "8 processes on shared and own pages beside git itself, and the same without a lock; rounds are writes a process",
  rounds: 15,
  run,
};

const writers = ["a", "b", "c", "d", "e", "f", "g", "h"];
const pages = ["shared", ...writers];

async function run(setting: Setting): Promise<Suffered> {
  const solo = await contest(setting, "ours", ["a"]);
  const ours = await contest(setting, "ours", writers);
  const naive = await contest(setting, "naive", writers);
  const alone = solo.waits[Math.floor(solo.waits.length / 2)] ?? Number.NaN;
  const row = (metric: string, value: number, n: number): Row => ({
    case: "race, 8 processes",
    metric,
    ours: value,
    n,
  });
  const at = (part: number): number => ours.waits[Math.floor(ours.waits.length * part)] ?? Number.NaN;
  const n = ours.waits.length;
  const lost = (side: Contest): string => `naive writer: ${side.lost} of ${side.waits.length}`;
  const rows: Row[] = [
    { ...row("acknowledged and lost", ours.lost, n), rival: lost(naive) },
    row("answered `locked`, nothing written", ours.asked - n, ours.asked),
    row("commits by git beside them", ours.byGit, ours.byGit),
    ...[0.5, 0.99].map((part) => ({
      ...row(`ms a write, p${part * 100}`, at(part), n),
      rival: `solo median ${alone.toFixed(1)} ms`,
      ratio: at(part) / alone,
    })),
  ];
  return { rows, broken: ours.broken.map((says) => `race, round 0: ${says}`) };
}

interface Contest {
  readonly asked: number;
  readonly lost: number;
  readonly byGit: number;
  /** Of acknowledged writes, sorted, ms. */
  readonly waits: readonly number[];
  readonly broken: readonly string[];
}

async function contest(setting: Setting, mode: "ours" | "naive", names: readonly string[]): Promise<Contest> {
  const ground = makeGround(join(setting.folder, `${mode}-${names.length}`), pages);
  const { writer, rounds: count } = setting;
  let done = false;
  const running = names.map((name) =>
    runWriter({ writer, mode, root: ground.root, name, pages: ["shared", name], count }),
  );
  const beside = names.length > 1 ? gitBeside(ground, () => done) : Promise.resolve(0);
  const ended = await Promise.all(running);
  done = true;
  const byGit = await beside;
  const waits = ended.flatMap((one) => one.acknowledged.map(({ ms }) => ms)).sort((a, b) => a - b);
  const lost = lostIn(ground, ended);
  const broken = ended.flatMap((one) => (one.failed === "" ? [] : [one.failed]));
  if (lost > 0) broken.push(`${lost} acknowledged entries or commits are not in HEAD`);
  const status = ground.tryGit("status", "--porcelain");
  if (status.said !== "") broken.push(`git status says ${status.said}`);
  const fsck = ground.tryGit("fsck", "--strict", "--no-dangling");
  if (fsck.status !== 0) broken.push(`git fsck says ${fsck.said}`);
  const made = Number(ground.tryGit("rev-list", "--count", "HEAD").said) - 1;
  if (made !== waits.length + byGit)
    broken.push(`HEAD has ${made} commits; ${waits.length + byGit} were acknowledged`);
  return { asked: names.length * count, lost, byGit, waits, broken };
}

function lostIn(ground: Ground, ended: readonly Ended[]): number {
  const head = new Map(pages.map((page) => [page, entriesIn(ground.tryGit("show", `HEAD:${pathOf(page)}`).said)]));
  const disk = new Map(pages.map((page) => [page, entriesIn(onDisk(ground, page))]));
  const reachable = new Set(ground.tryGit("rev-list", "HEAD").said.split("\n"));
  return ended
    .flatMap((one) => one.acknowledged)
    .filter(
      ({ page, entry, commit }) =>
        !(head.get(page)?.has(entry) && disk.get(page)?.has(entry) && reachable.has(commit)),
    ).length;
}

/** Commits other files by the command line; git that finds a lock is not tried again. Gives how many it made. */
async function gitBeside({ root }: Ground, done: () => boolean): Promise<number> {
  const run = (...args: readonly string[]): Promise<boolean> =>
    new Promise((resolve) => {
      const child = spawn("git", args, { cwd: root, env: environment(root), stdio: "ignore" });
      child.on("close", (code) => resolve(code === 0));
    });
  let made = 0;
  for (let i = 0; !done(); i++) {
    writeFileSync(join(root, "beside.txt"), `${i}\n`);
    if ((await run("add", "beside.txt")) && (await run("commit", "--quiet", "--message", `git ${i}`))) made += 1;
  }
  while (await run("diff", "--quiet", "HEAD", "--", "beside.txt").then((same) => !same)) {
    if ((await run("add", "beside.txt")) && (await run("commit", "--quiet", "--message", "git last"))) made += 1;
    else break;
  }
  return made;
}

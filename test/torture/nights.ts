/** Nights: a year of a busy agent, with deaths, full disks, clocks that lie and two daemons, and three systems broken on purpose. */

import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Row } from "../bench/bench.js";
import { openRepo, type TestRepo } from "../support/git-repo.js";
import { nightSabotages } from "./nights-daemon.js";
import { liveYear, type Year } from "./nights-year.js";
import type { Setting, Suffered, Torment } from "./torment.js";

export const nights: Torment = {
  name: "nights",
  says: "nights of a busy agent, killed, starved, twice at once and at the wrong time; a round is a night",
  rounds: 365,
  run,
};

const controls = [...nightSabotages, "drops_silently"] as const;
const controlDays = 25;

async function run({ seed, rounds, isOver, folder }: Setting): Promise<Suffered> {
  const broken: string[] = [];
  const days = Math.max(rounds, 3);
  const year = await inRepo(folder, (repo) => liveYear({ repo, seed, days, isOver, sabotage: null }));
  broken.push(...year.broken.map((says) => `nights, ${says}`));
  const rows: Row[] = Object.entries(year.tally).map(([metric, ours]) => ({ case: "nights", metric, ours, n: days }));
  rows.push({ case: "nights", metric: "promises broken", ours: year.broken.length, n: days });
  for (const sabotage of controls) {
    const done: Year = await inRepo(folder, (repo) =>
      liveYear({ repo, seed, days: controlDays, isOver: () => false, sabotage }),
    );
    rows.push({
      case: "nights, control",
      metric: `promises “${sabotage}” is seen to break`,
      ours: done.broken.length,
      n: controlDays,
    });
    if (done.broken.length === 0) broken.push(`nights, control: nobody noticed a system that ${sabotage}`);
  }
  return { rows, broken };
}

/** In memory where the system has such a folder: what is measured here is not the disk. */
export async function inRepo<T>(folder: string, use: (repo: TestRepo) => Promise<T>): Promise<T> {
  const shared = "/dev/shm";
  const home = mkdtempSync(join(existsSync(shared) ? shared : folder, "pagefile-nights-"));
  const repo = openRepo(home, home);
  repo.git("init", "--quiet", "--initial-branch=main");
  for (const [key, value] of [
    ["user.name", "Ada Example"],
    ["user.email", "ada@example.org"],
    ["gc.auto", "0"],
  ] as const)
    repo.git("config", key, value);
  try {
    return await use(repo);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Against git: the same patches through us and through the git command line, between a user's changes: equal to the last byte. */

import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Instant } from "../../src/base/ids.js";
import type { Workspace } from "../../src/memory/workspace.js";
import { openWorkspace } from "../../src/open.js";
import { flush } from "../../src/session/flush.js";
import { patch } from "../../src/session/patch.js";
import { stage } from "../../src/session/stage.js";

import type { Row } from "../bench/bench.js";
import type { TestRepo } from "../support/git-repo.js";
import { afterAsk, draftOf, drawStep, type Step } from "./against-git-steps.js";
import { byGit, byHand, makeTwin, pathOf, seen, type Twin } from "./against-git-twin.js";
import { chance, type Setting, type Suffered, type Torment } from "./torment.js";

export const againstGit: Torment = {
  name: "against-git",
  says: "the same operations through us and through the git command line, both engines; rounds are sequences of 16",
  rounds: 40,
  run,
};

export type Hand = "native" | "embedded" | "careless";

export interface Compared {
  steps: number;
  commits: number;
  refused: number;
  readonly broken: string[];
}

const stepsMax = 16;
/** A control that was found out in every sequence need not run for long. */
const controlRoundsMax = 10;
const now = "2026-11-21T08:00:00Z" as Instant;
const options = { detached: "refuse" } as const;

/** One sequence; the first difference ends it. */
export async function sequence(seed: number, round: number, hand: Hand): Promise<Compared> {
  const done: Compared = { steps: 0, commits: 0, refused: 0, broken: [] };
  const draw = chance(seed, round);
  const twin = makeTwin();
  const workspace = hand === "careless" ? null : await open(twin.ours, hand);
  const archived = new Set<string>();
  try {
    for (let number = 0; number < stepsMax && done.broken.length === 0; number++) {
      const step = drawStep(draw, number, archived);
      done.steps += 1;
      if (step.kind === "hand")
        for (const repo of [twin.ours, twin.theirs]) byHand(repo, step.act, step.page, step.n);
      else await patched(twin, step, workspace, done);
      for (const ask of step.kind === "patch" ? step.asks : []) if (ask.op === "archive") archived.add(ask.page);
      const difference = differs(twin);
      if (difference !== null)
        done.broken.push(`sequence ${round}, step ${number} ${JSON.stringify(step)}: ${difference}`);
    }
    for (const repo of [twin.ours, twin.theirs]) {
      const fsck = repo.tryGit(["fsck", "--strict", "--no-dangling"]);
      if (fsck.status !== 0) done.broken.push(`sequence ${round}: git fsck says ${fsck.stderr}${fsck.stdout}`);
    }
  } finally {
    await workspace?.close();
    twin.ours.remove();
  }
  return done;
}

async function patched(
  twin: Twin,
  step: Extract<Step, { kind: "patch" }>,
  workspace: Workspace | null,
  done: Compared,
): Promise<void> {
  const before = twin.ours.git("rev-parse", "HEAD");
  const said = workspace === null ? carelessly(twin.ours, step) : await asked(workspace, twin.ours, step);
  const moved = twin.ours.git("rev-parse", "HEAD") !== before;
  if (step.stale === (said === null)) done.broken.push(`${JSON.stringify(step)} was ${said ?? "accepted"}`);
  if (said !== null) done.refused += 1;
  if (said === null && moved) byGit(twin.theirs, step.asks, twin.ours, now);
  if (moved) done.commits += 1;
}

/** null where it was accepted. */
async function asked(
  workspace: Workspace,
  repo: TestRepo,
  step: Extract<Step, { kind: "patch" }>,
): Promise<string | null> {
  const versionAt = (commit: string, path: string): string =>
    /^version: (\d+)$/m.exec(repo.git("show", `${commit}:${path}`))?.[1] ?? "";
  // What a commit by hand left under the same number goes by its blob.
  const base = (page: string): string => {
    const path = `memory/${page}.md`;
    const versions = repo
      .git("log", "-2", "--format=%H", "--diff-filter=AMR", "--", path)
      .split("\n")
      .map((commit) => versionAt(commit, path));
    if (step.stale) return "999";
    return versions[0] === versions[1] ? repo.git("rev-parse", `HEAD:${path}`) : (versions[0] ?? "");
  };
  const drafts = step.asks.map((ask) => draftOf(ask, ask.op === "title" ? base(ask.page) : ""));
  if (drafts.length === 1) {
    const answer = await patch(workspace, drafts[0], options);
    return answer.ok ? null : `${answer.error.code}: ${answer.error.says}`;
  }
  const { clock } = workspace.primary as { readonly clock: { now(): Instant } };
  for (const [at, draft] of drafts.entries()) {
    // Patches of one second are flushed in the order of their keys; these are a second apart.
    clock.now = () => now.replace(":00Z", `:0${at}Z`) as Instant;
    const staged = await stage(workspace, draft);
    if (!staged.ok) return staged.error.says;
  }
  clock.now = () => now;
  const flushed = await flush(workspace, { boundary: "turn" }, options);
  if (!flushed.ok) return flushed.error.says;
  return flushed.value.rejected[0]?.says ?? null;
}

/** What one writes without thinking of it: the file as it is on disk, and everything that is modified with it. */
function carelessly(repo: TestRepo, step: Extract<Step, { kind: "patch" }>): string | null {
  if (step.stale) return "stale";
  for (const ask of step.asks) {
    const path = pathOf(ask);
    const text = ask.op === "create" ? null : execFileSync("cat", [join(repo.dir, path)], { encoding: "utf8" });
    if (ask.op !== "archive") repo.write(path, afterAsk(text, ask, now) ?? "");
    if (ask.op !== "archive") repo.git("add", path);
  }
  writeFileSync(join(repo.home, "message"), "careless\n");
  repo.tryGit(["commit", "--quiet", "--all", "--file", join(repo.home, "message")]);
  return null;
}

function differs({ ours, theirs }: Twin): string | null {
  const [a, b] = [seen(ours).split("\n"), seen(theirs).split("\n")];
  const at = a.findIndex((line, i) => line !== b[i]);
  if (at < 0) return a.length === b.length ? null : `git has more: ${b[a.length]}`;
  return `ours “${a[at]}”, git “${b[at]}”`;
}

async function open(repo: TestRepo, engine: "native" | "embedded"): Promise<Workspace> {
  const env = { ...repo.env, ...(engine === "embedded" ? { PAGEFILE_GIT: "embedded" } : {}) };
  const opened = await openWorkspace({ cwd: repo.dir, repos: [], env, now });
  if (!opened.ok) throw new Error(opened.error.says);
  return opened.value;
}

async function run(setting: Setting): Promise<Suffered> {
  const rows: Row[] = [];
  const broken: string[] = [];
  const rounds = Math.min(setting.rounds, controlRoundsMax);
  const control = await many({ ...setting, rounds, isOver: () => false }, "careless");
  // A short sequence may have nothing of the user's for a careless writer to take along.
  if (control.broken.length === 0 && control.steps >= 10 * stepsMax)
    broken.push("against-git, control: the careless writer was not found out");
  for (const engine of ["native", "embedded"] as const) {
    const done = await many(setting, engine);
    broken.push(...done.broken.map((says) => `against-git, ${engine}, ${says}`));
    const what = { case: `against git, ${engine}`, n: done.steps };
    const rival = `careless writer: ${control.broken.length} in ${control.steps} steps`;
    rows.push({ ...what, metric: "sequences that differ from git's", ours: done.broken.length, rival });
    rows.push({ ...what, metric: "commits with git's own id", ours: done.commits });
    rows.push({ ...what, metric: "stale patches refused", ours: done.refused });
  }
  return { rows, broken };
}

async function many({ seed, rounds, isOver }: Setting, hand: Hand): Promise<Compared> {
  const all: Compared = { steps: 0, commits: 0, refused: 0, broken: [] };
  for (let round = 0; round < rounds && (round === 0 || !isOver()); round++) {
    const { steps, commits, refused, broken } = await sequence(seed, round, hand);
    all.steps += steps;
    all.commits += commits;
    all.refused += refused;
    all.broken.push(...broken.slice(0, 1));
  }
  return all;
}

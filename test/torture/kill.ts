/** Kill: a writer is killed at a random moment, again and again; whatever it had acknowledged is there, and the next writer works. */

import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openWorkspace } from "../../src/entry/wire.js";
import { patch } from "../../src/flow/patch.js";
import type { Row } from "../bench/bench.js";
import { runWriter } from "./child.js";
import {
  type Engine,
  entriesIn,
  environment,
  type Ground,
  locksIn,
  makeGround,
  onDisk,
  openGround,
  pageNames,
  pathOf,
} from "./ground.js";
import { chance, type Setting, type Suffered, type Torment } from "./torment.js";
import type { Acknowledged } from "./writer.js";

export const kill: Torment = {
  name: "kill",
  says: "SIGKILL at random moments, both engines, beside a naive writer under the same kills",
  rounds: 24,
  run,
};

/** A repository grows with every round; a fresh one now and then keeps `git fsck` quick. */
const roundsAGround = 25;

async function run(setting: Setting): Promise<Suffered> {
  const rows: Row[] = [];
  const broken: string[] = [];
  const control = await torture(setting, "naive", "native");
  for (const engine of ["native", "embedded"] as const) {
    const ours = await torture(setting, "ours", engine);
    broken.push(...ours.broken.map((says) => `kill, ${engine}, ${says}`));
    const n = setting.rounds;
    const what = { case: `kill ${engine}`, n };
    const rival = `naive writer: ${control.broken.length} of ${control.acknowledged} acknowledged`;
    rows.push({
      ...what,
      metric: `promises broken, of ${ours.acknowledged} acknowledged`,
      ours: ours.broken.length,
      rival,
    });
    rows.push({ ...what, metric: "rounds that left a lock, recovered", ours: ours.locked });
    rows.push({ ...what, metric: "rounds that left an unacknowledged edit", ours: ours.edited });
    rows.push({ ...what, metric: "rounds that left a temp file", ours: ours.temps });
  }
  return { rows, broken };
}

interface Count {
  acknowledged: number;
  locked: number;
  edited: number;
  temps: number;
  readonly broken: string[];
}

async function torture(setting: Setting, mode: "ours" | "naive", engine: Engine): Promise<Count> {
  const count: Count = { acknowledged: 0, locked: 0, edited: 0, temps: 0, broken: [] };
  let ground: Ground | null = null;
  let known: Acknowledged[] = [];
  for (let round = 0; round < setting.rounds; round++) {
    const root = join(setting.folder, `${mode}-${engine}-${round}`);
    if (ground === null || round % roundsAGround === 0) {
      if (ground !== null) rmSync(ground.root, { recursive: true, force: true });
      ground = makeGround(root);
      known = [];
    }
    const after = chance(setting.seed, round)() * 600;
    const order = {
      writer: setting.writer,
      mode,
      root: ground.root,
      name: `r${round}`,
      pages: pageNames,
      count: 1e6,
      engine,
    };
    const ended = await runWriter(order, after);
    known.push(...ended.acknowledged);
    count.acknowledged += ended.acknowledged.length;
    const wrong = ended.failed === "" ? await look(ground, known, { mode, engine, round }, count) : [ended.failed];
    count.broken.push(...wrong.slice(0, 3).map((says) => `round ${round}: ${says}`));
    if (wrong.length > 0) {
      rmSync(ground.root, { recursive: true, force: true });
      ground = null;
    }
  }
  if (ground !== null) rmSync(ground.root, { recursive: true, force: true });
  return count;
}

interface Scene {
  readonly mode: "ours" | "naive";
  readonly engine: Engine;
  readonly round: number;
}

/** What is wrong now; the ground is clean afterwards. */
async function look(ground: Ground, known: readonly Acknowledged[], scene: Scene, count: Count): Promise<string[]> {
  if (locksIn(ground).length > 0) count.locked += 1;
  const wrong = scene.mode === "ours" ? await reopen(ground, scene) : [];
  const fsck = ground.tryGit("fsck", "--strict", "--no-dangling");
  if (fsck.status !== 0) wrong.push(`git fsck: ${fsck.said.trim()}`);
  for (const page of pageNames) {
    const head = entriesIn(ground.tryGit("show", `HEAD:${pathOf(page)}`).said);
    const disk = entriesIn(onDisk(ground, page));
    const asked = known.filter((one) => one.page === page).map(({ entry }) => entry);
    for (const entry of asked) {
      if (!head.has(entry)) wrong.push(`${page} in HEAD lacks “${entry}”`);
      if (!disk.has(entry)) wrong.push(`${page} on disk lacks “${entry}”`);
    }
    if ([...head].some((entry) => !disk.has(entry))) wrong.push(`${page} on disk lacks what HEAD has`);
    if (disk.size > head.size + 1) wrong.push(`${page} on disk has ${disk.size - head.size} entries more than HEAD`);
  }
  const reachable = new Set(ground.tryGit("rev-list", "HEAD").said.split("\n"));
  const lost = known.filter(({ commit }) => !reachable.has(commit));
  if (lost.length > 0) wrong.push(`${lost.length} acknowledged commits are not reachable`);
  const staged = ground.tryGit("diff", "--cached", "--name-only");
  if (staged.said.trim() !== "") wrong.push(`the index is not at HEAD: ${staged.said.trim()}`);
  clean(ground, count);
  return wrong;
}

/** Opening again is all the recovery there is; then every page loads and the next patch succeeds. */
async function reopen({ root }: Ground, { engine, round }: Scene): Promise<string[]> {
  const opened = await openWorkspace({ cwd: root, repos: [], env: environment(root, engine), now: null });
  if (!opened.ok) return [`it does not open: ${opened.error.says}`];
  const wrong = locksIn(openGround(root)).map((lock) => `${lock} is still there after opening`);
  const { table } = opened.value.primary;
  for (const page of pageNames) if (!table.byId.has(page)) wrong.push(`${page} does not load`);
  const draft = { op: "append", page: "p0", value: `- Afterwards, in round ${round}.` };
  const next = await patch(opened.value, draft, { detached: "refuse" });
  if (!next.ok) wrong.push(`the next patch: ${next.error.code}: ${next.error.says}`);
  await opened.value.close();
  return wrong;
}

/** Takes back the one edit that was not acknowledged, so that the next round's stands alone. */
function clean(ground: Ground, count: Count): void {
  if (ground.tryGit("diff", "--quiet").status !== 0) count.edited += 1;
  ground.tryGit("checkout", "--quiet", "--", "memory");
  const temps = readdirSync(join(ground.root, "memory")).filter((name) => name.endsWith(".tmp"));
  if (temps.length > 0) count.temps += 1;
  for (const name of temps) rmSync(join(ground.root, "memory", name));
}

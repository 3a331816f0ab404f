/** Kill: a writer is killed at a random moment, again and again; whatever it had acknowledged is there, and the next writer works. */

import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Row } from "../bench/bench.js";
import { type Child, startWriter } from "./child.js";
import { type Engine, type Ground, locksIn, makeGround, pageNames } from "./ground.js";
import { fsck, type Known, knownOf, look } from "./kill-look.js";
import { chance, type Setting, type Suffered, type Torment } from "./torment.js";

export const kill: Torment = {
  name: "kill",
  says: "SIGKILL at random moments, beside a naive writer under the same kills; rounds are kills an engine",
  rounds: 1_000,
  run,
};

/** Grounds that are tortured at the same time, for each engine: a writer waits for the disk more than it computes. */
const lanes = 2;
/** A repository grows with every round; a fresh one now and then keeps the looks quick. */
const roundsAGround = 100;
/** `git fsck` reads every object: it is run after every so many rounds and at the end of a ground; objects are only ever added. */
const roundsAFsck = 20;
/** A control that lost something in every second round need not run for long. */
const controlRoundsMax = 100;
const linesAPage = 40;

async function run(setting: Setting): Promise<Suffered> {
  const sides = (["native", "embedded"] as const).map((engine) => ({ engine, ...newCount() }));
  await Promise.all(
    sides.flatMap((side, at) =>
      Array.from({ length: lanes }, (_, lane) => torture(setting, { mode: "ours", lane: at * lanes + lane }, side)),
    ),
  );
  const control = { engine: "native" as const, ...newCount() };
  const rounds = Math.min(setting.rounds, controlRoundsMax);
  const naive = { ...setting, rounds, isOver: () => false };
  await Promise.all(
    Array.from({ length: lanes }, (_, lane) => torture(naive, { mode: "naive", lane: 8 + lane }, control)),
  );
  const rival = `naive writer: ${control.spoiled} of ${control.rounds} rounds, ${control.acknowledged} acknowledged`;
  return {
    rows: sides.flatMap((side) => rowsOf(side, rival)),
    broken: sides.flatMap(({ engine, broken }) => broken.map((says) => `kill, ${engine}, ${says}`)),
  };
}

function rowsOf(side: Count, rival: string): readonly Row[] {
  const what = { case: `kill ${side.engine}`, n: side.rounds };
  return [
    { ...what, metric: "rounds that broke a promise", ours: side.spoiled, rival },
    { ...what, metric: "acknowledged and looked for", ours: side.acknowledged },
    { ...what, metric: "rounds that left a lock, recovered", ours: side.locked },
    { ...what, metric: "rounds that left an unacknowledged edit", ours: side.edited },
    { ...what, metric: "rounds that left a temp file, swept", ours: side.temps },
    { ...what, metric: "runs of git fsck --strict", ours: side.fscks },
  ];
}

interface Count extends Tally {
  readonly engine: Engine;
}

interface Tally {
  rounds: number;
  spoiled: number;
  acknowledged: number;
  locked: number;
  edited: number;
  temps: number;
  fscks: number;
  readonly broken: string[];
}

function newCount(): Tally {
  return { rounds: 0, spoiled: 0, acknowledged: 0, locked: 0, edited: 0, temps: 0, fscks: 0, broken: [] };
}

interface Lane {
  readonly mode: "ours" | "naive";
  readonly lane: number;
}

/** One lane's share of the rounds, on one ground after another. */
async function torture(setting: Setting, lane: Lane, count: Count): Promise<void> {
  const share = Math.floor((setting.rounds + lanes - 1 - (lane.lane % lanes)) / lanes);
  let ground: Ground | null = null;
  let known: Known | null = null;
  for (let round = 0; round < share && !setting.isOver(); round++) {
    if (ground === null || known === null) {
      ground = makeGround(join(setting.folder, `${lane.mode}-${lane.lane}-${round}`), pageNames, linesAPage);
      known = knownOf(ground);
    }
    const wrong = [...(await killOne(setting, { ...lane, ground, known, round }, count))];
    const isLast = round % roundsAGround === roundsAGround - 1 || round === share - 1 || setting.isOver();
    if (isLast && wrong.length === 0)
      wrong.push(...(await lookAgain(setting, { ...lane, ground, known, round }, count)));
    if ((isLast || round % roundsAFsck === roundsAFsck - 1) && wrong.length === 0) {
      count.fscks += 1;
      wrong.push(...fsck(ground));
    }
    count.rounds += 1;
    if (wrong.length > 0) count.spoiled += 1;
    count.broken.push(...wrong.slice(0, 3).map((says) => `lane ${lane.lane}, round ${round}: ${says}`));
    if (wrong.length > 0 || isLast) {
      rmSync(ground.root, { recursive: true, force: true });
      ground = null;
    }
  }
}

interface Scene extends Lane {
  readonly ground: Ground;
  readonly known: Known;
  readonly round: number;
}

/** Opens, which is all the recovery there is; looks; writes on; and is killed. One in ten is killed while it opens. */
async function killOne(setting: Setting, scene: Scene, count: Count): Promise<readonly string[]> {
  const random = chance(setting.seed, scene.round * 64 + scene.lane);
  const early = random() < 0.1;
  const child = start(setting, scene, count.engine);
  if (early) {
    await sleep(random() * 500);
    child.kill();
    const { failed } = await child.ended;
    return failed === "" ? [] : [failed];
  }
  const wrong = await opened(child, scene, count);
  if (wrong.length === 0) {
    child.go();
    // A process is slow with its first write; half of them live to see it acknowledged, and die among the quick ones.
    if (random() < 0.5) await child.answered;
    await sleep(random() * 250);
  }
  child.kill();
  const { acknowledged, locked, failed } = await child.ended;
  scene.known.since.push(...acknowledged);
  count.acknowledged += acknowledged.length;
  if (locksIn(scene.ground).length > 0) count.locked += 1;
  if (readdirSync(join(scene.ground.root, "memory")).some((name) => name.endsWith(".tmp"))) count.temps += 1;
  // Nobody else writes here, so whatever it met was left by the dead.
  const blocked = locked > 0 && scene.mode === "ours" ? [`${locked} answers were \`locked\``] : [];
  return [...wrong, ...blocked, ...(failed === "" ? [] : [failed])];
}

/** What the last one killed has left is recovered and looked at too. */
async function lookAgain(setting: Setting, scene: Scene, count: Count): Promise<readonly string[]> {
  const child = start(setting, scene, count.engine);
  const wrong = await opened(child, scene, count);
  child.kill();
  await child.ended;
  return wrong;
}

function start({ writer }: Setting, { mode, lane, ground, round }: Scene, engine: Engine): Child {
  const name = `${lane}.${round}`;
  return startWriter({ writer, mode, root: ground.root, name, pages: pageNames, count: 1e6, engine });
}

async function opened(child: Child, { ground, known }: Scene, count: Count): Promise<readonly string[]> {
  if (!(await child.ready)) return [`it does not open: ${(await child.ended).failed}`];
  const { wrong, edited } = look(ground, known);
  if (!edited) return wrong;
  count.edited += 1;
  // Taken back, so that the next round's edit stands alone.
  ground.tryGit("checkout", "--quiet", "--", "memory");
  return wrong;
}

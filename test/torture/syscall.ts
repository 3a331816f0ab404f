/** Syscall: every file-system call of a whole operation fails, each in turn, with each errno; the memory is old or new, never torn. */

import { rmSync } from "node:fs";
import type { Row } from "../bench/bench.js";
import { failCalls } from "./failing-calls.js";
import { type Engine, makeGround, pageNames } from "./ground.js";
import { look, lookAtAll, seenBefore } from "./syscall-look.js";
import {
  careless,
  emptyStand,
  folderOf,
  type Operation,
  openStand,
  operations,
  type Stand,
} from "./syscall-operations.js";
import { chance, type Setting, type Suffered, type Torment } from "./torment.js";

export const syscall: Torment = {
  name: "syscall",
  says: "every call fails with every errno until a run is clean; fewer rounds than that are so many failures, spread over them",
  rounds: 1_000_000,
  run,
};

/** Each with the calls that fail with it: all of them, or those that the system has it for. */
const errnos: readonly (readonly [errno: string, only: RegExp | null])[] = [
  ["ENOSPC", null],
  ["EIO", null],
  ["EACCES", null],
  ["EMFILE", null],
  ["EROFS", null],
  ["EPERM", /^(?:handle\.)?(?:rename|link|unlink|rm|f?chmod)(?:Sync)?$/],
  ["EDQUOT", /^(?:handle\.)?(?:write|writev|writeFile|mkdir|link|rename)(?:Sync)?$/],
];
const linesAPage = 20;
/** A repository grows with every try; a fresh one now and then keeps the looks quick. */
const triesAGround = 150;
/** A control that was found out at every third call need not run for long. */
const controlRoundsMax = 140;

async function run(setting: Setting): Promise<Suffered> {
  const rows: Row[] = [];
  const broken: string[] = [];
  const rounds = Math.min(setting.rounds, controlRoundsMax);
  const control = await torture({ ...setting, rounds, isOver: () => false }, careless, "native");
  if (control.spoiled === 0 && control.tries >= 20)
    broken.push("syscall, control: the careless writer was not found out");
  for (const operation of operations) {
    for (const engine of ["native", "embedded"] as const) {
      const title = `syscall ${operation.name}, ${engine}`;
      const count = await torture(setting, operation, engine);
      process.stderr.write(`${title}: ${count.tries} tries of ${count.calls} calls, ${count.spoiled} broken\n`);
      broken.push(...count.broken.map((says) => `${title}, ${says}`));
      const what = { case: title, n: count.failed + count.survived };
      const rival = `careless writer: ${control.spoiled} of ${control.tries}`;
      rows.push({ ...what, metric: "failed calls that broke a promise", ours: count.spoiled, rival });
      rows.push({ ...what, metric: "said so; made again, it is done", ours: count.failed });
      rows.push({ ...what, metric: "succeeded nevertheless", ours: count.survived });
      rows.push({ ...what, metric: "calls of a run in which none fails", ours: count.calls });
      const clean = `errnos, of ${errnos.length}, that failed every call until a run was clean`;
      rows.push({ ...what, metric: clean, ours: count.clean });
    }
  }
  return { rows, broken };
}

interface Count {
  /** Of a run in which nothing fails. */
  calls: number;
  tries: number;
  failed: number;
  survived: number;
  spoiled: number;
  /** How many errnos came to a run that had fewer calls than the one that was to fail. */
  clean: number;
  readonly broken: string[];
}

/** Where the tries are made; `n` counts them on one ground, so that each brings words of its own. */
interface Site {
  readonly operation: Operation;
  readonly engine: Engine;
  readonly folder: string;
  readonly count: Count;
  stand: Stand;
  n: number;
}

async function torture(setting: Setting, operation: Operation, engine: Engine): Promise<Count> {
  const count: Count = { calls: 0, tries: 0, failed: 0, survived: 0, spoiled: 0, clean: 0, broken: [] };
  const folder = folderOf(setting, `${operation.name}-${engine}`);
  const site: Site = { operation, engine, folder, count, n: 0, stand: emptyStand(folder, engine) };
  await renew(site);
  await step(site);
  count.calls = (await tryOnce(site, none)).calls.length;
  const pairs = count.calls * errnos.length;
  if (setting.rounds >= pairs) await every(setting, site);
  else await spread(setting, site, pairs);
  finish(site);
  await site.stand.workspace?.close();
  rmSync(folder, { recursive: true, force: true });
  return count;
}

async function every({ isOver }: Setting, site: Site): Promise<void> {
  for (const [errno, only] of errnos) {
    for (let failAt = 1; !isOver(); failAt++) {
      const made = await tryAndLook(site, { failAt, errno, only });
      if (made >= failAt) continue;
      site.count.clean += 1;
      break;
    }
  }
}

async function spread({ seed, rounds, isOver }: Setting, site: Site, pairs: number): Promise<void> {
  const shift = Math.floor(chance(seed, 0)() * pairs);
  for (let i = 0; i < rounds && !isOver(); i++) {
    const pair = (Math.floor((i * pairs) / rounds) + shift) % pairs;
    const failAt = Math.floor(pair / errnos.length) + 1;
    const [errno] = errnos[(pair + failAt) % errnos.length] ?? ["EIO"];
    await tryAndLook(site, { failAt, errno, only: null });
  }
}

/** Gives how many calls were made. */
async function tryAndLook(site: Site, failing: Failing): Promise<number> {
  const { operation, count } = site;
  await step(site);
  const before = seenBefore(site.stand.ground);
  const { said, calls } = await tryOnce(site, failing);
  count.tries += 1;
  if (calls.length >= failing.failAt) count[said === null ? "survived" : "failed"] += 1;
  const again = async (): Promise<string | null> => (await tryOnce(site, none)).said;
  const wrong = await look(operation, site.stand, { n: site.n, said, before, again });
  if (wrong.length > 0) {
    const where = `${failing.errno} at call ${failing.failAt} (${calls[failing.failAt - 1]}): `;
    count.spoiled += 1;
    count.broken.push(...wrong.map((says) => where + says + (said === null ? "" : ` [${said}]`)));
    if (operation !== careless) process.stderr.write(`${operation.name}, ${site.engine}: ${count.broken.at(-1)}\n`);
  }
  if (wrong.length > 0 || operation.fromNothing || site.n >= triesAGround) {
    finish(site);
    await renew(site);
  }
  return calls.length;
}

function finish({ operation, stand, count, n }: Site): void {
  const wrong = lookAtAll(operation, stand, n);
  if (wrong.length > 0) count.spoiled += 1;
  count.broken.push(...wrong);
}

/** A fresh ground, on which the operation was made once: the first makes folders that later ones find. */
async function renew(site: Site): Promise<void> {
  const { operation, folder, engine } = site;
  await site.stand.workspace?.close();
  site.n = 0;
  if (operation.fromNothing) return;
  rmSync(folder, { recursive: true, force: true });
  site.stand = await openStand(makeGround(folder, pageNames.slice(0, 3), linesAPage), engine);
  await step(site);
  const { said } = await tryOnce(site, none);
  if (said !== null) throw new Error(said);
}

/** To the next time. */
async function step(site: Site): Promise<void> {
  site.n += 1;
  if (site.operation.fromNothing) site.stand = emptyStand(site.folder, site.engine);
}

interface Failing {
  /** From 1; 0 for none. */
  readonly failAt: number;
  readonly errno: string;
  /** Which calls count; all where it is null. */
  readonly only: RegExp | null;
}

const none: Failing = { failAt: 0, errno: "EIO", only: null };

interface Tried {
  readonly said: string | null;
  readonly calls: readonly string[];
}

async function tryOnce({ operation, stand, n }: Site, { failAt, errno, only }: Failing): Promise<Tried> {
  const failing = failCalls(failAt, errno, only);
  try {
    return { said: await operation.act(stand, n), calls: failing.calls };
  } catch (error) {
    return { said: `thrown: ${error instanceof Error ? error.stack : error}`, calls: failing.calls };
  } finally {
    failing.restore();
  }
}

/** Syscall: one file-system call of a whole operation fails, each in turn, with each errno; the memory is old or new, never torn. */

import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Row } from "../bench/bench.js";
import { failCalls } from "./failing-calls.js";
import { type Engine, locksIn, makeGround, pageNames } from "./ground.js";
import { emptyStand, folderOf, type Operation, openStand, operations, type Stand } from "./syscall-operations.js";
import { chance, type Setting, type Suffered, type Torment } from "./torment.js";

export const syscall: Torment = {
  name: "syscall",
  says: "file-system calls fail in turn; rounds are failures an operation and engine, spread over all its calls and seven errnos",
  rounds: 300,
  run,
};

const errnos = ["ENOSPC", "EIO", "EACCES", "EMFILE", "EROFS", "EPERM", "EDQUOT"] as const;
const linesAPage = 20;

async function run(setting: Setting): Promise<Suffered> {
  const rows: Row[] = [];
  const broken: string[] = [];
  for (const operation of operations) {
    for (const engine of ["native", "embedded"] as const) {
      const title = `syscall ${operation.name}, ${engine}`;
      const count = await torture(setting, operation, engine);
      broken.push(...count.broken.map((says) => `${title}, ${says}`));
      const what = { case: title, n: count.failed + count.survived };
      const rival = `${count.calls} calls a run`;
      rows.push({ ...what, metric: "promises broken, of calls that failed", ours: count.broken.length, rival });
      rows.push({ ...what, metric: "said so; made again, it is done", ours: count.failed });
      rows.push({ ...what, metric: "succeeded nevertheless", ours: count.survived });
    }
  }
  return { rows, broken };
}

interface Count {
  /** Of a run in which nothing fails. */
  calls: number;
  failed: number;
  survived: number;
  readonly broken: string[];
}

async function torture(setting: Setting, operation: Operation, engine: Engine): Promise<Count> {
  const count: Count = { calls: 0, failed: 0, survived: 0, broken: [] };
  const folder = folderOf(setting, `${operation.name}-${engine}`);
  let stand = await newStand(operation, folder, engine);
  // The first makes folders that later ones find; the second tells how many calls there are.
  const first = await tryOnce(operation, stand, { n: 1, failAt: 0, errno: "EIO" });
  if (first.said !== null) throw new Error(first.said);
  stand = await nextStand(operation, stand);
  count.calls = (await tryOnce(operation, stand, { n: 2, failAt: 0, errno: "EIO" })).calls.length;
  const pairs = count.calls * errnos.length;
  const shift = Math.floor(chance(setting.seed, 0)() * pairs);
  const tries = Math.min(setting.rounds, pairs);
  for (let i = 0; i < tries && !setting.isOver(); i++) {
    const pair = (Math.floor((i * pairs) / tries) + shift) % pairs;
    const failAt = Math.floor(pair / errnos.length) + 1;
    const errno = errnos[(pair + failAt) % errnos.length] ?? "EIO";
    stand = await nextStand(operation, stand);
    const { said, calls } = await tryOnce(operation, stand, { n: i + 3, failAt, errno });
    if (calls.length >= failAt) count[said === null ? "survived" : "failed"] += 1;
    const where = `${errno} at call ${failAt} (${calls[failAt - 1]}): `;
    const wrong = await look(operation, stand, { n: i + 3, said });
    count.broken.push(...wrong.map((says) => where + says + (said === null ? "" : ` [${said}]`)));
    if (wrong.length === 0) continue;
    await stand.workspace?.close();
    stand = await newStand(operation, folder, engine);
    // Archived the odd times, restored the even ones: a fresh ground has to be where the next time expects it.
    if ((i + 3) % 2 === 1) await operation.act(stand, i + 3);
  }
  // Objects are only ever added, so that what one failed call did to them still shows at the end.
  const fsck = stand.ground.tryGit("fsck", "--strict", "--no-dangling");
  if (fsck.status !== 0) count.broken.push(`git fsck says ${fsck.said.trim()}`);
  await stand.workspace?.close();
  rmSync(folder, { recursive: true, force: true });
  return count;
}

async function newStand(operation: Operation, folder: string, engine: Engine): Promise<Stand> {
  if (operation.fromNothing) return emptyStand(folder, engine);
  rmSync(folder, { recursive: true, force: true });
  return openStand(makeGround(folder, pageNames.slice(0, 3), linesAPage), engine);
}

async function nextStand(operation: Operation, stand: Stand): Promise<Stand> {
  return operation.fromNothing ? emptyStand(stand.ground.root, stand.engine) : stand;
}

interface Try {
  readonly n: number;
  /** From 1; 0 for none. */
  readonly failAt: number;
  readonly errno: string;
}

async function tryOnce(
  operation: Operation,
  stand: Stand,
  { n, failAt, errno }: Try,
): Promise<{ readonly said: string | null; readonly calls: readonly string[] }> {
  const failing = failCalls(failAt, errno);
  try {
    return { said: await operation.act(stand, n), calls: failing.calls };
  } catch (error) {
    return { said: `thrown: ${error instanceof Error ? error.stack : error}`, calls: failing.calls };
  } finally {
    failing.restore();
  }
}

/** What is wrong after the operation, and after it was made again. */
async function look(
  operation: Operation,
  stand: Stand,
  { n, said }: { readonly n: number; readonly said: string | null },
): Promise<string[]> {
  const { ground } = stand;
  const wrong: string[] = [];
  if (said?.startsWith("thrown") === true) wrong.push("it threw");
  const done = operation.isDone(ground, n);
  if (said === null && !done) wrong.push("it was acknowledged and is not there");
  // What a flush had committed before it failed, it knows; anything else that is done is not asked for twice.
  if (said !== null && (!done || operation.name === "flush of three")) {
    const again = (await tryOnce(operation, stand, { n, failAt: 0, errno: "EIO" })).said;
    if (again !== null) wrong.push(`made again: ${again}`);
    if (!operation.isDone(ground, n)) wrong.push("made again, it is not in HEAD");
  }
  const status = ground.tryGit("status", "--porcelain", "--untracked-files=all").said.trim();
  if (status !== "") wrong.push(`git status says ${status}`);
  const left = [...locksIn(ground), ...ticketsIn(ground.root)];
  if (left.length > 0) wrong.push(`left behind: ${left.join(", ")}`);
  return wrong;
}

function ticketsIn(root: string): readonly string[] {
  try {
    return readdirSync(join(root, ".git", "pagefile", "queue"));
  } catch {
    return [];
  }
}

/** Syscall: the Nth file-system call of a whole patch fails, for every N, with every errno; the page is old or new, never torn. */

import { rmSync } from "node:fs";
import { join } from "node:path";
import { openWorkspace } from "../../src/entry/wire.js";
import { patch } from "../../src/flow/patch.js";
import type { Workspace } from "../../src/flow/workspace.js";
import type { Row } from "../bench/bench.js";
import { failCalls } from "./failing-calls.js";
import { type Engine, entriesIn, environment, type Ground, locksIn, makeGround, onDisk, pathOf } from "./ground.js";
import { chance, type Setting, type Suffered, type Torment } from "./torment.js";

export const syscall: Torment = {
  name: "syscall",
  says: "every file-system call of a patch fails in turn; one errno a call, all six from 100 rounds on, both engines",
  rounds: 1,
  run,
};

const errnos = ["ENOSPC", "EIO", "EACCES", "EMFILE", "EROFS", "EPERM"] as const;
/** No patch makes this many calls. */
const callsMax = 2_000;

async function run(setting: Setting): Promise<Suffered> {
  const rows: Row[] = [];
  const broken: string[] = [];
  for (const engine of ["native", "embedded"] as const) {
    const count: Count = { calls: 0, failed: 0, survived: 0, broken: [] };
    const rounds = setting.rounds < 100 ? 1 : errnos.length;
    for (let round = 0; round < rounds; round++) await everyCall(setting, { engine, round }, count);
    broken.push(...count.broken.map((says) => `syscall, ${engine}, ${says}`));
    const what = { case: `syscall ${engine}`, n: count.calls };
    rows.push({ ...what, metric: "promises broken, of calls that were made to fail", ours: count.broken.length });
    rows.push({ ...what, metric: "patches that said so and changed no commit", ours: count.failed });
    rows.push({ ...what, metric: "patches that succeeded nevertheless", ours: count.survived });
  }
  return { rows, broken };
}

interface Count {
  calls: number;
  failed: number;
  survived: number;
  readonly broken: string[];
}

interface Pass {
  readonly engine: Engine;
  readonly round: number;
}

/** One errno for each call, which is another with each seed and round; until a patch ends before its Nth call. */
async function everyCall(setting: Setting, pass: Pass, count: Count): Promise<void> {
  const ground = makeGround(join(setting.folder, `${pass.engine}-${pass.round}`), ["p0"]);
  const first = Math.floor(chance(setting.seed, 0)() * errnos.length);
  let workspace = await open(ground, pass.engine);
  // The first patch makes folders that later ones find; it is not one of those that count.
  await append(workspace, "- At first.");
  for (let failAt = 1; failAt < callsMax; failAt++) {
    const errno = errnos[(first + failAt + pass.round) % errnos.length] ?? "EIO";
    const entry = `- Fact ${failAt}, met by ${errno}.`;
    const failing = failCalls(failAt, errno);
    let answer: Awaited<ReturnType<typeof append>>;
    try {
      answer = await append(workspace, entry);
    } finally {
      failing.restore();
    }
    if (failing.calls.length < failAt) break;
    count.calls += 1;
    if (answer.ok) count.survived += 1;
    else count.failed += 1;
    const where = `round ${pass.round}, call ${failAt} (${failing.calls[failAt - 1]}, ${errno}): `;
    const wrong = await look(ground, workspace, { entry, answered: answer.ok });
    count.broken.push(...wrong.map((says) => where + says + (answer.ok ? "" : ` [${answer.error.says}]`)));
    if (wrong.length === 0) continue;
    await workspace.close();
    for (const lock of locksIn(ground)) rmSync(join(ground.root, ".git", lock));
    ground.tryGit("reset", "--quiet", "--hard");
    workspace = await open(ground, pass.engine);
  }
  await workspace.close();
  // Objects are only ever added, so that what one failed call did to them still shows at the end.
  const fsck = ground.tryGit("fsck", "--strict", "--no-dangling");
  if (fsck.status !== 0) count.broken.push(`round ${pass.round}: git fsck says ${fsck.said.trim()}`);
  rmSync(ground.root, { recursive: true, force: true });
}

async function open({ root }: Ground, engine: Engine): Promise<Workspace> {
  const opened = await openWorkspace({ cwd: root, repos: [], env: environment(root, engine), now: null });
  if (!opened.ok) throw new Error(opened.error.says);
  return opened.value;
}

async function append(workspace: Workspace, value: string): ReturnType<typeof patch> {
  try {
    return await patch(workspace, { op: "append", page: "p0", value }, { detached: "refuse" });
  } catch (error) {
    return { ok: false, error: { code: "bug", says: `thrown: ${error}`, hint: "" } };
  }
}

/** What is wrong after the patch, and after it was made again. */
async function look(
  ground: Ground,
  workspace: Workspace,
  { entry, answered }: { readonly entry: string; readonly answered: boolean },
): Promise<string[]> {
  const wrong: string[] = [];
  const committed = entriesIn(ground.tryGit("show", `HEAD:${pathOf("p0")}`).said);
  const disk = entriesIn(onDisk(ground, "p0"));
  if (answered && !(committed.has(entry) && disk.has(entry))) wrong.push("it was acknowledged and is not there");
  const others = (entries: ReadonlySet<string>): string => [...entries].filter((one) => one !== entry).join("\n");
  if (others(committed) !== others(disk)) wrong.push("other entries differ between HEAD and disk");
  const again = committed.has(entry) ? ({ ok: true } as const) : await append(workspace, entry);
  if (!again.ok) wrong.push(`made again: ${again.error.code}: ${again.error.says}`);
  const after = entriesIn(ground.tryGit("show", `HEAD:${pathOf("p0")}`).said);
  if (!after.has(entry)) wrong.push("made again, it is not in HEAD");
  const status = ground.tryGit("status", "--porcelain").said.trim();
  if (status !== "") wrong.push(`git status says ${status}`);
  return wrong;
}

/** Flush: twenty staged patches committed at one boundary, in process, beside one. */

import { entriesOf } from "../../src/memory/table.js";
import type { Workspace } from "../../src/memory/workspace.js";
import { openWorkspace } from "../../src/open.js";
import { flush as flushAll } from "../../src/session/flush.js";
import { stage } from "../../src/session/stage.js";

import { generateMemory } from "../support/generate-memory.js";
import type { Bench, Row, Setting } from "./bench.js";
import { packedMemory } from "./memory.js";
import { paired, rowsOf } from "./paired.js";

const sizes = [1_000, 10_000] as const;
const many = 20;

export const flush: Bench = {
  name: "flush",
  says: "flush 20 patches at a boundary, to 20 pages and to one, beside a flush of one patch",
  run: measure,
};

async function measure(setting: Setting): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const pages of sizes) rows.push(...(await measureOne(setting, pages)));
  return rows;
}

async function measureOne({ seed, folder }: Setting, pages: number): Promise<readonly Row[]> {
  const root = `${folder}/memory-${pages}`;
  const git = packedMemory(root, generateMemory({ seed, pages }));
  const opened = await openWorkspace({ cwd: root, repos: [], env: process.env, now: null });
  if (!opened.ok) throw new Error(opened.error.says);
  const workspace = opened.value;
  const ids = entriesOf(workspace.primary.table)
    .filter((entry) => !entry.implicit && entry.slug === null && entry.writable && entry.tier === "hot")
    .map((entry) => entry.id);
  let turn = 0;
  const page = (spread: boolean, n: number): string => ids[(turn * 7919 + (spread ? n * 131 : 0)) % ids.length]!;
  const rows: Row[] = [];
  for (const spread of [true, false]) {
    const result = await paired({
      pairs: 15,
      warmups: 3,
      ours: () => timed(workspace, many, (n) => page(spread, n)),
      rival: () => timed(workspace, 1, (n) => page(spread, n)),
      now: () => spent,
    });
    const what = spread ? "20 patches to 20 pages" : "20 patches to one page";
    rows.push(...rowsOf(result, { case: `${pages} pages, ${what}`, metric: "ms a flush", rival: "one patch" }));
    turn += 1;
  }
  git("fsck", "--strict", "--no-dangling");
  await workspace.close();
  return rows;

  /** Staging is done before the boundary and is not on the clock. */
  async function timed(at: Workspace, patches: number, pageOf: (n: number) => string): Promise<void> {
    turn += 1;
    for (let n = 0; n < patches; n++) {
      const staged = await stage(at, { op: "append", page: pageOf(n), value: `Learned in turn ${turn}, ${n}.` });
      if (!staged.ok) throw new Error(staged.error.says);
    }
    const start = performance.now();
    const done = await flushAll(at, { boundary: "turn" }, { detached: "refuse" });
    spent += performance.now() - start;
    if (!done.ok) throw new Error(`${done.error.code}: ${done.error.says}`);
    const [commit, ...more] = done.value.committed;
    if (commit?.patches.length !== patches || more.length > 0) throw new Error("not one commit of all patches");
  }
}

/** Milliseconds spent in flushes so far. */
let spent = 0;

/** Commit: one validated, fsynced patch to one page, in process, beside `git add` and `git commit` in the same repository. */

import { appendFileSync } from "node:fs";
import { entriesOf } from "../../src/memory/table.js";
import type { Workspace } from "../../src/memory/workspace.js";
import { openWorkspace } from "../../src/open.js";
import { patch } from "../../src/session/patch.js";

import { generateMemory } from "../support/generate-memory.js";
import type { Bench, Row, Setting } from "./bench.js";
import { packedMemory } from "./memory.js";
import { type Paired, paired, rowsOf } from "./paired.js";

const sizes = [1_000, 10_000, 50_000] as const;

export const commit: Bench = {
  name: "commit",
  says: "append to one page, validated, fsynced, index refreshed, beside git add + git commit",
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
  const typed = entriesOf(workspace.primary.table).filter((entry) => !entry.implicit && entry.slug === null);
  const page = (round: number, side: number): string => typed[(round * 7919 + side * 104_729) % typed.length]!.id;
  const pathOf = (id: string): string => workspace.primary.table.byId.get(id)!.path;
  const result = await paired({
    pairs: pages >= 50_000 ? 8 : 12,
    warmups: 2,
    async ours(round) {
      for (let n = 0; n < inTurn; n++) {
        await append(workspace, page(round * inTurn + n, 0), `Learned in round ${round}, ${n}.`);
      }
    },
    rival(round) {
      for (let n = 0; n < inTurn; n++) {
        const path = pathOf(page(round * inTurn + n, 1));
        appendFileSync(`${root}/${path}`, `- Learned in round ${round}, ${n}.\n`);
        git("add", "--", path);
        git("commit", "--quiet", "--message", "append");
      }
    },
  });
  git("fsck", "--strict", "--no-dangling");
  await workspace.close();
  return rowsOf(each(result), { case: `${pages} pages`, metric: "ms a commit", rival: "git add && git commit" });
}

/** A writer commits several times before somebody else does; each takes this many turns at once. */
const inTurn = 5;

function each(result: Paired): Paired {
  return { ...result, ours: result.ours / inTurn, rival: result.rival / inTurn, n: result.n * inTurn };
}

async function append(workspace: Workspace, page: string, value: string): Promise<void> {
  const done = await patch(workspace, { op: "append", page, value }, { detached: "refuse" });
  if (!done.ok) throw new Error(`${done.error.code}: ${done.error.says}`);
  if (done.value.unchanged) throw new Error("the patch changed nothing");
}

/** Planning: commit plans as the write path would make them, their `before` read by git and not by the adapter. */

import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Instant, Oid, PagePath } from "../../src/base/ids.js";
import { err, ok } from "../../src/base/result.js";
import type { CommitPlan, FileWrite, History, RecordOptions } from "../../src/git/history.js";

import type { Scene } from "./scene.js";

/** One path of a plan in the test's words: `text` fills all three places, the others override one each. */
export interface Wanted {
  readonly path: string;
  readonly text?: string | null;
  readonly head?: string | null;
  readonly index?: string | null;
  readonly work?: string | null;
}

let ticks = 0;

/** A plan as `write/commit/plan` would make it, its `before` read by git and not by the adapter. */
export function planFor(scene: Scene, wanted: readonly Wanted[], message?: string): CommitPlan {
  ticks += 1;
  const when = new Date(Date.UTC(2026, 0, 2, 3, 4, 0) + ticks * 1000).toISOString().replace(".000Z", "Z") as Instant;
  const head = spawnSync("git", ["rev-parse", "-q", "--verify", "HEAD"], { cwd: scene.root, encoding: "utf8" });
  const base = head.status === 0 ? (head.stdout.trim() as Oid) : null;
  const writes = wanted.map((one) => writeFor(scene, one));
  return {
    base,
    writes,
    when,
    message: message ?? `change ${ticks}\n\nPagefile-Reason: TURN_COMMIT\n`,
  } as unknown as CommitPlan;
}

function writeFor(scene: Scene, wanted: Wanted): FileWrite {
  const below = `${scene.prefix}${wanted.path}`;
  const asked = (args: readonly string[], word = 0) => {
    const run = spawnSync("git", args, { cwd: scene.top, encoding: "utf8" });
    return run.status === 0 && run.stdout.trim() !== "" ? (run.stdout.trim().split(/\s/)[word] as Oid) : null;
  };
  const bytes = (text: string | null | undefined) => {
    const chosen = text === undefined ? wanted.text : text;
    return chosen === null || chosen === undefined ? null : new TextEncoder().encode(chosen);
  };
  return {
    path: wanted.path as PagePath,
    before: {
      head: asked(["rev-parse", "-q", "--verify", `HEAD:${below}`]),
      index: asked(["ls-files", "-s", "--", below], 1),
      work: asked(["hash-object", "--no-filters", "--", join(scene.top, below)]),
    },
    head: bytes(wanted.head),
    index: bytes(wanted.index),
    work: bytes(wanted.work),
  };
}

/** Options whose publish writes the plan's work files, as a page store would. */
export function publishing(scene: Scene, plan: CommitPlan): RecordOptions {
  const publish: RecordOptions["publish"] = async () => {
    for (const write of plan.writes) {
      if (write.work === null) rmSync(join(scene.root, write.path), { force: true });
      else scene.write(write.path, write.work);
    }
    return ok(undefined);
  };
  return { publish, detached: "refuse" };
}

export const failingPublish: RecordOptions = {
  publish: async () =>
    err({ code: "io_failed", errno: "ENOSPC", says: "The disk is full.", hint: "Free some space." }),
  detached: "refuse",
};

/** Plans, records and expects a commit: the plain road of most tests. */
export async function commitBy(
  history: History,
  scene: Scene,
  wanted: readonly Wanted[],
  message?: string,
): Promise<Oid> {
  const plan = planFor(scene, wanted, message);
  const recorded = await history.record(plan, publishing(scene, plan));
  if (!recorded.ok) throw new Error(`not recorded: ${recorded.error.says}`);
  if (recorded.value.moved) throw new Error("not recorded: the base moved");
  return recorded.value.commit;
}

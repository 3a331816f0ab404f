/** Planning: commit plans as the write path would make them, their `before` read by git and not by the adapter. */

import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Instant, Oid, PagePath } from "../../src/base/ids.js";
import { err, ok } from "../../src/base/result.js";
import type { CommitPlan, FileWrite, History, RecordOptions } from "../../src/git/history.js";

import { gitIn, type Scene } from "./scene.js";

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
  const paths = wanted.map(({ path }) => `${scene.prefix}${path}`);
  const named = namedIn(scene, ["HEAD", ...paths.flatMap((path) => [`HEAD:${path}`, `:${path}`])]);
  const onDisk = hashedIn(scene, paths);
  return {
    base: named("HEAD"),
    writes: wanted.map((one, at) => {
      const path = paths[at] as string;
      return writeFor(one, { head: named(`HEAD:${path}`), index: named(`:${path}`), work: onDisk(path) });
    }),
    when,
    message: message ?? `change ${ticks}\n\nPagefile-Reason: TURN_COMMIT\n`,
  } as unknown as CommitPlan;
}

type Named = (name: string) => Oid | null;

/** What git says that each name stands for. */
function namedIn(scene: Scene, names: readonly string[]): Named {
  return told(scene, ["cat-file", "--batch-check=%(objectname)"], names);
}

/** The object that git would make of each file. */
function hashedIn(scene: Scene, paths: readonly string[]): Named {
  const files = paths.filter((path) => statSync(join(scene.top, path), { throwIfNoEntry: false })?.isFile());
  return files.length === 0 ? () => null : told(scene, ["hash-object", "--no-filters", "--stdin-paths"], files);
}

/** One line for each that was asked. */
function told(scene: Scene, args: readonly string[], asked: readonly string[]): Named {
  const run = gitIn(scene.top, args, `${asked.join("\n")}\n`);
  if (run.status !== 0) throw new Error(`git ${args.join(" ")}: ${run.stderr}`);
  const lines = run.stdout.split("\n");
  const oids = new Map(asked.map((name, at) => [name, /^[0-9a-f]{40,64}$/.exec(lines[at] ?? "")?.[0] ?? null]));
  return (name) => (oids.get(name) ?? null) as Oid | null;
}

function writeFor(wanted: Wanted, before: FileWrite["before"]): FileWrite {
  const bytes = (text: string | null | undefined) => {
    const chosen = text === undefined ? wanted.text : text;
    return chosen === null || chosen === undefined ? null : new TextEncoder().encode(chosen);
  };
  return {
    path: wanted.path as PagePath,
    before,
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

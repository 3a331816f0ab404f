/** Model ports: real ports with a fuse in front of every call that changes something, and with a step left out for controls. */

import { constants } from "node:fs";
import { type Outcome, ok } from "../../src/base/result.js";
import type { CommitPlan, History, RecordOptions } from "../../src/git/history.js";
import type { Memory } from "../../src/memory/memory.js";
import { type Staging, stagingOf } from "../../src/session/staging.js";
import { type FsCalls, realFs } from "../../src/state/fs-calls.js";

/** What a system that is broken on purpose leaves out. */
export const sabotages = [
  "staging_forgets",
  "journal_forgets",
  "never_unstages",
  "takes_the_index",
  "commits_the_disk",
  "overwrites_the_disk",
] as const;
export type Sabotage = (typeof sabotages)[number];

/** What happened in the schedules so far. */
export interface Tally {
  steps: number;
  committed: number;
  refused: number;
  flushed: number;
  deaths: number;
  failures: number;
  merges: number;
}

/** Thrown where the process is said to have died. */
export class Death extends Error {
  override readonly name = "Death";
}

/** Counts the calls that change something. The `at`th one fails, or is where the process dies; 0 is never. */
export interface Fuse {
  at: number;
  how: "dies" | "EIO" | "ENOSPC";
  calls: number;
  /** Set once it has blown; a dead process does nothing any more. */
  blown: boolean;
  /** Runs once, right before a commit is recorded; what others do meanwhile. */
  meanwhile: (() => void) | null;
}

export function freshFuse(): Fuse {
  return { at: 0, how: "dies", calls: 0, blown: false, meanwhile: null };
}

const changing: ReadonlySet<string> = new Set(
  "openSync writeSync fsyncSync fchmodSync renameSync unlinkSync mkdirSync".split(" "),
);

/** The file system of one process. Files are closed whatever happens, as the system does it for the dead. */
export function fusedFs(fuse: Fuse): FsCalls {
  const entries = Object.keys(realFs).map((name) => {
    const real = (realFs as unknown as Record<string, (...args: unknown[]) => unknown>)[name];
    if (real === undefined || !changing.has(name)) return [name, real];
    return [
      name,
      (...args: unknown[]): unknown => {
        const reads = name === "openSync" && (Number(args[1]) & (constants.O_WRONLY | constants.O_RDWR)) === 0;
        if (!reads) burn(fuse, true);
        return real.apply(realFs, args);
      },
    ];
  });
  return Object.fromEntries(entries) as FsCalls;
}

/** `memory` as this process sees it: the same services behind the fuse. */
export function fused(memory: Memory, fuse: Fuse, sabotage: Sabotage | null): Memory {
  const { store } = memory;
  const staging = stagingOf(memory);
  let added = 0;
  const fusedStaging: Staging = {
    list: () => staging.list(),
    add(patch) {
      burn(fuse, false);
      if (sabotage === "staging_forgets" && ++added % 2 === 0) return ok("staged");
      const done = staging.add(patch);
      burn(fuse, false);
      return done;
    },
    async remove(keys) {
      burn(fuse, false);
      const done = sabotage === "never_unstages" ? ok(undefined) : await staging.remove(keys);
      burn(fuse, false);
      return done;
    },
  };
  return {
    ...memory,
    history: fusedHistory(memory.history, fuse, sabotage),
    services: new Map([...memory.services, [stagingOf, fusedStaging]]),
    store: {
      ...store,
      replace(writes) {
        if (sabotage !== "overwrites_the_disk") return store.replace(writes);
        const blind = writes.map((write) => {
          const read = store.read(write.path);
          return { ...write, before: read.ok ? (read.value?.blob.oid ?? null) : null };
        });
        return store.replace(blind);
      },
    },
  };
}

function fusedHistory(history: History, fuse: Fuse, sabotage: Sabotage | null): History {
  return {
    ...history,
    async record(plan, options) {
      burn(fuse, false);
      const meanwhile = fuse.meanwhile;
      fuse.meanwhile = null;
      meanwhile?.();
      const guarded: RecordOptions = {
        ...options,
        async publish() {
          const published = await options.publish();
          burn(fuse, false);
          return published;
        },
      };
      const done = await history.record(bent(plan, sabotage), guarded);
      burn(fuse, false);
      return done;
    },
    async recordAside(name, file, note): Promise<Outcome<never>> {
      burn(fuse, false);
      const done = sabotage === "journal_forgets" ? ok("0".repeat(40)) : await history.recordAside(name, file, note);
      burn(fuse, false);
      return done as Outcome<never>;
    },
  };
}

function bent(plan: CommitPlan, sabotage: Sabotage | null): CommitPlan {
  if (sabotage !== "takes_the_index" && sabotage !== "commits_the_disk") return plan;
  const writes = plan.writes.map((write) =>
    sabotage === "takes_the_index" ? { ...write, index: write.head } : { ...write, head: write.work ?? write.head },
  );
  return { ...plan, writes } as CommitPlan;
}

/** `mayFail`: a call that the system can refuse; between two of ours a process can only die. */
function burn(fuse: Fuse, mayFail: boolean): void {
  if (fuse.blown && fuse.how === "dies") throw new Death();
  fuse.calls += 1;
  if (fuse.at === 0 || fuse.calls < fuse.at || fuse.blown) return;
  if (fuse.how === "dies") {
    fuse.blown = true;
    throw new Death();
  }
  if (!mayFail) return;
  fuse.blown = true;
  throw Object.assign(new Error(`${fuse.how}: injected`), { code: fuse.how });
}

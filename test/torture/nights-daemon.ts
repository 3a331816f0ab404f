/** Nights daemon: a process that looks after nights: a memory of its own behind a fuse, the real lease and ledger, and a clock that lies. */

import { join } from "node:path";
import type { Instant, Zone } from "../../src/base/ids.js";
import { type Outcome, ok } from "../../src/base/result.js";
import type { CommitPlan } from "../../src/git/history.js";
import { type Memory, refresh } from "../../src/memory/memory.js";
import { openPageStore } from "../../src/memory/page-store.js";
import { profileOf } from "../../src/memory/profile.js";
import { type Ledger, openLedger } from "../../src/night/clock/calendar.js";
import { openLeases } from "../../src/night/clock/lease.js";
import { nightOnce, type OnceAnswer } from "../../src/night/clock/run.js";
import { type NightlyAnswer, nightly } from "../../src/night/night.js";

import { openTestAudit } from "../support/audit.js";
import type { TestRepo } from "../support/git-repo.js";
import { type Mortal, mortal } from "../support/mortal.js";
import { must } from "../support/nights.js";
import { openTestWorkspace, type TestWorkspace } from "../support/open-memory.js";
import { type Fuse, freshFuse, fused, fusedFs } from "./model-ports.js";

/** What a system that is broken on purpose leaves out. */
export const nightSabotages = ["archives_nothing", "forgets_the_ledger"] as const;
export type NightSabotage = (typeof nightSabotages)[number];

/** What all processes of one place share. */
export interface Place {
  readonly repo: TestRepo;
  readonly zone: Zone;
  readonly clock: { now: Instant };
  readonly sabotage: NightSabotage | null;
  /** Nights that went through, by their period. */
  readonly ran: Map<string, number>;
  /** What the clock said when one last did. */
  ranAt: Instant | null;
}

export function ledgerOf({ repo, sabotage }: Place): Ledger {
  const ledger = openLedger(join(repo.dir, ".git/pagefile/nights.jsonl"));
  if (sabotage !== "forgets_the_ledger") return ledger;
  return {
    ...ledger,
    append: (row) => (row.kind === "run" && row.state === "done" ? ok(undefined) : ledger.append(row)),
  };
}

/** A holder that was not seen to move for `stalledMs`, of the machine's real time, is passed over. */
const patient = { beatMs: 1_000_000, stalledMs: 1_000_000 };
/** Whoever holds it counts as stalled: what another machine's long sleep looks like from here. */
const impatient = { beatMs: 1_000_000, stalledMs: -1 };

export class Daemon {
  fuse: Fuse = freshFuse();
  private readonly place: Place;
  private process: { readonly workspace: TestWorkspace; readonly memory: Memory; readonly born: Mortal } | null =
    null;

  constructor(place: Place) {
    this.place = place;
  }

  /** As a timer asks: nothing is run that is not due. Throws `Death` where the fuse says that the process dies. */
  async poll(how: "patient" | "impatient", audited: boolean): Promise<Outcome<OnceAnswer>> {
    const { repo, zone, ran } = this.place;
    const memory = await this.open();
    must(refresh(memory));
    const tools = {
      leases: openLeases(join(repo.dir, ".git/pagefile/lease"), how === "patient" ? patient : impatient),
      ledger: ledgerOf(this.place),
      zone,
      night: (fenced: Memory) => this.night(fenced, audited),
      maintain: async () => ok({ ran: false, says: "not here" }),
    };
    const stop = { asked: () => null, onAsk: () => undefined };
    const done = await nightOnce(memory, tools, { hour: null, when: "due", stop });
    if (done.ok && done.value.night !== null) {
      const { period } = done.value.run;
      ran.set(period, (ran.get(period) ?? 0) + 1);
      this.place.ranAt = this.place.clock.now;
    }
    return done;
  }

  /** Outside of any ledger: what a second run of the same night does. */
  async again(): Promise<NightlyAnswer> {
    const memory = await this.open();
    must(refresh(memory));
    return must(await this.night(memory, false));
  }

  /** The process is gone; the next look begins another one. */
  async bury(): Promise<void> {
    await this.process?.workspace.close();
    this.process?.born.die();
    this.process = null;
    this.fuse = freshFuse();
  }

  async open(): Promise<Memory> {
    if (this.process === null) {
      const { repo, clock, zone, sabotage } = this.place;
      const born = mortal(join(repo.dir, ".git/pagefile/departures"));
      const workspace = await openTestWorkspace(repo, {
        config: { profile: "openclaw" },
        parts: { zone, clock: { now: () => clock.now }, departures: born.departures },
      });
      const { folders } = profileOf("openclaw");
      const store = openPageStore(repo.dir, { folders }, { fs: fusedFs(this.fuse), wait: () => {} });
      const memory = fused({ ...workspace.primary, store }, this.fuse, null);
      if (sabotage === "archives_nothing") {
        const { record } = memory.history;
        const without = (plan: CommitPlan): CommitPlan => {
          const writes = plan.writes.filter(({ path }) => !path.startsWith("archive/"));
          return { ...plan, writes } as CommitPlan;
        };
        memory.history.record = (plan, options) => record(without(plan), options);
      }
      this.process = { workspace, memory, born };
    }
    return this.process.memory;
  }

  private async night(memory: Memory, audited: boolean): Promise<Outcome<NightlyAnswer>> {
    const { repo } = this.place;
    if (!audited) return nightly(memory, "apply", { detached: "refuse" });
    const host = openTestAudit(repo.dir, repo.env, "native");
    try {
      return await nightly(memory, "apply", { detached: "refuse", audit: { doctor: [], host } });
    } finally {
      await host.close();
    }
  }
}

/** DaemonRun: one night under a lease, with its rows in the ledger: begun, and then done, failed, stopped or lost. */

import type { Zone } from "../../base/clock.js";
import type { Instant, Oid } from "../../base/ids.js";
import type { Failure, Outcome } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import type { Memory } from "../../memory/memory.js";
import type { NightlyAnswer } from "../night.js";
import type { RunRow } from "./calendar.js";
import type { Due } from "./calendar--calendar-due.js";
import { type Again, againIn, viewLedger } from "./calendar--calendar-ledger.js";
import type { Ledger } from "./calendar--ledger.js";
import type { Lease, Leases } from "./lease--lease.js";
import { fenced } from "./run--daemon-fence.js";
import { noteLost } from "./run--daemon-lost.js";

/** What nights need beside a memory. */
export interface NightTools {
  readonly leases: Leases;
  readonly ledger: Ledger;
  readonly zone: Zone;
  /** A whole night on a memory, in commits of its own. */
  readonly night: (memory: Memory) => Promise<Outcome<NightlyAnswer>>;
  /** git's own housekeeping; `says` tells why it did not run. */
  readonly maintain: () => Promise<Outcome<{ readonly ran: boolean; readonly says: string }>>;
}

/** Somebody's wish that this process ends: the name of the signal once there is one. */
export interface Stop {
  readonly asked: () => string | null;
  /** Calls once, when it is asked for. */
  readonly onAsk: (then: () => void) => void;
}

export interface NightAsked {
  readonly lease: Lease;
  readonly due: Due;
  readonly by: RunRow["by"];
  readonly forced: boolean;
  readonly stop: Stop;
  /** Hears how many commits there are, each time one is made. */
  readonly progress?: (commits: number) => void;
}

interface NightDone {
  readonly answer: NightlyAnswer;
  /** What kept git's housekeeping from running; null where it ran. */
  readonly unkept: string | null;
}

/** A lease that is lost ends as `locked`, with the fault `lease_lost`; a night that was stopped as `findings`. Both go on with the next run. */
export async function runNight(memory: Memory, tools: NightTools, asked: NightAsked): Promise<Outcome<NightDone>> {
  const { lease, stop } = asked;
  const commits: Oid[] = [];
  const write = (state: RunRow["state"], at: Instant, wrong: Wrong | null = null): Outcome<void> => {
    const held = lease.check();
    if (!held.ok) return held;
    const { due, by, forced } = asked;
    const { says = "", hint = "" } = wrong ?? {};
    const row = { kind: "run", state, ...due, at, token: lease.token, by, forced, commits, says } as const;
    return tools.ledger.append(hint === "" ? row : { ...row, hint });
  };
  const lost = (failure: Failure): Outcome<never> => {
    if (!lease.check().ok) noteLost(memory, failure);
    return err(failure);
  };
  const gate = (): Outcome<void> => {
    const signal = stop.asked();
    return signal === null ? lease.check() : err(stopped(signal, commits.length));
  };
  const began = write("began", memory.clock.now());
  if (!began.ok) return lost(began.error);
  const made = (commit: Oid): void => {
    commits.push(commit);
    asked.progress?.(commits.length);
  };
  const answer = await tools.night(fenced(memory, gate, made));
  const state = answer.ok ? "done" : stop.asked() === null ? "failed" : "stopped";
  const wrong = answer.ok ? (answer.value.refused[0] ?? null) : answer.error;
  const written = write(state, memory.clock.now(), wrong);
  if (!written.ok) return lost(written.error);
  const again = wrong === null ? null : againNow(tools);
  if (!answer.ok) return again === null ? answer : err({ ...answer.error, ...lastingly(answer.error, again) });
  const refused = answer.value.refused.map((each, at) =>
    at === 0 && again !== null ? { ...each, ...lastingly(each, again) } : each,
  );
  return ok({
    answer: { ...answer.value, refused },
    unkept: gate().ok ? await keep(tools) : "the night was stopped before",
  });
}

interface Wrong {
  readonly says: string;
  readonly hint: string;
}

function againNow(tools: NightTools): Again | null {
  const read = tools.ledger.read();
  return read.ok ? againIn(viewLedger(read.value.rows)) : null;
}

/** The same words a second time would be read as the first were. */
function lastingly({ says, hint }: Wrong, { runs, since }: Again): Wrong {
  return {
    says: `${says} The last ${runs} nights ended so, since that of ${since}: it will not pass by itself.`,
    hint: `Do this now: ${hint}\nThen: pagefile nightly`,
  };
}

/** The night is safe by then: housekeeping that fails is told and takes nothing back. */
async function keep(tools: NightTools): Promise<string | null> {
  const kept = await tools.maintain();
  if (!kept.ok) return kept.error.says;
  return kept.value.ran ? null : kept.value.says;
}

function stopped(signal: string, commits: number): Failure {
  const done = commits === 1 ? "1 commit" : `${commits} commits`;
  return {
    code: "findings",
    says: `The night was stopped by ${signal} after ${done}; what is done stays done.`,
    hint: "It goes on where it stopped with: pagefile nightly",
  };
}

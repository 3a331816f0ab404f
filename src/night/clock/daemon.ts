/** DaemonWorker: what a daemon does, one thing after the other: the night that is due, and looking at what edits left. */

import type { Failure, Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { type Memory, refresh } from "../../memory/memory.js";
import { logFaults } from "../../write/fault-log.js";
import type { Period } from "./calendar--calendar.js";
import { type Due, dueByTimer } from "./calendar--calendar-due.js";
import { type LedgerView, viewLedger } from "./calendar--calendar-ledger.js";
import type { DaemonAnswer, DaemonTools, Watch } from "./daemon--daemon-answers.js";
import { faultsOf, newsSince, type Sight, sightOf } from "./daemon--daemon-edits.js";
import { runNight } from "./run.js";
import { nextNight } from "./run--calendar-hour.js";
import { noteLost, noteTaken } from "./run--daemon-lost.js";

export interface Worker {
  /** The first look, by which later ones tell what is new. */
  readonly look: () => Promise<Outcome<void>>;
  /** Of each kind at most one waits. */
  readonly queue: (what: "night" | "edit") => void;
  readonly idle: () => Promise<unknown>;
  /** Keeps the fault of a lost lease, unless the night did. */
  readonly note: (lost: Failure) => Promise<void>;
  readonly onLost: (end: () => void) => void;
  readonly done: () => Pick<DaemonAnswer, "nights" | "edits" | "failures">;
}

type Mutable<T> = { -readonly [key in keyof T]: T[key] };

interface State extends Mutable<Pick<DaemonAnswer, "edits">> {
  readonly nights: DaemonAnswer["nights"][number][];
  readonly failures: DaemonAnswer["failures"][number][];
  readonly ends: (() => void)[];
  sight: Sight | null;
  /** The night itself has kept the fault of a lost lease. */
  noted: boolean;
}

export function worker(tools: DaemonTools, watch: Watch): Worker {
  const state: State = { nights: [], failures: [], ends: [], edits: 0, sight: null, noted: false };
  const waiting = new Set<"night" | "edit">();
  let last: Promise<unknown> = Promise.resolve();
  return {
    look: () =>
      withMemory(tools, async (memory) => {
        noteTaken(memory, watch.lease);
        return ok(follow(memory, state, watch));
      }),
    queue(what) {
      if (waiting.has(what)) return;
      waiting.add(what);
      last = last.then(() => {
        waiting.delete(what);
        if (watch.stop.asked() !== null || !watch.lease.check().ok) return;
        return what === "night" ? night(tools, state, watch) : edit(tools, state, watch);
      });
    },
    idle: () => last,
    async note(lost) {
      if (!state.noted) await withMemory(tools, async (memory) => ok(noteLost(memory, lost)));
    },
    onLost: (end) => state.ends.push(end),
    done: () => ({ nights: state.nights, edits: state.edits, failures: state.failures }),
  };
}

async function withMemory<T>(tools: DaemonTools, use: (memory: Memory) => Promise<Outcome<T>>): Promise<Outcome<T>> {
  const opened = await tools.open();
  if (!opened.ok) return opened;
  try {
    return await use(opened.value.memory);
  } finally {
    await opened.value.close();
  }
}

/** Opening a memory has brought its derived state in step; what is left is to tell. */
function follow(memory: Memory, state: State, { tell }: Watch): void {
  const news = state.sight === null ? null : newsSince(state.sight, memory);
  state.sight = sightOf(memory);
  if (news === null || news.pages.length + news.findings.length === 0) return;
  state.edits += 1;
  logFaults(memory, faultsOf(news));
  tell({ kind: "edit", news });
}

async function edit(tools: DaemonTools, state: State, watch: Watch): Promise<void> {
  const seen = await withMemory(tools, async (memory) => ok(follow(memory, state, watch)));
  if (!seen.ok) failed(seen.error, state, { watch, period: null });
}

async function night(tools: DaemonTools, state: State, watch: Watch): Promise<void> {
  const { lease, stop, tell, hour } = watch;
  const view = viewOf(tools);
  if (!view.ok) return failed(view.error, state, { watch, period: null });
  const due: Due | null = dueByTimer({ ...view.value, hour }, tools.clock.now(), tools.zone);
  if (due === null) return;
  const run = await withMemory(tools, async (memory) => {
    follow(memory, state, watch);
    const ran = await runNight(memory, tools, { lease, due, by: "daemon", forced: false, stop });
    // What the night wrote is no edit.
    const seen = refresh(memory);
    if (seen.ok) state.sight = sightOf(memory);
    return ran;
  });
  if (!run.ok) return failed(run.error, state, { watch, period: due.period });
  const commits = run.value.answer.commits.map(({ commit }) => commit);
  state.nights.push({ ...due, commits });
  tell({ kind: "night", ...due, commits: commits.length, next: nextNight(tools.clock.now(), hour, tools.zone) });
}

function failed(
  failure: Failure,
  state: State,
  { watch, period }: { readonly watch: Watch; readonly period: Period | null },
): void {
  const { says, hint } = failure;
  state.failures.push({ says, hint });
  watch.tell({ kind: "failed", period, failure });
  if (watch.lease.check().ok) return;
  state.noted = period !== null;
  for (const end of state.ends.splice(0)) end();
}

export function viewOf(tools: DaemonTools): Outcome<LedgerView> {
  const read = tools.ledger.read();
  return read.ok ? ok(viewLedger(read.value.rows)) : read;
}

/**
 * Daemon: nights at their hour and edits as they come, one thing after the other, until it is stopped or its lease is lost. Changed pages are
 * heard of by the file system's own notices.
 */

import type { Stats } from "node:fs";
import { basename } from "node:path";
import type { Clock, Instant, Oid, PagePath } from "../../base/ids.js";
import { type Failure, type Outcome, ok } from "../../base/result.js";
import { compareText } from "../../base/text.js";
import { type Memory, refresh } from "../../memory/memory.js";
import { configPath } from "../../memory/service.js";
import { findingsOf } from "../../memory/workspace.js";
import type { Finding } from "../../page/page.js";
import type { Fault } from "../../write/fault.js";
import { logFaults } from "../../write/fault-log.js";
import { type Due, dueByTimer, type LedgerView, type Period, viewLedger } from "./calendar.js";
import { type Holder, type Lease, nextNight, printHour } from "./lease.js";
import { type NightTools, noteLost, noteTaken, runNight, type Stop } from "./run.js";
import type { Scheduler } from "./scheduler.js";

interface Worker {
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

function worker(tools: DaemonTools, watch: Watch): Worker {
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

function viewOf(tools: DaemonTools): Outcome<LedgerView> {
  const read = tools.ledger.read();
  return read.ok ? ok(viewLedger(read.value.rows)) : read;
}

// WatcherFiles: hears of changed pages by the file system's own notices; git's files, hidden ones and other kinds are not heard.

interface WatcherTimes {
  /** A burst is over when nothing came for so long … */
  readonly quietMs: number;
  /** … or when it has lasted so long. */
  readonly burstMs: number;
}

export function openWatcher(
  root: string,
  { quietMs, burstMs }: WatcherTimes = { quietMs: 400, burstMs: 3_000 },
): Watcher {
  return {
    async watch({ changed, failed }) {
      const { watch } = await import("chokidar");
      const watching = watch(root, {
        ignored: (path, stats) => path !== root && isIgnored(basename(path), stats),
        ignoreInitial: true,
        followSymlinks: false,
        ignorePermissionErrors: true,
        atomic: false,
      });
      const burst = debounce(changed, quietMs, burstMs);
      watching.on("all", burst.heard);
      watching.on("error", (error) => failed(error instanceof Error ? error.message : String(error)));
      await new Promise<void>((ready) => watching.once("ready", () => ready()));
      return ok({
        async close() {
          burst.stop();
          await watching.close();
        },
      });
    },
  };
}

function isIgnored(name: string, stats: Stats | undefined): boolean {
  if (name.startsWith(".") || name === "node_modules") return true;
  return stats?.isFile() === true && !name.endsWith(".md") && name !== configPath;
}

function debounce(
  fire: () => void,
  quietMs: number,
  burstMs: number,
): { readonly heard: () => void; readonly stop: () => void } {
  let timer: NodeJS.Timeout | null = null;
  let began = 0;
  const stop = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  return {
    stop,
    heard() {
      const now = performance.now();
      if (timer === null) began = now;
      const left = Math.max(0, burstMs - (now - began));
      stop();
      timer = setTimeout(
        () => {
          timer = null;
          fire();
        },
        Math.min(quietMs, left),
      );
    },
  };
}

// DaemonLoop: nights at their hour and edits as they come, one thing after the other, until it is stopped or its lease is lost.

/** So long may a missed night wait: after sleep, a change of clocks, or a failure. */
const lookMs = 60_000;

/** Fails with `locked` where another process looks after nights here, or takes that over; else ends when it is stopped. */
export async function daemon(tools: DaemonTools, asked: DaemonAsked): Promise<Outcome<DaemonAnswer>> {
  const read = viewOf(tools);
  if (!read.ok) return read;
  const at = tools.clock.now();
  const lease = await tools.leases.take({ purpose: "daemon", at, above: read.value.token });
  if (!lease.ok) return lease;
  try {
    const hour = asked.hour ?? read.value.hour;
    if (read.value.since === null || hour !== read.value.hour) {
      const kept = tools.ledger.append({ kind: "hour", at, hour, timer: "daemon", on: true });
      if (!kept.ok) return kept;
    }
    return await keepWatch(tools, { ...asked, lease: lease.value, hour });
  } finally {
    lease.value.release();
  }
}

async function keepWatch(tools: DaemonTools, watch: Watch): Promise<Outcome<DaemonAnswer>> {
  const { lease, stop, tell } = watch;
  const work = worker(tools, watch);
  const over = new Promise<void>((end) => {
    stop.onAsk(end);
    lease.onLost(end);
    work.onLost(end);
  });
  const first = await work.look();
  if (!first.ok) return first;
  const watching = await tools.watcher.watch({
    changed: () => work.queue("edit"),
    failed: (says) => tell({ kind: "blind", says }),
  });
  if (!watching.ok) return watching;
  const stops = [
    await tools.scheduler.daily(watch.hour, () => work.queue("night")),
    tools.scheduler.every(lookMs, () => work.queue("night")),
  ];
  const { former, token } = lease;
  const next = nextNight(tools.clock.now(), watch.hour, tools.zone);
  tell({ kind: "started", token, hour: printHour(watch.hour), next, former });
  work.queue("night");
  if (stop.asked() === null) await over;
  for (const end of stops) end();
  await watching.value.close();
  await work.idle();
  const held = lease.check();
  if (!held.ok && stop.asked() === null) {
    await work.note(held.error);
    return held;
  }
  return ok({ token, hour: printHour(watch.hour), ...work.done(), ended: stop.asked() ?? "its lease" });
}

// DaemonAnswers: what a daemon needs, what it tells while it runs, and what it says when it ends.

export interface DaemonTools extends NightTools {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly watcher: Watcher;
  /** The memory as it is now, configuration and all; closed by whoever opened it. */
  readonly open: () => Promise<Outcome<{ readonly memory: Memory; readonly close: () => Promise<void> }>>;
}

export type DaemonEvent =
  | {
      readonly kind: "started";
      readonly token: number;
      readonly hour: string;
      readonly next: Instant;
      readonly former: Holder | null;
    }
  | {
      readonly kind: "night";
      readonly period: Period;
      readonly from: Period;
      readonly commits: number;
      readonly next: Instant;
    }
  | { readonly kind: "failed"; readonly period: Period | null; readonly failure: Failure }
  | { readonly kind: "edit"; readonly news: News }
  | { readonly kind: "blind"; readonly says: string };

export interface DaemonAnswer {
  readonly token: number;
  readonly hour: string;
  readonly nights: readonly { readonly period: Period; readonly from: Period; readonly commits: readonly string[] }[];
  /** Bursts of edits that were followed. */
  readonly edits: number;
  readonly failures: readonly { readonly says: string; readonly hint: string }[];
  /** The signal that ended it. */
  readonly ended: string;
}

interface DaemonAsked {
  /** Minutes since local midnight; the ledger's own when null. */
  readonly hour: number | null;
  readonly stop: Stop;
  readonly tell: (event: DaemonEvent) => void;
}

/** A daemon that has its lease. */
interface Watch extends DaemonAsked {
  readonly lease: Lease;
  readonly hour: number;
}

// DaemonEdits: what hand edits changed: the derived state follows them, and a page that broke is told at once.

/** A memory as it was last looked at. */
interface Sight {
  readonly files: ReadonlyMap<PagePath, Oid>;
  readonly remarks: ReadonlySet<string>;
}

interface News {
  /** Pages that came, changed or went, in order. */
  readonly pages: readonly PagePath[];
  /** Remarks that were not there before. */
  readonly findings: readonly Finding[];
}

function sightOf(memory: Memory): Sight {
  return {
    files: new Map([...memory.files.values()].map(({ path, oid }) => [path, oid])),
    remarks: new Set(findingsOf(memory).map(nameOf)),
  };
}

/** By content: a write of our own that was looked at before is no news, and neither is one that was taken back. */
function newsSince({ files, remarks }: Sight, memory: Memory): News {
  const changed = [...memory.files.values()]
    .filter(({ path, oid }) => files.get(path) !== oid)
    .map(({ path }) => path);
  const gone = [...files.keys()].filter((path) => !memory.files.has(path));
  const findings = findingsOf(memory).filter((finding) => !remarks.has(nameOf(finding)));
  return { pages: [...changed, ...gone].sort(compareText), findings };
}

/** Only an error keeps a page from being read; what is merely odd is told and not kept. */
function faultsOf({ findings }: News): readonly Fault[] {
  return findings
    .filter(({ severity }) => severity === "error")
    .map(({ path, line, says, hint }) => ({
      kind: "page_unreadable",
      page: path,
      says: line > 0 ? `${path}:${line}: ${says}` : says,
      hint,
    }));
}

function nameOf({ code, path, line, says }: Finding): string {
  return JSON.stringify([code, path, line, says]);
}

// Watcher: says that files below a memory's root have changed, some time after the last of a burst.

interface Watcher {
  /** `changed` is called after every burst of changes; `failed` where the system can watch no more, and edits are seen later. */
  watch(heard: {
    readonly changed: () => void;
    readonly failed: (says: string) => void;
  }): Promise<Outcome<{ readonly close: () => Promise<void> }>>;
}

/** Daemon: nights at their hour and edits as the file system tells of them, one after the other, until it is stopped or its lease is lost. */

import type { Stats } from "node:fs";
import { basename } from "node:path";
import type { Clock, Instant, Oid, PagePath } from "../../base/ids.js";
import { type Failure, type Outcome, ok } from "../../base/result.js";
import { compareText } from "../../base/text.js";
import { openQueue } from "../../git/repository.js";
import { type Memory, refresh } from "../../memory/memory.js";
import { configPath } from "../../memory/service.js";
import { findingsOf } from "../../memory/workspace.js";
import type { Finding } from "../../page/page.js";
import type { Fault } from "../../write/fault.js";
import { logFaults } from "../../write/fault-log.js";
import { type Due, dueByTimer, ledgerView, type Period } from "./calendar.js";
import { type Lease, nextNight, printHour } from "./lease.js";
import { type NightTools, noteLost, noteTaken, runNight, type Stop } from "./run.js";
import { daily } from "./scheduler.js";

/** A daemon that has its lease, and what it has seen and done so far. */
interface Running extends DaemonAsked {
  readonly tools: DaemonTools;
  readonly lease: Lease;
  readonly hour: number;
  readonly nights: DaemonAnswer["nights"][number][];
  readonly failures: DaemonAnswer["failures"][number][];
  edits: number;
  /** By which a later look tells what is new. */
  sight: Sight | null;
  /** The night itself has kept the fault of a lost lease. */
  noted: boolean;
  end: () => void;
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
function follow(running: Running, memory: Memory): void {
  const { sight, tell } = running;
  const news = sight === null ? null : newsSince(sight, memory);
  running.sight = sightOf(memory);
  if (news === null || news.pages.length + news.findings.length === 0) return;
  running.edits += 1;
  logFaults(memory, faultsOf(news));
  tell({ kind: "edit", news });
}

async function edit(running: Running): Promise<void> {
  const seen = await withMemory(running.tools, async (memory) => ok(follow(running, memory)));
  if (!seen.ok) failed(running, seen.error, null);
}

async function night(running: Running): Promise<void> {
  const { tools, lease, stop, tell, hour } = running;
  const view = ledgerView(tools.ledger);
  if (!view.ok) return failed(running, view.error, null);
  const due: Due | null = dueByTimer({ ...view.value, hour }, tools.clock.now(), tools.zone);
  if (due === null) return;
  const run = await withMemory(tools, async (memory) => {
    follow(running, memory);
    const ran = await runNight(memory, tools, { lease, due, by: "daemon", forced: false, stop });
    // What the night wrote is no edit.
    const seen = refresh(memory);
    if (seen.ok) running.sight = sightOf(memory);
    return ran;
  });
  if (!run.ok) return failed(running, run.error, due.period);
  const commits = run.value.answer.commits.map(({ commit }) => commit);
  running.nights.push({ ...due, commits });
  tell({ kind: "night", ...due, commits: commits.length, next: nextNight(tools.clock.now(), hour, tools.zone) });
}

function failed(running: Running, failure: Failure, period: Period | null): void {
  const { says, hint } = failure;
  running.failures.push({ says, hint });
  running.tell({ kind: "failed", period, failure });
  if (running.lease.check().ok) return;
  running.noted = period !== null;
  running.end();
}

function bugOf(error: unknown): Failure {
  const says = `This is a bug in Pagefile: ${error instanceof Error ? error.message : String(error)}`;
  return { code: "bug", says, hint: "Please report it where `npm bugs pagefile` leads." };
}

/** `changed` is called after a burst: nothing came for `quietMs`, or it lasted for `burstMs`; `failed` where nothing is watched any more. Gives what ends it. */
export async function watchPages(
  root: string,
  { changed, failed }: { readonly changed: () => void; readonly failed: (says: string) => void },
  { quietMs, burstMs }: { quietMs: number; burstMs: number } = { quietMs: 400, burstMs: 3_000 },
): Promise<() => Promise<void>> {
  const { watch } = await import("chokidar");
  const watching = watch(root, {
    ignored: (path, stats) => path !== root && isIgnored(basename(path), stats),
    ignoreInitial: true,
    followSymlinks: false,
    ignorePermissionErrors: true,
    atomic: false,
  });
  let timer: NodeJS.Timeout | undefined;
  let began: number | null = null;
  watching.on("all", () => {
    began ??= performance.now();
    const left = Math.max(0, burstMs - (performance.now() - began));
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        began = null;
        changed();
      },
      Math.min(quietMs, left),
    );
  });
  watching.on("error", (error) => failed(error instanceof Error ? error.message : String(error)));
  await new Promise<void>((ready) => watching.once("ready", () => ready()));
  return async () => {
    clearTimeout(timer);
    await watching.close();
  };
}

function isIgnored(name: string, stats: Stats | undefined): boolean {
  if (name.startsWith(".") || name === "node_modules") return true;
  return stats?.isFile() === true && !name.endsWith(".md") && name !== configPath;
}

/** So long may a missed night wait: after sleep, a change of clocks, or a failure. */
const lookMs = 60_000;

/** Fails with `locked` where another process looks after nights here, or takes that over; else ends when it is stopped. */
export async function daemon(tools: DaemonTools, asked: DaemonAsked): Promise<Outcome<DaemonAnswer>> {
  const view = ledgerView(tools.ledger);
  if (!view.ok) return view;
  const at = tools.clock.now();
  const lease = await tools.leases.take({ purpose: "daemon", at, above: view.value.token });
  if (!lease.ok) return lease;
  try {
    const hour = asked.hour ?? view.value.hour;
    if (view.value.since === null || hour !== view.value.hour) {
      const kept = tools.ledger.append({ kind: "hour", at, hour, timer: "daemon", on: true });
      if (!kept.ok) return kept;
    }
    const begun = { nights: [], failures: [], edits: 0, sight: null, noted: false, end: () => {} };
    return await keepWatch({ ...asked, ...begun, tools, lease: lease.value, hour });
  } finally {
    lease.value.release();
  }
}

async function keepWatch(running: Running): Promise<Outcome<DaemonAnswer>> {
  const { tools, lease, stop, tell, hour } = running;
  const over = new Promise<void>((end) => {
    stop.onAsk(end);
    lease.onLost(end);
    running.end = end;
  });
  const first = await withMemory(tools, async (memory) => {
    noteTaken(memory, lease);
    return ok(follow(running, memory));
  });
  if (!first.ok) return first;
  const waiting = new Set<typeof night>();
  const inTurn = openQueue();
  // Of each kind at most one waits.
  const queue = (work: typeof night): void => {
    if (waiting.has(work)) return;
    waiting.add(work);
    const done = inTurn(async () => {
      waiting.delete(work);
      if (stop.asked() === null && lease.check().ok) await work(running);
    });
    // The nights after it are looked after all the same.
    done.catch((error: unknown) => failed(running, bugOf(error), null));
  };
  const blind = (says: string): void => tell({ kind: "blind", says });
  const unwatch = await watchPages(tools.root, { changed: () => queue(edit), failed: blind });
  const endDaily = await daily(hour, () => queue(night));
  const looking = setInterval(() => queue(night), lookMs);
  const { former, token } = lease;
  const next = nextNight(tools.clock.now(), hour, tools.zone);
  tell({ kind: "started", token, hour: printHour(hour), next, former });
  queue(night);
  if (stop.asked() === null) await over;
  endDaily();
  clearInterval(looking);
  await unwatch();
  await inTurn(async () => {});
  const held = lease.check();
  if (!held.ok && stop.asked() === null) {
    if (!running.noted) await withMemory(tools, async (memory) => ok(noteLost(memory, held.error)));
    return held;
  }
  const { nights, edits, failures } = running;
  return ok({ token, hour: printHour(hour), nights, edits, failures, ended: stop.asked() ?? "its lease" });
}

// DaemonAnswers: what a daemon needs, what it tells while it runs, and what it says when it ends.

export interface DaemonTools extends NightTools {
  readonly clock: Clock;
  readonly root: string;
  /** The memory as it is now, configuration and all; closed by whoever opened it. */
  readonly open: () => Promise<Outcome<{ readonly memory: Memory; readonly close: () => Promise<void> }>>;
}

export type DaemonEvent =
  | ({ readonly kind: "started"; readonly hour: string; readonly next: Instant } & Pick<Lease, "token" | "former">)
  | ({ readonly kind: "night"; readonly commits: number; readonly next: Instant } & Due)
  | { readonly kind: "failed"; readonly period: Period | null; readonly failure: Failure }
  | { readonly kind: "edit"; readonly news: News }
  | { readonly kind: "blind"; readonly says: string };

export interface DaemonAnswer {
  readonly token: number;
  readonly hour: string;
  readonly nights: readonly (Due & { readonly commits: readonly string[] })[];
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
  const errors = findings.filter(({ severity }) => severity === "error");
  return errors.map(({ path, line, says, hint }): Fault => {
    return { kind: "page_unreadable", page: path, says: line > 0 ? `${path}:${line}: ${says}` : says, hint };
  });
}

function nameOf({ code, path, line, says }: Finding): string {
  return JSON.stringify([code, path, line, says]);
}

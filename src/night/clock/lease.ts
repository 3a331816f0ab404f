/**
 * Lease: one process at a time looks after the nights of a repository, each with a higher token than the one before: the number of a file that is made
 * once. Its holder shows by the machine's running time that it moves. When nights ran and will run is told from it and from the ledger.
 */

import { closeSync, constants, lstatSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Instant, parseInstant, type Zone } from "../../base/ids.js";
import { parseLine, stableJson } from "../../base/json.js";
import { err, type Failure, type Outcome, ok } from "../../base/result.js";
import { findLayout, type GitLayout } from "../../git/layout.js";
import { stateFolder } from "../../memory/root.js";
import { attempt } from "../../state/fs-calls.js";
import { zoneHere } from "../../state/machine.js";
import { namesIn, openPlain, readDerived, removeWhole, writeNew } from "../../state/plain-file.js";
import { isDead, nameOwner, type Owner, parseOwner, thisOwner } from "../../state/process.js";
import {
  type Again,
  againIn,
  dueByTimer,
  type HourRow,
  type Ledger,
  openLedger,
  openRun,
  type Period,
  periodAt,
  type RunRow,
  viewLedger,
} from "./calendar.js";

/** Twelve beats may fail before a holder counts as stalled. */
const leaseTimes: LeaseTimes = { beatMs: 5_000, stalledMs: 60_000 };

export type Leases = ReturnType<typeof openLeases>;

/** `dir` lies below the git dir that all worktrees share, and is made when first written. */
export function openLeases(dir: string, times: LeaseTimes = leaseTimes) {
  const look = (): Outcome<Holder | null> => attempt("look at the lease", () => holderOf(dir, times));
  return {
    /** null where nobody ever took it. */
    look: (): Outcome<Holder | null> => look(),
    /** Fails with `locked` while another process that moves, by its own beat and never by the time of day, has it. The token exceeds `above`. */
    async take(asked: {
      readonly purpose: LeasePurpose;
      readonly at: Instant;
      readonly above: number;
    }): Promise<Outcome<Lease>> {
      const safe = attempt("look at the lease", () => lstatSync(dir, { throwIfNoEntry: false })?.isSymbolicLink());
      if (!safe.ok) return safe;
      if (safe.value === true) {
        const says = `${dir} is a symbolic link; the folder of the lease has to lie in the git dir itself.`;
        const hint = "Remove the link and run the command again.";
        return err({ code: "denied", reason: "not_a_regular_file", says, hint });
      }
      // Each round another process has made a number meanwhile, or a holder elsewhere was watched and moved.
      for (let round = 0; round < roundsMax; round += 1) {
        const held = look();
        if (!held.ok) return held;
        const holder = held.value === null ? null : await settled(dir, held.value, times);
        if (holder !== null && (holder.state === "live" || holder.state === "unknown")) return err(taken(holder));
        const token = Math.max(holder?.token ?? 0, asked.above) + 1;
        const made = attempt("take the lease", () => claim(dir, token, asked));
        if (!made.ok) return made;
        if (made.value) return start(dir, { token, former: holder?.state === "free" ? null : holder }, times);
      }
      const says = "Others took the lease of the nights again and again.";
      return err({ code: "locked", says, hint: "Try again." });
    },
  };
}

const roundsMax = 8;

/** A holder nobody can look at is watched: whoever beats meanwhile lives. */
async function settled(dir: string, holder: Holder, times: LeaseTimes): Promise<Holder> {
  if (holder.state !== "unknown") return holder;
  const beat = (): string | null => readDerived(join(dir, `${holder.token}.beat`));
  const first = beat();
  const pauseMs = Math.min(1_000, times.stalledMs / 4);
  for (let waited = 0; waited < times.stalledMs; waited += pauseMs) {
    await sleep(pauseMs);
    if (beat() !== first || topToken(dir) !== holder.token) return { ...holder, state: "live" };
  }
  return { ...holder, state: "stalled" };
}

/** False where somebody else has this number or a later one by now. */
function claim(
  dir: string,
  token: number,
  { purpose, at }: { readonly purpose: LeasePurpose; readonly at: Instant },
): boolean {
  const record = { token, owner: nameOwner({ ...thisOwner(), commit: null }), purpose, since: at };
  if (!writeNew(join(dir, `${token}.json`), `${stableJson(record)}\n`)) return false;
  // Who was held up until the files of its predecessors were swept could make a number a second time.
  if (topToken(dir) === token) return true;
  removeWhole(dir, [`${token}.json`]);
  return false;
}

function start(
  dir: string,
  { token, former }: Pick<Lease, "token" | "former">,
  { beatMs }: LeaseTimes,
): Outcome<Lease> {
  let released = false;
  const check = (): Outcome<void> => {
    const top = attempt("look at the lease", () => topToken(dir));
    if (!top.ok) return top;
    return top.value === token && !released ? ok(undefined) : err(lost(token, top.value));
  };
  const pulse = attempt("keep the lease", () => startPulse(join(dir, `${token}.beat`), beatMs, check));
  if (!pulse.ok) return pulse;
  const release = (): void => {
    if (released) return;
    const held = check().ok;
    released = true;
    process.removeListener("exit", release);
    pulse.value.stop();
    if (held) attempt("give the lease back", () => writeNew(join(dir, `${token}.free`), ""));
  };
  process.once("exit", release);
  attempt("sweep former leases", () => sweep(dir, token));
  return ok({ token, former, check, onLost: pulse.value.onLost, release });
}

/** The number alone keeps what came before from coming again. */
function sweep(dir: string, token: number): void {
  const isFormer = (name: string): boolean =>
    Number(/^(\d{1,15})\.(?:json|beat|free)$/.exec(name)?.[1] ?? Number.NaN) < token;
  removeWhole(dir, namesIn(dir).filter(isFormer));
}

function taken({ token, pid, purpose, since, state }: Holder): Failure {
  const who = purpose === "daemon" ? "The daemon" : "A night";
  const where = state === "unknown" ? ", on another machine or in another container" : "";
  return {
    code: "locked",
    says: `${who} of process ${pid} has held the lease of the nights of this repository since ${since} (token ${token}${where}); one process at a time looks after them.`,
    hint: "Let it run, or end that process first; see: pagefile schedule status",
  };
}

function lost(token: number, top: number): Failure {
  const says =
    top > token
      ? `This process held the lease of the nights with token ${token}; another one holds it with token ${top}, because this one had not moved for long.`
      : `The record of the lease of the nights with token ${token} is gone.`;
  return { code: "locked", says, hint: "Nothing was written without it; the night goes on with the next run." };
}

// LeaseHolder: who has the lease by its files, and whether that process is alive, moves, or is provably dead.

interface LeaseTimes {
  /** How often a holder shows that it moves. */
  readonly beatMs: number;
  /** Without a beat for so long, a holder that lives counts as stalled. */
  readonly stalledMs: number;
}

/** The highest number of which there is a claim, 0 without any. */
function topToken(dir: string): number {
  const tokens = namesIn(dir).map((name) => Number(/^([1-9]\d{0,14})\.json$/.exec(name)?.[1] ?? 0));
  return Math.max(0, ...tokens);
}

function holderOf(dir: string, times: LeaseTimes): Holder | null {
  const token = topToken(dir);
  if (token === 0) return null;
  const told = parse(readDerived(join(dir, `${token}.json`)));
  const base = { token, pid: told?.owner.pid ?? 0, purpose: told?.purpose ?? "command", since: told?.since ?? epoch };
  if (lstatSync(join(dir, `${token}.free`), { throwIfNoEntry: false }) !== undefined)
    return { ...base, state: "free" };
  // A record that nobody can read is whole at once when it is made: no process of ours left it so.
  if (told === null) return { ...base, state: "unknown" };
  return { ...base, state: stateOf(told.owner, readDerived(join(dir, `${token}.beat`)), times) };
}

const epoch = "1970-01-01T00:00:00Z" as Holder["since"];

function stateOf(owner: Owner, beat: string | null, { stalledMs }: LeaseTimes): Holder["state"] {
  if (isDead(owner)) return "dead";
  const me = thisOwner();
  const isOfHere = owner.machine === me.machine && owner.boot === me.boot && owner.boot !== "0";
  if (!isOfHere || beat === null || !/^\d{20}\n$/.test(beat)) return "unknown";
  const ageMs = beatNow() - Number(beat);
  if (ageMs < 0) return "unknown";
  return ageMs > stalledMs ? "stalled" : "live";
}

function parse(text: string | null) {
  const value = parseLine(text ?? "");
  const owner = typeof value?.owner === "string" ? parseOwner(value.owner) : null;
  const since = typeof value?.since === "string" ? parseInstant(value.since) : null;
  const purpose = (["daemon", "command"] as const).find((each) => each === value?.purpose);
  return owner === null || since === null || purpose === undefined ? null : { owner, since, purpose };
}

/** Milliseconds that all processes of one start of a machine count alike, whatever happens to the clock on the wall. */
function beatNow(): number {
  return Number(process.hrtime.bigint() / 1_000_000n);
}

/** The first beat is there when it returns. Each one is written over the last, of one length: nobody reads half of it. */
function startPulse(file: string, beatMs: number, check: () => Outcome<void>) {
  const fd = openPlain(file, constants.O_WRONLY | constants.O_CREAT);
  const heard: (() => void)[] = [];
  const beat = (): void => {
    writeSync(fd, `${String(beatNow()).padStart(20, "0")}\n`, 0);
  };
  beat();
  const timer = setInterval(() => {
    // A disk that is full for a while is no reason to give up; whoever takes over then has the higher token.
    attempt("keep the lease", beat);
    if (check().ok) return;
    clearInterval(timer);
    for (const lost of heard.splice(0)) lost();
  }, beatMs);
  timer.unref();
  return {
    onLost: (lost: () => void): unknown => heard.push(lost),
    stop(): void {
      clearInterval(timer);
      closeSync(fd);
    },
  };
}

type LeasePurpose = "daemon" | "command";

/** Who has, or last had, the lease. */
export interface Holder {
  readonly token: number;
  readonly pid: number;
  readonly purpose: LeasePurpose;
  readonly since: Instant;
  /** `free` was given back; `dead` is proven; `stalled` lives and has not moved for long; `unknown` is of another machine, or of another start of this one. */
  readonly state: "free" | "dead" | "stalled" | "live" | "unknown";
}

export interface Lease {
  readonly token: number;
  /** From whom it was taken though it was not given back; null where nobody had it. */
  readonly former: Holder | null;
  /** Fails with `locked` once a later holder has a higher token, or the record of this one is gone. Asked before every write. */
  check(): Outcome<void>;
  /** Calls once when a beat finds that the lease is lost. */
  onLost(lost: () => void): void;
  /** Gives it back; does nothing the second time, and nothing where it is lost. */
  release(): void;
}

export interface NightsTools {
  readonly leases: Leases;
  readonly ledger: Ledger;
  readonly zone: Zone;
}

export interface NightsAnswer {
  /** Local time of day. */
  readonly hour: string;
  /** Timers of the system that were put in from here. */
  readonly timers: readonly HourRow["timer"][];
  /** Who holds the lease now; null where nobody does. */
  readonly holder: Holder | null;
  /** The last run that ended, or that its process left; null where there was none. */
  readonly last: Pick<RunRow, "period" | "from" | "at" | "state" | "by" | "commits" | "says"> | null;
  /** Why nights go on ending badly, and what to do; null where they do not. */
  readonly again: Again | null;
  /** When the next night begins, where a timer or a daemon will begin it. */
  readonly next: Instant | null;
  /** A night whose hour has come and that had no run yet. */
  readonly due: Period | null;
  /** Lines of the ledger that are no rows. */
  readonly damaged: number;
}

/** All worktrees of a repository share the lease and the ledger: a night is the repository's. */
export function openNights(root: string): Outcome<NightsTools> {
  const layout = findLayout(root);
  return layout.ok ? ok(nightsOf(layout.value)) : layout;
}

export function nightsOf(layout: GitLayout): NightsTools {
  const state = stateFolder(layout, layout.commonDir);
  return {
    leases: openLeases(join(state, "lease")),
    ledger: openLedger(join(state, "nights.jsonl")),
    zone: zoneHere,
  };
}

export function nightsStatus(tools: NightsTools, now: Instant): Outcome<NightsAnswer> {
  const read = tools.ledger.read();
  if (!read.ok) return read;
  const held = tools.leases.look();
  if (!held.ok) return held;
  const view = viewLedger(read.value.rows);
  const holder =
    held.value === null || held.value.state === "free" || held.value.state === "dead" ? null : held.value;
  const isKept = view.timers.length > 0 || holder?.purpose === "daemon";
  const run =
    openRun(view) === null || holder === null ? view.runs.at(-1) : view.runs.findLast((r) => r.state !== "began");
  return ok({
    hour: printHour(view.hour),
    timers: view.timers,
    holder,
    last: run === undefined ? null : lastOf(run),
    again: againIn(view),
    next: isKept ? nextNight(now, view.hour, tools.zone) : null,
    due: isKept ? (dueByTimer(view, now, tools.zone)?.period ?? null) : null,
    damaged: read.value.damaged,
  });
}

function lastOf({ period, from, at, state, by, commits, says }: RunRow): NonNullable<NightsAnswer["last"]> {
  return { period, from, at, state, by, commits, says };
}

// NightsHour: the hour at which nights begin, as it is typed and printed, and the next instant at which it comes.

/** `03:30` as minutes since midnight; null for anything else. */
export function parseHour(text: string): number | null {
  const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  return hour === undefined ? null : Number(hour) * 60 + Number(minute);
}

export function printHour(minutes: number): string {
  const two = (n: number): string => String(n).padStart(2, "0");
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

const minuteMs = 60_000;
/** Clocks are changed by a quarter of an hour at the least. */
const strideMs: number = 15 * minuteMs;
/** A day, a change of clocks by a whole day, and what is left of the present one. */
const aheadMs: number = 50 * 60 * minuteMs;

/** The first minute after `now` in which another night begins. */
export function nextNight(now: Instant, hour: number, zone: Zone): Instant {
  const present = periodAt(zone(now), hour);
  const isLater = (ms: number): boolean => periodAt(zone(instantOf(ms)), hour) > present;
  const start = Math.floor(Date.parse(now) / minuteMs) * minuteMs;
  let to = start + strideMs;
  while (!isLater(to) && to < start + aheadMs) to += strideMs;
  let from = to - strideMs;
  while (to - from > minuteMs) {
    const middle = from + Math.floor((to - from) / minuteMs / 2) * minuteMs;
    if (isLater(middle)) to = middle;
    else from = middle;
  }
  return instantOf(to);
}

function instantOf(ms: number): Instant {
  return `${new Date(ms).toISOString().slice(0, 19)}Z` as Instant;
}

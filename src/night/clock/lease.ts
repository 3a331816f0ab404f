/**
 * Lease: who looks after the nights of a repository: one process at a time, each with a higher token than the one before. The lease is numbered
 * files that are made once each, and its holder shows that it moves by the machine's running time.
 */

import { closeSync, constants, lstatSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Instant, parseInstant } from "../../base/ids.js";
import { stableJson } from "../../base/json.js";
import { err, type Failure, type Outcome, ok } from "../../base/result.js";
import { attempt } from "../../state/fs-calls.js";
import { namesIn, openPlain, readDerived, removeWhole, writeNew } from "../../state/plain-file.js";
import { isDead, nameOwner, type Owner, parseOwner, thisOwner } from "../../state/process.js";

// LeaseFile: the lease of a repository as numbered files that are made once each: the number is the token, the highest one holds.

/** Twelve beats may fail before a holder counts as stalled. */
const leaseTimes: LeaseTimes = { beatMs: 5_000, stalledMs: 60_000 };

/** `dir` lies below the git dir that all worktrees share, and is made when first written. */
export function openLeases(dir: string, times: LeaseTimes = leaseTimes): Leases {
  const look = (): Outcome<Holder | null> => attempt("look at the lease", () => holderOf(dir, times));
  return {
    look,
    async take(asked) {
      const safe = attempt("look at the lease", () => lstatSync(dir, { throwIfNoEntry: false })?.isSymbolicLink());
      if (!safe.ok) return safe;
      if (safe.value === true) return err(aLink(dir));
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
      return err({
        code: "locked",
        says: "Others took the lease of the nights again and again.",
        hint: "Try again.",
      });
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
  const pulse = attempt("keep the lease", (): Pulse => startPulse(join(dir, `${token}.beat`), beatMs, check));
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
  const isFormer = (name: string): boolean => {
    const [, number] = /^(\d{1,15})\.(?:json|beat|free)$/.exec(name) ?? [];
    return number !== undefined && Number(number) < token;
  };
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

function aLink(dir: string): Failure {
  const says = `${dir} is a symbolic link; the folder of the lease has to lie in the git dir itself.`;
  return { code: "denied", reason: "not_a_regular_file", says, hint: "Remove the link and run the command again." };
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
  let top = 0;
  for (const name of namesIn(dir)) {
    const [, number] = /^([1-9]\d{0,14})\.json$/.exec(name) ?? [];
    if (number !== undefined) top = Math.max(top, Number(number));
  }
  return top;
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
  const at = parseBeat(beat);
  if (owner.machine !== me.machine || owner.boot !== me.boot || owner.boot === "0" || at === null) return "unknown";
  const ageMs = beatNow() - at;
  if (ageMs < 0) return "unknown";
  return ageMs > stalledMs ? "stalled" : "live";
}

interface Told extends Pick<Holder, "purpose" | "since"> {
  readonly owner: Owner;
}

function parse(text: string | null): Told | null {
  try {
    const value = JSON.parse(text ?? "") as { readonly [key: string]: unknown } | null;
    const owner = typeof value?.owner === "string" ? parseOwner(value.owner) : null;
    const since = typeof value?.since === "string" ? parseInstant(value.since) : null;
    const purpose = (["daemon", "command"] as const).find((each) => each === value?.purpose);
    return owner === null || since === null || purpose === undefined ? null : { owner, since, purpose };
  } catch {
    return null;
  }
}

// LeasePulse: how the holder of a lease shows that it moves: the machine's own running time, written again and again.

interface Pulse {
  readonly onLost: (lost: () => void) => void;
  readonly stop: () => void;
}

/** Milliseconds that all processes of one start of a machine count alike, whatever happens to the clock on the wall. */
function beatNow(): number {
  return Number(process.hrtime.bigint() / 1_000_000n);
}

function parseBeat(text: string | null): number | null {
  return text !== null && /^\d{20}\n$/.test(text) ? Number(text) : null;
}

/** The first beat is there when it returns. Each one is written over the last, of one length: nobody reads half of it. */
function startPulse(file: string, beatMs: number, check: () => Outcome<void>): Pulse {
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
    onLost: (lost) => heard.push(lost),
    stop() {
      clearInterval(timer);
      closeSync(fd);
    },
  };
}

// Lease: who looks after the nights of a repository: one process at a time, each with a higher token than the one before.

type LeasePurpose = "daemon" | "command";

/** Who has, or last had, the lease. */
export interface Holder {
  readonly token: number;
  readonly pid: number;
  readonly purpose: LeasePurpose;
  readonly since: Instant;
  /**
   * `free` was given back; `dead` is proven; `stalled` lives and has not moved for long; `unknown` cannot be looked at from here:
   * another machine's, or another start of this one that cannot be told from it.
   */
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

export interface Leases {
  /**
   * Fails with `locked` while another process that moves has it. One that does not move is watched or believed to its own beat,
   * never to the clock on the wall. `above` is a token that this one has to exceed.
   */
  take(asked: {
    readonly purpose: LeasePurpose;
    readonly at: Instant;
    readonly above: number;
  }): Promise<Outcome<Lease>>;
  /** null where nobody ever took it. */
  look(): Outcome<Holder | null>;
}

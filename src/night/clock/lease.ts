/** LeaseFile: the lease of a repository as numbered files that are made once each: the number is the token, the highest one holds. */

import { lstatSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Instant } from "../../base/ids.js";
import { stableJson } from "../../base/json.js";
import type { Failure, Outcome } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import { attempt } from "../../state/fs-calls.js";
import { removeWhole, writeNew } from "../../state/plain-file--staging-file.js";
import { namesIn, readDerived } from "../../state/plain-file--staging-read.js";
import { nameOwner, thisOwner } from "../../state/process.js";
import type { Holder, Lease, LeasePurpose, Leases } from "./lease--lease.js";
import { holderOf, type LeaseTimes, topToken } from "./lease--lease-holder.js";
import { type Pulse, startPulse } from "./lease--lease-pulse.js";

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

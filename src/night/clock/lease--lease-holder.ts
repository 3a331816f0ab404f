/** LeaseHolder: who has the lease by its files, and whether that process is alive, moves, or is provably dead. */

import { lstatSync } from "node:fs";
import { join } from "node:path";
import { parseInstant } from "../../base/ids.js";
import { namesIn, readDerived } from "../../state/plain-file--staging-read.js";
import { isDead, type Owner, parseOwner, thisOwner } from "../../state/process.js";
import type { Holder } from "./lease--lease.js";
import { beatNow, parseBeat } from "./lease--lease-pulse.js";

export interface LeaseTimes {
  /** How often a holder shows that it moves. */
  readonly beatMs: number;
  /** Without a beat for so long, a holder that lives counts as stalled. */
  readonly stalledMs: number;
}

/** The highest number of which there is a claim, 0 without any. */
export function topToken(dir: string): number {
  let top = 0;
  for (const name of namesIn(dir)) {
    const [, number] = /^([1-9]\d{0,14})\.json$/.exec(name) ?? [];
    if (number !== undefined) top = Math.max(top, Number(number));
  }
  return top;
}

export function holderOf(dir: string, times: LeaseTimes): Holder | null {
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

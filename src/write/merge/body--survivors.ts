/** Survivors: how many times each unit stands in the merged body, and which of its occurrences those are. */

import type { Unit } from "./settle--units.js";

/** One place in the interleaved bodies: an index into ours, theirs, or both where they agree. */
export interface Slot {
  readonly ours: number | null;
  readonly theirs: number | null;
  readonly unit: Unit;
}

export interface Bodies {
  readonly base: readonly Unit[];
  readonly ours: readonly Unit[];
  readonly theirs: readonly Unit[];
}

/** The slots that stay, in order. */
export function survivors(slots: readonly Slot[], bodies: Bodies): readonly Slot[] {
  const wanted = targets(bodies);
  const inBase = new Set(bodies.base.map((unit) => unit.key));
  // What both have first, then what one side added or moved, then what the other side left where it was.
  const rank = ({ ours, theirs, unit }: Slot): number =>
    ours !== null && theirs !== null ? 0 : inBase.has(unit.key) ? 2 : 1;
  const chosen = new Set<Slot>();
  for (const slot of [...slots].sort((a, b) => rank(a) - rank(b))) {
    const left = wanted.get(slot.unit.says) ?? 0;
    if (left === 0) continue;
    wanted.set(slot.unit.says, left - 1);
    chosen.add(slot);
  }
  return slots.filter((slot) => chosen.has(slot));
}

/**
 * Three-way over counts: what both sides added is there once under each heading it was added to, what one side added and the
 * other deleted is the sum of both, and of copies that were deleted the fewer are left.
 */
function targets({ base, ours, theirs }: Bodies): Map<string, number> {
  const [o, a, b] = [countBy(base, says), countBy(ours, says), countBy(theirs, says)];
  const [inOurs, inTheirs] = [countBy(ours, key), countBy(theirs, key)];
  const keysOf = new Map<string, Set<string>>();
  for (const unit of [...ours, ...theirs]) {
    const keys = keysOf.get(unit.says) ?? new Set<string>();
    keysOf.set(unit.says, keys.add(unit.key));
  }
  const wanted = new Map<string, number>();
  for (const [name, keys] of keysOf) {
    const [co, ca, cb] = [o.get(name) ?? 0, a.get(name) ?? 0, b.get(name) ?? 0];
    let added = 0;
    for (const each of keys) added += Math.max(inOurs.get(each) ?? 0, inTheirs.get(each) ?? 0);
    if (ca > co && cb > co) wanted.set(name, added);
    else if (ca > co || cb > co) wanted.set(name, ca + cb - co);
    else wanted.set(name, Math.min(ca, cb));
  }
  return wanted;
}

function countBy(units: readonly Unit[], name: (unit: Unit) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const unit of units) counts.set(name(unit), (counts.get(name(unit)) ?? 0) + 1);
  return counts;
}

function says(unit: Unit): string {
  return unit.says;
}

function key(unit: Unit): string {
  return unit.key;
}

/** Edits: which entry of the base became which entry of a side; the rest of a difference is added or deleted. */

import { diffIndices } from "node-diff3";
import type { Unit } from "./settle--units.js";

/** Index in the base to index in the side. */
export type Edits = ReadonlyMap<number, number>;

const likeness = 0.4;
/** Beyond this many pairs to compare, position decides alone. */
const comparedMax = 4_096;

export function editsOf(base: readonly Unit[], side: readonly Unit[]): Edits {
  const edits = new Map<number, number>();
  const kept = new Set(side.map((unit) => unit.says));
  const known = new Set(base.map((unit) => unit.says));
  const says = (unit: Unit): string => unit.says;
  for (const { buffer1, buffer2 } of diffIndices(base.map(says), side.map(says))) {
    const gone = range(buffer1).filter((i) => !kept.has(base[i]?.says ?? ""));
    const fresh = range(buffer2).filter((i) => !known.has(side[i]?.says ?? ""));
    pair(base, side, { gone, fresh, edits });
  }
  return edits;
}

/** The likeliest first, in order; what is left is paired by position only where nothing was added or deleted besides. */
function pair(
  base: readonly Unit[],
  side: readonly Unit[],
  hunk: { readonly gone: readonly number[]; readonly fresh: readonly number[]; readonly edits: Map<number, number> },
): void {
  const { gone, fresh, edits } = hunk;
  const taken = new Set<number>();
  const compares = gone.length * fresh.length <= comparedMax;
  for (const from of compares ? gone : []) {
    let best = -1;
    let most = likeness;
    for (const to of fresh) {
      const score = taken.has(to) ? 0 : alike(base[from], side[to]);
      if (score > most) [best, most] = [to, score];
    }
    if (best < 0) continue;
    edits.set(from, best);
    taken.add(best);
  }
  const loose = gone.filter((from) => !edits.has(from));
  const free = fresh.filter((to) => !taken.has(to));
  if (loose.length !== free.length) return;
  for (const [i, from] of loose.entries()) {
    const to = free[i];
    if (to !== undefined && base[from]?.kind === side[to]?.kind) edits.set(from, to);
  }
}

/** Share of words in common, 0 to 1; different kinds are never alike. */
function alike(a: Unit | undefined, b: Unit | undefined): number {
  if (a === undefined || b === undefined || a.kind !== b.kind) return 0;
  const [some, others] = [wordsOf(a.text), wordsOf(b.text)];
  let shared = 0;
  for (const word of some) if (others.has(word)) shared++;
  return some.size + others.size === 0 ? 0 : (2 * shared) / (some.size + others.size);
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(/[\s.,;:!?-]+/).filter((word) => word !== ""));
}

function range([start, length]: readonly [number, number]): readonly number[] {
  return Array.from({ length }, (_, i) => start + i);
}

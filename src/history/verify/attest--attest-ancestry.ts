/** AttestAncestry: what lies before a commit, and where two lines of history began to part. */

import type { Oid } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";

export type ParentsOf = (oid: Oid) => Promise<Outcome<readonly Oid[]>>;

/** The commit and all before it. `may be gone`: a commit that the repository no longer has stands for itself alone. */
export async function ancestorsOf(
  parentsOf: ParentsOf,
  from: Oid,
  start: "must exist" | "may be gone" = "must exist",
): Promise<Outcome<ReadonlySet<Oid>>> {
  const seen = new Set<Oid>([from]);
  const waiting: Oid[] = [from];
  for (let oid = waiting.pop(); oid !== undefined; oid = waiting.pop()) {
    const parents = await parentsOf(oid);
    if (!parents.ok) {
      if (start === "may be gone" && oid === from && parents.error.code === "corrupt") return ok(seen);
      return parents;
    }
    for (const parent of parents.value) {
      if (seen.has(parent)) continue;
      seen.add(parent);
      waiting.push(parent);
    }
  }
  return ok(seen);
}

/** The latest commits that lie before all of these; empty where their histories have nothing in common. */
export async function mergeBases(parentsOf: ParentsOf, sides: readonly Oid[]): Promise<Outcome<readonly Oid[]>> {
  const behind: ReadonlySet<Oid>[] = [];
  for (const side of sides.slice(1)) {
    const all = await ancestorsOf(parentsOf, side);
    if (!all.ok) return all;
    behind.push(all.value);
  }
  const met = await firstMet(parentsOf, sides[0]!, (oid) => behind.every((all) => all.has(oid)));
  if (!met.ok) return met;
  const latest: Oid[] = [];
  for (const candidate of met.value) {
    let hidden = false;
    for (const other of met.value) {
      if (other === candidate || hidden) continue;
      const all = await ancestorsOf(parentsOf, other);
      if (!all.ok) return all;
      hidden = all.value.has(candidate);
    }
    if (!hidden) latest.push(candidate);
  }
  return ok(latest);
}

/** On every way back from a commit, the first one that is wanted. */
export async function firstMet(
  parentsOf: ParentsOf,
  from: Oid,
  wanted: (oid: Oid) => boolean,
): Promise<Outcome<readonly Oid[]>> {
  const seen = new Set<Oid>([from]);
  const waiting: Oid[] = [from];
  const met: Oid[] = [];
  for (let oid = waiting.pop(); oid !== undefined; oid = waiting.pop()) {
    if (wanted(oid)) {
      met.push(oid);
      continue;
    }
    const parents = await parentsOf(oid);
    if (!parents.ok) return parents;
    for (const parent of parents.value) {
      if (seen.has(parent)) continue;
      seen.add(parent);
      waiting.push(parent);
    }
  }
  return ok(met);
}

/** Record: the conflicts a merged page keeps: those both sides brought, those this merge found, without those that were settled. */

import { stableJson } from "../../base/json.js";
import { compareText } from "../../base/text--order.js";
import { type Conflict, sameConflict } from "../../page/decode--conflict.js";
import { sameValue } from "../../page/decode--value.js";
import { editsOf } from "./body--edits.js";
import { unitsOf } from "./settle--units.js";

export interface Records {
  readonly base: readonly Conflict[];
  readonly ours: readonly Conflict[];
  readonly theirs: readonly Conflict[];
  /** Found by this merge. */
  readonly fresh: readonly Conflict[];
}

export interface RecordBodies {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  readonly merged: string;
}

/** In an order that does not depend on who is "ours"; what one side settled since the base is settled. */
export function mergeRecords({ base, ours, theirs, fresh }: Records, bodies: RecordBodies): readonly Conflict[] {
  const has = (list: readonly Conflict[], one: Conflict): boolean => list.some((each) => sameConflict(each, one));
  const kept: Conflict[] = [];
  for (const one of [...ours, ...theirs]) {
    const settled = has(base, one) && !(has(ours, one) && has(theirs, one));
    if (!settled && !has(kept, one)) kept.push(one);
  }
  const followed = kept.some(({ kind }) => kind === "entry") ? follow(kept, bodies) : kept;
  return joined([...followed, ...fresh]).sort((a, b) => compareText(orderOf(a), orderOf(b)));
}

/** An alternative that a side edited meanwhile is still one, under its new digest. */
function follow(conflicts: readonly Conflict[], { base, ours, theirs, merged }: RecordBodies): readonly Conflict[] {
  const old = unitsOf(base)?.list ?? [];
  const standing = new Set(unitsOf(merged)?.list.map(({ says }) => says));
  const next = new Map<string, string[]>();
  for (const side of [ours, theirs]) {
    const units = unitsOf(side)?.list ?? [];
    for (const [from, to] of editsOf(old, units)) {
      const [was, is] = [old[from]?.says, units[to]?.says];
      if (was !== undefined && is !== undefined) next.set(was, [...(next.get(was) ?? []), is]);
    }
  }
  return conflicts.map((conflict) => {
    if (conflict.kind === "key") return conflict;
    const now = conflict.entries.flatMap((digest) => {
      const edited = standing.has(digest) ? [] : (next.get(digest) ?? []).filter((each) => standing.has(each));
      return edited.length === 0 ? [digest] : edited;
    });
    const entries = [...new Set(now)];
    return entries.length < 2 ? conflict : { kind: "entry", entries };
  });
}

/** Conflicts about one key, or with an entry in common, are one conflict with more alternatives. */
function joined(conflicts: readonly Conflict[]): Conflict[] {
  const groups: Conflict[] = [];
  for (const conflict of conflicts) {
    let group = conflict;
    for (let i = groups.length - 1; i >= 0; i--) {
      const other = groups[i];
      const both = other === undefined ? null : joinTwo(other, group);
      if (both === null) continue;
      groups.splice(i, 1);
      group = both;
    }
    groups.push(group);
  }
  return groups;
}

function joinTwo(a: Conflict, b: Conflict): Conflict | null {
  if (a.kind === "entry") {
    if (b.kind !== "entry" || !b.entries.some((digest) => a.entries.includes(digest))) return null;
    return { kind: "entry", entries: [...new Set([...a.entries, ...b.entries])] };
  }
  if (b.kind !== "key" || !sameValue(a.key, b.key)) return null;
  const more = b.values.filter((value) => !a.values.some((known) => sameValue(known, value)));
  return { kind: "key", key: a.key, values: [...a.values, ...more] };
}

function orderOf(conflict: Conflict): string {
  if (conflict.kind === "key") return `key ${stableJson(conflict.key)}`;
  return `entry ${[...conflict.entries].sort(compareText)[0] ?? ""}`;
}

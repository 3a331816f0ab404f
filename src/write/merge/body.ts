/** Merge body: two versions of a body made one, entry by entry, so that what only one side said or changed is there. */

import { diffIndices } from "node-diff3";
import { err, ok, type Result } from "../../base/result--result.js";
import { type Edits, editsOf } from "./body--edits.js";
import { joinUnits } from "./body--join.js";
import { type Bodies, type Slot, survivors } from "./body--survivors.js";
import type { MergeConflict, MergeNote, MergeOutcome, MergeRefusal } from "./head--outcome.js";
import { keyOf, type Unit, unitsOf } from "./settle--units.js";

/** The bodies without frontmatter and byte order mark, all with the line end `eol`. */
export function mergeBodies(
  path: string,
  bodies: { readonly base: string; readonly ours: string; readonly theirs: string },
  eol: string,
): Result<MergeOutcome, MergeRefusal> {
  const { base, ours, theirs } = bodies;
  if (ours === theirs || base === theirs) return ok(plain(ours));
  if (base === ours) return ok(plain(theirs));
  const [o, a, b] = [unitsOf(base), unitsOf(ours), unitsOf(theirs)];
  if (o === null || a === null || b === null) return err(unjoinable(path));
  const units: Bodies = { base: o.list, ours: a.list, theirs: b.list };
  const edits = { ours: editsOf(units.base, units.ours), theirs: editsOf(units.base, units.theirs) };
  const found = compareEdits(units, edits);
  const placed = {
    base: units.base,
    ours: underOldNames(units.ours, units.base, edits.ours),
    theirs: underOldNames(units.theirs, units.base, edits.theirs),
  };
  const slots = interleave(placed, found.together);
  const kept = withHeadings(survivors(slots, placed), { slots, units, found });
  const text = losesNone(kept, units) ? joinUnits(kept, { ours: a, theirs: b, eol }) : null;
  return text === null ? err(unjoinable(path)) : ok({ text, notes: found.notes, conflicts: found.conflicts });
}

/** Checked on the outcome, whatever led to it: what a side said anew is there. */
function losesNone(kept: readonly Slot[], { base, ours, theirs }: Bodies): boolean {
  const there = new Set([...base, ...kept.map(({ unit }) => unit)].map(({ says }) => says));
  return [...ours, ...theirs].every(({ says }) => there.has(says));
}

function plain(text: string): MergeOutcome {
  return { text, notes: [], conflicts: [] };
}

function unjoinable(path: string): MergeRefusal {
  return {
    says: `The two versions of ${path} cannot be joined so that every entry reads as before.`,
    hint: "Something in it is left open, such as a code fence or an HTML block: close it, then merge again.",
  };
}

interface Compared {
  /** Ours to theirs, where both made something else of one entry. */
  readonly together: ReadonlyMap<number, number>;
  /** Headings of the base that were renamed, not deleted. */
  readonly renamed: ReadonlySet<string>;
  readonly notes: MergeNote[];
  readonly conflicts: MergeConflict[];
}

function compareEdits(
  { base, ours, theirs }: Bodies,
  { ours: byOurs, theirs: byTheirs }: { readonly ours: Edits; readonly theirs: Edits },
): Compared {
  const inOurs = new Set(ours.map((unit) => unit.says));
  const inTheirs = new Set(theirs.map((unit) => unit.says));
  const together = new Map<number, number>();
  const renamed = new Set<string>();
  const notes: MergeNote[] = [];
  const conflicts: MergeConflict[] = [];
  for (const [i, old] of base.entries()) {
    const [at, over] = [byOurs.get(i), byTheirs.get(i)];
    const a = at === undefined ? undefined : ours[at];
    const b = over === undefined ? undefined : theirs[over];
    if (old.kind === "heading" && (a !== undefined || b !== undefined)) renamed.add(old.says);
    if (at !== undefined && over !== undefined && a !== undefined && b !== undefined) {
      if (a.says === b.says) continue;
      together.set(at, over);
      const both = { ours: a.text, theirs: b.text };
      conflicts.push({ kind: "entry", digest: old.says, entries: [a.says, b.says], ...both });
    } else if ((a !== undefined && !inTheirs.has(old.says)) || (b !== undefined && !inOurs.has(old.says))) {
      const edit = (a ?? b)?.text ?? "";
      notes.push({ code: "edit_kept", says: `Deleted on one side, edited on the other; the edit stays: ${edit}` });
    }
  }
  return { together, renamed, notes, conflicts };
}

/** Keyed as if no heading had been renamed, so that what one side puts under it meets what the other side has there. */
function underOldNames(side: readonly Unit[], base: readonly Unit[], edits: Edits): readonly Unit[] {
  const was = new Map<string, string>();
  for (const [from, to] of edits) {
    const [old, now] = [base[from], side[to]];
    if (old?.kind === "heading" && now !== undefined) was.set(now.says, old.says);
  }
  const old = (name: string): string => was.get(name) ?? name;
  return side.map((unit) => ({ ...unit, key: keyOf(unit.kind, old(unit.says), old(unit.under)) }));
}

/** Both bodies in one order: where they differ ours comes first, and two edits of one entry stand next to each other. */
function interleave({ base, ours, theirs }: Bodies, together: ReadonlyMap<number, number>): readonly Slot[] {
  const before = new Map(base.map((unit) => [unit.key, unit.text]));
  const moved = new Set(together.values());
  const slots: Slot[] = [];
  const addPartner = (i: number): void => {
    const partner = together.get(i);
    const other = partner === undefined ? undefined : theirs[partner];
    if (partner !== undefined && other !== undefined) slots.push({ ours: null, theirs: partner, unit: other });
  };
  const addOurs = (i: number, unit: Unit): void => {
    slots.push({ ours: i, theirs: null, unit });
    addPartner(i);
  };
  const addTheirs = (i: number, unit: Unit): void => {
    if (!moved.has(i)) slots.push({ ours: null, theirs: i, unit });
  };
  let [a, b] = [0, 0];
  const addShared = (until: number): void => {
    for (; a < until; a++, b++) {
      const [mine, yours] = [ours[a], theirs[b]];
      if (mine === undefined || yours === undefined) continue;
      // Both say the same; where ours left the spelling alone, theirs may have changed it.
      slots.push({ ours: a, theirs: b, unit: before.get(mine.key) === mine.text ? yours : mine });
      // What theirs has as well may still be an edit of ours that theirs made otherwise.
      addPartner(a);
    }
  };
  const keys = (units: readonly Unit[]): string[] => units.map((unit) => unit.key);
  for (const { buffer1, buffer2 } of diffIndices(keys(ours), keys(theirs))) {
    addShared(buffer1[0]);
    for (const unit of ours.slice(a, a + buffer1[1])) addOurs(a++, unit);
    for (const unit of theirs.slice(b, b + buffer2[1])) addTheirs(b++, unit);
  }
  addShared(ours.length);
  return slots;
}

/** A deleted heading stays where the other side put something new under it, or that would read as part of another section. */
function withHeadings(
  kept: readonly Slot[],
  { slots, units, found }: { readonly slots: readonly Slot[]; readonly units: Bodies; readonly found: Compared },
): readonly Slot[] {
  const old = new Set(units.base.map((unit) => unit.says));
  const standing = new Set(kept.map(({ unit }) => unit.says));
  const needed = new Set<string>();
  for (const { unit } of kept) {
    const orphaned = unit.under !== "" && !standing.has(unit.under) && !found.renamed.has(unit.under);
    if (orphaned && !old.has(unit.says)) needed.add(unit.under);
  }
  if (needed.size === 0) return kept;
  const chosen = new Set(kept);
  for (const slot of slots) {
    if (!needed.delete(slot.unit.says)) continue;
    chosen.add(slot);
    const says = `Deleted on one side, added to on the other; the heading stays: ${slot.unit.text}`;
    found.notes.push({ code: "heading_kept", says });
  }
  return slots.filter((slot) => chosen.has(slot));
}

/**
 * MergeBody: two versions of a body made one, entry by entry, so that what only one side said or changed is there, with the blank lines their own
 * side had.
 */

import { diffIndices } from "node-diff3";
import { eolOf, tagMarks } from "../../base/lines.js";
import { err, getOrMake, ok, type Result, tally } from "../../base/result.js";
import { sameValue } from "../../page/decode.js";
import { bodyStartOf, inOrderOf, outline } from "../../page/markdown/outline.js";
import type { MergeConflict, MergeNote, MergeOutcome, MergeRefusal } from "./head.js";
import { keyOf, type Unit, type Units, unitsOf } from "./settle.js";

/**
 * The bodies without frontmatter and byte order mark, all with the line end `eol`. What is `held` stays wherever one side has it, even where the
 * other side took it out.
 */
export function mergeBodies(
  path: string,
  bodies: { readonly base: string; readonly ours: string; readonly theirs: string },
  eol: string,
  held: ReadonlySet<string> = new Set(),
): Result<MergeOutcome, MergeRefusal> {
  const { base, ours, theirs } = bodies;
  if (ours === theirs || (base === theirs && held.size === 0)) return ok(plain(ours));
  if (base === ours && held.size === 0) return ok(plain(theirs));
  const [o, a, b] = [unitsOf(base), unitsOf(ours), unitsOf(theirs)];
  if (o === null || a === null || b === null) return err(unjoinable(path));
  const units: Bodies = { base: o.list, ours: a.list, theirs: b.list, held };
  const edits = { ours: editsOf(units.base, units.ours), theirs: editsOf(units.base, units.theirs) };
  const found = compareEdits(units, edits);
  const placed = {
    base: units.base,
    ours: underOldNames(units.ours, units.base, edits.ours),
    theirs: underOldNames(units.theirs, units.base, edits.theirs),
    held,
  };
  const slots = interleave(placed, found.together);
  const kept = withHeadings(survivors(slots, placed), { slots, units, found });
  const text = losesNone(kept, units) ? joinUnits(kept, { ours: a, theirs: b, eol }) : null;
  return text === null ? err(unjoinable(path)) : ok({ text, notes: found.notes, conflicts: found.conflicts });
}

/** Checked on the outcome, whatever led to it: what a side said anew is there, and so is what is held. */
function losesNone(kept: readonly Slot[], { base, ours, theirs, held }: Bodies): boolean {
  const there = new Set(kept.map(({ unit }) => unit.says));
  const old = new Set(base.map(({ says }) => says));
  return [...ours, ...theirs].every(({ says }) => there.has(says) || (old.has(says) && !held.has(says)));
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
    const [at = -1, over = -1] = [byOurs.get(i), byTheirs.get(i)];
    const [a, b] = [ours[at], theirs[over]];
    if (old.kind === "heading" && (a ?? b) !== undefined) renamed.add(old.says);
    if (a !== undefined && b !== undefined) {
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
    const [old, now] = [base[from]!, side[to]!];
    if (old.kind === "heading") was.set(now.says, old.says);
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
    if (partner !== undefined) slots.push({ ours: null, theirs: partner, unit: theirs[partner]! });
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
      const [mine, yours] = [ours[a]!, theirs[b]!];
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
    if (orphaned && (!old.has(unit.says) || units.held.has(unit.says))) needed.add(unit.under);
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

// Survivors: how many times each unit stands in the merged body, and which of its occurrences those are.

/** One place in the interleaved bodies: an index into ours, theirs, or both where they agree. */
interface Slot {
  readonly ours: number | null;
  readonly theirs: number | null;
  readonly unit: Unit;
}

interface Bodies {
  readonly base: readonly Unit[];
  readonly ours: readonly Unit[];
  readonly theirs: readonly Unit[];
  /** What stays wherever one side has it. */
  readonly held: ReadonlySet<string>;
}

/** The slots that stay, in order. */
function survivors(slots: readonly Slot[], bodies: Bodies): readonly Slot[] {
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
 * other deleted is the sum of both, and of copies that were deleted the fewer are left; of what is held, the more.
 */
function targets({ base, ours, theirs, held }: Bodies): Map<string, number> {
  const [o, a, b] = [tally(base.map(says)), tally(ours.map(says)), tally(theirs.map(says))];
  const [inOurs, inTheirs] = [tally(ours.map(key)), tally(theirs.map(key))];
  const keysOf = new Map<string, Set<string>>();
  for (const unit of [...ours, ...theirs]) getOrMake(keysOf, unit.says, () => new Set<string>()).add(unit.key);
  const wanted = new Map<string, number>();
  for (const [name, keys] of keysOf) {
    const [co, ca, cb] = [o.get(name) ?? 0, a.get(name) ?? 0, b.get(name) ?? 0];
    let added = 0;
    for (const each of keys) added += Math.max(inOurs.get(each) ?? 0, inTheirs.get(each) ?? 0);
    if (ca > co && cb > co) wanted.set(name, added);
    else if (ca > co || cb > co) wanted.set(name, ca + cb - co);
    else wanted.set(name, held.has(name) ? Math.max(ca, cb) : Math.min(ca, cb));
  }
  return wanted;
}

function says(one: Pick<Unit, "says">): string {
  return one.says;
}

function key(unit: Unit): string {
  return unit.key;
}

// Edits: which entry of the base became which entry of a side; the rest of a difference is added or deleted.

/** Index in the base to index in the side. */
type Edits = ReadonlyMap<number, number>;

export const likeness = 0.4;
/** Beyond this many pairs to compare, position decides alone. */
const comparedMax = 4_096;

export function editsOf(base: readonly Unit[], side: readonly Unit[]): Edits {
  const edits = new Map<number, number>();
  const kept = new Set(side.map((unit) => unit.says));
  const known = new Set(base.map((unit) => unit.says));
  for (const { buffer1, buffer2 } of diffIndices(base.map(says), side.map(says))) {
    const gone = range(buffer1).filter((i) => !kept.has(base[i]!.says));
    const fresh = range(buffer2).filter((i) => !known.has(side[i]!.says));
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
      const score = taken.has(to) ? 0 : alike(base[from]!, side[to]!);
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
    const to = free[i]!;
    if (base[from]!.kind === side[to]!.kind) edits.set(from, to);
  }
}

/** Share of words in common, 0 to 1; different kinds are never alike. */
export function alike(a: Unit, b: Unit): number {
  return a.kind === b.kind ? share(wordsOf(a.text), wordsOf(b.text)) : 0;
}

function share(some: ReadonlySet<string>, others: ReadonlySet<string>): number {
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

// Join: surviving units as one body, with the blank lines their own side had between them.

/**
 * The body, or null where no way of joining reads back as exactly these units: text that one side left open (a fence, an
 * HTML block, an indented line) would swallow what comes behind it.
 */
function joinUnits(
  slots: readonly Slot[],
  sides: { readonly ours: Units; readonly theirs: Units; readonly eol: string },
): string | null {
  for (const apart of ["close", "wide"] as const) {
    const body = joined(slots, { ...sides, apart });
    if (readsBack(body, slots)) return body;
  }
  return null;
}

function joined(
  slots: readonly Slot[],
  { ours, theirs, eol, apart }: { ours: Units; theirs: Units; eol: string; apart: "close" | "wide" },
): string {
  let body = ours.list.length === 0 ? theirs.lead : ours.lead;
  for (const [i, slot] of slots.entries()) {
    const next = slots[i + 1];
    body += slot.unit.text;
    if (next === undefined) body += (ours.list.at(-1) ?? theirs.list.at(-1))?.gap ?? "";
    else body += gapInSide(slot, next, { ours, theirs }) ?? newGap(slot.unit, next.unit, { eol, apart });
  }
  return body;
}

/** The gap of a side in which the two stand next to each other. */
function gapInSide(slot: Slot, next: Slot, { ours, theirs }: { ours: Units; theirs: Units }): string | null {
  if (slot.ours !== null && next.ours === slot.ours + 1) return ours.list[slot.ours]!.gap;
  if (slot.theirs !== null && next.theirs === slot.theirs + 1) return theirs.list[slot.theirs]!.gap;
  return null;
}

function newGap(unit: Unit, next: Unit, { eol, apart }: { eol: string; apart: "close" | "wide" }): string {
  const bullets = unit.kind === "bullet" && next.kind === "bullet";
  if (apart === "close" && bullets) return eol;
  // A heading keeps the distance its writer gave it; at the end of a file it had none to give.
  return apart === "close" && unit.kind === "heading" && unit.gap !== "" ? unit.gap : eol + eol;
}

function readsBack(body: string, slots: readonly Slot[]): boolean {
  const wanted = slots.map(({ unit }) => unit.says);
  return sameValue(inOrderOf(outline(body, 0)).map(says), wanted);
}

// PutBack: entries that a text has lost since HEAD, put where HEAD has them; what stands there in other words or elsewhere is not lost.

/** The text with those of HEAD's entries that are gone from it, by their digests. */
export function putBack(head: string, text: string, digests: ReadonlySet<string>): string {
  const [eol, start] = [eolOf(text), bodyStartOf(text)];
  const base = unitsOf(head.slice(bodyStartOf(head)).replaceAll("\r\n", "\n").replaceAll("\n", eol));
  let body = text.slice(start);
  for (const [at, { kind, says }] of base?.list.entries() ?? []) {
    const side = kind === "heading" || !digests.has(says) ? null : unitsOf(body);
    if (base === null || side === null || isStanding(base.list, side.list, at)) continue;
    body = inserted(base, side, { at, eol }) ?? body;
  }
  return text.slice(0, start) + body;
}

/** Whether its bare words stand somewhere, or in its place a line of mostly the same words. */
function isStanding(base: readonly Unit[], side: readonly Unit[], at: number): boolean {
  const known = new Set(base.map(says));
  const own = openingOf(base[at]!);
  const isFresh = (unit: Unit): boolean => !known.has(unit.says);
  // Two words may stand anywhere.
  const isWithin = (unit: Unit): boolean => own.split(" ").length > 2 && ` ${bare(unit.text)} `.includes(` ${own} `);
  const stands = (unit: Unit): boolean =>
    unit.says === base[at]!.says || linesOf(unit).includes(own) || (isFresh(unit) && isWithin(unit));
  if (side.some(stands)) return true;
  const hunk = diffIndices(base.map(says), side.map(says)).find(({ buffer1 }) => range(buffer1).includes(at));
  if (hunk === undefined) return false;
  const likeness = (some: string, others: string): number => share(wordsOf(some), wordsOf(others));
  const gone = range(hunk.buffer1).map((i) => openingOf(base[i]!));
  const fresh = range(hunk.buffer2).flatMap((i) => (isFresh(side[i]!) ? linesOf(side[i]!) : []));
  // A line that is more like another that is gone stands in the place of that one.
  return fresh.some((line) => {
    const score = likeness(own, line);
    return score > 0.5 && gone.every((other) => likeness(other, line) <= score);
  });
}

/** The words without marks, tags and check box; of what is written without spaces each sign is one. */
function bare(text: string): string {
  const plain = text.replace(/\[[ xX]\](?=\s)/g, " ").replace(tagMarks, " ");
  const apart = plain.replace(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/gu, " $& ");
  return (apart.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [text.trim()]).join(" ");
}

/** An item that lost what stands below it is there still. */
function openingOf({ kind, text }: Unit): string {
  return bare(kind === "bullet" ? text.split("\n", 1)[0]! : text);
}

function linesOf({ text }: Unit): readonly string[] {
  return [text, ...text.split("\n")].map(bare);
}

/**
 * Behind the nearest unit before it that stands, else ahead of the nearest behind it, and with its heading where that is gone; null where the body
 * would not read so.
 */
function inserted(
  base: Units,
  side: Units,
  { at, eol }: { readonly at: number; readonly eol: string },
): string | null {
  const edits = editsOf(base.list, side.list);
  const keys = new Map(underOldNames(side.list, base.list, edits).map((unit, i) => [unit.key, i]));
  const places = base.list.map((unit, i) => keys.get(unit.key) ?? edits.get(i) ?? -1);
  const depth = (unit: Unit): number => (unit.kind === "heading" ? unit.says.indexOf(" ") : Number.POSITIVE_INFINITY);
  const coming = [at];
  let before = at - 1;
  for (; before >= 0 && places[before]! < 0; before--)
    if (depth(base.list[before]!) < depth(base.list[coming[0]!]!)) coming.unshift(before);
  const first = base.list[coming[0]!]!;
  const follower = places.find((place, i) => i > at && place >= 0) ?? side.list.length;
  let behind = before < 0 ? follower - 1 : places[before]!;
  // A section comes behind the whole of another.
  if (first.kind === "heading")
    while (behind + 1 < side.list.length && depth(side.list[behind + 1]!) > depth(first)) behind++;
  const placed = new Map(places.map((place, i) => [place, i]));
  const slots = side.list.map((unit, ours): Slot => ({ ours, theirs: placed.get(ours) ?? null, unit }));
  slots.splice(behind + 1, 0, ...coming.map((theirs) => ({ ours: null, theirs, unit: base.list[theirs]! })));
  const end = (unit: Unit, i: number): Unit =>
    i === behind && i === side.list.length - 1 ? { ...unit, gap: unit.gap && eol } : unit;
  return joinUnits(slots, { ours: { ...side, list: side.list.map(end) }, theirs: base, eol });
}

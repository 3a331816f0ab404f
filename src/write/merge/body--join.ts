/** Join: surviving units as one body, with the blank lines their own side had between them. */

import { outline } from "../../page/markdown/outline.js";
import type { Slot } from "./body--survivors.js";
import type { Unit, Units } from "./settle--units.js";

/**
 * The body, or null where no way of joining reads back as exactly these units: text that one side left open (a fence, an
 * HTML block, an indented line) would swallow what comes behind it.
 */
export function joinUnits(
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
    if (next === undefined) body += lastGap(ours, theirs);
    else body += gapInSide(slot, next, { ours, theirs }) ?? newGap(slot.unit, next.unit, { eol, apart });
  }
  return body;
}

/** The gap of a side in which the two stand next to each other. */
function gapInSide(slot: Slot, next: Slot, { ours, theirs }: { ours: Units; theirs: Units }): string | null {
  if (slot.ours !== null && next.ours === slot.ours + 1) return ours.list[slot.ours]?.gap ?? null;
  if (slot.theirs !== null && next.theirs === slot.theirs + 1) return theirs.list[slot.theirs]?.gap ?? null;
  return null;
}

function newGap(unit: Unit, next: Unit, { eol, apart }: { eol: string; apart: "close" | "wide" }): string {
  const bullets = unit.kind === "bullet" && next.kind === "bullet";
  if (apart === "close" && bullets) return eol;
  // A heading keeps the distance its writer gave it; at the end of a file it had none to give.
  return apart === "close" && unit.kind === "heading" && unit.gap !== "" ? unit.gap : eol + eol;
}

function lastGap(ours: Units, theirs: Units): string {
  return (ours.list.at(-1) ?? theirs.list.at(-1))?.gap ?? "";
}

function readsBack(body: string, slots: readonly Slot[]): boolean {
  const map = outline(body, 0);
  const found = [
    ...map.headings.map(({ start, depth, title }) => ({ start, says: `${"#".repeat(depth)} ${title}` })),
    ...map.entries.map(({ start, digest }) => ({ start, says: digest })),
  ].sort((a, b) => a.start - b.start);
  return found.length === slots.length && found.every(({ says }, i) => says === slots[i]?.unit.says);
}

/** Observer: what a model has had before it, and whether what it asks for again is at hand, was never there, or was taken away. */

import { type Fidelity, rank } from "../page/page--page.js";

/** Pages by id; a result that no page holds may stand under a name that is no page's id. */
export interface Sight {
  /** What was shown, asked for or called for so far, at the highest fidelity; it is never unseen. */
  readonly seen: Map<string, Fidelity>;
  /** What the last prompt held. */
  readonly standing: ReadonlyMap<string, Fidelity>;
}

/** Something asked for, and whether a handle leads back to it wherever it stands. */
interface Wanted {
  readonly id: string;
  readonly needed: Fidelity;
  readonly resolves: boolean;
}

/** `cold`: nobody can have what was never there; it is fetched for the first time. */
export function judgeDemanded(sight: Sight, wanted: Wanted): "hit" | "cold" | "refetch" {
  const { id, needed, resolves } = wanted;
  const stands = sight.standing.get(id);
  const seen = sight.seen.get(id);
  if (isAtLeast(stands, needed) && (resolves || isContent(stands))) return "hit";
  if (!isAtLeast(seen, needed)) return "cold";
  return resolves ? "hit" : "refetch";
}

/** A tool call whose result stands under `id`. `alert`: it repeats although its result is at hand. */
export function judgeRepeat(
  sight: Sight,
  { id, resolves }: Omit<Wanted, "needed">,
): "alert" | "cold" | "duplicate_tool" {
  if (!sight.seen.has(id)) return "cold";
  return resolves || isContent(sight.standing.get(id)) ? "alert" : "duplicate_tool";
}

/** The model has it before it now. */
export function see({ seen }: Pick<Sight, "seen">, id: string, fidelity: Fidelity): void {
  const before = seen.get(id);
  if (before === undefined || rank(before) < rank(fidelity)) seen.set(id, fidelity);
}

/** A pointer is a handle: it holds nothing of the page itself. */
export function isContent(fidelity: Fidelity | undefined): boolean {
  return fidelity !== undefined && fidelity !== "pointer";
}

function isAtLeast(fidelity: Fidelity | undefined, needed: Fidelity): boolean {
  return fidelity !== undefined && rank(fidelity) >= rank(needed);
}

/** PlacePins: what is pinned for its place alone stands first as far as it leaves room for the rest. */

import { compareText } from "../base/text--order.js";
import type { Located } from "../memory/workspace.js";
import type { Candidate } from "./decision--decision.js";
import { kindOfPage } from "./prices--page-kind.js";

/** The share of a budget that files may take for their names alone, before anything else is asked. */
const shareMax = 1 / 3;

/**
 * Instruction files are pinned because of what they are called, and may be longer than a prompt: beyond a third of the budget their sections
 * compete like those of any other file that matters, and who they are, whom they serve and what just happened is not left out whole.
 * What frontmatter pins stays pinned.
 */
export function withinBudget(
  candidates: readonly Candidate[],
  located: ReadonlyMap<string, Located>,
  budget: number,
): readonly Candidate[] {
  const loose = new Set<Candidate>();
  let taken = 0;
  // In the order of their names, so that the same files stand whatever else there is.
  for (const candidate of candidates.filter((one) => isPinnedByPlace(one, located.get(one.id))).sort(byId)) {
    const least = Math.min(...Object.values(candidate.tokens));
    if (taken + least > budget * shareMax) loose.add(candidate);
    else taken += least;
  }
  return loose.size === 0 ? candidates : candidates.map((one) => (loose.has(one) ? loosened(one) : one));
}

function byId(a: Candidate, b: Candidate): number {
  return compareText(a.id, b.id);
}

function isPinnedByPlace({ type, pin }: Candidate, page: Located | undefined): boolean {
  if (page === undefined || !page.entry.implicit || (type !== "bootstrap_policy" && pin !== "hard")) return false;
  const { memory, entry } = page;
  if (kindOfPage(memory, entry) !== "instructions") return false;
  const meta = memory.files.get(entry.path)?.data.meta;
  const own = entry.slug === null ? undefined : meta?.sections?.[entry.slug];
  return meta?.pin === undefined && own?.pin == null && own?.type == null;
}

const before = new WeakMap<Candidate, Candidate>();

/** As a procedure, the nearest type that may be left out; the same object each time, by which an engine knows it again. */
function loosened(candidate: Candidate): Candidate {
  const known = before.get(candidate);
  if (known !== undefined) return known;
  const made: Candidate = { ...candidate, type: "procedure", pin: "soft" };
  before.set(candidate, made);
  return made;
}

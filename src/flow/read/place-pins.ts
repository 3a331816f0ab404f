/** PlacePins: what is pinned for its place alone stands first as far as it leaves room for the rest. */

import type { Candidate } from "../../residency/decision.js";
import type { Located } from "../workspace.js";
import { kindOfPage } from "./page-kind.js";

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
  const pinned = candidates.filter((candidate) => isPinnedByPlace(candidate, located.get(candidate.id)));
  const least = pinned.reduce((sum, { tokens }) => sum + Math.min(...Object.values(tokens)), 0);
  if (least <= budget * shareMax) return candidates;
  const loose = new Set(pinned);
  return candidates.map((candidate) => (loose.has(candidate) ? loosened(candidate) : candidate));
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

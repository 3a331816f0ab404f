/** Gather: statements of several days that tell the same, such that what is said for all of them is what each of them says. */

import { compareText } from "../../base/text--order.js";
import { significance } from "../thresholds.js";
import type { Candidate } from "./candidate.js";
import type { Episodes } from "./candidate--episodes.js";

export interface Group {
  readonly members: Candidate[];
  readonly tags: Set<string>;
  /** A model's words for them; null for their own. */
  readonly said: string | null;
}

/**
 * To the first group that tells of the same, else to one of its own. Of two wordings one has to hold all words of the other: “a flight
 * to Rome” and “a flight to Oslo” are two facts, and “a flight” is said by neither.
 */
export function join(groups: Group[], episodes: Episodes<Group>, found: Candidate): void {
  const near = episodes.find(found.words);
  const alike = near !== null && isOneWord(near, found) ? near : null;
  const group = alike ?? { members: [], tags: new Set<string>(), said: null };
  group.members.push(found);
  for (const tag of found.tags) group.tags.add(tag);
  if (alike !== null) return;
  groups.push(group);
  episodes.add(found.words, group);
}

function isOneWord({ members }: Group, found: Candidate): boolean {
  const least = leastOf(members);
  return isWithin(least, found) || (isWithin(found, least) && members.every((member) => isWithin(found, member)));
}

function isWithin(a: Candidate, b: Candidate): boolean {
  return [...a.words.content].every((word) => b.words.content.has(word));
}

/** The one with the fewest words, which all others have. */
function leastOf(members: readonly Candidate[]): Candidate {
  return members.reduce((least, each) => (each.words.content.size < least.words.content.size ? each : least));
}

/** What stands for all of them: of those that say no more than any other, what somebody found worth a tag first, then the latest. */
export function speakerOf({ members }: Group): Candidate {
  const { size } = leastOf(members).words.content;
  const least = members.filter(({ words }) => words.content.size === size);
  const tagged = least.filter(({ tags }) => tags.length > 0);
  return (tagged.length > 0 ? tagged : least).reduce((a, b) =>
    (b.source.day ?? bufferDay) >= (a.source.day ?? bufferDay) ? b : a,
  );
}

/** The buffer counts as a day of its own. */
export function daysOf({ members }: Group): readonly string[] {
  return [...new Set(members.map(({ source }) => source.day ?? bufferDay))].sort(compareText);
}

const bufferDay = "buffer";

/** What the tags weigh, else what its words make it, and more for each day on which it came back. */
export function weightOf(group: Group): number {
  const tagged = [...group.tags].reduce((sum, tag) => sum + (significance[tag] ?? 0), 0);
  const said = Math.max(...group.members.map(saidWeight));
  return Math.max(tagged, said) + 2 * (daysOf(group).length - 1);
}

/** The writer's own word for it weighs more than what a reader makes of the words, and that more than what stands above them. */
function saidWeight({ means: { kind, by }, said }: Candidate): number {
  const weight = kind === null ? 0 : weights[kind];
  const sure = by === "label" ? 1 : by === "heading" ? -1 : 0;
  return Math.max(0, weight + sure - (ofOneOccasion.test(said) ? 1 : 0));
}

/** A line of a file, a commit, a ticket, a time of day, or a sign of how far something is: told of one occasion. */
const ofOneOccasion =
  /[\w-]\.\w{1,5}:\d+|#\d+\b|\b(?=[a-f]*\d)[0-9a-f]{7,40}\b|\b\d{1,2}:\d{2}\b|^\W*(?:✅|❌|⏳|⚠|🔴|🟠|🟡|🟢|🚧|🔄)/u;

const weights: Readonly<Record<NonNullable<Candidate["means"]["kind"]>, number>> = {
  correction: 4,
  decision: 4,
  rule: 4,
  lesson: 3,
  preference: 3,
  person: 3,
  identity: 3,
  fact: 0,
};

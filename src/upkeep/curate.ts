/** Curate: which few entries of the logs become statements of the kept memory, and why the others do not; a model may word some. */

import { compareText, firstDecided } from "../base/order.js";
import { bodyStartOf, outline } from "../page/outline.js";
import { leastTrusted } from "../writeback/origin/origin.js";
import { type Candidate, type CandidateInput, candidates } from "./candidate.js";
import { type Episodes, openEpisodes } from "./episodes.js";
import { junkIn } from "./junk.js";
import { gistOf, openTold, type Told, type Worth, worthAmong } from "./novelty.js";
import { bare, confidenceOf } from "./promote.js";
import { type Proposal, type Shown, shownTo } from "./proposal.js";
import { judge, type ProposalFault } from "./proposal-judge.js";
import { openRepeated, type Words, wordsOf } from "./similar.js";
import { type Passed, type Promotion, sourceName } from "./source.js";
import { significance, thresholds } from "./thresholds.js";

export interface Curated {
  /** Told on one day, the most significant first; all that are new, not only tonight's. */
  readonly singles: readonly Promotion[];
  /** Told on several days. */
  readonly merged: readonly Promotion[];
  /** Tagged entries that will not be promoted, and why. */
  readonly passed: readonly Passed[];
  /** What a model may be asked about; found when it is asked for. */
  readonly shown: () => Shown;
  /** What a model proposed in vain. */
  readonly refused: readonly { readonly text: string; readonly reason: ProposalFault }[];
}

export interface CurateInput extends CandidateInput {
  /** Texts a statement must be new against. */
  readonly kept: readonly string[];
  /** What a model would word otherwise; none where none was asked. */
  readonly proposals?: readonly Proposal[];
}

export function curate(input: CurateInput): Curated {
  const known = input.kept.flatMap(statementsIn);
  const passed: Passed[] = [];
  const all = candidates(input);
  const repeated = openRepeated(known);
  const { groups, refused, taken } = worded(input.proposals ?? [], all, known);
  const told = openTold(known.map(gistOf));
  const worth = worthAmong(all.map(({ words }) => gistOf(words)));
  const episodes = openEpisodes<Group>(all.map(({ words }) => words));
  for (const found of all) {
    if (taken.has(sourceName(found.source))) continue;
    const reason = whyNot(found, repeated) ?? whyRetold(found, told, worth);
    if (reason === null) join(groups, episodes, found);
    else if (found.tags.length > 0) passed.push({ ...found.source, reason });
  }
  const ranked = groups
    .filter((group) => group.tags.size > 0 || daysOf(group).length >= thresholds.untaggedDaysMin)
    .sort((a, b) => firstDecided(weight(b) - weight(a), newest(b, a), compareText(nameOf(a), nameOf(b))));
  const isMerged = (group: Group): boolean => daysOf(group).length > 1;
  const promoted = (group: Group): Promotion => promotionOf(group, input);
  const merged = newsFirst(ranked.filter(isMerged), told, worth);
  const singles = newsFirst(
    ranked.filter((group) => !isMerged(group)),
    told,
    worth,
  );
  return {
    singles: singles.map(promoted),
    merged: merged.map(promoted),
    passed,
    shown: () => shownTo(all, input.originOf),
    refused,
  };
}

/**
 * Of statements that weigh the same and are of the same day, the one first that adds most to what is kept and to those before it. The
 * first few alone: no night takes more, and another night orders anew.
 */
function newsFirst(ranked: readonly Group[], told: Told, worth: Worth): readonly Group[] {
  const rest = ranked.map((group) => ({ group, gist: gistOf(latest(group).words) }));
  const chosen: Group[] = [];
  while (rest.length > 0 && chosen.length < thresholds.promotedOrderedMax) {
    const first = rest[0]!.group;
    const until = rest.findIndex(({ group }) => weight(group) !== weight(first) || newest(group, first) !== 0);
    const alike = until < 0 ? rest : rest.slice(0, until);
    const adds = alike.map(({ gist }) => told.adds(gist, worth));
    const [best] = rest.splice(adds.indexOf(Math.max(...adds)), 1);
    chosen.push(best!.group);
    told.add(best!.gist);
  }
  return [...chosen, ...rest.map(({ group }) => group)];
}

function whyNot(found: Candidate, known: ReturnType<typeof openRepeated>): Passed["reason"] | null {
  const junk = junkIn(found.kind, found.text);
  if (junk !== null) return junk;
  if (found.moves) return "moving_time";
  return known.has(found.words, thresholds.knownOverlap) ? "known" : null;
}

/** A decision in words that all have been said is a decision. */
function whyRetold({ tags, words }: Candidate, told: Told, worth: Worth): Passed["reason"] | null {
  return !tags.includes("decision") && told.has(gistOf(words), worth) ? "known" : null;
}

/** A proposal stands for its entries: none of them is promoted in its own words too. */
function worded(proposals: readonly Proposal[], all: readonly Candidate[], known: readonly Words[]): Worded {
  const byName = new Map(all.map((found) => [sourceName(found.source), found]));
  const taken = new Set<string>();
  const groups: Group[] = [];
  const refused: Curated["refused"][number][] = [];
  for (const proposal of proposals) {
    const judged = judge(proposal, { byName, taken, known });
    if (typeof judged === "string") refused.push({ text: proposal.text, reason: judged });
    else {
      for (const { source } of judged.members) taken.add(sourceName(source));
      const tags = new Set(judged.members.flatMap((member) => member.tags));
      groups.push({ members: [...judged.members], tags, said: judged.said });
    }
  }
  return { groups, refused, taken };
}

interface Worded extends Pick<Curated, "refused"> {
  readonly groups: Group[];
  /** Names of the entries that proposals stand for. */
  readonly taken: ReadonlySet<string>;
}

interface Group {
  readonly members: Candidate[];
  readonly tags: Set<string>;
  /** A model's words for them; null for their own. */
  readonly said: string | null;
}

function statementsIn(text: string): readonly Words[] {
  const { entries } = outline(text, bodyStartOf(text));
  return entries.map((entry) => wordsOf(bare(text.slice(entry.start, entry.end))));
}

/** To the first group that tells of the same, else to one of its own. */
function join(groups: Group[], episodes: Episodes<Group>, found: Candidate): void {
  const alike = episodes.find(found.words);
  const group = alike ?? { members: [], tags: new Set<string>(), said: null };
  group.members.push(found);
  for (const tag of found.tags) group.tags.add(tag);
  if (alike !== null) return;
  groups.push(group);
  episodes.add(found.words, group);
}

/** The buffer counts as a day of its own. */
function daysOf({ members }: Group): readonly string[] {
  return [...new Set(members.map(({ source }) => source.day ?? bufferDay))].sort(compareText);
}

const bufferDay = "buffer";

function weight(group: Group): number {
  const tagged = [...group.tags].reduce((sum, tag) => sum + (significance[tag] ?? 0), 0);
  return tagged + 2 * (daysOf(group).length - 1);
}

/** What the latest episode says stands for all of them; what somebody found worth a tag before what was merely said. */
function latest({ members }: Group): Candidate {
  const tagged = members.filter(({ tags }) => tags.length > 0);
  return (tagged.length > 0 ? tagged : members).reduce((a, b) =>
    (b.source.day ?? bufferDay) >= (a.source.day ?? bufferDay) ? b : a,
  );
}

function newest(a: Group, b: Group): number {
  return compareText(latest(a).source.day ?? bufferDay, latest(b).source.day ?? bufferDay);
}

function nameOf(group: Group): string {
  return sourceName(latest(group).source);
}

function promotionOf(group: Group, { originOf }: CurateInput): Promotion {
  const days = daysOf(group);
  const sources = group.members.map(({ source }) => source);
  return {
    text: group.said ?? latest(group).text,
    ...(group.said === null ? {} : { proposed: true as const }),
    tags: Object.keys(significance).filter((tag) => group.tags.has(tag)),
    sources,
    confidence: days.length > 1 ? confidenceOf(days.length) : null,
    origin: leastTrusted(group.members.map(({ source, marks }) => originOf(source, marks))),
  };
}

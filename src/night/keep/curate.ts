/** Curate: which few entries of the logs become statements of the kept memory, and why the others do not; a model may word some. */

import { compareText, firstDecided } from "../../base/text--order.js";
import { leastTrusted } from "../../memory/labels--lines.js";
import { bodyStartOf, outline } from "../../page/markdown/outline.js";
import { type Proposal, type Shown, shownTo } from "../model--proposal.js";
import { judge, type ProposalFault } from "../model--proposal-judge.js";
import { significance, thresholds } from "../thresholds.js";
import { type Candidate, type CandidateInput, candidates } from "./candidate.js";
import { openEpisodes } from "./candidate--episodes.js";
import { daysOf, type Group, join, speakerOf, weightOf } from "./candidate--gather.js";
import { type Passed, type Promotion, sourceName } from "./candidate--source.js";
import type { Held } from "./curate--staying.js";
import { isOwnTitle } from "./lexicon--title.js";
import { bare, confidenceOf } from "./promote--promote.js";
import { openRepeated, type Words } from "./similar.js";
import { type Kept, keptOf, openContradictions } from "./similar--contradiction.js";
import { gistOf, openTold, type Told, type Worth, worthAmong } from "./similar--novelty.js";

export interface Curated {
  /** Told on one day, the most significant first; all that are new, not only tonight's. */
  readonly singles: readonly Promotion[];
  /** Told on several days. */
  readonly merged: readonly Promotion[];
  /** Tagged entries that will not be promoted, and why. */
  readonly passed: readonly Passed[];
  /** Worth keeping, and for a person to settle: until then their logs stay. */
  readonly held: readonly Held[];
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

/** `read`: what the logs say, where a caller has it. */
export function curate(input: CurateInput, read: readonly Candidate[] = candidates(input)): Curated {
  const known = input.kept.flatMap(statementsIn);
  const passed: Passed[] = [];
  const held: Held[] = [];
  const { rejected = none } = input;
  const isRejected = ({ source }: Candidate): boolean =>
    rejected.has(source.digest) || rejected.has(sourceName(source));
  const all = read.filter((found) => !isRejected(found));
  // What a person did not want is as if it were known: the same in other words is not asked about either.
  const refusedWords = rejected.size === 0 ? [] : read.filter(isRejected).map(({ words }) => words);
  const repeated = openRepeated([...known.map(({ words }) => words), ...refusedWords]);
  const isKnown: IsKnown = (words) => repeated.has(words, thresholds.knownOverlap);
  const { groups, refused, taken } = worded(input.proposals ?? [], all, known);
  const otherwise = openContradictions(known);
  const told = openTold(known.map(({ words }) => gistOf(words)));
  const worth = worthAmong(all.map(({ words }) => gistOf(words)));
  const episodes = openEpisodes<Group>(all.map(({ words }) => words));
  const promoted = (group: Group): Promotion => promotionOf(group, input);
  for (const found of all) {
    if (taken.has(sourceName(found.source)) || found.means.kind === null) continue;
    const wait = whyHeld(found, otherwise, isKnown);
    const reason = wait === null ? (whyNot(found, isKnown) ?? whyRetold(found, told, worth)) : null;
    if (wait !== null) held.push({ promotion: promoted(alone(found)), ...wait });
    else if (reason === null) join(groups, episodes, found);
    else if (isMarked(found)) passed.push({ ...found.source, reason });
  }
  const worthy = groups.filter(
    (group) => group.members.some(isMarked) || daysOf(group).length >= thresholds.untaggedDaysMin,
  );
  const against = opposed(worthy);
  for (const [group, other] of against) {
    const why = `it says otherwise than “${other}”, which the logs say too: which of the two holds is for you to say`;
    held.push({ promotion: promoted(group), reason: "contradicts", why });
  }
  const ranked = worthy
    .filter((group) => !against.has(group))
    .sort((a, b) => firstDecided(weightOf(b) - weightOf(a), newest(b, a), compareText(nameOf(a), nameOf(b))));
  const isMerged = (group: Group): boolean => daysOf(group).length > 1;
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
    held,
    shown: () => shownTo(all, input.originOf),
    refused,
  };
}

const none: ReadonlySet<string> = new Set();

/** One statement by itself. */
export function promotionAlone(found: Candidate, input: Pick<CurateInput, "originOf">): Promotion {
  return promotionOf(alone(found), input);
}

/** It says itself, or somebody said with a tag, that it is more than a fact in passing. */
function isMarked({ tags, means }: Candidate): boolean {
  return tags.length > 0 || (means.kind !== null && means.kind !== "fact");
}

function alone(found: Candidate): Group {
  return { members: [found], tags: new Set(found.tags), said: null };
}

/**
 * Of statements that weigh the same and are of the same day, the one first that adds most to what is kept and to those before it. The
 * first few alone: no night takes more, and another night orders anew.
 */
function newsFirst(ranked: readonly Group[], told: Told, worth: Worth): readonly Group[] {
  const rest = ranked.map((group) => ({ group, gist: gistOf(speakerOf(group).words) }));
  const chosen: Group[] = [];
  while (rest.length > 0 && chosen.length < thresholds.promotedOrderedMax) {
    const first = rest[0]!.group;
    const until = rest.findIndex(({ group }) => weightOf(group) !== weightOf(first) || newest(group, first) !== 0);
    const alike = until < 0 ? rest : rest.slice(0, until);
    const adds = alike.map(({ gist }) => told.adds(gist, worth));
    const [best] = rest.splice(adds.indexOf(Math.max(...adds)), 1);
    chosen.push(best!.group);
    told.add(best!.gist);
  }
  return [...chosen, ...rest.map(({ group }) => group)];
}

type Otherwise = ReturnType<typeof openContradictions>;

/** Of two that say otherwise of the same, a night moves neither: which of them holds is a person's to say, tonight and on every other. */
function opposed(groups: readonly Group[]): ReadonlyMap<Group, string> {
  const said = new Map(groups.map((group) => [keptOf(speakerOf(group).text, speakerOf(group).words), group]));
  const otherwise = openContradictions([...said.keys()], thresholds.opposedOverlap);
  const found = new Map<Group, string>();
  for (const [kept, group] of said) {
    const other = otherwise.find(kept);
    if (other !== null) found.set(group, other.said);
  }
  return found;
}

/** Whether what is kept says it already. */
type IsKnown = (words: Words) => boolean;

/** Worth keeping, and not to be moved by anybody but a person. */
function whyHeld(found: Candidate, otherwise: Otherwise, isKnown: IsKnown): Omit<Held, "promotion"> | null {
  const { means, junk, text, moves, words } = found;
  if (!isMarked(found)) return null;
  if (means.isSecret) return { reason: "secret", why: "it holds a secret, or something that looks like one" };
  if (junk === "too_long")
    return {
      reason: "too_long",
      why: "it is too long for one statement; say the point in a line of its own, or tag it",
    };
  if (junk !== null && means.by === "tag")
    return {
      reason: "unclear",
      why: "it is tagged, and reads like half a sentence, a command or our own output: say it in a sentence",
    };
  if (junk !== null || isKnown(words)) return null;
  if (moves) return { reason: "moving_time", why: "it names a time that means another one each day, and has no day" };
  const other = otherwise.find(keptOf(text, words));
  return other === null
    ? null
    : {
        reason: "contradicts",
        why: `it says otherwise than “${other.said}”, which is kept: a correction is for you to make`,
      };
}

function whyNot(found: Candidate, isKnown: IsKnown): Passed["reason"] | null {
  if (found.junk !== null) return found.junk;
  const { lapse, by, isSecret } = found.means;
  if (isSecret || (lapse !== null && (by !== "tag" || lapse.rule === "tag"))) return "over";
  if (found.moves) return "moving_time";
  return isKnown(found.words) ? "known" : null;
}

/** A decision in words that all have been said is a decision. */
function whyRetold({ tags, words }: Candidate, told: Told, worth: Worth): Passed["reason"] | null {
  return !tags.includes("decision") && told.has(gistOf(words), worth) ? "known" : null;
}

/** A proposal stands for its entries: none of them is promoted in its own words too. */
function worded(proposals: readonly Proposal[], all: readonly Candidate[], known: readonly Kept[]): Worded {
  const byName = new Map(all.map((found) => [sourceName(found.source), found]));
  const taken = new Set<string>();
  const groups: Group[] = [];
  const refused: Curated["refused"][number][] = [];
  for (const proposal of proposals) {
    const judged = judge(proposal, { byName, taken, known: known.map(({ words }) => words) });
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

function statementsIn(text: string): readonly Kept[] {
  const { entries, headings } = outline(text, bodyStartOf(text));
  const said = headings.flatMap(({ title }) => (isOwnTitle(title) ? [keptOf(bare(title))] : []));
  return [...said, ...entries.map((entry) => keptOf(bare(text.slice(entry.start, entry.end))))];
}

function newest(a: Group, b: Group): number {
  return compareText(speakerOf(a).source.day ?? "buffer", speakerOf(b).source.day ?? "buffer");
}

function nameOf(group: Group): string {
  return sourceName(speakerOf(group).source);
}

function promotionOf(group: Group, { originOf }: Pick<CurateInput, "originOf">): Promotion {
  const days = daysOf(group);
  const speaker = speakerOf(group);
  const marked = group.members.find(({ means }) => means.kind !== null && means.kind !== "fact") ?? speaker;
  const { below = "", means } = group.said === null ? speaker : { ...speaker, below: "" };
  return {
    text: group.said ?? speaker.text,
    ...(below === "" ? {} : { below }),
    ...(group.said === null ? {} : { proposed: true as const }),
    tags: Object.keys(significance).filter((tag) => group.tags.has(tag)),
    said: group.said ?? speaker.said,
    sources: group.members.map(({ source }) => source),
    confidence:
      days.length > 1 ? confidenceOf(days.length, marked.means.by === "tag" || marked.means.by === "label") : null,
    origin: leastTrusted(group.members.map(({ source, marks }) => originOf(source, marks))),
    kind: means.kind ?? marked.means.kind,
    why: days.length > 1 ? `${marked.means.why}, on ${days.length} days` : marked.means.why,
  };
}

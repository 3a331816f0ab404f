/**
 * Curate: which few entries of the logs become statements of the kept memory, and why the others do not; a model may word some.
 *
 * An entry becomes a candidate, and what several days tell is joined (`candidate.ts`). `junk.ts` and `significance.ts` judge it by its tags and
 * words in seven languages, whose word lists are data (`rules/words`). `similar.ts` asks whether the kept memory knows it, and
 * `promote.ts` prints the statement. `leave.ts` is the other way: which entries may go out of a page, each by a rule with a name.
 *
 * Words such as “tomorrow” become dates by the day of their log, or get that day beside them (`promote.ts`), because they mean another time each
 * day they are read. Length alone moves nothing: it only makes a night look.
 */

import { addDays } from "../../base/ids.js";
import { tally } from "../../base/result.js";
import { compareText, firstDecided, withoutTail } from "../../base/text.js";
import { isUntrusted, leastTrusted } from "../../memory/labels.js";
import type { Entry } from "../../page/markdown/blocks.js";
import { bodyStartOf, outline } from "../../page/markdown/outline.js";
import { withoutSuperseded } from "../../page/represent.js";
import { termsIn } from "../../recall/words/terms.js";
import type { Kind } from "../../rules/words/other-words.js";
import { spareId } from "../day-files.js";
import { judge, type Proposal, type ProposalFault, type ShownToModel, shownTo } from "../model.js";
import { significance, thresholds } from "../thresholds.js";
import {
  type Candidate,
  type CandidateInput,
  candidates,
  dayNamed,
  daysOf,
  type Group,
  join,
  type LogText,
  openEpisodes,
  openSubjectIndex,
  owningFile,
  type PassedStatement,
  type Promotion,
  type SubjectIndex,
  sourceName,
  speakerOf,
  type Worth,
  weightOf,
  worthAmong,
} from "./candidate.js";
import { titled } from "./lexicon.js";
import { bare, confidenceOf, groundsDay, printStatement } from "./promote.js";
import {
  type ComparedStatement,
  coverage,
  gistOf,
  keptOf,
  type Otherwise,
  openContradictions,
  openRepeated,
  type Words,
  wordsOf,
} from "./similar.js";

export interface Curated {
  /** Told on one day, the most significant first; all that are new, not only tonight's. */
  readonly singles: readonly Promotion[];
  /** Told on several days. */
  readonly merged: readonly Promotion[];
  /** Tagged entries that will not be promoted, and why. */
  readonly passed: readonly PassedStatement[];
  /** Worth keeping, and for a person to settle: until then their logs stay. */
  readonly held: readonly Coming[];
  /** What a model may be asked about; found when it is asked for. */
  readonly shown: () => ShownToModel;
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
  const passed: PassedStatement[] = [];
  const held: Coming[] = [];
  const { rejected = new Set() } = input;
  const isRejected = ({ source }: Candidate): boolean =>
    rejected.has(source.digest) || rejected.has(sourceName(source));
  const all = read.filter((found) => !isRejected(found));
  // What a person did not want is as if it were known: the same in other words is not asked about either.
  const refusedWords = rejected.size === 0 ? [] : read.filter(isRejected).map(({ words }) => words);
  const isRepeated = openRepeated([...known.map(({ words }) => words), ...refusedWords]);
  const { groups, refused, taken } = worded(input.proposals ?? [], all, known);
  const otherwise = openContradictions(known);
  const episodes = openEpisodes<Group>(all.map(({ words }) => words));
  const promoted = (group: Group): Promotion => promotionOf(group, input);
  for (const found of all) {
    if (taken.has(sourceName(found.source)) || found.means.kind === null) continue;
    const isOld = found.junk === null && isRepeated(found.words, thresholds.knownOverlap);
    const isAsked = found.junk === null && !found.isSecret && !isOld;
    const other = isAsked ? otherwiseThan(found, otherwise) : null;
    const wait = whyHeld(found, other, isOld);
    const reason = wait === null ? whyNot(found, other, isOld) : null;
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
    .map((group) => {
      const { source } = speakerOf(group);
      const by = { weight: weightOf(group), day: dayNamed(source), name: sourceName(source) };
      return { group, ...by, isMerged: daysOf(group).length > 1 };
    })
    .sort((a, b) => firstDecided(b.weight - a.weight, compareText(b.day, a.day), compareText(a.name, b.name)));
  const told = openSubjectIndex(known.map(({ words }) => gistOf(words)));
  const worth = worthAmong(all.map(({ words }) => gistOf(words)));
  const [merged, singles] = [true, false].map((isMerged) => {
    const those = ranked.filter((each) => each.isMerged === isMerged);
    return newsFirst(those, told, worth).map(promoted);
  }) as [Promotion[], Promotion[]];
  return { singles, merged, passed, held, shown: () => shownTo(all, input.originOf), refused };
}

/** It says itself, or somebody said with a tag, that it is more than a fact in passing. */
function isMarked({ tags, means }: Candidate): boolean {
  return tags.length > 0 || (means.kind !== null && means.kind !== "fact");
}

function alone(found: Candidate): Group {
  return { members: [found], tags: new Set(found.tags), said: null };
}

/** Of those that weigh the same and are of one day the one first that adds most to what is kept and to those before it; no more than a night takes. */
function newsFirst(ranked: readonly Ranked[], told: SubjectIndex, worth: Worth): readonly Group[] {
  const rest = [...ranked];
  const chosen: Ranked[] = [];
  let alike: { readonly each: Ranked; readonly gist: ReturnType<typeof gistOf>; adds: number }[] = [];
  while (rest.length > 0 && chosen.length < thresholds.promotedOrderedMax) {
    if (alike.length === 0) {
      const [{ weight, day }] = rest as [Ranked];
      const until = rest.findIndex((each) => each.weight !== weight || each.day !== day);
      alike = rest.slice(0, until < 0 ? rest.length : until).map((each) => {
        const gist = gistOf(speakerOf(each.group).words);
        return { each, gist, adds: told.adds(gist, worth) };
      });
    }
    const best = alike.reduce((a, b) => (b.adds > a.adds ? b : a));
    alike.splice(alike.indexOf(best), 1);
    rest.splice(rest.indexOf(best.each), 1);
    chosen.push(best.each);
    told.add(best.gist);
    // Another subject is told no more of than it was.
    for (const one of alike) if (one.gist.subject === best.gist.subject) one.adds = told.adds(one.gist, worth);
  }
  return [...chosen, ...rest].map(({ group }) => group);
}

/** With what it is ordered by, which takes a look at each of its words. */
interface Ranked {
  readonly group: Group;
  readonly weight: number;
  readonly day: string;
}

/** Of two that say otherwise of the same, a night moves neither: which of them holds is a person's to say, tonight and on every other. */
function opposed(groups: readonly Group[]): ReadonlyMap<Group, string> {
  const said = new Map(groups.map((group) => [keptOf(speakerOf(group).text, speakerOf(group).words), group]));
  const otherwise = openContradictions([...said.keys()], thresholds.opposedOverlap);
  const found = new Map<Group, string>();
  for (const [kept, group] of said) {
    const other = otherwise(kept);
    if (other !== null) found.set(group, other.said);
  }
  return found;
}

/** The kept statement that says otherwise; it may name what it is about, or not. */
function otherwiseThan({ text, words, means }: Candidate, otherwise: Otherwise): ComparedStatement | null {
  return otherwise(keptOf(text, words)) ?? (means.subject === null ? null : otherwise(keptOf(text)));
}

/** What is kept was said on a later day: nobody is asked whether the earlier word holds. */
function isOutdated({ source }: Candidate, other: ComparedStatement | null): boolean {
  return source.day !== null && other !== null && other.day !== null && source.day < other.day;
}

/** Worth keeping, and not to be moved by anybody but a person. */
function whyHeld(
  found: Candidate,
  other: ComparedStatement | null,
  known: boolean,
): Omit<Coming, "promotion"> | null {
  const { means, junk, moves, isSecret } = found;
  if (!isMarked(found)) return null;
  if (isSecret) return { reason: "secret", why: "it holds a secret, or something that looks like one" };
  if (junk === "too_long") return { reason: junk, why: tooLong };
  if (junk !== null && means.by === "tag") return { reason: "unclear", why: unclear };
  if (junk !== null || known || isOutdated(found, other)) return null;
  if (moves) return { reason: "moving_time", why: "it names a time that means another one each day, and has no day" };
  const why = `it says otherwise than “${other?.said}”, which is kept: a correction is for you to make`;
  return other === null ? null : { reason: "contradicts", why };
}

const tooLong = "it is too long for one statement; say the point in a line of its own, or tag it";
const unclear = "it is tagged, and reads like half a sentence, a command or our own output: say it in a sentence";

function whyNot(found: Candidate, other: ComparedStatement | null, known: boolean): PassedStatement["reason"] | null {
  if (found.junk !== null) return found.junk;
  const { lapse, by } = found.means;
  if (found.isSecret || (lapse !== null && (by !== "tag" || lapse.rule === "tag"))) return "over";
  if (found.moves) return "moving_time";
  if (known) return "known";
  return isOutdated(found, other) ? "over" : null;
}

/** A proposal stands for its entries: none of them is promoted in its own words too. */
function worded(proposals: readonly Proposal[], all: readonly Candidate[], known: readonly ComparedStatement[]) {
  const byName = new Map(all.map((found) => [sourceName(found.source), found]));
  // Names of the entries that proposals stand for.
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

function statementsIn(text: string): readonly ComparedStatement[] {
  const { entries, headings } = outline(text, bodyStartOf(text));
  const said = headings.flatMap(({ title }) => (titled(title).isOwn ? [keptOf(bare(title))] : []));
  return [...said, ...entries.map(({ start, end }) => statementIn(text.slice(start, end)))];
}

/** An entry as it holds: what it gave the place of says nothing any more. */
function statementIn(entry: string): ComparedStatement {
  const holds = withoutSuperseded(entry);
  const said = bare(holds);
  return keptOf(said, wordsOf(said), groundsDay(holds));
}

function promotionOf(group: Group, { originOf }: Pick<CurateInput, "originOf">): Promotion {
  const days = daysOf(group);
  const speaker = speakerOf(group);
  const marked = group.members.find(({ means }) => means.kind !== null && means.kind !== "fact") ?? speaker;
  const { below = "", means } = group.said === null ? speaker : { ...speaker, below: "" };
  const isMarkedSo = marked.means.by === "tag" || marked.means.by === "label";
  return {
    text: group.said ?? speaker.text,
    ...(below === "" ? {} : { below }),
    ...(group.said === null ? {} : { proposed: true as const }),
    tags: Object.keys(significance).filter((tag) => group.tags.has(tag)),
    said: group.said ?? speaker.said,
    sources: group.members.map(({ source }) => source),
    confidence: days.length > 1 ? confidenceOf(days.length, isMarkedSo) : null,
    origin: leastTrusted(group.members.map(({ source, marks }) => originOf(source, marks))),
    kind: means.kind ?? marked.means.kind,
    why: days.length > 1 ? `${marked.means.why}, on ${days.length} days` : marked.means.why,
  };
}

// Choose: which statements a night takes, and the file that owns each: the agent's, the user's or the tools', else MEMORY.md.

export interface Homes {
  /** MEMORY.md; null where no commit has it. */
  readonly keptIn: string | null;
  /** The path of the page that takes what MEMORY.md has no room for, of such a section; null where no commit has it yet. */
  readonly spareOf: (section: string) => string | null;
  /** IDENTITY.md; null where no commit has it. */
  readonly selfIn: string | null;
  /** USER.md and what it calls the user, and TOOLS.md; each null where no commit has it. */
  readonly userIn: { readonly page: string; readonly names: readonly string[] } | null;
  readonly toolsIn: string | null;
  /** Whether the harness would still load all of a page with so many characters more, with something to spare. */
  readonly hasRoom: (page: string, chars: number) => boolean;
  /** HEAD's text of a page. */
  readonly textOf: (page: string) => string | null;
  /** The local day of the night: logs that are due to leave come in for their share. */
  readonly day: string;
  /** Names of entries that this night has promoted already. */
  readonly tonight: ReadonlySet<string>;
  /** What this night has promoted already, as a whole: a step is one commit. */
  readonly closed: ReadonlySet<"single" | "merged">;
  /** Why the write path would not take the line; null where it would. */
  readonly objection: (home: Home, line: string, promotion: Promotion) => string | null;
}

export interface Home {
  readonly page: string;
  readonly section: string | null;
  /** No commit has the page yet; then `page` is its id, and `section` what it is for. */
  readonly isNew?: true;
}

interface Placed {
  readonly promotion: Promotion;
  readonly home: Home;
  readonly line: string;
}

/** `turn`: a later night would take it. `blocked`: something stands in its way. The others are a person's to settle. */
export type ComingReason = ("secret" | "contradicts" | "moving_time" | "too_long" | "unclear") | ("turn" | "blocked");

/** Worth keeping and not kept tonight, with the reason in words. */
export interface Coming {
  readonly promotion: Promotion;
  readonly reason: ComingReason;
  readonly why: string;
}

export interface NightChoice {
  readonly merged: readonly Placed[];
  readonly singles: readonly Placed[];
  /** How many this night had taken before. */
  readonly taken: number;
  /** For another night. */
  readonly waiting: readonly Promotion[];
  readonly blocked: readonly Coming[];
}

export function choose(curated: Curated, homes: Homes): NightChoice {
  const merged = take(curated.merged, thresholds.promotedMergedMax, "merged", homes);
  const singles = take(withDue(curated.singles, homes), thresholds.promotedSinglesMax, "single", homes);
  return {
    merged: merged.placed,
    singles: singles.placed,
    taken: merged.taken + singles.taken,
    waiting: [...merged.waiting, ...singles.waiting],
    blocked: [...merged.blocked, ...singles.blocked],
  };
}

/** What waits in logs that are due to leave has two places a night, the oldest first, whatever weighs more since. */
function withDue(singles: readonly Promotion[], { day }: Homes): readonly Promotion[] {
  const last = addDays(day, -thresholds.logDaysMax);
  const dayOf = ({ sources }: Promotion): string => sources[0]?.day ?? day;
  const due = singles.filter((promotion) => dayOf(promotion) < last);
  const first = due.toSorted((a, b) => compareText(dayOf(a), dayOf(b))).slice(0, thresholds.promotedDueMin);
  const ahead = singles.filter((promotion) => !first.includes(promotion));
  const kept = thresholds.promotedSinglesMax - first.length;
  return [...ahead.slice(0, kept), ...first, ...ahead.slice(kept)];
}

/** What this night took before it was interrupted counts, so that a run which goes on takes no more than one that went through. */
function take(
  ranked: readonly Promotion[],
  most: number,
  told: "single" | "merged",
  homes: Homes,
): Omit<NightChoice, "merged" | "singles"> & { readonly placed: readonly Placed[] } {
  const placed: Placed[] = [];
  const waiting: Promotion[] = [];
  const blocked: Coming[] = [];
  let taken = 0;
  for (const promotion of ranked) {
    const isTaken = promotion.sources.some((source) => homes.tonight.has(sourceName(source)));
    const isFull = homes.closed.has(told) || placed.length + taken >= most;
    if (isTaken) taken += 1;
    else if (isFull) waiting.push(promotion);
    else {
      const found = placeOf(promotion, homes, told);
      if (typeof found === "string") blocked.push({ promotion, reason: "blocked", why: found });
      else placed.push(found);
    }
  }
  return { placed, taken, waiting, blocked };
}

/** Where it goes, what a person wants to be kept among the singles; a text says why it goes nowhere. */
export function placeOf(promotion: Promotion, homes: Homes, told: "single" | "merged" = "single"): Placed | string {
  const days = [...new Set(promotion.sources.map(dayNamed))].sort();
  const line = printStatement(promotion, { confidence: promotion.confidence, days });
  const isSelf = promotion.tags[0] === "identity";
  const owner = (isSelf ? homes.selfIn : null) ?? (told === "merged" ? fileOf(promotion, line.length, homes) : null);
  const section = owner !== null ? null : told === "merged" ? "Patterns" : sectionOf(promotion);
  // MEMORY.md, as long as the harness loads all of it.
  const isOpen = homes.keptIn !== null && homes.hasRoom(homes.keptIn, line.length + 1);
  const home = homeOf(owner ?? (isOpen ? homes.keptIn : null), section, homes);
  const { page } = home;
  if (isUntrusted(promotion.origin))
    return `Words of origin ${promotion.origin} enter no page that stands in prompts.`;
  if (!homes.hasRoom(page, line.length + 1)) return `${page} is nearly as long as what the harness loads of it.`;
  const objection = homes.objection(home, line, promotion);
  return objection ?? { promotion, home, line };
}

function homeOf(page: string | null, section: string | null, { spareOf }: Homes): Home {
  if (page !== null || section === null) return { page: page ?? "", section };
  const spare = spareOf(section);
  return spare === null ? { page: spareId(section), section, isNew: true } : { page: spare, section: null };
}

/** By the tag that weighs most, else by what its words make it: that a human cared says who asked for it, and not what it is about. */
function sectionOf({ tags, text, kind }: Promotion): string {
  const first = tags[0] ?? "";
  if (first === "human") return liking.test(text) ? "Preferences" : "Facts";
  return sections[first] ?? (kind === null ? "Notes" : byKind[kind]);
}

const byKind: Readonly<Record<Kind, string>> = {
  correction: "Lessons",
  decision: "Decisions",
  lesson: "Lessons",
  rule: "Rules",
  preference: "Preferences",
  person: "People",
  identity: "Identity",
  fact: "Notes",
};

const sections: Readonly<Record<string, string>> = {
  decision: "Decisions",
  identity: "Identity",
  lesson: "Lessons",
  surprise: "Lessons",
};

/** Verbs as they stand behind a name: “love” alone is as often a thing as a wish. */
const liking =
  /\b(?:prefers?|likes|loves|enjoys|wants|hates|dislikes|avoids|favou?rite|always|never|would rather|(?:I|we|they) (?:like|love|want|hate))\b/i;

/** Told on several days and of no passing thing, it belongs to the file of the user or of the tools, as long as that is loaded whole. */
function fileOf(promotion: Promotion, chars: number, { userIn, toolsIn, hasRoom }: Homes): string | null {
  const file = owningFile(promotion, userIn?.names ?? []);
  const page = file === "user" ? (userIn?.page ?? null) : file === "tools" ? toolsIn : null;
  // Others may go there in the same night.
  return page !== null && hasRoom(page, chars * thresholds.promotedMergedMax) ? page : null;
}

// Staying: logs that are old enough to leave and stay, because something of theirs that is worth keeping is not kept yet.

export interface Staying {
  readonly path: string;
  /** How many wait for another night, or for what stands in their way. */
  readonly waits: number;
  /** How many are a person's to settle. */
  readonly held: number;
}

type Logs = Pick<CurateInput, "logs" | "day">;

export function dueLogs({ logs, day: today }: Logs): readonly LogText[] {
  const last = addDays(today, -thresholds.logDaysMax);
  return logs.filter(({ day }) => day !== null && day < last);
}

/** A log leaves when all of it that is worth keeping is kept: not while it waits its turn, is blocked, or is a person's to settle. */
export function stayingLogs(view: Logs, { waiting, blocked }: NightChoice, { held }: Curated): readonly Staying[] {
  const countsOf = (promotions: readonly Promotion[]): ReadonlyMap<string, number> =>
    tally(promotions.flatMap(({ sources }) => [...new Set(sources.map(({ path }) => path))]));
  const later = countsOf([...waiting, ...blocked.map(({ promotion }) => promotion)]);
  const open = countsOf(held.map(({ promotion }) => promotion));
  return dueLogs(view).flatMap(({ path }) => {
    const [waits, theirs] = [later.get(path) ?? 0, open.get(path) ?? 0];
    return waits + theirs === 0 ? [] : [{ path, waits, held: theirs }];
  });
}

// Coming: what a night found worth keeping and did not keep, in the order in which a person should read it, and one of them read again later.

/**
 * What a person settles and what waits its turn by turns, each by its worth, and of what says otherwise the newest first, which the older are settled
 * with; what says nearly the same as something before it comes last.
 */
export function comingOf({
  held,
  waiting,
  blocked,
}: Pick<Curated & NightChoice, "held" | "waiting" | "blocked">): readonly Coming[] {
  const dayIn = ({ reason, promotion: { sources } }: Coming): string =>
    reason === "contradicts" ? (sources.map(dayNamed).sort(compareText).at(-1) ?? "") : "";
  const urgent = held.toSorted((a, b) =>
    firstDecided(urgency.indexOf(a.reason) - urgency.indexOf(b.reason), compareText(dayIn(b), dayIn(a))),
  );
  const theirs = [...urgent, ...blocked];
  const turns = waiting.map((promotion): Coming => ({ promotion, reason: "turn", why: promotion.why }));
  const { length } = theirs.length > turns.length ? theirs : turns;
  const mixed = Array.from({ length }, (_, at) => [theirs[at] ?? [], turns[at] ?? []].flat()).flat();
  return differentFirst(mixed.slice(0, thresholds.comingMax)).concat(mixed.slice(thresholds.comingMax));
}

const urgency: readonly ComingReason[] = ["contradicts", "moving_time", "unclear", "secret", "too_long"];

function differentFirst(all: readonly Coming[]): readonly Coming[] {
  const first = new Map<Coming, Words>();
  for (const each of all) {
    const own = wordsOf(each.promotion.text);
    if (![...first.values()].some((other) => coverage(own, other) >= thresholds.episodeOverlap)) first.set(each, own);
  }
  return [...first.keys(), ...all.filter((each) => !first.has(each))];
}

type Read = (digest: string, reason: ComingReason) => Coming | null;

/** What a log proposes as it and what is kept say it now, curated once for all that are asked about; null where it needs no answer any more. */
export function comingIn(
  log: LogText,
  by: Pick<CandidateInput, "day" | "originOf"> & { readonly kept: readonly string[] },
): Read {
  const input = { ...by, logs: [log], processed: new Set<string>(), rejected: new Set<string>() };
  const all = candidates(input);
  const { held, singles, merged, passed } = curate(input, all);
  const over = new Set(passed.map(sourceName));
  // By the name of each source; the same words twice in a log have one name, and the first of them counts.
  const byName = <T>(all: readonly T[], of: (each: T) => Promotion): ReadonlyMap<string, T> =>
    new Map(
      all.toReversed().flatMap((each) => of(each).sources.map((source) => [sourceName(source), each] as const)),
    );
  const waits = byName(held, ({ promotion }) => promotion);
  const turns = byName([...singles, ...merged], (promotion) => promotion);
  return (digest, reason) => {
    const found = all.find(({ source }) => source.digest === digest);
    if (found === undefined) return null;
    const name = sourceName(found.source);
    const wait = waits.get(name);
    if (wait !== undefined) return wait;
    if (over.has(name)) return null;
    const turn = turns.get(name) ?? promotionOf(alone(found), input);
    const why = reason === "contradicts" ? "the logs say otherwise too" : turn.why;
    return { promotion: turn, reason, why };
  };
}

/** The entry of a page that says otherwise, its tags, and its words with the text in the place of those that are wrong; null where none does. */
export function contradictedIn(
  page: string,
  text: string,
): (Pick<Entry, "digest" | "tags"> & { readonly corrected: string }) | null {
  const { entries } = outline(page, bodyStartOf(page));
  const byStatement = new Map(entries.map((entry) => [statementIn(page.slice(entry.start, entry.end)), entry]));
  const found = openContradictions([...byStatement.keys()])(keptOf(text));
  const entry = found === null ? undefined : byStatement.get(found);
  const corrected = found === null ? null : inPlace(text, found.said);
  return entry === undefined || corrected === null ? null : { ...entry, corrected };
}

/** Only the first line gives way, and of its sentences those that are wrong or said again; null where none by itself is wrong. */
function inPlace(text: string, was: string): string | null {
  const [line = "", ...below] = was.split("\n");
  const sentences = line.replace(/\s+/g, " ").split(sentenceEnds);
  if (sentences.length === 1 && below.length === 0) return text;
  const now = [text, ...text.split(sentenceEnds)].map((said) => keptOf(said));
  const wrong = sentences.filter((sentence) => {
    const otherwise = openContradictions([keptOf(sentence)]);
    return now.some((said) => otherwise(said) !== null);
  });
  if (wrong.length === 0) return null;
  const said = termsIn(text);
  const stays = sentences.flatMap((sentence) => {
    const stop = sentence.slice(withoutTail(sentence, stops).length);
    if (wrong.includes(sentence)) return sentence === wrong[0] ? [withoutTail(text, stops) + stop] : [];
    return [...termsIn(sentence)].every((term) => said.has(term)) ? [] : [sentence];
  });
  return stays.join("").trim();
}

const stops = ".!。！ ";
const sentenceEnds = /(?<=[.!]\s)(?=[\p{Lu}\p{Lo}])|(?<=[。！])|(?<=\s)(?=\([^()]*\)\W?$)/u;

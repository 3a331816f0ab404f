/** Curate: which few entries of the logs become statements of the kept memory, and why the others do not; no model is asked. */

import { compareText, firstDecided } from "../base/order.js";
import { bodyStartOf, outline } from "../page/outline.js";
import type { Origin } from "../page/page.js";
import { leastTrusted } from "../writeback/origin/origin.js";
import { junkIn } from "./junk.js";
import { bare, confidenceOf, type Statement, statementOf } from "./promote.js";
import { coverage, overlap, type Words, wordsOf } from "./similar.js";
import { type LogText, type Passed, type Promotion, type Source, sourceName } from "./source.js";
import { significance, thresholds } from "./thresholds.js";

export interface Curated {
  /** Told on one day, the most significant first; all that are new, not only tonight's. */
  readonly singles: readonly Promotion[];
  /** Told on several days. */
  readonly merged: readonly Promotion[];
  /** Tagged entries that will not be promoted, and why. */
  readonly passed: readonly Passed[];
}

export interface CurateInput {
  readonly logs: readonly LogText[];
  /** Texts a statement must be new against. */
  readonly kept: readonly string[];
  /** Names of entries that an earlier night promoted. */
  readonly processed: ReadonlySet<string>;
  /** The label that history has of an entry's text; `marks` are the `[word]`s the entry itself wears. */
  readonly originOf: (source: Source, marks: readonly string[]) => Origin;
}

export function curate(input: CurateInput): Curated {
  const known = input.kept.flatMap(statementsIn);
  const passed: Passed[] = [];
  const groups: Group[] = [];
  for (const found of candidates(input)) {
    const reason = junkIn(found.kind, found.text) ?? (isKnown(found.words, known) ? "known" : null);
    if (reason === null) join(groups, found);
    else if (found.tags.length > 0) passed.push({ ...found.source, reason });
  }
  const ranked = groups
    .filter((group) => group.tags.size > 0 || daysOf(group).length >= thresholds.untaggedDaysMin)
    .sort((a, b) => firstDecided(weight(b) - weight(a), newest(b, a), compareText(nameOf(a), nameOf(b))));
  const isMerged = (group: Group): boolean => daysOf(group).length > 1;
  const promoted = (group: Group): Promotion => promotionOf(group, input);
  return {
    singles: ranked.filter((group) => !isMerged(group)).map(promoted),
    merged: ranked.filter(isMerged).map(promoted),
    passed,
  };
}

interface Candidate extends Statement {
  readonly kind: Parameters<typeof junkIn>[0];
  readonly words: Words;
  readonly source: Source;
  readonly marks: readonly string[];
}

interface Group {
  readonly members: Candidate[];
  readonly tags: Set<string>;
}

function candidates({ logs, processed }: CurateInput): readonly Candidate[] {
  return logs.flatMap(({ path, day, text }) =>
    outline(text, bodyStartOf(text)).entries.flatMap((entry) => {
      const source = { path, day, digest: entry.digest };
      if (processed.has(sourceName(source))) return [];
      const statement = statementOf(text.slice(entry.start, entry.end), entry.tags);
      return [
        {
          ...statement,
          kind: entry.kind,
          words: wordsOf(statement.text),
          source,
          marks: entry.tags,
        },
      ];
    }),
  );
}

function statementsIn(text: string): readonly Words[] {
  const { entries } = outline(text, bodyStartOf(text));
  return entries.map((entry) => wordsOf(bare(text.slice(entry.start, entry.end))));
}

function isKnown(words: Words, known: readonly Words[]): boolean {
  return known.some((kept) => coverage(words, kept) >= thresholds.knownOverlap);
}

/** To the first group that tells of the same, else to one of its own. */
function join(groups: Group[], found: Candidate): void {
  const alike = groups.find(({ members }) => overlap(members[0]!.words, found.words) >= thresholds.episodeOverlap);
  const group = alike ?? { members: [], tags: new Set<string>() };
  group.members.push(found);
  for (const tag of found.tags) group.tags.add(tag);
  if (alike === undefined) groups.push(group);
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

/** What the latest episode says stands for all of them. */
function latest({ members }: Group): Candidate {
  return members.reduce((a, b) => ((b.source.day ?? bufferDay) >= (a.source.day ?? bufferDay) ? b : a));
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
    text: latest(group).text,
    tags: Object.keys(significance).filter((tag) => group.tags.has(tag)),
    sources,
    confidence: days.length > 1 ? confidenceOf(days.length) : null,
    origin: leastTrusted(group.members.map(({ source, marks }) => originOf(source, marks))),
  };
}

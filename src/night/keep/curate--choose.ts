/** Choose: which statements a night takes, and the page that owns each: a topic's own, who the agent is, else MEMORY.md. */

import { compareText } from "../../base/text--order.js";
import { isUntrusted } from "../../memory/labels--lines.js";
import { bodyStartOf, outline } from "../../page/markdown/outline.js";
import { dayBy } from "../clock/calendar--calendar.js";
import { thresholds } from "../thresholds.js";
import { type Passed, type Promotion, sourceName } from "./candidate--source.js";
import { owningFile } from "./candidate--stable.js";
import type { Kind } from "./cjk-words--lexicon.js";
import type { Curated } from "./curate.js";
import { bare, printStatement } from "./promote--promote.js";
import { coverage, type Words, wordsOf } from "./similar.js";

/** A page that can own statements. */
export interface Owner {
  readonly page: string;
  /** Words of its title: a statement with all of them, two at least, belongs to it. */
  readonly title: Words;
  /** Whether it is in prompts that nobody asked it into. */
  readonly stands: boolean;
}

export interface Homes {
  readonly owners: readonly Owner[];
  /** MEMORY.md; null where no commit has it. */
  readonly keptIn: string | null;
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
  readonly objection: (page: string, line: string, promotion: Promotion) => string | null;
}

interface Home {
  readonly page: string;
  readonly section: string | null;
}

interface Placed {
  readonly promotion: Promotion;
  readonly home: Home;
  readonly line: string;
}

export interface Blocked {
  readonly promotion: Promotion;
  readonly why: string;
}

export interface Chosen {
  readonly merged: readonly Placed[];
  readonly singles: readonly Placed[];
  /** How many this night had taken before. */
  readonly taken: number;
  /** For another night. */
  readonly waiting: readonly Promotion[];
  readonly blocked: readonly Blocked[];
  readonly passed: readonly Passed[];
}

export function choose(curated: Curated, homes: Homes): Chosen {
  const merged = take(curated.merged, thresholds.promotedMergedMax, "merged", homes);
  const { ranked, most } = withDue(curated.singles, homes.day);
  const singles = take(ranked, most, "single", homes);
  return {
    merged: merged.placed,
    singles: singles.placed,
    taken: merged.taken + singles.taken,
    waiting: [...merged.waiting, ...singles.waiting],
    blocked: [...merged.blocked, ...singles.blocked],
    passed: [...merged.passed, ...singles.passed],
  };
}

/**
 * What waits in logs that are due to leave has two places a night, the oldest first, whatever weighs more since; and where much of it
 * waits a night takes more, or a busy memory's would wait for ever.
 */
function withDue(
  singles: readonly Promotion[],
  day: string,
): { readonly ranked: readonly Promotion[]; readonly most: number } {
  const last = dayBy(day, -thresholds.logDaysMax);
  const dayOf = ({ sources }: Promotion): string => sources[0]?.day ?? day;
  const due = singles.filter((promotion) => dayOf(promotion) < last);
  const first = due.toSorted((a, b) => compareText(dayOf(a), dayOf(b))).slice(0, thresholds.promotedDueMin);
  const most = Math.max(thresholds.promotedSinglesMax, Math.ceil(due.length / thresholds.promotedDueNights));
  const ahead = singles.filter((promotion) => !first.includes(promotion));
  const kept = most - first.length;
  return { ranked: [...ahead.slice(0, kept), ...first, ...ahead.slice(kept)], most };
}

function printed(promotion: Promotion): string {
  const days = [...new Set(promotion.sources.map(({ day }) => day ?? "buffer"))].sort();
  return printStatement(promotion, { confidence: promotion.confidence, days });
}

/** What this night took before it was interrupted counts, so that a run which goes on takes no more than one that went through. */
function take(
  ranked: readonly Promotion[],
  most: number,
  told: "single" | "merged",
  homes: Homes,
): Omit<Chosen, "merged" | "singles"> & { readonly placed: readonly Placed[] } {
  const placed: Placed[] = [];
  const waiting: Promotion[] = [];
  const blocked: Blocked[] = [];
  const passed: Passed[] = [];
  let taken = 0;
  for (const promotion of ranked) {
    const isTaken = promotion.sources.some((source) => homes.tonight.has(sourceName(source)));
    const isFull = homes.closed.has(told) || placed.length + taken >= most;
    if (isTaken) taken += 1;
    else if (isFull) waiting.push(promotion);
    else {
      const found = place(promotion, told, homes);
      if (found === "known")
        passed.push(
          ...promotion.sources.map((source) => ({
            ...source,
            reason: "known" as const,
          })),
        );
      else if (typeof found === "string") blocked.push({ promotion, why: found });
      else placed.push(found);
    }
  }
  return { placed, taken, waiting, blocked, passed };
}

/** Where one that a person wants to be kept goes; a text says why it goes nowhere. */
export function placeOf(promotion: Promotion, homes: Homes): Placed | string {
  const found = place(promotion, "single", homes);
  return found === "known" ? "It is kept already." : found;
}

/** Where it goes; a text says why it goes nowhere. */
function place(promotion: Promotion, told: "single" | "merged", homes: Homes): Placed | string {
  const line = printed(promotion);
  const owner = ownerOf(promotion, homes) ?? (told === "merged" ? fileOf(promotion, line.length, homes) : null);
  const page = owner?.page ?? homes.keptIn;
  if (page === null) return "No commit has MEMORY.md, so there is nowhere to keep it.";
  const stands = owner === null || owner.stands;
  if (stands && isUntrusted(promotion.origin))
    return `Words of origin ${promotion.origin} enter no page that stands in prompts.`;
  if (owner !== null && isKeptIn(homes.textOf(page) ?? "", promotion)) return "known";
  if (!homes.hasRoom(page, line.length + 1))
    return `${page} is nearly as long as what the harness loads of it: settle what is proposed for it first (pagefile night).`;
  const objection = homes.objection(page, line, promotion);
  if (objection !== null) return objection;
  const section = owner !== null ? null : told === "merged" ? "Patterns" : sectionOf(promotion);
  return { promotion, home: { page, section }, line };
}

/**
 * By the tag that weighs most, else by what its words make it. That a human cared says who asked for it and not what it is about: the
 * words decide that.
 */
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

function ownerOf(promotion: Promotion, { owners, selfIn }: Homes): { page: string; stands: boolean } | null {
  const words = wordsOf(promotion.text).content;
  const owned = owners.filter(
    ({ title }) => title.content.size > 1 && [...title.content].every((word) => words.has(word)),
  );
  const [first, second] = owned.toSorted((a, b) => b.title.content.size - a.title.content.size);
  // Two pages that claim it alike own it no more than MEMORY.md does.
  if (first !== undefined && first.title.content.size !== second?.title.content.size) return first;
  return promotion.tags[0] === "identity" && selfIn !== null ? { page: selfIn, stands: true } : null;
}

/** Told on several days and of no passing thing, it belongs to the file of the user or of the tools, as long as that is loaded whole. */
function fileOf(
  promotion: Promotion,
  chars: number,
  { userIn, toolsIn, hasRoom }: Homes,
): { page: string; stands: boolean } | null {
  const file = owningFile(promotion, userIn?.names ?? []);
  const page = file === "user" ? (userIn?.page ?? null) : file === "tools" ? toolsIn : null;
  // Others may go there in the same night.
  return page !== null && hasRoom(page, chars * thresholds.promotedMergedMax) ? { page, stands: true } : null;
}

function isKeptIn(text: string, promotion: Promotion): boolean {
  const words = wordsOf(promotion.text);
  return outline(text, bodyStartOf(text)).entries.some(
    (entry) => coverage(words, wordsOf(bare(text.slice(entry.start, entry.end)))) >= thresholds.knownOverlap,
  );
}

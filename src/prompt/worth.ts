/**
 * Worth: what a page is worth to an owner who has not said a word yet, told by what it is: its kind, its day, its heading and where it stands in its file,
 * never by being small. All numbers stand in one table.
 */

import type { PagePath } from "../base/ids.js";
import type { FileFacts, SectionFacts, Topic } from "../memory/facts.js";
import { dayOf, type FileKind, kindOf, type Memory } from "../memory/memory.js";
import { profileOf, ruleFor } from "../memory/profile.js";
import type { PageEntry } from "../memory/table.js";
import type { Located } from "../memory/workspace.js";
import { type Fidelity, fidelities, type PageType } from "../page/page.js";

/** Tokens at each admitted fidelity; empty for a preamble that says nothing. */
export type Tokens = Readonly<Partial<Record<Fidelity, number>>>;

// Numbers: what each of a page's tokens is worth, made on public workspaces whose owners' wishes were written down by reading them
// (`npm run eval -- real --prompts`, the half that may be fitted); rounded, because a score of a few dozen texts knows no second digit.

const numbers = {
  /**
   * By what a file is for. An owner's own page comes first, then the newest log and the memory; files beside MEMORY.md and dated files elsewhere
   * hold what was looked up or done once, which is for recall. Instructions are mostly what the harness came with. By the fit, but for the last
   * three, of which no owner wanted one.
   */
  kinds: {
    people: 1.4,
    log: 0.8,
    memory: 0.8,
    dated: 0.4,
    instructions: 0.33,
    notes: 0.25,
    other: 0.14,
    documentation: 0.04,
    skill: 0.02,
    template: 0.02,
  },
  /** Under a heading, or of a type, of rules, preferences, decisions, lessons or people; and of what is to be done. Both by the fit. */
  lasting: 2.2,
  plan: 1.8,
  /** In a file or folder of such a name, as `PATTERNS.md`, that is no log: by hand below what a heading says; the fit hardly tells. */
  named: 1.5,
  /** A page that frontmatter pins softly or names as the active plan, by hand: its owner said so. */
  pinned: 2,
  active: 2,
  /** What a day leaves of a dated file, and the least that is left; the fit is flat from .5 to .8. */
  day: 0.7,
  old: 0.1,
  /** Characters that stand before it in its file, or behind it in a log, at which half is left. */
  half: { log: 2_000, memory: 12_000, other: 4_000 },
  /** What a token of each shorter form delivers of a token of the whole: a name delivers little, by the fit. */
  share: { pointer: 0.3, structured: 0.9, compressed: 1 },
  /** A page of this many tokens or more counts as one of so many, and one of fewer for as much as it says. */
  whole: 2_000,
  /** So that the greatest product of the above stays within 1. */
  most: 8,
} as const;

/** The share of a budget that instruction files may take for their names alone: what their owner wrote elsewhere is not left out for them. */
export const namesShareMax = 0.1;

// Place: kind, day, heading and place of a page as one number, and in words.

interface Place {
  readonly kind: FileKind | "people" | "notes" | "dated";
  readonly topic: Topic | null;
  /** Whether the name of its file says the topic. */
  readonly isNamed: boolean;
  readonly isPinned: boolean;
  readonly isActive: boolean;
  /** How many days older than the newest log its file is; null for a file of no day. */
  readonly days: number | null;
  /** Characters of the same file that say more: those before it, or in a log those after it. */
  readonly ahead: number;
  /** What the whole page costs. */
  readonly tokens: number;
}

/** So that a letter more in one section does not move all that follow. */
const stepChars = 500;

/** 0 to 1, by arithmetic that every machine does alike: as much for each token, whether they stand in a long page or in a short one. */
export function worthOf(place: Place): number {
  const { kind, topic, days, ahead, tokens } = place;
  let each: number = numbers.kinds[kind];
  if (topic !== null) each *= numbers[topic];
  if (place.isNamed) each *= numbers.named;
  if (place.isPinned) each *= numbers.pinned;
  if (place.isActive) each *= numbers.active;
  if (days !== null) {
    let left = 1;
    for (let day = 0; day < days && left > numbers.old; day += 1) left *= numbers.day;
    each *= Math.max(numbers.old, left);
  }
  const half = numbers.half[halfOf[kind] ?? "other"];
  if (kind !== "instructions") each *= half / (half + Math.floor(ahead / stepChars) * stepChars);
  return Math.min(1, (each / numbers.most) * sizeOf(tokens));
}

const halfOf: Readonly<Partial<Record<Place["kind"], keyof typeof numbers.half>>> = {
  log: "log",
  dated: "log",
  memory: "memory",
  notes: "memory",
};

/** How much of a page of `numbers.whole` tokens it is, 0 to 1. */
export function sizeOf(tokens: number): number {
  return Math.min(1, tokens / numbers.whole);
}

/** What of the page's worth each fidelity delivers: by the tokens that it keeps, so that a page of which only the name fits competes as a name. */
export function sharesOf(tokens: Tokens): Tokens {
  const shares: Partial<Record<Fidelity, number>> = {};
  const whole = wholeOf(tokens);
  let most = 1;
  for (const fidelity of downwards) {
    const each = tokens[fidelity];
    if (each === undefined) continue;
    most = fidelity === "full" ? 1 : Math.min(most, (numbers.share[fidelity] * each) / Math.max(1, whole));
    shares[fidelity] = most;
  }
  return shares;
}

const downwards = fidelities.toReversed();

export function wholeOf(tokens: Tokens): number {
  return tokens.full ?? Math.max(0, ...Object.values(tokens));
}

/** `newestDay`: of the newest log. Of a log the last words are the newest, and of any other file the first are what it is about. */
export function placeOf({ memory, entry }: Located, tokens: Tokens, newestDay: number | null): Place {
  const { path, slug, type, implicit } = entry;
  const kind = kindOfPage(memory, entry);
  const day = dayOf(path);
  const file = memory.files.get(path)?.data;
  const section = slug === null ? undefined : file?.sections?.find((one) => one.slug === slug);
  return {
    // A rule that somebody wrote and named as one is no instruction that a harness came with.
    kind: kind === "instructions" && !implicit ? "memory" : placeKind(kind, entry),
    topic: (implicit ? undefined : topicOfType[type]) ?? saidTopic(file, slug === null ? null : section),
    isNamed: kind !== "log" && slug !== null && file?.named !== undefined,
    isPinned: !implicit && entry.pin === "soft",
    isActive: isActivePlan(entry),
    days: day === null || newestDay === null || undated.has(kind) ? null : Math.max(0, newestDay - day),
    ahead: aheadIn(file, section, kind),
    tokens: wholeOf(tokens),
  };
}

/** What says what holds does so until somebody says otherwise. */
const undated: ReadonlySet<FileKind> = new Set(["memory", "instructions"]);

function placeKind(kind: FileKind, { path, pin, implicit }: PageEntry): Place["kind"] {
  if (kind === "memory") return isOfPeople(path) ? "people" : implicit && pin === "none" ? "notes" : "memory";
  // What was said or found once, on a day that its path does not tell, is no news of the last day.
  if (kind === "log" && dayOf(path) === null) return "notes";
  return kind === "log" && implicit && !ofDays.test(path) ? "dated" : kind;
}

/** Folders in which the days of the memory itself lie. */
const ofDays = /(?:^|\/)(?:memory|journals?|diary|logs?|dail(?:y|ies)(?:[ -]notes)?)\//i;

function aheadIn(file: FileFacts | undefined, own: SectionFacts | undefined, kind: FileKind): number {
  return kind === "log" ? Math.max(0, (file?.sections?.at(-1)?.end ?? 0) - (own?.end ?? 0)) : (own?.start ?? 0);
}

/**
 * Whether neither its place nor its name nor its own word makes a page memory. Of a thousand such notes nobody can tell, before a word is said, which
 * one its owner wants.
 */
export function isBeside({ memory, entry }: Located): boolean {
  const { path, implicit, pin } = entry;
  if (!implicit || pin !== "none" || isMemoryByName(memory, path)) return false;
  const { match } = ruleFor(profileOf(memory.config.profile), path);
  if (!("under" in match) || match.under !== "") return false;
  return !(kindOfPage(memory, entry) === "log" && ofDays.test(path));
}

/** The folders of the memory, another agent's memory, and a file at the top whose few words say what it is for: `PATTERNS.md`, `lessons-learned.md`. */
function isMemoryByName({ files }: Memory, path: PagePath): boolean {
  if (/^(?:memory|archive)\/|(?:^|\/)(?:memory|user)\.md$/i.test(path)) return true;
  const words = path.split(/[-_ ]+/).length;
  return !path.includes("/") && words <= 2 && files.get(path)?.data.named !== undefined;
}

export function isActivePlan({ type, tags }: Pick<PageEntry, "type" | "tags">): boolean {
  return type === "plan" && !tags.includes("done");
}

export function kindOfPage({ config }: Pick<Memory, "config">, { path, type, implicit }: PageEntry): FileKind {
  return kindOf(path, profileOf(config.profile), implicit ? null : type);
}

// Topic: what a page says of itself, or the name of its file and folder.

/** What a page says of itself by its type. */
const topicOfType: Readonly<Partial<Record<PageType, Topic>>> = {
  constraint: "lasting",
  preference: "lasting",
  decision: "lasting",
  plan: "plan",
};

/** What its title and tags say; of a whole file, where those say nothing, what its name says. */
function saidTopic(file: FileFacts | undefined, section: SectionFacts | undefined | null): Topic | null {
  return (section === null ? (file?.topic ?? file?.named) : section?.topic) ?? null;
}

/** Whom the memory serves, and files of people. */
function isOfPeople(path: string): boolean {
  return /(?:^|\/)(?:user\.md|(?:people|persons|contacts|family)(?:\.md|\/))/i.test(path);
}

// Why: the same in words, for whoever asks why a page stands where it does.

const kindSays: Readonly<Record<Place["kind"], string>> = {
  people: "whom the memory serves",
  log: "a log",
  memory: "memory",
  dated: "a dated file",
  notes: "a note beside the memory",
  instructions: "instructions",
  other: "a file of no known kind",
  documentation: "documentation",
  skill: "a skill",
  template: "a template",
};

/** As a sentence goes on behind “it is”. */
export function placeSays({ kind, topic, isNamed, isPinned, isActive, days, ahead }: Place): string {
  const day =
    days === null || kind !== "log" ? "" : days === 0 ? " of the newest day" : ` of ${days} days before the newest`;
  const far =
    kind === "instructions" || ahead < numbers.half.other
      ? ""
      : kind === "log"
        ? ", early in its day"
        : ", far down in its file";
  return [
    `${kindSays[kind]}${day}${far}`,
    ...(isActive ? ["the active plan"] : topic === "plan" ? ["what is to be done"] : []),
    ...(topic === "lasting" ? ["of what lasts by its heading, type or tag"] : []),
    ...(isNamed ? ["in a file named for it"] : []),
    ...(isPinned ? ["softly pinned"] : []),
  ].join(", ");
}

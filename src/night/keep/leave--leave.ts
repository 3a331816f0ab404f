/** Leave: which entries may go out of a page, each by a rule with a name: said twice, over by its own words, or a reading of a meter. */

import type { Entry } from "../../page/markdown/blocks--body.js";
import { bodyStartOf, outline } from "../../page/markdown/outline.js";
import { openAt } from "../audit/checks--claim-subject.js";
import { observationsPath } from "../hand-words--night-places.js";
import { significance, thresholds } from "../thresholds.js";
import { isToKeep, lapsedBy } from "./leave.js";
import { firstCopies, type Twice } from "./leave--leave-twice.js";

type LeaveRule = "said_twice" | "said_alike" | "superseded" | "expired" | "finished" | "operational" | "untagged";

export interface Leaving {
  readonly digest: string;
  readonly rule: LeaveRule;
  /** In words, as it stands in a report. */
  readonly why: string;
  /** The entry as it stands in the page. */
  readonly text: string;
  /** 1-based, of each copy that goes. */
  readonly lines: readonly number[];
  /** The first copy stays; else every entry of this digest goes. */
  readonly repeated: boolean;
}

export interface LeaveInput {
  readonly path: string;
  readonly text: string;
  /** The local day that dates are held against. */
  readonly today: string;
  /** Of entries that stood in the page 24 hours ago; an entry of unknown age is young. */
  readonly settled: ReadonlySet<string>;
  /** Of entries that stood in the page a week ago; asked of what is finished alone. */
  readonly lasting: ReadonlySet<string>;
  /** Of entries that a person kept, by rejecting the proposal or by bringing them back. */
  readonly never: ReadonlySet<string>;
  readonly isPinned: (entry: Entry) => boolean;
}

/** `only` leaves out all others, as if they had to stay. */
export function leavingFrom(input: LeaveInput, only: ReadonlySet<string> | null = null): readonly Leaving[] {
  return input.path === observationsPath ? untaggedIn(input, only) : settledIn(input, only);
}

/** Of the observations what nobody tagged in a week, the oldest first; `settled` is then of entries older than that. */
function untaggedIn(input: LeaveInput, only: ReadonlySet<string> | null): readonly Leaving[] {
  const { text, today } = input;
  const { headings, entries } = outline(text, bodyStartOf(text));
  const why = `nobody tagged it in ${thresholds.observationDaysMin} days`;
  return entries.flatMap((entry): readonly Leaving[] => {
    const isTagged = entry.tags.some((tag) => (significance[tag] ?? 0) > 0);
    if (!isWords(entry) || isTagged || !mayGo(entry, input, only) || isToKeep(entry, { text, today, headings }))
      return [];
    const [said, lines] = [text.slice(entry.start, entry.end), [lineOf(text, entry.start)]];
    return [{ digest: entry.digest, rule: "untagged", why, text: said, lines, repeated: false }];
  });
}

/** What harms least first. A heading never loses its last entry, so that each of them may go with or without the others. */
function settledIn(input: LeaveInput, only: ReadonlySet<string> | null): readonly Leaving[] {
  const { text } = input;
  const { headings, entries } = outline(text, bodyStartOf(text));
  const place = (entry: Entry): number => openAt(headings, entry.start).at(-1)?.start ?? -1;
  const left = new Map<number, number>();
  for (const entry of entries) if (isWords(entry)) left.set(place(entry), (left.get(place(entry)) ?? 0) + 1);
  const keepers = new Set<string>();
  const found: Leaving[] = [];
  const take = (going: readonly Entry[], what: Pick<Leaving, "rule" | "why" | "repeated">): boolean => {
    const [first] = going;
    if (first === undefined || !going.every((entry) => mayGo(entry, input, only))) return false;
    const after = new Map(left);
    for (const entry of going) after.set(place(entry), (after.get(place(entry)) ?? 0) - 1);
    if (going.some((entry) => (after.get(place(entry)) ?? 0) < 1)) return false;
    for (const [at, count] of after) left.set(at, count);
    const lines = going.map(({ start }) => lineOf(text, start));
    found.push({ digest: first.digest, ...what, text: text.slice(first.start, first.end), lines });
    return true;
  };
  const asked = { ...input, headings, entries };
  const twice: readonly Twice[] = firstCopies(asked);
  for (const { stays, going, isExact } of twice) {
    const why = `${isExact ? "the same words stand" : "the same stands in other marks"} in line ${lineOf(text, stays.start)}, which stays`;
    if (keepers.has(going[0]?.digest ?? "")) continue;
    if (take(going, { rule: isExact ? "said_twice" : "said_alike", why, repeated: isExact }))
      keepers.add(stays.digest);
  }
  const gone = new Set(found.map(({ digest }) => digest));
  const lapsed = entries.flatMap((entry) => {
    const by = keepers.has(entry.digest) || gone.has(entry.digest) ? null : lapsedBy(entry, asked);
    return by === null ? [] : [{ entry, ...by }];
  });
  for (const rule of ["superseded", "expired", "finished", "operational"] as const)
    for (const { entry, why } of lapsed.filter((one) => one.rule === rule)) {
      const going = entries.filter(({ digest }) => digest === entry.digest);
      if (going[0] === entry) take(going, { rule, why, repeated: false });
    }
  return found;
}

/** What stands under a heading and says something. */
function isWords({ kind }: Entry): boolean {
  return kind !== "rule" && kind !== "html";
}

function mayGo(entry: Entry, { settled, never, isPinned }: LeaveInput, only: ReadonlySet<string> | null): boolean {
  if (only !== null && !only.has(entry.digest)) return false;
  return settled.has(entry.digest) && !never.has(entry.digest) && !isPinned(entry);
}

/** 1-based. */
function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

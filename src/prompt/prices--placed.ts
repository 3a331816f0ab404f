/** Placed: what of a page's worth its kind, its day, its length and what stands before it in its file leave it. */

import type { FileKind } from "../memory/memory--kind.js";
import { recencyKept } from "./prices--recency.js";

export interface Placed {
  readonly kind: FileKind;
  /** How many days older than the newest log its file is; null for a file of no day. */
  readonly days: number | null;
  /** Characters of the same file that say more: those before it, or in a log those after it. */
  readonly ahead: number;
  /** Whether its frontmatter says what it is: then it is one thing, and says it whole. */
  readonly typed: boolean;
  /** Whether its file is pinned, softly or hard. */
  readonly pinned: boolean;
  /** What the whole page costs. */
  readonly tokens: number;
}

/**
 * Beside what pins and types say: the newest log comes in beside MEMORY.md and the instructions, and all three long before what an agent
 * may look up when somebody asks.
 */
const worthOf: Readonly<Record<FileKind, number>> = {
  log: 1,
  memory: 0.75,
  instructions: 0.65,
  other: 0.15,
  documentation: 0.04,
  skill: 0.02,
  template: 0.02,
};

/** A log of this many days ago is as old as any. */
const daysMax = 30;
/** A file of this many characters says half as much a page at its end as at its beginning; a memory that is pinned stays good for longer. */
const halfChars = 4_000;
const halfCharsPinned = 12_000;
/** So that a letter more in one section does not move all that follow. */
const stepChars = 500;
/** A page under this many tokens counts for as much as it says: a choice by worth a token would prefer whatever is short. */
const wholeTokens = 250;

/** 0 to 1, by arithmetic that every machine does alike. */
export function placeOf({ kind, days, ahead, typed, pinned, tokens }: Placed): number {
  if (typed && worthOf[kind] > worthOf.other) return worthOf.memory;
  let worth = worthOf[kind];
  if (days !== null && kind !== "memory" && kind !== "instructions")
    for (let day = 0; day < Math.min(days, daysMax); day += 1) worth *= recencyKept;
  const before = Math.floor(ahead / stepChars) * stepChars;
  const half = pinned && kind === "memory" ? halfCharsPinned : halfChars;
  return (worth * half * Math.min(1, tokens / wholeTokens)) / (half + before);
}

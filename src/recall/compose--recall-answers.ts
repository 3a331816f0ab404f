/** Recall answers: the shape that `--json` prints for a recall. */

import type { Instant, Oid, PageId, PagePath } from "../base/ids.js";
import type { Origin, PageType, Tier } from "../page/page--page.js";
import type { Degraded, MemoryKind, RecallStatus } from "./answer.js";
import type { LeftOut } from "./compose.js";
import type { Confidence } from "./confidence.js";
import type { Uncertainty, Why } from "./explain.js";
import type { DayRange } from "./words/time-read--time-days.js";

export interface RecallAnswer {
  readonly status: RecallStatus;
  /** Why it ended so, in a sentence; never empty. */
  readonly reason: string;
  /** What to do about it; empty where nothing is to be done. */
  readonly hint: string;
  /** Best first; empty unless `status` is `ok`. */
  readonly pages: readonly RecallPage[];
  readonly confidence: Confidence;
  /** null where the answer can be relied on. */
  readonly uncertainty: Uncertainty | null;
  /** The pages as one text for a model, each block fenced; empty without pages. */
  readonly text: string;
  /** Of `text`; never above what was asked for. */
  readonly tokens: number;
  readonly blocks: readonly {
    readonly kind: MemoryKind;
    readonly pages: readonly PageId[];
    readonly tokens: number;
  }[];
  /** What was found and has no place in the answer. */
  readonly left: readonly LeftOut[];
  /** How the question was understood. */
  readonly understood: {
    readonly intent: string;
    readonly entities: readonly string[];
    readonly days: DayRange | null;
    /** In the order of preference. */
    readonly kinds: readonly MemoryKind[];
  } | null;
  /** Whether and why the archive was searched; null where what was at hand was enough. */
  readonly escalated: Escalated | null;
  /** What was not searched as it should have been; empty where all was. */
  readonly degraded: readonly Degraded[];
  readonly trace: string;
}

export interface Escalated {
  readonly says: string;
  /** The confidence before. */
  readonly from: number;
  /** Archived pages that were read for this answer. */
  readonly fetched: readonly PageId[];
  /** Of these, those that were used so often that they are back in the hot tier now. */
  readonly restored: readonly PageId[];
}

export interface RecallPage {
  /** As other commands take it. */
  readonly id: PageId;
  readonly store: string;
  readonly path: PagePath;
  readonly oid: Oid;
  /** First and last line of the text the snippet was taken from, counted from 1. */
  readonly lines: readonly [first: number, last: number];
  readonly type: PageType;
  readonly kind: MemoryKind;
  readonly title: string;
  readonly tier: Tier;
  readonly origin: Origin;
  readonly updated: Instant | null;
  readonly days: DayRange | null;
  /** When what it tells of began and ended; null for what is no event. */
  readonly event: {
    readonly start: Instant | null;
    readonly end: Instant | null;
    readonly entities: readonly string[];
    readonly importance: number;
  } | null;
  readonly provenance: readonly string[];
  readonly score: number;
  readonly confidence: "high" | "medium" | "low";
  readonly snippet: string;
  readonly why: Why;
}

/** Live: what a decision record tells of the session whose turn it was: which turn, what had happened since the one before, what it showed. */

import type { Instant, PageId } from "../../base/ids.js";
import type { Recent } from "./inputs.js";

/** Part of the record of a turn; ids and digests only, because a tool call may quote a secret. */
export interface LiveTurn {
  readonly turn: number;
  /** The turns of the session before it that were recorded. */
  readonly order: number;
  /** The trace of the one right before; null for the first. */
  readonly after: string | null;
  /** What happened to the session since then, in order: boundaries that were crossed, and losses that only the session's record tells. */
  readonly events: readonly LiveEvent[];
  /** Tool calls since then, as digests of their signatures, and the page that holds the result. */
  readonly tools: readonly { readonly signature: string; readonly page: PageId | null }[];
  /** Recency as the session's turns made it, before this one; by id. */
  readonly recency: readonly Recent[];
  /** Demands met by what was at hand, and faults and alerts, over the session. */
  readonly hits: number;
  readonly sightings: number;
}

export interface LiveEvent {
  readonly event: string;
  /** Whether the context was gone afterwards. */
  readonly loses: boolean;
  /** The record of the flush that crossed it; null where none was found. */
  readonly boundary: string | null;
}

/** One boundary as it is logged: what became of every patch that waited. */
export interface BoundaryRecord {
  readonly trace: string;
  readonly kind: "boundary";
  readonly at: Instant;
  readonly session: string | null;
  readonly event: string;
  readonly boundary: string;
  readonly committed: readonly { readonly commit: string; readonly patches: readonly string[] }[];
  /** Patches that an earlier commit held already. */
  readonly known: number;
  readonly rejected: readonly { readonly key: string; readonly reason: string }[];
  /** Why nothing could be committed; null where it could. */
  readonly failed: string | null;
  /** What the turn was asked that crossed it, as a digest; null for a flush of its own. */
  readonly by: string | null;
}

/** F / (H + 1) (paper Appendix A). */
export function thrashOf({ hits, sightings }: Pick<LiveTurn, "hits" | "sightings">): number {
  return sightings / (hits + 1);
}

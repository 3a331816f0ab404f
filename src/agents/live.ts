/** Live: one event at hand: the memory, what is known of its session, and how what becomes of it is kept. */

import { limits } from "../base/limits.js";
import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import type { Workspace } from "../memory/workspace.js";
import type { StandingDecisions } from "../prompt/turn/standing--standing-decisions.js";
import type { CommitOptions } from "../write/commit/commit.js";
import type { Tongue } from "./claude-code--codec.js";
import type { HarnessEvent } from "./contract.js";
import type { HarnessNote, HarnessNotes } from "./known--harness-notesx.js";
import { type Noted, notedIn } from "./known--noted.js";

/** The transcript as far as it is looked at: a file that grows while the event is handled. */
export interface TranscriptView {
  /** In bytes; 0 where there is none. */
  readonly length: number;
  /** The whole lines from this byte on, as far as to the other one where it is given, and the number of the first. */
  lines(from: number, to?: number): { readonly lines: readonly string[]; readonly first: number };
}

export interface Live extends Noted {
  readonly workspace: Workspace;
  readonly codec: Tongue;
  readonly event: HarnessEvent;
  readonly key: string;
  readonly transcript: TranscriptView;
  /** The process that the session lives in; null where nobody said. */
  readonly pid: number | null;
  readonly options: CommitOptions;
  /** Tokens for the pages; the memory's own budget when null. */
  readonly budget: number | null;
  /** Where what the user said is kept without being asked for. */
  readonly captures: { readonly compaction: boolean; readonly end: boolean };
  readonly sweep: () => Outcome<void>;
  /** Takes what the answer need not wait for; absent where the process ends with the answer. */
  readonly behind?: (work: () => void) => void;
  /**
   * Told before pages are decided on, and asked behind that: one name for all that the decision was made of; null where that cannot be
   * told. Absent where the process goes on and knows it by itself.
   */
  readonly standing?: (workspace: Workspace) => Promise<() => string | null>;
  /** Where a decision is kept for sessions that begin while it stands; absent as above. */
  readonly decisions?: StandingDecisions;
  /** What other sessions left. */
  readonly earlier: {
    readonly notes: (fits: (notes: readonly HarnessNote[]) => boolean) => Outcome<readonly HarnessNote[] | null>;
    readonly transcript: (path: string | null) => TranscriptView;
  };
}

export function liveFrom(
  notes: HarnessNotes,
  about: Pick<
    Live,
    | "workspace"
    | "codec"
    | "event"
    | "key"
    | "transcript"
    | "pid"
    | "options"
    | "budget"
    | "captures"
    | "standing"
    | "decisions"
    | "behind"
  > & { readonly transcriptAt: Live["earlier"]["transcript"] },
): Outcome<Live> {
  const noted = notedIn(notes, about.event.session, about.key);
  if (!noted.ok) return noted;
  return ok({
    ...about,
    ...noted.value,
    sweep: () => notes.sweep(limits.harnessNotesDaysMax),
    earlier: { notes: (fits) => notes.latest(about.event.session, fits), transcript: about.transcriptAt },
  });
}

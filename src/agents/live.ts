/**
 * Live: one event at hand: the memory, what is known of its session, and how what becomes of it is kept. What its answer says besides the pages is
 * put together here too.
 */

import { resolve, sep } from "node:path";
import { limits } from "../base/limits.js";
import { type Outcome, ok } from "../base/result.js";
import { type Item, inboxOf, owedOf } from "../heard/inbox.js";
import type { Memory } from "../memory/memory.js";
import { type ProfileName, profileNames } from "../memory/profile.js";
import type { Holder } from "../memory/service.js";
import type { Workspace } from "../memory/workspace.js";
import type { HarnessAt } from "../prompt/candidates.js";
import type { TurnAnswer } from "../prompt/trace/read.js";
import type { StandingDecisions } from "../prompt/turn/standing.js";
import type { CommitOptions } from "../write/commit/commit.js";
import type { Fault, FaultKind } from "../write/fault.js";
import type { Tongue } from "./claude-code.js";
import type { HarnessEvent } from "./contract.js";
import { type HarnessNotes, type Noted, notedIn, type TranscriptView } from "./known.js";

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
  >,
): Outcome<Live> {
  const noted = notedIn(notes, about.event.session, about.key);
  if (!noted.ok) return noted;
  return ok({
    ...about,
    ...noted.value,
    sweep: () => notes.sweep(limits.harnessNotesDaysMax),
  });
}

// Paged: what a prompt says besides the pages: how to write into them, and what the person has to know.

/** What names the session, so that what the model writes down is told from what others write. */
export function prefaceOf({ codec, event }: Pick<Live, "codec" | "event">): string {
  return [
    "What Pagefile keeps in memory for this project follows; it takes the place of any earlier block like it.",
    `Write down what has to last as soon as you learn it: ${codec.writing(event.session)}`,
    "",
  ].join("\n");
}

/**
 * What no page holds yet is given as it was heard: what lasts, and of the day's other statements the latest, because who goes on where
 * the last session ended counts on them.
 */
export function owedSays(holder: Holder & Pick<Memory, "clock">): string | null {
  const read = inboxOf(holder).read();
  const owed = read.ok ? owedOf(read.value) : [];
  const dayAgo = Date.parse(holder.clock.now()) - 86_400_000;
  const isRecent = ({ score, at }: Item): boolean => score >= limits.recentScoreMin && Date.parse(at) >= dayAgo;
  const recent = owed.filter((item) => !item.lasting && isRecent(item)).slice(-limits.recentLinesMax);
  const told = [...owed.filter(({ lasting }) => lasting).slice(-limits.deltaLinesMax), ...recent];
  if (told.length === 0) return null;
  return ["Heard in sessions before and kept on no page yet:", ...told.map(({ text }) => `- ${text}`)].join("\n");
}

const missing: ReadonlySet<FaultKind> = new Set([
  "pinned_invariant_miss",
  "invariant_pressure",
  "post_compaction_bootstrap_loss",
]);

export function missingSays(faults: TurnAnswer["faults"]): string | null {
  let first: Fault | null = null;
  let more = 0;
  for (const fault of faults) {
    if (!missing.has(fault.kind)) continue;
    if (first === null) first = fault;
    else more += 1;
  }
  return first && `${first.says} ${first.hint}${more === 0 ? "" : ` And ${more} more: pagefile faults`}`;
}

// OwnFiles: whether a session's harness loads files of a memory by itself, told by where the memory lies and where the session works.

/** null where it loads none of them: a memory that lies elsewhere is unknown to it. */
export function ownFilesOf(codec: string, root: string, cwd: string | null): HarnessAt | null {
  const name: ProfileName | undefined = profileNames.find((each) => each === codec);
  if (name === undefined || cwd === null) return null;
  const [memory, work] = [resolve(root), resolve(cwd)];
  const top = memory.endsWith(sep) ? memory : memory + sep;
  if (work === memory || work.startsWith(top)) return { name, folder: "project" };
  return name === "claude-code" && isNotesOf(memory, work) ? { name, folder: "memory" } : null;
}

/** The first of the open memories of which it loads files: that in the tree, where the project's own lies elsewhere. */
export function loadedIn({ primary, memories }: Workspace, codec: string, cwd: string | null): HarnessAt | null {
  for (const { root, config, session } of memories) {
    const own = session === undefined ? ownFilesOf(codec, root, cwd) : null;
    if (own !== null) return root === primary.root ? own : { ...own, store: config.store };
  }
  return null;
}

/** Claude Code keeps notes of a project in `.claude/projects/NAME/memory`, NAME being the project's path with a dash for all else. */
function isNotesOf(memory: string, work: string): boolean {
  const [claude, projects, name, last] = memory.split(sep).slice(-4);
  return claude === ".claude" && projects === "projects" && last === "memory" && name === dashed(work);
}

function dashed(path: string): string {
  return path.replace(/[^A-Za-z0-9]/g, "-");
}

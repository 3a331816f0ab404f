/** Checkpoint: what a session does at a fill of its context, as commits, decided by numbers. Nothing depends on a model that remembers to save. */

import { dayAt, type Oid, type PagePath } from "../base/ids.js";
import { type Outcome, ok } from "../base/result.js";
import { type Memory, refresh } from "../memory/memory.js";
import type { Workspace } from "../memory/workspace.js";
import { outline } from "../page/markdown/outline.js";
import { flush } from "../session/flush.js";
import { type ValidationInput, validateBegin } from "../write/change.js";
import { validateBatch } from "../write/commit/batch.js";
import { type CommitOptions, commit } from "../write/commit/commit.js";
import type { AppendPatch, PatchEnvelope } from "../write/patch.js";
import { bufferPath, type HandWords, statePath, takeIn } from "./hand-words.js";
import { significance, thresholds } from "./thresholds.js";

interface CheckpointQuery {
  /** A share from 0 to 1. */
  readonly usage: number;
  /** What the session has not written down yet, as Markdown; null for nothing. */
  readonly text: string | null;
  readonly envelope: PatchEnvelope;
}

export interface CheckpointAnswer {
  readonly usage: number;
  readonly level: CheckpointLevel;
  readonly nextAt: number | null;
  readonly asks: string;
  /** In order. */
  readonly done: readonly {
    readonly action: "take_in" | "flush" | "append";
    readonly paths: readonly PagePath[];
    /** null where everything was there already. */
    readonly commit: Oid | null;
  }[];
  /** Patches that were staged and refused at this checkpoint; they stay in the journal. */
  readonly rejected: number;
  /** Files of the day that could not be committed as they stand, and why. */
  readonly left: HandWords["left"];
  /** Entries of the text that wear no tag. */
  readonly untagged: number;
}

export async function checkpoint(
  workspace: Workspace,
  query: CheckpointQuery,
  options: CommitOptions,
): Promise<Outcome<CheckpointAnswer>> {
  const memory = workspace.primary;
  const { level, nextAt, commits, into, asks } = planCheckpoint(query.usage, dayAt(memory.zone, memory.clock.now()));
  const answer = { usage: query.usage, level, nextAt, asks, rejected: 0, left: [], untagged: 0 };
  const text = query.text === null || query.text.trim() === "" ? null : query.text;
  const done: CheckpointAnswer["done"][number][] = [];
  if (!commits && text === null) return ok({ ...answer, done });
  // What an agent wrote into these files by itself comes first: an append needs a committed file.
  const taken = await takeIn(memory, options);
  if (!taken.ok) return taken;
  if (taken.value.commit !== null)
    done.push({ action: "take_in", paths: taken.value.paths, commit: taken.value.commit });
  let rejected = 0;
  if (commits) {
    const flushed = await flush(workspace, { boundary: "manual", session: query.envelope.session }, options);
    if (!flushed.ok) return flushed;
    rejected = flushed.value.rejected.length;
    for (const { commit: oid } of flushed.value.committed) done.push({ action: "flush", paths: [], commit: oid });
  }
  if (text !== null) {
    const kept = await keep(memory, { into, text, envelope: query.envelope }, options);
    if (!kept.ok) return kept;
    done.push({ action: "append", paths: into, commit: kept.value });
  }
  const untagged = text === null ? 0 : untaggedIn(text);
  return ok({ ...answer, rejected, left: taken.value.left, untagged, done });
}

/** The same words into each file, as one commit; given twice they are there once. */
async function keep(
  memory: Memory,
  {
    into,
    text,
    envelope,
  }: { readonly into: readonly PagePath[]; readonly text: string; readonly envelope: PatchEnvelope },
  options: CommitOptions,
): Promise<Outcome<Oid | null>> {
  const files = into.map((path) => ({ path, text: headerOf(path) }));
  const begin = (ground: ValidationInput): ReturnType<typeof validateBegin> => validateBegin(files, envelope, ground);
  const begun = await commit(
    memory,
    { validate: begin, content: { op: "begin", files }, about: into.join(", ") },
    options,
  );
  if (!begun.ok) return begun;
  const refreshed = refresh(memory);
  if (!refreshed.ok) return refreshed;
  const patches = into.map((page): AppendPatch => ({ op: "append", page, value: text, ...envelope }));
  const subject = `checkpoint: to ${into.join(" and ")}`;
  const validate = (ground: ValidationInput): ReturnType<typeof validateBatch> =>
    validateBatch(patches, { boundary: "compaction", reason: "CAPTURE", subject }, ground);
  const done = await commit(
    memory,
    { validate, content: { op: "checkpoint", patches }, about: into.join(", "), boundary: "compaction" },
    options,
  );
  return done.ok ? ok(done.value.unchanged ? null : done.value.commit) : done;
}

// Checkpoint: what a session saves at which fill of its context: three steps, so that where one fails the other two catch it.

/** `calm`: nothing yet. `buffer`, `flush` and `dump` are the protocol's 60, 75 and 80 %. */
type CheckpointLevel = "calm" | "buffer" | "flush" | "dump";

const levels: readonly { readonly level: CheckpointLevel; readonly from: number }[] = [
  { level: "calm", from: 0 },
  { level: "buffer", from: thresholds.checkpointBuffer },
  { level: "flush", from: thresholds.checkpointFlush },
  { level: "dump", from: thresholds.checkpointDump },
];

interface CheckpointPlan {
  readonly level: CheckpointLevel;
  /** The fill at which more is done; null at the last. */
  readonly nextAt: number | null;
  /** Whether what stands on disk and what is staged is committed. */
  readonly commits: boolean;
  /** Where the words given go: words given early are kept like any others. */
  readonly into: readonly PagePath[];
  /** What only the session can do. */
  readonly asks: string;
}

/** `usage` is a share from 0 to 1; more counts as full. `day` is the local day. */
export function planCheckpoint(usage: number, day: string): CheckpointPlan {
  const at = levels.findLastIndex(({ from }) => usage >= from);
  const { level } = levels[Math.max(0, at)]!;
  const log = `memory/${day}.md` as PagePath;
  return {
    level,
    nextAt: levels[Math.max(0, at) + 1]?.from ?? null,
    commits: level === "flush" || level === "dump",
    into: level === "dump" ? [log, statePath] : level === "flush" ? [log] : [bufferPath],
    asks: asked[level],
  };
}

const asked: Readonly<Record<CheckpointLevel, string>> = {
  calm: "Nothing yet; look again after the third answer from now, or after any large tool output.",
  buffer: "Give what is not written down anywhere yet as text: it goes to the working buffer.",
  flush: "Give decisions, lessons and what the human asked for as text: they go to the day's log.",
  dump: "Give everything unsaved now, without asking anybody: it goes to the day's log and to the session's state.",
};

/** Entries that nobody tagged: the first to be pruned. */
export function untaggedIn(markdown: string): number {
  const tags = Object.keys(significance);
  return outline(markdown, 0).entries.filter((entry) => !entry.tags.some((tag) => tags.includes(tag))).length;
}

/** What a file of the day begins with where it is made. */
export function headerOf(path: PagePath): string {
  if (path === bufferPath) return "# Working buffer\n";
  if (path === statePath) return "# Session state\n";
  return `# ${path.slice("memory/".length, -".md".length)}\n`;
}

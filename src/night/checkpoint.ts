/** Checkpoint: what a session does at a fill of its context, as commits: nothing depends on a model that remembers to save. */

import { dayAt } from "../base/clock--calendar-day.js";
import type { Oid, PagePath } from "../base/ids.js";
import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import { type Memory, refresh } from "../memory/memory.js";
import type { Workspace } from "../memory/workspace.js";
import { flush } from "../session/flush.js";
import { validateBegin } from "../write/change--begin.js";
import type { Ground } from "../write/change--ground.js";
import { validateBatch } from "../write/commit/batch.js";
import { type CommitOptions, commit } from "../write/commit/commit.js";
import type { AppendPatch, PatchEnvelope } from "../write/patch.js";
import { type CheckpointLevel, headerOf, planCheckpoint, untaggedIn } from "./checkpoint--checkpoint.js";
import type { HandWords } from "./hand-words.js";
import { takeIn } from "./hand-words--take-in.js";

export interface CheckpointQuery {
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
  const begin = (ground: Ground): ReturnType<typeof validateBegin> => validateBegin(files, envelope, ground);
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
  const validate = (ground: Ground): ReturnType<typeof validateBatch> =>
    validateBatch(patches, { boundary: "compaction", reason: "CAPTURE", subject }, ground);
  const done = await commit(
    memory,
    { validate, content: { op: "checkpoint", patches }, about: into.join(", "), boundary: "compaction" },
    options,
  );
  return done.ok ? ok(done.value.unchanged ? null : done.value.commit) : done;
}

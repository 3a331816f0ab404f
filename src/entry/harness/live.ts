/** Live: one event at hand: the memory, what is known of its session, and how what becomes of it is kept. */

import type { Outcome } from "../../base/failure.js";
import { limits } from "../../base/limits.js";
import { ok } from "../../base/result.js";
import type { CommitOptions } from "../../flow/commit.js";
import type { Workspace } from "../../flow/workspace.js";
import type { HarnessNote, HarnessNotes } from "../../port/harness-notes.js";
import type { Source } from "../../writeback/lifecycle/source.js";
import type { Codec } from "./codec.js";
import type { HarnessEvent } from "./contract.js";
import { condensed, type Known, knownFrom } from "./known.js";

/** The transcript as far as it is looked at: a file that grows while the event is handled. */
export interface TranscriptView {
  /** In bytes; 0 where there is none. */
  readonly length: number;
  /** The whole lines from this byte on, and the number of the first. */
  lines(from: number): { readonly lines: readonly string[]; readonly first: number };
}

export interface Live {
  readonly workspace: Workspace;
  readonly codec: Codec;
  readonly event: HarnessEvent;
  readonly key: string;
  readonly known: Known;
  readonly transcript: TranscriptView;
  /** The process that the session lives in; null where nobody said. */
  readonly pid: number | null;
  readonly options: CommitOptions;
  readonly sweep: () => Outcome<void>;
  readonly keep: (note: NoteOf) => Outcome<void>;
}

/** A note without the key of its event. */
export type NoteOf = HarnessNote extends infer Each ? (Each extends HarnessNote ? Omit<Each, "key"> : never) : never;

/** `notes` are read once: what other processes add meanwhile is of other events. */
export function liveFrom(
  notes: HarnessNotes,
  about: Pick<Live, "workspace" | "codec" | "event" | "key" | "transcript" | "pid" | "options">,
): Outcome<Live> {
  const { session } = about.event;
  const read = notes.read(session);
  if (!read.ok) return read;
  const known = knownFrom(read.value, about.key);
  const bytes = read.value.reduce((sum, note) => sum + JSON.stringify(note).length + 1, 0);
  return ok({
    ...about,
    known,
    sweep: () => notes.sweep(limits.harnessNotesDaysMax),
    keep(note) {
      const next = { ...note, key: about.key } as HarnessNote;
      if (bytes < limits.harnessNotesBytesMax) return notes.add(session, next);
      return notes.replace(session, condensed(known, next));
    },
  });
}

/** The state of the transcript, in the epoch that the session's record counts; null where it tells nothing that can be trusted. */
export function sourceOf({ workspace, event, transcript }: Live): Outcome<Source | null> {
  if (transcript.length === 0) return ok(null);
  const record = workspace.primary.sessions.read(event.session);
  if (!record.ok) return record;
  const seen = record.value?.seen ?? { epoch: 0, length: 0, digest: null };
  // A file that got shorter is another one: its length says nothing, and a flush must not fail for it.
  if (seen.length !== null && transcript.length < seen.length) return ok(null);
  return ok({ epoch: seen.epoch, length: transcript.length, digest: null });
}

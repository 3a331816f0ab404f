/** Noted: what the notes of a session tell the event at hand, and how it leaves one of its own. */

import { limits } from "../base/limits.js";
import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import { condensed, type Known, knownFrom } from "./known.js";
import type { HarnessNote, HarnessNotes } from "./known--harness-notesx.js";

export interface Noted {
  readonly known: Known;
  readonly keep: (note: NoteOf) => Outcome<void>;
}

/** A note without the key of its event. */
export type NoteOf = HarnessNote extends infer Each ? (Each extends HarnessNote ? Omit<Each, "key"> : never) : never;

/** `notes` are read once: what other processes add meanwhile is of other events. */
export function notedIn(notes: HarnessNotes, session: string, key: string): Outcome<Noted> {
  const read = notes.read(session);
  if (!read.ok) return read;
  const known = knownFrom(read.value, key);
  const bytes = read.value.reduce((sum, note) => sum + JSON.stringify(note).length + 1, 0);
  return ok({
    known,
    keep(note) {
      // That a session began answers no event: one that died behind it is told again.
      const next = { ...note, key: note.kind === "begin" ? "" : key } as HarnessNote;
      if (bytes < limits.harnessNotesBytesMax) return notes.add(session, next);
      return notes.replace(session, condensed(known, next));
    },
  });
}

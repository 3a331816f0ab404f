/** HarnessNotes: what the events of a harness's session leave for those that come after, each in a process of its own. */

import type { Oid } from "../base/ids.js";
import type { Outcome } from "../base/result.js";
import type { KeptResult } from "../write/evidence.js";

/** One event that was handled. Losing notes costs a repetition in a prompt and nothing else: what must last is in commits. */
export type HarnessNote = {
  /** Names the event: the same one told again has the same key. */
  readonly key: string;
} & (
  | {
      /** A prompt was assembled; `given` is the digest of what the model got, null where it had that before. */
      readonly kind: "prompt";
      readonly given: string | null;
      /** How long the transcript was then, in bytes. */
      readonly length: number;
      /** Names all that the prompt was made of; absent where that could not be told. */
      readonly standing?: string;
      /** Nothing was assembled, because all of that was the same: the calls before it are judged with the next prompt that is. */
      readonly calm?: true;
    }
  | {
      readonly kind: "tool";
      /** The signature of the call, without secrets. */
      readonly signature: string;
      /** Its result, where that is kept; absent in the notes of versions that kept none. */
      readonly result?: Omit<KeptResult, "signature"> | null;
    }
  | {
      readonly kind: "stop";
      readonly nudged: boolean;
      readonly length: number;
      readonly head: Oid | null;
      /** Names the session's own pages, where they had nothing to be taken in; absent otherwise. */
      readonly own?: string;
    }
  | Begun
  /** The context is about to be lost: nothing that was given stands any longer. */
  | { readonly kind: "lost"; readonly captured: number }
  | { readonly kind: "end" }
);

/** Words that a person said in a session: lines of its transcript, from that byte on. */
export interface Words {
  readonly session: string;
  readonly transcript: string;
  /** In bytes; a range each, in order. */
  readonly ranges: readonly (readonly [from: number, to: number])[];
}

/** A session began, with no notes before. What of it nobody wrote down can be looked up by the session after it. */
export interface Begun {
  readonly kind: "begin";
  readonly harness: string;
  readonly session: string;
  /** The folder it works in. */
  readonly cwd: string | null;
  readonly transcript: string | null;
  /** How long the transcript is where the turn under way began, and the commit then. */
  readonly length: number;
  readonly head: Oid | null;
  /** Turns before that which ended without a commit. */
  readonly unwritten: Words["ranges"];
  /** What it was handed of sessions before, the oldest first. */
  readonly handed: readonly Words[];
}

export interface HarnessNotes {
  /** The oldest first; what is no note is left out. */
  read(session: string): Outcome<readonly HarnessNote[]>;
  /** At the end, by one write, so that processes side by side lose none. */
  add(session: string, note: HarnessNote): Outcome<void>;
  /** Of the latest other sessions the first whose notes fit; null where none do. */
  latest(session: string, fits: (notes: readonly HarnessNote[]) => boolean): Outcome<readonly HarnessNote[] | null>;
  /** Takes the place of all notes of the session. */
  replace(session: string, notes: readonly HarnessNote[]): Outcome<void>;
  /** Notes that nobody has added to for so many days are removed. */
  sweep(daysMax: number): Outcome<void>;
}

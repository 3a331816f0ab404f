/** TakeIn: the words of the day's files that stand on disk alone, committed by themselves, outside of any night. */

import type { Oid, PagePath } from "../base/ids.js";
import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import type { Memory } from "../memory/memory.js";
import { validateTakeIn } from "../write/change--take-in.js";
import { type CommitOptions, commit } from "../write/commit/commit.js";
import { envelopeHere } from "../write/patch--envelope.js";
import { type HandWords, handWords } from "./hand-words.js";

export interface TakenIn {
  /** null where there was nothing to take in. */
  readonly commit: Oid | null;
  readonly paths: readonly PagePath[];
  readonly left: HandWords["left"];
}

/** Tried again where somebody writes meanwhile; what keeps moving is left to the next time. */
const triesMax = 3;

export async function takeIn(memory: Memory, options: CommitOptions): Promise<Outcome<TakenIn>> {
  for (let tried = 1; ; tried += 1) {
    const head = await memory.history.head();
    if (!head.ok) return head;
    const hand = await handWords(memory, head.value.commit);
    if (!hand.ok) return hand;
    const { taken, left } = hand.value;
    if (taken.length === 0) return ok({ commit: null, paths: [], left });
    const files = taken.map(({ path, work }) => ({ path, work }));
    const paths = files.map(({ path }) => path);
    const validate = validateTakeIn.bind(null, files, envelopeHere(memory));
    const done = await commit(
      memory,
      { validate: (ground) => validate(ground), content: { op: "take-in", files }, about: paths.join(", ") },
      options,
    );
    if (done.ok) return ok({ commit: done.value.commit, paths, left });
    if (done.error.code !== "version_conflict" || tried === triesMax) return done;
  }
}

/** CorrectEntry: a correction from what was asked to its commit, or to a refusal that says why. */

import { dayAt } from "../base/clock--calendar-day.js";
import type { Outcome } from "../base/result.js";
import type { Memory } from "../memory/memory.js";
import { type CommitOptions, commit } from "../write/commit/commit.js";
import type { PatchAnswer } from "../write/commit/commit--commit-message.js";
import { type Correction, validateCorrection } from "../write/entry/correct.js";

export function correct(memory: Memory, asked: Correction, options: CommitOptions): Promise<Outcome<PatchAnswer>> {
  const content = { op: "correct", ...asked };
  return commit(
    memory,
    {
      validate: (ground) => validateCorrection(asked, ground, dayAt(memory.zone, ground.now)),
      content,
      about: asked.page,
    },
    options,
  );
}

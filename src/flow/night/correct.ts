/** CorrectEntry: a correction from what was asked to its commit, or to a refusal that says why. */

import type { Outcome } from "../../base/failure.js";
import { dayAt } from "../../upkeep/calendar-day.js";
import { type Correction, validateCorrection } from "../../writeback/correct.js";
import { type CommitOptions, commit } from "../commit.js";
import type { PatchAnswer } from "../commit-message.js";
import type { Memory } from "../memory.js";

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

/** StandingDecisions: the decision that a session begins with, kept as long as nothing of what it was made from moves, as a file for each harness. */

import { join } from "node:path";
import { digest } from "../../base/digest.js";
import { stableJson } from "../../base/json.js";
import type { Outcome } from "../../base/result.js";
import { type Holder, service } from "../../memory/service.js";
import { attempt } from "../../state/fs-calls.js";
import { makeStateFolder, readDerived, replaceWhole } from "../../state/plain-file.js";
import { parseRecord } from "../trace/log.js";
import type { AssemblyRecord } from "../trace/trace.js";

// StandingDecisions on disk: a file for each harness, believed where its text is the one that its record names.

/** `dir` belongs to one memory root and is made when first written. */
function openStandingDecisions(dir: string): StandingDecisions {
  const fileOf = (harness: string): string => join(dir, `${harness}.json`);
  return {
    read: (harness) => parse(readDerived(fileOf(harness))),
    keep: (harness, decision) =>
      attempt(`keep a decision in ${dir}`, () => {
        makeStateFolder(dir);
        const line = stableJson(decision);
        // Without fsync: what a crash leaves half-written fails its digest and is decided again.
        replaceWhole(fileOf(harness), `${digest(line)} ${line}\n`);
      }),
  };
}

function parse(text: string | null): StandingDecision | null {
  const space = text?.indexOf(" ") ?? -1;
  if (text === null || space < 0) return null;
  const line = text.slice(space + 1, -1);
  if (digest(line) !== text.slice(0, space)) return null;
  // Of another version, it may be whole and hold something else.
  const value = JSON.parse(line) as StandingDecision;
  const isOurs =
    Array.isArray(value.pinned) && parseRecord(JSON.stringify(value.record ?? null))?.kind === "assemble";
  return isOurs ? value : null;
}

// StandingDecisions: the decision that a session begins with, kept as long as nothing of what it was made from moves.

/** What any session gets that has no pages, no demands and no calls of its own. Losing it costs the next start its time. */
export interface StandingDecision {
  /** All that it was made of, the session aside. */
  readonly name: string;
  /** The most UTF-16 units its text could have. */
  readonly charsMax: number;
  /** Which of the selected pages tell the agent who it is. */
  readonly bootstrap: readonly string[];
  /** Pages that are pinned hard. */
  readonly pinned: readonly string[];
  /** Of the turn that it was made for. */
  readonly record: AssemblyRecord;
  readonly text: string;
}

export interface StandingDecisions {
  /** null where none is kept for that harness, or where the file is not what was written. */
  read(harness: string): StandingDecision | null;
  /** Takes the place of the one before. */
  keep(harness: string, decision: StandingDecision): Outcome<void>;
}

/** The decisions of a memory that any session would get. */
export const standingDecisionsOf: (holder: Holder) => StandingDecisions = service(({ place }) =>
  openStandingDecisions(join(place.state, "starts")),
);

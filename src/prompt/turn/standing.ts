/** StandingDecisions on disk: a file for each harness, believed where its text is the one that its record names. */

import { join } from "node:path";
import { digest } from "../../base/digest--digest.js";
import { stableJson } from "../../base/json.js";
import { attempt } from "../../state/fs-calls.js";
import { makeStateFolder } from "../../state/plain-file--plain-folder.js";
import { replaceWhole } from "../../state/plain-file--plain-write.js";
import { readDerived } from "../../state/plain-file--staging-read.js";
import { parseRecord } from "../trace/parse.js";
import type { StandingDecision, StandingDecisions } from "./standing--standing-decisions.js";

/** `dir` belongs to one memory root and is made when first written. */
export function openStandingDecisions(dir: string): StandingDecisions {
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

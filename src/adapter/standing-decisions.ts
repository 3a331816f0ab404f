/** StandingDecisions on disk: a file for each harness, believed where its text is the one that its record names. */

import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { digest } from "../base/digest.js";
import { stableJson } from "../base/json.js";
import type { StandingDecision, StandingDecisions } from "../port/standing-decisions.js";
import { parseRecord } from "../trace/parse-record.js";
import { attempt } from "./fs-calls.js";
import { readOrNull } from "./staging-read.js";

/** `dir` belongs to one memory root and is made when first written. */
export function openStandingDecisions(dir: string): StandingDecisions {
  const fileOf = (harness: string): string => join(dir, `${harness}.json`);
  return {
    read: (harness) => parse(readOrNull(fileOf(harness))),
    keep: (harness, decision) =>
      attempt(`keep a decision in ${dir}`, () => {
        mkdirSync(dir, { recursive: true, mode: 0o700 });
        const line = stableJson(decision);
        const temp = `${fileOf(harness)}.${process.pid}`;
        // Without fsync: what a crash leaves half-written fails its digest and is decided again.
        writeFileSync(temp, `${digest(line)} ${line}\n`, { mode: 0o600 });
        renameSync(temp, fileOf(harness));
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

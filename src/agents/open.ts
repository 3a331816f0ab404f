/** WireHarness: opens what one event of a harness needs: its memory, the notes of its sessions, and its transcript. */

import { closeSync, fstatSync, readSync } from "node:fs";
import { join } from "node:path";
import { limits } from "../base/limits.js";
import { type Outcome, ok } from "../base/result.js";
import { findLayout } from "../git/layout.js";
import { stateFolder } from "../memory/root.js";
import type { Workspace } from "../memory/workspace.js";
import { openStandingDecisions, type StandingDecisions } from "../prompt/turn/standing.js";
import { openLinked } from "../state/plain-file.js";
import { type HarnessNotes, openHarnessNotes } from "./known.js";
import type { TranscriptView } from "./live.js";

/** Below the git dir of the memory, never pushed. */
export function wireHarnessNotes({ primary }: Pick<Workspace, "primary">): Outcome<HarnessNotes> {
  const layout = findLayout(primary.root);
  return layout.ok ? ok(openHarnessNotes(join(stateFolder(layout.value), "harness"))) : layout;
}

/** As above. */
export function wireStandingDecisions({ primary }: Pick<Workspace, "primary">): Outcome<StandingDecisions> {
  const layout = findLayout(primary.root);
  return layout.ok ? ok(openStandingDecisions(join(stateFolder(layout.value), "starts"))) : layout;
}

const newline = 10;

/** As it is now: what is written behind this length belongs to the next event. A file that cannot be read is an empty one. */
export function viewTranscript(path: string | null): TranscriptView {
  const length = path === null ? 0 : withFile(path, 0, (file) => regularSize(file));
  return {
    length,
    lines(from, to = length) {
      const none = { lines: [], first: 1 };
      // A transcript beyond this is captured by its end alone: its lines would then have no numbers.
      if (path === null || length <= from || length > limits.harnessTranscriptBytesMax) return none;
      return withFile(path, none, (file) => linesOf(file, from, Math.min(to, length)));
    },
  };
}

function linesOf(file: number, from: number, length: number): ReturnType<TranscriptView["lines"]> {
  const bytes = Buffer.alloc(length);
  let filled = 0;
  for (let got = -1; got !== 0 && filled < length; filled += got)
    got = readSync(file, bytes, filled, length - filled, filled);
  let first = 1;
  for (let at = 0; at < Math.min(from, filled); at += 1) if (bytes[at] === newline) first += 1;
  const text = bytes.subarray(Math.min(from, filled), filled).toString("utf8");
  return { lines: text.split("\n"), first };
}

function regularSize(file: number): number {
  const stat = fstatSync(file);
  return stat.isFile() ? stat.size : 0;
}

function withFile<T>(path: string, fallback: T, use: (file: number) => T): T {
  let file: number;
  try {
    file = openLinked(path);
  } catch {
    return fallback;
  }
  try {
    return use(file);
  } finally {
    closeSync(file);
  }
}

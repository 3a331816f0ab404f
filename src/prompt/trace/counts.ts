/** TraceLogCounts: how many faults of each kind there were, those included that rotation dropped: a counter never runs backwards. */

import { lstatSync } from "node:fs";
import { digest } from "../../base/digest.js";
import { stableJson } from "../../base/json.js";
import { limits } from "../../base/limits.js";
import { errnoOf } from "../../state/fs-calls.js";
import { readPlainText, replaceWhole } from "../../state/plain-file.js";
import { type FaultKind, faultKinds } from "../../write/fault.js";
import { parseFault } from "./parse.js";

type Counts = Partial<Record<FaultKind, number>>;

/** `last` names the file whose lines were added last: a rotation that died behind the count is not counted twice. */
interface Folded {
  readonly counts: Counts;
  readonly last: string | null;
}

/** A file of the log and its lines. */
export interface Generation {
  readonly path: string;
  readonly lines: readonly string[];
}

/** What the file holds, and the lines of both generations. A file that is no count counts as nothing. */
export function countsOf(file: string, lines: readonly string[], older: Generation): Counts {
  const { counts, last } = read(file);
  const isCounted = last !== null && nameOf(older) === last;
  return added(added(counts, lines), isCounted ? [] : older.lines);
}

/** Adds lines that are about to be dropped. Called under the lock of the rotation. A count that cannot be kept stops no log. */
export function foldCounts(file: string, dropped: Generation): void {
  const known = read(file);
  const last = nameOf(dropped);
  const { lines } = dropped;
  if (last === null || known.last === last) return;
  try {
    replaceWhole(file, `${stableJson({ counts: added(known.counts, lines), last })}\n`);
  } catch (error) {
    if (errnoOf(error) === null) throw error;
  }
}

/** The file itself and what it holds: another file may hold the same lines. */
function nameOf({ path, lines }: Generation): string | null {
  try {
    const { ino, mtimeMs } = lstatSync(path);
    return `${ino}:${mtimeMs}:${digest(lines.join("\n"))}`;
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return null;
  }
}

function added(counts: Counts, lines: readonly string[]): Counts {
  const sum: Counts = { ...counts };
  for (const line of lines) {
    const fault = line === "" ? null : parseFault(line);
    if (fault !== null) sum[fault.kind] = (sum[fault.kind] ?? 0) + 1;
  }
  return sum;
}

function read(file: string): Folded {
  try {
    const value = JSON.parse(readPlainText(file, limits.stateFileBytesMax)) as {
      counts?: Record<string, unknown>;
      last?: unknown;
    } | null;
    const counts: Counts = {};
    for (const kind of faultKinds) {
      const count = value?.counts?.[kind];
      if (Number.isSafeInteger(count) && (count as number) > 0) counts[kind] = count as number;
    }
    return { counts, last: typeof value?.last === "string" ? value.last : null };
  } catch (error) {
    if (errnoOf(error) === null && !(error instanceof SyntaxError)) throw error;
    return { counts: {}, last: null };
  }
}

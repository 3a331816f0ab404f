/** LogCounts: how many records of each kind a log ever held, those included that rotation dropped: a counter never runs backwards. */

import { lstatSync } from "node:fs";
import { digest } from "../base/digest.js";
import { stableJson } from "../base/json.js";
import { limits } from "../base/limits.js";
import { errnoOf } from "./fs-calls.js";
import type { Generation } from "./log.js";
import { readPlainText, replaceWhole } from "./plain-file.js";

export type Counts<K extends string> = Partial<Record<K, number>>;

/** `last` names the file whose lines were added last: a rotation that died behind the count is not counted twice. */
interface Folded<K extends string> {
  readonly counts: Counts<K>;
  readonly last: string | null;
}

/** What is counted: the kinds there are, and the kind of a line; null for a line that is none. */
export interface Counted<K extends string> {
  readonly kinds: readonly K[];
  readonly kindOf: (line: string) => K | null;
}

/** What the file holds, and the lines of both generations. A file that is no count counts as nothing. */
export function countsOf<K extends string>(
  file: string,
  counted: Counted<K>,
  { newer, older }: { readonly newer: Generation; readonly older: Generation },
): Counts<K> {
  const { counts, last } = read(file, counted);
  const isCounted = last !== null && nameOf(older) === last;
  return added(counted, added(counted, counts, newer.lines), isCounted ? [] : older.lines);
}

/** Adds lines that are about to be dropped. Called under the lock of the rotation. A count that cannot be kept stops no log. */
export function foldCounts<K extends string>(file: string, counted: Counted<K>, dropped: Generation): void {
  const known = read(file, counted);
  const last = nameOf(dropped);
  const { lines } = dropped;
  if (last === null || known.last === last) return;
  try {
    replaceWhole(file, `${stableJson({ counts: added(counted, known.counts, lines), last })}\n`);
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

function added<K extends string>({ kindOf }: Counted<K>, counts: Counts<K>, lines: readonly string[]): Counts<K> {
  const sum: Counts<K> = { ...counts };
  for (const line of lines) {
    const kind = line === "" ? null : kindOf(line);
    if (kind !== null) sum[kind] = (sum[kind] ?? 0) + 1;
  }
  return sum;
}

function read<K extends string>(file: string, { kinds }: Counted<K>): Folded<K> {
  try {
    const value = JSON.parse(readPlainText(file, limits.stateFileBytesMax)) as {
      counts?: Record<string, unknown>;
      last?: unknown;
    } | null;
    const counts: Counts<K> = {};
    for (const kind of kinds) {
      const count = value?.counts?.[kind];
      if (Number.isSafeInteger(count) && (count as number) > 0) counts[kind] = count as Counts<K>[K];
    }
    return { counts, last: typeof value?.last === "string" ? value.last : null };
  } catch (error) {
    if (errnoOf(error) === null && !(error instanceof SyntaxError)) throw error;
    return { counts: {}, last: null };
  }
}

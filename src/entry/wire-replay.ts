/** WireReplay: the workload files and sessions that a replay reads, and the count of tokens it goes by. */

import { readSession } from "../adapter/session-file.js";
import { loadTokenizer } from "../adapter/tokenizers.js";
import type { Outcome } from "../base/failure.js";

/** The guess that needs no vocabulary: the same on every machine, and fast enough for megabytes of results. */
export async function countTokens(): Promise<(text: string) => number> {
  return (await loadTokenizer("estimate")).count;
}

/** A workload or a session. */
export function readWorkloadFile(path: string): Outcome<string> {
  return readSession(path);
}

/** WireReplay: the workload files and sessions that a replay reads, and the count of tokens it goes by. */

import type { Outcome } from "../../base/result.js";
import { loadTokenizer } from "../../memory/tokenizer--tokenizers.js";
import { readSession } from "./parse--session-file.js";

/** The guess that needs no vocabulary: the same on every machine, and fast enough for megabytes of results. */
export async function countTokens(): Promise<(text: string) => number> {
  return (await loadTokenizer("estimate")).count;
}

/** A workload or a session. */
export function readWorkloadFile(path: string): Outcome<string> {
  return readSession(path);
}

/** Findings: every remark about a memory's files, from its configuration, the folder walk and the pages. */

import type { Finding } from "../page/page--finding.js";
import type { Memory } from "./memory.js";

export function findingsOf(memory: Memory): readonly Finding[] {
  return [...memory.outside, ...memory.table.findings];
}

export function allFindings(memories: readonly Memory[]): readonly Finding[] {
  return memories.flatMap(findingsOf);
}

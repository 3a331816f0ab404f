/** TraceLogQuiet: a log without the records of prompts and recalls; boundaries, by which a session is watched, and faults are kept. */

import { ok } from "../../base/result--result.js";
import type { TraceLog } from "./log--trace-log.js";

export function withoutDecisions(log: TraceLog): TraceLog {
  return {
    ...log,
    leavesOut: "decisions",
    append: (record) => (record.kind === "boundary" ? log.append(record) : ok(undefined)),
  };
}

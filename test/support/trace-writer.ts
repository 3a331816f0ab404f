/** TraceWriter: a process that logs as many faults as it is told, each with a name of its own. */

import type { Instant } from "../../src/base/ids.js";
import { openFaultLog } from "../../src/write/fault-log.js";

const [dir = "", name = "", count = "0", bytesMax = "0"] = process.argv.slice(2);
const log = openFaultLog(dir, Number(bytesMax));
for (let made = 0; made < Number(count); made += 1) {
  const page = `${name}-${made}`;
  const at = "2026-01-02T03:04:05Z" as Instant;
  const done = log.append([{ kind: "page_unreadable", page, says: "x".repeat(80), hint: "", at, trace: null }]);
  if (!done.ok) throw new Error(done.error.says);
}

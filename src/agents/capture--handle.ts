/** Handle: one event of a session from its moment to its answer; every way to an answer is idempotent. */

import type { Outcome } from "../base/result.js";
import { beforeCompaction, end, stop } from "./capture--boundary.js";
import { prompt, start } from "./capture--page-in.js";
import type { HarnessAnswer } from "./contract.js";
import type { Live } from "./live.js";
import { called } from "./tool-event--called.js";

export async function handle(live: Live): Promise<Outcome<HarnessAnswer>> {
  const { moment } = live.event;
  switch (moment.kind) {
    case "start":
      return start(live, moment);
    case "prompt":
      return prompt(live);
    case "tool":
      return called(live, live.workspace.primary, moment);
    case "stop":
      return stop(live, moment.again);
    case "before-compaction":
      return beforeCompaction(live, moment.event);
    case "end":
      return end(live, moment.event);
  }
}

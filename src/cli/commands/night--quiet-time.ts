/** Command quiet-time: a small consolidation in a pause of the day: today's log and the buffer are read again, and nothing is cleared. */

import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { nightly } from "../../night/night.js";
import type { Call, Reply } from "../command.js";
import { nightReply } from "../render/night.js";
import { commitOptions } from "../share/write.js";
import { withWorkspace } from "../share/write--workspace.js";

export function run(call: Call): Promise<Outcome<Reply>> {
  const mode = call.options.dryRun === true ? "dry_run" : "apply";
  return withWorkspace(call, async ({ primary }) => {
    const answer = await nightly(primary, mode, { ...commitOptions(call), kind: "quiet" });
    return answer.ok ? ok(nightReply(answer.value, mode)) : answer;
  });
}

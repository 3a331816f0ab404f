/** Command revert: takes a commit back with a new one. */

import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { revert } from "../../history/revert--revert.js";
import type { Call, Reply } from "../command.js";
import { commitOptions, envelopeOf, patchReply } from "../share/write.js";
import { withSession } from "../share/write--workspace.js";

export function run(call: Call): Promise<Outcome<Reply>> {
  return withSession(call, "read", async (workspace) => {
    const answer = await revert(
      workspace,
      { revision: call.args[0] ?? "", envelope: envelopeOf(call) },
      commitOptions(call),
    );
    return answer.ok ? ok(patchReply(answer.value)) : answer;
  });
}

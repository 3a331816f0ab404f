/** Command undo: takes the last night back, to the byte where nobody has written since. */

import type { Outcome } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import { undoNight } from "../../night/undo.js";
import type { Call, Reply } from "../command.js";
import { commitOptions, envelopeOf, patchReply } from "../share/write.js";
import { withWorkspace } from "../share/write--workspace.js";

export async function run(call: Call): Promise<Outcome<Reply>> {
  const what = call.args[0] ?? "";
  if (what !== "night") {
    return err({
      code: "usage",
      says: `“${what}” cannot be undone as a whole; a night can.`,
      hint: "pagefile undo night, or pagefile revert COMMIT for one commit",
    });
  }
  return withWorkspace(call, async (workspace) => {
    const answer = await undoNight(workspace.primary, envelopeOf(call), commitOptions(call));
    return answer.ok ? ok(patchReply(answer.value)) : answer;
  });
}

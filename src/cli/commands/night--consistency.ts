/** Command consistency: what the files of the memory say against each other. */

import type { Outcome } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import { consistency } from "../../night/audit/audit--consistency.js";
import { lastKept } from "../../night/audit/kept-audit.js";
import type { Call, Reply } from "../command.js";
import { auditReply, noneKept } from "../render/audit.js";
import { withWorkspace } from "../share/write--workspace.js";

export function run(call: Call): Promise<Outcome<Reply>> {
  return withWorkspace(call, async ({ primary }) => {
    const answer = call.options.last === true ? await lastKept(primary, "consistency") : ok(consistency(primary));
    if (!answer.ok) return answer;
    if (answer.value === null) return err(noneKept("consistency"));
    return ok(auditReply(answer.value, { markdown: call.options.markdown === true, all: call.options.all === true }));
  });
}

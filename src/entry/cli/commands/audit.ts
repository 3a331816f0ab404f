/** Command audit: what a harness would cut, and all else that is wrong with the memory here. */

import type { Outcome } from "../../../base/failure.js";
import { err, ok } from "../../../base/result.js";
import { audit } from "../../../flow/night/audit.js";
import { lastKept } from "../../../flow/night/kept-audit.js";
import { withAuditQuery } from "../../wire-night.js";
import type { Call, Reply } from "../command.js";
import { nowOf } from "../now.js";
import { auditReply, noneKept } from "../render-audit.js";
import { withWorkspace } from "../workspace.js";

/** Notes alone are no reason to fail. */
export async function run(call: Call): Promise<Outcome<Reply>> {
  const now = nowOf(call);
  if (!now.ok) return now;
  return withWorkspace(call, async (workspace) => {
    const memory = workspace.primary;
    const place = {
      root: memory.root,
      cwd: call.cwd,
      env: call.env,
      now: now.value,
      pages: "as_indexed",
      workspace,
    } as const;
    const answer =
      call.options.last === true
        ? await lastKept(memory, "audit")
        : await withAuditQuery(place, (query) => audit(memory, query));
    if (!answer.ok) return answer;
    return answer.value === null
      ? err(noneKept("audit"))
      : ok(auditReply(answer.value, { markdown: call.options.markdown === true, all: call.options.all === true }));
  });
}

/** Command audit: what a harness would cut, and all else that is wrong with the memory here. */

import type { Outcome } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import { audit } from "../../night/audit/audit.js";
import { lastKept } from "../../night/audit/kept-audit.js";
import { withAuditQuery } from "../../open-night.js";
import type { Call, Reply } from "../command.js";
import { nowOf } from "../command--now.js";
import { auditReply, noneKept } from "../render/audit.js";
import { withWorkspace } from "../share/write--workspace.js";

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

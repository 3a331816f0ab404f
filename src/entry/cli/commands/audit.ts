/** Command audit: what a harness would cut, and all else that is wrong with the memory here. */

import type { Outcome } from "../../../base/failure.js";
import { ok } from "../../../base/result.js";
import { type AuditAnswer, audit } from "../../../flow/night/audit.js";
import { wireAudit } from "../../wire-audit.js";
import { doctor } from "../../wire-doctor.js";
import type { Call, Reply } from "../command.js";
import { auditMarkdown, auditText } from "../render-audit.js";
import { nowOf, withWorkspace } from "../workspace.js";

/** Notes alone are no reason to fail. */
export async function run(call: Call): Promise<Outcome<Reply>> {
  const now = nowOf(call);
  if (!now.ok) return now;
  return withWorkspace(call, async (workspace) => {
    const { root } = workspace.primary;
    const checked = await doctor({ now: now.value, cwd: call.cwd, repos: [root], env: call.env });
    if (!checked.ok) return checked;
    const host = await wireAudit(root, call.env);
    if (!host.ok) return host;
    try {
      const answer = await audit(workspace.primary, { doctor: checked.value.checks, host: host.value });
      return answer.ok ? ok(replyFor(answer.value, call.options.markdown === true)) : answer;
    } finally {
      await host.value.close();
    }
  });
}

function replyFor(answer: AuditAnswer, markdown: boolean): Reply {
  const { error, warning } = answer.counts;
  return {
    json: answer,
    out: (theme) => (markdown ? auditMarkdown(answer) : auditText(answer, theme)),
    onQuiet: "keep",
    exit: error + warning > 0 ? 1 : 0,
  };
}

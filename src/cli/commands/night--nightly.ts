/** Command nightly: curates, trims, archives and clears, each as a commit of its own; a dry run only says what would be done. */

import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import type { Memory } from "../../memory/memory.js";
import { type NightlyAnswer, nightly } from "../../night/night.js";
import { withAuditQuery } from "../../open-night.js";
import type { Call, Reply } from "../command.js";
import { nowOf } from "../command--now.js";
import { nightReply } from "../render/night.js";
import { onceByCommand, skippedReply } from "../share/nights.js";
import { commitOptions } from "../share/write.js";
import { withWorkspace } from "../share/write--workspace.js";

export async function run(call: Call): Promise<Outcome<Reply>> {
  const mode = call.options.dryRun === true ? "dry_run" : "apply";
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
    const audited = (how: typeof mode, on: Memory): Promise<Outcome<NightlyAnswer>> =>
      withAuditQuery(place, (audit) => nightly(on, how, { ...commitOptions(call), audit }));
    if (mode === "apply") {
      const once = await onceByCommand(call, memory, (fenced) => audited("apply", fenced));
      if (!once.ok) return once;
      const { night, run: told } = once.value;
      return ok(
        night === null ? skippedReply(once.value) : { ...nightReply(night, mode), json: { ...night, run: told } },
      );
    }
    const answer = await audited(mode, memory);
    return answer.ok ? ok(nightReply(answer.value, mode)) : answer;
  });
}

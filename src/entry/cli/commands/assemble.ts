/** Command assemble: the prompt block for a budget, and a receipt for every page in and out. */

import type { Outcome } from "../../../base/failure.js";
import { ok } from "../../../base/result.js";
import { assemble } from "../../../flow/read/assemble.js";
import { budgetOption, harnessOption, parseDemands, shownBy } from "../assembling.js";
import type { Call, Reply } from "../command.js";
import { listOption, textOption } from "../input.js";
import { assembleReply } from "../render-assembly.js";
import { withSession } from "../workspace.js";

export async function run(call: Call): Promise<Outcome<Reply>> {
  const budget = budgetOption(call);
  if (!budget.ok) return budget;
  const demands = parseDemands(listOption(call, "demand"));
  if (!demands.ok) return demands;
  const harness = harnessOption(call);
  if (!harness.ok) return harness;
  return withSession(call, "read", async (workspace) => {
    const answer = await assemble(workspace, {
      budget: budget.value,
      demands: demands.value,
      session: textOption(call, "session"),
      audience: textOption(call, "audience") === "group" ? "group" : "owner",
      tokenizer: textOption(call, "tokenizer"),
      harness: harness.value,
    });
    return answer.ok ? ok(assembleReply(answer.value, shownBy(call))) : answer;
  });
}

/** Command assemble: the prompt block for a budget, and a receipt for every page in and out. */

import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { assemble } from "../../prompt/assemble--assemble.js";
import type { Call, Reply } from "../command.js";
import { listOption, textOption } from "../command--input.js";
import { assembleReply } from "../render/prompt.js";
import { budgetOption, harnessOption, parseDemands, shownBy } from "../share/write--assembling.js";
import { withSession } from "../share/write--workspace.js";

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

/** Command approve: a person lets text from outside stand in prompts, or a refused patch land. */

import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { type ApproveAnswer, approve } from "../../history/approve.js";
import type { Call, Reply } from "../command.js";
import { type Theme, visibleLine } from "../render/table--theme.js";
import { commitOptions, envelopeOf } from "../share/write.js";
import { withSession } from "../share/write--workspace.js";

export function run(call: Call): Promise<Outcome<Reply>> {
  return withSession(call, "read", async (workspace) => {
    const query = { name: call.args[0] ?? "", envelope: envelopeOf(call) };
    const answer = await approve(workspace, query, commitOptions(call));
    if (!answer.ok) return answer;
    return ok({ json: answer.value, out: (theme) => render(answer.value, theme), onQuiet: "drop", exit: 0 });
  });
}

function render(answer: ApproveAnswer, theme: Theme): string {
  const page = visibleLine(answer.page ?? "");
  if (answer.commit === null) return `${theme.dim("unchanged")}  nothing of ${page} waits for approval\n`;
  const head = `${theme.green("approved")}  ${theme.yellow(answer.commit.slice(0, 8))}  ${theme.bold(page)}\n`;
  const rows = answer.approved.map(
    ({ item, origin, text }) =>
      `  ${theme.cyan(origin)}  ${theme.dim(item)}  ${visibleLine(text.split("\n")[0] ?? "")}\n`,
  );
  return head + rows.join("");
}

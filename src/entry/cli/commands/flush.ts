/** Command flush: what was staged is committed or refused, at the boundary named. */

import type { Outcome } from "../../../base/failure.js";
import { ok } from "../../../base/result.js";
import type { FlushAnswer } from "../../../flow/answers.js";
import { flush } from "../../../flow/flush.js";
import { boundaries } from "../../../writeback/trailer.js";
import type { Call, Reply } from "../command.js";
import { textOption } from "../input.js";
import { commitOptions } from "../patching.js";
import { type Theme, visibleLine } from "../theme.js";
import { withWorkspace } from "../workspace.js";

export async function run(call: Call): Promise<Outcome<Reply>> {
  const boundary = boundaries.find((name) => name === textOption(call, "boundary")) ?? "manual";
  return withWorkspace(call, async (workspace) => {
    const answer = await flush(workspace, { boundary }, commitOptions(call));
    if (!answer.ok) return answer;
    return ok({
      json: answer.value,
      out: (theme) => render(answer.value, theme),
      warnings: (theme) => refusals(answer.value, theme),
      onQuiet: "drop",
      exit: answer.value.rejected.length > 0 ? 1 : 0,
    });
  });
}

function render(answer: FlushAnswer, theme: Theme): string {
  const commits = answer.committed.map(({ commit, patches }) => {
    const count = `${patches.length} ${patches.length === 1 ? "patch" : "patches"}`;
    return `${theme.green("committed")}  ${theme.yellow(commit.slice(0, 8))}  ${count} at ${answer.boundary}\n`;
  });
  const known = answer.known.length === 0 ? "" : theme.dim(`${answer.known.length} had been committed before\n`);
  const nothing = commits.length + answer.known.length + answer.rejected.length === 0 ? "nothing was staged\n" : "";
  return commits.join("") + known + nothing;
}

function refusals(answer: FlushAnswer, theme: Theme): string {
  return answer.rejected
    .map(
      (row) =>
        `${theme.red("rejected")}  ${theme.cyan(row.reason)}  ${visibleLine(row.says)}\n  ${visibleLine(row.hint)}\n`,
    )
    .join("");
}

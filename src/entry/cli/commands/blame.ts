/** Command blame: which commit brought each entry of a page, and why. */

import type { Outcome } from "../../../base/failure.js";
import { ok } from "../../../base/result.js";
import type { BlameAnswer } from "../../../flow/answers.js";
import { blame } from "../../../flow/blame.js";
import type { Call, Reply } from "../command.js";
import { type Cell, table } from "../render-table.js";
import { type Theme, visibleLine } from "../theme.js";
import { withWorkspace } from "../workspace.js";

export function run(call: Call): Promise<Outcome<Reply>> {
  return withWorkspace(call, async (workspace) => {
    const answer = await blame(workspace, { page: call.args[0] ?? "" });
    if (!answer.ok) return answer;
    const notes = (theme: Theme): string => `${theme.dim(visibleLine(answer.value.path))}\n`;
    return ok({ json: answer.value, out: (theme) => render(answer.value, theme), notes, onQuiet: "keep", exit: 0 });
  });
}

function render(answer: BlameAnswer, theme: Theme): string {
  if (answer.entries.length === 0) return "The page has no entries.\n";
  const rows = answer.entries.map((entry): readonly Cell[] => {
    const { commit } = entry;
    return [
      commit === null
        ? { text: "not yet", paint: theme.yellow }
        : { text: commit.commit.slice(0, 8), paint: theme.yellow },
      { text: commit === null ? "" : commit.when.slice(0, 10), paint: theme.dim },
      { text: commit === null ? "on disk only" : (commit.reason ?? "no reason"), paint: theme.cyan },
      { text: String(entry.line), align: "right", paint: theme.dim },
      { text: entry.text.trimEnd().split("\n")[0] ?? "" },
    ];
  });
  return table(["commit", "day", "reason", "line", "entry"], rows, theme);
}

/** Command trace: the decisions that were recorded, or one of them explained. */

import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { trace } from "../../prompt/trace/read--trace.js";
import type { TraceAnswer } from "../../prompt/trace/read--trace-answers.js";
import type { Call, Reply } from "../command.js";
import { textOption } from "../command--input.js";
import { table } from "../render/table.js";
import { type Theme, visible, visibleLine } from "../render/table--theme.js";
import { withWorkspace } from "../share/write--workspace.js";

export function run(call: Call): Promise<Outcome<Reply>> {
  return withWorkspace(call, async (workspace) => {
    const answer = await trace(workspace, { id: call.args[0] ?? null, session: textOption(call, "session") });
    if (!answer.ok) return answer;
    const damaged = answer.value.damaged;
    return ok({
      json: answer.value,
      out: (theme) => render(answer.value, theme),
      warnings: (theme) => damaged.map((name) => `${theme.yellow("damaged:")} ${visibleLine(name)}\n`).join(""),
      onQuiet: "keep",
      exit: damaged.length > 0 ? 1 : 0,
    });
  });
}

function render(answer: TraceAnswer, theme: Theme): string {
  if (answer.explained !== null) return `${visible(answer.explained.trimEnd())}\n`;
  if (answer.traces.length === 0) return "No trace yet: `pagefile assemble` and `pagefile turn` record them.\n";
  const rows = answer.traces.map((each) => [
    { text: each.id, paint: theme.yellow },
    { text: each.at, paint: theme.dim },
    { text: each.kind, paint: theme.cyan },
    { text: each.says },
  ]);
  return table(["trace", "at", "kind", ""], rows, theme);
}

/** Command diff: what changed between two revisions, or since the last commit, in pages only. */

import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { type DiffAnswer, diff } from "../../history/diff.js";
import type { Call, Reply } from "../command.js";
import { textOption } from "../command--input.js";
import { count } from "../render/render.js";
import { type Theme, visible, visibleLine } from "../render/table--theme.js";
import { withSession } from "../share/write--workspace.js";

export function run(call: Call): Promise<Outcome<Reply>> {
  return withSession(call, "read", async (workspace) => {
    const session = textOption(call, "session");
    const query = { page: call.args[0] ?? null, from: textOption(call, "from"), to: textOption(call, "to"), session };
    const answer = await diff(workspace, query);
    if (!answer.ok) return answer;
    const value = answer.value;
    const notes = (theme: Theme): string => summary(value, theme);
    return ok({ json: value, out: (theme) => render(value, theme), notes, onQuiet: "keep", exit: 0 });
  });
}

function render(answer: DiffAnswer, theme: Theme): string {
  return answer.files
    .map((file) => {
      const patch = visible(file.patch);
      const lines = (patch.endsWith("\n") ? patch.slice(0, -1) : patch).split("\n");
      return lines.map((line) => `${painted(line, theme)}\n`).join("");
    })
    .join("");
}

function painted(line: string, theme: Theme): string {
  if (line.startsWith("+++") || line.startsWith("---") || line.startsWith("diff ")) return theme.bold(line);
  if (line.startsWith("@@")) return theme.cyan(line);
  if (line.startsWith("+")) return theme.green(line);
  return line.startsWith("-") ? theme.red(line) : line;
}

function summary(answer: DiffAnswer, theme: Theme): string {
  const sides = `${visibleLine(answer.from)} → ${visibleLine(answer.to)}`;
  if (answer.files.length === 0) return `${theme.dim(`${sides}: no page differs`)}\n`;
  const added = answer.files.reduce((sum, file) => sum + file.added, 0);
  const removed = answer.files.reduce((sum, file) => sum + file.removed, 0);
  return `${theme.dim(`${sides}: ${count(answer.files.length, "file")}, +${added} -${removed}`)}\n`;
}

/** Command adopt: frontmatter for plain files, as one commit. */

import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { adopt } from "../../init--adopt.js";
import type { AdoptAnswer } from "../../init--start-answers.js";
import type { Call, Reply } from "../command.js";
import { count } from "../render/render.js";
import { table } from "../render/table.js";
import { type Theme, visibleLine } from "../render/table--theme.js";
import { commitOptions } from "../share/write.js";
import { withWorkspace } from "../share/write--workspace.js";

export function run(call: Call): Promise<Outcome<Reply>> {
  return withWorkspace(call, async (workspace) => {
    const dryRun = call.options.dryRun === true ? "dry-run" : "commit";
    const answer = await adopt(workspace, { paths: call.args, dryRun }, commitOptions(call));
    if (!answer.ok) return answer;
    return ok({ json: answer.value, out: (theme) => render(answer.value, theme), onQuiet: "drop", exit: 0 });
  });
}

function render(answer: AdoptAnswer, theme: Theme): string {
  const rows = answer.adopted.map((page) => [
    { text: page.path },
    { text: page.id, paint: theme.bold },
    { text: page.type },
  ]);
  const skipped = answer.skipped.map(
    (each) => `${theme.dim("skipped")}  ${visibleLine(each.path)}: ${visibleLine(each.why)}\n`,
  );
  return (
    headline(answer, theme) + (rows.length > 0 ? table(["file", "page", "type"], rows, theme) : "") + skipped.join("")
  );
}

function headline(answer: AdoptAnswer, theme: Theme): string {
  const files = count(answer.adopted.length, "file");
  if (answer.adopted.length === 0) return "Nothing to adopt.\n";
  if (answer.dryRun) return `${theme.yellow("would adopt")} ${files}; nothing was changed\n`;
  const commit = answer.commit === null ? "" : `  ${theme.yellow(answer.commit.slice(0, 8))}`;
  return `${theme.green("adopted")} ${files}${commit}\n`;
}

/** Command checkpoint: what a session saves at this fill of its context, decided by numbers and not by a model. */

import { type Outcome, usage } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import { type CheckpointAnswer, checkpoint } from "../../night/checkpoint.js";
import type { Call, Reply } from "../command.js";
import { textOption } from "../command--input.js";
import { textOrStdin } from "../command--intake.js";
import { type Theme, visibleLine } from "../render/table--theme.js";
import { commitOptions, envelopeOf } from "../share/write.js";
import { withWorkspace } from "../share/write--workspace.js";

export async function run(call: Call): Promise<Outcome<Reply>> {
  const typed = textOption(call, "usage") ?? "";
  const share = shareOf(typed);
  if (share === null)
    return err(usage(`--usage is “${typed}”; how full the context is was expected.`, "For example 0.62, or 62%."));
  const given = call.args[0];
  const text = given === undefined ? ok(null) : await textOrStdin(call, given);
  if (!text.ok) return text;
  return withWorkspace(call, async (workspace) => {
    const query = { usage: share, text: text.value, envelope: envelopeOf(call) };
    const answer = await checkpoint(workspace, query, commitOptions(call));
    if (!answer.ok) return answer;
    return ok({
      json: answer.value,
      out: (theme) => render(answer.value, theme),
      warnings: (theme) => warnings(answer.value, theme),
      onQuiet: "drop",
      exit: answer.value.rejected + answer.value.left.length > 0 ? 1 : 0,
    });
  });
}

/** `0.62`, `.62`, `1` and `62%`; null for anything else. */
function shareOf(typed: string): number | null {
  const isPercent = typed.endsWith("%");
  const digits = isPercent ? typed.slice(0, -1) : typed;
  if (!/^(?:\d{1,3}(?:\.\d{1,6})?|\.\d{1,6})$/.test(digits)) return null;
  const share = Number(digits) / (isPercent ? 100 : 1);
  return share <= 1 ? share : null;
}

function render({ level, usage: share, nextAt, asks, done, untagged }: CheckpointAnswer, theme: Theme): string {
  const percent = (part: number): string => `${Math.round(part * 1_000) / 10} %`;
  const next = nextAt === null ? "" : theme.dim(`  more at ${percent(nextAt)}`);
  const rows = done.map(({ action, paths, commit }) => {
    const what = commit === null ? theme.dim("unchanged") : theme.yellow(commit.slice(0, 8));
    return `  ${theme.green(action.replace("_", " "))}  ${what}  ${visibleLine(paths.join(", "))}\n`;
  });
  const bare =
    untagged === 0
      ? ""
      : `  ${untagged === 1 ? "1 entry" : `${untagged} entries`} without a tag; those are the first to be pruned\n`;
  const ask = done.some(({ action }) => action === "append") ? "" : `  ${theme.dim(asks)}\n`;
  return `${theme.bold(level)}  ${percent(share)} of the context${next}\n${rows.join("")}${bare}${ask}`;
}

function warnings({ rejected, left }: CheckpointAnswer, theme: Theme): string {
  const refused = rejected === 0 ? "" : `${theme.red("rejected")}  ${rejected}; see: pagefile journal --rejected\n`;
  const rows = left.map(({ path, why }) => `${theme.yellow("not taken in")}  ${visibleLine(`${path}: ${why}`)}\n`);
  return refused + rows.join("");
}

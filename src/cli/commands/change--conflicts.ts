/** Command conflicts: what merges left to be settled, in pages and in git's index. */

import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import type { ConflictsAnswer } from "../../merge/conflicts--conflict-answers.js";
import { conflicts } from "../../merge/conflicts--conflicts.js";
import { wireUnmerged } from "../../merge/driver--wire-merge.js";
import type { Call, Reply } from "../command.js";
import { conflictLines } from "../render/recall--render-conflicts.js";
import { type Theme, visibleLine } from "../render/table--theme.js";
import { withWorkspace } from "../share/write--workspace.js";

export function run(call: Call): Promise<Outcome<Reply>> {
  return withWorkspace(call, async ({ primary }) => {
    const unmerged = wireUnmerged(primary, call.env);
    if (!unmerged.ok) return unmerged;
    const answer = await conflicts(primary, unmerged.value);
    if (!answer.ok) return answer;
    const none = answer.value.pages.length + answer.value.unmerged.length === 0;
    return ok({
      json: answer.value,
      out: (theme) => render(answer.value, theme),
      onQuiet: "keep",
      exit: none ? 0 : 1,
    });
  });
}

function render({ pages, unmerged }: ConflictsAnswer, theme: Theme): string {
  if (pages.length + unmerged.length === 0) return `${theme.green("✓")} no conflict is open\n`;
  const open = pages.map(({ page, path, conflicts: rows }) => {
    const name = page === null ? "" : `${theme.bold(visibleLine(page))}  `;
    return `${name}${theme.dim(visibleLine(path))}\n${conflictLines(rows, theme)}`;
  });
  const left = unmerged.map(
    (path) => `${theme.bold(visibleLine(path))}  ${theme.yellow("unmerged in git's index")}\n`,
  );
  const hint = `${theme.dim("settle with: pagefile resolve PAGE --ours, --theirs or --both")}\n`;
  return [...open, ...left, hint].join("");
}

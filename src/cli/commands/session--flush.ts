/** Command flush: what was staged is committed or refused, at the boundary named. */

import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { boundaries } from "../../git/history--trailer.js";
import type { FlushAnswer } from "../../session/cross.js";
import { flush } from "../../session/flush.js";
import { eventAt, lifecycle, lifecycleEvents } from "../../session/lifecycle.js";
import type { Call, Reply } from "../command.js";
import { textOption } from "../command--input.js";
import { type Theme, visibleLine } from "../render/table--theme.js";
import { commitOptions } from "../share/write.js";
import { editLines } from "../share/write--session-lines.js";
import { recoveryLines, sourceOption } from "../share/write--sessions.js";
import { withWorkspace } from "../share/write--workspace.js";

export async function run(call: Call): Promise<Outcome<Reply>> {
  const source = sourceOption(call);
  if (!source.ok) return source;
  const named = boundaries.find((name) => name === textOption(call, "boundary"));
  const event = lifecycleEvents.find((name) => name === textOption(call, "event")) ?? eventAt[named ?? "manual"];
  const boundary = named ?? lifecycle[event].boundary;
  const query = { boundary, event, session: textOption(call, "session"), source: source.value };
  return withWorkspace(call, async (workspace) => {
    const answer = await flush(workspace, query, commitOptions(call));
    if (!answer.ok) return answer;
    const { rejected, recovered, pages } = answer.value;
    const isDirty = pages.some(({ outcome }) => outcome === "still_dirty");
    return ok({
      json: answer.value,
      out: (theme) => render(answer.value, theme),
      warnings: (theme) => warnings(answer.value, theme),
      onQuiet: "drop",
      exit: rejected.length + recovered.rejected.length > 0 || isDirty ? 1 : 0,
    });
  });
}

function render(answer: FlushAnswer, theme: Theme): string {
  const commits = answer.committed.map(({ commit, patches }) => {
    const count = `${patches.length} ${patches.length === 1 ? "patch" : "patches"}`;
    return `${theme.green("committed")}  ${theme.yellow(commit.slice(0, 8))}  ${count} at ${answer.boundary}\n`;
  });
  const known = answer.known.length === 0 ? "" : theme.dim(`${answer.known.length} had been committed before\n`);
  const edits = editLines("committed", answer.edits, theme);
  const done = commits.length + answer.known.length + answer.rejected.length + answer.edits.length;
  const nothing = done === 0 ? "nothing was staged\n" : "";
  return recoveryLines(answer.recovered, theme) + edits + commits.join("") + known + nothing;
}

function warnings(answer: FlushAnswer, theme: Theme): string {
  const rejected = answer.rejected.map(
    (row) =>
      `${theme.red("rejected")}  ${theme.cyan(row.reason)}  ${visibleLine(row.says)}\n  ${visibleLine(row.hint)}\n`,
  );
  const faults = answer.faults.map(
    (fault) => `${theme.yellow(fault.kind)}  ${visibleLine(fault.says)}\n  ${visibleLine(fault.hint)}\n`,
  );
  return [...rejected, ...faults].join("");
}

/** Command journal: what waits to be committed, what was refused and why, and another try for what was refused. */

import { type Outcome, usage } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import type { JournalAnswer, JournalRow } from "../../session/cross.js";
import { journal } from "../../session/patch.js";
import { type RetryAnswer, retryRejected } from "../../session/stage--journal-retry.js";
import type { Call, Reply } from "../command.js";
import { type Theme, visibleLine } from "../render/table--theme.js";
import { commitOptions } from "../share/write.js";
import { withWorkspace } from "../share/write--workspace.js";

export async function run(call: Call): Promise<Outcome<Reply>> {
  const [action, id] = call.args;
  if (action === undefined) return show(call);
  if (action === "retry" && id !== undefined) return retry(call, id);
  const says = action === "retry" ? "The refusal to try again has no id." : `journal does not know “${action}”.`;
  return err(usage(says, "For example: pagefile journal retry 3f9a2c, with an id of pagefile journal --rejected"));
}

function show(call: Call): Promise<Outcome<Reply>> {
  return withWorkspace(call, async (workspace) => {
    const answer = await journal(workspace);
    if (!answer.ok) return answer;
    const shown = call.options.rejected === true ? { ...answer.value, staged: [] } : answer.value;
    return ok({
      json: shown,
      out: (theme) => render(shown, theme),
      warnings: (theme) => shown.damaged.map((name) => `${theme.yellow("damaged:")} ${visibleLine(name)}\n`).join(""),
      onQuiet: "keep",
      exit: shown.damaged.length > 0 ? 1 : 0,
    });
  });
}

function retry(call: Call, id: string): Promise<Outcome<Reply>> {
  return withWorkspace(call, async (workspace) => {
    const answer = await retryRejected(workspace, id, commitOptions(call));
    if (!answer.ok) return answer;
    const refused = answer.value.retried.outcome === "rejected";
    return ok({
      json: answer.value,
      out: (theme) => (refused ? "" : tried(answer.value, theme)),
      warnings: (theme) => (refused ? tried(answer.value, theme) : ""),
      onQuiet: "drop",
      exit: refused ? 1 : 0,
    });
  });
}

function tried({ retried, says, hint }: RetryAnswer, theme: Theme): string {
  if (retried.outcome === "rejected") {
    const reason = theme.cyan(String(retried.reason));
    return `${theme.red("rejected")}  ${reason}  ${visibleLine(says ?? "")}\n  ${visibleLine(hint ?? "")}\n`;
  }
  const commit = theme.yellow(String(retried.commit).slice(0, 8));
  return retried.outcome === "committed"
    ? `${theme.green("committed")}  ${commit}\n`
    : `${theme.dim("committed before")}  ${commit}\n`;
}

function render(answer: JournalAnswer, theme: Theme): string {
  const staged = answer.staged.map(
    (row) => `${theme.green("staged")}    ${theme.dim(row.at)}  ${visibleLine(gist(row.draft))}\n`,
  );
  const rejected = answer.rejected.map((row) => refusal(row, theme));
  return staged.length + rejected.length === 0
    ? "nothing waits, nothing was refused\n"
    : staged.join("") + rejected.join("");
}

function refusal(row: JournalRow, theme: Theme): string {
  const { at, reason, says, hint, id, draft } = row;
  const last = row.retried.at(-1);
  const again = last === undefined ? "" : theme.dim(`          tried again ${last.at}: ${last.outcome}\n`);
  return (
    `${theme.red("rejected")}  ${theme.dim(at)}  ${theme.cyan(reason)}  ${visibleLine(gist(draft))}  ${theme.dim(id.slice(0, 8))}\n` +
    `          ${visibleLine(says)}\n          ${visibleLine(hint)}\n${again}`
  );
}

function gist(draft: unknown): string {
  const { op, page, title } = (draft ?? {}) as {
    readonly op?: unknown;
    readonly page?: unknown;
    readonly title?: unknown;
  };
  return `${String(op)} ${String(page ?? title ?? "")}`;
}

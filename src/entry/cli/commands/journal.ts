/** Command journal: what waits to be committed, and what was refused and why. */

import type { Outcome } from "../../../base/failure.js";
import { ok } from "../../../base/result.js";
import type { JournalAnswer } from "../../../flow/answers.js";
import { journal } from "../../../flow/journal.js";
import type { Call, Reply } from "../command.js";
import { type Theme, visibleLine } from "../theme.js";
import { withWorkspace } from "../workspace.js";

export function run(call: Call): Promise<Outcome<Reply>> {
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

function render(answer: JournalAnswer, theme: Theme): string {
  const staged = answer.staged.map(
    (row) => `${theme.green("staged")}    ${theme.dim(row.at)}  ${visibleLine(gist(row.draft))}\n`,
  );
  const rejected = answer.rejected.map(
    (row) =>
      `${theme.red("rejected")}  ${theme.dim(row.at)}  ${theme.cyan(row.reason)}  ${visibleLine(gist(row.draft))}\n` +
      `          ${visibleLine(row.says)}\n          ${visibleLine(row.hint)}\n`,
  );
  return staged.length + rejected.length === 0
    ? "nothing waits, nothing was refused\n"
    : staged.join("") + rejected.join("");
}

function gist(draft: unknown): string {
  const { op, page, title } = (draft ?? {}) as {
    readonly op?: unknown;
    readonly page?: unknown;
    readonly title?: unknown;
  };
  return `${String(op)} ${String(page ?? title ?? "")}`;
}

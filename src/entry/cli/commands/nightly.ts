/** Command nightly: curates, trims, archives and clears, each as a commit of its own; a dry run only says what would be done. */

import type { Outcome } from "../../../base/failure.js";
import { ok } from "../../../base/result.js";
import { type NightlyAnswer, nightly } from "../../../flow/night/nightly.js";
import type { Call, Reply } from "../command.js";
import { commitOptions } from "../patching.js";
import { type Theme, visibleLine } from "../theme.js";
import { withWorkspace } from "../workspace.js";

export function run(call: Call): Promise<Outcome<Reply>> {
  const mode = call.options.dryRun === true ? "dry_run" : "apply";
  return withWorkspace(call, async (workspace) => {
    const answer = await nightly(workspace.primary, mode, commitOptions(call));
    if (!answer.ok) return answer;
    return ok({
      json: answer.value,
      out: (theme) => (mode === "dry_run" ? renderPlan(answer.value, theme) : renderDone(answer.value, theme)),
      warnings: (theme) => warnings(answer.value, theme),
      onQuiet: mode === "dry_run" ? "keep" : "drop",
      exit: answer.value.faults.length + answer.value.refused.length > 0 ? 1 : 0,
    });
  });
}

function renderPlan({ plan, backlog }: NightlyAnswer, theme: Theme): string {
  if (plan.length === 0) return `${theme.dim("nothing to do")}  ${waiting(backlog)}\n`;
  const steps = plan.map(({ reason, subject, files }) => {
    const rows = files.map(({ path, before, after, added, removed }) => {
      const what = before === null ? "new" : after === null ? "gone" : "edit";
      const moved = before === null || after === null;
      const lines = moved
        ? []
        : [
            ...removed.map((l) => theme.red(`- ${visibleLine(l)}`)),
            ...added.map((l) => theme.green(`+ ${visibleLine(l)}`)),
          ];
      return [`  ${theme.dim(what)}  ${visibleLine(path)}`, ...lines.map((line) => `    ${line}`)].join("\n");
    });
    return `${theme.cyan(reason)}  ${visibleLine(subject)}\n${rows.join("\n")}\n`;
  });
  return `${steps.join("")}${theme.dim(`a dry run: nothing was written; ${waiting(backlog)}`)}\n`;
}

function renderDone({ commits, backlog }: NightlyAnswer, theme: Theme): string {
  if (commits.length === 0) return `${theme.dim("nothing to do")}  ${waiting(backlog)}\n`;
  const rows = commits.map(
    ({ commit, reason, subject }) =>
      `${theme.green("committed")}  ${theme.yellow(commit.slice(0, 8))}  ${theme.cyan(reason)}  ${visibleLine(subject)}\n`,
  );
  return `${rows.join("")}${theme.dim(waiting(backlog))}\n`;
}

function waiting(backlog: number): string {
  return backlog === 1 ? "1 statement waits for another night" : `${backlog} statements wait for another night`;
}

function warnings({ refused, faults }: NightlyAnswer, theme: Theme): string {
  const rows = [
    ...refused.map(({ reason, says, hint }) => ({ name: theme.red(reason), says, hint })),
    ...faults.map(({ kind, says, hint }) => ({ name: theme.yellow(kind), says, hint })),
  ];
  return rows.map(({ name, says, hint }) => `${name}  ${visibleLine(says)}\n  ${visibleLine(hint)}\n`).join("");
}

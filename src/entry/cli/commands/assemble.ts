/** Command assemble: the prompt block for a budget, and a receipt for every page in and out. */

import type { Outcome } from "../../../base/failure.js";
import { err, ok } from "../../../base/result.js";
import type { AssembleAnswer } from "../../../flow/answers.js";
import { type AssembleQuery, assemble } from "../../../flow/assemble.js";
import { fidelities } from "../../../page/page.js";
import type { Call, Reply } from "../command.js";
import { listOption, positiveWhole, textOption, usage } from "../input.js";
import { wrapped } from "../render.js";
import { explanation } from "../render-explain.js";
import { cut } from "../render-table.js";
import { type Theme, visible, visibleLine } from "../theme.js";
import { withWorkspace } from "../workspace.js";

const budgetMax = 100_000_000;

export async function run(call: Call): Promise<Outcome<Reply>> {
  const typed = textOption(call, "budget");
  const budget: Outcome<number | null> = typed === null ? ok(null) : positiveWhole(typed, "--budget", budgetMax);
  if (!budget.ok) return budget;
  const demands = parseDemands(listOption(call, "demand"));
  if (!demands.ok) return demands;
  return withWorkspace(call, async (workspace) => {
    const answer = await assemble(workspace, {
      budget: budget.value,
      demands: demands.value,
      session: textOption(call, "session"),
      audience: textOption(call, "audience") === "group" ? "group" : "owner",
      tokenizer: textOption(call, "tokenizer"),
    });
    return answer.ok ? ok(reply(answer.value, call.options.explain === true)) : answer;
  });
}

/** `page` or `page:fidelity`; neither ids nor paths hold a colon. */
function parseDemands(typed: readonly string[]): Outcome<AssembleQuery["demands"]> {
  const demands: AssembleQuery["demands"][number][] = [];
  for (const text of typed) {
    const colon = text.lastIndexOf(":");
    const page = colon < 0 ? text : text.slice(0, colon);
    const wanted = colon < 0 ? null : text.slice(colon + 1);
    const fidelity = fidelities.find((each) => each === wanted) ?? null;
    if (page === "" || (wanted !== null && fidelity === null)) {
      const says = `--demand “${text}” names no page and fidelity.`;
      return err(
        usage(
          says,
          `Write --demand travel-mornings or --demand travel-mornings:full (one of ${fidelities.join(", ")}).`,
        ),
      );
    }
    demands.push({ page, fidelity });
  }
  return ok(demands);
}

function reply(answer: AssembleAnswer, explain: boolean): Reply {
  return {
    json: answer,
    out: (theme) => (theme.terminal ? visible(answer.text) : answer.text),
    notes: (theme) => {
      const divider = theme.terminal ? `${theme.dim("─".repeat(Math.min(theme.width ?? 60, 60)))}\n` : "";
      return divider + (explain ? explanation(answer, theme) : "") + receiptLines(answer, explain, theme);
    },
    warnings: (theme) => faultLines(answer, theme),
    onQuiet: "keep",
    exit: answer.faults.length > 0 ? 1 : 0,
  };
}

/** Where every page is explained, what is left of the receipt is what does not fit and the total. */
function receiptLines(answer: AssembleAnswer, explain: boolean, theme: Theme): string {
  const lines = visible(answer.receipt.trimEnd()).split("\n");
  const kept = explain ? lines.filter((line) => !line.startsWith("in ") && !line.startsWith("out ")) : lines;
  const trace = `trace ${visibleLine(answer.trace)}, tokens by ${visibleLine(answer.tokenizer)}`;
  const shown = kept.map((line) => {
    const fitting = theme.width === null ? line : cut(line, theme.width);
    return line.startsWith("out ") ? theme.dim(fitting) : fitting;
  });
  return `${shown.join("\n")}\n${theme.dim(trace)}\n`;
}

function faultLines(answer: AssembleAnswer, theme: Theme): string {
  return answer.faults
    .map((fault) => {
      const head = `${theme.red(theme.bold("fault:"))} ${theme.cyan(fault.kind)}  ${theme.bold(visibleLine(fault.page))}\n`;
      return head + wrapped(fault.says, 2, theme) + wrapped(fault.hint, 2, theme);
    })
    .join("");
}

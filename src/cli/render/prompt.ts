/** Render assembly: a prompt and what came of it, for a person: the receipt on standard error, and the faults that may not be missed. */

import type { AssembleAnswer } from "../../prompt/assemble--assemble.js";
import type { Reply } from "../command.js";
import { explanation } from "./prompt--render-explain.js";
import { receiptRows } from "./prompt--render-receipt.js";
import { wrapped } from "./render.js";
import { cut } from "./table.js";
import { type Theme, visible, visibleLine } from "./table--theme.js";

interface Told {
  readonly explain: boolean;
  /** Every page and every fault, however many. */
  readonly all: boolean;
}

export function assembleReply(answer: AssembleAnswer, { explain, all }: Told): Reply {
  return {
    json: answer,
    out: (theme) => (theme.terminal ? visible(answer.text) : answer.text),
    notes: (theme) => {
      const divider = theme.terminal ? `${theme.dim("─".repeat(Math.min(theme.width ?? 60, 60)))}\n` : "";
      return divider + (explain ? explanation(answer, theme) : "") + receiptLines(answer, { explain, all }, theme);
    },
    warnings: (theme) => faultLines(answer, all, theme),
    onQuiet: "keep",
    exit: answer.faults.some((fault) => fault.kind !== "duplicate_signature_alert") ? 1 : 0,
  };
}

/** Where every page is explained, what is left of the receipt is what does not fit and the total. */
function receiptLines(answer: AssembleAnswer, { explain, all }: Told, theme: Theme): string {
  const lines = receiptRows(answer, all || explain).map(visibleLine);
  const kept = explain ? lines.filter((line) => !line.startsWith("in ") && !line.startsWith("out ")) : lines;
  const trace = `trace ${visibleLine(answer.trace)}, tokens by ${visibleLine(answer.tokenizer)}`;
  const shown = kept.map((line) => {
    const fitting = theme.width === null ? line : cut(line, theme.width);
    return line.startsWith("out ") ? theme.dim(fitting) : fitting;
  });
  return `${shown.join("\n")}\n${theme.dim(trace)}\n`;
}

const faultsMax = 3;

function faultLines(answer: AssembleAnswer, all: boolean, theme: Theme): string {
  const { faults } = answer;
  const told = all || faults.length <= faultsMax + 1 ? faults : faults.slice(0, faultsMax);
  const more = faults.length - told.length;
  const lines = told
    .map((fault) => {
      const head = `${theme.red(theme.bold("fault:"))} ${theme.cyan(fault.kind)}  ${theme.bold(visibleLine(fault.page))}\n`;
      return head + wrapped(fault.says, 2, theme) + wrapped(fault.hint, 2, theme);
    })
    .join("");
  return more === 0 ? lines : `${lines}${more} more faults: pagefile faults\n`;
}

/** Command verify: proves that the derived index is what a rebuild gives, or that the history holds what it says. */

import { type Failure, type Outcome, usage } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import { type VerifyAnswer, verify } from "../../history/verify/verify.js";
import { type HistoryQuery, verifyHistory } from "../../history/verify/views.js";
import { wireAudit } from "../../open-night--wire-audit.js";
import type { Call, Reply } from "../command.js";
import { textOption } from "../command--input.js";
import { historyLines, historyNotes } from "../render/audit--render-history.js";
import { count, findingLines } from "../render/render.js";
import { type Theme, visibleLine } from "../render/table--theme.js";
import { withWorkspace } from "../share/write--workspace.js";

export async function run(call: Call): Promise<Outcome<Reply>> {
  const wrong = misused(call);
  if (wrong !== null) return err(wrong);
  if (call.options.history === true) return runHistory(call);
  return withWorkspace(call, async (workspace) => {
    const answer = await verify(workspace);
    if (!answer.ok) return answer;
    const bad =
      answer.value.differences.length > 0 || answer.value.findings.some((finding) => finding.severity === "error");
    return ok({
      json: answer.value,
      out: (theme) => render(answer.value, theme),
      onQuiet: "keep",
      exit: bad ? 1 : 0,
    });
  });
}

function misused(call: Call): Failure | null {
  const { history, since, attest, accept } = call.options;
  const only = [
    since !== undefined && "--since REVISION",
    attest === true && "--attest",
    accept === true && "--accept",
  ];
  const given = only.find((each) => each !== false);
  if (history !== true && given !== undefined) {
    return usage(`${given} says how the history is verified.`, `Ask for that: pagefile verify --history ${given}`);
  }
  if (accept !== true || attest === true) return null;
  return usage(
    "--accept says to attest in spite of findings.",
    "Say both: pagefile verify --history --attest --accept",
  );
}

function runHistory(call: Call): Promise<Outcome<Reply>> {
  const attest: HistoryQuery["attest"] =
    call.options.attest !== true ? "leave" : call.options.accept === true ? "accept" : "clean";
  return withWorkspace(call, async (workspace) => {
    const host = await wireAudit(workspace.primary.root, call.env);
    if (!host.ok) return host;
    try {
      const answer = await verifyHistory(workspace.primary, host.value, {
        since: textOption(call, "since"),
        attest,
      });
      if (!answer.ok) return answer;
      const accepted = attest === "accept" || answer.value.findings.length === 0;
      return ok({
        json: answer.value,
        out: (theme) => historyLines(answer.value, theme),
        notes: (theme) => historyNotes(answer.value, theme),
        onQuiet: "keep",
        exit: accepted ? 0 : 1,
      });
    } finally {
      await host.value.close();
    }
  });
}

function render(answer: VerifyAnswer, theme: Theme): string {
  const words = {
    equal: "the index is what a rebuild gives",
    rebuilt: "the index was missing or damaged and was made again",
  };
  const differs = answer.differences.length > 0;
  const mark = differs ? theme.red("✗") : theme.green("✓");
  const says = differs
    ? `the index differs from a rebuild in ${count(answer.differences.length, "place")}`
    : words[answer.index];
  const differences = answer.differences.map((each) => `  ${visibleLine(each)}\n`).join("");
  const findings =
    answer.findings.length === 0 ? `${theme.green("✓")} no findings\n` : findingLines(answer.findings, theme);
  return `${mark} ${count(answer.pages, "page")}: ${says}\n${differences}${findings}`;
}

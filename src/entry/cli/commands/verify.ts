/** Command verify: proves that the derived index is what a rebuild gives. */

import type { Outcome } from "../../../base/failure.js";
import { ok } from "../../../base/result.js";
import type { VerifyAnswer } from "../../../flow/answers.js";
import { verify } from "../../../flow/verify.js";
import type { Call, Reply } from "../command.js";
import { count, findingLines } from "../render.js";
import { type Theme, visibleLine } from "../theme.js";
import { withWorkspace } from "../workspace.js";

export function run(call: Call): Promise<Outcome<Reply>> {
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

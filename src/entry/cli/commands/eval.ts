/** Command eval: runs the whole evaluation, prints its tables, and writes the report to a folder that is named. */

import type { Outcome } from "../../../base/failure.js";
import { ok } from "../../../base/result.js";
import { evaluate } from "../../../flow/replay/eval.js";
import { evalFileNames, evalFiles } from "../../../flow/replay/eval-files.js";
import { reportMarkdown } from "../../../replay/report/markdown.js";
import { reportOf } from "../../../replay/report/report.js";
import { wireEval } from "../../wire-eval.js";
import type { Call, Reply } from "../command.js";
import { textOption } from "../input.js";
import { visible, visibleLine } from "../theme.js";

export async function run(call: Call): Promise<Outcome<Reply>> {
  const services = wireEval(call.cwd, call.env);
  const dir = textOption(call, "out");
  const checked = dir === null ? ok(undefined) : services.check(dir, evalFileNames);
  if (!checked.ok) return checked;
  const transcripts = await services.transcripts();
  if (!transcripts.ok) return transcripts;
  const evaluation = evaluate({ quick: call.options.quick === true, transcripts: transcripts.value });
  const written = dir === null ? ok([]) : services.write(dir, evalFiles(evaluation));
  if (!written.ok) return written;
  const absent = "PAGEFILE_EVAL_DATA is not set, so no transcript was replayed.\n";
  const failed = evaluation.gates.some(({ passed }) => !passed);
  return ok({
    json: { evaluation, written: written.value },
    out: () => visible(reportMarkdown(reportOf(evaluation))),
    notes: () => written.value.map((path) => `wrote ${visibleLine(path)}\n`).join(""),
    warnings: (theme) => (transcripts.value === null ? theme.yellow(absent) : ""),
    onQuiet: "keep",
    exit: failed ? 1 : 0,
  });
}

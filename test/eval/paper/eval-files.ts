/** EvalFiles: an evaluation as the three files of its report. */

import { stableJson } from "../../../src/base/json.js";
import type { Evaluation } from "./report/evaluation.js";
import { reportHtml } from "./report/html.js";
import { reportMarkdown } from "./report/markdown.js";
import { reportOf } from "./report/report.js";

export interface EvalFile {
  readonly name: string;
  readonly text: string;
}

/** Stands in each of the files, by which a later run knows them for its own. */
export const evalMark = "pagefile eval";

export const evalFileNames: readonly string[] = ["report.html", "report.md", "results.json"];

/** In the order of `evalFileNames`; keys of the JSON are sorted, and nothing in them depends on the clock. */
export function evalFiles(evaluation: Evaluation): readonly EvalFile[] {
  const report = reportOf(evaluation);
  const texts = [
    reportHtml(report, evalMark),
    `<!-- ${evalMark} -->\n\n${reportMarkdown(report)}`,
    `${stableJson(evaluation)}\n`,
  ];
  return evalFileNames.map((name, at) => ({ name, text: texts[at] ?? "" }));
}

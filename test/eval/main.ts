/** The evaluation runner: `npm run eval -- recall [--data DIR] [--out FILE]`; every other command line is the product's own `eval`. */

import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { reportJson } from "../bench/report.js";
import { evalRecall, goalsOf, rowsOf, tableOf } from "./recall/recall.js";

function main(args: readonly string[]): number {
  if (args[0] !== "recall") {
    const run = spawnSync(process.execPath, ["dist/pagefile.js", "eval", ...args], { stdio: "inherit" });
    return run.status ?? 70;
  }
  const { values } = parseArgs({
    args: args.slice(1),
    options: { data: { type: "string" }, out: { type: "string" } },
  });
  const data = values.data ?? process.env.PAGEFILE_EVAL_DATA ?? "";
  if (data === "") {
    process.stderr.write("PAGEFILE_EVAL_DATA is not set and no --data was given, so there is nothing to ask.\n");
    return 2;
  }
  const lines = evalRecall(data);
  const { text, missed } = goalsOf(lines);
  process.stdout.write(`${tableOf(lines)}\n${text}`);
  if (values.out !== undefined) writeFileSync(values.out, reportJson("recall", 0, rowsOf(lines)));
  return missed > 0 ? 1 : 0;
}

process.exitCode = main(process.argv.slice(2));

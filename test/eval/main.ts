/** The evaluation runner: `npm run eval -- recall|nights`, see `-h` of each; every other command line is the product's own `eval`. */

import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { reportJson } from "../bench/report.js";
import { evalNights, nightRows, nightText } from "./nights/nights.js";
import { evalRecall, goalsOf, rowsOf, tableOf } from "./recall/recall.js";

const usage = `Usage: npm run eval -- recall [--data DIR] [--out FILE]
       npm run eval -- nights [--days N] [--seed S] [--out FILE]
       npm run eval -- [OPTION…]   as pagefile eval; see pagefile eval -h

recall  retrieval over the data sets below --data, else PAGEFILE_EVAL_DATA; exit 1 where a goal is missed
nights  so many days of a busy agent (365), killed, starved, twice at once and at the wrong time, with what has to hold
        on every morning; exit 1 where anything does not. The same seed (7) gives the same year.
`;

async function main(args: readonly string[]): Promise<number> {
  const [name] = args;
  if (name !== "recall" && name !== "nights") {
    const run = spawnSync(process.execPath, ["dist/pagefile.cjs", "eval", ...args], { stdio: "inherit" });
    return run.status ?? 70;
  }
  const { values } = parseArgs({
    args: args.slice(1),
    options: {
      data: { type: "string" },
      days: { type: "string" },
      seed: { type: "string" },
      out: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help === true) {
    process.stdout.write(usage);
    return 0;
  }
  return name === "recall" ? recall(values) : nights(values);
}

interface Values {
  readonly data?: string | undefined;
  readonly days?: string | undefined;
  readonly seed?: string | undefined;
  readonly out?: string | undefined;
}

function recall(values: Values): number {
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

async function nights(values: Values): Promise<number> {
  const asked = { days: Number(values.days ?? 365), seed: Number(values.seed ?? 7) };
  if (!Number.isSafeInteger(asked.days) || asked.days < 3 || !Number.isSafeInteger(asked.seed)) {
    process.stderr.write(`--days is a whole number from 3 on, and --seed a whole number.\n${usage}`);
    return 2;
  }
  const year = await evalNights(asked);
  process.stdout.write(nightText(year, asked));
  if (values.out !== undefined) writeFileSync(values.out, reportJson("nights", asked.seed, nightRows(year, asked)));
  return year.broken.length > 0 ? 1 : 0;
}

process.exitCode = await main(process.argv.slice(2));

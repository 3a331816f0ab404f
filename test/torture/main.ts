/** The torture runner: `npm run torture -- [NAME…] [--rounds N] [--seconds T] [--seed S] [--out FILE]`; exit 1 on a broken promise. */

import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { reportTable } from "../bench/report.js";
import { type Report, reportJson } from "./report.js";
import type { Torment } from "./torment.js";
import { torments } from "./torments.js";

const usage = "Usage: npm run torture -- [NAME…] [--rounds N] [--seconds T] [--seed S] [--out FILE]";

interface Choice {
  readonly torments: readonly Torment[];
  readonly rounds: number | null;
  /** For each torment; Infinity where no time was given. */
  readonly seconds: number;
  readonly seed: number;
  readonly out: string | null;
}

async function main(args: readonly string[]): Promise<number> {
  const chosen = choose(args);
  if (typeof chosen === "string") {
    process.stderr.write(`${chosen}\n${usage}\n`);
    process.stderr.write(torments.map(({ name, says }) => `  ${name.padEnd(12)} ${says}\n`).join(""));
    return 2;
  }
  const { seed, out } = chosen;
  process.stderr.write(`seed ${seed}\n`);
  const reports: Report[] = [];
  for (const torment of chosen.torments) reports.push(await run(torment, chosen));
  process.stdout.write(reportTable(reports.flatMap(({ rows }) => rows)));
  const broken = reports.flatMap((report) => report.broken);
  for (const says of broken) process.stderr.write(`BROKEN (seed ${seed}) ${says}\n`);
  if (out !== null) writeFileSync(out, reportJson(seed, reports));
  return broken.length > 0 ? 1 : 0;
}

/** A torment that throws has broken a promise too, and those after it run all the same. */
async function run(torment: Torment, { seed, rounds, seconds }: Choice): Promise<Report> {
  process.stderr.write(`${torment.name}: ${torment.says}\n`);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pagefile-torture-")));
  const writer = join(import.meta.dirname, "writer.js");
  const started = performance.now();
  const elapsed = (): number => (performance.now() - started) / 1000;
  const isOver = (): boolean => elapsed() >= seconds;
  const asked = rounds ?? torment.rounds;
  try {
    const suffered = await torment.run({ seed, rounds: asked, isOver, folder, writer });
    return { name: torment.name, rounds: asked, seconds: elapsed(), ...suffered };
  } catch (error) {
    const says = `${torment.name} threw: ${error instanceof Error ? error.stack : error}`;
    return { name: torment.name, rounds: asked, seconds: elapsed(), rows: [], broken: [says] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What to run, or what is wrong with the command line. */
function choose(args: readonly string[]): Choice | string {
  const text = { type: "string" } as const;
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { rounds: text, seconds: text, seed: text, out: text },
      allowPositionals: true,
    });
    const unknown = positionals.filter((name) => !torments.some((torment) => torment.name === name));
    if (unknown.length > 0) return `There is no torture ${unknown.join(", ")}.`;
    const rounds = values.rounds === undefined ? null : Number(values.rounds);
    const seconds = values.seconds === undefined ? Number.POSITIVE_INFINITY : Number(values.seconds);
    const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed);
    if (rounds !== null && !(Number.isInteger(rounds) && rounds > 0)) return "--rounds takes a whole number above 0.";
    if (!(seconds > 0)) return "--seconds takes a number above 0.";
    if (!Number.isInteger(seed)) return "--seed takes a whole number.";
    const named = torments.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
    return { torments: named, rounds, seconds, seed, out: values.out ?? null };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

process.exitCode = await main(process.argv.slice(2));

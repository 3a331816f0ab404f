/** The torture runner: `npm run torture -- [NAME…] [--rounds N] [--seed S] [--out FILE]`; exit 1 when a promise was broken. */

import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Row } from "../bench/bench.js";
import { reportJson, reportTable } from "../bench/report.js";
import { kill } from "./kill.js";
import { race } from "./race.js";
import { syscall } from "./syscall.js";
import type { Suffered, Torment } from "./torment.js";

const torments: readonly Torment[] = [kill, race, syscall];

interface Choice {
  readonly torments: readonly Torment[];
  readonly rounds: number | null;
  readonly seed: number;
  readonly out: string | null;
}

async function main(args: readonly string[]): Promise<number> {
  const chosen = choose(args);
  if (typeof chosen === "string") {
    process.stderr.write(`${chosen}\nUsage: npm run torture -- [NAME…] [--rounds N] [--seed S] [--out FILE]\n`);
    process.stderr.write(torments.map(({ name, says }) => `  ${name.padEnd(8)} ${says}\n`).join(""));
    return 2;
  }
  const { seed } = chosen;
  process.stderr.write(`seed ${seed}\n`);
  const rows: Row[] = [];
  const broken: string[] = [];
  for (const torment of chosen.torments) {
    const suffered = await run(torment, chosen);
    rows.push(...suffered.rows);
    broken.push(...suffered.broken);
  }
  process.stdout.write(reportTable(rows));
  for (const says of broken) process.stderr.write(`BROKEN (seed ${seed}) ${says}\n`);
  const name = chosen.torments.map((torment) => torment.name).join(" ");
  if (chosen.out !== null) writeFileSync(chosen.out, reportJson(name, seed, rows));
  return broken.length > 0 ? 1 : 0;
}

async function run(torment: Torment, { seed, rounds }: Choice): Promise<Suffered> {
  process.stderr.write(`${torment.name}: ${torment.says}\n`);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pagefile-torture-")));
  const writer = join(import.meta.dirname, "writer.js");
  try {
    return await torment.run({ seed, rounds: rounds ?? torment.rounds, folder, writer });
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
      options: { rounds: text, seed: text, out: text },
      allowPositionals: true,
    });
    const unknown = positionals.filter((name) => !torments.some((torment) => torment.name === name));
    if (unknown.length > 0) return `There is no torture ${unknown.join(", ")}.`;
    const rounds = values.rounds === undefined ? null : Number(values.rounds);
    const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed);
    if (rounds !== null && !(Number.isInteger(rounds) && rounds > 0)) return "--rounds takes a whole number above 0.";
    if (!Number.isInteger(seed)) return "--seed takes a whole number.";
    const named = torments.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
    return { torments: named, rounds, seed, out: values.out ?? null };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

process.exitCode = await main(process.argv.slice(2));

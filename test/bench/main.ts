/** The benchmark runner: `npm run bench -- [NAME…] [--out FILE]`. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Bench, Row } from "./bench.js";
import { benches } from "./benches.js";
import { reportJson, reportTable } from "./report.js";

const seed = 1;

async function main(args: readonly string[]): Promise<number> {
  const chosen = choose(args);
  if (typeof chosen === "string") {
    process.stderr.write(`${chosen}\nUsage: npm run bench -- [NAME…] [--out FILE]\n`);
    process.stderr.write(benches.map((bench) => `  ${bench.name.padEnd(10)} ${bench.says}\n`).join(""));
    return 2;
  }
  // Certificates that a machine asks every Node to load are most of what a Node that does nothing takes, and no rival's business.
  delete process.env.NODE_EXTRA_CA_CERTS;
  const rows: Row[] = [];
  for (const bench of chosen.benches) rows.push(...(await run(bench)));
  process.stdout.write(reportTable(rows));
  const name = chosen.benches.map((bench) => bench.name).join(" ");
  if (chosen.out !== null) writeFileSync(chosen.out, reportJson(name, seed, rows));
  return 0;
}

/** What to run, or what is wrong with the command line. */
function choose(
  args: readonly string[],
): { readonly benches: readonly Bench[]; readonly out: string | null } | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { out: { type: "string" } },
      allowPositionals: true,
    });
    const unknown = positionals.filter((name) => !benches.some((bench) => bench.name === name));
    if (unknown.length > 0) return `There is no benchmark ${unknown.join(", ")}.`;
    const named = benches.filter((bench) => positionals.length === 0 || positionals.includes(bench.name));
    return { benches: named, out: values.out ?? null };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function run(bench: Bench): Promise<readonly Row[]> {
  process.stderr.write(`${bench.name}: ${bench.says}\n`);
  const folder = mkdtempSync(`${tmpdir()}/pagefile-bench-`);
  try {
    // npm runs scripts in the project's folder, wherever it was called from.
    return await bench.run({ seed, project: resolve("."), folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

process.exitCode = await main(process.argv.slice(2));

/** The mutation runner: `npm run mutate -- [FOLDER…] [--runs N] [--seed S] [--out FILE] [--survivors FILE] [--keep] [--self]`. */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { sourcesOf, testsOf, usualFolders } from "./folders.js";
import { missingInstrumenter } from "./instrument.js";
import { type Judged, mutate } from "./mutate.js";
import { selfTest } from "./self.js";
import { survivorLines, survivorsPart, withParts } from "./survivors.js";
import { countsOf, score, tallyTable } from "./tally.js";

const keptList = "test/mutate/SURVIVORS.md";
const usage = `Usage: npm run mutate -- [FOLDER…] [--runs N] [--seed S] [--out FILE] [--survivors FILE] [--keep] [--self]
  FOLDER            folders or files below src; ${usualFolders.join(", ")} when none is named
  --runs N          runs of a property at most (12); one that fails with so few runs at its own length
  --seed S          of all properties that name none (20261121)
  --out FILE        every mutant with its verdict, as JSON
  --survivors FILE  what no test noticed, a line each
  --keep            write what no test noticed into ${keptList}
  --self            hold the runner against a file whose verdicts are known
`;

interface Choice {
  readonly folders: readonly string[];
  readonly runs: number;
  readonly seed: number;
  readonly out: string | null;
  readonly survivors: string | null;
  readonly keep: boolean;
  readonly self: boolean;
}

const root = process.cwd();
const say = (line: string): void => void process.stderr.write(line);

async function main(args: readonly string[]): Promise<number> {
  const chosen = choose(args);
  if (typeof chosen === "string") {
    say(`${chosen}\n${usage}`);
    return 2;
  }
  const missing = missingInstrumenter(root);
  if (missing !== null) {
    say(`${missing}\n`);
    return 2;
  }
  if (!chosen.self) return await sweep(chosen);
  const wrong = await selfTest(root, say);
  for (const line of wrong) say(`WRONG ${line}\n`);
  process.stdout.write(wrong.length === 0 ? "The runner gives every verdict as expected.\n" : "");
  return wrong.length === 0 ? 0 : 1;
}

async function sweep(choice: Choice): Promise<number> {
  const { folders, runs, seed } = choice;
  say(`seed ${seed}, ${runs} runs of a property at most\n`);
  const all: Judged[] = [];
  const texts = new Map<string, string>();
  for (const folder of folders) {
    const [sources, tests] = [sourcesOf(root, folder), testsOf(root, folder)];
    for (const path of sources) texts.set(path, readFileSync(join(root, path), "utf8"));
    say(`${folder}: ${sources.length} files, ${tests.length} files of tests\n`);
    const outcome = await mutate(root, { sources, tests, seed, runs, stretch: 250 }, say);
    for (const line of outcome.failing) say(`fails with nothing changed, and judges nothing: ${line}\n`);
    process.stdout.write(tallyTable(folder, outcome.judged));
    all.push(...outcome.judged);
    const how = `${outcome.tests} tests, seed ${seed}, ${runs} runs of a property at most.`;
    save(choice, all, texts, new Map([[folder, survivorsPart(folder, outcome.judged, texts, how)]]));
  }
  if (folders.length > 1) process.stdout.write(tallyTable("all", all).split("\n").at(-2)?.concat("\n") ?? "");
  return 0;
}

/** After each folder, because a later one may be cut short. */
function save(
  { seed, runs, out, survivors, keep }: Choice,
  all: readonly Judged[],
  texts: ReadonlyMap<string, string>,
  part: ReadonlyMap<string, string>,
): void {
  if (out !== null) writeFileSync(out, `${JSON.stringify({ seed, runs, ...totals(all), mutants: all }, null, 1)}\n`);
  if (survivors !== null) writeFileSync(survivors, survivorLines(all, texts).join("\n").concat("\n"));
  const kept = join(root, keptList);
  if (!keep) return;
  const before = existsSync(kept) ? readFileSync(kept, "utf8") : "";
  writeFileSync(
    kept,
    withParts(before, part, (folder) => existsSync(join(root, folder))),
  );
}

function totals(all: readonly Judged[]): object {
  const counts = countsOf(all);
  return { score: score(counts), ...counts };
}

/** What to run, or what is wrong with the command line. */
function choose(args: readonly string[]): Choice | string {
  const text = { type: "string" } as const;
  const flag = { type: "boolean", default: false } as const;
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { runs: text, seed: text, out: text, survivors: text, keep: flag, self: flag },
      allowPositionals: true,
    });
    const folders = positionals.length === 0 ? usualFolders : positionals.map((path) => path.replace(/\/+$/, ""));
    const empty = folders.filter((path) => !path.startsWith("src/") || sourcesOf(root, path).length === 0);
    if (empty.length > 0) return `No TypeScript file below src: ${empty.join(", ")}.`;
    const untested = folders.filter((path) => testsOf(root, path).length === 0);
    if (untested.length > 0) return `No tests below test for ${untested.join(", ")}.`;
    const [runs, seed] = [Number(values.runs ?? 12), Number(values.seed ?? 20_261_121)];
    if (!(Number.isInteger(runs) && runs > 0)) return "--runs takes a whole number above 0.";
    if (!Number.isInteger(seed)) return "--seed takes a whole number.";
    const { out = null, survivors = null, keep, self } = values;
    return { folders, runs, seed, out, survivors, keep, self };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

process.exitCode = await main(process.argv.slice(2));

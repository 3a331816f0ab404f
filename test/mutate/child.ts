/** Child: judges mutants one after another and notes each verdict at once; it may hang or die, and the parent goes on behind it. */

import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Case, openDesk } from "./desk.js";
import { type Note, type Task, unhealthy } from "./notes.js";
import { deskName } from "./program.js";
import { shortChecks } from "./short-checks.js";
import { emptySpace, isHealthy, judge, look } from "./sweep.js";

const folder = process.argv[2] ?? "";
/** Indices of mutants, the end exclusive, and after how many the tests are run unchanged. */
const [from = 0, to = 0, step = 1] = process.argv.slice(3).map(Number);
const { mutants, seed, runs }: Task = JSON.parse(readFileSync(join(folder, "task.json"), "utf8"));
const note = (line: Note): void => appendFileSync(join(folder, "notes.jsonl"), `${JSON.stringify(line)}\n`);

const desk = openDesk();
const checks = shortChecks(seed);
const space = emptySpace();
Object.assign(globalThis, { __stryker__: space, [deskName]: { vitest: desk.vitest, fastCheck: checks.module } });
// A promise that a changed line drops belongs to a test that has been judged.
process.on("unhandledRejection", () => undefined);
process.once("disconnect", () => process.exit());

const { loads }: { readonly loads: readonly (readonly [string, () => Promise<unknown>])[] } = await import(
  pathToFileURL(join(folder, "main.mjs")).href
);
for (const [path, load] of loads) {
  desk.openFile(path);
  await load();
}
checks.limit(runs);
/** A property that counts what it met needs all of its runs. */
const atFullLength = (test: Case): Case => ({
  ...test,
  run: async () => {
    checks.limit(Number.POSITIVE_INFINITY);
    try {
      await test.run();
    } finally {
      checks.limit(runs);
    }
  },
});
const baseline = await look(desk.cases, space, atFullLength);
const slowest = Math.ceil(Math.max(0, ...baseline.timed.map(({ ms }) => ms)));
note({ kind: "ready", tests: baseline.timed.length, failing: baseline.failing, slowest });
let noted = performance.now();
const alive = (): void => {
  if (performance.now() - noted < 500) return;
  noted = performance.now();
  note({ kind: "alive" });
};
for (let i = from; i < to; i++) {
  const verdict = await judge(mutants[i]?.id ?? "", baseline, alive);
  note({ kind: "verdict", ...verdict });
  if (verdict.harmed === true) process.exit(unhealthy);
  // Tests that never wait would keep signals and the parent's end from being heard.
  await new Promise(setImmediate);
  if ((i + 1 - from) % step !== 0) continue;
  if (!(await isHealthy(baseline, alive))) process.exit(unhealthy);
  note({ kind: "healthy" });
}
process.exit(0);

/** Self: the runner on a small file whose verdicts are known, so that its figures can be believed. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { mutate, type Order, type Outcome } from "./mutate.js";

const source = "test/mutate/fixture/sample.ts";
const order: Order = {
  sources: [source],
  tests: ["test/mutate/fixture/sample-judge.ts"],
  seed: 1,
  runs: 5,
  stretch: 4,
};

/** How many mutants of each function get which verdict. */
const expected: Readonly<Record<string, number>> = {
  "sum killed": 2,
  "isTidy survived": 2,
  "isLarge killed": 4,
  "isLarge survived": 1,
  "product uncovered": 2,
  "digits killed": 4,
  "digits survived": 1,
  "digits timeout": 1,
  "rounds timeout": 1,
  "soon timeout": 1,
  "exitCode killed": 1,
  "base static": 1,
  "kept killed": 1,
  "kept survived": 1,
  "kept static": 2,
};
const testsExpected = 12;
/** Three for what `isTidy` leaves behind, and one each for a child that hangs and one that dies. */
const restartsExpected = 5;

/** What is not as expected, a line each. */
export async function selfTest(root: string, say: (line: string) => void): Promise<readonly string[]> {
  const outcome = await mutate(root, order, say);
  const lines = readFileSync(join(root, source), "utf8").split("\n");
  const found: Record<string, number> = {};
  for (const { location, status } of outcome.judged) {
    const key = `${nameAbove(lines, location.start.line)} ${status}`;
    found[key] = (found[key] ?? 0) + 1;
  }
  const wrong = [...new Set([...Object.keys(expected), ...Object.keys(found)])]
    .filter((key) => expected[key] !== found[key])
    .map((key) => `${key}: ${found[key] ?? 0} mutants instead of ${expected[key] ?? 0}`);
  return [...wrong, ...wrongAround(outcome)];
}

function wrongAround({ tests, failing, restarts }: Outcome): readonly string[] {
  const wrong: string[] = [];
  if (tests !== testsExpected) wrong.push(`${tests} tests pass instead of ${testsExpected}`);
  if (failing.length !== 1 || failing[0]?.includes("fails with nothing changed") !== true)
    wrong.push(`failing with nothing changed: ${failing.join(", ") || "none"}`);
  if (restarts !== restartsExpected) wrong.push(`${restarts} restarts instead of ${restartsExpected}`);
  return wrong;
}

/** What the nearest export at or above a line is called. */
function nameAbove(lines: readonly string[], line: number): string {
  const opening = lines.slice(0, line + 1).findLast((one) => one.startsWith("export ")) ?? "";
  return opening.split(/[\s(:]+/)[2] ?? "";
}

/** Mutate's tests: verdicts on code with its switches written by hand, and how they are counted and told. */

import { tmpdir } from "node:os";
import { describe, expect, test } from "vitest";
import { openDesk } from "./desk.js";
import { missingInstrumenter } from "./instrument.js";
import type { Judged } from "./mutate.js";
import { survivorLines, survivorsPart, withParts } from "./survivors.js";
import { emptySpace, isHealthy, judge, look, type Space } from "./sweep.js";
import { countsOf, score, tallyTable } from "./tally.js";
import { themeOf } from "./themes.js";

/** What Stryker writes at a mutant's place: counts that it is passed, and says whether the mutant is on. */
function passing(space: Space, id: string): boolean {
  const { currentTestId, mutantCoverage } = space;
  let hits = mutantCoverage.static;
  if (currentTestId !== undefined) hits = mutantCoverage.perTest[currentTestId] ??= {};
  hits[id] = (hits[id] ?? 0) + 1;
  if (space.activeMutant !== id) return false;
  space.hitCount = (space.hitCount ?? 0) + 1;
  if (space.hitCount > (space.hitLimit ?? 0)) throw new Error("Stryker: Hit count limit reached");
  return true;
}

type Vitest = Record<"test" | "describe" | "beforeEach", (...args: readonly unknown[]) => void>;

const alive = (): void => undefined;

async function judged(write: (vitest: Vitest, space: Space) => void, ids: readonly string[]): Promise<unknown> {
  const [desk, space] = [openDesk(), emptySpace()];
  desk.openFile("a.test.ts");
  write(desk.vitest as Vitest, space);
  const baseline = await look(desk.cases, space, (one) => ({ ...one }));
  const verdicts: unknown[] = [];
  for (const id of ids) verdicts.push((await judge(id, baseline, alive)).status);
  return { verdicts, failing: baseline.failing, healthy: await isHealthy(baseline, alive) };
}

describe("a verdict", () => {
  test("is given on a tested line, an untested one, one of the module, one that is only run, and an endless one", async () => {
    const found = await judged(
      ({ test: one, describe: suite, beforeEach }, space) => {
        const sum = (a: number, b: number): number => (passing(space, "tested") ? a - b : a + b);
        const untested = (): boolean => passing(space, "untested");
        const run = (): boolean => passing(space, "run");
        passing(space, "module");
        let four = 0;
        suite("sums", () => {
          beforeEach(() => {
            four = 4;
          });
          one("are right", () => {
            expect(sum(four, 1)).toBe(5);
            run();
          });
          one("end", async () => {
            await Promise.resolve();
            for (let left = four; left > 0; ) if (!passing(space, "endless")) left--;
          });
        });
        expect(typeof untested).toBe("function");
      },
      ["tested", "untested", "module", "run", "endless"],
    );
    expect(found).toEqual({
      verdicts: ["killed", "uncovered", "static", "survived", "timeout"],
      failing: [],
      healthy: true,
    });
  });

  test("is not given by a test that fails with nothing changed, or only now and then", async () => {
    let looks = 0;
    const found = await judged(
      ({ test: one }, space) => {
        one("fails", () => {
          passing(space, "a");
          throw new Error("always");
        });
        one("fails now and then", () => {
          passing(space, "a");
          if ([3, 4].includes(++looks)) throw new Error("now and then");
        });
      },
      ["a"],
    );
    expect(found).toEqual({ verdicts: ["survived"], failing: ["a.test.ts > fails: always"], healthy: true });
    expect(looks).toBeGreaterThan(4);
  });

  test("is in doubt once a mutant has left something behind", async () => {
    let tidy = true;
    const found = await judged(
      ({ test: one }, space) => {
        one("is tidy", () => expect(tidy).toBe(true));
        one("leaves something", () => {
          if (passing(space, "a")) tidy = false;
        });
      },
      ["a"],
    );
    expect(found).toEqual({ verdicts: ["survived"], failing: [], healthy: false });
  });
});

const mutant = (line: number, status: Judged["status"], replacement: string, end: number): Judged => ({
  id: String(line),
  fileName: "src/a/b.ts",
  mutatorName: "EqualityOperator",
  replacement,
  location: { start: { line, column: 4 }, end: { line, column: end } },
  status,
  by: null,
});
const texts = new Map([["src/a/b.ts", "if (a > b) {\nif (a.length > 1) {\n"]]);
const list = [
  mutant(0, "survived", "a >= b", 9),
  mutant(1, "uncovered", "a.length >= 1", 16),
  mutant(0, "killed", "a < b", 9),
  mutant(0, "timeout", "a <= b", 9),
  mutant(0, "static", "a === b", 9),
];

describe("the report", () => {
  test("counts what was noticed among what a test could notice", () => {
    expect(score(countsOf(list))).toBe(50);
    expect(score(countsOf([]))).toBeNull();
    const [head, row, all] = tallyTable("src/a", list).split("\n");
    expect(head?.split(/ {2,}/)).toEqual(["", "killed", "timeout", "survived", "no coverage", "static", "score"]);
    expect(row?.split(/ {2,}/)).toEqual(["src/a/b.ts", "1", "1", "1", "1", "1", "50.0 %"]);
    expect(all?.startsWith("src/a, 1 files")).toBe(true);
  });

  test("lists survivors by place, with what they change", () => {
    expect(survivorLines(list, texts)).toEqual([
      "src/a/b.ts:1:5 EqualityOperator  a > b => a >= b",
      "src/a/b.ts:2:5 EqualityOperator  a.length > 1 => a.length >= 1",
    ]);
    const part = survivorsPart("src/a", list, texts, "By hand.");
    expect(part).toContain("# src/a\n\n50.0 %: 1 killed, 1 endless, 1 survived, 1 without a test that reaches them");
    expect(part).toContain("- boundary (1): ");
    expect(part).toContain("2:5 EqualityOperator (length or emptiness, not reached)  a.length > 1 => a.length >= 1");
  });

  test("puts a folder's part in its place, leaves the others and drops those of folders that are gone", () => {
    const put = (document: string, folder: string, says: string, isThere = (_: string) => true) =>
      withParts(document, new Map([[folder, `# ${folder}\n\n${says}\n`]]), isThere);
    const first = put("", "src/b", "old");
    const second = put(first, "src/a", "new");
    expect(second.indexOf("# src/a")).toBeLessThan(second.indexOf("# src/b"));
    expect(put(second, "src/b", "newer")).toBe(second.replace("old", "newer"));
    expect(put(first, "src/a", "new", (folder) => folder === "src/a")).toBe(put("", "src/a", "new"));
  });

  test.each([
    ["StringLiteral", "“A sentence.”", '""', "wording"],
    ["StringLiteral", '"key"', '""', "name"],
    ["OptionalChaining", "a?.b", "a.b", "guard for the compiler"],
    ["ConditionalExpression", "a === undefined", "false", "guard for the compiler"],
    ["ConditionalExpression", "!read.ok", "false", "failure passed on"],
    ["EqualityOperator", "a < 3", "a <= 3", "boundary"],
    ["EqualityOperator", "a === 3", "a !== 3", "condition"],
    ["LogicalOperator", "a && b", "a || b", "condition"],
    ["BlockStatement", "{ return 1; }", "{}", "list, object or block"],
    ["ArithmeticOperator", "a + 1", "a - 1", "call or arithmetic"],
  ])("%s on %s is of a theme", (mutatorName, original, replacement, theme) => {
    const one: Judged = { ...mutant(0, "survived", replacement, 9), mutatorName };
    expect(themeOf(one, original)).toBe(theme);
  });
});

test("where Stryker is not installed, the command that fetches it is told", () => {
  expect(missingInstrumenter(tmpdir())).toContain("npm install --no-audit --no-fund --prefix node_modules/.cache/");
});

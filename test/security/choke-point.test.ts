/** Choke point (T3, F9): one way leads to a page on disk and to a commit, and the gates stand on it. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { parse, walk } from "../support/tidy-rules.js";

const root = new URL("../..", import.meta.url).pathname;
const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .map((path) => `src/${path}`)
  .sort();

const texts = sources.map((path) => [path, readFileSync(join(root, path), "utf8")] as const);

/** The files in which some node is of the kind asked for; only those that hold the name at all are parsed. */
function filesWith(name: string, isIt: (node: ts.Node) => boolean): readonly string[] {
  const naming = texts.filter(([, text]) => text.includes(name));
  return naming.flatMap(([path, text]) => {
    let found = false;
    walk(parse(path, text), (node) => {
      found ||= isIt(node);
    });
    return found ? [path] : [];
  });
}

/** The files that call something of this name, as a function or as a method. */
function callersOf(name: string): readonly string[] {
  return filesWith(name, (node) => {
    if (!ts.isCallExpression(node)) return false;
    const callee = ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression;
    return ts.isIdentifier(callee) && callee.text === name;
  });
}

/** The files that turn something into a value of a branded type by an assertion. */
function assertersOf(type: string): readonly string[] {
  return filesWith(type, (node) => ts.isAsExpression(node) && node.type.getText() === type);
}

test("T3 F9: a plan is made in one place and recorded from one place", () => {
  expect(assertersOf("CommitPlan")).toEqual(["src/write/commit/plan.ts"]);
  expect(callersOf("planCommit")).toEqual(["src/write/commit/commit.ts"]);
  expect(callersOf("record")).toContain("src/write/commit/commit.ts");
});

test("T3 F9: what is validated is called so in the writeback layer alone", () => {
  const makers = [...assertersOf("Validated"), ...callersOf("accepted")];
  expect(makers).toContain("src/write/validate.ts");
  expect(makers.filter((path) => !path.startsWith("src/write/"))).toEqual(["src/history/revert.ts"]);
});

test("T3: the gates are called where every patch and every commit passes", () => {
  expect(callersOf("guardText")).toEqual(
    expect.arrayContaining(["src/write/parse-patch.ts", "src/write/validate.ts"]),
  );
  expect(callersOf("guardOrigin")).toEqual(["src/write/tool-file.ts", "src/write/validate.ts"]);
  expect(callersOf("guardWrites")).toContain("src/write/commit/commit.ts");
  // Whoever reads a table and HEAD for a decision has read the labels before.
  expect(callersOf("refreshLabels")).toEqual(expect.arrayContaining(["src/prompt/assemble.ts", "src/write/flow.ts"]));
});

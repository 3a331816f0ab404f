/** The law of the house: each rule is shown to bite on a fabricated violation, and the real tree breaks none. */

import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { describe, expect, test } from "vitest";
import { commonRules, sourceRules } from "./support/tidy-law.js";
import { exportCount, type TidyRule } from "./support/tidy-rules.js";
import { cases, head } from "./support/tidy-samples.js";

const root = new URL("..", import.meta.url).pathname;

const rules: Readonly<Record<string, TidyRule>> = { ...sourceRules, ...commonRules };

test("every rule has its samples", () => {
  expect(Object.keys(cases).sort()).toEqual(Object.keys(rules).sort());
});

describe.each(Object.entries(rules))("%s", (name, rule) => {
  const { bad = [], good = [] } = cases[name] ?? {};
  test.each(bad.map(([path, text]) => ({ path, text })))("is red on $path: $text", ({ path, text }) => {
    expect(rule(path, text)).not.toEqual([]);
  });
  test.each(good.map(([path, text]) => ({ path, text })))("is green on $path: $text", ({ path, text }) => {
    expect(rule(path, text)).toEqual([]);
  });
});

test("an exception for a file that has fewer exports than it says is red", () => {
  const names = Array.from({ length: 13 }, (_, at) => `n${at} = 1`);
  const thirteen = `export const ${names.join(", ")};`;
  const allowing = (count: number): TidyRule => exportCount({ "src/a.ts": count }, "src/index.ts");
  expect(allowing(14)("src/a.ts", thirteen)).toHaveLength(1);
  expect(allowing(13)("src/a.ts", thirteen)).toEqual([]);
  expect(allowing(14)("src/index.ts", thirteen)).toEqual([]);
  expect(allowing(1)("src/a.ts", "export const a = 1;")).toHaveLength(1);
});

/** Violations on purpose, and the words that are looked for. */
const samples = ["test/support/tidy-samples.ts", "test/support/tidy-words.ts"];

/** Every TypeScript file below `folder`, relative to `base`; none found is a violation, not a success. */
function violations(base: string, folder: string, rules: Readonly<Record<string, TidyRule>>): string[] {
  const entries = fs.existsSync(`${base}/${folder}`) ? fs.readdirSync(`${base}/${folder}`, { recursive: true }) : [];
  const paths = entries
    .map((entry) => `${folder}/${entry}`)
    .filter((path) => /\.[mc]?tsx?$/.test(path) && !samples.includes(path));
  if (paths.length === 0) return [`${folder}: no file was found.`];
  return paths.sort().flatMap((path) => {
    const text = fs.readFileSync(`${base}/${path}`, "utf8");
    return Object.entries(rules).flatMap(([name, rule]) =>
      rule(path, text).map((says) => `${path}: ${name}: ${says}`),
    );
  });
}

describe("the tree", () => {
  test("src keeps the law", () => expect(violations(root, "src", rules)).toEqual([]));
  test("test keeps the common rules", () => expect(violations(root, "test", commonRules)).toEqual([]));

  test("a folder without files, or absent, is red; so is one with a bad file", () => {
    const dir = fs.mkdtempSync(`${tmpdir()}/pagefile-tidy-`);
    expect(violations(dir, "src", rules)).toEqual(["src: no file was found."]);
    fs.mkdirSync(`${dir}/src/base`, { recursive: true });
    expect(violations(dir, "src", rules)).toEqual(["src: no file was found."]);
    fs.writeFileSync(`${dir}/src/base/a.ts`, `${head}Date.now();\n`);
    expect(violations(dir, "src", rules)).toEqual([
      "src/base/a.ts: noImpureWords: line 2: Date.now in a pure layer; take it as an argument.",
    ]);
    fs.rmSync(dir, { recursive: true });
  });
});

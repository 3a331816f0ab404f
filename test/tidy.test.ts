/** The law of the house: each rule is shown to bite on a fabricated violation, and the real tree breaks none. */

import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { describe, expect, test } from "vitest";
import { commonRules, order, sourceRules, starts, treeRules } from "./support/tidy-law.js";
import { exportCount, type TidyRule } from "./support/tidy-rules.js";
import { cases, head, treeCases } from "./support/tidy-samples.js";
import type { Tree } from "./support/tidy-tree.js";

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

test("every rule of the tree has its samples", () => {
  expect(Object.keys(treeCases).sort()).toEqual(Object.keys(treeRules).sort());
});

describe.each(Object.entries(treeRules))("%s", (name, rule) => {
  const { bad = [], good = [] } = treeCases[name] ?? {};
  test.each(bad.map((files) => ({ files })))("is red on $files", ({ files }) => {
    expect(rule(new Map(Object.entries(files)))).not.toEqual([]);
  });
  test.each(good.map((files) => ({ files })))("is green on $files", ({ files }) => {
    expect(rule(new Map(Object.entries(files)))).toEqual([]);
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

/** Every TypeScript file below `folder`, relative to `base`. */
function treeOf(base: string, folder: string): Tree {
  const entries = fs.existsSync(`${base}/${folder}`) ? fs.readdirSync(`${base}/${folder}`, { recursive: true }) : [];
  const paths = entries
    .map((entry) => `${folder}/${entry}`)
    .filter((path) => /\.[mc]?tsx?$/.test(path) && !samples.includes(path));
  return new Map(paths.sort().map((path) => [path, fs.readFileSync(`${base}/${path}`, "utf8")]));
}

/** No file found is a violation, not a success. */
function violations(base: string, folder: string, rules: Readonly<Record<string, TidyRule>>): string[] {
  const tree = treeOf(base, folder);
  if (tree.size === 0) return [`${folder}: no file was found.`];
  return [...tree].flatMap(([path, text]) => {
    return Object.entries(rules).flatMap(([name, rule]) =>
      rule(path, text).map((says) => `${path}: ${name}: ${says}`),
    );
  });
}

describe("the tree", () => {
  test("src keeps the law", () => expect(violations(root, "src", rules)).toEqual([]));
  test.each(Object.entries(treeRules))("src as a whole keeps %s", (_name, rule) => {
    expect(rule(treeOf(root, "src"))).toEqual([]);
  });
  test("every folder of src has its place in the order, and the order names no other", () => {
    const names = fs.readdirSync(`${root}/src`).map((name) => name.replace(/\.ts$/, ""));
    expect(names.filter((name) => name !== "bundle" && !name.endsWith(".md")).sort()).toEqual([...order].sort());
  });
  test("every start that the law names is a file", () => {
    const tree = treeOf(root, "src");
    expect(Object.keys(starts).filter((path) => !tree.has(path))).toEqual([]);
  });
  test("test keeps the common rules", () => expect(violations(root, "test", commonRules)).toEqual([]));

  test("a folder without files, or absent, is red; so is one with a bad file", () => {
    const dir = fs.mkdtempSync(`${tmpdir()}/pagefile-tidy-`);
    expect(violations(dir, "src", rules)).toEqual(["src: no file was found."]);
    fs.mkdirSync(`${dir}/src/base`, { recursive: true });
    expect(violations(dir, "src", rules)).toEqual(["src: no file was found."]);
    fs.writeFileSync(`${dir}/src/base/a.ts`, `${head}Date.now();\n`);
    expect(violations(dir, "src", rules)).toEqual([
      "src/base/a.ts: pureButFor: line 2: Date.now in a pure file; take it as an argument.",
    ]);
    fs.rmSync(dir, { recursive: true });
  });
});

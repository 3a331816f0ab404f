/** Layouts: to the character what an edit of frontmatter leaves of lists, maps and texts in each style, and how it is refused. */

import { describe, expect, test } from "vitest";
import type { YamlValue } from "../../../src/page/frontmatter/print.js";
import { removeKey, setKey } from "../../../src/page/frontmatter/splice.js";

import { scan } from "../../support/edits.js";

const page = (inner: string): string => `---\n${inner}---\nbody\n`;

function after(inner: string, path: readonly string[], value: YamlValue | undefined): string {
  const text = page(inner);
  const done = value === undefined ? removeKey(text, scan(text), path) : setKey(text, scan(text), path, value);
  if (!done.ok) return `${done.error.says} | ${done.error.hint}`;
  expect(done.value.endsWith("---\nbody\n")).toBe(true);
  return done.value.slice(4, -"---\nbody\n".length);
}

type Row = readonly [inner: string, path: string, value: YamlValue | undefined, want: string];

function table(rows: readonly Row[]): void {
  test.each(rows)("%j: %s becomes %j", (inner, path, value, want) => {
    expect(after(inner, path.split("."), value)).toBe(want);
  });
}

describe("lists on lines", () => {
  table([
    ["a:\n- x # 1\n- y # 2\n- z # 3\n", "a", ["x", "w", "z"], "a:\n- x # 1\n- w # 2\n- z # 3\n"],
    ["a:\n- x # 1\n- y # 2\n- z # 3\n", "a", ["x", "z"], "a:\n- x # 1\n- z # 3\n"],
    ["a:\n- x # 1\n- y # 2\n", "a", ["x", "y", "z"], "a:\n- x # 1\n- y # 2\n- z\n"],
    ["a:\n- x # 1\n- y # 2\n", "a", ["w", "x", "y"], "a:\n- w\n- x # 1\n- y # 2\n"],
    ["a:\n- x # 1\n- y # 2\n", "a", ["x", "v", "w", "y"], "a:\n- x # 1\n- v\n- w\n- y # 2\n"],
    ["a:\n- x # 1\n- y # 2\n", "a", ["x", 7], "a:\n- x # 1\n- 7\n"],
    ["a:\n- 'x'\n- \"y\"\n", "a", ["v", "w"], "a:\n- v\n- w\n"],
    ["a:\n- 'x'\n- \"y\"\n", "a", ["it's", "y"], "a:\n- 'it''s'\n- \"y\"\n"],
    ["a:\n- |\n  x\n- y\n", "a", ["w", "y"], "a:\n- w\n- y\n"],
    ["a:\n- >-\n  x\n- y\n", "a", ["w", "y"], "a:\n- w\n- y\n"],
    ["a:\n-\n- y\n", "a", ["w", "y"], "a:\n- w\n- y\n"],
    ["a:\n- b: 1\n  c: 2\n- y\n", "a", ["w", "y"], "a:\n- w\n- y\n"],
    ["a:\n-\n  b: 1\n- y\n", "a", ["w", "y"], "a:\n- w\n- y\n"],
    ["a:\n  -  x\n  -\n    - 1\n  - y\nb: 1\n", "a", ["x", "y"], "a:\n  -  x\n  - y\nb: 1\n"],
    ["a:\n- x\n- x\n- x\n", "a", ["x"], "a:\n- x\n"],
    ["a:\n- x\n", "a", [], "a: []\n"],
    ["a: # c\n- x\n", "a", "w", "a: w # c\n"],
    ["a:\n- x\n", "a", { b: 1 }, "a: { b: 1 }\n"],
  ]);
});

describe("lists in brackets", () => {
  table([
    ["a: [x]\n", "a", ["x", "w"], "a: [x, w]\n"],
    ["a: [\n  x, # 1\n  y\n]\n", "a", ["x", "y", "z"], "a: [\n  x, # 1\n  y, z\n]\n"],
    ["a: [ x, 'y' ]\n", "a", ["y", "x"], "a: [ 'y', x ]\n"],
    ["a: [x, 'y']\n", "a", ["y", "z"], "a: ['y', z]\n"],
    ["a: ['x', x]\n", "a", ["x", "x", "z"], "a: ['x', x, z]\n"],
    ["a: ['x', y]\n", "a", ["y", "x", "x"], "a: [y, 'x', x]\n"],
    ["a: [{ b:\n  1 }, y]\n", "a", ["y", { b: 1 }], "a: [y, { b: 1 }]\n"],
    ["a: []\n", "a", ["x"], "a: [x]\n"],
    ["a: [x, y]\n", "a", ["x"], "a: [x]\n"],
    ["a: [x]\n", "a", [], "a: []\n"],
    ["a: [x]\n", "a", "y", 'a: "y"\n'],
    ["a: x\n", "a", ["w"], "a: [w]\n"],
  ]);
});

describe("texts", () => {
  table([
    ["a: |\n    x\nb: 1\n", "a", "y\nz\n", "a: |\n    y\n    z\nb: 1\n"],
    ["a: |2\n   x\n", "a", "y\n", "a: |\n  y\n"],
    ["a: >-\n   x\n", "a", "y", "a: >-\n   y\n"],
    ["a: |\n\n   x\n", "a", "y\n", "a: |\n   y\n"],
    ["a: |\n", "a", "y\n", "a: |\n  y\n"],
    ["a:\n  b: |\n      x\n", "a.b", "y\n", "a:\n  b: |\n      y\n"],
    ["a:\n    b: |\n", "a.b", "y\n", "a:\n    b: |\n      y\n"],
    ["a: |\n  x\n", "a", 7, "a: 7\n"],
    ["a: 'x'\n", "a", "y", "a: 'y'\n"],
    ['a: "x"\n', "a", "y", 'a: "y"\n'],
    ["a: x # c\n", "a", null, "a: null # c\n"],
    ["a:\n", "a", "x", "a: x\n"],
  ]);
});

describe("maps", () => {
  table([
    ["a: 1\n", "b", 2, "a: 1\nb: 2\n"],
    ["", "b", 2, "b: 2\n"],
    ["{ a: 1 }\n", "b", 2, "{ a: 1, b: 2 }\n"],
    ["{}\n", "b.c", 2, "{ b: { c: 2 } }\n"],
    ["a: {}\n", "a.b.c", 2, "a: { b: { c: 2 } }\n"],
    ["a:\n", "a.b.c", 2, "a:\n  b:\n    c: 2\n"],
    ["a: # d\ne: 1\n", "a.b", 2, "a: # d\n  b: 2\ne: 1\n"],
    ["a:\n   b: 1 # c\n", "a.d", 2, "a:\n   b: 1 # c\n   d: 2\n"],
    ["a: { b: 1, c: 2, d: 3 }\n", "a.b", undefined, "a: { c: 2, d: 3 }\n"],
    ["a: { b: 1, c: 2, d: 3 }\n", "a.d", undefined, "a: { b: 1, c: 2 }\n"],
    ["a: { b: 1 }\n", "a.b", undefined, "a: {  }\n"],
    ["a:\n  b: 1 # c\n  d: 2\n", "a.b", undefined, "a:\n  d: 2\n"],
    ["a:\n  b: 1\n", "a.b", undefined, "a: {}\n"],
    ["a: 1\n", "b", undefined, "a: 1\n"],
    ["a: 1\n", "a.b", undefined, "a: 1\n"],
    ["a:\n  b: 1 # one\n  c: 2\n  d: 3\n", "a", { d: 4, b: 1, e: 5 }, "a:\n  b: 1 # one\n  d: 4\n  e: 5\n"],
    ["a: {}\n", "a", { b: 1 }, "a: { b: 1 }\n"],
    [
      "a: 1\n",
      "a.b",
      2,
      "“a.b” leads through a value that is no map. | Name a key of the frontmatter, or remove the value that is in the way.",
    ],
    ["a: 1\n", "a", 1, "a: 1\n"],
  ]);
});

/** Scan's refusals of lines: the words, the hint and the line of each thing that a line, a key or a block text may not be. */

import { describe, expect, test } from "vitest";
import { scanFrontmatter } from "../../../src/page/frontmatter/scan.js";
import { refuses } from "./refuses.js";

const [invalid, refused] = ["frontmatter_invalid", "frontmatter_refused"] as const;
const long = "k".repeat(255);
const keys = (count: number): string => Array.from({ length: count }, (_, i) => `k${i}: 1\n`).join("");

describe("characters and lines", () => {
  const character = (code: string): string =>
    `The frontmatter holds the character U+${code}, which YAML text does not.`;
  refuses(character("0000"), "Remove it.", invalid, [["\0", 2]]);
  refuses(character("0008"), "Remove it.", invalid, [["a: 1\nb: \x08", 3]]);
  refuses(character("000B"), "Remove it.", invalid, [["a: \x0b", 2]]);
  refuses(character("001F"), "Remove it.", invalid, [["a: [\n\x1f]", 3]]);
  refuses(character("007F"), "Remove it.", invalid, [["# \x7f", 2]]);
  refuses(character("FEFF"), "Remove it.", invalid, [["a: \ufeff", 2]]);
  refuses(character("000D"), "Remove it.", invalid, [["a: x\ry", 2]]);
  const tab = "The line is indented with a tab; YAML indents with spaces.";
  refuses(tab, "Replace the tab with spaces.", invalid, [
    ["k: >\n\t", 3],
    ["k: |\n  x\n\t", 4],
    ["a:\n\tb: 1", 3],
    ["a: 1\n \tb: 1", 3],
    ["a: 1\n  # c\n\t# d", 4],
    ["a: [\n\t1]", 3],
    ["a: [\n  1,\n \t2]", 4],
    ["a: |\n\tx", 3],
    ["a: |\n\n\tx", 4],
    ["a: |\n  x\n \ty", 4],
    ["a: |2\n \tx", 3],
    ["a:\n  b: |\n \tx", 4],
    ["a:\n  b: |\n  \tx", 4],
    ["a:\n- |\n\tx", 4],
  ]);
  refuses("A list item is indented with a tab; YAML indents with spaces.", "Replace the tab with a space.", invalid, [
    ["a:\n-\t1", 3],
    ["a:\n- 1\n- \t2", 4],
  ]);
  const further = "The line is indented further than the entries around it.";
  const align =
    "Align it; a plain value that spans lines is written as a block text (key: >) or in quotes on one line.";
  refuses(further, align, invalid, [
    ["a: 1\n b: 2", 3],
    ["a: x\n\n# c\n y", 5],
    ["a:\n  x\n  y", 4],
    ["a:\n  - 1\n - 2", 4],
    ["a:\n  - 1\n   - 2", 4],
    ["a:\n - 1\n b: 2", 4],
    ["a:\n  b: 1\n c: 2", 4],
    ["a:\n- b: 1\n c: 2", 4],
    ["a: [1]\n 2", 3],
    ["a: |\n  x\n y: 1", 4],
  ]);
  refuses("The line does not belong to the map above it.", "Align it with the other keys.", invalid, [
    [" a: 1\nb: 2", 3],
    ["{ a: 1 }\nb: 2", 3],
    ["{}\n\n# c\n}", 5],
  ]);
  const marker =
    "The frontmatter holds a document marker; it is one YAML document, closed by a line of three dashes.";
  refuses(marker, "Remove the marker, or close the frontmatter with ---.", refused, [
    ["...", 2],
    ["a: 1\n... \nb: 2", 3],
    ["a: 1\n--- # x", 3],
    ["a:\n- 1\n---\tx", 4],
    ["a: [1]\n--- x", 3],
  ]);
  refuses(`Lists and maps are nested more than 5 deep.`, "Move the detail into the body.", "frontmatter_too_deep", [
    ["a: [[[[[1]]]]]", 2],
    ["a: { b: { c: { d: { e: {} } } } }", 2],
    ["a:\n- - - - - 1", 3],
    ["a:\n b:\n  c:\n   d:\n    e:\n    - 1", 7],
    ["a:\n- - - - b: 1", 3],
    ["a:\n- - - - [1]", 3],
    ["{ a: [[[[[]]]]] }", 2],
  ]);
});

describe("keys", () => {
  const line = "The line is not “key: value”.";
  const write =
    "Write a key, a colon and a space; a value that spans lines is a block text (key: |) or in quotes on one line.";
  refuses(line, write, invalid, [
    ["a", 2],
    ["a#b", 2],
    ["a #b: c", 2],
    ["a:b", 2],
    ['"a"', 2],
    ["'a' b: c", 2],
    ["'a':b", 2],
    ["a:\n-1", 3],
    ["a:\n  b: 1\n  c", 4],
    ["a: |\nb", 3],
    ["a\r", 2],
  ]);
  refuses("There is a merge key (<<).", "Write the merged keys out.", refused, [
    ["<<: { a: 1 }", 2],
    ["'<<': 1", 2],
    ["a: 1\nb: {<<: 1}", 3],
  ]);
  refuses("A key has more than 256 characters.", "Shorten it, or quote the text if it is a value.", invalid, [
    [`${long}kk: 1`, 2],
    [`'${long}': 1`, 2],
    [`a: {${long}kk: 1}`, 2],
  ]);
  const twice = (key: string): string => `The key “${key}” stands twice in one map.`;
  refuses(twice("a"), "Keep one of the two.", "key_duplicate", [
    ["a: 1\nb: 2\n'a': 3", 4],
    ["{ a: 1, a: 2 }", 2],
    ["b: { a: 1,\n 'a': 2}", 3],
    ["b:\n- a: 1\n  a: 1", 4],
  ]);
  refuses(twice("k0"), "Keep one of the two.", "key_duplicate", [[`${keys(13)}k0: 2`, 15]]);
  refuses(twice("k11"), "Keep one of the two.", "key_duplicate", [[`${keys(12)}k11: 2`, 14]]);
  refuses(twice("k12"), "Keep one of the two.", "key_duplicate", [[`${keys(14)}k12: 2`, 16]]);
  refuses(twice("k13"), "Keep one of the two.", "key_duplicate", [[`${keys(15)}k13: 2`, 17]]);
  refuses(twice("k3"), "Keep one of the two.", "key_duplicate", [
    [`a: {${keys(20).trim().split("\n").join(", ")}, k3: 1}`, 2],
  ]);
  test("keys of 256 characters and as many keys as one likes are read", () => {
    for (const inner of [`${long}k: 1`, `'${long.slice(1)}': 1`, `a: {${long}k: 1}`, keys(12), keys(13), keys(40)]) {
      expect(scanFrontmatter("a.md", `---\n${inner}\n---\n`)).toMatchObject({ ok: true });
    }
  });
});

describe("block texts", () => {
  const header = "A block text's header is followed by other text.";
  refuses(header, "Begin the text on the next line, or quote a value that begins with | or >.", invalid, [
    ["a: |x", 2],
    ["a: | x", 2],
    ["a: |# c\n  x", 2],
    ["a: |++\n  x", 2],
    ["a: |-+\n  x", 2],
    ["a: |12\n  x", 2],
    ["a: |0\n  x", 2],
    ["a:\n- >x\n  y", 3],
  ]);
  refuses("A block text's header stands on a line of its own.", "Put | or > behind the key's colon.", invalid, [
    ["a:\n  |\n  x", 3],
    ["a:\n-\n  >\n  x", 4],
  ]);
  const blank =
    "A block text with an indentation number holds a line of spaces, which readers of YAML take for different things.";
  refuses(blank, "Remove the spaces from the blank line, or put the text in quotes.", invalid, [
    ["a: |2\n     \n  x", 2],
    ["a: 1\nb: >2\n  x\n    ", 3],
    ["a: >1\n    ", 2],
  ]);
  const first = "A blank line at the beginning of a block text is longer than the text's indentation.";
  refuses(first, "Remove the spaces from the blank line.", invalid, [
    ["a: |\n    \n  x", 3],
    ["a: |\n \n   \n\n  x", 4],
    ["a: >\n\n     \n   \n  x", 4],
  ]);
});

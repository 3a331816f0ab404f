/** Scan's refusals of values: the words, the hint and the line of each thing that a value or a bracket may not be. */

import { describe } from "vitest";
import { refuses } from "./refuses.js";

const [invalid, refused] = ["frontmatter_invalid", "frontmatter_refused"] as const;

describe("where a value is expected", () => {
  const closed =
    "Frontmatter is a closed subset of YAML: write the value out, in quotes if it begins with this character.";
  const there = (what: string): string => `There is ${what} where a value was expected.`;
  refuses(there("an anchor (&)"), closed, refused, [["a: &x 1", 2]]);
  refuses(there("an alias (*)"), closed, refused, [["a:\n- *x", 3]]);
  refuses(there("a tag (!)"), closed, refused, [["a: [ 1, !x 1]", 2]]);
  refuses(there("a directive (%)"), closed, refused, [["%x: 1", 2]]);
  refuses(there("a complex key (? )"), closed, refused, [
    ["? a", 2],
    ["a: ?", 2],
    ["a: ?\tx", 2],
    ["a: [?, x]", 2],
    ["a: {? : 1}", 2],
  ]);
  refuses(there("the reserved character @"), closed, invalid, [["a: @x", 2]]);
  refuses(there("the reserved character `"), closed, invalid, [["a: `x`", 2]]);
  refuses(there("a block text (|)"), closed, invalid, [["a: [|]", 2]]);
  refuses(there("a block text (>)"), closed, invalid, [["a: { b: >}", 2]]);
  refuses(there("a list item (- )"), closed, invalid, [
    ["- a", 2],
    ["a: - x", 2],
    ["a: [-]", 2],
    ["a: [-, x]", 2],
    ["a: [ - x ]", 2],
  ]);
  refuses(there("an empty key"), closed, invalid, [
    [": x", 2],
    ["a: : x", 2],
    ["a: [:, x]", 2],
    ["a: [:{]", 2],
  ]);
  refuses(there("a comment without a space before it"), closed, invalid, [
    ["a: [#x]", 2],
    ["a: [b,#x\n]", 2],
  ]);
  for (const sign of [",", "]", "}"]) {
    refuses(`A value may not begin with ${sign} here.`, closed, invalid, [
      [`a: ${sign}x`, 2],
      [`${sign}: 1`, 2],
    ]);
  }
  refuses("A value may not begin with , here.", closed, invalid, [
    ["a: [,]", 2],
    ["a: [1,,2]", 2],
    ["a: {,}", 2],
  ]);
  refuses("A value may not begin with [ here.", closed, invalid, [
    ["[a]", 2],
    ["a: {[b]: 1}", 2],
  ]);
  refuses("A value may not begin with { here.", closed, invalid, [["a: 1\n{ b: 1 }", 3]]);
  refuses(
    "A plain value holds a colon followed by a space, which begins a map.",
    "Put the value in quotes.",
    invalid,
    [
      ["a: x: y", 2],
      ["a: x:", 2],
      ["a: x :\ty", 2],
      ["a:\n- b: c: d", 3],
    ],
  );
});

describe("quotes", () => {
  const open = "A quoted value is not closed on its line.";
  refuses(open, "Close the quote on the same line; for longer text use a block text (key: |).", invalid, [
    ['"a', 2],
    ["'a", 2],
    ["a: 'x\n'", 2],
    ['a: "x\n"', 2],
    ["a: 'x\r\n'\r", 2],
    ['a: "x\r\n"\r', 2],
    ["a: '''", 2],
    ['a: "x\\"', 2],
    ["a:\n- 'x\n- 'y'", 3],
    ["a: [\n 'x]", 3],
  ]);
  for (const [written, letter] of [
    ["\\q", "q"],
    ["\\q12345678", "q"],
    ["\\X41", "X"],
    ["\\x4", "x"],
    ["\\x4g", "x"],
    ["\\xg4", "x"],
    ["\\u12", "u"],
    ["\\U0010fff", "U"],
    ["\\U00110000", "U"],
    ["\\ud", "u"],
    ["\\é", "é"],
  ]) {
    const says = `“\\${letter}” is no escape of YAML 1.2.`;
    refuses(says, "Double the backslash, or use single quotes.", invalid, [[`a: 1\nb: "ok${written}"`, 3]]);
  }
  refuses("“\\” is no escape of YAML 1.2.", "Double the backslash, or use single quotes.", invalid, [['a: "x\\', 2]]);
});

describe("after a value", () => {
  const follows = (what: string): string => `Text follows a value that is complete: “${what}”.`;
  const quote = "Quote the whole value, or put a space before a comment's #.";
  refuses(follows("y"), quote, invalid, [
    ['a: "x" y', 2],
    ["a: 'x' \t y", 2],
    ['a: "x"  y  \r', 2],
    ["a: [1] y", 2],
    ["{ a: 1 } y", 2],
    ["a:\n- {} y\n- 1", 3],
  ]);
  refuses(follows("# no"), quote, invalid, [
    ["a: 'x'# no", 2],
    ["a: [1]# no", 2],
  ]);
  refuses(follows(":1"), quote, invalid, [["a:\n  'b':1", 3]]);
  refuses(follows("y".repeat(40)), quote, invalid, [[`a: "x" ${"y".repeat(40)}`, 2]]);
  refuses(follows(`${"y".repeat(40)}…`), quote, invalid, [[`a: "x" ${"y".repeat(41)}`, 2]]);
});

describe("brackets", () => {
  const expected = (bracket: string): string => `“,” or “${bracket}” was expected.`;
  const separate =
    "Separate entries with commas, close the bracket, and quote values that hold brackets, commas, colons or span lines.";
  refuses(expected("]"), separate, invalid, [
    ["a: ['1' 2]", 2],
    ["a: [1}", 2],
    ["a: [x: y]", 2],
    ["a: [x:]", 2],
    ["a: [\n 1\n 2]", 4],
    ["a: [[1] [2]]", 2],
  ]);
  refuses(expected("}"), separate, invalid, [
    ["a: {b: 1\n c: 2}", 3],
    ["a: {b: 1 c: 2}", 2],
    ["a: {b: 1]", 2],
  ]);
  const entry = "A map in braces has an entry that is not “key: value”.";
  refuses(entry, "Write { key: value, other: value }.", invalid, [
    ["a: {b}", 2],
    ["a: {b: 1,\n c}", 3],
    ["a: {b:1}", 2],
    ["a: {'b' :1}", 2],
    ["a: {'b' 1}", 2],
    ["a: {'b'\n : 1}", 2],
  ]);
  refuses("A bracket is not closed.", "Close it with ] or }.", invalid, [
    ["a: [1", 2],
    ["a: {b: 1", 2],
    ["a: [", 2],
    ["a: {\n b:", 3],
    ["a: [1,\n 2\n # c ]", 3],
  ]);
  const less = "A line inside brackets is indented less than its key.";
  refuses(less, "Indent it further than the key.", invalid, [
    ["a: [\n1]", 3],
    ["a: {\nb: 1}", 3],
    ["a:\n  b: [\n 1]", 4],
    ["a:\n  b: [\n  1]", 4],
    ["a:\n  b: [\n   1\n ]", 5],
    ["a:\n  b: {\n   c: 1\n }", 5],
    ["a: [1\n,2]", 3],
    ["{\na: 1}", 3],
  ]);
});

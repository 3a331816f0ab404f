/** Render table: columns line up in any script, and nothing from a cell reaches the terminal raw. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { columnsOf, cut, table, themeFor } from "../../../src/cli/render/table.js";

const plain = themeFor({ isTTY: false }, {}, "auto");
const narrow = themeFor({ isTTY: true, columns: 44 }, { NO_COLOR: "1" }, "auto");

test.each([
  ["abc", 3],
  ["", 0],
  ["東京", 4],
  ["한글", 4],
  ["e\u0301", 1],
  ["👩‍👩‍👧", 2],
  ["ｆｕｌｌ", 8],
  ["grün", 4],
])("%s takes %i columns", (text, columns) => {
  expect(columnsOf(text)).toBe(columns);
});

test("cells under one heading begin at one column, numbers end at one", () => {
  const rows = [
    [{ text: "東京" }, { text: "7", align: "right" as const }, { text: "x" }],
    [{ text: "travel" }, { text: "1200", align: "right" as const }, { text: "y" }],
  ];
  expect(table(["page", "tokens", "file"], rows, plain)).toBe(
    ["page    tokens  file", "東京         7  x", "travel    1200  y", ""].join("\n"),
  );
});

test("on a terminal no line is wider than it, and what was cut shows an ellipsis", () => {
  const rows = [[{ text: "a".repeat(60) }, { text: "日".repeat(30) }]];
  const lines = table(["one", "two"], rows, narrow).trimEnd().split("\n");
  for (const line of lines) expect(columnsOf(line)).toBeLessThanOrEqual(44);
  expect(lines[1]).toContain("a…");
});

test("cut never leaves more columns than allowed", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 20 }), (text, width) => {
      expect(columnsOf(cut(text, width))).toBeLessThanOrEqual(width);
    }),
  );
});

test("a control character in a cell is written out and keeps its row on one line", () => {
  const drawn = table(["page"], [[{ text: "a\x1b[31m\nb\tc" }]], plain);
  expect(drawn).toBe("page\na\\x1b[31m\\nb\\tc\n");
});

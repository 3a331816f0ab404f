/** ElisionBounds: code spans, brackets and words at the edge of what is taken for the mark of an omission. */

import { expect, test } from "vitest";
import { findElisions } from "../../src/rules/refusal.js";

const found = (text: string): readonly unknown[] =>
  findElisions(text).map(({ kind, line, text: said }) => [kind, line, said]);

/** Two backticks, so many single ones, a blank, two backticks again. */
const farApart = (singles: number): string => `\`\`${" `".repeat(singles)} [REDACTED] \`\``;

test.each([
  "See `a.ts`: [REDACTED]",
  "words ```\n[REDACTED]",
  "~~~ ts\nx\n~~~ \t\n[REDACTED]",
  farApart(31),
  farApart(33),
])("the blank of %j is said, not shown as code", (text) => {
  expect(found(text)).toEqual([["redaction", text.split("\n").length, "[REDACTED]"]]);
});

test.each(["``with ` inside [REDACTED]``", farApart(1), farApart(29), "```\n[REDACTED]\n``` x\n[REDACTED]"])(
  "the blank of %j is shown as code",
  (text) => {
    expect(found(text)).toEqual([]);
  },
);

test("blanks around it are no part of what is told", () => {
  expect(found("REDACTED \t")).toEqual([["redaction", 1, "REDACTED"]]);
  expect(found("[...] \t")).toEqual([["omission", 1, "[...]"]]);
});

test.each([
  "## [...]",
  "#  […]",
  `[as${" ".repeat(180)}rest]`,
  `rest ${"of the ".repeat(6)}content`,
  "12 of the remaining 34 lines omitted ...",
])("stands for other text: %s", (line) => {
  expect(found(line)).toHaveLength(1);
});

test.each([
  "REDACTED by the court",
  "He said [...]",
  "[...] he said",
  "####### [...]",
  "Seats: aisle. [existing.]",
  "this … previous section",
  "this ... previous section",
  ".as in previous section",
  "as it was (rest)",
  "as in rest []",
  "[] as in rest",
  `[as${" ".repeat(200)}rest]`,
  `rest ${"of the ".repeat(6)}content items`,
  "Remaining a12 lines",
  "Remaining 12a lines",
])("only speaks: %s", (line) => {
  expect(found(line)).toEqual([]);
});

/** OpenFile: where the body of a page begins is where a whole reading of its frontmatter says it does. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { soundBodyStart } from "../../src/memory/memory.js";
import { bodyStartOf } from "../../src/page/markdown/outline.js";

import { draws } from "../support/draws.js";
import { factsFrom } from "../support/facts.js";

const line = fc.constantFrom(
  "---",
  "--- ",
  "---\r",
  "--- yaml",
  "----",
  "id: a",
  "title: T\r",
  "tags: [a",
  "new: 1",
  "",
  "- One.",
  "## S",
  "\ufeff---",
);
const text = fc.tuple(
  fc.constantFrom("", "---\n", "\ufeff---\n", "---\r\n"),
  fc.array(line, { maxLength: 7 }),
  fc.constantFrom("", "\n"),
);

test("of every file that is a page of the table", () => {
  let withFrontmatter = 0;
  fc.assert(
    fc.property(text, ([begin, lines, end]) => {
      const content = begin + lines.join("\n") + end;
      if (factsFrom("memory/a.md", content).data.excluded === true) return;
      const start = bodyStartOf(content);
      if (start > 0) withFrontmatter += 1;
      expect(soundBodyStart(content)).toBe(start);
    }),
    { numRuns: draws(2_000) },
  );
  expect(withFrontmatter).toBeGreaterThan(draws(2_000) / 20);
});

/** Fence: the lines that are told to be code are those that the Markdown parser takes for code. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { fenceReader } from "../../src/base/lines.js";
import { parseTree } from "../../src/page/markdown/tree.js";
import { draws } from "../support/draws.js";

const line = fc.constantFrom(
  "```",
  "````",
  "~~~",
  "```js",
  " ```",
  "   ~~~~",
  "~~~ x",
  "``` ",
  "Words.",
  "",
  "`` no",
);

function codeIn(text: string): readonly boolean[] {
  const code = text.split("\n").map(() => false);
  for (const { type, position } of parseTree(text, 0).blocks)
    if (type === "code" && position !== undefined)
      for (let at = position.start.line; at <= position.end.line; at += 1) code[at - 1] = true;
  return code;
}

test("lines are code as the parser takes them", () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 9 }), (lines) => {
      const isCode = fenceReader();
      expect(lines.map(isCode)).toEqual(codeIn(lines.join("\n")));
    }),
    { numRuns: draws(400) },
  );
});

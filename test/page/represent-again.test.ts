/** Represent again: what is kept of bodies seen before is what the rules make of them anew, for whichever page asks. */

import fc from "fast-check";
import { expect, test } from "vitest";
import type { ValueMap } from "../../src/page/decode.js";
import type { PageType } from "../../src/page/page.js";
import { compressBody, fieldSentences, represent, structure, withoutComments } from "../../src/page/represent.js";

const line = fc.constantFrom(
  "- One thing. And more.",
  "- [ ] Open.",
  "## Goal",
  "Plain words <!-- hidden --> here.",
  "",
  "1. First",
);
const asked = fc.record({
  type: fc.constantFrom<PageType>("plan", "preference", "constraint", "evidence"),
  title: fc.constantFrom("A", "B"),
  fields: fc.constantFrom<ValueMap>({}, { goal: "x" }, { step: "y", goal: "x" }, { rule: "z", applies_to: "all" }),
  lines: fc.array(line, { maxLength: 4 }),
});

function below(sentences: string, text: string): string {
  if (sentences === "") return text;
  return text.trim() === "" ? `${sentences}\n` : `${sentences}\n\n${text.replace(/^\n+/, "")}`;
}

test("the same body under another type, title or fields is another text", () => {
  fc.assert(
    fc.property(fc.array(asked, { minLength: 4, maxLength: 12 }), (pages) => {
      for (const { type, title, fields, lines } of [...pages, ...pages]) {
        const body = lines.join("\n");
        const page = {
          id: "a",
          type,
          title,
          path: "a.md",
          oid: "0123456789",
          fields,
          compressed: null,
          compressedOf: null,
        };
        const { full, compressed, structured } = represent(page, body);
        expect([full, compressed, structured]).toEqual([
          ...[body, compressBody(withoutComments(body))].map((text) => below(fieldSentences(type, fields), text)),
          structure({ type, title, fields }, withoutComments(body)),
        ]);
      }
    }),
    { numRuns: 60 },
  );
});

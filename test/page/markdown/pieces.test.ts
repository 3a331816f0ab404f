/** Pieces' tests: a body read piece by piece says what the parser says of the whole, and a line more costs no second look. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blocksByPiece, parseBlocks, piecesOf } from "../../../src/page/markdown/blocks.js";
import { structure } from "../../../src/page/represent.js";

import { draws } from "../../support/draws.js";
import { markdownBodies } from "../../support/markdown-text.js";

/** Words of every kind that may stand behind a marker, or at the beginning of a line. */
const word = fc.constantFrom(
  "Plain words, told once.",
  "Übung 日本 🎉",
  "tag [human] [fact] [x]",
  "[[wiki]] [a][b] ![i][b] x",
  "a [link](u) `code` *em*",
  "a_b & c &amp; \\[d]",
  "two  spaces and tail  ",
  "1. nested",
  "- nested",
  "# no",
  "no #",
  "title ##",
  "> quote",
  "===",
  "---",
  "* * *",
  "- -",
  "    code",
  "\u00a0nbsp\u00a0",
  "\u2028x\u2029y",
  "[r]: /u",
  "```",
  "~~~",
  "<!-- x",
  "a <b> c",
  "\ttab",
  "!",
  "$$",
  "**Bold:** 10:30 said `a b` [human]",
  "*em* [link [human]](u) `[fact]`",
  "__x__ | a | `` `b` `` `c`d`",
  "**",
  "*",
  "_",
  "3.5 and 2026-02-08",
  "12",
  "`open [human]",
  "<b [human]>",
  "|---|",
  "[human](u) `code` [fact]",
  "[human](<u> [fact](u) `x",
  "[human](u [word](https://a.b/c).",
  "***",
  "___",
  "```js",
  "````",
  "→ [x] 🎉",
  "",
);
const marker = fc.constantFrom(
  "- ",
  "- ",
  "- ",
  "-  ",
  "-     ",
  "-",
  "* ",
  "+ ",
  "1. ",
  "2) ",
  "# ",
  "## ",
  "## ",
  "###### ",
  "####### ",
  "#",
  "  - ",
  "    - ",
  "   * ",
  "      - ",
  "1. ",
  "01. ",
  "2. ",
  "10. ",
  "  1. ",
  "  ",
  "   ",
  "> ",
  " # ",
  "",
  "",
);
const lines = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.tuple(marker, word).map(([a, b]) => a + b) },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        "",
        "",
        "- Plain [human]",
        "## Plain",
        " ",
        "===",
        "---",
        "---",
        "***",
        "- [human](u) said `a`",
        "```",
        "```",
        "  - Below",
        "    - Deeper",
      ),
    },
  ),
  { maxLength: 9 },
);
const bodies = fc.tuple(lines, fc.constantFrom("\n", "\n", "\n", "\r\n"), fc.boolean()).map(([all, eol, last]) => {
  return all.join(eol) + (last ? eol : "");
});

describe("blocksByPiece", () => {
  it("finds what the parser finds in the whole body, in any body", () => {
    fc.assert(
      fc.property(bodies, (body) => {
        expect(blocksByPiece(body)).toEqual(parseBlocks(body, 0));
      }),
      { numRuns: Number(process.env.PAGEFILE_PIECES_RUNS ?? draws(1_200)) },
    );
  });

  it("finds what the parser finds in every known body, alone and behind another one", () => {
    for (const body of markdownBodies()) {
      for (const text of [body, `- Before [human]\n${body}`, `## Before\n\n${body}`, `${body}\n- After\n## After\n`])
        expect(blocksByPiece(text)).toEqual(parseBlocks(text, 0));
    }
  });

  it("gives the lines of a page without fields that the parser gives of the whole", () => {
    const page = { type: "preference", title: "T", fields: {} } as const;
    // A fence makes the parser read all of it, and is no line.
    const fenced = "\n\n~~~\n~~~\n";
    fc.assert(
      fc.property(bodies, (body) => {
        expect(structure(page, body)).toBe(structure(page, piecesOf(body) === null ? body : body + fenced));
      }),
      { numRuns: Number(process.env.PAGEFILE_PIECES_RUNS ?? draws(400)) },
    );
  });

  it("looks at each piece once, and not at all where a line is plain", () => {
    const rich = "- Keeps **this** and ``that`` for the pieces.\n";
    const [, first] = blocksByPiece(`# Title\n\n${rich}- Plain.\n`);
    const [, , again] = blocksByPiece(`# Other\n\n- New and plain.\n${rich}`);
    if (first === undefined || again === undefined || !("entry" in first) || !("entry" in again)) throw new Error();
    // The very array that was made the first time.
    expect(again.entry.tags).toBe(first.entry.tags);
    expect(again.entry.digest).toBe(first.entry.digest);
  });
});

/** LineBlocks' tests: what is read by its lines is to the byte what the parser makes of it. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lineBlocks, parseBlocks } from "../../../src/page/markdown/blocks.js";
import { printFragment } from "../../../src/page/markdown/fragment.js";
import { outline } from "../../../src/page/markdown/outline.js";
import { structure } from "../../../src/page/represent.js";

const runs = Number(process.env.PAGEFILE_PLAIN_RUNS ?? 2_000);

/** Everything that is a mark of Markdown somewhere, alone and beside words. */
const sharp = fc.constantFrom(
  ..."`_*[]()!&;:#<>~\\|-+=.\"'“^$ ".split(""),
  ..."`` ``` __ ** ~~~ ]( ![ ]: [[ ]] &amp; &#35; &#x; &copy &nosuch; <b> <!-- -- --- === 1. 2) [x] [human] [^1] (L1) ://".split(
    " ",
  ),
  "  ",
  "\u00a0",
  "\u2028",
  "\ufeff",
  "\t",
  "\0",
  "\v",
  "\f",
  "日本",
  "🎉",
  "\ud83c",
);
const word = fc.constantFrom(
  "a",
  "Words, told",
  "snake_case",
  "x1",
  "`code`",
  "`a b`",
  "`[human]`",
  "_x",
  "(L2)",
  "été",
  " ",
  " ",
  " ",
);
const content = fc
  .array(fc.oneof({ weight: 9, arbitrary: word }, { weight: 1, arbitrary: sharp }), { maxLength: 7 })
  .map((parts) => parts.join(""));
const marker = fc.constantFrom(
  "",
  "",
  "- ",
  "- ",
  "- ",
  "# ",
  "## ",
  "-  ",
  "#",
  "* ",
  "1. ",
  "> ",
  "  ",
  "    ",
  "####### ",
);
const line = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.tuple(marker, fc.constantFrom("Kept ", "b ", "(c) ", ""), content).map((parts) => parts.join("")),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom("", "", "", "- a", "Plain.", "## Title", "---", "===", " ", "- ", "-", "# "),
  },
);
/** Nearly plain: at most one thing in it that could be markup. */
const calm = fc
  .tuple(
    fc.constantFrom("", "- ", "- ", "## ", ""),
    fc.array(word, { maxLength: 4 }),
    fc.option(sharp, { freq: 4 }),
    word,
  )
  .map(([before, words, mark, last]) => `${before}Kept ${words.join(" ")}${mark ?? ""}${last}`);
const texts = fc
  .oneof(
    fc.array(line, { minLength: 1, maxLength: 6 }),
    fc.array(fc.oneof({ weight: 3, arbitrary: calm }, { weight: 1, arbitrary: fc.constantFrom("", "", "- a") }), {
      maxLength: 5,
    }),
  )
  .map((lines) => lines.join("\n"));

/** How many of the drawn texts needed no parser; the property is worth nothing where that is a rare one. */
function shareOf(check: (text: string) => boolean): number {
  let taken = 0;
  fc.assert(
    fc.property(texts, (text) => {
      if (check(text)) taken += 1;
    }),
    { numRuns: runs },
  );
  return taken / runs;
}

it("prints common texts as the entries of a page", () => {
  const common: readonly (readonly [string, string])[] = [
    ["Prefers trains. [human]", "- Prefers trains. [human]"],
    ["- Session s1 was here.", "- Session s1 was here."],
    ["Two\nlines  \n", "- Two\n  lines"],
    [
      "Said before:\n- Never on a Friday! (L1)\n- “Run `npm test` of some_name.”\n",
      "Said before:\n\n- Never on a Friday! (L1)\n- “Run `npm test` of some_name.”",
    ],
    ["## One\nText\n\n\n- a\n\n- b\n- c\n## Two", "## One\n\nText\n\n- a\n\n- b\n\n- c\n\n## Two"],
    ["\n\n", ""],
  ];
  for (const [text, printed] of common) expect(printFragment(text, "\n")).toBe(printed);
});

describe("lineBlocks", () => {
  it("finds the blocks, digests and tags that the parser finds, of a fair share of any texts", () => {
    const share = shareOf((text) => {
      const blocks = lineBlocks(text);
      if (blocks === null) return false;
      const found = parseBlocks(text, 0);
      const { headings, entries } = outline(text, 0);
      const asFound = found.map((block) => ("heading" in block ? block.heading : block.entry));
      const mine = [...headings, ...entries].sort((a, b) => a.start - b.start);
      expect(mine.length).toBe(asFound.length);
      for (const [at, block] of asFound.entries()) expect(mine[at]).toMatchObject(block);
      expect(blocks.map(({ start, end }) => [start, end])).toEqual(asFound.map(({ start, end }) => [start, end]));
      return blocks.length > 0;
    });
    expect(share).toBeGreaterThan(0.1);
  });

  it("gives a page without fields the lines that the parser gives it", () => {
    const page = { type: "preference", title: "T", fields: {} } as const;
    // A fence makes the parser read all of it, and is no line.
    const fenced = "\n\n```\n```\n";
    const share = shareOf((text) => {
      if (lineBlocks(text) === null) return false;
      expect(structure(page, text)).toBe(structure(page, text + fenced));
      return true;
    });
    expect(share).toBeGreaterThan(0.1);
  });
});

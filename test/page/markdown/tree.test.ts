/** Tangle's tests: no text costs its parser out of proportion or ends it, and one that is read more coarsely keeps its entries. */
import { describe, expect, it } from "vitest";
import { limits } from "../../../src/base/limits.js";
import { printFragment } from "../../../src/page/markdown/fragment.js";
import { outline } from "../../../src/page/markdown/outline.js";
import {
  isCostly,
  isCostlyMarkup,
  nestedAtMost,
  parseTree,
  plainText,
  walk,
} from "../../../src/page/markdown/tree.js";
import { represent, withoutComments } from "../../../src/page/represent.js";

const page = {
  id: "web-page",
  type: "preference",
  title: "Web page",
  path: "memory/web-page.md",
  oid: "0123456789abcdef",
  fields: {},
  compressed: null,
  compressedOf: null,
} as const;

/** Each took minutes or broke the stack, whole or in the steps behind the parser. */
const texts: Readonly<Record<string, string>> = {
  "quotes in quotes": `${">".repeat(6_000)} x\n`,
  "items in items": `${"- ".repeat(3_000)}x\n`,
  "numbers in quotes in items": `${"- > 1. ".repeat(1_000)}x\n`,
  "a wide staircase": Array.from({ length: 25 }, (_, i) => `${" ".repeat(i * 40)}${"- ".repeat(20)}x`).join("\n"),
  "open emphasis": `a${"*a_".repeat(5_000)}\n`,
  "emphasis in emphasis": `${"*a ".repeat(2_600)}${"a* ".repeat(2_600)}\n`,
  links: `${"[a](b) ".repeat(4_000)}\n`,
  "open sections of XML": `a${"<![CDATA[".repeat(4_000)}\n`,
  "emphasis on numbered lines": `x\n${"2. *a_*a_\n".repeat(1_500)}`,
};

describe("a text that would take its parser minutes", () => {
  for (const [name, text] of Object.entries(texts)) {
    it(`${name}: is read whole, before this test is given up`, () => {
      const body = `- Before. [human]\n\n${text}\n## After\n\n- Behind. [human]\n`;
      const { entries, headings } = outline(body, 0);
      const { compressed, structured } = represent(page, body);
      expect(withoutComments(`${body}<!-- gone -->\n`)).toBe(body);
      expect(entries[0]).toMatchObject({ start: 0, tags: ["human"] });
      expect(headings.map(({ title }) => title)).toEqual(["After"]);
      expect(body.slice(entries.at(-1)?.start, entries.at(-1)?.end)).toBe("- Behind. [human]");
      expect(compressed.length).toBeGreaterThan(0);
      expect(structured).toContain("Behind.");
    });

    it(`${name}: prints to what reads the same`, () => {
      const printed = printFragment(text, "\n");
      expect(printFragment(printed, "\n")).toBe(printed);
      expect(words(printed)).toBe(words(text));
    });
  }
});

describe("what is no tangle", () => {
  it("is nested no deeper than the steps behind the parser can go", () => {
    const deep = `${"*a ".repeat(745)}${"a* ".repeat(745)}`;
    expect(isCostlyMarkup(deep)).toBe(false);
    expect(outline(`# ${deep}\n\n${deep}\n`, 0).entries).toHaveLength(1);
    expect(words(printFragment(deep, "\n"))).toBe(words(deep));
  });

  it("is parsed in full", () => {
    const many = "- **Bold** and [a link](u) with `code`. [human]\n".repeat(4_000);
    expect(isCostlyMarkup(many)).toBe(false);
    expect(nestedAtMost(many)).toBe(many);
    const rules = `${"- ".repeat(600)}\n${"* ".repeat(600)}\n> ${"- - ".repeat(300)}-\n`;
    expect(nestedAtMost(rules)).toBe(rules);
    const drawn = `${" ".repeat(3_000)}x - y\n${"=".repeat(3_000)}>\n`;
    expect(nestedAtMost(drawn)).toBe(drawn);
    const [block] = parseTree("# *a* `b`\n", 0).blocks;
    expect(block?.type === "heading" && plainText(block.children)).toBe("a b");
  });

  it("keeps its length and its nesting where further marks are taken for text", () => {
    const deep = `${">".repeat(300)}${"- ".repeat(300)}x`;
    const cut = nestedAtMost(deep);
    expect(cut).toHaveLength(deep.length);
    const far = " ".repeat(2 * limits.containersMax + 2);
    expect(nestedAtMost(`${far}- x`)).toBe(`${far}x x`);
    expect(nestedAtMost(`${far.slice(4)}- x`)).toBe(`${far.slice(4)}- x`);
    const [block] = parseTree(deep, 0).blocks;
    const depth = block === undefined ? 0 : [...walk(block)].filter(({ type }) => type === "blockquote").length;
    expect(depth).toBe(100);
  });
});

/** Letters and digits alone: marks and layout may be printed otherwise. */
function words(text: string): string {
  return text.replace(/[^a-zA-Z0-9]/g, "");
}

describe("a text whose lines would take its parser minutes", () => {
  const bombs: Readonly<Record<string, string>> = {
    definitions: "[a]: b\n".repeat(140_000),
    "underlined titles": "a\n=\n".repeat(100_000),
    "quotes and gaps": "> a\n\n".repeat(100_000),
    "items on one line": "- - - - - - - - a\n".repeat(20_000),
    "short lines": "a\n".repeat(400_000),
  };
  for (const [name, text] of Object.entries(bombs)) {
    it(`${name}: what stands around it is found`, () => {
      const body = `- Before. [human]\n\n${text}\n## After\n\n- Behind. [human]\n`;
      const { entries, headings } = outline(body, 0);
      expect(isCostly(body)).toBe(true);
      expect(entries[0]).toMatchObject({ start: 0, tags: ["human"] });
      expect(headings.at(-1)?.title).toBe("After");
      expect(body.slice(entries.at(-1)?.start, entries.at(-1)?.end)).toBe("- Behind. [human]");
    });
  }

  it("is not what people write: ten thousand entries, or as many lines of prose", () => {
    expect(isCostly("- A thing that was done on that day, and why. [human]\n".repeat(10_000))).toBe(false);
    expect(isCostly("> A line that somebody quotes.\n> And another.\n\nAn answer to it.\n\n".repeat(400))).toBe(
      false,
    );
  });
});

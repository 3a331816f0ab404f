/** Outline's tests: offsets are places in the file, slugs are unique, and the quick look at headings agrees with the parser. */
import fc from "fast-check";
import type { RootContent } from "mdast";
import { describe, expect, it } from "vitest";
import { limits } from "../../../src/base/limits.js";
import { headingsIn } from "../../../src/page/markdown/blocks.js";
import { bodyStartOf, firstHeading, outline, sectionSpans } from "../../../src/page/markdown/outline.js";
import { parseTree } from "../../../src/page/markdown/tree.js";

import { draws } from "../../support/draws.js";
import { markdownBodies } from "../../support/markdown-text.js";

const fronts = ["", "---\nid: a\n---\n", "---\r\nid: a\r\n---\r\n", "\ufeff---\nid: a\n---\n", "\ufeff"];

const line = fc.constantFrom(
  "# T",
  "## A",
  "## A",
  "### B",
  "## `c`",
  "##",
  "##\tx",
  "  ## in",
  "text",
  "more",
  "",
  "",
  "- a",
  "- a [human]",
  "  - b",
  "* x",
  "1. y",
  "    code",
  "```",
  "~~~",
  "````",
  "  ```",
  "```js",
  "--",
  "---",
  "===",
  "- ---",
  "> q",
  "> ## q",
  "> ```",
  "<!--",
  "-->",
  "<!-- x -->",
  "<div>",
  "</div>",
  "[r]: /u",
  "\t## tab",
  "a `b",
  "## x #",
  "####### n",
  "## two  spaces",
  "[x] y",
  "\u00a0",
  "---\u00a0",
  "```\u00a0",
  "## a\u00a0\u00a0b",
  "~~~ a`b",
  "``` a`b",
);
const bodies = fc.oneof(
  fc
    .tuple(fc.array(line, { maxLength: 14 }), fc.constantFrom("\n", "\r\n"), fc.boolean())
    .map(([lines, eol, last]) => lines.join(eol) + (last ? eol : "")),
  fc.constantFrom(...markdownBodies()),
);

describe("outline", () => {
  it("gives headings, entries, sections, depths and tags with places in the text", () => {
    const body =
      "intro\n\n# Top\n\n- one [human]\n  more\n- two\n\n## Übung: *it* `x`\n\ntext [decision]\nwrapped\n\n### Deep\n> quote\n\n---\n<div>h</div>\n\n## Übung: it x\n1. a\n\n# Next\nend";
    for (const front of fronts) {
      const text = front + body;
      const { headings, entries, bodyStart } = outline(text, bodyStartOf(text));
      expect(bodyStart).toBe(front.includes("id") ? front.length : 0);
      expect(headings.map((h) => [h.depth, h.title, h.slug, text.slice(h.start, h.end)])).toEqual([
        [1, "Top", "top", "# Top"],
        [2, "Übung: it x", "übung-it-x", "## Übung: *it* `x`"],
        [3, "Deep", "deep", "### Deep"],
        [2, "Übung: it x", "übung-it-x-1", "## Übung: it x"],
        [1, "Next", "next", "# Next"],
      ]);
      expect(headings.map((h) => text.slice(h.sectionEnd).split("\n")[0])).toEqual([
        "# Next",
        "## Übung: it x",
        "## Übung: it x",
        "# Next",
        "",
      ]);
      expect(entries.map((e) => [e.kind, text.slice(e.start, e.end), e.tags.join(), e.section, e.depth])).toEqual([
        ["paragraph", "intro", "", null, 0],
        ["bullet", "- one [human]\n  more", "human", null, 1],
        ["bullet", "- two", "", null, 1],
        ["paragraph", "text [decision]\nwrapped", "decision", "übung-it-x", 2],
        ["quote", "> quote", "", "übung-it-x", 3],
        ["rule", "---", "", "übung-it-x", 3],
        ["html", "<div>h</div>", "", "übung-it-x", 3],
        ["bullet", "1. a", "", "übung-it-x-1", 2],
        ["paragraph", "end", "", null, 1],
      ]);
    }
  });

  it("reads marks in words of the entry only", () => {
    const text =
      "- [x] done [surprise] [lesson]\n- [[wiki]] [a](b) `[code]` \\[no] [y]: z [[odd] name] [B] [two words] **[identity]**\n- [ ] open\n  - nested [human][decision]\n\n[ref]: /u\n\n[ref] [human]\n";
    expect(outline(text, 0).entries.map((entry) => entry.tags)).toEqual([
      ["surprise", "lesson"],
      ["identity"],
      ["human", "decision"],
      [],
      ["human"],
    ]);
  });

  it("ends an item with an open code fence before the next item", () => {
    const text = "- a\n  ```\n- b\n";
    expect(outline(text, 0).entries.map((entry) => text.slice(entry.start, entry.end))).toEqual([
      "- a\n  ```",
      "- b",
    ]);
    expect(outline(text, 0).entries.map((entry) => entry.digest)).toEqual(
      outline("- a\n  ```\n", 0)
        .entries.concat(outline("- b", 0).entries)
        .map((entry) => entry.digest),
    );
  });

  it("covers whole lines that do not overlap, in any file", () => {
    fc.assert(
      fc.property(fc.constantFrom(...fronts), bodies, (front, body) => {
        const text = front + body;
        fc.pre(bodyStartOf(body) === 0 && bodyStartOf(text) === (front.includes("id") ? front.length : 0));
        const { headings, entries, bodyStart } = outline(text, bodyStartOf(text));
        const blocks = [...headings, ...entries].sort((a, b) => a.start - b.start);
        let at = bodyStart;
        for (const { start, end } of blocks) {
          expect(start).toBeGreaterThanOrEqual(at);
          expect(end).toBeGreaterThan(start);
          expect(start === 0 || text[start - 1] === "\n" || text[start - 1] === "\ufeff").toBe(true);
          expect(end === text.length || text.startsWith("\n", end) || text.startsWith("\r", end)).toBe(true);
          expect(text.slice(at, start).replace("\ufeff", "").trim()).toBe("");
          at = end;
        }
        expect(text.slice(at).replace("\ufeff", "").trim()).toBe("");
        const alone = outline(body, 0);
        expect(entries.map((e) => [e.digest, e.start - (text.length - body.length)])).toEqual(
          alone.entries.map((e) => [e.digest, e.start]),
        );
      }),
      { numRuns: draws(600) },
    );
  });

  it("names an entry by what it says, not by how it is laid out", () => {
    const digests = (text: string) => outline(text, 0).entries.map((entry) => entry.digest);
    const [first] = digests("- one two\n");
    for (const same of [
      "* one two",
      "1. one two",
      "-   one\n    two  ",
      "-\tone  two\r\n",
      "one two",
      "  one\n  two",
    ])
      expect(digests(same)).toEqual([first]);
    for (const other of ["- one twos", "- One two", "- `one  two`"]) expect(digests(other)).not.toEqual([first]);
    expect(digests("- a `x  y`")).not.toEqual(digests("- a `x y`"));
    expect(digests("```\na  b\n```")).not.toEqual(digests("```\na b\n```"));
    expect(digests("```\r\na\r\n```")).toEqual(digests("```\na\n```"));
    expect(first).toMatch(/^[0-9a-f]{16}$/);
  });

  it("keeps slugs unique and short", () => {
    const titles = ["a", "a-1", "a", "a", "!!!", "???", "é".repeat(200), "é".repeat(200), "𝒳".repeat(60)];
    const { headings } = outline(titles.map((title) => `## ${title}\n`).join("\n"), 0);
    const slugs = headings.map((heading) => heading.slug);
    expect(slugs.slice(0, 6)).toEqual(["a", "a-1", "a-2", "a-3", "section", "section-1"]);
    expect(new Set(slugs).size).toBe(titles.length);
    for (const slug of slugs) expect(slug.length).toBeLessThanOrEqual(limits.slugCharsMax);
    expect(slugs.at(-1)?.endsWith("𝒳")).toBe(true);
  });
});

describe("sectionSpans and firstHeading", () => {
  it("agree with the parser on every body", () => {
    fc.assert(
      fc.property(fc.constantFrom(...fronts), bodies, (front, body) => {
        const text = front + body;
        const start = bodyStartOf(text);
        const { headings, entries } = outline(text, start);
        const parsed = headingsIn(text, parseTree(text, start));
        expect(headings.map(({ slug: _, sectionEnd: __, ...found }) => found)).toEqual(parsed);
        const expected = headings
          .filter((h) => h.depth === 2)
          .map((h) => ({ slug: h.slug, title: h.title, start: h.start, end: h.sectionEnd }));
        expect(sectionSpans(text, start)).toEqual(expected);
        const [top] = headings;
        const opens = top !== undefined && top.depth === 1 && entries.every((entry) => entry.start > top.start);
        expect(firstHeading(text, start)).toBe(opens ? top.title || null : null);
      }),
      { numRuns: draws(1500) },
    );
  });

  it("covers a section to the next heading of depth 1 or 2", () => {
    const text = "## A\ntext\n### a\nmore\n## B\n# C\n";
    expect(sectionSpans(text, 0).map((span) => text.slice(span.start, span.end))).toEqual([
      "## A\ntext\n### a\nmore\n",
      "## B\n",
    ]);
    expect(sectionSpans("# Only\n\n- no sections\n---\n", 0)).toEqual([]);
  });

  it("lets a heading end an item with its open code, so that the fence behind it opens code anew", () => {
    expect(sectionSpans("- item\n  ```\n# Ends it\n  ```\n## Code\n", 0)).toEqual([]);
  });
});

it("finds the same below any frontmatter as a parse of the whole text", () => {
  const bodies = fc.array(line, { maxLength: 12 }).map((lines) => lines.join("\n"));
  const texts = fc.oneof(bodies, fc.constantFrom(...markdownBodies()));
  const above = fc.constantFrom(...fronts, "---\nid: b\nversion: 12\n---\n", "---\nid: a\n---\n\ufeff");
  fc.assert(
    fc.property(texts, fc.array(above, { minLength: 2, maxLength: 4 }), (body, tops) => {
      for (const top of tops) {
        const text = top + body;
        const start = bodyStartOf(text);
        const tree = parseTree(text, start);
        const nodes = tree.blocks.flatMap((block) => (block.type === "list" ? block.children : [block]));
        const found = outline(text, start);
        expect(found.bodyStart).toBe(start);
        // What stands before a node on its line is indentation, or a mark at the very beginning.
        const lead = (from: number, node: RootContent): string => text.slice(from, tree.startOf(node));
        const entries = nodes.filter((node) => node.type !== "heading");
        expect(found.entries.map((entry, at) => lead(entry.start, entries[at]!).trim())).toEqual(
          entries.map(() => ""),
        );
        const headings = nodes.filter((node) => node.type === "heading");
        expect(found.headings.map(({ depth, end }) => [depth, end])).toEqual(
          headings.map((node) => [node.depth, tree.endOf(node)]),
        );
      }
    }),
    { numRuns: draws(200) },
  );
});

/** Fragment's tests: what is appended reads back as the entries meant, after those that were there, and nothing else moves. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { insertFragment, printFragment } from "../../../src/page/markdown/fragment.js";
import { bodyStartOf, outline } from "../../../src/page/markdown/outline.js";

import { draws } from "../../support/draws.js";
import { markdownBodies } from "../../support/markdown-text.js";

const piece = fc.constantFrom(
  "text",
  "more [human]",
  "[[wiki page]]",
  "snake_case_name",
  "a * b * c",
  "2. no list",
  "# no",
  "`code`",
  "**bold**",
  "_it_",
  "<b>x</b>",
  "&amp;",
  "\\*",
  "https://x.y/a_b",
  "[ ] todo",
  "[x]",
  "[^1]",
  "1 < 2",
  "a | b",
  "~~s~~",
  "!",
  "[a](b)",
  "+",
  "-",
  "日本",
  "$x_1$",
  "  ",
  "\n",
  "\n\n",
  "\n- ",
  "\n  - ",
  "\n> ",
  "\n```\n",
  "## ",
  "\n1. ",
  "\n***\n",
  "\\",
  "[",
  "]",
  "(",
  "_",
);
const fragments = fc.oneof(
  fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join(" ").replaceAll(" \n", "\n")),
  fc.constantFrom(...markdownBodies()),
);
const fronts = ["", "---\nid: a\n---\n", "\ufeff---\r\nid: a\r\n---\r\n", "---\nid: a\n---"];

const digests = (text: string, start: number): readonly string[] =>
  outline(text, start).entries.map((entry) => entry.digest);

describe("printFragment", () => {
  it.each([
    "find . -name '*stow/*' -o -name '*_x'",
    "src/**/*.test.ts and lib/*_spec.rb; __init__.py stays",
    "never call foo_bar(a*b*c) with <T> or & or List<int>",
    "C:\\Users\\me\\_x and $HOME/*.log [x] (y) #12 ~ok~",
    "https://ex.org/a_b?x=*1* and <https://a.b/c>",
    "the regex is ^\\d+\\.\\*$, **and** __all__ of `a*b`\n  holds *here\n  too*",
  ])("keeps every character of a line: %s", (line) => {
    expect(printFragment(line, "\n")).toBe(`- ${line}`);
    expect(printFragment(`- ${line}`, "\n")).toBe(`- ${line}`);
    expect(printFragment(`## A *b* __c__\n\n1. ${line.replaceAll("\n", "\n ")}`, "\n")).toContain(
      line.split("\n")[0],
    );
    expect(printFragment(`> ${line.replaceAll("\n  ", "\n> ")}`, "\n")).toBe(`> ${line.replaceAll("\n  ", "\n> ")}`);
  });

  it("makes a bullet of one paragraph and keeps what has a shape of its own", () => {
    const table: readonly (readonly [string, string])[] = [
      ["Prefers trains. [human]", "- Prefers trains. [human]"],
      ["  two\nlines  ", "- two\n  lines"],
      ["* a\n* b", "- a\n- b"],
      ["# Title\ntext", "# Title\n\ntext"],
      ["```js\nx\n```", "```js\nx\n```"],
      ["see [[wiki]] and snake_case and a_b_", "- see [[wiki]] and snake_case and a_b_"],
      ["- [ ] open [decision]\n- [x] done", "- [ ] open [decision]\n- [x] done"],
      ["| a | b |\n|---|---|\n| 1 | 2 |", "| a | b |\n|---|---|\n| 1 | 2 |"],
      ["1. a\n2. b", "1. a\n2. b"],
      ["\\# not a heading [human]", "- \\# not a heading [human]"],
      ["---", "***"],
      ["  <!-- a -->", "<!-- a -->"],
      ["<!-- open", "- \\<!-- open"],
      ["  \n", ""],
    ];
    for (const [markdown, printed] of table) expect(printFragment(markdown, "\n")).toBe(printed);
    expect(printFragment("a\r\n\r\nb", "\r\n")).toBe("a\r\n\r\nb");
  });

  it("keeps every mark as written, and a second printing changes nothing", () => {
    fc.assert(
      fc.property(fragments, (markdown) => {
        // Definitions make links of marks, or stop doing so, when an escape in their names goes.
        fc.pre(!/^ {0,3}\[[^\]]+\]:/m.test(markdown));
        const printed = printFragment(markdown, "\n");
        expect(printFragment(printed, "\n")).toBe(printed);
        const marks = (text: string) => outline(text, 0).entries.flatMap((entry) => entry.tags);
        expect(marks(printed)).toEqual(marks(markdown.replace(/\r\n?/g, "\n")));
      }),
      { numRuns: draws(600) },
    );
  });
});

describe("insertFragment", () => {
  const insert = (text: string, slug: string | null, markdown: string): string | null =>
    insertFragment(text, { slug }, printFragment(markdown, "\n"), outline(text, bodyStartOf(text)));

  it("adds the blank lines that Markdown needs and no more", () => {
    const table: readonly (readonly [string, string | null, string, string])[] = [
      ["- a\n- b\n", null, "c", "- a\n- b\n- c\n"],
      ["- a\n- b", null, "c", "- a\n- b\n- c\n"],
      ["* a\n", null, "c", "* a\n* c\n"],
      ["1. a\n", null, "1. c", "1. a\n1. c\n"],
      ["- a\n", null, "2. c", "- a\n\n2. c\n"],
      ["text", null, "c", "text\n\n- c\n"],
      ["", null, "c", "- c\n"],
      ["---\nid: a\n---", null, "c", "---\nid: a\n---\n- c\n"],
      ["## A\n\n- a\n\n## B\n- b\n", "a", "c", "## A\n\n- a\n- c\n\n## B\n- b\n"],
      ["## A\n## B\n", "a", "c", "## A\n\n- c\n\n## B\n"],
      ["## A\n- a\n\n\n\n", "a", "c\n\nd", "## A\n- a\n\nc\n\nd\n\n\n\n"],
      ["- a\r\n", null, "c", "- a\r\n- c\r\n"],
      ["- a\n\n```\nopen", null, "c", "- a\n\n- c\n\n```\nopen"],
      ["<!-- open\n", null, "c", "- c\n\n<!-- open\n"],
      ["## A\n\n  B\n---\n", "a", "c\nd", "## A\n\n-   c\n    d\n\n  B\n---\n"],
    ];
    for (const [text, slug, markdown, expected] of table) expect(insert(text, slug, markdown)).toBe(expected);
  });

  it("adds its entries at the end of the section and changes no other byte", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...fronts),
        fc.constantFrom(...markdownBodies()),
        fragments,
        fc.nat(),
        (front, body, markdown, pick) => {
          const text = front.endsWith("---") && body !== "" ? `${front}\n${body}` : front + body;
          const start = bodyStartOf(text);
          const before = outline(text, start);
          const fragment = printFragment(markdown, text.includes("\r\n") ? "\r\n" : "\n");
          const places = [
            null,
            ...before.headings.filter((heading) => heading.depth === 2).map((heading) => heading.slug),
          ];
          const slug = places[pick % places.length] ?? null;
          const after = insertFragment(text, { slug }, fragment, before);
          const added = digests(fragment, 0);
          const heading = before.headings.find((one) => one.slug === slug);
          const end = heading?.sectionEnd ?? text.length;
          const open = before.entries.at(-1);
          const opened = open !== undefined && digests(`${text}\n\nnew`, start).length === before.entries.length;
          const kept = before.entries.filter((entry) => entry.start < end && !(opened && entry === open)).length;
          const old = before.entries.map((entry) => entry.digest);
          // No place is safe; that this is rare is the fuzz's to say.
          if (after === null) return;
          const now = digests(after, bodyStartOf(after));
          // Behind the last block of the section, or above it where it would take the fragment in.
          const wanted = [kept, Math.max(0, kept - 1)].map((at) => [...old.slice(0, at), ...added, ...old.slice(at)]);
          expect(wanted.map((each) => each.join())).toContain(now.join());
          let head = 0;
          while (head < text.length && text[head] === after[head]) head++;
          expect(after.endsWith(text.slice(head))).toBe(true);
          if (fragment === "") expect(after).toBe(text);
        },
      ),
      { numRuns: draws(800) },
    );
  });
});

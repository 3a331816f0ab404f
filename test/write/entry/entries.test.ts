/** Entries' tests: what an append leaves out because it is there, how what is left is laid out, and single lines of an index. */
import { describe, expect, it } from "vitest";
import { addEntries, digestsOf, removeLine, withLine } from "../../../src/write/entry/entries.js";

function added(text: string, value: string, slug: string | null = null): string {
  const done = addEntries("p.md", text, slug, [value]);
  if (!done.ok) throw new Error(done.error.says);
  expect(addEntries("p.md", done.value, slug, [value])).toEqual(done);
  return done.value;
}

describe("an append", () => {
  const sections = "## A\n\n- a\n\n## B\n\n- b\n";

  it.each<[name: string, text: string, value: string, want: string]>([
    ["leaves out the entry that is there", "- a\n", "- a\n- b", "- a\n- b\n"],
    ["is nothing where all are there", "- a\n- b\n", "- b\n- a", "- a\n- b\n"],
    [
      "keeps a paragraph apart from the bullet that is left above it",
      "- a\n",
      "- a\n- b\n\ntext",
      "- a\n- b\n\ntext\n",
    ],
    ["keeps paragraphs apart", "one\n", "two\n\none\n\nthree", "one\n\ntwo\n\nthree\n"],
    ["keeps a list apart from the paragraph left above it", "- a\n", "text\n\n- a\n- b", "- a\n\ntext\n\n- b\n"],
    ["has the text's own line ends", "- a\r\n", "- b\n- a\n- c\n\ntext", "- a\r\n- b\r\n- c\r\n\r\ntext\r\n"],
    ["brings a new heading whole", "- a\n", "## N\n\n- a", "- a\n\n## N\n\n- a\n"],
    [
      "brings a known heading whole with a new entry",
      "## A\n\n- a\n",
      "## A\n\n- a\n- b",
      "## A\n\n- a\n\n## A\n\n- a\n- b\n",
    ],
    ["is nothing where heading and entries are there", sections, "## A\n\n- a\n- b", sections],
    ["is nothing where the heading is there and stands alone", sections, "## B", sections],
    ["brings a new heading that stands alone", sections, "## C", `${sections}\n## C\n`],
    [
      "brings all where one of two headings is new",
      "## A\n\n- a\n",
      "## A\n\n- a\n\n## N",
      "## A\n\n- a\n\n## A\n\n- a\n\n## N\n",
    ],
  ])("%s", (_name, text, value, want) => {
    expect(added(text, value)).toBe(want);
  });

  it.each<[name: string, value: string, slug: string, want: string]>([
    ["what another section has", "- b", "a", "## A\n\n- a\n- b\n\n## B\n\n- b\n"],
    ["nothing that it has", "- a", "a", sections],
    [
      "a heading that another section has below it",
      "### N\n\n- a",
      "b",
      "## A\n\n- a\n\n## B\n\n- b\n\n### N\n\n- a\n",
    ],
  ])("to a section brings %s", (_name, value, slug, want) => {
    expect(added(sections, value, slug)).toBe(want);
  });

  it("to a section brings a heading below it once, though another section has one of that title", () => {
    const text = "## A\n\n### N\n\n- a\n\n## B\n\n- b\n";
    expect(added(text, "### N", "b")).toBe(`${text}\n### N\n`);
    expect(added(text, "### N", "a")).toBe(text);
  });

  it.each(["c", "t", "n"])("to a section that is none is refused: %s", (slug) => {
    expect(addEntries("p.md", "# T\n\n## A\n\n### N\n\n- a\n", slug, ["x"])).toEqual({
      ok: false,
      error: {
        reason: "MALFORMED",
        says: `p.md has no section “${slug}” in every version of the file that the patch has to reach.`,
        hint: "Commit the hand edit that added or renamed the section, then try again.",
      },
    });
  });

  it("brings several pieces, each after the other", () => {
    expect(addEntries("p.md", "- a\n", null, ["b", "- a", "c"])).toEqual({ ok: true, value: "- a\n- b\n- c\n" });
  });
});

it("digests name the entries below the frontmatter, and nothing in it", () => {
  expect([...digestsOf("---\nid: a\n---\n- a\n\n# T\n\nb\n")]).toEqual(["ca978112ca1bbdca", "3e23e8160039594a"]);
});

describe("a line of an index", () => {
  it.each<[text: string, want: string]>([
    ["", "x\n"],
    ["a", "a\nx\n"],
    ["a\n", "a\nx\n"],
    ["a\r\nb", "a\r\nb\r\nx\r\n"],
    ["\na", "\na\nx\n"],
    ["xy\n", "xy\nx\n"],
    ["a\nx\nb\n", "a\nx\nb\n"],
    ["a\r\nx\r\n", "a\r\nx\r\n"],
    ["a\nx", "a\nx"],
  ])("stands once at the end: %j", (text, want) => {
    expect(withLine(text, "x")).toBe(want);
    expect(withLine(want, "x")).toBe(want);
  });

  it.each<[text: string, want: string]>([
    ["a\nx\nb\n", "a\nb\n"],
    ["a\r\nx\r\nb\r\n", "a\r\nb\r\n"],
    ["x\na\nx\n", "a\n"],
    ["a\nxy\n x\n", "a\nxy\n x\n"],
    ["a\nx", "a"],
  ])("goes and nothing else does: %j", (text, want) => {
    expect(removeLine(text, "x")).toBe(want);
  });
});

/** Splice's tests by example: which lines an edit changes, in which style, and what it refuses. */
import { describe, expect, it } from "vitest";
import type { YamlValue } from "../../../src/page/frontmatter/print.js";
import { printValue } from "../../../src/page/frontmatter/print.js";
import { readFrontmatter } from "../../../src/page/frontmatter/scan.js";
import { addFrontmatter, removeKey, setKey } from "../../../src/page/frontmatter/splice.js";

import { at, plain, remove, scan, set } from "../../support/edits.js";
import { markdownBodies } from "../../support/markdown-text.js";

/** Lines, ends included, that are not in both texts at the same distance from the beginning or the end. */
function changedLines(
  before: string,
  after: string,
): { readonly gone: readonly string[]; readonly added: readonly string[] } {
  const a = before.split(/(?<=\n)/);
  const b = after.split(/(?<=\n)/);
  let head = 0;
  while (head < Math.min(a.length, b.length) && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < Math.min(a.length, b.length) - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  return { gone: a.slice(head, a.length - tail), added: b.slice(head, b.length - tail) };
}

describe("setKey", () => {
  it("changes one line for a value of one line, and keeps its comment and quoting", () => {
    const lines = [
      "# top",
      "title: Old # why",
      "quoted: 'it''s'",
      'double: "a"',
      "list: [ a,b ] # tags",
      "empty:   # later",
      "items:",
      "  - one # first",
      "  - two",
      "nested:",
      "    pin: soft",
      "flow: { a: 1, b: 'x' }",
      "last: 1",
    ];
    const page = `\ufeff---\r\n${lines.join("\r\n")}\r\n---\r\nbody – 日本\n---\nno newline`;
    const table: readonly (readonly [readonly string[], YamlValue, string])[] = [
      [["title"], "New, with comma", "title: New, with comma # why"],
      [["title"], "a: b", 'title: "a: b" # why'],
      [["quoted"], "isn't", "quoted: 'isn''t'"],
      [["double"], "b", 'double: "b"'],
      [["double"], 7, "double: 7"],
      [["empty"], "now", "empty: now   # later"],
      [["nested", "pin"], "hard", "    pin: hard"],
      [["flow", "b"], "y z", "flow: { a: 1, b: 'y z' }"],
      [["flow", "a"], [1, 2], "flow: { a: [1, 2], b: 'x' }"],
      [["items"], ["uno", "two"], "  - uno # first"],
      [["list"], ["a", "c"], "list: [ a, c ] # tags"],
      [["last"], "2026-11-20T21:40:12Z", "last: 2026-11-20T21:40:12Z"],
    ];
    for (const [path, value, line] of table) {
      const edited = set(page, path, value);
      expect(changedLines(page, edited)).toMatchObject({
        added: [`${line}\r\n`],
        gone: [expect.stringMatching(/\r\n$/)],
      });
      expect(plain(at(edited, path))).toEqual(value);
    }
  });

  it("adds one line for a new key, at the end of its map and before trailing comments' fence", () => {
    const page = "---\na: 1\nsections:\n    one:\n        pin: soft # x\n# end\n---\nbody";
    expect(changedLines(page, set(page, ["b"], "x"))).toEqual({ gone: [], added: ["b: x\n"] });
    expect(changedLines(page, set(page, ["sections", "one", "type"], "plan"))).toEqual({
      gone: [],
      added: ["        type: plan\n"],
    });
    expect(changedLines(page, set(page, ["sections", "two", "pin"], "hard"))).toEqual({
      gone: [],
      added: ["    two:\n", "      pin: hard\n"],
    });
    expect(set("---\n---\n", ["sections", "a-b", "pin"], "hard")).toBe(
      "---\nsections:\n  a-b:\n    pin: hard\n---\n",
    );
    expect(set("---\nsections: # none\n---\n", ["sections", "x", "pin"], "hard")).toBe(
      "---\nsections: # none\n  x:\n    pin: hard\n---\n",
    );
    expect(set("---\nsections: {}\n---\n", ["sections", "x", "pin"], "hard")).toBe(
      "---\nsections: { x: { pin: hard } }\n---\n",
    );
    expect(set("---\ns: { a: 1, }\n---\n", ["s", "b"], "x, y")).toBe('---\ns: { a: 1, b: "x, y", }\n---\n');
    expect(set("---\ns: ~\n---\n", ["s", "b"], 1)).toBe("---\ns: { b: 1 }\n---\n");
    expect(set("---\n{ a: 1 }\n---\n", ["b"], 2)).toBe("---\n{ a: 1, b: 2 }\n---\n");
    expect(set("---\na: |+\n  x\n\n---\n", ["b"], 2)).toBe("---\na: |+\n  x\n\nb: 2\n---\n");
  });

  it("adds to lists and texts in their own layout", () => {
    const page =
      "---\ntags:\n- a # one\n- b\ntext: |\n   old\n   lines\nfold: >-\n  one\n  two\nprov:\n  - x\n\n  # about y\n  - y\n---\n";
    expect(changedLines(page, set(page, ["tags"], ["a", "b", "c"]))).toEqual({ gone: [], added: ["- c\n"] });
    expect(changedLines(page, set(page, ["tags"], ["b"]))).toEqual({ gone: ["- a # one\n"], added: [] });
    expect(changedLines(page, set(page, ["prov"], ["x", "new", "y"]))).toEqual({ gone: [], added: ["  - new\n"] });
    expect(changedLines(page, set(page, ["text"], "old\nnew\nlines\n"))).toEqual({ gone: [], added: ["   new\n"] });
    expect(changedLines(page, set(page, ["fold"], "short"))).toEqual({
      gone: ["  one\n", "  two\n"],
      added: ["  short\n"],
    });
    expect(set("---\na: [\n  x, # why\n  y\n]\n---\n", ["a"], ["x", "y", "z"])).toBe(
      "---\na: [\n  x, # why\n  y, z\n]\n---\n",
    );
    expect(set("---\na:\n  - x\n  - y\nb: 1\n---\n", ["a"], [])).toBe("---\na: []\nb: 1\n---\n");
    expect(set("---\na: # note\n  b: 1\n---\n", ["a"], "x")).toBe("---\na: x # note\n---\n");
    expect(set("---\nf:\n  # c\n  b: 1\n  d: 2\n---\n", ["f"], { b: 1, d: 3, e: "m" })).toBe(
      "---\nf:\n  # c\n  b: 1\n  d: 3\n  e: m\n---\n",
    );
  });

  it("keeps a list the list that it is, however many items change", () => {
    const list = (...items: readonly string[]) => `---\na:\n${items.map((item) => `  - ${item}\n`).join("")}---\n`;
    expect(set(list("x # 1", "w", "z # 3"), ["a"], ["q", "z"])).toBe(list("q", "z # 3"));
    expect(set(list("x # 1", "z # 3"), ["a"], ["m", "q", "z"])).toBe(list("m", "q", "z # 3"));
    expect(set(list("x # 1", "x # 2"), ["a"], ["x", "x", "x"])).toBe(list("x # 1", "x # 2", "x"));
    expect(set(list("x", "w", "z # 3"), ["a"], ["x", "w", "z", "a, [b]"])).toBe(list("x", "w", "z # 3", "a, [b]"));
    expect(set(list("x # 1", "'w' # 2"), ["a"], ["x", "a, b"])).toBe(list("x # 1", "'a, b' # 2"));
    expect(set(list("x", "w # 2"), ["a"], ["a, b", "w"])).toBe(list("a, b", "w # 2"));
    expect(set(list("|\n    t", "w # 2"), ["a"], ["new", "w"])).toBe(list("new", "w # 2"));
    expect(set(list(">-\n    t", "w # 2"), ["a"], ["new", "w"])).toBe(list("new", "w # 2"));
    expect(set(list("- p", "\n    k: v", "w # 2"), ["a"], ["q", ["p"], "w"])).toContain(
      "  - q\n  - [p]\n  - w # 2\n",
    );
    expect(set("---\na: [ ]\n---\n", ["a"], ["x"])).toBe("---\na: [x]\n---\n");
    expect(set("---\na: [ x ]\n---\n", ["a"], [])).toBe("---\na: []\n---\n");
    expect(set("---\na: [x,  w]\n---\n", ["a"], ["x", "w", "b, c", "z"])).toBe('---\na: [x,  w, "b, c", z]\n---\n');
    expect(set("---\na: [x, 'w', w]\n---\n", ["a"], ["w", "b, c", "w"])).toBe("---\na: ['w', \"b, c\", w]\n---\n");
  });

  it("keeps a key's comment and the file's line ends where lines become a value, and a text's own indent", () => {
    expect(set("---\r\na: # note\r\n  b: 1\r\nc: 1\r\n---\r\n", ["a"], "x")).toBe(
      "---\r\na: x # note\r\nc: 1\r\n---\r\n",
    );
    expect(set("---\na: |2\n   b\n---\n", ["a"], " c\nd\n")).toBe("---\na: |2\n   c\n  d\n---\n");
    expect(set("---\na: |\n\n     b\n---\n", ["a"], "c\nd\n")).toBe("---\na: |\n     c\n     d\n---\n");
    expect(set("---\na: |\n  b\n---\n", ["a"], "")).toBe('---\na: ""\n---\n');
    expect(set("---\nm: { a: 1 }\n---\n", ["m", "b"], "x, y")).toBe('---\nm: { a: 1, b: "x, y" }\n---\n');
    expect(set("---\nm:\n  a: 1\n---\n", ["m", "b"], "x, y")).toBe("---\nm:\n  a: 1\n  b: x, y\n---\n");
  });

  it("refuses what the format cannot hold, and paths through what is no map", () => {
    const page = "---\na: 1\nb: [x]\n---\n";
    const scanned = scan(page);
    const deep = { b: { c: { d: { e: { f: 1 } } } } };
    for (const [path, value] of [
      [["a", "b"], 1],
      [["b", "0"], 1],
      [[], 1],
      [["c"], deep],
      [["c"], 1e21],
      [["c"], Number.NaN],
      [["c"], "x".repeat(20_000)],
      [["<<"], 1],
      [["k".repeat(300)], 1],
    ] as const) {
      expect(setKey(page, scanned, path, value).ok).toBe(false);
    }
    expect(setKey(page, scanned, ["c", "d"], { e: deep })).toMatchObject({
      error: {
        says: expect.stringMatching(/^The value of “c\.d” is nested more than \d+ deep\.$/),
        hint: "Move the detail into the body.",
      },
    });
    expect(setKey(page, scanned, ["c", "d"], Number.NaN)).toEqual({
      ok: false,
      error: {
        says: "“c.d” cannot be written so that it reads back unchanged: its map cannot take it",
        hint: "Use a string, a decimal number, true, false, null, or short lists and maps of them; put longer text into the body.",
      },
    });
  });

  it("puts no key below lines of which none is a key that is read: YAML may take them for a whole value", () => {
    for (const inner of ["{ abc}", "&x\n{ }", "- item", "some words", "...\n  id: p"]) {
      const page = `---\n${inner}\n---\n`;
      const read = readFrontmatter("a.md", page);
      if (!read.ok || read.value === null) throw new Error(inner);
      expect(setKey(page, read.value, ["title"], "New")).toMatchObject({
        ok: false,
        error: { says: "“title” is not written: what stands in its place is in a form that is not read." },
      });
    }
  });
});

describe("what is in a form that is not read", () => {
  const edit = (
    inner: string,
    change: typeof setKey | typeof removeKey,
    path: readonly string[],
    value?: YamlValue,
  ) => {
    const page = `---\n${inner}\n---\n`;
    const read = readFrontmatter("a.md", page);
    if (!read.ok || read.value === null) throw new Error(inner);
    const done = change(page, read.value, path, value ?? 1);
    return done.ok ? done.value.slice(4, -5) : done.error;
  };

  it("is neither written nor taken out, and keys beside it are both", () => {
    const error = {
      says: "“x” is not written: what stands in its place is in a form that is not read.",
      hint: "Correct it by hand; what it says then can be changed.",
    };
    const inner = "x: &a b\nz: 1\nloose words\nw: 2";
    expect([
      edit(inner, setKey, ["x"], 2),
      edit(inner, setKey, ["x", "y"], 2),
      edit(inner, removeKey, ["x"]),
    ]).toEqual([error, error, error]);
    expect(edit(inner, setKey, ["z"], 2)).toBe(inner.replace("z: 1", "z: 2"));
    expect(edit(inner, removeKey, ["z"])).toBe(inner.replace("z: 1\n", ""));
    expect(edit("---\n---\nx: 1", setKey, ["title"], "T")).toBe("title: T\n---\n---\nx: 1");
  });
});

describe("removeKey", () => {
  it("takes out the lines of a key, or its entry in braces", () => {
    const page = "---\na: 1\n# about b\nb:\n  - x\n  - y # z\nc: { d: 1, e: 2, f: 3 }\ng:\n  h: 1\n---\nbody";
    expect(changedLines(page, remove(page, ["b"]))).toEqual({ gone: ["b:\n", "  - x\n", "  - y # z\n"], added: [] });
    expect(remove(page, ["c", "d"])).toContain("c: { e: 2, f: 3 }\n");
    expect(remove(page, ["c", "e"])).toContain("c: { d: 1, f: 3 }\n");
    expect(remove(page, ["c", "f"])).toContain("c: { d: 1, e: 2 }\n");
    expect(remove(page, ["g", "h"])).toContain("g: {}\n---");
    expect(remove("---\nc: { d: 1, }\n---\n", ["c", "d"])).toBe("---\nc: {}\n---\n");
    expect([remove(page, ["nothing"]), remove(page, ["c", "nothing"]), remove(page, [])]).toEqual([page, page, page]);
    expect(remove("---\na: 1\n---\n", ["a"])).toBe("---\n---\n");
  });
});

describe("addFrontmatter", () => {
  it("goes before any body, behind a byte order mark, and leaves the body alone", () => {
    for (const body of markdownBodies()) {
      for (const mark of ["", "\ufeff"]) {
        if (body.startsWith("---") || body.startsWith("\ufeff")) continue;
        const page = addFrontmatter(mark + body, [
          ["id", "a"],
          ["title", "It: is"],
          ["tags", ["x", "y z"]],
        ]);
        const { span } = scan(page);
        expect(page.slice(span.end)).toBe(body);
        expect(page.startsWith(`${mark}---`)).toBe(true);
        expect(plain(at(page, ["title"]))).toBe("It: is");
        expect(page.slice(0, span.end).includes("\r\n")).toBe(/^[^\n]*\r\n/.test(body));
      }
    }
  });
});

describe("printValue", () => {
  it("prints plain what every reader takes for a string, and quotes the rest", () => {
    const printed = [
      "a b",
      "2026-11-20",
      "2026-03-02T08:11:00Z",
      "session:7f3a#L1",
      "é",
      "yes",
      "No",
      "1.10",
      "0x1F",
      "1e3",
      "01:30",
      "",
      " a",
      "a: b",
      "a #b",
      "[x]",
      "~",
      "null",
      "-x",
      "a\nb",
      "<<",
      "3 apples",
    ].map(printValue);
    expect(printed).toEqual([
      "a b",
      "2026-11-20",
      "2026-03-02T08:11:00Z",
      "session:7f3a#L1",
      "é",
      '"yes"',
      '"No"',
      '"1.10"',
      '"0x1F"',
      '"1e3"',
      '"01:30"',
      '""',
      '" a"',
      '"a: b"',
      '"a #b"',
      '"[x]"',
      '"~"',
      '"null"',
      '"-x"',
      '"a\\nb"',
      '"<<"',
      "3 apples",
    ]);
    expect(printValue({ a: [1, "b, c", null], "x: y": {} })).toBe('{ a: [1, "b, c", null], "x: y": {} }');
  });
});

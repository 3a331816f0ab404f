/** Scan's tests: spans, types, and the line and kind of everything that is refused. */
import { describe, expect, it } from "vitest";
import { lookup, scanFrontmatter, valueOf } from "../../../src/page/frontmatter/scan.js";

const page = (inner: string): string => `---\n${inner}${inner === "" || inner.endsWith("\n") ? "" : "\n"}---\nbody\n`;

function rootOf(text: string) {
  const scanned = scanFrontmatter("a.md", text);
  if (!scanned.ok) throw new Error(`${scanned.error.line}: ${scanned.error.says}`);
  if (scanned.value === null) throw new Error("no frontmatter");
  return scanned.value.root;
}

function refusal(text: string): string {
  const scanned = scanFrontmatter("a.md", text);
  return scanned.ok ? "accepted" : `${scanned.error.code} ${scanned.error.line}`;
}

describe("scanFrontmatter", () => {
  it("finds no frontmatter where the first line is no fence", () => {
    for (const text of [
      "",
      "\ufeff",
      "# Title\n",
      "\n---\na: 1\n---\n",
      "----\n",
      "--- title\n",
      "---foo\n",
      " ---\na: 1\n---\n",
    ]) {
      expect(scanFrontmatter("a.md", text)).toEqual({ ok: true, value: null });
    }
  });

  it("gives spans that hold the block, the inner text and every value", () => {
    const text =
      '\ufeff--- \r\ntitle: "a" # c\r\nlist:\r\n- x\r\n-\r\ntext: |+\r\n  one\r\n\r\nnull:\r\n---\r\n---\r\nbody';
    const scanned = scanFrontmatter("a.md", text);
    if (!scanned.ok || scanned.value === null) throw new Error("accepted");
    const { span, inner, root } = scanned.value;
    expect(text.slice(span.end)).toBe("---\r\nbody");
    expect(span.start).toBe(1);
    expect(text.slice(inner.start, inner.end).startsWith("title")).toBe(true);
    const raw = root.pairs.map((pair) => [pair.key, text.slice(pair.value.start, pair.value.end)]);
    expect(raw).toEqual([
      ["title", '"a"'],
      ["list", "- x\r\n-"],
      ["text", "|+\r\n  one\r\n"],
      ["null", ""],
    ]);
    expect(root.pairs.map((pair) => text.slice(pair.keySpan.start, pair.keySpan.end))).toEqual([
      "title",
      "list",
      "text",
      "null",
    ]);
  });

  it("types only true, false, null and decimal numbers a double holds", () => {
    const inner =
      "a: true\nb: ~\nc:\nd: -12\ne: 1.50\nf: no\ng: 0x1F\nh: 1e3\ni: 2026-11-21\nj: 007\nk: '1'\nl: 9007199254740993\nm: null\nn: False\no: 1.2345678901234567\np: -0\n";
    expect(valueOf(rootOf(page(inner)))).toEqual({
      a: true,
      b: null,
      c: null,
      d: -12,
      e: 1.5,
      f: "no",
      g: "0x1F",
      h: "1e3",
      i: "2026-11-21",
      j: "007",
      k: "1",
      l: "9007199254740993",
      m: null,
      n: "False",
      o: "1.2345678901234567",
      p: 0,
    });
  });

  it("keeps __proto__ and constructor as plain keys", () => {
    const root = rootOf(page("__proto__: { polluted: yes }\nconstructor: x\n"));
    const value = valueOf(root) as { readonly [key: string]: unknown };
    expect(Object.getPrototypeOf(value)).toBeNull();
    expect(Object.keys(value)).toEqual(["__proto__", "constructor"]);
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
    const found = lookup(root, ["__proto__", "polluted"]);
    expect(found?.kind === "scalar" ? found.text : null).toBe("yes");
    expect(lookup(root, ["toString"])).toBeNull();
  });

  it("names the line and the kind of what it refuses", () => {
    const table: readonly (readonly [string, string])[] = [
      ["---\na: 1\n", "frontmatter_unclosed 1"],
      ["---", "frontmatter_unclosed 1"],
      ["---js\nmodule.exports = {}\n---\n", "frontmatter_refused 1"],
      ["--- JavaScript \nx\n---\n", "frontmatter_refused 1"],
      ["---json\n{}\n---\n", "frontmatter_refused 1"],
      ["---coffee\n", "frontmatter_refused 1"],
      ["---\ra: 1\r---\r", "frontmatter_refused 1"],
      ["---\na: 1\n---\n\n---\nb: 2\nc:\n  - d\n---\n", "frontmatter_double 5"],
      [page("a: &x 1"), "frontmatter_refused 2"],
      [page("a: 1\nb: *x"), "frontmatter_refused 3"],
      [page("a: !!str 1"), "frontmatter_refused 2"],
      [page("<<: { a: 1 }"), "frontmatter_refused 2"],
      [page("? a\n: b"), "frontmatter_refused 2"],
      [page("%YAML 1.2\na: 1"), "frontmatter_refused 2"],
      [page("a: 1\n...\nb: 2"), "frontmatter_refused 3"],
      [page("a: 1\n--- # x\nb: 2"), "frontmatter_refused 3"],
      [page("a: 1\n\nb: 2\na: 3"), "key_duplicate 5"],
      [page('a: 1\n"a": 3'), "key_duplicate 3"],
      [page("a: { b: 1, b: 2 }"), "key_duplicate 2"],
      [page("a:\n\tb: 1"), "frontmatter_invalid 3"],
      [page("a:\n\t\nb: 1\n \t \n"), "accepted"],
      [page("\t\r\na: 1\r\n\t"), "accepted"],
      [page("k: >\n\t\n"), "frontmatter_invalid 3"],
      [page("a: |\u00a0\n  b"), "frontmatter_invalid 2"],
      [page("a: one\n  two"), "frontmatter_invalid 3"],
      [page('a: "one\n  two"'), "frontmatter_invalid 2"],
      [page("a: 1\n b: 2"), "frontmatter_invalid 3"],
      [page("a: >1\n    "), "frontmatter_invalid 2"],
      [page("a: [1, 2"), "frontmatter_invalid 2"],
      [page("- a\n- b"), "frontmatter_invalid 2"],
      [page("just text"), "frontmatter_invalid 2"],
      [page("a: b: c"), "frontmatter_invalid 2"],
      [page("a: {{ name }}"), "frontmatter_invalid 2"],
      [page('a: "\\q"'), "frontmatter_invalid 2"],
      [page("a: 1\nb: \x01"), "frontmatter_invalid 3"],
      [page("a: { b: { c: { d: { e: { f: 1 } } } } }"), "frontmatter_too_deep 2"],
      [page("a:\n b:\n  c:\n   d:\n    e:\n     f: 1"), "frontmatter_too_deep 7"],
      [page(`a: ${"é".repeat(8200)}`), "frontmatter_too_long 2"],
    ];
    expect(table.map(([text]) => [text, refusal(text)])).toEqual(table);
  });

  it("lets a body begin with a thematic break or dashes under a title", () => {
    for (const body of [
      "---\n",
      "\n---\n\nNote: text\n\n---\n",
      "---\nplain text\n---\n",
      "---\na: 1\n",
      "---\n- a\nb: 1\n---\n",
      "---\n- a: 1\n---\n",
      "Title\n---\n",
    ]) {
      expect(refusal(`---\na: 1\n---\n${body}`)).toBe("accepted");
    }
  });

  it("accepts depth 5, 16 KB and files without a final newline", () => {
    expect(refusal(page("a: { b: { c: { d: { e: 1 } } } }"))).toBe("accepted");
    expect(refusal(page("a:\n b:\n  c:\n   d:\n    e: 1"))).toBe("accepted");
    expect(refusal(page(`a: ${"é".repeat(8000)}`))).toBe("accepted");
    expect(refusal("---\na: 1\n---")).toBe("accepted");
    expect(refusal("---\n---")).toBe("accepted");
    expect(valueOf(rootOf("---\n# only a comment\n---\n"))).toEqual({});
  });

  it("ends on hostile input, however deep or long", () => {
    const hostile = [
      `a: ${"[".repeat(5000)}`,
      `a: ${"{a: ".repeat(4000)}`,
      `a:\n  ${"- ".repeat(5000)}`,
      `a: "${"\\".repeat(16_000)}`,
      ":".repeat(16_000),
      `a: ${"# ".repeat(8000)}`,
      Array.from({ length: 2500 }, (_, i) => `k${i}: `).join("\n"),
      `a: [${"'".repeat(16_000)}`,
      "--- x\n".repeat(16_000),
      `a: |\n${" \n".repeat(8000)}`,
      `a: 1\n---\n${"b: 1\n".repeat(20_000)}`,
      "- ".repeat(50_000),
      " ".repeat(100_000),
      "\n---a".repeat(20_000),
    ];
    for (const inner of hostile) {
      const scanned = scanFrontmatter("a.md", `---\n${inner}\n---\n`);
      expect(scanned.ok || scanned.error.line > 0).toBe(true);
    }
  });
});

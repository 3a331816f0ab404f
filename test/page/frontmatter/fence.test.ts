/** Fence's tests: where frontmatter ends, which openings are refused, and what behind it is a second block. */
import { describe, expect, test } from "vitest";
import { limits } from "../../../src/base/limits.js";
import { findFences, scanFrontmatter, secondBlockAt } from "../../../src/page/frontmatter/scan.js";

/** The text of the block, and what stands between its fences. */
function between(text: string): readonly [string, string] | string | null {
  const found = findFences(text);
  if (found === null) return null;
  if ("code" in found) return `${found.code} ${found.at}`;
  const { span, inner } = found;
  return [text.slice(span.start, span.end), text.slice(inner.start, inner.end)];
}

describe("the closing fence", () => {
  test.each([
    ["---\n---", ["---\n---", ""]],
    ["---\n---\n", ["---\n---\n", ""]],
    ["---\na\n---", ["---\na\n---", "a\n"]],
    ["---\na\n---\nb\n---\n", ["---\na\n---\n", "a\n"]],
    ["--- \t\na\n---\t \nb", ["--- \t\na\n---\t \n", "a\n"]],
    ["---\r\na\r\n---\r\nb", ["---\r\na\r\n---\r\n", "a\r\n"]],
    ["---\r\n---\r", ["---\r\n---\r", ""]],
    ["\ufeff---\na\n---\nb", ["---\na\n---\n", "a\n"]],
    [
      "---\n----\n --- \n---x\n--- x\n---\r x\n---\n",
      ["---\n----\n --- \n---x\n--- x\n---\r x\n---\n", "----\n --- \n---x\n--- x\n---\r x\n"],
    ],
    ["---\n\n---\n", ["---\n\n---\n", "\n"]],
    // A YAML document may end in dots, unless keys go on behind them.
    ["---\na: 1\n...\nb", ["---\na: 1\n...\n", "a: 1\n"]],
    ["---\na: 1\n...\n\nProse.\n\n---\n", ["---\na: 1\n...\n", "a: 1\n"]],
    ["---\na: 1\n...\n# Title\n---\n", ["---\na: 1\n...\n", "a: 1\n"]],
    ["---\na: 1\n... \nscope: local\n---\nb", ["---\na: 1\n... \nscope: local\n---\n", "a: 1\n... \nscope: local\n"]],
    ["---\na: 1\n....\n---\nb", ["---\na: 1\n....\n---\n", "a: 1\n....\n"]],
  ])("of %j", (text, found) => {
    expect(between(text)).toEqual(found);
  });

  test.each([
    ["---", 0],
    ["---\n", 0],
    ["---\na: 1\n", 0],
    ["\ufeff---\na: 1\n----\n", 1],
    ["---\n ---\n", 0],
    ["---\n--- x", 0],
  ])("%j is never closed", (text, at) => {
    expect(findFences(text)).toEqual({
      code: "frontmatter_unclosed",
      at,
      says: "The frontmatter that opens on the first line is never closed.",
      hint: "Close it with a line of three dashes; if the line is a thematic break, write *** or put a blank line before it.",
    });
  });
});

describe("the opening fence", () => {
  test.each([
    "",
    "-",
    "--\n",
    "a---\n",
    " ---\n",
    "\n---\n",
    "----\n---\n",
    "--- title\n---\n",
    "--- yamls\n---\n",
    "\ufeff\ufeff---\n---\n",
  ])("%j is none", (text) => {
    expect(between(text)).toBeNull();
  });

  const languages = "js javascript cjs mjs ts typescript json json5 coffee coffeescript cson toml yaml yml".split(
    " ",
  );
  test.each(languages)("%s is refused as a language", (language) => {
    for (const [opening, at] of [
      [`---${language}`, 0],
      [`--- ${language.toUpperCase()}\t\na\n---\n`, 0],
      [`\ufeff---\t${language}\r\na\r\n---\r\n`, 1],
    ] as const) {
      expect(findFences(opening)).toEqual({
        code: "frontmatter_refused",
        at,
        says: `The opening fence names a language (${language}); frontmatter is YAML data and is never executed.`,
        hint: "Write the opening line as --- and the values as YAML.",
      });
    }
  });

  test.each([
    ["---\ra: 1\r---\r", 0],
    ["\ufeff---\r\r\n", 1],
  ])("%j has bare carriage returns", (text, at) => {
    expect(findFences(text)).toEqual({
      code: "frontmatter_refused",
      at,
      says: "The lines end in bare carriage returns; a page uses LF or CRLF.",
      hint: "Save the file with LF or CRLF line ends.",
    });
  });

  test("a carriage return further on is no line end of the opening", () => {
    expect(between("--- a\r\n---\n")).toBeNull();
    expect(between("---a\r")).toBeNull();
  });
});

describe("a second block", () => {
  test.each([
    ["---\nb: 2\n---\n", 0],
    ["---\nb: 2\n---", 0],
    ["\n\n---\nb: 2\n---\n", 2],
    [" \t\r\n--- \r\nb: 2\r\n---\r\n", 4],
    ["---\nb:\n---\n", 0],
    ["---\n_b.c-d: 2\n---\n", 0],
    ["---\nB9:\t2\n---\n", 0],
    ["---\nb:\n  - c\n\td: 1\n- e\n# f\ng: 1\n---\n", 0],
    [`---\nb: ${"x".repeat(limits.frontmatterBytesMax - 8)}\n---\n`, 0],
  ])("is found in %j", (text, at) => {
    expect(secondBlockAt(text, 0)).toBe(at);
    expect(secondBlockAt(`---\na: 1\n---\n${text}`, 13)).toBe(13 + at);
    const error = {
      code: "frontmatter_double",
      severity: "error",
      path: "a.md",
      line: 4 + text.slice(0, at).split("\n").length - 1,
      says: "A second frontmatter block stands right behind the first.",
      hint: "Merge its keys into the first block and remove it.",
    };
    expect(scanFrontmatter("a.md", `---\na: 1\n---\n${text}`)).toEqual({ ok: false, error });
  });

  test.each([
    "",
    "\n",
    "---",
    "---\n",
    "---\n---\n",
    "---\n\n---\n",
    "text\n---\nb: 2\n---\n",
    "- ---\nb: 2\n---\n",
    "b: ---\n---\n",
    "---x\nb: 2\n---\n",
    "---\nb: 2\n",
    "---\nb:2\n---\n",
    "---\n9b: 2\n---\n",
    "---\nb c: 2\n---\n",
    "---\n b: 2\n---\n",
    "---\n- b: 2\n---\n",
    "---\n# b\n---\n",
    "---\nb: 2\ntext\n---\n",
    "---\nb: 2\n-c\n---\n",
    "---\nb: 2\n\n---\n",
    "---\nb: 2\n  \n---\n",
    "---\nb: 2\nc - d\n---\n",
    "---\nb: 2\nc #d\n---\n",
    "---\nb: 2\nc  d\n---\n",
    "---\nb: 2\na ---\n",
    `---\nb: ${"x".repeat(limits.frontmatterBytesMax)}\n---\n`,
  ])("is not found in %j", (text) => {
    expect(secondBlockAt(text, 0)).toBe(-1);
    expect(scanFrontmatter("a.md", `---\na: 1\n---\n${text}`)).toMatchObject({ ok: true });
  });
});

describe("the length", () => {
  const most = limits.frontmatterBytesMax;
  const of = (letters: string, times: number, more = ""): string =>
    `---\nkey: ${letters.repeat(times)}${more}\n---\nThe body counts for nothing: ${"x".repeat(most)}\n`;

  // “key: ” and a line feed take six bytes.
  test.each([
    ["x", most - 6, true],
    ["x", most - 5, false],
    ["é", (most - 6) / 2, true],
    ["é", (most - 4) / 2, false],
    ["日", Math.floor((most - 6) / 3), true],
    ["日", Math.floor((most - 6) / 3) + 1, false],
    ["😀", Math.floor((most - 6) / 4), true],
    ["😀", Math.floor((most - 6) / 4) + 1, false],
  ])("of frontmatter is counted in bytes: %s × %i", (letters, times, ok) => {
    const says = { says: `The frontmatter has more than ${most} bytes.`, hint: "Move the detail into the body." };
    expect(scanFrontmatter("a.md", of(letters, times))).toMatchObject(
      ok ? { ok } : { ok, error: { code: "frontmatter_too_long", line: 2, ...says } },
    );
  });
});

/** Scan's differential tests: whatever it accepts, a full YAML parser reads as the same structure and strings. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDocument } from "yaml";
import type { YamlNode } from "../../../src/page/frontmatter/print.js";
import { scanFrontmatter } from "../../../src/page/frontmatter/scan.js";

import { draws } from "../../support/draws.js";
import { yamlLines } from "../../support/yaml-text.js";

const evalData = process.env.PAGEFILE_EVAL_DATA ?? "";
const page = (inner: string): string => `---\n${inner}${inner === "" || inner.endsWith("\n") ? "" : "\n"}---\nbody\n`;

/** Every scalar as the string it stands for. */
type Strings = string | readonly Strings[] | { readonly [key: string]: Strings };

function strings(node: YamlNode): Strings {
  if (node.kind === "scalar" || node.kind === "opaque") return node.text;
  if (node.kind === "list") return node.items.map(strings);
  return Object.fromEntries(node.pairs.map((pair) => [pair.key, strings(pair.value)]));
}

function oracle(inner: string): { readonly errors: readonly string[]; readonly value: unknown } {
  const document = parseDocument(inner, { schema: "failsafe", strict: true });
  const plain = (value: unknown): unknown => {
    if (value === null || value === undefined) return "";
    if (Array.isArray(value)) return value.map(plain);
    if (value instanceof Map) return Object.fromEntries([...value].map(([key, item]) => [key, plain(item)]));
    return value;
  };
  const value = plain(document.toJS({ mapAsMap: true }));
  return { errors: document.errors.map((error) => error.message), value: value === "" ? {} : value };
}

/** Null when the scanner refuses; otherwise both readings of the inner text. */
function compare(text: string): { readonly inner: string; readonly ours: Strings } | null {
  const scanned = scanFrontmatter("a.md", text);
  if (!scanned.ok || scanned.value === null) return null;
  const { inner, root } = scanned.value;
  return { inner: text.slice(inner.start, inner.end), ours: strings(root) };
}

describe("scanFrontmatter against a full YAML parser", () => {
  it("accepts legal documents in odd layouts and reads the same strings", () => {
    fc.assert(
      fc.property(yamlLines, fc.constantFrom("\n", "\r\n"), fc.constantFrom("", "\ufeff"), (lines, eol, mark) => {
        const text = `${mark}---${eol}${lines.map((line) => line + eol).join("")}---${eol}body`;
        const theirs = oracle(lines.map((line) => line + eol).join(""));
        const scanned = scanFrontmatter("a.md", text);
        expect(theirs.errors).toEqual([]);
        fc.pre(scanned.ok || scanned.error.code !== "frontmatter_too_deep");
        expect(scanned.ok ? "" : scanned.error.says).toBe("");
        expect(compare(text)?.ours).toEqual(theirs.value);
      }),
      { numRuns: draws(1500) },
    );
  });

  it("accepts nothing the parser refuses or reads otherwise, whatever the characters", () => {
    const piece = fc.constantFrom(
      "a",
      "b",
      ": ",
      ":",
      "- ",
      "-",
      "\n",
      "\n  ",
      "\n    ",
      "[",
      "]",
      "{",
      "}",
      ",",
      '"',
      "'",
      "#",
      " #",
      "|",
      ">",
      "|-",
      ">+",
      "\\",
      "&",
      "*",
      "!",
      "?",
      "? ",
      "%",
      "@",
      "1",
      " ",
      "\t",
      "\r\n",
      "---",
      "...",
      "<<: ",
      "é",
      "\u00a0",
      "~",
    );
    let [tried, accepted] = [0, 0];
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), fc.boolean(), (pieces, keyed) => {
        tried++;
        const read = compare(page((keyed ? "k: " : "") + pieces.join("")));
        if (read === null) return;
        accepted++;
        const theirs = oracle(read.inner);
        expect({ inner: read.inner, errors: theirs.errors }).toEqual({ inner: read.inner, errors: [] });
        expect(read.ours).toEqual(theirs.value);
      }),
      { numRuns: draws(20_000) },
    );
    expect(accepted).toBeGreaterThan(tried / 20 - 1);
  });

  it.skipIf(evalData === "")(
    "agrees on the YAML test suite and on the corpus (set PAGEFILE_EVAL_DATA to run)",
    () => {
      const suite: readonly { readonly cases?: readonly { readonly yaml: string; readonly fail?: boolean }[] }[] =
        JSON.parse(readFileSync(join(evalData, "specs/yaml/yaml-test-suite.json"), "utf8"));
      const cases = suite.flatMap((entry) => entry.cases ?? []).filter((one) => !/^(?:---|\.\.\.)/m.test(one.yaml));
      const texts = [
        ...cases.map((one) => ({ text: page(one.yaml), fails: one.fail === true })),
        ...markdownIn(join(evalData, "corpus")).map((path) => ({ text: readFileSync(path, "utf8"), fails: false })),
      ];
      let accepted = 0;
      for (const { text, fails } of texts) {
        const read = compare(text);
        if (read === null) continue;
        accepted++;
        const theirs = oracle(read.inner);
        expect({ inner: read.inner, fails, errors: theirs.errors }).toEqual({
          inner: read.inner,
          fails: false,
          errors: [],
        });
        expect(read.ours).toEqual(theirs.value);
      }
      expect(accepted).toBeGreaterThan(1000);
    },
  );
});

function markdownIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => join(folder, path));
}

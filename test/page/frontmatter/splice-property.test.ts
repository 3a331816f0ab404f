/** Splice's properties: on any frontmatter over any body an edit reads back as asked and touches no other byte. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { YamlValue } from "../../../src/page/frontmatter/print.js";
import { lookup, scanFrontmatter } from "../../../src/page/frontmatter/scan.js";
import { setKey } from "../../../src/page/frontmatter/splice.js";

import { draws } from "../../support/draws.js";
import { at, plain, remove, scan, set } from "../../support/edits.js";
import { markdownBodies } from "../../support/markdown-text.js";
import { yamlLines } from "../../support/yaml-text.js";

const evalData = process.env.PAGEFILE_EVAL_DATA ?? "";

const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.constantFrom(
    "",
    "yes",
    "1.10",
    "2026-11-20",
    "a: b",
    "a #b",
    "- x",
    "[x]",
    "it's",
    '"',
    "a\nb\n",
    "  lead",
    "\u00a0nbsp",
    "\u2028",
    "\ud800",
    "\ufeff",
    "---",
    "null",
    "é",
    "{{ x }}",
  ),
);
const leaf = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null), fc.constantFrom(1.5, -0.25, 0));
const key = fc.constantFrom("a", "id", "title", "new", "two words", "x: y", "__proto__", "日本", "on", "");
const { tree: anyValue } = fc.letrec<{ tree: YamlValue }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    leaf,
    fc.array(tie("tree"), { maxLength: 3 }),
    fc
      .uniqueArray(fc.tuple(key, tie("tree")), { maxLength: 3, selector: ([k]) => k })
      .map((pairs) => Object.fromEntries(pairs)),
  ),
}));

const layout = fc.record({
  lines: yamlLines,
  eol: fc.constantFrom("\n", "\r\n"),
  mark: fc.constantFrom("", "\ufeff"),
  body: fc.constantFrom(...markdownBodies()),
});

function written({
  lines,
  eol,
  mark,
  body,
}: {
  lines: readonly string[];
  eol: string;
  mark: string;
  body: string;
}): string | null {
  const whole = `${mark}---${eol}${lines.map((line) => line + eol).join("")}---${eol}${body}`;
  return scanFrontmatter("a.md", whole).ok ? whole : null;
}

describe("setKey and removeKey", () => {
  it("reads back as asked and leaves every other byte alone, on any frontmatter over any body", () => {
    fc.assert(
      fc.property(layout, anyValue, fc.nat(), key, (page, value, pick, fresh) => {
        const before = written(page);
        fc.pre(before !== null);
        if (before === null) return;
        const frontmatter = scan(before);
        const pair = frontmatter.root.pairs[pick % (frontmatter.root.pairs.length + 1)];
        const path = [pair?.key ?? fresh];
        const edited = setKey(before, frontmatter, path, value);
        if (!edited.ok) {
          expect(edited.error.says).toMatch(
            /nested more than|reads back unchanged: (?:The frontmatter has more|There is a merge|Lists and maps)/,
          );
          return;
        }
        expect(plain(at(edited.value, path))).toEqual(plain(value));
        const after = scan(edited.value);
        expect(edited.value.slice(after.span.end)).toBe(before.slice(frontmatter.span.end));
        const kept = pair ?? frontmatter.root.pairs.find((one) => one.key === fresh);
        const start = kept?.keySpan.start ?? frontmatter.inner.end;
        if (kept !== undefined) expect(edited.value.startsWith(before.slice(0, start))).toBe(true);
        const end = before.indexOf("\n", kept?.value.end ?? frontmatter.root.end);
        if (end >= 0) expect(edited.value.endsWith(before.slice(end))).toBe(true);
        expect(page.eol === "\r\n" && /[^\r]\n/.test(edited.value.slice(0, after.span.end))).toBe(false);
      }),
      { numRuns: draws(3000) },
    );
  });

  it.skipIf(evalData === "")("changes one line of every file of the corpus (set PAGEFILE_EVAL_DATA to run)", () => {
    const folder = join(evalData, "corpus");
    const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".md"));
    let edited = 0;
    for (const path of paths) {
      const before = readFileSync(join(folder, path), "utf8");
      const scanned = scanFrontmatter(path, before);
      if (!scanned.ok || scanned.value === null) continue;
      const after = set(before, ["title"], "Another: title").split("\n");
      const lines = before.split("\n");
      const added = after.length - lines.length;
      const changed =
        lookup(scanned.value.root, ["title"]) === null ? added : after.filter((line, i) => line !== lines[i]).length;
      expect([path, changed, added]).toEqual([path, 1, lookup(scanned.value.root, ["title"]) === null ? 1 : 0]);
      edited++;
    }
    expect(edited).toBeGreaterThan(1000);
  });

  it("restores the original bytes when a scalar is set back", () => {
    const styles = fc.constantFrom(
      "plain words",
      "'single it''s'",
      '"double\\n"',
      "|\n  a\n  b",
      ">-\n   folded once",
      "12",
      "true",
    );
    let restored = 0;
    fc.assert(
      fc.property(styles, text, fc.constantFrom("", " # c"), (old, value, note) => {
        const block = old.startsWith("|") || old.startsWith(">");
        const page = `---\nx: 1\nkey: ${old}${block ? "" : note}\ny: 2\n---\nbody`;
        const was = at(page, ["key"]);
        const edited = set(page, ["key"], value);
        if (was === undefined || styleAt(edited) !== styleAt(page)) return;
        expect(set(edited, ["key"], was)).toBe(page);
        restored++;
      }),
      { numRuns: draws(1000) },
    );
    expect(restored).toBeGreaterThan(draws(1000) * 0.3);
  });

  it("undoes the adding of any key to any frontmatter", () => {
    fc.assert(
      fc.property(layout, leaf, (page, value) => {
        const before = written(page);
        fc.pre(before !== null);
        if (before === null) return;
        const added = setKey(before, scan(before), ["fresh key"], value);
        if (added.ok) expect(remove(added.value, ["fresh key"])).toBe(before);
      }),
      { numRuns: draws(1000) },
    );
  });
});

function styleAt(page: string): string {
  const node = lookup(scan(page).root, ["key"]);
  return node?.kind === "scalar" ? node.style : "";
}

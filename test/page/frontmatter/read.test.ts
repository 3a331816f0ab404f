/** Read's tests: frontmatter as other programs write it, what becomes of trust in odd shapes, and no reading that YAML would not have. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDocument } from "yaml";
import { readFrontmatter, scanFrontmatter, valueOf } from "../../../src/page/frontmatter/scan.js";
import { removeKey, setKey } from "../../../src/page/frontmatter/splice.js";
import { readMeta } from "../../../src/page/meta.js";

import { draws } from "../../support/draws.js";

const page = (inner: string, eol = "\n"): string => `---${eol}${inner}${eol}---${eol}body${eol}`;

function read(inner: string, eol = "\n") {
  const text = page(inner, eol);
  const found = readFrontmatter("a.md", text);
  if (!found.ok || found.value === null) throw new Error("not read");
  return { text, frontmatter: found.value, ...readMeta("a.md", found.value, () => 1) };
}

describe("what other programs write", () => {
  it.each<[string, string, object]>([
    ["Obsidian", "tags:\n  - \n  - garden\naliases: [Yard]\ncssclasses:\n", { tags: ["garden"] }],
    ["a wiki link", 'up: "[[Home]]"\nrelated: [[Soil]], [[Rain]]\ntags: [garden]', { tags: ["garden"] }],
    ["a template", "created: {{date}}\ntitle: Shed", { title: "Shed" }],
    ["a colon in a title", "title: Sheds: a history\ntags: [wood]", { title: "Sheds: a history", tags: ["wood"] }],
    ["a colon in a skill", "name: dig\ndescription: Digs. Use when: asked", { summary: "Digs. Use when: asked" }],
    [
      "a wrapped text",
      "description: One line\n  and another\ntags: [a]",
      { summary: "One line and another", tags: ["a"] },
    ],
    ["Jekyll", 'layout: post\ndate: 2024-05-01 10:00:00 +0100\ncategories: [a, b]\ntitle:  ""', { title: null }],
    [
      "Docusaurus",
      "id: My Doc\nsidebar_position: 2\ntype: protocol\nversion: 1.0.0",
      { id: null, type: null, version: null },
    ],
    ["a number with a point", "version: 1.0", { version: null }],
    ["tabs", "x:\n\t- a\ntags: [a]", { tags: ["a"] }],
    ["a key twice", "date: a\ndate: b\ntags: [a]", { tags: ["a"] }],
    ["an anchor", "base: &b { pin: hard }\ntags: [a]", { tags: ["a"], pin: null }],
  ])("%s", (_name, inner, expected) => {
    for (const eol of ["\n", "\r\n"]) expect(read(inner.replaceAll("\n", eol), eol).meta).toMatchObject(expected);
  });

  it("a line of dashes above prose is no frontmatter, and keys that nothing closes are none that can be read", () => {
    expect(readFrontmatter("a.md", "---\n\nOnce upon a time.\n")).toEqual({ ok: true, value: null });
    expect(readFrontmatter("a.md", "---\nscope: local\n\nOnce.\n")).toMatchObject({ ok: false });
    expect(readFrontmatter("a.md", page("<<<<<<< ours\nid: a\n=======\nid: b\n>>>>>>> theirs"))).toMatchObject({
      ok: false,
    });
  });
});

/** `key=value` of each key in order, `key?text` where it is opaque, `??` where its lines may not be its own; loose lines last. */
function shape(inner: string, eol = "\n"): string {
  const { text, frontmatter } = read(inner, eol);
  const pairs = frontmatter.root.pairs.map(({ key, keySpan, value }) => {
    expect(text.slice(keySpan.start, keySpan.end).replace(/["']/g, "")).toBe(key);
    if (value.kind !== "opaque") return `${key}=${JSON.stringify(valueOf(value))}`;
    expect([value.text, value.says]).toEqual([
      text.slice(value.start, value.end),
      expect.stringMatching(/^[“A-Z].*\.$/s),
    ]);
    return `${key}${value.certain ? "?" : "??"}${value.text}`;
  });
  const loose = (frontmatter.loose ?? []).map(({ start, end }) => `loose:${text.slice(start, end)}`);
  return [...pairs, ...loose].join("|");
}

describe("a key whose lines are refused", () => {
  it.each<[inner: string, want: string]>([
    ["x: &a b\n\n# note\nz: 1", "x?&a b\n\n# note|z=1"],
    ["  x: &a b\n  z: 1", "x?&a b|z=1"],
    ["x: &a b\n y: 1\nz: 1", "x?&a b\n y: 1|z=1"],
    ["x: &a\n\ty: 1\nz: 1", "x?&a\n\ty: 1|z=1"],
    ["x: [&a b\n]\nz: 1", "x?[&a b\n]|z=1"],
    ["x: { a: &a b\n}\nz: 1", "x?{ a: &a b\n}|z=1"],
    ["x: &a\n- b\n-\nz: 1", "x?&a\n- b\n-|z=1"],
    ["x: &a b\n-c: 1\nd e: 2", "x?&a b|-c=1|d e=2"],
    ["x: a\u0007b\nz: 1", "x?a\u0007b|z=1"],
    ["x: 1\n]\nz: 2", "x?1\n]|z=2"],
    ["x: 1\nx: [2]\nz: 3", "x??1|x??[2]|z=3"],
    ["'x': *a\nz: 1", "x?*a|z=1"],
    ["loose words\nz: 1", "z=1|loose:loose words\n"],
    ["? a\n: b\nz: 1", "z=1|loose:? a\n|loose:: b\n"],
    ['x: "open\ny:\nz: 1\nw: &a', 'x?"open|y??|z??1|w??&a'],
  ])("is opaque, and those beside it are read: %j", (inner, want) => {
    expect(shape(inner)).toBe(want);
    expect(shape(inner.replaceAll("\n", "\r\n"), "\r\n")).toBe(want.replaceAll("\n", "\r\n"));
  });

  it("says why: what stands twice, behind an open quote, outside of the map, or in a second block", () => {
    const why = (inner: string, tail = "") => {
      const found = readFrontmatter("a.md", `---\n${inner}\n---\n${tail}`);
      if (!found.ok || found.value === null) throw new Error("not read");
      const { root, loose = [] } = found.value;
      return [...root.pairs.map(({ value }) => value), ...loose].flatMap((one) => ("says" in one ? [one.says] : []));
    };
    expect(why("x: 1\nx: 2")).toEqual(Array(2).fill("The key “x” stands twice."));
    expect(why("x: 1\n]")).toEqual(["A value may not begin with ] here."]);
    expect(why("x: \u0007")).toEqual(["It holds a character that YAML text does not."]);
    const torn = "A quote or bracket above it is never closed, so this may be part of that text.";
    expect(why("x: [a\ny: 1\nloose")).toEqual(["A bracket is not closed.", torn, torn]);
    const second = "A second frontmatter block stands right behind the first; it is read as text.";
    expect(why("x: 1", "\n---\ny: 1\n---\n")).toEqual([second]);
    expect(why("x: &a", "---\ny: 1\n---\n")).toEqual([expect.any(String), second]);
  });

  it.each([
    ...[
      '"a" b',
      "'a' b",
      "'it''s' b",
      '"a\\" b" c',
      '"a\\\\" b',
      "[a], [b]",
      "{a: 1} b",
      "[{a: ']}'}] b",
      '[a, "]"] b',
    ],
    ...[
      "[a'b] c",
      "{a: 'b}'} c",
      '[ "[" ] c',
      "[a:  '[' ] c",
      "it's a: b",
      '&a b "c',
      '[{a: 1}, {b: "\\"}"}] c',
      "'\\' b",
    ],
    ...[
      '\n  - "a" b\n  - c',
      "\n  k:[a\n  b: c: d",
      "\n  - it's: [a] b",

      "\n  - -[a\n  b: c: d",
    ],
  ])("closes what it opens, so that what follows is read: %j", (value) => {
    expect(shape(`x: ${value}\nz: 1`)).toMatch(/^x\?[^?]*\|z=1$/s);
  });

  it.each([
    ...[
      '"a',
      "'a",
      "'it''s",
      '"a\\"',
      "[a",
      "{a: [1}",
      '[a, "b]',
      "[a, 'b]",
      '{a: "b}',
      "['a]",
      "[  'b]",
      "{'a: b}",
      "'\\''",
    ],
    ...[
      '\n  - "a',
      "\n  - - [a",
      "\n  -   'a",
      '\n  k: "a',
      "\n  - k: [a",
      "\n  a key:  {a",
      '\n      "a',
      '\n  b: c: d\n  e: "f',
    ],
    ...["\n  - a b: {c", '\n  b c\n\n  - "d', "\n  k:\t[a", "\n\t- 'a"],
  ])("opens what nothing closes, so that what follows may be part of it: %j", (value) => {
    expect(shape(`x: ${value}\nz: 1`)).toMatch(/^x\?[^?].*\|z\?\?1$/s);
  });
});

describe("an opening line", () => {
  const seen = (text: string): string => {
    const found = readFrontmatter("a.md", text);
    return !found.ok ? found.error.code : found.value === null ? "none" : `to ${found.value.span.end}`;
  };

  it.each([
    ...[
      "# c\nscope: local",
      "\n\n  scope: local",
      "scope:",
      '"scope": local',
      "'s c': x",
      "scope: local #",
      "9: x",
      "a:\tb",
    ],
  ])("above keys that nothing closes is told: %j", (inner) => {
    expect(seen(`---\n${inner}\n`)).toBe("frontmatter_unclosed");
  });

  it.each(["Prose.", "(He) said: yes", "a:b", `${"x".repeat(70)}: y`, "#a: b\n#c: d", "", '""a: b'])(
    "above %j opens nothing",
    (inner) => {
      expect(seen(`---\n${inner}\n`)).toBe("none");
    },
  );

  it("that names a language is refused, whatever follows", () => {
    expect(seen("---js\nProse.\n")).toBe("frontmatter_refused");
  });

  it("above what git left open is refused, and above such marks elsewhere is not", () => {
    for (const mark of ["<<<<<<<", "<<<<<<< ours", ">>>>>>>", ">>>>>>>\ttheirs"])
      expect(seen(`---\nx: &a\n${mark}\n---\n`)).toBe("frontmatter_refused");
    for (const mark of ["a: <<<<<<< b", "<", ">", "> b", "<<<<<<<b"])
      expect(seen(`---\nx: &a\n${mark}\n---\n`)).toMatch(/^to/);
    expect(seen("---\nx: &a\n---\n<<<<<<< ours\n")).toBe("to 14");
  });

  it("of pluses opens TOML above a key, a table or nothing", () => {
    for (const inner of [
      "a = 1",
      "  # c\na=1",
      "\n\n'a' = 1",
      '"a" = 1',
      " a=1",
      "\ta  = 1",
      "[b]",
      " [b]",
      "a.b-c = 1",
      "# c",
      "",
    ])
      expect(seen(`+++\n${inner}\n+++`)).toBe(`to ${inner.length + 8}`);
    for (const inner of ["A poem = x", "poem # x", "a", "(a) = 1", `${"a".repeat(61)} = 1`])
      expect(seen(`+++\n${inner}\n+++\n`)).toBe("none");
    expect([seen("+++"), seen("+++\na = 1"), seen("+++a\nb = 1\n+++")]).toEqual(["none", "none", "none"]);
  });
});

describe("trust in a form that is not read", () => {
  it.each<[string, object]>([
    ["scope: everyone", { scope: null, audience: "private" }],
    ["scope: Local", { scope: "local", audience: "private" }],
    ["scope: [session]", { scope: "session", audience: "private" }],
    ["scope: !x local", { scope: "local", audience: "private" }],
    ["scope: local\nscope: global", { scope: "local", audience: "private" }],
    ["scope: local government", { scope: null, audience: "private" }],
    ["audience: developers", { audience: "private" }],
    ["audience: 'shared", { audience: "private" }],
    ["d: &d { scope: local }\n<<: *d", { audience: "private" }],
    ["? scope\n: local", { audience: "private" }],
    ["origin: Lisbon", { origin: "web" }],
    ["origin: user\norigin: web", { origin: "web" }],
    ["pin: very", { pin: null }],
    ["type: constraint\npin: very", { type: "constraint", pin: "none" }],
    ["pin: none\npin: hard", { pin: null }],
    // What stands behind an open quote or bracket may be part of it.
    [
      'title: "open\npin: hard\norigin: user\nscope: global',
      { pin: null, origin: "web", scope: null, audience: "private" },
    ],
    ["tags: [open\npin: hard", { pin: null }],
    ["tags:\n  - 'open\npin: hard", { pin: null }],
  ])("%j is the safe side of it, and is told", (inner, expected) => {
    const { meta, findings } = read(inner);
    expect(meta).toMatchObject(expected);
    expect(findings.some(({ severity }) => severity === "warning")).toBe(true);
    expect(findings.some(({ severity }) => severity === "error")).toBe(false);
  });
});

const line = fc.constantFrom(
  "id: a",
  "pin: hard",
  "tags:",
  "  - x",
  "  - ",
  "- y",
  "title: a: b",
  'quote: "open',
  '  closed" ',
  "single: 'tis",
  "flow: [a",
  "  b]",
  "]",
  "map: { a: 1,",
  "  b: 2 }",
  "block: |",
  "    text",
  "  wrapped",
  "\ttab",
  "anchor: &a 1",
  "alias: *a",
  "<<: *a",
  "? complex",
  "# note",
  "",
  "loose words",
  "nested:",
  "  deep:",
  "    er: 1",
);

/** As the parser has it; undefined where it refuses the document. */
function oracle(inner: string): Record<string, unknown> | undefined {
  const document = parseDocument(inner, { schema: "core", strict: true });
  if (document.errors.length > 0) return undefined;
  try {
    const value: unknown = document.toJS();
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    // An alias of nothing.
    return undefined;
  }
}

describe("any lines", () => {
  it("are read as a full YAML parser reads them or not at all, and lie in the text in order", () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 9 }), (lines) => {
        const text = page(lines.join("\n"));
        const found = readFrontmatter("a.md", text);
        if (!found.ok || found.value === null) return;
        const theirs = oracle(`${lines.join("\n")}\n`);
        let at = 0;
        for (const { key, keySpan, value } of found.value.root.pairs) {
          expect(keySpan.start).toBeGreaterThanOrEqual(at);
          expect(value.start).toBeGreaterThanOrEqual(keySpan.end);
          at = value.end;
          if (theirs !== undefined && value.kind !== "opaque")
            expect(JSON.stringify(theirs[key])).toBe(JSON.stringify(valueOf(value)));
        }
        expect(at).toBeLessThanOrEqual(found.value.inner.end);
      }),
      { numRuns: draws(3000), seed: 15 },
    );
  });

  it("keep every byte but the key's that is set or taken out, or refuse", () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 9 }), fc.constantFrom("mood", "id"), (lines, key) => {
        const text = page(lines.join("\n"));
        const found = readFrontmatter("a.md", text);
        if (!found.ok || found.value === null) return;
        const { pairs } = found.value.root;
        const set = setKey(text, found.value, [key], "calm");
        if (pairs.some((pair) => pair.key === key && pair.value.kind === "opaque")) expect(set.ok).toBe(false);
        if (!set.ok) return;
        const others = lines.filter((one) => !one.startsWith(`${key}:`));
        let from = 0;
        for (const one of others) {
          const next = set.value.indexOf(one, from);
          expect(next, `${JSON.stringify(one)} in ${JSON.stringify(set.value)}`).toBeGreaterThanOrEqual(0);
          from = next + one.length;
        }
        // What scanned before scans still.
        if (scanFrontmatter("a.md", text).ok) expect(scanFrontmatter("a.md", set.value).ok).toBe(true);
        if (pairs.some((pair) => pair.key === key)) return;
        const again = readFrontmatter("a.md", set.value);
        if (!again.ok || again.value === null) throw new Error("not read");
        expect(removeKey(set.value, again.value, [key])).toEqual({ ok: true, value: text });
      }),
      { numRuns: draws(2000), seed: 15 },
    );
  });
});

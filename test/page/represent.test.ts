/** Represent's tests: every fidelity is the page's own words, deterministic, and no longer than the one above it. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { digest } from "../../src/base/digest.js";
import { firstSentence, type Representable, represent, shorten } from "../../src/page/represent.js";

import { draws } from "../support/draws.js";
import { markdownBodies } from "../support/markdown-text.js";

const page: Representable = {
  id: "a-page",
  type: "preference",
  title: "A  page",
  path: "memory/a-page.md",
  oid: "0123456789abcdef0123456789abcdef01234567",
  fields: {},
  compressed: null,
  compressedOf: null,
};

const body = [
  "# Title *one*",
  "",
  "First sentence e.g. this one. Second sentence.",
  "",
  "<!-- hidden -->",
  "- Kept whole. All of it. [decision]",
  "- Only the first. Not this.",
  "  - nor this",
  "",
  "## Code",
  "",
  "```js",
  "one();",
  "two();",
  "three();",
  "```",
  "",
  "> Quoted first. Quoted second.",
  "",
  "Inline <!-- secret --> comment. `<!-- code -->` stays? Yes.",
  "",
].join("\n");

describe("represent", () => {
  it("compresses to headings, tagged entries, first sentences and first lines of code", () => {
    expect(represent(page, body).compressed).toBe(
      [
        "# Title one",
        "First sentence e.g. this one.",
        "- Kept whole. All of it. [decision]\n- Only the first.",
        "## Code",
        "```js\none();\n…(3 lines)\n```",
        "> Quoted first.",
        "Inline comment.",
      ].join("\n\n"),
    );
  });

  it("leaves out what was superseded, at every fidelity", () => {
    const was =
      "  - Superseded 2026-11-02: “The office is in Paris.” it moved\n  - Superseded 2026-10-01: “In Bonn.”\n";
    const text = `- The office is in Lyon. [human]\n${was}  - Second floor.\n- Superseded plans lie in the archive.\n`;
    const shown = represent(page, text);
    expect(shown.full).toBe(text.replace(was, ""));
    for (const less of [shown.compressed, shown.structured]) expect(less).not.toMatch(/Paris|Bonn/);
  });

  it("uses a written text only for the body it was written for", () => {
    const written = { ...page, compressed: "Short.", compressedOf: digest(body) };
    expect(represent(written, body)).toMatchObject({ compressed: "Short.", stale: false });
    expect(represent(written, `${body} `).stale).toBe(true);
    expect(represent(written, `${body} `).compressed).not.toBe("Short.");
    expect(represent({ ...written, compressedOf: null }, body).stale).toBe(true);
    expect(represent({ ...written, compressed: null }, body).stale).toBe(false);
  });

  it("structures typed fields in the schema's order, then the others sorted", () => {
    const fields = {
      zeta: "z",
      prefers: "morning\n departures",
      alpha: [1, "two"],
      subject: "flights",
      map: { a: 1 },
      none: null,
    };
    expect(represent({ ...page, fields }, body).structured).toBe(
      "subject: flights\nprefers: morning departures\nalpha: 1; two\nmap: { a: 1 }\nzeta: z",
    );
  });

  it("says nothing of fields that only point to the entries", () => {
    const fields = { subject: "Rules", prefers: "see below" };
    const page = { id: "rules", type: "preference", title: "Rules", path: "a.md", oid: "0123456789" } as const;
    const shown = represent({ ...page, fields, compressed: null, compressedOf: null }, "- Never sail at night.\n");
    expect(shown.full).toBe("- Never sail at night.\n");
    expect(shown.structured).toBe("Rules\n- Never sail at night.");
  });

  it("falls back to the title and a line for every rule, nested ones too", () => {
    const rules = `- Git:\n  - Never force-push. Ever.\n  - Sign commits.\n- ${"long ".repeat(60)}\n\nAlways ask. Really.\n\n\`\`\`\ncode\n\`\`\`\n<!-- no -->\n`;
    const { structured } = represent({ ...page, type: "constraint", fields: { rule: "be kind" } }, rules);
    const lines = structured.split("\n");
    expect(lines.slice(0, 5)).toEqual([
      "A page",
      "rule: be kind",
      "- Git:",
      "  - Never force-push.",
      "  - Sign commits.",
    ]);
    expect(lines[5]?.endsWith("…")).toBe(true);
    expect(lines[5]?.length).toBeLessThanOrEqual(162);
    expect(lines.slice(6)).toEqual(["- Always ask."]);
  });

  it("finds goal, step and what is open in the body of a plan", () => {
    const plan =
      "## Goal\nShip it. Soon.\n\n## Steps\n1. [x] done\n2. Write tests\n\n**Open:** which name?\n\n- [ ] ask\n";
    expect(represent({ ...page, type: "plan" }, plan).structured).toBe(
      "A page\ngoal: Ship it.\nstep: Write tests\nopen: which name?; ask",
    );
    expect(represent({ ...page, type: "plan", fields: { goal: "g", step: "s", open: "o" } }, plan).structured).toBe(
      "goal: g\nstep: s\nopen: o",
    );
  });

  it("points to the page in one line", () => {
    expect(represent(page, body).pointer).toBe(
      "a-page — A page (memory/a-page.md@0123456789; read: pagefile show a-page)",
    );
  });

  it("drops comments below full, keeps the order of words, and gives the same for LF and CRLF, on any body", () => {
    fc.assert(
      fc.property(fc.constantFrom(...markdownBodies()), fc.constantFrom(...markdownBodies()), (one, two) => {
        const text = `${one}\n\n${two}`.replace(/\r\n?/g, "\n");
        const made = represent(page, text);
        expect(made).toEqual(represent(page, text));
        expect(made.full).toBe(text);
        expect(made.compressed.length).toBeLessThanOrEqual(text.trim().length);
        const crlf = represent(page, text.replaceAll("\n", "\r\n"));
        expect([crlf.compressed, crlf.structured]).toEqual([made.compressed, made.structured]);
        const words = (s: string): readonly string[] =>
          s.replace(/\u2026\(\d+ lines\)/g, "").match(/[\p{L}\p{N}]+/gu) ?? [];
        let at = 0;
        const all = words(text);
        for (const word of words(made.compressed)) {
          at = all.indexOf(word, at) + 1;
          expect(at, `${word} in order in ${JSON.stringify(text)}`).toBeGreaterThan(0);
        }
      }),
      { numRuns: draws(150) },
    );
  });
});

describe("firstSentence", () => {
  it("ends at sentence ends only", () => {
    const table: readonly (readonly [string, string])[] = [
      ["One. Two.", "One."],
      ["Version 1.10 is out. Next.", "Version 1.10 is out."],
      ["Use tools, e.g. Node, i.e. this. Then", "Use tools, e.g. Node, i.e. this."],
      ["Dr. Smith met J. R. Doe of U.S. Steel. He left.", "Dr. Smith met J. R. Doe of U.S. Steel."],
      ["Really?! Yes.", "Really?!"],
      ['He said "no." Then left.', 'He said "no."'],
      ["今日は晴れ。明日は雨。", "今日は晴れ。"],
      ["「はい。」と言った。次", "「はい。」"],
      ["Run `a. B` now. Then.", "Run `a. B` now."],
      ["**Never do. This** ever. Again.", "**Never do. This** ever."],
      ["See [a. B](http://x.y/z. W) here. Then.", "See [a. B](http://x.y/z. W) here."],
      ["wait... what is this. Ok.", "wait... what is this."],
      ["1. First item. Second", "1. First item."],
      ["See no. 5 there. No. Then", "See no. 5 there."],
      ["no end", "no end"],
      ["two\nlines. Next", "two lines."],
      ["`unclosed. Next. Third", "`unclosed."],
      ["", ""],
    ];
    expect(table.map(([text]) => [text, firstSentence(text)])).toEqual(table);
  });

  it("shortens at a space and never inside a character", () => {
    expect(shorten("one two three", 9)).toBe("one two…");
    expect(shorten("short", 9)).toBe("short");
    expect(shorten("🎉".repeat(10), 6)).toBe("🎉🎉…");
  });
});

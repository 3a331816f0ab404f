/** Chunk: entries and sections as pieces, long ones with an overlap, and no word of a body that is in none. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Chunk,
  chunksOf,
  costOf,
  frontDay,
  namedDays,
  type PageHead,
  spokenFront,
} from "../../src/recall/chunk.js";

const head: PageHead = { title: "T", tags: [], words: "", day: null, sections: [] };

function texts(text: string, of: readonly Chunk[] = chunksOf(text, head)): readonly string[] {
  return of.map(({ start, end }) => text.slice(start, end));
}

describe("chunksOf", () => {
  it("gives each turn of a log a chunk, and the heading to all", () => {
    const text = "# 2024-05-01\n\n- Ann: Hello.\n- Bob: Where to?\n  On foot.\n- [10:30] user: Home.\n";
    const chunks = chunksOf(text, head);
    expect(texts(text, chunks)).toEqual(["- Ann: Hello.", "- Bob: Where to?\n  On foot.", "- [10:30] user: Home."]);
    expect(chunks.map(({ speaker }) => speaker)).toEqual(["Ann", "Bob", "user"]);
    expect(chunks[1]).toMatchObject({ headings: ["2024-05-01"], days: { from: "2024-05-01", to: "2024-05-01" } });
  });

  it("takes the number of a version for no day", () => {
    const log = "# 2026-02-11\n\n- Ann: Updated the tool to 2026.2.9 herself.\n- Bob: On 2026.02.08 it was older.\n";
    const days = chunksOf(log, head).map((chunk) => chunk.days?.from);
    expect(days).toEqual(["2026-02-11", "2026-02-08"]);
  });

  it("knows who speaks in every part of an answer, and below a heading that names a role", () => {
    const log = "# Day\n\n- assistant: Sure.\n\n  ## Steps\n\n  - **Build**: first.\n- user: Thanks.\n";
    const said = chunksOf(log, head).map(({ speaker, headings }) => [speaker, headings]);
    expect(said).toEqual([
      ["assistant", ["Day"]],
      ["assistant", ["Day", "Steps"]],
      ["user", ["Day"]],
    ]);
    const headed =
      "## User\n\nHow?\n\n## Assistant\n\n- **Build**: first.\n\n### Then\n\nRun it.\n\n# Notes\n\nNone.\n";
    expect(chunksOf(headed, head).map(({ speaker }) => speaker)).toEqual(["User", "Assistant", "Assistant", null]);
  });

  it("leaves out a heading that stands above further ones alone", () => {
    const text = "# All\n\n## One\n\nText.\n\n# Empty\n\n# Last\n\nText.\n";
    expect(texts(text)).toEqual(["## One\n\nText.", "# Empty", "# Last\n\nText."]);
    expect(chunksOf(text, head)[0]!.headings).toEqual(["All", "One"]);
  });

  it.each([
    ["# Notes of 8 May 2025\n\nText.", "2025-05-08"],
    ["# Заметки 8 мая 2025\n\nТекст.", "2025-05-08"],
    ["# Am 8.5.2025\n\nText.", "2025-05-08"],
    ["2025年5月8日 会议。", "2025-05-08"],
    ["**Datum**: 08.05.2025\n\n# A\n\nText.", "2025-05-08"],
    ["| Field | Value |\n| --- | --- |\n| Date | 2025-05-08 |\n\n# A\n\nText.", "2025-05-08"],
    ["**Date** — 8 May 2025\n\n# A\n\nText.", "2025-05-08"],
    ["| Date | By |\n| --- | --- |\n| none | 2025-05-08 |\n\n# A\n\nText.", null],
    ["The date of 2025-05-08 was named.\n\n# A\n\nText.", null],
    ["# May 2025\n\nText.", null],
    ["# 31.2.2025\n\nText.", null],
  ])("reads the day of %j", (text, day) => {
    expect(chunksOf(text, head).at(-1)!.days?.from ?? null).toBe(day);
  });

  it("takes a page's own date before its last change, and not before the day in its path", () => {
    const text = "Date: 8 May 2025\n\n# A\n\nText.";
    const dayOf = (dated: boolean): string | null =>
      chunksOf(text, { ...head, day: "2026-01-01", dated }).at(-1)!.days!.from;
    expect([dayOf(false), dayOf(true)]).toEqual(["2025-05-08", "2026-01-01"]);
  });

  it("takes no day out of an address, which is that of what it leads to", () => {
    const day = (text: string) => chunksOf(text, { ...head, day: "2026-01-01" }).at(-1)!.days?.from;
    expect(day("- https://example.org/2021/02/03/why.html says why\n")).toBe("2026-01-01");
    expect(day("- [why](https://example.org/2021-02-03) they left\n")).toBe("2026-01-01");
    expect(day("- 2021-02-03 https://example.org/2020/01/01/why.html\n")).toBe("2021-02-03");
  });

  it("knows the days that a file is called by", () => {
    const days = (path: string) => {
      const { from, to } = namedDays(path) ?? {};
      return from === undefined ? null : `${from}..${to}`;
    };
    expect(days("memory/2026-11-20.md")).toBe("2026-11-20..2026-11-20");
    expect(days("Weekly/2021-W50.md")).toBe("2021-12-13..2021-12-19");
    expect(days("Weekly/2020-W53 review.md")).toBe("2020-12-28..2021-01-03");
    expect(days("2026-02.md")).toBe("2026-02-01..2026-02-28");
    expect([days("2021-W54.md"), days("2021-W53.md"), days("2026-13.md"), days("1234-56-x.md")]).toEqual([
      ...[null, null, null, null],
    ]);
  });

  it("goes by the span of a page that tells of several days, but for a day of its own", () => {
    const text = "Rows of September.\n\n## 2026-09-03\n\nText.";
    const days = chunksOf(text, { ...head, day: "2026-09-01", dated: true, until: "2026-09-30" }).map(
      ({ days }) => days,
    );
    expect(days).toEqual([
      { from: "2026-09-01", to: "2026-09-30" },
      { from: "2026-09-03", to: "2026-09-03" },
    ]);
  });

  it("keeps sections apart, gathers short entries, and knows the page of a section", () => {
    const text =
      "---\ntitle: X\n---\nIntro.\n\n## One\n\n- a\n- b\n\n### Deep\n\nText.\n\n## Two\n\n```\n# no heading\n```\n";
    const two = text.indexOf("## Two");
    const sections = [
      { slug: "one", start: text.indexOf("## One"), end: two },
      { slug: "two", start: two, end: text.length },
    ];
    const chunks = chunksOf(text, { ...head, sections });
    expect(texts(text, chunks)).toEqual([
      "Intro.",
      "## One\n\n- a\n- b",
      "### Deep\n\nText.",
      "## Two\n\n```\n# no heading\n```",
    ]);
    expect(chunks.map(({ slug }) => slug)).toEqual([null, "one", "one", "two"]);
    expect(chunks[2]!.headings).toEqual(["One", "Deep"]);
  });

  it("cuts what is long at about 400 tokens, each piece beginning with the end of the one before", () => {
    const text = Array.from({ length: 900 }, (_, i) => `word${i}`).join(" ");
    const chunks = chunksOf(text, head);
    expect(chunks.length).toBeGreaterThan(3);
    for (const [i, chunk] of chunks.entries()) {
      expect(costOf(text, chunk.start, chunk.end)).toBeLessThanOrEqual(400);
      if (i > 0) expect(costOf(text, chunk.start, chunks[i - 1]!.end)).toBeGreaterThan(60);
    }
  });

  it("loses no word, whatever the body", () => {
    const line = fc.oneof(
      fc.constantFrom(
        "",
        "- a item",
        "# Head",
        "## Head ##",
        "```",
        "~~~",
        "  indented",
        "> quote",
        "1. one",
        "日本語の長い文",
      ),
      fc.string({ maxLength: 30 }),
      fc.integer({ min: 300, max: 900 }).map((n) => "lorem ".repeat(n)),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const text = `Begin\n${lines.join("\n")}`;
        const chunks = chunksOf(text, head);
        const held = new Array<boolean>(text.length).fill(false);
        for (const { start, end } of chunks) held.fill(true, start, end);
        const lost = [...text].length === text.length ? [...text].filter((c, i) => !held[i] && c.trim() !== "") : [];
        expect(lost).toEqual([]);
        expect(chunks.length).toBeGreaterThan(0);
      }),
      { numRuns: 60 },
    );
  });

  it("makes one chunk of a page without a body", () => {
    expect(texts("")).toEqual([""]);
  });
});

describe("the front of an entry", () => {
  it.each([
    ["- Ann Lee: hi", "Ann Lee"],
    ["**Bob**: hi", "Bob"],
    ["- 10:30 assistant: hi", "assistant"],
    ["- see https://x.org", null],
    ["- note that: x", null],
    ["- The quick brown fox jumps: x", null],
  ])("says who speaks in %s", (front, name) => {
    expect(spokenFront(front)).toBe(name);
  });

  it.each([
    ["memory/2024-02-29.md", "2024-02-29"],
    ["2023-02-29", null],
    ["12024-01-01", null],
    ["v1-2024-13-01", null],
    ["- 2024-01-02: x", "2024-01-02"],
  ])("says the day of %s", (front, day) => {
    expect(frontDay(front)).toBe(day);
  });
});

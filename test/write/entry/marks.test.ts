/** Marks: list marks, tags and headings of every spelling, as corrections and trims carry them along. */

import { describe, expect, test } from "vitest";
import type { Instant, PagePath } from "../../../src/base/ids.js";
import { outline } from "../../../src/page/markdown/outline.js";
import { correctEntry, validateCorrection } from "../../../src/write/entry/correct.js";
import { validateTrim } from "../../../src/write/entry/trim.js";

import { envelopeOf, groundOf } from "../../support/ground.js";

const head = "---\nid: p\n---\n";

/** What stands in place of the one entry that `entry` names. */
function corrected(body: string, text: string, entry: string): string {
  const asked = { page: "p", entry, text, because: null, envelope: envelopeOf() };
  const done = validateCorrection(asked, groundOf({ "memory/p.md": head + body }), "2026-11-21");
  if (!done.ok) return done.error.says;
  const change = done.value.changes[0];
  return change?.kind === "edit" && change.edit.kind === "correct" ? change.edit.markdown : "no correction";
}

const superseded = (words: string): string => `Superseded 2026-11-21: “${words}”`;

describe("a correction", () => {
  test.each([
    ["- Is old.", "- Is new.", "- ", "Is old."],
    ["*   Is old.", "* Is new.", "*   ", "Is old."],
    ["+\tIs old.", "+  Is new.", "+\t", "Is old."],
    ["1. Is old.", "1) Is new.", "1. ", "Is old."],
    ["-\tIs old.", "Is new.", "-\t", "Is old."],
    [" -\tIs old.", "Is new.", " -\t", "Is old."],
    ["123456789) Is old.", "123456789.  Is new.", "123456789) ", "Is old."],
    ["- Is old - and 1. so on.", "Is new.", "- ", "Is old - and 1. so on."],
    ["- a-1. x", "Is new.", "- ", "a-1. x"],
  ])("of %j keeps its mark and drops that of %j", (was, text, mark, words) => {
    const columns = mark.endsWith("\t") ? 4 : mark.length;
    const is = `${mark}Is new.\n${" ".repeat(columns)}- ${superseded(words)}`;
    expect(corrected(`${was}\n`, text, words)).toBe(is);
    // What is written reads as one entry, and the rest as it did.
    const before = `${was}\n\n${text.startsWith("*") ? "-" : "*"} Stays.\n`;
    const { digest } = outline(before, 0).entries[0]!;
    expect(correctEntry("p.md", before, { kind: "correct", digest, markdown: is })).toEqual({
      ok: true,
      value: before.replace(was, is),
    });
  });

  test.each([
    ["- [x] Call Bo.", "Is new.", "- [x] Is new.", "Call Bo."],
    ["- [ ] Buy milk. [a]", "Is new.", "- [ ] Is new. [a]", "Buy milk."],
    ["1. [X] Call Bo.", "* Is new.", "1. [X] Is new.", "Call Bo."],
    ["*\t[ ] Buy milk.", "Is new. [b]", "*\t[ ] Is new. [b]", "Buy milk."],
    ["- [ ] Buy milk. [a]", "- [x] Buy milk.", "- [x] Buy milk. [a]", "Buy milk."],
    ["- [ ] Buy milk.", "[x] Is new.", "- [x] Is new.", "Buy milk."],
    ["- [x]none", "Is new.", "- Is new. [x]", "none"],
    ["[x] Call Bo.", "Is new.", "[x] Is new.", "Call Bo."],
  ])("of %j to %j is %j", (was, text, first, words) => {
    const [line, below] = corrected(`${was}\n`, text, words).split("\n");
    expect([line, below?.trim().replace(/^- /, "")]).toEqual([first, superseded(words)]);
  });

  test("that ticks no other box says the same", () => {
    expect(corrected("- [ ] Buy milk.\n", "[ ] Buy milk.", "milk")).toBe("The entry says so already.");
    expect(corrected("- [ ] Buy milk.\n", "Buy milk.", "milk")).toBe("The entry says so already.");
  });

  test.each(["Is 1. new", "Now - new", "1x. new", "-new", "a) new", "1.new"])("%j has no mark to drop", (text) => {
    expect(corrected("- Is old.\n", text, "old")).toBe(`- ${text}\n  - ${superseded("Is old.")}`);
  });

  test.each([
    ["Is old. [human]", " [human]", "Is old."],
    ["Is old.[a] [b-2]", " [a] [b-2]", "Is old."],
    ["[a] Is old.", " [a]", "Is old."],
    ["Is [a](b.md) old.", "", "Is [a](b.md) old."],
    ["Is [a][b] old [c].", " [a][b] [c]", "Is old."],
    ["Is mcp[cli] old [c].", " [c]", "Is mcp[cli] old."],
    ["Is [a]: old.", "", "Is [a]: old."],
    ["Is [A] [1] [x_y] old.", "", "Is [A] [1] [x_y] old."],
  ])("of a text with the tags of %j has %j", (was, tags, words) => {
    expect(corrected(`- ${was}\n`, "Is new.", "old")).toBe(`- Is new.${tags}\n  - ${superseded(words)}`);
  });

  test("by a digest takes six to sixteen of its letters, and words of that kind as words", () => {
    const body = "- Is old.\n- Says deadbeef and 0123456789abcdef0.\n";
    const digest = outline(head + body, head.length).entries[0]?.digest ?? "";
    for (const length of [6, 12, digest.length]) {
      expect(corrected(body, "Is new.", digest.slice(0, length))).toContain(superseded("Is old."));
      expect(corrected(body, "Is new.", ` ${digest.slice(0, length).toUpperCase()} `)).toContain(
        superseded("Is old."),
      );
    }
    expect(corrected(body, "Is new.", digest.slice(0, 5))).toContain("names no entry");
    expect(corrected(body, "Is new.", `x${digest.slice(0, 8)}`)).toContain("names no entry");
    expect(corrected(body, "Is new.", `${digest.slice(0, 8)}x`)).toContain("names no entry");
    for (const words of ["deadbeef", "0123456789abcdef0"]) {
      expect(corrected(body, "Is new.", words)).toContain(superseded("Says deadbeef and 0123456789abcdef0."));
    }
    expect(corrected(body, "Is new.", "  ")).toContain("names no entry");
    expect(corrected(body, "Is new.", "s")).toContain("names no entry");
  });
});

describe("a trim", () => {
  const at = "2026-11-21T08:00:00Z" as Instant;

  /** What the cold page gets below its heading. */
  function cold(body: string): string {
    const text = `---\nid: log\ntype: plan\norigin: tool\n---\n${body}`;
    const digests = outline(text, text.length - body.length).entries.map(({ digest }) => digest);
    const asked = {
      page: "memory/log.md" as PagePath,
      digests,
      reason: "PRUNE_TRIM",
      at,
      envelope: envelopeOf(),
    } as const;
    const done = validateTrim(asked, groundOf({ "memory/log.md": text }));
    if (!done.ok) return done.error.says;
    const change = done.value.changes[0];
    const made = change?.kind === "edit" && change.edit.kind === "create" ? change.edit.text : "";
    return made.slice(made.indexOf("## ")).split("\n").slice(2).join("\n");
  }

  test.each([
    ["## One\n\n- a\n", "### One\n\n- a\n"],
    ["##### One ##\n\n- a\n", "### One ##\n\n- a\n"],
    ["##   One\n\n- a\n", "###   One\n\n- a\n"],
    ["## C# and ## more\n\n- a\n", "### C# and ## more\n\n- a\n"],
    ["One\n---\n\n- a\n", "### One\n\n- a\n"],
    ["C#\n---\n\n- a\n", "### C#\n\n- a\n"],
    ["# One\n\n- a\n", "- a\n"],
    ["- a\n- b\n\ntext\n\n- c\n", "- a\n- b\n\ntext\n\n- c\n"],
    ["## One\n\n- a\n\n## Two\n\n- b\n", "### One\n\n- a\n\n### Two\n\n- b\n"],
    ["## One\n\n- a\n\n# Two\n\n- b\n", "### One\n\n- a\n\n### Two\n\n- b\n"],
    ["# One\n\n- a\n\n# Two\n\n- b\n", "- a\n\n### Two\n\n- b\n"],
    ["- a\r\n  more\r\n- b\r\n", "- a\n  more\n- b\n"],
  ])("of %j puts away %j", (body, put) => {
    expect(cold(body)).toBe(put);
  });
});

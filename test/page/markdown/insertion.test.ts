/** Insertion's tests: an addition that changes what stands beside it is seen, and is never made. */

import { describe, expect, it, test } from "vitest";
import { insertFragment, isInsertion, printFragment } from "../../../src/page/markdown/fragment.js";
import { bodyStartOf, outline } from "../../../src/page/markdown/outline.js";
import { applyEdit } from "../../../src/write/edit.js";

import { fuzzCases } from "../../torture/fuzz.js";
import { ours } from "../../torture/fuzz-case.js";

const reads = (text: string) => outline(text, 0);

describe("isInsertion", () => {
  const holds = (before: string, after: string, added: string, slug: string | null = null): boolean =>
    isInsertion(reads(before), reads(after), reads(added), slug);

  it("takes the blocks that were added, in one place, beside all that was there", () => {
    expect(holds("- a\n- b\n", "- a\n- b\n- c\n", "- c")).toBe(true);
    expect(holds("- a\n- a\n", "- a\n- a\n- a\n", "- a")).toBe(true);
    expect(holds("## A\n- a\n\n## B\n", "## A\n- a\n- c\n\n## B\n", "- c", "a")).toBe(true);
    expect(holds("", "## A\n\n- c\n", "## A\n\n- c\n")).toBe(true);
  });

  it("tells what is missing, joined, doubled, split or in another section", () => {
    for (const [before, after, added, slug] of [
      ["- a\n", "- c\n", "- c", null],
      ["- a\n", "- a\n  c\n", "- c", null],
      ["- a\n", "- a\n- c\n- c\n", "- c", null],
      ["- a\n- b\n", "- b\n- a\n- c\n", "- c", null],
      ["- a\n", "- c\n- a\n- d\n", "- c\n- d", null],
      ["## A\n- a\n\n## B\n", "## A\n- a\n\n## B\n\n- c\n", "- c", "a"],
      ["A\n---\n", "- c\n\nA\n", "- c", null],
    ] as const)
      expect([before, after, holds(before, after, added, slug)]).toEqual([before, after, false]);
  });
});

test("below a definition that an underlined title follows, the entry goes above both", () => {
  const text = "## A\n\n[r]: /u\n\tTitle\n---\n";
  const after = insertFragment(text, { slug: "a" }, printFragment("New.", "\n"), reads(text));
  expect(reads(after ?? "").headings.map(({ title }) => title)).toEqual(["A", "Title"]);
  expect(after).toBe("## A\n\n- New.\n\n[r]: /u\n\tTitle\n---\n");
});

test("where no place is safe the append is refused with the section and what to look for", () => {
  const text = "- a\r\n---\r\n- b\r\n--\r<script>\n---\r";
  const now = "2026-11-21T08:00:00Z" as never;
  const done = applyEdit("memory/p.md", text, { kind: "append", slug: null, entries: ["New."] }, now);
  expect(done).toMatchObject({ ok: false, error: { reason: "MALFORMED", hint: expect.stringContaining("by hand") } });
});

test("a text that was cut off behind a carriage return gets the rest of its line end, and no second one", () => {
  const text = "---\r\nid: p\r\n---\r";
  const after = insertFragment(text, { slug: null }, printFragment("New.", "\r\n"), outline(text, bodyStartOf(text)));
  expect(after).toBe("---\r\nid: p\r\n---\r\n- New.\r\n");
});

test.each([
  [20_261_121, 11_184],
  [8, 5_752],
])("the fuzz's finds stay found: seed %i, case %i", (seed, from) => {
  expect(fuzzCases(ours, { seed, from, count: 1 }).broken).toEqual([]);
});

describe("a signature below the last section", () => {
  const signed = "# Memory\n\n## Facts\n\n- one\n\n---\n\n*Last updated: 2 May*\n";
  const put = (text: string, slug: string | null, fragment: string): string | null =>
    insertFragment(text, { slug }, fragment, outline(text, bodyStartOf(text)));

  it("stays the last of the file", () => {
    expect(put(signed, "facts", "- two")).toBe(signed.replace("- one\n", "- one\n- two\n"));
    expect(put(signed, null, "## Rules\n\n- three")).toBe(
      signed.replace("- one\n", "- one\n\n## Rules\n\n- three\n"),
    );
  });

  it("is none where the line says something or more follows", () => {
    const said = signed.replace("*Last updated: 2 May*", "Ask Mia first.");
    expect(put(said, "facts", "- two")).toBe(`${said}\n- two\n`);
    const more = `${signed}\n## Rules\n\n- three\n`;
    expect(put(more, null, "- four")).toBe(`${more}- four\n`);
  });
});

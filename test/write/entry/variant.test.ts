/** Variants: a short text follows its body where it is our own extract, and is made anew where it fell behind. */

import { describe, expect, test } from "vitest";
import { digest } from "../../../src/base/digest.js";
import type { Instant } from "../../../src/base/ids.js";
import { limits } from "../../../src/base/limits.js";
import { applyEdit } from "../../../src/write/edit.js";

const now = "2026-11-21T03:00:00Z" as Instant;
const page = (compressed: string, of: string, body: string): string =>
  `---\nid: a\ntype: preference\nversion: 3\ncompressed: ${JSON.stringify(compressed)}\ncompressed_of: ${digest(of)}\n---\n${body}`;
const body = "- Prefers trains. She said so twice on Monday.\n- Aisle seat. [human]\n";
const extract = "- Prefers trains.\n- Aisle seat. [human]";
const refresh = (text: string): string => {
  const edited = applyEdit("memory/a.md", text, { kind: "variant" }, now);
  if (!edited.ok || edited.value === null) throw new Error(JSON.stringify(edited));
  return edited.value;
};

describe("a refresh", () => {
  test("makes a stale text anew from the body, and raises the version once", () => {
    expect(refresh(page("Old.", "- Old.\n", body))).toBe(
      page(extract, body, body).replace("version: 3", "version: 4"),
    );
  });

  test("leaves a fresh text, and a page without one, to the byte", () => {
    expect(refresh(page("In her own words.", body, body))).toBe(page("In her own words.", body, body));
    expect(refresh(`---\nid: a\n---\n${body}`)).toBe(`---\nid: a\n---\n${body}`);
  });

  test("keeps whole lines, as many as a page may keep", () => {
    const long = Array.from({ length: 200 }, (_, i) => `- Sentence ${i} of a long page. [lesson]\n`).join("");
    const text = refresh(page("Old.", "", long));
    const kept = /^compressed: (".*")$/m.exec(text)?.[1] ?? '""';
    const shown: string = JSON.parse(kept);
    expect(shown.length).toBeLessThanOrEqual(limits.compressedCharsMax);
    expect(shown.length).toBeGreaterThan(limits.compressedCharsMax - 50);
    expect(shown.endsWith(" of a long page. [lesson]\n…")).toBe(true);
    expect(refresh(text)).toBe(text);
  });
});

test("an append carries our own extract along and leaves a person's words for the night", () => {
  const append = (text: string): string => {
    const edit = { kind: "append", slug: null, entries: ["- Never flies. [human]"] } as const;
    const edited = applyEdit("memory/a.md", text, edit, now);
    return edited.ok ? String(edited.value) : JSON.stringify(edited);
  };
  const after = `${body}- Never flies. [human]\n`;
  const next = `${extract}\n- Never flies. [human]`;
  expect(append(page(extract, body, body))).toBe(page(next, after, after).replace("version: 3", "version: 4"));
  const own = append(page("In her own words.", body, body));
  expect(own).toContain('"In her own words."');
  expect(own).toContain(digest(body));
});

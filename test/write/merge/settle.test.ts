/** Settle's tests: what goes with an entry that was chosen against, and what stays around it. */
import { describe, expect, it } from "vitest";
import { bodyStartOf, outline } from "../../../src/page/markdown/outline.js";
import { mergePages } from "../../../src/write/merge/merge.js";
import { conflictsIn, settleText, type Take, withConflicts } from "../../../src/write/merge/settle.js";

/** The body after the entries at two places were settled. */
function settled(body: string, [ours, theirs]: readonly [number, number], take: Take): string {
  const entries = outline(body, 0).entries;
  const conflict = { kind: "entry", entries: [entries[ours]?.digest ?? "", entries[theirs]?.digest ?? ""] } as const;
  const text = withConflicts("a.md", body, [conflict]);
  const done = text.ok ? settleText("a.md", text.value, [{ conflict, take }]) : text;
  if (!done.ok) throw new Error(done.error.says);
  return done.value;
}

describe("settleText", () => {
  it.each<[name: string, body: string, places: readonly [number, number], ours: string, theirs: string]>([
    ["bullets", "- a\n- b\n- c\n", [0, 1], "- a\n- c\n", "- b\n- c\n"],
    ["the last two", "# T\n\n- a\n- b\n", [0, 1], "# T\n\n- a\n", "# T\n\n- b\n"],
    ["a bullet above a paragraph", "- a\n- b\n\ntext\n", [0, 1], "- a\n\ntext\n", "- b\n\ntext\n"],
    ["paragraphs", "a\n\nb\n\n## S\n\nc\n", [0, 1], "a\n\n## S\n\nc\n", "b\n\n## S\n\nc\n"],
    ["no last line end", "- a\n- b", [0, 1], "- a", "- b"],
    ["CRLF", "- a\r\n- b\r\n", [0, 1], "- a\r\n", "- b\r\n"],
    ["code", "```\na\n```\n\n```\nb\n```\n", [0, 1], "```\na\n```\n", "```\nb\n```\n"],
    ["nested items", "- a\n  - x\n- b\n  - y\n", [0, 1], "- a\n  - x\n", "- b\n  - y\n"],
    ["a copy elsewhere", "- b\n\n## S\n\n- a\n- b\n", [1, 2], "- b\n\n## S\n\n- a\n", "- b\n\n## S\n\n- b\n"],
  ])("takes out one of two: %s", (_name, body, places, ours, theirs) => {
    expect(settled(body, places, "ours")).toBe(ours);
    expect(settled(body, places, "theirs")).toBe(theirs);
    expect(settled(body, places, "both")).toBe(body);
  });

  it("gives a file without frontmatter its old bytes back", () => {
    const merged = mergePages("a.md", "# T\n\n- Seat: w.\n", "# T\n\n- Seat: a.\n", "# T\n\n- Seat: b.\n");
    if (!merged.ok) throw new Error(merged.error.says);
    const open = conflictsIn("a.md", merged.value.text);
    if (!open.ok) throw new Error(open.error.says);
    const done = settleText(
      "a.md",
      merged.value.text,
      open.value.map((conflict) => ({ conflict, take: "ours" })),
    );
    expect(done).toEqual({ ok: true, value: "# T\n\n- Seat: a.\n" });
  });

  it("settles two renamed headings, keeping what stands under them", () => {
    const merged = mergePages("a.md", "## Old\n\n- x\n", "## Mine\n\n- x\n- y\n", "## Yours\n\n- x\n- z\n");
    if (!merged.ok) throw new Error(merged.error.says);
    const open = conflictsIn("a.md", merged.value.text);
    if (!open.ok) throw new Error(open.error.says);
    expect(open.value).toEqual([{ kind: "entry", entries: ["## Mine", "## Yours"] }]);
    const done = settleText("a.md", merged.value.text, [{ conflict: open.value[0]!, take: "theirs" }]);
    if (!done.ok) throw new Error(done.error.says);
    expect(outline(done.value, bodyStartOf(done.value)).headings.map(({ title }) => title)).toEqual(["Yours"]);
    for (const entry of ["- x", "- y", "- z"]) expect(done.value).toContain(entry);
  });

  it("falls back to two whole versions where the frontmatter cannot hold the conflict", () => {
    const page = (summary: string): string => `---\nid: a\nsummary: "${summary}"\n---\n- x\n`;
    const long = (letter: string): string => letter.repeat(9_000);
    const merged = mergePages("a.md", page("short"), page(long("a")), page(long("b")));
    expect(merged.ok).toBe(false);
    expect(mergePages("a.md", page("short"), page("longer"), page("longest")).ok).toBe(true);
  });
});

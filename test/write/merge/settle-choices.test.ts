/** Settle's choices: what each take makes of a key or of several alternatives, and what cannot be chosen. */
import { describe, expect, it } from "vitest";
import type { Conflict } from "../../../src/page/decode.js";
import type { YamlValue } from "../../../src/page/frontmatter/print.js";
import { bodyStartOf, outline } from "../../../src/page/markdown/outline.js";
import {
  type Choice,
  droppedBy,
  settleText,
  type Take,
  takes,
  withConflicts,
} from "../../../src/write/merge/settle.js";

function keeping(text: string, ...list: readonly Conflict[]): string {
  const written = withConflicts("a.md", text, list);
  if (!written.ok) throw new Error(written.error.says);
  return written.value;
}

function settled(text: string, ...choices: readonly Choice[]): string {
  const done = settleText("a.md", text, choices);
  if (!done.ok) throw new Error(done.error.says);
  return done.value;
}

function refused(text: string, ...choices: readonly Choice[]) {
  const done = settleText("a.md", text, choices);
  return done.ok ? done.value : done.error;
}

const key = (name: string, ...values: readonly YamlValue[]): Conflict => ({
  kind: "key",
  key: name.split("."),
  values,
});
/** Of the entries at these places of a body. */
function entriesOf(body: string, ...places: readonly number[]): Conflict {
  const all = outline(body, 0).entries;
  return { kind: "entry", entries: places.map((at) => all[at]?.digest ?? "") };
}

describe("a key", () => {
  const page = (head: string): string => `---\nid: a\n${head}---\n- x\n`;
  const mood = key("mood", "calm", "wild");
  const text = keeping(page("mood: wild\n"), mood);

  it.each<[take: Take, want: string]>([
    ["ours", "mood: calm\n"],
    ["theirs", "mood: wild\n"],
    ["as_is", "mood: wild\n"],
  ])("taken %s has that value, and the conflict is gone", (take, want) => {
    expect(settled(text, { conflict: mood, take })).toBe(page(want));
  });

  it("holds both only where both are lists, each item once", () => {
    const tags = key("marks", ["a", "b"], ["b", "c"]);
    const marked = keeping(page("marks: [a]\n"), tags);
    expect(settled(marked, { conflict: tags, take: "both" })).toBe(page("marks: [a, b, c]\n"));
    for (const values of [
      ["calm", "wild"],
      [["a"], "b"],
      ["a", ["b"]],
    ] as const) {
      const one = key("mood", ...values);
      expect(refused(keeping(page("mood: x\n"), one), { conflict: one, take: "both" })).toEqual({
        reason: "SCHEMA_INVALID",
        says: "“mood” holds one value, so it cannot keep both.",
        hint: "Choose --ours or --theirs for it alone (--key mood); or set a third value and then choose --as-is.",
      });
    }
  });

  it("of more than two values is settled by ours, and by theirs down to the rest", () => {
    const three = key("fields.at", 1, 2, 3);
    const many = keeping(page("fields: { at: 3 }\n"), three);
    expect(settled(many, { conflict: three, take: "ours" })).toBe(page("fields: { at: 1 }\n"));
    expect(settled(many, { conflict: three, take: "theirs" })).toBe(
      keeping(page("fields: { at: 2 }\n"), key("fields.at", 2, 3)),
    );
  });

  it.each(["id", "origin", "provenance"])("that no merge leaves to be chosen is not set: %s", (name) => {
    const forged = key(name, "x", "y");
    const list = keeping("---\nmood: calm\n---\n- x\n", forged);
    for (const take of ["ours", "theirs", "both"] as const) {
      expect(refused(list, { conflict: forged, take })).toEqual({
        reason: "POLICY_VIOLATION",
        says: `“${name}” is not a key that a choice may set.`,
        hint: "Settle it by hand, then choose --as-is.",
      });
    }
    expect(settled(list, { conflict: forged, take: "as_is" })).toBe("---\nmood: calm\n---\n- x\n");
  });

  it("that cannot be written is refused", () => {
    const inner = key("mood.at", 1, 2);
    expect(refused(keeping(page("mood: calm\n"), inner), { conflict: inner, take: "ours" })).toMatchObject({
      reason: "MALFORMED",
    });
  });
});

describe("entries", () => {
  const body = "- a\n- b\n- c\n- d\n";
  const three = entriesOf(body, 0, 1, 2);
  const text = keeping(body, three);

  it("name what a take drops", () => {
    const conflict: Conflict = { kind: "entry", entries: ["a", "b", "c"] };
    expect(takes.map((take) => droppedBy({ conflict, take }))).toEqual([["b", "c"], ["a"], [], []]);
    expect(takes.map((take) => droppedBy({ conflict: key("mood", 1, 2), take }))).toEqual([[], [], [], []]);
  });

  it.each<[take: Take, want: string]>([
    ["ours", "- a\n- d\n"],
    ["both", body],
    ["as_is", body],
  ])("of three are settled by %s", (take, want) => {
    expect(settled(text, { conflict: three, take })).toBe(want);
  });

  it("of three leave two to choose from after theirs", () => {
    const left = settled(text, { conflict: three, take: "theirs" });
    const rest = entriesOf(body, 1, 2);
    expect(left).toBe(keeping("- b\n- c\n- d\n", rest));
    expect(settled(left, { conflict: rest, take: "theirs" })).toBe("- c\n- d\n");
  });

  it("lose the copy that stands nearest to any that is kept", () => {
    const copies = "- k\n- x\n- d\n- y\n- z\n- d\n- k\n";
    const conflict = entriesOf(copies, 0, 2);
    expect(settled(keeping(copies, conflict), { conflict, take: "ours" })).toBe("- k\n- x\n- d\n- y\n- z\n- k\n");
  });

  it.each<[name: string, body: string, want: string]>([
    ["the wider gap behind it", "a\n\nb\n\n\n\n- c\n", "a\n\n\n\n- c\n"],
    ["the wider gap before it", "a\n\n\n\nb\n\n- c\n", "a\n\n\n\n- c\n"],
    ["the end of the file", "a\n\nb\n\n\n", "a\n\n\n"],
  ])("keep, of one that goes, %s", (_name, page, want) => {
    const conflict = entriesOf(page, 0, 1);
    expect(settled(keeping(page, conflict), { conflict, take: "ours" })).toBe(want);
  });

  it("are not dropped where the one to keep is gone", () => {
    const conflict = entriesOf("- a\n- b\n", 0, 1);
    const gone = keeping("- b\n- c\n", conflict);
    expect(refused(gone, { conflict, take: "ours" })).toEqual({
      reason: "VERSION_CONFLICT",
      says: "The entry to keep no longer stands in a.md; what is left of the conflict would go with it.",
      hint: "Choose the other side, or --as-is to keep the page as it stands.",
    });
    expect(settled(gone, { conflict, take: "theirs" })).toBe("- b\n- c\n");
    expect(settled(gone, { conflict, take: "both" })).toBe("- b\n- c\n");
  });

  it.each<[name: string, body: string, places: readonly [number, number]]>([
    ["what stands below would become part of what stands above", "- a\n\ntext\n\n    code\n", [0, 1]],
    ["a body cannot be cut", "- a\r- b\n\n- c\n\n- d\n", [1, 2]],
  ])("are not dropped where %s", (_name, page, places) => {
    const conflict = entriesOf(page, ...places);
    expect(refused(keeping(page, conflict), { conflict, take: "ours" })).toEqual({
      reason: "MALFORMED",
      says: "The other entry cannot be taken out of a.md so that the rest reads as before.",
      hint: "Take it out by hand, then choose --as-is.",
    });
  });
});

describe("several choices", () => {
  const [mood, name] = [key("mood", 1, 2), key("name", "x", "y")];
  const text = keeping("---\nmood: 2\nname: y\n---\n- x\n", mood, name);

  it("are made one after the other, and one that is settled already is passed over", () => {
    const gone = key("other", 1, 2);
    const both = [mood, gone, name].map((conflict) => ({ conflict, take: "ours" as const }));
    expect(settled(text, ...both)).toBe("---\nmood: 1\nname: x\n---\n- x\n");
    expect(settled(text, { conflict: gone, take: "ours" })).toBe(text);
    expect(bodyStartOf(text)).toBeGreaterThan(0);
  });

  it("fail together", () => {
    expect(refused(text, { conflict: mood, take: "ours" }, { conflict: name, take: "both" })).toMatchObject({
      reason: "SCHEMA_INVALID",
    });
  });

  it("are refused in a page whose list is none of ours", () => {
    expect(refused("---\nconflicts: none\n---\n- x\n", { conflict: mood, take: "ours" })).toMatchObject({
      reason: "MALFORMED",
    });
  });
});

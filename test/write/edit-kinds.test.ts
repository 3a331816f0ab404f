/** Edit kinds: what each makes of a text that is there or is not, to the byte, and the words of its refusals. */
import { describe, expect, test } from "vitest";
import type { Instant, PagePath } from "../../src/base/ids.js";
import type { YamlValue } from "../../src/page/frontmatter/print.js";
import { outline } from "../../src/page/markdown/outline.js";
import type { Edit } from "../../src/write/change.js";
import { applyEdit } from "../../src/write/edit.js";
import { withConflicts } from "../../src/write/merge/settle.js";

const now = "2026-11-21T08:00:00Z" as Instant;

function made(text: string | null, edit: Edit, path = "memory/p.md") {
  const after = applyEdit(path, text, edit, now);
  return after.ok ? after.value : after.error;
}

const digestsIn = (text: string, ...places: readonly number[]): readonly string[] =>
  places.map((at) => outline(text, 0).entries[at]?.digest ?? "");

const uncommitted = {
  reason: "POLICY_VIOLATION",
  says: "memory/p.md is not committed yet, so there is nothing to add a patch to.",
  hint: "Commit it first: pagefile adopt memory/p.md, or git add and git commit.",
};

describe("a file that is not there", () => {
  test.each<[name: string, edit: Edit, want: unknown]>([
    ["create", { kind: "create", text: "- a\n" }, "- a\n"],
    ["delete", { kind: "delete" }, null],
    ["add_line", { kind: "add_line", header: "# Index\n\n", line: "- x" }, "# Index\n\n- x\n"],
    ["remove_line", { kind: "remove_line", line: "- x" }, null],
    ["append", { kind: "append", slug: null, entries: ["x"] }, uncommitted],
    ["rewrite", { kind: "rewrite", from: "a", to: "b" }, uncommitted],
    ["variant", { kind: "variant" }, uncommitted],
    ["revert of its removal", { kind: "revert", from: null, to: "- a\n" }, "- a\n"],
    ["revert of what made it", { kind: "revert", from: "- a\n", to: null }, null],
  ])("is what %s makes of nothing", (_name, edit, want) => {
    expect(made(null, edit)).toEqual(want);
  });
});

describe("a file that is there", () => {
  const page = "---\nid: p\nversion: 3\nupdated: 2026-01-01T00:00:00Z\n---\n- a\n- b\n";
  const raised = (body: string): string => `---\nid: p\nversion: 4\nupdated: ${now}\n---\n${body}`;

  test.each([
    ["2026-01-01", "2026-11-21"],
    ['"2026-01-01"', '"2026-11-21"'],
    ["2026-01-01T00:00:00+01:00", now],
  ])("has the time of its change as its owner writes it: %s", (was, is) => {
    const dated = (updated: string, body: string): string => `---\ntags: [a]\nupdated: ${updated}\n---\n${body}`;
    const edit: Edit = { kind: "append", slug: null, entries: ["- b"] };
    expect(made(dated(was, "- a\n"), edit)).toBe(dated(is, "- a\n- b\n"));
  });

  test("is not made again", () => {
    expect(made("- a\n", { kind: "create", text: "- b\n" })).toEqual({
      reason: "DESTRUCTIVE_OP",
      says: "memory/p.md exists already; create never replaces a file.",
      hint: "Append to it, or choose another id with --id.",
    });
  });

  test("is gone when it is deleted, whatever it says", () => {
    expect(made(page, { kind: "delete" })).toBeNull();
  });

  test("gets frontmatter where it has none, and only missing keys where it has some", () => {
    const pairs = [
      ["id", "q"],
      ["title", "P"],
    ] as const;
    expect(made("- a\n", { kind: "adopt", pairs })).toBe("---\nid: q\ntitle: P\n---\n- a\n");
    expect(made("---\nid: p\n---\n- a\n", { kind: "adopt", pairs })).toBe("---\nid: p\ntitle: P\n---\n- a\n");
    expect(made("---\nid: p\nid: q\n---\n", { kind: "adopt", pairs })).toBe("---\nid: p\nid: q\ntitle: P\n---\n");
    expect(made("---\nid: p\n", { kind: "adopt", pairs })).toMatchObject({ reason: "MALFORMED" });
  });

  test("settles a conflict and goes up one version", () => {
    const conflict = { kind: "entry", entries: digestsIn("- a\n- b\n", 0, 1) } as const;
    const text = withConflicts("memory/p.md", page, [conflict]);
    if (!text.ok) throw new Error(text.error.says);
    expect(made(text.value, { kind: "resolve", choices: [{ conflict, take: "theirs" }] })).toBe(raised("- b\n"));
  });

  test("goes back to the byte where it is as the commit left it, and by lines elsewhere", () => {
    const [from, to] = [raised("- a\n- b\n"), page];
    expect(made(from, { kind: "revert", from, to, exact: true })).toBe(to);
    expect(made(from, { kind: "revert", from, to })).toBe(from);
    expect(made(`${from}- c\n`, { kind: "revert", from, to, exact: true })).toBe(`${from}- c\n`);
  });

  test("goes back from what was appended right before something else", () => {
    expect(made("- a\n- b\n- c\n", { kind: "revert", from: "- a\n- b\n", to: "- a\n" })).toBe("- a\n- c\n");
    expect(made("- a\n- b\n- c\n", { kind: "revert", from: "- a\n- b\n", to: null })).toEqual({
      reason: "VERSION_CONFLICT",
      says: "What the commit changed in memory/p.md was changed again since; taking it back would undo more than that commit.",
      hint: "Look at both with: pagefile log and pagefile diff; then edit by hand or write a new patch.",
    });
    expect(made("- b, now\n", { kind: "revert", from: "- b\n", to: "- a\n" })).toMatchObject({
      reason: "VERSION_CONFLICT",
    });
    expect(made(null, { kind: "revert", from: "- b\n", to: "- a\n" })).toMatchObject({ reason: "VERSION_CONFLICT" });
    expect(made("- a\n", { kind: "revert", from: null, to: "- a\n" })).toBe("- a\n");
  });

  test("is rewritten where it is the text that was read, and merged where it is not", () => {
    const edit: Edit = { kind: "rewrite", from: page, to: page.replace("- b", "- B") };
    expect(made(page, edit)).toBe(raised("- a\n- B\n"));
    expect(made(page.replace("---\n- a", "---\n- z\n- a"), edit)).toBe(raised("- z\n- a\n- B\n"));
    expect(made("a\n", { kind: "rewrite", from: "a\n", to: "b\n" }, "notes.txt")).toBe("b\n");
    expect(made(page.replace("- b", "- by hand"), edit)).toEqual({
      reason: "VERSION_CONFLICT",
      says: "memory/p.md was edited by hand and not committed, and the change is to those words or right beside them.",
      hint: "Leave that place alone, or let the person commit the file first (git diff shows the edit).",
    });
  });
});

describe("a cut", () => {
  const cut = (text: string, places: readonly number[], headings: "keep" | "emptied" = "keep"): unknown =>
    made(text, { kind: "cut", into: "memory/q.md" as PagePath, digests: digestsIn(text, ...places), headings });

  test.each<[name: string, text: string, places: readonly number[], want: string]>([
    ["a bullet", "- a\n- b\n- c\n", [1], "- a\n- c\n"],
    ["the first", "- a\n\nb\n", [0], "b\n"],
    ["a paragraph with one of its blank lines", "a\n\nb\n\nc\n", [1], "a\n\nc\n"],
    ["its CRLF and one blank line", "a\r\n\r\nb\r\n\r\nc\r\n", [1], "a\r\n\r\nc\r\n"],
    ["several", "- a\n- b\n- c\n- d\n", [0, 2], "- b\n- d\n"],
    ["nothing that is not there", "- a\n", [4], "- a\n"],
    [
      "the last of a section, whose heading stays",
      "# T\n\n## A\n\n- a\n\n## B\n\n- b\n",
      [0],
      "# T\n\n## A\n\n## B\n\n- b\n",
    ],
  ])("takes out %s", (_name, text, places, want) => {
    expect(cut(text, places)).toBe(want);
  });

  test("takes headings along where they are left empty, never the title and none that was empty before", () => {
    const text = "# T\n\n## A\n\n### N\n\n- a\n\n## B\n\n- b\n\n## C\n";
    expect(cut(text, [0], "emptied")).toBe("# T\n\n## B\n\n- b\n\n## C\n");
    expect(cut(text, [1], "emptied")).toBe("# T\n\n## A\n\n### N\n\n- a\n\n## C\n");
    expect(cut(text, [0, 1], "emptied")).toBe("# T\n\n## C\n");
    expect(cut("# T\n\n- t\n\n## A\n\n- a\n", [0], "emptied")).toBe("# T\n\n## A\n\n- a\n");
  });

  test.each<[text: string, places: readonly number[]]>([
    ["- a\n\ntext\n\n    code\n", [1]],
    ["a\n***\nb\n", [1]],
  ])("is refused where the rest would read otherwise: %j", (text, places) => {
    expect(cut(text, places)).toEqual({
      reason: "MALFORMED",
      says: "The entries cannot be taken out of memory/p.md without changing how the rest of it reads.",
      hint: "Look for an HTML block or a code fence that nothing closes; mend and commit it by hand, then try again.",
    });
  });
});

describe("a correction", () => {
  const correct = (text: string, at: number, markdown: string): unknown =>
    made(text, { kind: "correct", digest: digestsIn(text, at)[0] ?? "", markdown });

  test("takes the entry's place, in the text's own line ends", () => {
    expect(correct("- a\n- b [x]\n- c\n", 1, "- B\n  - was b")).toBe("- a\n- B\n  - was b\n- c\n");
    expect(correct("- a\r\n- b\r\n", 1, "- B\n  - was b")).toBe("- a\r\n- B\r\n  - was b\r\n");
  });

  test("is refused where the words that were wrong, or something beside them, would be lost", () => {
    const entangled = {
      reason: "MALFORMED",
      says: "The entry cannot be corrected without changing how the rest of memory/p.md reads.",
      hint: "Write the correction in plain words, on one line.",
    };
    expect(correct("- a\n- b\n", 0, "- c")).toEqual(entangled);
    expect(correct("- a\n- b\n", 0, "- a\n- more")).toEqual(entangled);
    expect(correct("a\n\n- b\n", 0, "a\n<!--")).toEqual(entangled);
    expect(correct("- b\n", 4, "- x")).toEqual({
      reason: "VERSION_CONFLICT",
      says: "memory/p.md was edited by hand and no longer holds the entry as HEAD does.",
      hint: "Commit or undo the hand edit (git diff shows it), then correct it again.",
    });
  });
});

describe("keys", () => {
  const set = (key: string, value: YamlValue, expected: YamlValue | undefined): Edit => ({
    kind: "set",
    key: key.split("."),
    value,
    expected,
  });
  const merge = (...keys: readonly (readonly [string, YamlValue])[]): Edit => ({
    kind: "merge",
    keys: keys.map(([key, value]) => ({ key: key.split("."), value })),
    slug: null,
    entries: [],
  });
  const page = "---\nmood: calm\nmarks: [a]\nfields: { at: 1, in: { b: 2 } }\n---\n- a\n";

  test("edited by hand are told from the committed ones by their whole path", () => {
    expect(made(page, set("fields.in.b", 3, 7))).toEqual({
      reason: "VERSION_CONFLICT",
      says: "“fields.in.b” of memory/p.md was edited and not committed; the patch was made on the committed value.",
      hint: "Commit or undo the hand edit (git diff shows it), then set the key again.",
    });
    expect(made(page, set("fields.in.b", 3, 2))).toBe(page.replace("b: 2", "b: 3"));
    expect(made(page, set("fresh", 3, undefined))).toBe(page.replace("---\n- a", "fresh: 3\n---\n- a"));
  });

  test.each(["set", "merge"] as const)(
    "are refused by %s where frontmatter does not scan or is not there",
    (kind) => {
      const edit = kind === "set" ? set("mood", "x", undefined) : merge(["mood", "x"]);
      expect(made("---\nmood: a\nmood: b\n---\n", edit)).toMatchObject({ reason: "MALFORMED" });
      expect(made("- a\n", edit)).toEqual({
        reason: "POLICY_VIOLATION",
        says: "memory/p.md has no frontmatter, so it has no keys to change.",
        hint: "Add frontmatter with: pagefile adopt memory/p.md",
      });
      expect(made("- a\n", edit, "my notes/s p.md")).toMatchObject({
        hint: expect.stringContaining(" 'my notes/s p.md'"),
      });
      expect(made(null, edit, "my notes/s p.md")).toMatchObject({
        hint: expect.stringContaining(" 'my notes/s p.md',"),
      });
      const inner = kind === "set" ? set("mood.at", "x", undefined) : merge(["mood.at", "x"]);
      expect(made(page, inner)).toMatchObject({ reason: "MALFORMED" });
    },
  );

  test("in a form that is not read, or in frontmatter that nobody can read, are refused as such", () => {
    const hint = "Correct it by hand; what it says then can be changed.";
    expect(made("---\nmood: &a b\n---\n", set("mood", "x", undefined))).toMatchObject({
      reason: "MALFORMED",
      says: expect.stringMatching(/^“mood” of memory\/p\.md stands there in a form that is not read: ./),
      hint,
    });
    const open = { reason: "MALFORMED", says: expect.stringContaining("never closed"), hint: expect.any(String) };
    const broken = "---\nmood: a\n";
    expect([made(broken, set("mood", "x", "a")), made(broken, merge(["mood", "x"]))]).toEqual([open, open]);
    expect(made(broken, { kind: "adopt", pairs: [["id", "p"]] })).toEqual(open);
  });

  test("that hold another program's value keep it, and so does the version of another program", () => {
    const foreign = "---\nversion: 1.5\nmood: calm\n---\n- a\n";
    expect(made(foreign, set("version", 2, 1.5))).toMatchObject({
      reason: "POLICY_VIOLATION",
      says: "“version” of memory/p.md holds what Pagefile does not read, and so what may be another program's.",
    });
    expect(made(foreign, set("mood", "glad", "calm"))).toBe(foreign.replace("calm", "glad"));
    const named = foreign.replace("1.5", "one");
    expect(made(named, set("mood", "glad", "calm"))).toBe(named.replace("calm", "glad"));
  });

  test("merged are united, and never overwritten", () => {
    const united = merge(
      ["marks", ["b", "a"]],
      ["fields", { at: 1, in: { c: 3 } }],
      ["fresh", "x"],
      ["mood", "calm"],
    );
    expect(made(page, united)).toBe(
      "---\nmood: calm\nmarks: [a, b]\nfields: { at: 1, in: { b: 2, c: 3 } }\nfresh: x\n---\n- a\n",
    );
    expect(made(page, merge(["marks", ["b"]], ["fields", { in: { b: 3 } }]))).toEqual({
      reason: "DESTRUCTIVE_OP",
      says: "“fields.in.b” is 2 already; a merge adds and never overwrites.",
      hint: "To change it, name the version you saw: pagefile set PAGE fields.in.b VALUE --base VERSION",
    });
    expect(made("---\nmarks: [a, c]\n---\n", merge(["marks", ["c", "b"]]))).toBe("---\nmarks: [a, c, b]\n---\n");
    expect(made(page, merge(["fields", ["x"]]))).toMatchObject({ reason: "DESTRUCTIVE_OP" });
    expect(made(page, merge(["marks", { x: 1 }]))).toMatchObject({ reason: "DESTRUCTIVE_OP" });
    expect(made(page, merge(["marks", "a"]))).toMatchObject({
      says: expect.stringContaining('“marks” is ["a"] already'),
    });
    expect(made("---\nmood: null\n---\n", merge(["mood", "x"]))).toBe("---\nmood: x\n---\n");
  });
});

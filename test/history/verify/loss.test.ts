/** Loss's tests: entries that a commit of the past found and did not leave, and who may take them. */
import { describe, expect, test } from "vitest";
import type { CheckedFile, PageView } from "../../../src/history/verify/check.js";

import { file, judged, view } from "../../support/checked-commit.js";

const digest = (name: string): string => name.repeat(16).slice(0, 16);
const [a, b, c, d] = ["a", "b", "c", "d"].map(digest) as [string, string, string, string];
const shown = (...all: readonly string[]): string => all.map((each) => each.slice(0, 12)).join(", ");
const own = (op: string): readonly string[] => ["Reason: FLUSH_MANUAL", `Op: ${op} p memory/p.md`, "Page: p@1..2"];
const found = (files: readonly CheckedFile[], lines: readonly string[], parents = 1): readonly string[] =>
  judged(files, lines, { parents }).filter((line) => !line.includes("hand_commit"));

describe("an entry that is gone", () => {
  const lost = [file("p", view("1", [a, b]), view("2", [b]))];

  test.each(["append", "create", "merge", "set_with_version", "trim"])(
    "is found where the op only adds: %s",
    (op) => {
      expect(found(lost, own(op))).toEqual([
        `f entry_vanished p: 1 entry (${shown(a)}) of the page vanished: ${op} takes no entry away.`,
      ]);
    },
  );

  test.each(["revert", "correct", "resolve", "purge"])(
    "is accounted for by %s of that page, and of no other",
    (op) => {
      expect(found(lost, own(op))).toEqual([]);
      const other = ["Reason: X", `Op: ${op} q memory/q.md`, "Page: q@1..1"];
      expect(found(lost, other)).toContain(
        `f entry_vanished p: 1 entry (${shown(a)}) of the page vanished: no op of it names the page.`,
      );
    },
  );

  test("is named by at most three digests, never by words, with all ops of the page", () => {
    const files = [file("p", view("1", [a, b, c, d]), view("2", []))];
    const lines = [
      "Reason: X",
      ...["append", "merge", "append"].flatMap((op) => [`Op: ${op} p memory/p.md`, "Page: p@1..2"]),
    ];
    expect(found(files, lines)).toEqual([
      `f entry_vanished p: 4 entries (${shown(a, b, c)}, …) of the page vanished: append, merge takes no entry away.`,
    ]);
    expect(found([file("p", view("1", [a, b, c]), view("2", []))], own("append"))[0]).toContain(
      `3 entries (${shown(a, b, c)}) of`,
    );
  });

  test("is not lost where it moved to another page of the commit, or stood in the archive's index", () => {
    const moved = [...lost, file("q", null, view("2", [a]))];
    expect(found(moved, [...own("trim"), "Op: create q memory/q.md", "Page: q@0..2"])).toEqual([]);
    const index = file("i", view("1", [a]), view("2", []), { path: "archive/INDEX.md" });
    expect(found([index], ["Reason: X"])).toEqual([]);
  });

  test("is a note where a person took it, and a finding where it was pinned hard and nothing allows it", () => {
    const pinned: PageView = view("1", [a, b], { pinned: new Set([a]) });
    const after = view("2", [b]);
    const note = `n removed_by_hand p: A person removed or changed 1 entry (${shown(a)}) of the page.`;
    const edit = ["Reason: MANUAL_EDIT", "Op: edit p memory/p.md"];
    expect(found(lost, [])).toEqual([note]);
    expect(found(lost, edit)).toEqual([note]);
    expect(found([file("p", pinned, after)], edit)).toEqual([
      `f hook_bypassed p: 1 entry (${shown(a)}) pinned hard vanished, and the message has no “Pagefile-Allow: DESTRUCTIVE_OP”.`,
    ]);
    expect(found([file("p", pinned, after)], [...edit, "Allow: DESTRUCTIVE_OP"])).toEqual([note]);
    expect(found([file("p", pinned, after, { own: false })], edit.slice(0, 1))).toEqual([note]);
    expect(found([file("p", pinned, view("2", [a]))], edit)[0]).toContain(
      `n removed_by_hand p: A person removed or changed 1 entry (${shown(b)})`,
    );
  });
});

describe("a merge", () => {
  const merged = (before: readonly PageView[], after: PageView, base: PageView | null): CheckedFile =>
    file("p", null, after, { before, bases: [base] });

  test("may leave out what a side gave up, and nothing that both had or that one brought", () => {
    const [all, less] = [view("1", [a, b]), view("2", [b])];
    expect(found([merged([all, less], view("3", [b]), all)], [], 2)).toEqual([]);
    const says = (one: string): string =>
      `f merge_lost p: The merge lost 1 entry (${shown(one)}) of the page that no side had removed.`;
    expect(found([merged([all, all], view("3", [b]), all)], [], 2)).toEqual([says(a)]);
    expect(found([merged([all, less], view("3", [b]), less)], [], 2)).toEqual([says(a)]);
    expect(found([merged([all, less], view("3", [b]), null)], [], 2)).toEqual([says(a)]);
  });

  test("may do so on a person's word, which is a note", () => {
    const all = view("1", [a, b]);
    expect(found([merged([all, all], view("3", [b]), all)], ["Allow: DESTRUCTIVE_OP"], 2)).toEqual([
      `n removed_by_hand p: A person's merge left 1 entry (${shown(a)}) of the page out.`,
    ]);
  });

  test("may move an entry, and the lines of the archive's index", () => {
    const all = view("1", [a, b]);
    const moved = file("q", null, view("3", [a]), { before: [null, null], bases: [null] });
    expect(found([merged([all, all], view("3", [b]), all), moved], [], 2)).toEqual([]);
    expect(found([{ ...merged([all, all], view("3", [b]), all), path: "archive/INDEX.md" }], [], 2)).toEqual([]);
  });
});

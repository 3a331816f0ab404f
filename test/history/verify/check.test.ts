/** Check's tests: what a commit's trailers say held against what it did. */
import { describe, expect, test } from "vitest";
import type { PageId } from "../../../src/base/ids.js";
import type { CheckedCommit, CheckedFile } from "../../../src/history/verify/check.js";

import { file, judged, view } from "../../support/checked-commit.js";

const flush = ["Reason: FLUSH_MANUAL", "Op: append a memory/a.md", "Page: a@1..2"];
const edit = ["Reason: MANUAL_EDIT", "Op: edit a memory/a.md"];
const [one, two] = [view("1", ["e1"]), view("2", ["e1", "e2"])];

describe("a commit is clean", () => {
  test.each<[name: string, files: readonly CheckedFile[], lines: readonly string[], more?: Partial<CheckedCommit>]>([
    ["that did what its trailers say", [file("a", one, two)], flush],
    ["that made a page", [file("a", null, two)], ["Reason: CAPTURE", "Op: create a memory/a.md", "Page: a@0..2"]],
    ["of a page that names itself", [file("a", one, { ...two, id: "a" as PageId })], flush],
    [
      "of a section",
      [file("a", one, { ...two, id: "a" as PageId })],
      [flush[0]!, "Op: append a#s memory/a.md", "Page: a#s@1..2"],
    ],
    ["whose words were there already", [], [flush[0]!, flush[1]!, "Page: a@2..2"]],
    [
      "that moved a page",
      [file("a", one, null), file("b", null, one, { path: "archive/a.md" })],
      ["Reason: PRUNE_ARCHIVE", "Op: archive a archive/a.md", "Page: a@1..1", "From: memory/a.md"],
    ],
    [
      "that touched the archive's index",
      [file("a", one, two), file("i", one, view("3", []), { path: "archive/INDEX.md" })],
      flush,
    ],
    ["by hand, with what the hook added", [file("a", one, two)], edit],
    ["by hand, of a page it made", [file("a", null, two)], ["Reason: MANUAL_EDIT", "Op: create a memory/a.md"]],
    ["by hand, named below another root", [file("a", one, two, { path: "sub/memory/a.md" })], edit],
    [
      "by hand, of several memories at once",
      [file("a", one, two)],
      ["Reason: MANUAL_EDIT", "Op: edit x memory/x.md", "Op: edit a memory/a.md"],
      { outside: true },
    ],
    ["by hand, beside a file that is no page", [file("a", one, two), file("n", one, two, { own: false })], edit],
    ["before the folder was a memory", [file("a", one, view("9", []))], flush, { memory: { was: false, is: false } }],
    [
      "that was a merge and names nothing",
      [file("a", one, two, { before: [one, two], bases: [one] })],
      flush,
      { parents: 2 },
    ],
  ])("%s", (_name, files, lines, more) => {
    expect(judged(files, lines, more)).toEqual([]);
  });
});

test("a person's commit without trailers is a note, where it changed pages", () => {
  const says = (count: string): string => `n hand_commit: A person's commit without trailers changed ${count}.`;
  expect(judged([file("a", one, two)], [])).toEqual([says("1 page")]);
  expect(judged([file("a", one, two), file("b", one, two)], [])).toEqual([says("2 pages")]);
  expect(judged([file("a", one, two, { own: false })], [])).toEqual([]);
});

test("a commit that takes the mark of a memory away is told", () => {
  const says = "f config_removed: The commit took pagefile.yaml away, which marks a memory.";
  expect(judged([], [], { memory: { was: true, is: false } })).toEqual([says]);
  expect(judged([], [], { memory: { was: false, is: true } })).toEqual([]);
});

describe("trailers are false", () => {
  const claim = "The trailers say “append a memory/a.md” and “a@1..2”; that is";
  test.each<[name: string, files: readonly CheckedFile[], lines: readonly string[], want: string]>([
    [
      "where it left another version",
      [file("a", one, view("3", ["e1"]))],
      flush,
      `f claim_false a: ${claim} not so: the commit left it at 3.`,
    ],
    [
      "where it found another version",
      [file("a", view("0", ["e1"]), two)],
      flush,
      `f claim_false a: ${claim} not so: the commit found it at 0.`,
    ],
    [
      "where it left nothing",
      [file("a", view("1", []), null)],
      flush,
      `f claim_false a: ${claim} not so: the commit left it at 0.`,
    ],
    [
      "where the page is another",
      [file("a", one, { ...two, id: "z" as PageId })],
      flush,
      `f claim_false a: ${claim} not so: the page there is “z”.`,
    ],
    [
      "where the page was another",
      [file("a", { ...one, id: "z" as PageId }, two)],
      flush,
      `f claim_false a: ${claim} not so: the page there is “z”.`,
    ],
    ["where it changed nothing", [], flush, `f claim_false a: ${claim} not so: the commit did not change the file.`],
    [
      "where two lines tell of two pages",
      [file("a", one, two)],
      [flush[0]!, flush[1]!, "Page: b@1..2"],
      "f claim_false a: The trailers say “append a memory/a.md” and “b@1..2”; that is two different pages.",
    ],
    [
      "where a line is missing",
      [file("a", one, two)],
      [flush[0]!, flush[1]!],
      "f claim_false: The trailers name 1 changes and the versions of 0.",
    ],
    [
      "where a moved page was another version",
      [file("a", one, null), file("b", null, two, { path: "archive/a.md" })],
      ["Reason: PRUNE_ARCHIVE", "Op: archive a archive/a.md", "Page: a@2..2", "From: memory/a.md"],
      "f claim_false a: The trailers say “archive a archive/a.md” and “a@2..2”; that is not so: the commit found it at 1.",
    ],
    [
      "where nothing was moved",
      [file("b", null, two, { path: "archive/a.md" })],
      ["Reason: PRUNE_ARCHIVE", "Op: archive a archive/a.md", "Page: a@2..2", "From: memory/a.md"],
      "f claim_false a: The trailers say “archive a archive/a.md” and “a@2..2”; that is not so: the commit found it at no version.",
    ],
    [
      "by hand, of a page that did not change",
      [],
      edit,
      "f claim_false a: The trailers say “edit a memory/a.md”; the commit did not change the file.",
    ],
    [
      "by hand, of a page that it made",
      [file("a", null, two)],
      edit,
      "f claim_false a: The trailers say “edit a memory/a.md”; the commit shows create.",
    ],
    [
      "by hand, of a page that it deleted",
      [file("a", view("1", []), null)],
      edit,
      "f claim_false a: The trailers say “edit a memory/a.md”; the commit shows delete.",
    ],
  ])("%s", (_name, files, lines, want) => {
    expect(judged(files, lines)).toEqual([want]);
  });

  const stray = (id: string): string =>
    `f claim_false ${id}: The commit changed this page, which its trailers do not name.`;

  test("that leave out what the commit changed, a machine's of any file of the memory", () => {
    expect(judged([file("a", one, two), file("b", one, two)], flush)).toEqual([stray("b")]);
    expect(judged([file("a", one, two), file("b", one, two, { own: false })], flush)).toEqual([stray("b")]);
    expect(judged([file("a", one, two), file("b", null, null, { own: false })], flush)).toEqual([]);
    expect(judged([file("a", one, two), file("b", one, two)], edit)).toEqual([stray("b")]);
  });

  test("say nothing of a page beyond the hundred that they can name", () => {
    const names = Array.from({ length: 100 }, (_, at) => `p${at}`);
    const lines = (count: number): readonly string[] => [
      flush[0]!,
      ...names.slice(0, count).flatMap((id) => [`Op: append ${id} memory/${id}.md`, `Page: ${id}@1..2`]),
    ];
    const files = [...names, "more"].map((id) => file(id, one, two));
    expect(judged(files, lines(100))).toEqual([]);
    expect(judged(files, lines(99))).toEqual([stray("p99"), stray("more")]);
  });

  test("of a commit made anew are a note, and what a machine left out stays a finding", () => {
    const told =
      "The commit was made anew by a rebase, cherry-pick or amend, and its trailers tell of the first one:";
    const replayed = { replayed: true };
    expect(judged([file("a", one, view("3", ["e1"]))], flush, replayed)).toEqual([
      `n claim_replayed a: ${told} ${claim} not so: the commit left it at 3.`,
    ]);
    expect(judged([file("a", one, two)], [flush[0]!, flush[1]!], replayed)).toEqual([
      `n claim_replayed: ${told} The trailers name 1 changes and the versions of 0.`,
    ]);
    expect(judged([file("a", one, two), file("b", one, two)], flush, replayed)).toEqual([stray("b")]);
    expect(judged([file("a", one, two), file("b", one, two)], edit, replayed)).toEqual([
      `n claim_replayed b: ${told} ${stray("b").slice("f claim_false b: ".length)}`,
    ]);
    expect(judged([file("a", one, two)], flush, replayed)).toEqual([]);
    // Git followed the page to the name that it had got meanwhile.
    const moved = { path: "memory/new.md" };
    const first = `n claim_replayed a: ${told} ${claim} not so: the commit did not change the file.`;
    expect(judged([file("a", one, two, moved)], flush, replayed)).toEqual([first]);
    expect(judged([file("a", one, two, moved)], flush)).toHaveLength(2);
    expect(judged([file("new", one, two)], flush, replayed)).toEqual([first]);
    expect(judged([file("new", view("4", []), view("5", []))], flush, replayed)).toEqual([first, stray("new")]);
  });
});

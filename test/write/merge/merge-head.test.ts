/** Merge head's tests: blocks that one side has not, names, bytes that are kept, and what is refused. */
import { describe, expect, it } from "vitest";
import type { MergeOutcome } from "../../../src/write/merge/head.js";
import { mergePages } from "../../../src/write/merge/merge.js";

type Three = readonly [base: string | null, ours: string, theirs: string];

function merged([base, ours, theirs]: Three): MergeOutcome {
  const outcome = mergePages("a.md", base, ours, theirs);
  if (!outcome.ok) throw new Error(outcome.error.says);
  return outcome.value;
}

function refused([base, ours, theirs]: Three) {
  const outcome = mergePages("a.md", base, ours, theirs);
  return outcome.ok ? outcome.value.text : outcome.error;
}

const page = (keys: string, body: string): string => `---\n${keys}---\n${body}`;

describe("a version that changed nothing", () => {
  it.each<[name: string, three: Three, want: string]>([
    ["ours", ["- a\n", "- a\n", "- t\n"], "- t\n"],
    ["theirs", ["- a\n", "- o\n", "- a\n"], "- o\n"],
    ["neither: both changed alike", ["- a\n", "- x\n", "- x\n"], "- x\n"],
  ])("gives the other's bytes and no remark: %s", (_name, three, want) => {
    expect(merged(three)).toEqual({ text: want, notes: [], conflicts: [] });
  });
});

describe("a key in a form that is not read", () => {
  const [calm, wild] = ["mood: calm\n", "mood: wild\n"];

  it.each(["up: [[A]], [[B]]\n", "version: 1.5\nup: &x 1\n"])(
    "stays to the byte beside keys that are merged: %j",
    (up) => {
      const three: Three = [page(up + calm, "- a\n"), page(`# o\n${up}${calm}`, "- a\n"), page(up + wild, "- a\n")];
      expect(merged(three).text).toBe(page(`# o\n${up}${wild}`, "- a\n"));
      const theirs = page("up: &y 2\nmood: calm\n", "- a\n");
      expect(merged([page(up + calm, "- a\n"), page(up + calm, "- o\n"), theirs]).text).toBe(
        theirs.replace("- a", "- o"),
      );
    },
  );

  it.each<[theirs: string]>([["up: &y 2\n"], ["up: plain\n"], [""]])(
    "is merged by nobody where theirs changed it: to %j",
    (up) => {
      const three: Three = [
        page(`up: &x 1\n${calm}`, "- a\n"),
        page(`up: &x 1\n${wild}`, "- a\n"),
        page(up + calm, "- a\n"),
      ];
      expect(refused(three)).toEqual({
        says: "The merged “up” of a.md does not read back.",
        hint: "Merge the page by hand.",
      });
      // Where ours changed it, its text is the one that is kept.
      expect(merged([three[0], three[2], three[1]]).text).toBe(page(up + wild, "- a\n"));
    },
  );

  it.each(["tags: &x 1\n", "loose words\n"])("is refused where it is one of ours, or no key: %j", (line) => {
    const three: Three = [page(line + calm, "- a\n"), page(line + calm, "- o\n"), page(line + wild, "- a\n")];
    expect(refused(three)).toMatchObject({ says: expect.stringMatching(/^a\.md: ./), hint: expect.any(String) });
  });
});

describe("a block of frontmatter", () => {
  const [calm, wild] = ["mood: calm\n", "mood: wild\n"];
  const stays = "The frontmatter was removed on one side and changed on the other; it stays.";

  it.each<[name: string, three: Three, want: string, notes: readonly string[]]>([
    ["is added that ours added", ["- a\n", page(calm, "- a\n"), "- a\n- t\n"], page(calm, "- a\n- t\n"), []],
    ["is added that theirs added", ["- a\n", "- a\n- o\n", page(calm, "- a\n")], page(calm, "- a\n- o\n"), []],
    ["goes that ours removed", [page(calm, "- a\n"), "- a\n", page(calm, "- a\n- t\n")], "- a\n- t\n", []],
    ["goes that theirs removed", [page(calm, "- a\n"), page(calm, "- a\n- o\n"), "- a\n"], "- a\n- o\n", []],
    ["goes that both removed", [page(calm, "- a\n"), "- a\n- o\n", "- a\n- t\n"], "- a\n- o\n- t\n", []],
    [
      "stays that ours removed and theirs changed",
      [page(calm, "- a\n"), "- a\n", page(wild, "- a\n")],
      page(wild, "- a\n"),
      [stays],
    ],
    [
      "stays that theirs removed and ours changed",
      [page(calm, "- a\n"), page(wild, "- a\n"), "- a\n"],
      page(wild, "- a\n"),
      [stays],
    ],
    [
      "is theirs to the byte where ours left it alone",
      [
        page("# old\nmood: calm\n", "- a\n"),
        page("# old\nmood: calm\n", "- a\n- o\n"),
        page("# new\nmood: 'wild' # why\n", "- a\n"),
      ],
      page("# new\nmood: 'wild' # why\n", "- a\n- o\n"),
      [],
    ],
    [
      "is ours to the byte where theirs left it alone",
      [
        page("# old\nmood: calm\n", "- a\n"),
        page("# new\nmood: 'wild' # why\n", "- a\n"),
        page("# old\nmood: calm\n", "- a\n- t\n"),
      ],
      page("# new\nmood: 'wild' # why\n", "- a\n- t\n"),
      [],
    ],
    [
      "is ours with what only theirs changed",
      [page("a: 1\nb: 1\n", "- a\n"), page("a: 2 # mine\nb: 1\n", "- a\n"), page("a: 1\nb: 2 # yours\n", "- a\n")],
      page("a: 2 # mine\nb: 2\n", "- a\n"),
      [],
    ],
    [
      "stands where neither body can be cut",
      [page(calm, "- a\r- b\n"), page(`${calm}x: 1\n`, "- a\r- b\n"), page(calm, "- t\n")],
      page(`${calm}x: 1\n`, "- t\n"),
      [],
    ],
  ])("%s", (_name, three, want, notes) => {
    const says = notes.map((note) => ({ code: "key_kept", says: note }));
    expect(merged(three)).toEqual({ text: want, notes: says, conflicts: [] });
  });
});

describe("the id", () => {
  it("is a conflict of two pages where both have one that nobody had before", () => {
    expect(refused([page("id: a\n", "- x\n"), page("id: b\n", "- x\n"), page("id: c\n", "- x\n")])).toEqual({
      says: "a.md is page “b” on our side and “c” on theirs.",
      hint: "Where both sides renamed the file, its old path is ended by: git rm a.md. Where it is still there: keep one there with pagefile resolve a.md --ours|--theirs, and write the other anew.",
    });
    expect(refused([null, page("id: b\n", "- x\n"), page("id: c\n", "- x\n")])).toMatchObject({
      hint: "Two pages took one path: keep one there with pagefile resolve a.md --ours|--theirs, and write the other anew.",
    });
  });

  it.each<[name: string, three: Three, want: string]>([
    ["ours gave", [null, page("id: a\n", "- x\n"), page("mood: calm\n", "- x\n")], "id: a\nmood: calm\n"],
    ["theirs gave", [null, page("mood: calm\n", "- x\n"), page("id: a\n", "- x\n")], "mood: calm\nid: a\n"],
    [
      "both gave alike",
      [null, page("id: a\nx: 1\n", "- x\n"), page("id: a\nz: 1\n", "- x\n")],
      "id: a\nx: 1\nz: 1\n",
    ],
    [
      "theirs changed",
      [page("id: a\n", "- x\n"), page("id: a\nx: 1\n", "- x\n"), page("id: b\n", "- x\n")],
      "id: b\nx: 1\n",
    ],
    [
      "ours took out and theirs changed",
      [page("id: a\nx: 1\n", "- x\n"), page("x: 1\n", "- x\n"), page("id: b\nx: 1\n", "- x\n")],
      "x: 1\nid: b\n",
    ],
    [
      "theirs took out and ours changed",
      [page("id: a\nx: 1\n", "- x\n"), page("id: b\nx: 1\n", "- x\n"), page("x: 1\n", "- x\n")],
      "id: b\nx: 1\n",
    ],
  ])("is that which %s", (_name, three, want) => {
    expect(merged(three).text).toBe(page(want, "- x\n"));
  });
});

describe("line ends and the byte order mark", () => {
  const mark = "\ufeff";
  it.each<[name: string, three: Three, want: string]>([
    ["are ours where theirs has CRLF", ["- a\r\n", "- a\n- b\n", "- a\r\n- c\r\n"], "- a\n- b\n- c\n"],
    ["are ours where the first line is empty", ["- a\r\n", "\n- a\n- b\n", "- a\r\n- c\r\n"], "\n- a\n- b\n- c\n"],
    ["are theirs where ours is one line", [null, "one", "two\r\n\r\nthree"], "one\r\n\r\ntwo\r\n\r\nthree"],
    ["are LF where each is one line", [null, "one", "two"], "one\n\ntwo"],
    [
      "stand once where both have the mark",
      [`${mark}- a\n`, `${mark}- a\n- o\n`, `${mark}- a\n- t\n`],
      `${mark}- a\n- o\n- t\n`,
    ],
    ["lose a mark that only theirs has", ["- a\n", "- a\n- o\n", `${mark}- a\n- t\n`], "- a\n- o\n- t\n"],
    [
      "lose theirs' mark above theirs' block",
      [page("x: 1\n", "- a\n"), page("x: 1\n", "- a\n- o\n"), `${mark}${page("x: 2\n", "- a\n")}`],
      page("x: 2\n", "- a\n- o\n"),
    ],
    [
      "keep our mark above our block",
      [`${mark}${page("x: 1\n", "- a\n")}`, `${mark}${page("x: 2\n", "- a\n")}`, page("x: 1\n", "- a\n- t\n")],
      `${mark}${page("x: 2\n", "- a\n- t\n")}`,
    ],
  ])("%s", (_name, three, want) => {
    expect(merged(three).text).toBe(want);
  });
});

describe("a merge is refused", () => {
  const broken = "---\nid: a\nid: b\n---\n- x\n";
  const forged = page("conflicts: none\n", "- x\n");
  const long = (key: string): string => page(`id: a\n${key}: ${"long ".repeat(2_000)}\n`, "- x\n");

  it.each<[name: string, three: Three]>([
    ["the base's frontmatter does not scan", [broken, "- x\n- o\n", "- x\n- t\n"]],
    ["ours does not scan", ["- x\n", broken, "- x\n- t\n"]],
    ["theirs does not scan", ["- x\n", "- x\n- o\n", broken]],
  ])("where %s, with the scanner's own words", (_name, three) => {
    const error = refused(three);
    expect(error).toEqual({ says: expect.stringMatching(/^a\.md: .*id/), hint: expect.stringMatching(/./) });
  });

  it.each<[name: string, three: Three]>([
    ["the base", [forged, page("mood: calm\n", "- x\n"), page("mood: wild\n", "- x\n")]],
    ["ours", [page("mood: calm\n", "- x\n"), forged, page("mood: wild\n", "- x\n")]],
    ["theirs", [page("mood: calm\n", "- x\n"), page("mood: wild\n", "- x\n"), forged]],
  ])("where the conflicts of %s are no list of ours", (_name, three) => {
    expect(refused(three)).toMatchObject({ says: "“conflicts:” of a.md is not a list that a merge wrote." });
  });

  it("where one block cannot hold what both wrote", () => {
    expect(refused([page("id: a\n", "- x\n"), long("one"), long("two")])).toMatchObject({
      says: expect.stringContaining("16"),
    });
  });

  it("where what is joined would open with frontmatter that nobody wrote", () => {
    const rules = "---\n\nmood: calm\n\n---\n";
    expect(refused([`- a\n\n${rules}`, `- a\n\n${rules}\n- o\n`, `\n${rules}`])).toEqual({
      says: "The merged text of a.md would open with another frontmatter block.",
      hint: "Merge the page by hand.",
    });
  });
});

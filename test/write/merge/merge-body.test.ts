/** Merge body's tests: where entries go, how far apart they stand, and which bodies are not joined. */
import { describe, expect, it } from "vitest";
import { mergeBodies } from "../../../src/write/merge/body.js";
import type { MergeOutcome } from "../../../src/write/merge/head.js";

type Three = readonly [base: string, ours: string, theirs: string];

function merged([base, ours, theirs]: Three, eol = "\n"): MergeOutcome {
  const outcome = mergeBodies("a.md", { base, ours, theirs }, eol);
  if (!outcome.ok) throw new Error(outcome.error.says);
  return outcome.value;
}

describe("an entry", () => {
  it.each<[name: string, three: Three, want: string]>([
    ["is gone that theirs deleted", ["- a\n- b\n- c\n", "- a\n- b\n- c\n- d\n", "- a\n- c\n"], "- a\n- c\n- d\n"],
    [
      "stands once that both added at two ends",
      ["- a\n- b\n", "- x\n- a\n- b\n", "- a\n- b\n- x\n"],
      "- x\n- a\n- b\n",
    ],
    [
      "stands under each heading it was added to",
      ["## A\n\n- a\n\n## B\n\n- b\n", "## A\n\n- a\n- x\n\n## B\n\n- b\n", "## A\n\n- a\n\n## B\n\n- b\n- x\n"],
      "## A\n\n- a\n- x\n\n## B\n\n- b\n- x\n",
    ],
    [
      "stands once more where one added a copy and the other deleted it",
      ["## A\n\n- x\n\n## B\n\n- b\n", "## A\n\n- x\n\n## B\n\n- b\n- x\n", "## A\n\n## B\n\n- b\n"],
      "## A\n\n## B\n\n- b\n- x\n",
    ],
    [
      "is moved once where both moved a copy of their own",
      [
        "## A\n\n- x\n\n## B\n\n- b\n\n## C\n\n- c\n",
        "## A\n\n## B\n\n- b\n- x\n\n## C\n\n- c\n",
        "## A\n\n- x\n\n## B\n\n- b\n\n## C\n\n- c\n- x\n",
      ],
      "## A\n\n## B\n\n- b\n- x\n\n## C\n\n- c\n- x\n",
    ],
    [
      "of two copies is the one that stayed on both sides",
      ["## A\n\n- x\n\n## B\n\n- x\n", "## A\n\n## B\n\n- x\n- o\n", "## A\n\n- x\n\n## B\n\n- x\n- t\n"],
      "## A\n\n## B\n\n- x\n- o\n- t\n",
    ],
    [
      "of two copies is left where both deleted the other",
      ["## A\n\n- x\n\n## B\n\n- x\n", "## A\n\n## B\n\n- x\n- o\n", "## A\n\n## B\n\n- x\n- t\n"],
      "## A\n\n## B\n\n- x\n- o\n- t\n",
    ],
    [
      "keeps our spelling where both respelled it",
      ["* a\n* b\n", "- a\n- b\n- c\n", "+ a\n+ b\n+ d\n"],
      "- a\n- b\n- c\n+ d\n",
    ],
    [
      "follows a heading that theirs renamed",
      ["- f\n\n## Old\n\n- a\n", "- f\n\n## Old\n\n- a\n- o\n", "- f\n\n## New\n\n- a\n"],
      "- f\n\n## New\n\n- a\n- o\n",
    ],
    [
      "follows a heading that ours renamed",
      ["- f\n\n## Old\n\n- a\n", "- f\n\n## New\n\n- a\n", "- f\n\n## Old\n\n- t\n- a\n"],
      "- f\n\n## New\n\n- t\n- a\n",
    ],
    [
      "follows a heading that both renamed alike",
      ["- f\n\n## Old\n\n- a\n", "- f\n\n## New\n\n- a\n- o\n", "- f\n\n## New\n\n- t\n- a\n"],
      "- f\n\n## New\n\n- t\n- a\n- o\n",
    ],
    [
      "follows a heading that ours renamed where the two bodies do not line up",
      [
        "<div>\n## Old\n\n## Old one\n\n- a\n- a\n\n<div>\nwords\n",
        "## Old\n\n## B\n\n- a\n## New\n\n<div>\nwords\n",
        "<div>\n## Old\n\n## B\n\n## Old one\n\n- a\n- a\n\n<div>\nwords\n## B two\n\n",
      ],
      "## Old\n\n## B\n\n- a\n## New\n\n<div>\nwords\n## B two\n",
    ],
  ])("%s", (_name, three, want) => {
    expect(merged(three)).toEqual({ text: want, notes: [], conflicts: [] });
  });

  const [window, aisle] = ["- Prefers a window seat.\n", "- Prefers an aisle seat.\n"];

  it.each<[name: string, three: Three]>([
    ["theirs", [`${window}- b\n`, `${aisle}- b\n`, "- b\n"]],
    ["ours", [`${window}- b\n`, "- b\n", `${aisle}- b\n`]],
  ])("that was edited stays where %s deleted it, and is named", (_name, three) => {
    const says = "Deleted on one side, edited on the other; the edit stays: - Prefers an aisle seat.";
    expect(merged(three)).toEqual({ text: `${aisle}- b\n`, notes: [{ code: "edit_kept", says }], conflicts: [] });
  });

  it.each<[name: string, three: Three]>([
    ["ours", ["## A\n\n- a\n", "", "## A\n\n- a\n- b\n"]],
    ["theirs", ["## A\n\n- a\n", "## A\n\n- a\n- b\n", ""]],
  ])("keeps the heading above it that %s deleted, and only that", (_name, three) => {
    const says = "Deleted on one side, added to on the other; the heading stays: ## A";
    expect(merged(three)).toEqual({ text: "## A\n\n- b\n", notes: [{ code: "heading_kept", says }], conflicts: [] });
  });
});

describe("the distance", () => {
  it.each<[name: string, three: Three, want: string]>([
    [
      "is ours where both stand together in ours",
      ["- a\n- b\n", "- a\n\n- b\n- o\n", "- a\n- b\n- t\n"],
      "- a\n\n- b\n- o\n- t\n",
    ],
    [
      "is theirs where only they stand together there",
      ["- a\n- b\n", "- a\n- b\n- o\n", "- a\n- t\n\n- b\n"],
      "- a\n- t\n\n- b\n- o\n",
    ],
    [
      "of two bullets that meet is a line end",
      ["- a\n\n- b\n", "- a\n\n- b\n\n- o\n", "- a\n\n- b\n\n- t\n"],
      "- a\n\n- b\n\n- o\n- t\n",
    ],
    ["of paragraphs that meet is a blank line", ["a\n", "a\n\no\n", "a\n\nt\n"], "a\n\no\n\nt\n"],
    ["of a bullet and a paragraph is a blank line", ["- a\n", "- a\n- o\n", "- a\n\nt\n"], "- a\n- o\n\nt\n"],
    [
      "below a heading is that heading's",
      ["# T\n- a\n", "# T\n- o\n- a\n", "# T\nt\n\n- a\n"],
      "# T\n- o\n\nt\n\n- a\n",
    ],
    ["below a heading that ended its file is a blank line", ["# T", "# T\n\n## A", "# T\n\nt"], "# T\n\n## A\n\nt"],
    ["above the first is ours", ["- a\n", "\n\n- a\n- o\n", "\n- a\n- t\n"], "\n\n- a\n- o\n- t\n"],
    ["above the first is theirs where ours has none", ["\n- a\n- b\n", "", "\n- a\n- b\n- t\n"], "\n- t\n"],
    ["below the last is ours", ["- a\n", "- a\n- o", "- a\n- t\n\n"], "- a\n- o\n- t"],
    ["below the last is theirs where ours has none", ["- a\n- b\n", "", "- a\n- b\n- t"], "- t"],
  ])("%s", (_name, three, want) => {
    expect(merged(three).text).toBe(want);
  });

  it("has the line end that is asked for", () => {
    expect(merged(["a\r\n", "a\r\n\r\n- o\r\n", "a\r\n\r\n- t\r\n"], "\r\n").text).toBe("a\r\n\r\n- o\r\n- t\r\n");
    expect(merged(["a\r\n", "a\r\n\r\no\r\n", "a\r\n\r\nt\r\n"], "\r\n").text).toBe("a\r\n\r\no\r\n\r\nt\r\n");
  });
});

describe("a body that cannot be cut", () => {
  const uncut = "- a\r- b\n";

  it.each<[name: string, three: Three, want: string]>([
    ["both have", ["- x\n", uncut, uncut], uncut],
    ["only ours changed", [uncut, "- o\n", uncut], "- o\n"],
    ["only theirs changed", [uncut, uncut, "- t\n"], "- t\n"],
    ["only ours has, and theirs left alone", ["- x\n", uncut, "- x\n"], uncut],
  ])("is taken whole where %s", (_name, three, want) => {
    expect(merged(three)).toEqual({ text: want, notes: [], conflicts: [] });
  });

  it.each<[name: string, three: Three]>([
    ["the base", [uncut, "- o\n", "- t\n"]],
    ["ours", ["- x\n", uncut, "- t\n"]],
    ["theirs", ["- x\n", "- o\n", uncut]],
  ])("is not merged where it is %s, and says what to do", (_name, [base, ours, theirs]) => {
    expect(mergeBodies("a.md", { base, ours, theirs }, "\n")).toEqual({
      ok: false,
      error: {
        says: "The two versions of a.md cannot be joined so that every entry reads as before.",
        hint: "Something in it is left open, such as a code fence or an HTML block: close it, then merge again.",
      },
    });
  });

  it.each<[name: string, three: Three]>([
    ["an open fence takes the next entry in", ["a\n", "a\n\n```\nopen\n", "a\n\nt\n"]],
    ["open HTML takes the next entry in", ["a\n", "a\n\n<!-- open\n", "a\n\nt\n"]],
    ["a bullet would take the code below it in", ["# T\n", "# T\n\n- o\n", "# T\n\n    code\n"]],
  ])("is refused where %s", (_name, [base, ours, theirs]) => {
    expect(mergeBodies("a.md", { base, ours, theirs }, "\n").ok).toBe(false);
  });
});

/** Reversion's tests: the changes that take a commit back, file by file and line by line of the archive's index. */
import { describe, expect, test } from "vitest";
import type { PagePath } from "../../src/base/ids.js";
import { validateReversion } from "../../src/history/revert.js";

import { envelopeOf, groundOf } from "../support/ground.js";

const path = (name: string): PagePath => name as PagePath;
const envelope = envelopeOf();
const files = { "memory/a.md": "---\nid: a\n---\n- a\n", "AGENTS.md": "- Mine.\n" };
const outcome = <T>(of: { ok: true; value: T } | { ok: false; error: unknown }): unknown =>
  of.ok ? of.value : of.error;

describe("a reversion", () => {
  const commit = { name: "abc1234", subject: "append: x" };
  const index = "archive/INDEX.md";
  const back = (
    asked: readonly (readonly [string, string | null, string | null])[],
    how: "merged" | "exact" = "merged",
    more = {},
  ) =>
    outcome(
      validateReversion(
        asked.map(([name, from, to]) => ({ path: path(name), from, to })),
        commit,
        envelope,
        groundOf({ ...files, ...more }),
        how,
      ),
    );

  test("takes each file back, under the id that it has or had", () => {
    const gone = "---\nid: was\n---\n- x\n";
    expect(
      back([
        ["memory/a.md", "2", "1"],
        ["memory/gone.md", null, gone],
        ["memory/new.md", "- x\n", null],
        ["memory/odd.md", "---\nid: 3\n---\n", null],
      ]),
    ).toEqual({
      targets: [
        { op: "revert", id: "a", path: "memory/a.md" },
        { op: "revert", id: "was", path: "memory/gone.md" },
        { op: "revert", id: "new", path: "memory/new.md" },
        { op: "revert", id: "odd", path: "memory/odd.md" },
      ],
      changes: [
        { kind: "edit", path: "memory/a.md", edit: { kind: "revert", from: "2", to: "1" } },
        { kind: "edit", path: "memory/gone.md", edit: { kind: "revert", from: null, to: gone } },
        { kind: "edit", path: "memory/new.md", edit: { kind: "revert", from: "- x\n", to: null } },
        { kind: "edit", path: "memory/odd.md", edit: { kind: "revert", from: "---\nid: 3\n---\n", to: null } },
      ],
      reason: "REVERT",
      subject: "revert: append: x",
      envelope,
    });
    expect(back([["memory/a.md", "2", "1"]], "exact")).toMatchObject({ changes: [{ edit: { exact: true } }] });
  });

  test("takes the lines of the archive's index back one by one, and to the byte only where nobody changed it", () => {
    const [was, is] = ["# I\n\n- [a](a)\n- [b](b)\nfree\n", "# I\n\n- [b](b)\r\n- [c](c)\nother\n"];
    const lines = [
      { kind: "edit", path: index, edit: { kind: "remove_line", line: "- [c](c)" } },
      { kind: "edit", path: index, edit: { kind: "add_line", header: "# I\n\n", line: "- [a](a)" } },
    ];
    expect(back([[index, is, was]])).toMatchObject({ targets: [], changes: lines });
    expect(back([[index, is, was]], "exact", { [index]: `${is}- [d](d)\n` })).toMatchObject({ changes: lines });
    expect(back([[index, is, was]], "exact", { [index]: is })).toMatchObject({
      changes: [{ kind: "edit", path: index, edit: { kind: "revert", from: is, to: was, exact: true } }],
    });
    expect(back([[index, null, "- [a](a)\n"]])).toMatchObject({
      changes: [{ edit: { kind: "add_line", header: "" } }],
    });
    expect(back([[index, "# I\n- [a](a)\n", null]])).toMatchObject({ changes: [{ edit: { kind: "remove_line" } }] });
  });

  test("is refused where it changed nothing of ours, or what only the user writes", () => {
    expect(back([])).toEqual({
      reason: "SCHEMA_INVALID",
      says: "Commit abc1234 changed no page of this memory.",
      hint: "List commits that did with: pagefile log",
    });
    expect(
      back([
        ["memory/a.md", "2", "1"],
        ["AGENTS.md", "2", "1"],
      ]),
    ).toEqual({
      reason: "POLICY_VIOLATION",
      says: "The commit changed AGENTS.md, an instruction file that only you write.",
      hint: "Take it back yourself with: git revert abc1234",
    });
  });
});

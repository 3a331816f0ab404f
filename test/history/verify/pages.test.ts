/** Pages' tests: each page that a commit of the past changed, looked at as the hook looks before a commit is made. */
import { describe, expect, test } from "vitest";
import type { Oid } from "../../../src/base/ids.js";
import type { CheckedFile, PageView } from "../../../src/history/verify/check.js";

import { file, judged, view } from "../../support/checked-commit.js";

const flush = ["Reason: FLUSH_MANUAL", "Op: append a memory/a.md", "Page: a@1..2"];
const [one, two] = [view("1", ["e1"]), view("2", ["e1", "e2"])];

describe("a page is looked at as the hook would have", () => {
  const bad = view("2", ["e1"], { problem: { says: "It has no end.", line: 3 } });

  test.each<[name: string, of: CheckedFile, want: readonly string[]]>([
    ["that does not read", file("a", one, bad), ["Line 3: It has no end."]],
    [
      "that does not read as a whole",
      file("a", one, { ...bad, problem: { says: "It is too large.", line: 0 } }),
      ["It is too large."],
    ],
    [
      "whose name no system can keep",
      file("a", one, two, { path: "memory/a:b.md" }),
      ["Some operating systems cannot keep a file of this name."],
    ],
    [
      "that is no file",
      file("a", view("1", []), null, { mode: "120000" }),
      ["The page is a symbolic link or a submodule, not a file."],
    ],
    ["that never was one", file("a", null, null, { mode: "120000" }), []],
    [
      "of a session",
      file("a", one, { ...two, isSessions: true }),
      ["The page is of scope session, which never goes onto a branch."],
    ],
    [
      "of a session, that does not read",
      file("a", one, { ...bad, isSessions: true }),
      ["Line 3: It has no end.", "The page is of scope session, which never goes onto a branch."],
    ],
    ["of a session, as it was", file("a", { ...one, isSessions: true }, { ...two, isSessions: true }), []],
    ["that is not ours", file("a", one, bad, { own: false }), []],
    ["that is deleted", file("a", view("1", []), null, { path: "memory/a:b.md" }), []],
    ["that a merge took over", file("a", one, bad, { before: [one, bad] }), []],
  ])("%s", (_name, of, want) => {
    const parents = { parents: of.before.length };
    const found = (lines: readonly string[], code: string): readonly string[] =>
      judged([of], lines, parents)
        .filter((line) => line.startsWith(`f ${code} a: `))
        .map((line) => line.slice(`f ${code} a: `.length));
    expect(found([], "hook_bypassed")).toEqual(want);
    expect(found(["Reason: FLUSH_MANUAL", `Op: append a ${of.path}`, "Page: a@1..2"], "gate_bypassed")).toEqual(want);
  });

  test("and for secrets in its text, its name and the message, told once where they came in", () => {
    const token = ["ghp_", "a1B2".repeat(9)].join("");
    const secret = (text: string): PageView => {
      const bytes = new TextEncoder().encode(text);
      return view("2", ["e1"], { bytes, withSecret: { oid: "s" as Oid, bytes } });
    };
    const now = secret(`- a\n- ${token}\n`);
    expect(judged([file("a", one, now)], [])[0]).toMatch(
      /^f hook_bypassed a: There is a secret in memory\/a\.md, line 2: .*\.$/,
    );
    expect(judged([file("a", one, now)], [])[0]).not.toContain("Nothing of it was kept");
    expect(judged([file("a", secret(token), now)], []).filter((line) => line.includes("secret"))).toEqual([]);
    const far = "- a line among many of a long page\n".repeat(400);
    const told = (before: string, after: string): boolean =>
      judged([file("a", view("1", ["e1"], { bytes: new TextEncoder().encode(before) }), secret(after))], []).some(
        (line) => line.includes("There is a secret"),
      );
    expect(told(`${far}${far}`, `${far}- ${token}\n${far}`)).toBe(true);
    expect(told(far, `${far}- ${token}\n`)).toBe(true);
    expect(told(far, `- ${token}\n${far}`)).toBe(true);
    expect(judged([file("a", null, one, { path: `memory/${token}.md` })], [])[0]).toBe(
      "f hook_bypassed -: The file's name holds a secret.",
    );
    expect(
      judged([file("a", one, two, { path: `memory/${token}.md` })], []).filter((line) => line.includes("secret")),
    ).toEqual([]);
    expect(judged([], flush.slice(0, 1), { message: `s ${token}\n\nPagefile-Reason: X\n` })).toEqual([
      "f gate_bypassed: The commit message holds a secret.",
    ]);
    expect(judged([file("a", one, now)], [], { memory: { was: false, is: false } })).toHaveLength(1);
  });
});

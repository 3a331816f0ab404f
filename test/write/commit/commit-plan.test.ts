/** Commit plan's tests: changes laid over what HEAD, the index and the disk hold, each place by its own text. */
import { describe, expect, test } from "vitest";
import { limits } from "../../../src/base/limits.js";
import type { Change, Edit } from "../../../src/write/change.js";
import { advance, layOver, planCommit } from "../../../src/write/commit/plan.js";

import { blobOf, groundOf } from "../../support/ground.js";
import { baseOf, laid, type Places, path, read } from "../../support/places.js";

const p = path("memory/p.md");
const edit = (of: Edit, at = p): Change => ({ kind: "edit", path: at, edit: of });
const append = (text: string): Change => edit({ kind: "append", slug: null, entries: [text] });
const one = (head: string | null, index = head, work = index): Readonly<Record<string, Places>> => ({
  [p]: [head, index, work],
});

describe("an edit", () => {
  test.each<[name: string, files: Readonly<Record<string, Places>>, change: Change, want: Places | null]>([
    ["is made in all places alike", one("- a\n"), append("b"), ["- a\n- b\n", "- a\n- b\n", "- a\n- b\n"]],
    [
      "keeps what stands on disk by hand",
      one("- a\n", "- a\n", "- z\n- a\n"),
      append("b"),
      ["- a\n- b\n", "- a\n- b\n", "- z\n- a\n- b\n"],
    ],
    [
      "keeps what is staged",
      one("- a\n", "- z\n- a\n", "- z\n- a\n"),
      append("b"),
      ["- a\n- b\n", "- z\n- a\n- b\n", "- z\n- a\n- b\n"],
    ],
    [
      "keeps a file deleted that was deleted by hand",
      one("- a\n", "- a\n", null),
      append("b"),
      ["- a\n- b\n", "- a\n- b\n", null],
    ],
    ["keeps a file deleted that is staged so", one("- a\n", null, null), append("b"), ["- a\n- b\n", null, null]],
    ["makes a file everywhere", one(null), edit({ kind: "create", text: "- a\n" }), ["- a\n", "- a\n", "- a\n"]],
    ["removes a file everywhere", one("- a\n"), edit({ kind: "delete" }), [null, null, null]],
    ["is nothing where HEAD has it already, and the disk too", one("- a\n", "- z\n", "*  a\n"), append("a"), null],
    [
      "gives the disk what HEAD has already and a hand edit took away",
      one("- a\n", "- a\n", "- z\n"),
      append("a"),
      ["- a\n", "- a\n", "- z\n- a\n"],
    ],
    [
      "leaves the disk's bytes where it has it already",
      one("- a\n", "- a\n", "*  b\n- a\n"),
      append("b"),
      ["- a\n- b\n", "- a\n- b\n", "*  b\n- a\n"],
    ],
  ])("%s", (_name, files, change, want) => {
    expect(laid(files, change)).toEqual(want === null ? {} : { [p]: want });
  });

  const listed =
    "# List\n\n## Do\n\n- [ ] call Anna about the lease\n- Our API port is 3000\n\n## Know\n\n- Trip\n  - Lyon\n  - Nice\n";
  test.each([
    ["ticked", "call Anna about the lease", "- [ ] call", "- [x] call", "- [ ] call Anna about the lease"],
    ["amended", "call Anna", "the lease", "the lease by phone", "- [ ] call Anna about the lease"],
    ["made bold", "port", "Our API port is 3000", "**Our API port** is 3000", "Our API port is 3000"],
    ["tagged", "port", "port is 3000", "port is 3000 [human]", "Our API port is 3000"],
    ["struck out", "port", "Our API port is 3000", "~~Our API port is 3000~~", "Our API port is 3000"],
    ["a comment", "port", "- Our API port is 3000", "<!-- - Our API port is 3000 -->", "Our API port is 3000"],
    ["corrected", "port", "3000", "4000", "Our API port is 3000"],
    ["moved", "port", /- Our API port is 3000\n(.*)$/s, "$1- Our API port is 3000\n", "Our API port is 3000"],
    ["robbed of a child", "Trip", "  - Nice\n", "", "- Trip\n  - Lyon\n  - Nice"],
  ] as const)("is nothing where the entry was %s by hand", (_how, _what, from, to, said) => {
    const onDisk = listed.replace(from as string, to);
    expect(onDisk).not.toBe(listed);
    expect(laid(one(listed, listed, onDisk), append(said))).toEqual({});
    const besides = "- Besides.\n";
    expect(
      laid(one(listed, listed, onDisk), append(`${said.startsWith("- ") ? said : `- ${said}`}\n- Besides.`)),
    ).toEqual({
      [p]: [listed + besides, listed + besides, onDisk + besides],
    });
  });

  test.each([
    ["between its neighbors", "- [ ] call Anna about the lease\n", "", "- [ ] call Anna about the lease"],
    ["below its heading", "- Our API port is 3000\n", "", "Our API port is 3000"],
    ["with all below it", "- Trip\n  - Lyon\n  - Nice\n", "", "- Trip\n  - Lyon\n  - Nice"],
    ["with its heading", "\n## Know\n\n- Trip\n  - Lyon\n  - Nice\n", "", "- Trip\n  - Lyon\n  - Nice"],
  ])("comes back where HEAD has it: %s", (_where, from, to, said) => {
    const onDisk = listed.replace(from, to);
    expect(laid(one(listed, listed, onDisk), append(said))).toEqual({ [p]: [listed, listed, listed] });
    const handed = (text: string): string => text.replace("# List\n", "# List\n\nBy hand.\n");
    expect(laid(one(listed, listed, handed(onDisk)), append(said))).toEqual({
      [p]: [listed, listed, handed(listed)],
    });
    const crlf = onDisk.replaceAll("\n", "\r\n");
    expect(laid(one(listed, listed, crlf), append(said))).toEqual({
      [p]: [listed, listed, listed.replaceAll("\n", "\r\n")],
    });
  });

  test("comes back where another of its kind was corrected in the same place", () => {
    const head = "- The API port is 3000\n- The DB port is 5432\n";
    expect(laid(one(head, head, "- The API port is 4000\n"), append("The DB port is 5432"))).toEqual({
      [p]: [head, head, "- The API port is 4000\n- The DB port is 5432\n"],
    });
    expect(laid(one(head, head, "- The API port is 4000\n"), append("The API port is 3000"))).toEqual({});
  });

  test("is laid over those before it, and named by what was read", () => {
    expect(laid(one("- a\n"), append("b"), append("c"))).toEqual({ [p]: Array(3).fill("- a\n- b\n- c\n") });
    const writes = layOver([append("b"), append("c")], baseOf(one("- a\n", "- a\n", "- z\n")));
    const [head, work] = [blobOf("- a\n").oid, blobOf("- z\n").oid];
    expect(writes.ok && writes.value.writes[0]?.before).toEqual({ head, index: head, work });
    const states = advance([append("b")], baseOf(one("- a\n")));
    expect(states.ok && states.value.get(p)?.head?.oid).toBe(blobOf("- a\n- b\n").oid);
    expect(
      laid({ [p]: ["- a\n", "- a\n", "- a\n"] }, edit({ kind: "delete" }), edit({ kind: "create", text: "- a\n" })),
    ).toEqual({});
  });

  test.each<[name: string, files: Readonly<Record<string, Places>>, change: Change, reason: string, says: string]>([
    [
      "of what no commit has",
      one(null, null, "- a\n"),
      append("b"),
      "POLICY_VIOLATION",
      "memory/p.md is not committed yet",
    ],
    [
      "that would replace a file on disk",
      one(null, null, "- a\n"),
      edit({ kind: "create", text: "- b\n" }),
      "DESTRUCTIVE_OP",
      "memory/p.md exists already",
    ],
    [
      "of what is staged alone",
      one(null, "- a\n", "- a\n"),
      edit({ kind: "create", text: "- b\n" }),
      "DESTRUCTIVE_OP",
      "memory/p.md exists already",
    ],
    [
      "that the text on disk cannot take",
      one("---\nmood: a\n---\n", "---\nmood: a\n---\n", "---\nmood: b\n---\n"),
      edit({ kind: "set", key: ["mood"], value: "c", expected: "a" }),
      "VERSION_CONFLICT",
      "“mood” of memory/p.md was edited",
    ],
    [
      "that the staged text cannot take",
      one("---\nmood: a\n---\n", "---\nmood: b\n---\n", "---\nmood: a\n---\n"),
      edit({ kind: "set", key: ["mood"], value: "c", expected: "a" }),
      "VERSION_CONFLICT",
      "“mood” of memory/p.md was edited",
    ],
    [
      "that leaves no valid page",
      one("---\nid: p\n---\n- a\n"),
      edit({ kind: "set", key: ["pin"], value: "firm", expected: undefined }),
      "SCHEMA_INVALID",
      "The page would no longer be valid: ",
    ],
    ["of what is no text", { [p]: ["a\0", "a\0", "a\0"] }, append("b"), "MALFORMED", "Byte 1 of the file is NUL"],
    [
      "that makes a page too large",
      one("- a\n"),
      append("x".repeat(limits.pageBytesMax)),
      "SIZE_LIMIT",
      `at most ${limits.pageBytesMax} are allowed`,
    ],
  ])("is refused %s", (_name, files, change, reason, says) => {
    expect(laid(files, change)).toMatchObject({ reason, says: expect.stringContaining(says) });
  });

  test("of a file that is no page is not held to a page's rules", () => {
    const text = "---\npin: firm\n---\n";
    expect(laid({}, edit({ kind: "create", text }, path("notes.txt")))).toEqual({ "notes.txt": [text, text, text] });
    expect(laid({}, edit({ kind: "create", text }, path("archive/INDEX.md")))).toEqual({
      "archive/INDEX.md": [text, text, text],
    });
    expect(laid({}, edit({ kind: "create", text }))).toMatchObject({ reason: "SCHEMA_INVALID" });
  });
});

describe("an entry that would vanish", () => {
  test("is refused, and let go only where the edit accounts for it", () => {
    const digest = "3e23e8160039594a";
    expect(laid(one("- a\n- b\n"), edit({ kind: "remove_line", line: "- b" }))).toEqual({
      reason: "DESTRUCTIVE_OP",
      says: "1 committed entry of memory/p.md would vanish.",
      hint: "Append or merge; to take an entry back, edit the file by hand and commit it yourself.",
    });
    expect(laid(one("- a\n- b\n- b\n"), edit({ kind: "remove_line", line: "- b" }))).toMatchObject({
      says: expect.stringContaining("1 committed entry of"),
    });
    const into = path("memory/q.md");
    const cut = edit({ kind: "cut", digests: [digest], headings: "keep", into });
    const kept = edit({ kind: "append", slug: null, entries: ["b"] }, into);
    const files = { ...one("- a\n- b\n"), [into]: ["- q\n", "- q\n", "- q\n"] as Places };
    expect(laid(files, kept, cut)).toEqual({ [p]: Array(3).fill("- a\n"), [into]: Array(3).fill("- q\n- b\n") });
    expect(laid(files, cut)).toMatchObject({
      says: "1 of the entries cut out of memory/p.md would not stand in memory/q.md.",
    });
    expect(laid(one("- a\n- b\n"), edit({ kind: "correct", digest, markdown: "- B\n  - b" }))).toEqual({
      [p]: Array(3).fill("- a\n- B\n  - b\n"),
    });
    expect(laid(one("- a\n- b\n"), edit({ kind: "rewrite", from: "- a\n- b\n", to: "- a\n" }))).toEqual({
      [p]: Array(3).fill("- a\n"),
    });
    expect(laid(one("- a\n- b\n"), edit({ kind: "revert", from: "- a\n- b\n", to: "- a\n" }))).toEqual({
      [p]: Array(3).fill("- a\n"),
    });
    const index = path("archive/INDEX.md");
    expect(laid({ [index]: ["- a\n", "- a\n", "- a\n"] }, edit({ kind: "remove_line", line: "- a" }, index))).toEqual(
      { [index]: ["", "", ""] },
    );
  });
});

describe("a move", () => {
  const to = path("archive/p.md");
  const move: Change = { kind: "move", from: p, to };

  test("takes each place's own bytes along, and says where they were", () => {
    const writes = layOver(
      [move, { kind: "move", from: to, to: path("memory/r.md") }],
      baseOf(one("- a\n", "- b\n", "- c\n")),
    );
    if (!writes.ok) throw new Error(writes.error.says);
    const [from, gone, there] = ["memory/p.md", "archive/p.md", "memory/r.md"].map((at) =>
      writes.value.writes.find((write) => write.path === at),
    );
    expect([from?.head, from?.index, from?.work]).toEqual([null, null, null]);
    expect(gone).toBeUndefined();
    expect([there?.head, there?.index, there?.work].map((bytes) => read(bytes ?? null))).toEqual([
      "- a\n",
      "- b\n",
      "- c\n",
    ]);
    expect(there?.movedFrom).toBe(p);
    expect(from).not.toHaveProperty("movedFrom");
  });

  test.each<[name: string, target: Places]>([
    ["in HEAD", ["- x\n", null, null]],
    ["staged", [null, "- x\n", null]],
    ["on disk", [null, null, "- x\n"]],
  ])("replaces no file that stands %s", (_name, target) => {
    expect(laid({ ...one("- a\n"), [to]: target }, move)).toEqual({
      reason: "DESTRUCTIVE_OP",
      says: "archive/p.md exists already; a move never replaces a file.",
      hint: "Rename one of the two first, or take it out of the index if it is staged there only.",
    });
  });

  test("needs what is committed", () => {
    expect(laid(one(null, null, "- a\n"), move)).toMatchObject({ reason: "POLICY_VIOLATION" });
  });
});

test("a plan is the writes, the message, the commit that they stand on and the moment", () => {
  expect(planCommit([], "s\n", baseOf({}))).toMatchObject({
    base: "c0",
    writes: [],
    message: "s\n",
    when: groundOf({}).now,
  });
});

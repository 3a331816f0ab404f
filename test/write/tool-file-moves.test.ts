/** Tool file's moves: files that a memory tool puts away or gives another name, and what they are refused for. */
import { describe, expect, test } from "vitest";
import type { PagePath } from "../../src/base/ids.js";
import { itemsOfBody, labelsFrom, sumWith } from "../../src/memory/labels.js";
import type { ToolFile } from "../../src/write/tool-file.js";

import { path } from "../support/places.js";
import { files, run } from "../support/tool-scene.js";

const remove = (...names: readonly string[]): ToolFile => ({ kind: "delete", paths: names.map(path) });
const rename = (...moves: readonly (readonly [string, string])[]): ToolFile => ({
  kind: "rename",
  moves: moves.map(([from, to]) => ({ from: path(from), to: path(to) })),
});

describe("a deletion", () => {
  test("is a move into the archive, with a line for a page and a name of its own", () => {
    expect(run(remove("memory/a.md"))).toMatchObject({
      targets: [{ op: "archive", id: "seats", path: "archive/2026/seats.md" }],
      changes: [
        { kind: "move", from: "memory/a.md", to: "archive/2026/seats.md" },
        {
          kind: "edit",
          path: "archive/INDEX.md",
          edit: { kind: "add_line", line: "- [seats](2026/seats.md) — A · from memory/a.md" },
        },
      ],
      reason: "PRUNE_ARCHIVE",
      subject: "archive: memory/a.md",
    });
    const both = run(remove("memory/sub/b.md", "memory/notes.txt"));
    expect(both).toMatchObject({
      targets: [{ op: "archive", id: "sub-b" }],
      changes: [
        { kind: "move", to: "archive/2026/sub-b.md" },
        { kind: "edit" },
        { kind: "move", to: expect.stringMatching(/^archive\/2026\/notes-[0-9a-f]{8}\.txt$/) },
      ],
      subject: "archive: 2 files",
    });
    const taken = {
      committed: (name: PagePath) =>
        name === "archive/2026/seats.md" ? "- x\n" : (files[name as keyof typeof files] ?? null),
    };
    expect(run(remove("memory/a.md"), { ground: taken })).toMatchObject({
      changes: [{ to: expect.stringMatching(/^archive\/2026\/seats-[0-9a-f]{8}\.md$/) }, {}],
    });
  });

  test("is refused of what no commit has, and of a name that the archive cannot keep", () => {
    expect(run(remove("memory/a.md", "memory/sub/b.md"), { head: { "memory/sub/b.md": null } })).toMatchObject({
      says: expect.stringContaining("memory/sub/b.md is not committed yet"),
    });
    const long = `memory/${"x".repeat(250)}.txt`;
    expect(run(remove(long), { head: { [long]: "x\n" } })).toEqual({
      reason: "POLICY_VIOLATION",
      says: `${long} has a name too long for the archive.`,
      hint: "Rename it to something shorter first.",
    });
  });
});

describe("a new name", () => {
  test("keeps a page the page that it is, and makes a page of what was none", () => {
    expect(run(rename(["memory/a.md", "memory/z.md"]))).toMatchObject({
      targets: [{ op: "rename", id: "seats", path: "memory/z.md" }],
      changes: [{ kind: "move", from: "memory/a.md", to: "memory/z.md" }],
      reason: "FLUSH_MANUAL",
      subject: "rename: memory/a.md to memory/z.md",
    });
    expect(run(rename(["memory/notes.txt", "memory/notes.md"]))).toMatchObject({
      targets: [{ op: "create", id: "notes", path: "memory/notes.md" }],
      changes: [{ edit: { kind: "create", text: "x\n" } }, { path: "memory/notes.txt", edit: { kind: "delete" } }],
    });
    expect(run(rename(["memory/notes.txt", "memory/n.txt"], ["memory/sub/b.md", "memory/c.md"]))).toMatchObject({
      targets: [{ op: "rename", id: "c" }],
      subject: "rename: 2 files",
    });
  });

  test.each<[name: string, file: ToolFile, more: object, reason: string, says: string]>([
    [
      "that makes a page no page",
      rename(["memory/a.md", "memory/a.txt"]),
      {},
      "POLICY_VIOLATION",
      "memory/a.md is a page of the memory, and memory/a.txt would be none.",
    ],
    ["in a hidden folder", rename(["memory/a.md", "memory/.x/a.md"]), {}, "POLICY_VIOLATION", "would be none"],
    [
      "that stands already",
      rename(["memory/a.md", "memory/Sub/B.md"]),
      {},
      "DESTRUCTIVE_OP",
      "memory/sub/b.md exists already",
    ],
    [
      "of what is edited by hand and becomes a page",
      rename(["memory/notes.txt", "memory/notes.md"]),
      { disk: { "memory/notes.txt": "hand\n" } },
      "VERSION_CONFLICT",
      "is not what it was",
    ],
    [
      "of what becomes no valid page",
      rename(["memory/notes.txt", "memory/notes.md"]),
      { head: { "memory/notes.txt": "---\npin: firm\n---\n" } },
      "SCHEMA_INVALID",
      "It would be no valid page: ",
    ],
    [
      "of what no commit has",
      rename(["memory/a.md", "memory/z.md"]),
      { head: { "memory/a.md": null } },
      "POLICY_VIOLATION",
      "is not committed yet",
    ],
  ])("is refused %s", (_name, file, more, reason, says) => {
    expect(run(file, more)).toMatchObject({ reason, says: expect.stringContaining(says) });
  });

  test("does not bring words of strangers into every prompt", () => {
    const item = itemsOfBody(files["memory/sub/b.md"])[0]?.item;
    const labels = labelsFrom(sumWith(null, [`s\n\nPagefile-Label: web b ${item}\n`]));
    expect(run(rename(["memory/sub/b.md", "memory/policies/b.md"]), { ground: { labels } })).toEqual({
      reason: "ORIGIN_DENIED",
      says: "memory/sub/b.md holds 1 text from outside that nobody approved; as memory/policies/b.md they would stand in every prompt.",
      hint: "Choose another folder, or let a person look: pagefile approve memory/sub/b.md",
    });
    expect(run(rename(["memory/sub/b.md", "memory/c.md"]), { ground: { labels } })).toMatchObject({
      reason: "FLUSH_MANUAL",
    });
  });
});

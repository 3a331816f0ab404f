/** Move's tests: pages put into the archive and brought back, with their lines in its index. */
import { describe, expect, test } from "vitest";
import type { MovePatch } from "../../../src/write/patch.js";
import { validate } from "../../../src/write/validate.js";

import { envelopeOf, groundOf } from "../../support/ground.js";

const files = {
  "memory/seats.md":
    "---\nid: seats\ntitle: Seats · all\nupdated: 2026-02-03T00:00:00Z\ntags: [human, a]\n---\n- a\n",
  "memory/plain.md": "- a\n",
  "MEMORY.md": "# M\n\n## One\n\n- x\n",
  "AGENTS.md": "- x\n",
  "archive/2025/cold.md": "---\nid: cold\n---\n- a\n",
  "archive/2025/lost.md": "---\nid: lost\ntype: plan\n---\n- a\n",
  "archive/INDEX.md":
    "# Archive index\n\n- [colder](2025/colder.md) — Colder · from memory/colder.md\r\n- [cold](2025/cold.md) — Cold · from memory/was/cold.md · 2025-01-01\r\n",
};

const run = (patch: MovePatch, more: Readonly<Record<string, string>> = {}, ground = {}) => {
  const done = validate(patch, groundOf({ ...files, ...more }, ground));
  return done.ok ? done.value : done.error;
};

describe("a move", () => {
  const move = (op: "archive" | "restore", page: string): MovePatch => ({ op, page, ...envelopeOf() });

  test("puts a page into the archive of the year, with its line", () => {
    const to = "archive/2026/seats.md";
    expect(run(move("archive", "seats"))).toEqual({
      targets: [{ op: "archive", id: "seats", path: to }],
      envelope: move("archive", "seats"),
      changes: [
        { kind: "move", from: "memory/seats.md", to },
        {
          kind: "edit",
          path: "archive/INDEX.md",
          edit: {
            kind: "add_line",
            header: "# Archive index\n\nOne line a cold page: id, title, where it came from, tags.\n\n",
            line: "- [seats](2026/seats.md) — Seats   all · from memory/seats.md · 2026-02-03 · #human · #a",
          },
        },
      ],
      reason: "PRUNE_ARCHIVE",
      subject: "archive: Seats · all (seats)",
    });
    expect(run(move("archive", "plain"))).toMatchObject({
      changes: [{}, { edit: { line: "- [plain](2026/plain.md) — plain.md · from memory/plain.md" } }],
    });
  });

  test("keeps a page private that only its place said was, and leaves what says so itself where it went before", () => {
    const talk = {
      "memory/conversations/talk.md": "- a\n",
      "memory/own.md": "---\nid: own\naudience: private\n---\n- a\n",
    };
    expect(run(move("archive", "conversations-talk"), talk)).toMatchObject({
      changes: [
        { kind: "move", to: "archive/2026/private/conversations-talk.md" },
        {
          edit: {
            line: expect.stringMatching(/^- \[conversations-talk\]\(2026\/private\/conversations-talk\.md\) — /),
          },
        },
      ],
    });
    const cold = { "archive/2026/private/talk.md": "- a\n", "archive/2026/2026-11-20.md": "- a\n" };
    const { table } = groundOf({ ...files, ...cold });
    expect(Object.keys(cold).map((path) => table.byPath.get(path)?.id)).toEqual(["talk", "2026-11-20"]);
    expect(Object.keys(cold).map((path) => table.byPath.get(path)?.audience)).toEqual(["private", "private"]);
  });

  test("brings it back to where its line says it was, or to its type's folder", () => {
    expect(run(move("restore", "cold"))).toEqual({
      targets: [{ op: "restore", id: "cold", path: "memory/was/cold.md" }],
      envelope: move("restore", "cold"),
      changes: [
        { kind: "move", from: "archive/2025/cold.md", to: "memory/was/cold.md" },
        {
          kind: "edit",
          path: "archive/INDEX.md",
          edit: { kind: "remove_line", line: "- [cold](2025/cold.md) — Cold · from memory/was/cold.md · 2025-01-01" },
        },
      ],
      reason: "RESTORE",
      subject: expect.stringMatching(/^restore: .* \(cold\)$/),
    });
    expect(run(move("restore", "lost"))).toMatchObject({
      changes: [{ kind: "move", from: "archive/2025/lost.md", to: "memory/plans/lost.md" }],
    });
    expect(
      run(move("restore", "cold"), { "archive/INDEX.md": "- [cold](2025/cold.md) — Cold · from ../out.md\n" }),
    ).toMatchObject({
      targets: [{ path: "memory/preferences/cold.md" }],
      changes: [{}, { edit: { kind: "remove_line" } }],
    });
  });

  const taken = (path: string) => ({
    reason: "DESTRUCTIVE_OP",
    says: `${path} exists already; a move never replaces a file.`,
    hint: "Rename one of the two first.",
  });

  test("is refused where a file stands already, on disk or in HEAD", () => {
    expect(run(move("archive", "seats"), { "archive/2026/seats.md": "---\nid: x\n---\n" })).toEqual(
      taken("archive/2026/seats.md"),
    );
    expect(run(move("restore", "cold"), { "memory/was/cold.md": "---\nid: x\n---\n" })).toEqual(
      taken("memory/was/cold.md"),
    );
    const committed = (name: string) => (name === "archive/2026/seats.md" ? "- a\n" : null);
    expect(run(move("archive", "seats"), {}, { committed })).toEqual(taken("archive/2026/seats.md"));
    expect(
      run(
        move("restore", "lost"),
        {},
        { committed: (name: string) => (name === "memory/plans/lost.md" ? "- a\n" : null) },
      ),
    ).toEqual(taken("memory/plans/lost.md"));
  });

  test("of a section names its file as a shell reads it", () => {
    const spaced = { "my notes.md": "---\nid: mine\n---\n## One\n\n- x\n" };
    expect(run(move("archive", "mine#one"), spaced)).toMatchObject({
      hint: "Name the file: pagefile archive 'my notes.md'",
    });
  });

  test.each<[op: "archive" | "restore", page: string, reason: string, says: string]>([
    [
      "archive",
      "memory#one",
      "POLICY_VIOLATION",
      "“memory#one” is a section of MEMORY.md; files are archived and restored whole.",
    ],
    ["archive", "gone", "SCHEMA_INVALID", "There is no page “gone”."],
    [
      "archive",
      "AGENTS.md",
      "POLICY_VIOLATION",
      "AGENTS.md is an instruction file that you wrote; Pagefile reads and measures it and never writes it.",
    ],
    ["archive", "cold", "POLICY_VIOLATION", "“cold” is archived (archive/2025/cold.md)."],
    ["restore", "seats", "SCHEMA_INVALID", "“seats” is not archived."],
  ])("is refused: %s of %s", (op, page, reason, says) => {
    expect(run(move(op, page))).toMatchObject({ reason, says });
  });
});

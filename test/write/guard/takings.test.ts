/** Takings: files begun, adopted or taken in, as patches with their targets, changes and subjects. */
import { describe, expect, test } from "vitest";
import type { Oid, PageId, PagePath } from "../../../src/base/ids.js";
import type { FileState } from "../../../src/git/history.js";
import {
  type HandEdit,
  takenWrite,
  validateAdoption,
  validateBegin,
  validateHandEdits,
  validateTakeIn,
} from "../../../src/write/guard/hand.js";
import { blobOf, envelopeOf, groundOf } from "../../support/ground.js";

const path = (name: string): PagePath => name as PagePath;
const envelope = envelopeOf();
const files = {
  "memory/a.md": "---\nid: a\n---\n- a\n",
  "memory/b.md": "- b\n",
  "MEMORY.md": "# M\n\n## One\n\n- x\n",
  "AGENTS.md": "- Mine.\n",
};
const outcome = <T>(of: { ok: true; value: T } | { ok: false; error: unknown }): unknown =>
  of.ok ? of.value : of.error;

describe("a begin", () => {
  test("creates what HEAD has not, and names one file or how many", () => {
    const begin = (...asked: readonly string[]) =>
      outcome(
        validateBegin(
          asked.map((name) => ({ path: path(name), text: `# ${name}\n` })),
          envelope,
          groundOf(files),
        ),
      );
    expect(begin("memory/2026-11-21.md", "memory/a.md")).toEqual({
      targets: [{ op: "create", id: "2026-11-21", path: "memory/2026-11-21.md" }],
      changes: [
        { kind: "edit", path: "memory/2026-11-21.md", edit: { kind: "create", text: "# memory/2026-11-21.md\n" } },
      ],
      reason: "CAPTURE",
      subject: "begin: memory/2026-11-21.md",
      envelope,
    });
    expect(begin("memory/x.md", "memory/y.md")).toMatchObject({ subject: "begin: 2 files" });
    expect(begin("memory/a.md")).toMatchObject({ targets: [], changes: [], subject: "begin: 0 files" });
  });
});

describe("an adoption", () => {
  const adopt = (
    pages: readonly (readonly [string, "frontmatter" | "as_is"])[],
    others: readonly string[] = [],
    op: "adopt" | "start" = "adopt",
  ) =>
    outcome(
      validateAdoption(
        { files: pages.map(([name, how]) => ({ path: path(name), how })), others: others.map(path), op },
        envelope,
        groundOf(files),
      ),
    );

  test("tracks pages with what their path implied, or as they are", () => {
    expect(
      adopt(
        [
          ["memory/b.md", "frontmatter"],
          ["memory/a.md", "as_is"],
        ],
        ["notes.txt"],
      ),
    ).toEqual({
      targets: [
        { op: "adopt", id: "b", path: "memory/b.md" },
        { op: "adopt", id: "a", path: "memory/a.md" },
      ],
      changes: [
        { kind: "track", path: "notes.txt", edit: null },
        {
          kind: "track",
          path: "memory/b.md",
          edit: {
            kind: "adopt",
            pairs: [
              ["id", "b"],
              ["type", "preference"],
              ["title", "b.md"],
            ],
          },
        },
        { kind: "track", path: "memory/a.md", edit: null },
      ],
      reason: "ADOPT",
      subject: "adopt: 2 pages",
      envelope,
    });
  });

  test("says of a pinned or gathering file that it is", () => {
    expect(adopt([["MEMORY.md", "frontmatter"]])).toMatchObject({
      changes: [
        {
          edit: {
            pairs: [
              ["id", "memory"],
              ["type", "preference"],
              ["title", "M"],
              ["pin", "soft"],
              ["sections", {}],
            ],
          },
        },
      ],
    });
  });

  test.each<[want: string, pages: readonly string[], others: readonly string[], op: "adopt" | "start"]>([
    ["adopt: memory/a.md", ["memory/a.md"], ["notes.txt"], "adopt"],
    ["adopt: notes.txt", [], ["notes.txt", "more.txt"], "adopt"],
    ["adopt: 0 pages", [], [], "adopt"],
    ["start: a memory", [], ["notes.txt"], "start"],
    ["start: a memory of 1 page", ["memory/a.md"], [], "start"],
    ["start: a memory of 2 pages", ["memory/a.md", "memory/b.md"], [], "start"],
  ])("is told as “%s”", (subject, pages, others, op) => {
    expect(
      adopt(
        pages.map((each) => [each, "as_is"]),
        others,
        op,
      ),
    ).toMatchObject({ subject });
  });

  test("is refused where a file is a page no longer", () => {
    expect(adopt([["memory/gone.md", "as_is"]])).toEqual({
      reason: "SCHEMA_INVALID",
      says: "memory/gone.md is no longer a page.",
      hint: "Look at: pagefile status",
    });
  });
});

const state = (head: string | null, index: string | null, work: string | null): FileState => ({
  path: path("memory/a.md"),
  head: head === null ? null : blobOf(head),
  index: index === null ? null : blobOf(index),
  work: work === null ? null : blobOf(work),
});
const movedOn = {
  reason: "VERSION_CONFLICT",
  says: "memory/a.md is not what it was when its words were looked at.",
  hint: "Somebody is writing or staging it; try again.",
};

describe("words taken in", () => {
  test("are the person's own edit of pages that are ours to write", () => {
    const take = (names: readonly string[], uncommitted: readonly string[] = []) =>
      outcome(
        validateTakeIn(
          names.map((name) => ({ path: path(name), work: "f" as Oid })),
          envelope,
          groundOf(files, { uncommitted }),
        ),
      );
    expect(take(["memory/a.md"])).toEqual({
      targets: [{ op: "edit", id: "a", path: "memory/a.md" }],
      changes: [{ kind: "take", path: "memory/a.md", work: "f" }],
      reason: "MANUAL_EDIT",
      subject: "take in: memory/a.md as on disk",
      envelope,
    });
    expect(take(["memory/a.md", "memory/b.md"], ["memory/b.md"])).toMatchObject({
      targets: [{ op: "edit" }, { op: "create", id: "b" }],
      subject: "take in: 2 files as on disk",
    });
    expect(take(["AGENTS.md"])).toMatchObject({
      reason: "VERSION_CONFLICT",
      says: expect.stringContaining("AGENTS.md"),
    });
    expect(take(["memory/gone.md"])).toMatchObject({ reason: "VERSION_CONFLICT" });
  });

  test("are written to all three places only as they were looked at", () => {
    const write = (of: FileState, work = blobOf("new\n").oid, broken: () => null | typeof movedOn = () => null) =>
      outcome(takenWrite({ path: path("memory/a.md"), work }, of, broken as () => null));
    const bytes = blobOf("new\n").bytes;
    expect(write(state("old\n", "old\n", "new\n"))).toEqual({
      path: "memory/a.md",
      before: { head: blobOf("old\n").oid, index: blobOf("old\n").oid, work: blobOf("new\n").oid },
      head: bytes,
      index: bytes,
      work: bytes,
    });
    expect(write(state(null, null, "new\n"))).toMatchObject({ before: { head: null, index: null }, head: bytes });
    expect(write(state("old\n", "new\n", "new\n"))).toEqual(movedOn);
    expect(write(state("old\n", null, "new\n"))).toEqual(movedOn);
    expect(write(state("old\n", "old\n", "newer\n"))).toEqual(movedOn);
    expect(write(state("old\n", "old\n", null))).toEqual(movedOn);
    // A checkout may give the lines other ends than the commit has.
    const crlf = blobOf("new\r\nmore\r\n");
    const lf = Buffer.from("new\nmore\n");
    const took = (head: string | null) => write(state(head, head, "new\r\nmore\r\n"), crlf.oid);
    expect(took("old\n")).toMatchObject({ head: lf, index: lf, work: crlf.bytes });
    expect(took("old\r\n")).toMatchObject({ head: crlf.bytes, index: crlf.bytes, work: crlf.bytes });
    expect(took(null)).toMatchObject({ head: crlf.bytes, index: crlf.bytes, work: crlf.bytes });
    const broken = { ...movedOn, says: "broken" };
    expect(write(state("old\n", "old\n", "new\n"), blobOf("new\n").oid, () => broken)).toEqual(broken);
  });
});

describe("edits by hand", () => {
  const edit = (name: string, head: string | null, work: string | null): HandEdit => ({
    path: path(`memory/${name}.md`),
    id: name as PageId,
    head: head === null ? null : blobOf(head).oid,
    work: work === null ? null : blobOf(work).oid,
  });
  const judged = (edits: readonly HandEdit[], states: readonly (readonly [string, FileState])[]) =>
    outcome(
      validateHandEdits(edits, envelope, new Map(states.map(([name, each]) => [path(`memory/${name}.md`), each]))),
    );

  test("are committed as they stand where they are what was judged", () => {
    const edits = ["a", "b", "c", "d", "e", "f"].map((name) =>
      edit(name, name === "b" ? null : "1", name === "c" ? null : "2"),
    );
    const states = [
      ["a", state("1", "1", "2")],
      ["b", state(null, null, "2")],
      ["c", state("1", "1", null)],
      ["d", state("9", "1", "2")],
      ["e", state("1", "1", "9")],
    ] as const;
    expect(judged(edits, states)).toEqual({
      targets: [
        { op: "edit", id: "a", path: "memory/a.md" },
        { op: "create", id: "b", path: "memory/b.md" },
        { op: "delete", id: "c", path: "memory/c.md" },
      ],
      changes: [
        { kind: "take", path: "memory/a.md", work: blobOf("2").oid },
        { kind: "take", path: "memory/b.md", work: blobOf("2").oid },
        { kind: "edit", path: "memory/c.md", edit: { kind: "delete" } },
      ],
      reason: "MANUAL_EDIT",
      subject: "edit by hand: 3 pages",
      envelope,
    });
    expect(judged([edit("a", "1", "2")], states)).toMatchObject({ subject: "edit by hand: a" });
    expect(judged([edit("f", "1", "2")], states)).toMatchObject({ targets: [], subject: "edit by hand: 0 pages" });
  });
});

/** Patch flow: what a patch does to HEAD, the index and the disk, through both engines, with git as the oracle. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { patch } from "../../src/session/patch.js";
import { makeRepo, type TestRepo } from "../support/git-repo.js";
import { openTestWorkspace, type TestWorkspace } from "../support/open-memory.js";

const seats =
  "---\nid: seats\ntype: preference\ntitle: Seats\nversion: 1\nfields: { subject: seats, prefers: aisle }\n---\n- Aisle. [human]\n";
const allow = { detached: "refuse" } as const;

describe.each(["native", "embedded"] as const)("a patch through the %s engine", (engine) => {
  let repo: TestRepo;
  let workspace: TestWorkspace;

  beforeEach(async () => {
    repo = makeRepo({ config: { "user.name": "Ada Example", "user.email": "ada@example.org" } });
    repo.write("memory/seats.md", seats);
    repo.write("notes.txt", "unrelated\n");
    repo.git("add", "-A");
    repo.git("commit", "-qm", "Seats");
    workspace = await openTestWorkspace(repo, { engine });
    repo.git("add", "pagefile.yaml");
    repo.git("commit", "-qm", "Mark");
  });
  afterEach(async () => {
    await workspace.close();
    expect(repo.tryGit(["fsck", "--strict"]).status).toBe(0);
    repo.remove();
  });

  const onDisk = (path: string): string => readFileSync(join(repo.dir, path), "utf8");
  const run = (draft: object) => patch(workspace, draft, allow);

  test("an append is a commit with its reason, and the work tree is clean", async () => {
    const done = await run({
      op: "append",
      page: "seats",
      value: "Exit row.",
      session: "7f3a",
      evidence: ["session:7f3a#L1"],
    });
    expect(done).toMatchObject({
      ok: true,
      value: { reason: "FLUSH_MANUAL", pages: [{ id: "seats", from: "1", to: "2" }], unchanged: false },
    });
    expect(repo.git("status", "--porcelain=v2")).toBe("");
    expect(repo.git("show", "HEAD:memory/seats.md")).toBe(onDisk("memory/seats.md").trimEnd());
    expect(onDisk("memory/seats.md")).toBe(seats.replace("version: 1", "version: 2").concat("- Exit row.\n"));
    const trailers = repo.git("log", "-1", "--format=%(trailers:only,unfold)");
    expect(trailers.replace(/sha256:[0-9a-f]{64}/, "sha256:…")).toMatchInlineSnapshot(`
      "Pagefile-Reason: FLUSH_MANUAL
      Pagefile-Op: append seats memory/seats.md
      Pagefile-Page: seats@1..2
      Pagefile-Boundary: manual
      Pagefile-Session: 7f3a
      Pagefile-Actor: human
      Pagefile-Origin: user
      Pagefile-Evidence: session:7f3a#L1
      Pagefile-Patch: sha256:…
      "
    `);
  });

  test("restores the page that its archive's index calls by an id, also where another file goes by it now", async () => {
    repo.write("Z/Note.md", "- One.\n");
    repo.write("Z/note.md", "- Two.\n");
    repo.git("add", "-A");
    repo.git("commit", "-qm", "Notes");
    expect(await run({ op: "archive", page: "z-note" })).toMatchObject({ ok: true });
    expect(onDisk("archive/INDEX.md")).toContain("- [z-note](2026/z-note.md)");
    expect(await run({ op: "restore", page: "z-note" })).toMatchObject({ ok: true, value: { reason: "RESTORE" } });
    expect(onDisk("Z/Note.md")).toBe("- One.\n");
    expect(repo.git("status", "--porcelain=v2")).toBe("");
    expect(await run({ op: "restore", page: "z-note" })).toMatchObject({
      ok: false,
      error: { says: "“z-note” is not archived." },
    });
  });

  test("a hand edit in the same page stays uncommitted, and both texts are in the file", async () => {
    repo.write("memory/seats.md", seats.replace("- Aisle.", "- By hand.\n- Aisle."));
    const done = await run({ op: "append", page: "seats", value: "By patch." });
    expect(done.ok).toBe(true);
    expect(repo.git("show", "HEAD:memory/seats.md")).not.toContain("By hand");
    expect(repo.git("show", "HEAD:memory/seats.md")).toContain("- By patch.");
    expect(onDisk("memory/seats.md")).toContain("- By hand.\n- Aisle. [human]\n- By patch.\n");
    expect(repo.git("status", "--porcelain")).toBe(" M memory/seats.md");
    expect(repo.git("diff", "--numstat")).toBe("1\t0\tmemory/seats.md");
  });

  test("what HEAD has and a hand edit took away is on disk again, and nothing is committed", async () => {
    await run({ op: "append", page: "seats", value: "Exit row." });
    const before = repo.git("rev-parse", "HEAD");
    repo.write("memory/seats.md", seats.replace("- Aisle.", "- By hand.\n- Aisle."));
    const again = { op: "append", page: "seats", value: "Exit row." };
    expect(await run(again)).toMatchObject({ value: { unchanged: true, restored: ["memory/seats.md"] } });
    expect(onDisk("memory/seats.md")).toContain("- By hand.\n- Aisle. [human]\n- Exit row.\n");
    expect(repo.git("rev-parse", "HEAD")).toBe(before);
    expect(await run(again)).toEqual({
      ok: true,
      value: expect.not.objectContaining({ restored: expect.anything() }),
    });
    repo.write("memory/seats.md", seats);
    const both = { op: "append", page: "seats", value: "- Exit row.\n- Window." };
    expect(await run(both)).toMatchObject({ value: { unchanged: false, restored: ["memory/seats.md"] } });
    expect(onDisk("memory/seats.md")).toContain("- Exit row.\n- Window.\n");
  });

  test("what was staged in the same page stays staged, and what was staged elsewhere is not committed", async () => {
    repo.write("memory/seats.md", seats.replace("- Aisle.", "- Staged.\n- Aisle."));
    repo.write("notes.txt", "changed\n");
    repo.git("add", "-A");
    const done = await run({ op: "append", page: "seats", value: "By patch." });
    expect(done.ok).toBe(true);
    expect(repo.git("show", "--name-only", "--format=", "HEAD")).toBe("memory/seats.md");
    expect(repo.git("status", "--porcelain")).toBe("M  memory/seats.md\nM  notes.txt");
    expect(repo.git("diff", "--cached", "--numstat", "--", "memory")).toBe("1\t0\tmemory/seats.md");
  });

  test("set changes the key on the version that was seen, and is refused on another", async () => {
    const before = repo.git("status", "--porcelain=v2", "--branch");
    const stale = await run({
      op: "set_with_version",
      page: "seats",
      key: "fields.prefers",
      value: "window",
      base: "9",
    });
    expect(stale).toMatchObject({ ok: false, error: { code: "version_conflict", reason: "VERSION_CONFLICT" } });
    expect(repo.git("status", "--porcelain=v2", "--branch")).toBe(before);
    expect(workspace.faults).toMatchObject([{ kind: "writeback_rejected", page: "seats" }]);
    const done = await run({
      op: "set_with_version",
      page: "seats",
      key: "fields.prefers",
      value: "window",
      base: "1",
    });
    expect(done.ok).toBe(true);
    expect(onDisk("memory/seats.md")).toContain("fields: { subject: seats, prefers: window }");
  });

  test("a page is created with its frontmatter, archived byte for byte, and restored to where it was", async () => {
    const made = await run({
      op: "create",
      type: "decision",
      title: "Use trains",
      fields: { decision: "trains", because: "calm" },
      value: "Under 4 h.",
    });
    expect(made).toMatchObject({
      ok: true,
      value: { reason: "CAPTURE", pages: [{ id: "use-trains", from: "0", to: "1" }] },
    });
    const path = "memory/decisions/use-trains.md";
    const text = onDisk(path);
    expect(text).toMatchInlineSnapshot(`
      "---
      id: use-trains
      type: decision
      title: Use trains
      scope: project
      version: 1
      created: 2026-11-21T08:00:01Z
      updated: 2026-11-21T08:00:01Z
      origin: user
      fields: { decision: trains, because: calm }
      ---
      - Under 4 h.
      "
    `);
    const archived = await run({ op: "archive", page: "use-trains" });
    expect(archived).toMatchObject({ ok: true, value: { reason: "PRUNE_ARCHIVE" } });
    expect(onDisk("archive/2026/use-trains.md")).toBe(text);
    expect(onDisk("archive/INDEX.md")).toContain(
      "- [use-trains](2026/use-trains.md) — Use trains · from memory/decisions/use-trains.md",
    );
    expect(repo.git("status", "--porcelain")).toBe("");
    expect(workspace.primary.table.byId.get("use-trains")?.tier).toBe("cold");
    const restored = await run({ op: "restore", page: "use-trains" });
    expect(restored).toMatchObject({ ok: true, value: { reason: "RESTORE" } });
    expect(onDisk(path)).toBe(text);
    expect(onDisk("archive/INDEX.md")).not.toContain("use-trains");
    expect(repo.git("status", "--porcelain")).toBe("");
  });

  test("the same append twice is one commit", async () => {
    await run({ op: "append", page: "seats", value: "Exit row." });
    const head = repo.git("rev-parse", "HEAD");
    expect(await run({ op: "append", page: "seats", value: "- Exit row." })).toMatchObject({
      ok: true,
      value: { unchanged: true, commit: head },
    });
    expect(repo.git("rev-parse", "HEAD")).toBe(head);
  });

  test.each([
    ["an unknown page", { op: "append", page: "nobody", value: "x" }, "page_missing"],
    ["an empty text", { op: "append", page: "seats", value: "  " }, "refused"],
    ["a missing required field", { op: "create", type: "constraint", title: "No" }, "refused"],
    [
      "a taken id",
      { op: "create", type: "preference", title: "Seats", fields: { subject: "a", prefers: "b" } },
      "refused",
    ],
    [
      "a session page",
      { op: "create", type: "plan", title: "P", scope: "session", fields: { goal: 1, step: 1, open: 1 } },
      "denied",
    ],
    ["evidence that is nowhere", { op: "append", page: "seats", value: "x", evidence: ["page:gone"] }, "refused"],
    [
      "a key of the tool's own",
      { op: "set_with_version", page: "seats", key: "origin", value: "user", base: "1" },
      "refused",
    ],
    [
      "a value that is none",
      { op: "set_with_version", page: "seats", key: "type", value: "sonnet", base: "1" },
      "refused",
    ],
    ["an overwrite by merge", { op: "merge", page: "seats", fields: { prefers: "window" } }, "refused"],
    ["an unknown op", { op: "overwrite", page: "seats", value: "x" }, "refused"],
  ])("%s is refused, and nothing changes", async (_, draft, code) => {
    const before = [
      repo.git("status", "--porcelain=v2", "--branch"),
      onDisk("memory/seats.md"),
      repo.git("count-objects"),
    ];
    const done = await run(draft);
    expect(done).toMatchObject({ ok: false, error: { code } });
    expect([
      repo.git("status", "--porcelain=v2", "--branch"),
      onDisk("memory/seats.md"),
      repo.git("count-objects"),
    ]).toEqual(before);
  });

  test("an untracked page is refused with the way to take it in", async () => {
    repo.write("memory/new.md", "- Mine.\n");
    const done = await run({ op: "append", page: "memory/new.md", value: "x" });
    expect(done).toMatchObject({ ok: false, error: { code: "refused" } });
    expect(!done.ok && done.error.hint).toContain("pagefile adopt memory/new.md");
    expect(repo.git("status", "--porcelain")).toBe("?? memory/new.md");
  });

  test("detached HEAD is refused unless it is allowed", async () => {
    repo.git("checkout", "-q", "--detach");
    expect(await run({ op: "append", page: "seats", value: "x" })).toMatchObject({
      ok: false,
      error: { code: "git_failed" },
    });
    expect(repo.git("status", "--porcelain")).toBe("");
    expect((await patch(workspace, { op: "append", page: "seats", value: "x" }, { detached: "allow" })).ok).toBe(
      true,
    );
  });
});

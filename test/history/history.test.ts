/** History flows: adopt, status, blame, log, diff, revert and verify on real git, through both engines. */

import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { blame } from "../../src/history/blame.js";
import { log } from "../../src/history/log.js";
import { diff, revert } from "../../src/history/revert.js";
import { verify } from "../../src/history/verify/views.js";
import { adopt } from "../../src/init/init.js";
import { refresh } from "../../src/memory/memory.js";
import { status } from "../../src/night/status.js";
import { patch } from "../../src/session/patch.js";
import { ownEnvelope } from "../../src/write/patch.js";

import { makeRepo, type TestRepo } from "../support/git-repo.js";
import { openTestWorkspace, type TestWorkspace } from "../support/open-memory.js";

const refuse = { detached: "refuse" } as const;
const seats = "---\nid: seats\ntype: preference\ntitle: Seats\nversion: 1\n---\n- Aisle.\n";

describe.each(["native", "embedded"] as const)("history through the %s engine", (engine) => {
  let repo: TestRepo;
  let workspace: TestWorkspace;

  beforeEach(async () => {
    repo = makeRepo({ config: { "user.name": "Ada Example", "user.email": "ada@example.org" } });
    repo.write("memory/seats.md", seats);
    repo.write("MEMORY.md", "# Memory\n\n## Trips\n\n- Oslo.\n\n## People\n\n- Kim.\n");
    workspace = await openTestWorkspace(repo, { engine });
  });
  afterEach(async () => {
    await workspace.close();
    expect(repo.tryGit(["fsck", "--strict"]).status).toBe(0);
    repo.remove();
  });

  const value = <T>(outcome: { ok: true; value: T } | { ok: false; error: { says: string } }): T => {
    if (!outcome.ok) throw new Error(outcome.error.says);
    return outcome.value;
  };
  const append = async (page: string, text: string) =>
    value(await patch(workspace, { op: "append", page, value: text }, refuse));
  const adoptAll = async () => value(await adopt(workspace, { paths: [], dryRun: "commit" }, refuse));

  test("adopt takes in what git does not know, byte for byte, as one commit with a reason", async () => {
    const plan = value(await adopt(workspace, { paths: [], dryRun: "dry-run" }, refuse));
    expect(plan).toMatchObject({
      commit: null,
      adopted: [{ path: "MEMORY.md" }, { path: "README.md" }, { path: "memory/seats.md" }].filter(
        ({ path }) => path !== "README.md",
      ),
    });
    const done = await adoptAll();
    expect(done.commit).toBe(repo.git("rev-parse", "HEAD"));
    expect(repo.git("status", "--porcelain")).toBe("");
    expect(repo.git("log", "-1", "--format=%(trailers:key=Pagefile-Reason,valueonly)").trim()).toBe("ADOPT");
    expect(repo.git("show", "HEAD:memory/seats.md")).toBe(seats.trimEnd());
    expect((await adoptAll()).adopted).toEqual([]);
  });

  test("adopt PATH writes frontmatter in front of untouched bytes, and section ids live on", async () => {
    await adoptAll();
    const before = readFileSync(join(repo.dir, "MEMORY.md"), "utf8");
    const ids = [...workspace.primary.table.byId.keys()].sort();
    value(await adopt(workspace, { paths: ["MEMORY.md"], dryRun: "commit" }, refuse));
    const after = readFileSync(join(repo.dir, "MEMORY.md"), "utf8");
    expect(after.endsWith(before)).toBe(true);
    expect(after.startsWith("---\nid: memory\ntype: preference\ntitle: Memory\n")).toBe(true);
    expect([...workspace.primary.table.byId.keys()].sort()).toEqual(ids);
    expect(repo.git("status", "--porcelain")).toBe("");
  });

  test("status tells edited, untracked and missing files apart", async () => {
    await adoptAll();
    repo.write("memory/seats.md", `${seats}- More.\n`);
    repo.write("memory/new.md", "- New.\n");
    rmSync(join(repo.dir, "MEMORY.md"));
    refresh(workspace.primary);
    expect(value(await status(workspace))).toMatchObject({
      engine,
      branch: "main",
      dirty: ["memory/seats.md"],
      untracked: ["memory/new.md"],
      missing: ["MEMORY.md"],
      lastCommit: { reason: "ADOPT" },
      pages: { cold: 0, excluded: 0 },
    });
  });

  test("blame names the commit of each entry, also of a section, and none for what is not committed", async () => {
    await adoptAll();
    await append("seats", "Exit row.");
    await append("memory#trips", "Rome.");
    repo.write(
      "memory/seats.md",
      readFileSync(join(repo.dir, "memory/seats.md"), "utf8").replace("- Aisle.\n", "- By hand.\n- Aisle.\n"),
    );
    const blamed = value(await blame(workspace, { page: "seats" }));
    expect(blamed.entries.map((entry) => [entry.text, entry.commit?.reason ?? null])).toEqual([
      ["- By hand.", null],
      ["- Aisle.", "ADOPT"],
      ["- Exit row.", "FLUSH_MANUAL"],
    ]);
    const section = value(await blame(workspace, { page: "memory#trips" }));
    expect(section.entries.map((entry) => [entry.line, entry.text])).toEqual([
      [5, "- Oslo."],
      [6, "- Rome."],
    ]);
  });

  test("blame follows a page into the archive", async () => {
    await adoptAll();
    await append("seats", "Exit row.");
    value(await patch(workspace, { op: "archive", page: "seats" }, refuse));
    const blamed = value(await blame(workspace, { page: "seats" }));
    expect(blamed.path).toBe("archive/2026/seats.md");
    expect(blamed.entries.map((entry) => entry.commit?.reason)).toEqual(["ADOPT", "FLUSH_MANUAL"]);
  });

  test("log of a page has its commits only, newest first, with reasons", async () => {
    await adoptAll();
    await append("seats", "One.");
    await append("memory#trips", "Rome.");
    await append("seats", "Two.");
    const rows = value(await log(workspace, { page: "seats", limit: 10 })).entries;
    expect(rows.map((row) => [row.subject, row.reason])).toEqual(
      [
        ["append: Two. (seats)", "FLUSH_MANUAL"],
        ["append: One. (seats)", "FLUSH_MANUAL"],
        ["adopt: 2 pages", "ADOPT"],
      ].map((row, at) => (at === 2 ? [rows[2]?.subject, "ADOPT"] : row)),
    );
    expect(rows.map((row) => row.commit)).toEqual(
      repo.git("log", "--format=%H", "--", "memory/seats.md").split("\n"),
    );
  });

  test("diff shows hand edits as git does, a byte order mark too", async () => {
    await adoptAll();
    repo.write("memory/seats.md", seats.replace("Aisle", "Window"));
    refresh(workspace.primary);
    const shown = value(await diff(workspace, { page: null, from: null, to: null }));
    expect(shown.files.map(({ path, added, removed }) => ({ path, added, removed }))).toEqual([
      { path: "memory/seats.md", added: 1, removed: 1 },
    ]);
    expect(repo.tryGit(["apply", "--check", "-R", "-"], shown.files[0]?.patch).status).toBe(0);
    repo.write("memory/seats.md", `\ufeff${seats}`);
    refresh(workspace.primary);
    const marked = value(await diff(workspace, { page: null, from: null, to: null }));
    expect(marked.files.map(({ added, removed }) => ({ added, removed }))).toEqual([{ added: 1, removed: 1 }]);
    expect(repo.tryGit(["apply", "--check", "-R", "-"], marked.files[0]?.patch).status).toBe(0);
    expect(await diff(workspace, { page: null, from: "nonsense", to: null })).toMatchObject({
      ok: false,
      error: { code: "usage" },
    });
  });

  test("revert takes one commit back and keeps what came after", async () => {
    await adoptAll();
    const first = await append("seats", "Wrong.");
    await append("memory#people", "Lee.");
    const undone = await revert(workspace, { revision: first.commit ?? "", envelope: ownEnvelope }, refuse);
    expect(undone).toMatchObject({ ok: true, value: { reason: "REVERT", unchanged: false } });
    expect(readFileSync(join(repo.dir, "memory/seats.md"), "utf8")).toBe(seats.replace("version: 1", "version: 3"));
    expect(readFileSync(join(repo.dir, "MEMORY.md"), "utf8")).toContain("- Lee.");
    expect(repo.git("status", "--porcelain")).toBe("");
    const clash = await revert(workspace, { revision: first.commit ?? "", envelope: ownEnvelope }, refuse);
    expect(clash.ok && !clash.value.unchanged).toBe(false);
  });

  test("verify proves the index, and finds one that lies", async () => {
    await adoptAll();
    expect(value(await verify(workspace))).toMatchObject({ index: "equal", differences: [] });
    const file = workspace.primary.files.get("memory/seats.md" as never)!;
    workspace.primary.files.set("memory/seats.md" as never, { ...file, data: { ...file.data, heading: "forged" } });
    expect(value(await verify(workspace))).toMatchObject({ index: "rebuilt", differences: ["memory/seats.md"] });
    expect(value(await verify(workspace))).toMatchObject({ index: "equal", differences: [] });
  });
});

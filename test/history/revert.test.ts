/** Revert flows: what is taken back of merges, batches, archives and of commits whose words were changed since, through both engines. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { revert } from "../../src/history/revert.js";
import { adopt } from "../../src/init/init.js";
import { refresh } from "../../src/memory/memory.js";
import { patch } from "../../src/session/patch.js";
import { ownEnvelope } from "../../src/write/patch.js";

import { makeRepo, type TestRepo } from "../support/git-repo.js";
import { openTestWorkspace, type TestWorkspace } from "../support/open-memory.js";
import { storySecret } from "../support/random-story.js";

const refuse = { detached: "refuse" } as const;
const page = (id: string): string =>
  `---\nid: ${id}\ntype: preference\ntitle: ${id}\nversion: 1\n---\n- First of ${id}.\n`;

describe.each(["native", "embedded"] as const)("revert through the %s engine", (engine) => {
  let repo: TestRepo;
  let workspace: TestWorkspace;

  beforeEach(async () => {
    repo = makeRepo({ config: { "user.name": "Ada Example", "user.email": "ada@example.org" } });
    repo.write("memory/preferences/seats.md", page("seats"));
    repo.write("memory/preferences/rails.md", page("rails"));
    workspace = await openTestWorkspace(repo, { engine });
    value(await adopt(workspace, { paths: [], dryRun: "commit" }, refuse));
  });
  afterEach(async () => {
    await workspace.close();
    expect(repo.tryGit(["fsck", "--strict"]).status).toBe(0);
    repo.remove();
  });

  const append = async (id: string, text: string): Promise<string> =>
    value(await patch(workspace, { op: "append", page: id, value: text }, refuse)).commit ?? "";
  const takeBack = (revision: string) => revert(workspace, { revision, envelope: ownEnvelope }, refuse);
  const read = (path: string): string => readFileSync(join(repo.dir, path), "utf8");
  const trailers = (key: string): string =>
    repo.git("log", "-1", `--format=%(trailers:key=Pagefile-${key},valueonly)`);

  test("an archive is taken back with its line in the index, though other pages were archived since", async () => {
    const archived = value(await patch(workspace, { op: "archive", page: "seats" }, refuse)).commit ?? "";
    value(await patch(workspace, { op: "archive", page: "rails" }, refuse));
    const before = read("archive/2026/seats.md");
    value(await takeBack(archived));
    expect(read("memory/preferences/seats.md")).toBe(before);
    expect(existsSync(join(repo.dir, "archive/2026/seats.md"))).toBe(false);
    expect(read("archive/INDEX.md")).not.toContain("[seats]");
    expect(read("archive/INDEX.md")).toContain("[rails]");
    expect(workspace.primary.table.byId.get("seats")?.tier).toBe("hot");
    expect(trailers("Op")).toContain("revert seats memory/preferences/seats.md");
    expect(repo.git("status", "--porcelain")).toBe("");
  });

  test("a restore is taken back into the archive and its index", async () => {
    value(await patch(workspace, { op: "archive", page: "seats" }, refuse));
    value(await patch(workspace, { op: "restore", page: "seats" }, refuse));
    expect(read("archive/INDEX.md")).not.toContain("[seats]");
    value(await takeBack("HEAD"));
    expect(workspace.primary.table.byId.get("seats")?.path).toBe("archive/2026/seats.md");
    expect(read("archive/INDEX.md")).toContain("[seats]");
  });

  test("an archive of a page that was changed in the archive since is refused, and nothing moves", async () => {
    value(await patch(workspace, { op: "archive", page: "seats" }, refuse));
    const archived = repo.git("rev-parse", "HEAD");
    repo.write("archive/2026/seats.md", `${read("archive/2026/seats.md")}- Since.\n`);
    repo.git("commit", "--quiet", "--all", "--message", "By hand");
    refresh(workspace.primary);
    const head = repo.git("rev-parse", "HEAD");
    expect(await takeBack(archived)).toMatchObject({ ok: false, error: { reason: "VERSION_CONFLICT" } });
    expect(repo.git("rev-parse", "HEAD")).toBe(head);
    expect(existsSync(join(repo.dir, "memory/preferences/seats.md"))).toBe(false);
  });

  test("a commit of several pages is taken back from all of them, or from none", async () => {
    repo.write("memory/preferences/seats.md", `${page("seats")}- Both.\n`);
    repo.write("memory/preferences/rails.md", `${page("rails")}- Both.\n`);
    repo.git("commit", "--quiet", "--all", "--message", "Two pages");
    refresh(workspace.primary);
    const both = repo.git("rev-parse", "HEAD");
    await append("seats", "Later.");
    repo.write("memory/preferences/rails.md", `${page("rails")}- Both, edited since.\n`);
    repo.git("commit", "--quiet", "--all", "--message", "Edited");
    refresh(workspace.primary);
    expect(await takeBack(both)).toMatchObject({ ok: false, error: { reason: "VERSION_CONFLICT" } });
    expect(read("memory/preferences/seats.md")).toContain("- Both.\n");
    value(await takeBack("HEAD"));
    const undone = value(await takeBack(both));
    expect(undone.pages.map(({ id }) => id).sort()).toEqual(["rails", "seats"]);
    expect(read("memory/preferences/seats.md")).not.toContain("Both");
    expect(read("memory/preferences/seats.md")).toContain("- Later.");
    expect(trailers("Reason")).toBe("REVERT\n");
  });

  test("of a merge what it brought is taken back, and not the line it was merged into", async () => {
    repo.git("checkout", "--quiet", "-b", "side");
    repo.write("memory/preferences/rails.md", `${page("rails")}- Sidelong.\n`);
    repo.git("commit", "--quiet", "--all", "--message", "Side");
    repo.git("checkout", "--quiet", "main");
    repo.git("merge", "--quiet", "--no-ff", "--message", "Merge side", "side");
    refresh(workspace.primary);
    const merge = repo.git("rev-parse", "HEAD");
    await append("seats", "Later.");
    const undone = value(await takeBack(merge));
    expect(undone.pages.map(({ id }) => id)).toEqual(["rails"]);
    expect(read("memory/preferences/rails.md")).not.toContain("Sidelong");
    expect(read("memory/preferences/seats.md")).toContain("- Later.");
    expect(repo.git("ls-files", "memory").split("\n")).toHaveLength(2);
  });

  test("a commit that changed no page is refused, and no page is lost over it", async () => {
    repo.git("commit", "--quiet", "--allow-empty", "--message", "Nothing");
    const head = repo.git("rev-parse", "HEAD");
    expect(await takeBack("HEAD")).toMatchObject({ ok: false, error: { reason: "SCHEMA_INVALID" } });
    expect(repo.git("rev-parse", "HEAD")).toBe(head);
  });

  test("a removal is taken back; one that would bring a secret back is refused like any text", async () => {
    repo.write("memory/preferences/seats.md", page("seats").replace("- First of seats.\n", ""));
    repo.git("commit", "--quiet", "--all", "--message", "Removed");
    refresh(workspace.primary);
    value(await takeBack("HEAD"));
    expect(read("memory/preferences/seats.md")).toContain("- First of seats.");
    repo.write("memory/preferences/rails.md", `${page("rails")}- key ${storySecret}\n`);
    repo.git("commit", "--quiet", "--all", "--message", "Leak");
    repo.write("memory/preferences/rails.md", page("rails"));
    repo.git("commit", "--quiet", "--all", "--message", "Take the leak out");
    refresh(workspace.primary);
    expect(await takeBack("HEAD")).toMatchObject({ ok: false, error: { reason: "SECRET_DETECTED" } });
    expect(read("memory/preferences/rails.md")).not.toContain(storySecret);
  });

  test("a revert is itself a commit that can be taken back", async () => {
    await append("seats", "Exit row.");
    value(await takeBack("HEAD"));
    expect(read("memory/preferences/seats.md")).not.toContain("Exit row");
    value(await takeBack("HEAD"));
    expect(read("memory/preferences/seats.md")).toContain("- Exit row.");
  });
});

function value<T>(outcome: { ok: true; value: T } | { ok: false; error: { says: string } }): T {
  if (!outcome.ok) throw new Error(outcome.error.says);
  return outcome.value;
}

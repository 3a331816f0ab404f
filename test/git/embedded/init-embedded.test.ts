/** A repository made without git is one that git takes for its own. */

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { initEmbedded, openEmbeddedHistory } from "../../../src/git/embedded/history.js";

import { commitBy } from "../../contract/planning.js";
import { hermetic, sceneAt } from "../../contract/scene.js";
import { statusOf } from "../../contract/snapshot.js";

describe("initEmbedded", () => {
  let undo = (): void => {};
  let folder = "";
  beforeAll(() => {
    undo = hermetic();
  });
  afterAll(() => undo());
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "pagefile-init-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("makes what git init makes: a sound, empty, unborn repository with that branch", async () => {
    const dir = join(folder, "new/memory");
    expect(await initEmbedded(dir, { defaultBranch: "trunk" })).toEqual({ ok: true, value: undefined });
    const scene = sceneAt(dir, "");
    expect(readdirSync(dir)).toEqual([".git"]);
    expect(scene.git("symbolic-ref", "HEAD")).toBe("refs/heads/trunk\n");
    expect(scene.git("config", "--local", "--list").trim().split("\n").sort()).toEqual([
      "core.bare=false",
      "core.filemode=true",
      "core.logallrefupdates=true",
      "core.repositoryformatversion=0",
    ]);
    expect(scene.git("fsck", "--strict")).toBe("");
    scene.git("config", "user.name", "Ada Lovelace");
    scene.git("config", "user.email", "ada@example.org");
    const history = await openEmbeddedHistory(dir);
    if (!history.ok) throw new Error(history.error.says);
    const commit = await commitBy(history.value, scene, [{ path: "a.md", text: "alpha\n" }]);
    expect(scene.git("rev-parse", "trunk").trim()).toBe(commit);
    expect(statusOf(scene)).toBe("");
  });

  it("touches nothing where a repository is already there", async () => {
    await initEmbedded(folder, { defaultBranch: "main" });
    const head = readFileSync(join(folder, ".git/HEAD"));
    expect(await initEmbedded(folder, { defaultBranch: "other" })).toMatchObject({
      ok: false,
      error: { code: "git_failed" },
    });
    expect(readFileSync(join(folder, ".git/HEAD"))).toEqual(head);
    expect(readdirSync(folder)).toEqual([".git"]);
  });

  it("refuses a branch name that git refuses, and makes nothing", async () => {
    for (const defaultBranch of ["", "a..b", "x.lock", "with space", "../up"]) {
      const made = await initEmbedded(join(folder, "new"), { defaultBranch });
      expect(made).toMatchObject({ ok: false, error: { code: "git_failed" } });
    }
    expect(existsSync(join(folder, "new"))).toBe(false);
  });
});

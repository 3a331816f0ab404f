/** Aside: files on a ref that no branch sees, through both engines, with git as the oracle. */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Instant, PagePath } from "../../../src/base/ids.js";
import { openEmbeddedHistory } from "../../../src/git/embedded/history.js";
import { openNativeHistory } from "../../../src/git/native.js";

import { makeRepo } from "../../support/git-repo.js";

const note = { message: "reject: TEST\n\nPagefile-Rejected: TEST\n", when: "2026-11-21T08:00:00Z" as Instant };
const file = (name: string) => ({
  path: `rejected/${name}.json` as PagePath,
  bytes: Buffer.from(`{"n":"${name}"}\n`),
});

describe.each([
  ["native", openNativeHistory],
  ["embedded", openEmbeddedHistory],
] as const)("recordAside through the %s engine", (_, open) => {
  async function opened(options: { readonly unborn?: boolean; readonly folder?: string }) {
    const repo = makeRepo({
      ...(options.unborn ? { unborn: true } : {}),
      config: { "user.name": "Ada", "user.email": "ada@example.org" },
    });
    const root = join(repo.dir, options.folder ?? "");
    mkdirSync(root, { recursive: true });
    const history = await open(root, repo.env);
    if (!history.ok) throw new Error(history.error.says);
    onTestFinished(async () => {
      await history.value.close();
      repo.remove();
    });
    return { repo, history: history.value };
  }

  test("moves no branch, no index and no file, and reads back as trailers and files", async () => {
    const { repo, history } = await opened({});
    repo.write("dirty.txt", "x");
    const before = repo.git("status", "--porcelain=v2", "--branch");
    for (const name of ["a", "b"]) expect((await history.recordAside("rejected", file(name), note)).ok).toBe(true);
    expect(repo.git("status", "--porcelain=v2", "--branch")).toBe(before);
    expect(repo.git("ls-tree", "-r", "--name-only", "refs/pagefile/rejected")).toBe(
      "rejected/a.json\nrejected/b.json",
    );
    expect(
      repo.git(
        "log",
        "--format=%(trailers:key=Pagefile-Rejected,valueonly,separator=%x20)",
        "refs/pagefile/rejected",
      ),
    ).toBe("TEST\nTEST");
    expect(repo.tryGit(["fsck", "--strict"]).status).toBe(0);
    repo.git("gc", "--quiet", "--prune=now");
    expect((await history.recordAside("rejected", file("c"), note)).ok).toBe(true);
    expect(repo.git("rev-list", "--count", "refs/pagefile/rejected")).toBe("3");
  });

  test("works below a subfolder, on an unborn branch, and many at once", async () => {
    const { repo, history } = await opened({ unborn: true, folder: "deep/memory" });
    const names = Array.from({ length: 12 }, (_each, n) => `n${n}`);
    const done = await Promise.all(names.map((name) => history.recordAside("rejected", file(name), note)));
    expect(done.every((one) => one.ok)).toBe(true);
    expect(repo.git("ls-tree", "-r", "--name-only", "refs/pagefile/rejected").split("\n")).toHaveLength(12);
    expect(repo.git("rev-list", "--count", "refs/pagefile/rejected")).toBe("12");
    const tip = await history.resolve("refs/pagefile/rejected");
    const tree = tip.ok ? await history.tree(tip.value) : tip;
    expect(tree.ok && tree.value.map((one) => one.path).sort()).toEqual(
      names.map((name) => `rejected/${name}.json`).sort(),
    );
  });

  test("a held lock is told, and nothing is written", async () => {
    const { repo, history } = await opened({});
    await history.recordAside("rejected", file("a"), note);
    repo.write(".git/refs/pagefile/rejected.lock", "");
    expect(await history.recordAside("rejected", file("b"), note)).toMatchObject({
      ok: false,
      error: { code: "locked" },
    });
    expect(repo.git("rev-list", "--count", "refs/pagefile/rejected")).toBe("1");
  });
});

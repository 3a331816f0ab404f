/** Trees: the same trees git writes from an index with the same files. */

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Oid } from "../../../src/base/ids.js";
import { openCatFile } from "../../../src/git/by-git.js";
import { findLayout } from "../../../src/git/layout.js";
import { writeObjects } from "../../../src/git/objects/loose.js";
import { findInTree, openObjectStore } from "../../../src/git/objects/object-store.js";
import { gitFor } from "../../../src/git/process.js";
import { rewriteTree as rewrite, type TreeChange } from "../../../src/git/record.js";

import { valueOf } from "../../support/git-plan.js";
import { makeRepo } from "../../support/git-repo.js";

const repo = makeRepo({ unborn: true });
const layout = valueOf(findLayout(repo.dir));
const catFile = openCatFile(valueOf(gitFor(layout, repo.env)));
const store = openObjectStore(layout, catFile);
let blobs: readonly Oid[] = [];
beforeAll(() => {
  blobs = ["one\n", "two\n"].map((text) => repo.tryGit(["hash-object", "-w", "--stdin"], text).stdout.trim() as Oid);
});
afterAll(async () => {
  await catFile.close();
  repo.remove();
});

/** The tree git writes for these files. */
function treeByGit(files: ReadonlyMap<string, Oid>): Oid {
  repo.git("read-tree", "--empty");
  const input = [...files].map(([path, oid]) => `100644 ${oid}\t${path}\0`).join("");
  expect(repo.tryGit(["update-index", "-z", "--index-info"], input).status).toBe(0);
  return repo.git("write-tree") as Oid;
}

// Names around `/` in byte order, where files and folders of one name sort differently.
const names = [
  "a.md",
  "a-b.md",
  "a/x.md",
  "a/y/z.md",
  "a0",
  "a.d/q.md",
  "a/é.md",
  "b/c/d/e/f.md",
  "b.md",
  "é/1.md",
  "🌙.md",
];
const rewriteTree = (root: Oid | null, changes: readonly TreeChange[]) =>
  rewrite(store, root, { changes, blobs: [] });
const change = (path: string, oid: Oid | null): TreeChange => ({ path, mode: "100644", oid });

describe("rewriteTree", () => {
  it("makes git's trees from any files by any changes", async () => {
    const files = fc.uniqueArray(fc.constantFrom(...names), { maxLength: 8 });
    const step = fc.record({ path: fc.constantFrom(...names), pick: fc.integer({ min: -1, max: 1 }) });
    const steps = fc.uniqueArray(step, { maxLength: 6, selector: ({ path }) => path });
    await fc.assert(
      fc.asyncProperty(files, steps, async (start, wanted) => {
        const held = new Map(start.map((path) => [path, blobs[0]!]));
        const root = treeByGit(held);
        const changes = wanted.map(({ path, pick }) => change(path, pick < 0 ? null : blobs[pick]!));
        const made = valueOf(await rewriteTree(held.size === 0 ? null : root, changes));
        for (const { path, oid } of changes) oid === null ? held.delete(path) : held.set(path, oid);
        expect(made.tree).toBe(treeByGit(held));
        valueOf(await writeObjects(layout, made.objects));
        for (const path of names) {
          const found = valueOf(await findInTree(store, made.tree, path));
          expect(found?.oid ?? null).toBe(held.get(path) ?? null);
        }
      }),
      { numRuns: 40 },
    );
    expect(repo.tryGit(["fsck", "--strict"]).status).toBe(0);
  });

  it("keeps the mode of a file that is there, links and submodules included, and writes only what changed", async () => {
    const oid = blobs[0]!;
    const commit = repo.tryGit(["commit-tree", "-m", "x", treeByGit(new Map())]).stdout.trim();
    const input = `100755 ${oid}\trun.md\n120000 ${oid}\tlink\n160000 ${commit}\tsub\n100644 ${oid}\tdeep/er/f.md\n`;
    repo.git("read-tree", "--empty");
    repo.tryGit(["update-index", "--index-info"], input);
    const root = repo.git("write-tree") as Oid;
    const made = valueOf(await rewriteTree(root, [change("run.md", blobs[1]!), change("new.md", oid)]));
    expect(made.objects).toHaveLength(1);
    valueOf(await writeObjects(layout, made.objects));
    const listed = repo.git("ls-tree", made.tree).split("\n");
    expect(listed).toContain(`100755 blob ${blobs[1]}\trun.md`);
    expect(listed).toContain(`120000 blob ${oid}\tlink`);
    expect(listed).toContain(`160000 commit ${commit}\tsub`);
    expect(listed).toContain(`100644 blob ${oid}\tnew.md`);
    const same = valueOf(await rewriteTree(root, [change("deep/er/f.md", oid), change("none/x.md", null)]));
    expect(same).toEqual({ tree: root, objects: [] });
    for (const path of ["link", "sub", "deep/er", "link/x.md", "sub/x.md", "run.md/x.md"]) {
      const refused = await rewriteTree(root, [change(path, oid)]);
      expect(refused, path).toMatchObject({ ok: false, error: { code: "git_failed" } });
    }
    const both = await rewriteTree(root, [change("n", oid), change("n/x.md", oid)]);
    expect(both).toMatchObject({ ok: false, error: { code: "git_failed" } });
  });
});

/** The embedded log beside `git log` on random histories with merges, equal dates and clocks that go backwards. */

import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PagePath } from "../../../src/base/ids.js";
import { openEmbeddedHistory } from "../../../src/git/embedded/history.js";

import { hermetic, makeScene, type Scene } from "../../contract/scene.js";

interface Node {
  /** How far back in the list the parents stand; those that fall off the start are left out. */
  readonly parents: readonly number[];
  /** The parent whose files a merge takes over, by its place among the parents. */
  readonly takes: number;
  readonly seconds: number;
  /** What the commit writes; null deletes. */
  readonly changes: readonly (readonly [path: string, text: string | null])[];
}

const names = ["a.md", "b.md", "notes/c.md", "notes/deep/d.md"];
const change = fc.tuple(fc.constantFrom(...names), fc.option(fc.constantFrom("1", "2", "3")));
const node = fc.record<Node>({
  parents: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 }),
  takes: fc.integer({ min: 0, max: 2 }),
  seconds: fc.integer({ min: 0, max: 6 }),
  changes: fc.array(change, { maxLength: 2 }),
});

describe("the log of the embedded engine", () => {
  let undo = (): void => {};
  beforeAll(() => {
    undo = hermetic();
  });
  afterAll(() => undo());

  it("lists the commits that git log lists, in its order", async () => {
    let merges = 0;
    const property = fc.asyncProperty(fc.array(node, { minLength: 2, maxLength: 14 }), async (nodes) => {
      const scene = makeScene();
      importNodes(scene, nodes);
      merges += Number(scene.git("rev-list", "--count", "--merges", "main").trim());
      for (const paths of [[], ["a.md"], ["notes"], ["b.md", "notes/deep/d.md"], ["none"]]) {
        const shown = scene.git("log", "--format=%H", "main", "--", ...(paths.length === 0 ? ["."] : paths));
        expect(await logOf(scene, paths, 100)).toEqual(linesOf(shown));
        expect(await logOf(scene, paths, 3)).toEqual(linesOf(shown).slice(0, 3));
      }
    });
    await fc.assert(property, { numRuns: 15 });
    expect(merges).toBeGreaterThan(10);
  }, 120_000);

  it("starts where it is told and counts from a root in a folder", async () => {
    const scene = makeScene({ prefix: "notes/", files: { "c.md": "1", "/a.md": "1" } });
    scene.write("/a.md", "2");
    const above = scene.commitAll("above the root");
    scene.write("c.md", "2");
    const below = scene.commitAll("below the root");
    expect(await logOf(scene, [], 9)).toEqual([below, scene.git("rev-parse", "HEAD~2").trim()]);
    expect(await logOf(scene, ["c.md"], 9, above)).toEqual([scene.git("rev-parse", "HEAD~2").trim()]);
  });

  it("ends where a shallow clone ends", async () => {
    const scene = makeScene({ files: { "a.md": "1" } });
    scene.write("a.md", "2");
    const tip = scene.commitAll("two");
    const { top } = makeScene();
    scene.git("clone", "-q", "--depth=1", `file://${scene.top}`, `${top}/clone`);
    expect(await logOf({ ...scene, root: `${top}/clone` }, [], 9)).toEqual([tip]);
  });
});

async function logOf(
  scene: Scene,
  paths: readonly string[],
  limit: number,
  from?: string,
): Promise<readonly string[]> {
  const history = await openEmbeddedHistory(scene.root);
  if (!history.ok) throw new Error(history.error.says);
  const start = from === undefined ? {} : { from: from as never };
  const log = await history.value.log({ paths: paths as PagePath[], limit, ...start });
  if (!log.ok) throw new Error(log.error.says);
  return log.value.map((commit) => commit.oid);
}

function linesOf(text: string): readonly string[] {
  return text.split("\n").filter((line) => line !== "");
}

/** One stream for fast-import: a commit a node, the last one is main. */
function importNodes(scene: Scene, nodes: readonly Node[]): void {
  const lines: string[] = [];
  const contents: Map<string, string>[] = [];
  nodes.forEach((one, at) => {
    const parents = one.parents.map((back) => at - back).filter((parent) => parent >= 0);
    const [first, ...others] = parents;
    const files = new Map(contents[parents[one.takes % Math.max(parents.length, 1)] ?? -1]);
    for (const [path, text] of one.changes) {
      if (text === null) files.delete(path);
      else files.set(path, text);
    }
    contents.push(files);
    const date = `${1_700_000_000 + one.seconds} +0000`;
    lines.push("reset refs/heads/main", "commit refs/heads/main", `mark :${at + 1}`);
    lines.push(`committer A <a@example.org> ${date}`, "data 1", "c");
    if (first !== undefined) lines.push(`from :${first + 1}`, ...others.map((other) => `merge :${other + 1}`));
    lines.push("deleteall");
    for (const [path, text] of files) lines.push(`M 644 inline ${path}`, `data ${text.length}`, text);
  });
  const run = spawnSync("git", ["fast-import", "--quiet", "--force"], {
    cwd: scene.top,
    input: `${lines.join("\n")}\n`,
  });
  if (run.status !== 0) throw new Error(run.stderr.toString());
}

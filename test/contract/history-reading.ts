/** HistoryReading: every read beside the answer of git's own command line, loose, packed and after gc. */

import { describe, expect, it } from "vitest";
import type { Oid, PagePath } from "../../src/base/ids.js";
import type { History } from "../../src/git/history.js";

import { commitBy } from "./planning.js";
import { makeScene, type Scene } from "./scene.js";
import { statusOf } from "./snapshot.js";
import type { Scenes } from "./use-scenes.js";

const seed = { "a.md": "alpha\n", "b.md": "beta\n", "deep/er/c.md": "gamma\n", "/above.txt": "above\n" };

export function historyReading(scenes: Scenes): void {
  describe("reading", () => {
    for (const prefix of ["", "notes/memory/"]) {
      it(`reads and commits the same loose, packed and after gc (prefix "${prefix}")`, async () => {
        const { scene, history } = await scenes.begin({ prefix, files: seed });
        await commitBy(history, scene, [{ path: "a.md", text: "alpha 2\n" }]);
        await expectReads(scene, history);
        scene.git("pack-refs", "--all");
        scene.git("gc", "-q", "--prune=now");
        await expectReads(scene, history);
        await expectReads(scene, await scenes.openOn(scene));
        await commitBy(history, scene, [{ path: "a.md", text: "alpha 3\n" }]);
        scene.git("gc", "-q", "--prune=now");
        await commitBy(history, scene, [{ path: "b.md", text: null }]);
        await expectReads(scene, history);
        expect(statusOf(scene)).toBe("");
        expect(scene.git("rev-list", "--count", "HEAD").trim()).toBe("4");
      });
    }

    it("sees what git committed and staged since it was opened", async () => {
      const { scene, history } = await scenes.begin({ files: seed });
      await history.at(oidOf(scene, "HEAD"), ["a.md" as PagePath]);
      scene.write("a.md", "by git\n");
      scene.git("add", "a.md");
      expect(textOf(await history.staged(["a.md" as PagePath]))).toEqual(["by git\n"]);
      scene.commitAll("by git");
      const head = await history.head();
      expect(head.ok && head.value.commit).toBe(oidOf(scene, "HEAD"));
      expect(textOf(await history.at(oidOf(scene, "HEAD"), ["a.md" as PagePath]))).toEqual(["by git\n"]);
    });

    it("reads nothing through a symbolic link or a submodule entry", async () => {
      const { scene, history } = await scenes.begin({ files: seed });
      const link = scene.git("hash-object", "-w", "a.md").trim();
      scene.git("update-index", "--add", "--cacheinfo", `120000,${link},link.md`);
      scene.git("update-index", "--add", "--cacheinfo", `160000,${oidOf(scene, "HEAD")},sub`);
      scene.git("commit", "-q", "-m", "odd entries");
      const paths = ["link.md", "sub", "a.md"] as PagePath[];
      expect(textOf(await history.at(oidOf(scene, "HEAD"), paths))).toEqual([null, null, "alpha\n"]);
      for (const path of paths.slice(0, 2)) {
        // Either answer keeps a page from being read there; a text would not.
        const staged = textOf(await history.staged([path]));
        expect(staged === false || staged[0] === null).toBe(true);
      }
      const tree = await history.tree(oidOf(scene, "HEAD"));
      expect(tree.ok && tree.value.map((file) => file.path)).not.toContain("link.md");
    });

    it("logs what git log logs: by path, from a commit, limited", async () => {
      const { scene, history } = await scenes.begin({ prefix: "notes/", files: seed });
      for (const path of ["a.md", "b.md", "a.md", "deep/er/c.md"]) {
        await commitBy(history, scene, [{ path, text: `${path} ${Math.random()}\n` }]);
      }
      scene.write("/above.txt", "changed above\n");
      scene.commitAll("not below the root");
      for (const paths of [[], ["a.md"], ["b.md", "deep/er/c.md"], ["deep"], ["none.md"]]) {
        for (const [limit, from] of [[100], [2], [100, "HEAD~2"]] as const) {
          const start = from === undefined ? {} : { from: oidOf(scene, from) };
          const log = await history.log({ paths: paths as PagePath[], limit, ...start });
          const shown = log.ok ? log.value.map((commit) => commit.oid) : log.error;
          const asked = paths.length === 0 ? ["."] : paths;
          const oracle = scene.git("log", "--format=%H", `-n${limit}`, from ?? "HEAD", "--", ...asked);
          expect(shown).toEqual(oracle.split("\n").filter((line) => line !== ""));
        }
      }
    });

    it("gives author, date in UTC, parents and the whole message of a commit that git made", async () => {
      const { scene, history } = await scenes.begin({ files: seed });
      scene.write("a.md", "2\n");
      scene.git("add", "a.md");
      const date = "2026-03-02T08:11:00+05:30";
      scene.git(
        "commit",
        "-q",
        "--author",
        "Zoë Ünal <zoe@example.org>",
        "--date",
        date,
        "-m",
        "Subject ü",
        "-m",
        "Body.\nMore.",
      );
      const log = await history.log({ paths: [], limit: 1 });
      expect(log.ok && log.value[0]).toEqual({
        oid: oidOf(scene, "HEAD"),
        parents: [oidOf(scene, "HEAD~1")],
        author: { name: "Zoë Ünal", email: "zoe@example.org" },
        when: "2026-03-02T02:41:00Z",
        message: "Subject ü\n\nBody.\nMore.\n",
      });
    });

    it("gives every ancestor as git lists them, be they few or many, at any limit and across a merge", async () => {
      const { scene, history } = await scenes.begin({ files: seed });
      const check = async (limits: readonly number[]): Promise<void> => {
        for (const limit of limits) {
          const logged = await history.log({ paths: [], limit, every: true });
          const listed = scene.git("rev-list", `--max-count=${limit}`, "HEAD").trim().split("\n");
          expect(logged.ok && logged.value.map(({ oid }) => oid)).toEqual(listed);
        }
      };
      await check([1, 2]);
      for (let at = 1; at < 15; at += 1) scene.git("commit", "-q", "--allow-empty", "-m", `Step ${at}`);
      await check([1, 14, 15, 16, 64]);
      for (let at = 15; at < 18; at += 1) scene.git("commit", "-q", "--allow-empty", "-m", `Step ${at}`);
      await check([15, 16, 17, 64]);
      scene.git("switch", "-q", "-c", "side", "HEAD~2");
      scene.git("commit", "-q", "--allow-empty", "-m", "Aside");
      scene.git("merge", "-q", "--no-edit", "main");
      await check([1, 2, 16, 64]);
    });

    it("ends a log of everything above a commit that a line leads to, and is the whole log where none does", async () => {
      const { scene, history } = await scenes.begin({ files: seed });
      for (const text of ["1\n", "2\n", "3\n"]) await commitBy(history, scene, [{ path: "a.md", text }]);
      const start = oidOf(scene, "HEAD~3");
      const logged = (limit: number, above: Oid | null) =>
        history.log({ paths: [], limit, every: true, ...(above === null ? {} : { above }) });
      const whole = await logged(64, null);
      expect(whole.ok && whole.value.map(({ oid }) => oid)).toHaveLength(4);
      expect(await logged(64, start)).toEqual({ ...whole, value: whole.ok && whole.value.slice(0, 3) });
      expect(await logged(64, oidOf(scene, "HEAD"))).toEqual({ ok: true, value: [] });
      expect(await logged(2, start)).toEqual(await logged(2, null));
      expect(await logged(64, "1".repeat(40) as Oid)).toEqual(whole);
      scene.git("switch", "-q", "-c", "side", start);
      scene.commitAll("aside");
      scene.git("merge", "-q", "--no-edit", "main");
      expect(await logged(64, start)).toEqual(await logged(64, null));
    });

    it("resolves what git rev-parse resolves, and never takes a name for an option", async () => {
      const { scene, history } = await scenes.begin({ files: seed });
      for (const text of ["2\n", "3\n", "4\n"]) await commitBy(history, scene, [{ path: "a.md", text }]);
      scene.git("branch", "side/line", "HEAD~1");
      scene.git("tag", "light", "HEAD~2");
      scene.git("tag", "-a", "-m", "noted", "noted", "HEAD~2");
      scene.git("update-ref", "refs/remotes/origin/main", "HEAD~3");
      scene.git("pack-refs", "--all");
      const short = oidOf(scene, "HEAD~1").slice(0, 10);
      const names = ["HEAD", "@", "main", "side/line", "light", "noted", "refs/heads/main", "origin/main", short];
      for (const name of [...names, "HEAD~2", "main^", "noted~1", "main^^", "HEAD^0", "@~1^"]) {
        const found = await history.resolve(name);
        expect({ name, found }).toEqual({ name, found: { ok: true, value: oidOf(scene, `${name}^{commit}`) } });
      }
      const blob = scene.git("rev-parse", "HEAD:a.md").trim();
      for (const name of ["nope", "HEAD~40", "HEAD^2", "--all", "-h", "", "abcd1234", blob, "../HEAD", "HEAD.lock"]) {
        const found = await history.resolve(name);
        expect({ name, value: found.ok ? found.value : null }).toEqual({ name, value: null });
      }
    });

    it("reads a conflicted path of the index as a failure that names it, and the others as they are", async () => {
      const scene = makeScene({ files: seed });
      scene.git("checkout", "-q", "-b", "side");
      scene.write("a.md", "side\n");
      scene.commitAll("side");
      scene.git("checkout", "-q", "main");
      scene.write("a.md", "main\n");
      scene.commitAll("main");
      expect(() => scene.git("merge", "-q", "side")).toThrow();
      const history = await scenes.openOn(scene);
      const staged = await history.staged(["a.md" as PagePath]);
      expect(staged).toMatchObject({
        ok: false,
        error: { code: "git_failed", says: expect.stringContaining("a.md") },
      });
      expect(textOf(await history.staged(["b.md" as PagePath]))).toEqual(["beta\n"]);
    });
  });
}

async function expectReads(scene: Scene, history: History): Promise<void> {
  const head = oidOf(scene, "HEAD");
  expect(await history.head()).toEqual({
    ok: true,
    value: { commit: head, ref: "refs/heads/main", operation: null },
  });
  const listed = scene.git("ls-tree", "-r", "-z", "--format=%(objectname) %(path)", "HEAD").split("\0");
  const entries = listed
    .filter((line) => line !== "")
    .map((line) => ({ oid: line.slice(0, 40), path: line.slice(41) }));
  expect(await history.tree(head)).toEqual({ ok: true, value: entries });
  const paths = entries.map((entry) => entry.path as PagePath);
  const texts = paths.map((path) => scene.git("show", `HEAD:./${path}`));
  expect(textOf(await history.at(head, paths))).toEqual(texts);
  expect(textOf(await history.staged(paths))).toEqual(texts);
  const log = await history.log({ paths: [], limit: 50 });
  const oracle = scene.git("log", "--format=%H", "--", ".").trim().split("\n");
  expect(log.ok && log.value.map((commit) => commit.oid)).toEqual(oracle);
}

function oidOf(scene: Scene, revision: string): Oid {
  return scene.git("rev-parse", "--verify", revision).trim() as Oid;
}

function textOf(read: Awaited<ReturnType<History["at"]>>): readonly (string | null)[] | false {
  return read.ok && read.value.map((blob) => blob && new TextDecoder().decode(blob.bytes));
}

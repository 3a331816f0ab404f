/** HistoryPlaces: what HEAD, index and work tree hold after a commit, for our paths and for everybody else's. */

import { chmodSync, rmdirSync, symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ok } from "../../src/base/result.js";
import { commitBy, failingPublish, planFor, publishing } from "./planning.js";
import type { Scene } from "./scene.js";
import { snapshot, statusOf } from "./snapshot.js";
import type { Scenes } from "./use-scenes.js";

const seed = { "a.md": "alpha\n", "b.md": "beta\n", "deep/er/c.md": "gamma\n" };

export function historyPlaces(scenes: Scenes): void {
  describe("the three places", () => {
    it("leaves a clean status after a plain commit, in the root and in a folder below the top", async () => {
      for (const prefix of ["", "notes/memory/"]) {
        const { scene, history } = await scenes.begin({ prefix, files: { ...seed, "/other.txt": "other\n" } });
        await commitBy(history, scene, [
          { path: "a.md", text: "alpha 2\n" },
          { path: "deep/new/d.md", text: "delta\n" },
          { path: "b.md", text: null },
        ]);
        expect(statusOf(scene)).toBe("");
        expect(scene.git("show", `HEAD:${prefix}deep/new/d.md`)).toBe("delta\n");
        const other = prefix === "" ? "other.txt" : "/other.txt";
        expect(namesOf(scene)).toEqual([other, "a.md", "deep/er/c.md", "deep/new/d.md"].sort());
      }
    });

    it("keeps a hand edit that is not committed uncommitted, even when it has the same size", async () => {
      const { scene, history } = await scenes.begin({ files: seed });
      scene.git("config", "core.trustctime", "false");
      scene.write("a.md", "alphA\n");
      const plan = planFor(scene, [{ path: "a.md", head: "ALPHA\n", index: "ALPHA\n", work: "alphB\n" }]);
      const publish = async () => {
        scene.write("a.md", "alphB\n");
        // Older than the index that follows: git will not read the file again unless the entry makes it.
        const instant = new Date(Date.now() - 20_000);
        utimesSync(join(scene.top, "a.md"), instant, instant);
        return ok(undefined);
      };
      expect(await history.record(plan, { publish, detached: "refuse" })).toMatchObject({ value: { moved: false } });
      expect(changes(scene)).toEqual([".M a.md"]);
      expect(scene.git("show", "HEAD:a.md")).toBe("ALPHA\n");
      expect(scene.read("a.md")).toBe("alphB\n");
    });

    it("keeps the user's staged change to the same path staged", async () => {
      const { scene, history } = await scenes.begin({ files: seed });
      scene.write("a.md", "alpha\nstaged\n");
      scene.git("add", "a.md");
      const both = "alpha\nstaged\nours\n";
      await commitBy(history, scene, [{ path: "a.md", head: "alpha\nours\n", index: both, work: both }]);
      expect(changes(scene)).toEqual(["M. a.md"]);
      expect(scene.git("show", "HEAD:a.md")).toBe("alpha\nours\n");
      expect(scene.git("show", ":a.md")).toBe(both);
    });

    it("keeps a deletion that the user staged, and one that they did not", async () => {
      const { scene, history } = await scenes.begin({ files: seed });
      scene.git("rm", "-q", "a.md");
      await commitBy(history, scene, [
        { path: "a.md", head: "alpha 2\n", index: null, work: null },
        { path: "b.md", head: "beta 2\n", index: "beta 2\n", work: null },
      ]);
      expect(changes(scene)).toEqual(["D. a.md", ".D b.md"]);
    });

    it("leaves staged, edited, removed, untracked and ignored files of others exactly as they were", async () => {
      const files = { ...seed, "s.md": "s\n", "m.md": "m\n", "d.md": "d\n", "i.md": "i\n", ".gitignore": "*.log\n" };
      const { scene, history } = await scenes.begin({ files });
      disturb(scene);
      const before = { status: statusOf(scene), stages: scene.git("ls-files", "-s", "--", ":!a.md", ":!b.md") };
      await commitBy(history, scene, [
        { path: "a.md", text: "alpha 2\n" },
        { path: "b.md", text: null },
      ]);
      expect(statusOf(scene)).toBe(before.status);
      expect(scene.git("ls-files", "-s", "--", ":!a.md", ":!b.md")).toBe(before.stages);
      expect(scene.git("ls-files", "-v", "i.md")).toBe("h i.md\n");
      expect(scene.git("stash", "list")).toContain("stash@{0}");
      expect(scene.read("noise.log")).toBe("noise\n");
    });

    it("commits no change of others that was staged", async () => {
      const { scene, history } = await scenes.begin({ files: seed });
      scene.write("b.md", "beta staged\n");
      scene.git("add", "b.md");
      await commitBy(history, scene, [{ path: "a.md", text: "alpha 2\n" }]);
      expect(scene.git("diff", "--name-only", "HEAD~1", "HEAD")).toBe("a.md\n");
      expect(changes(scene)).toEqual(["M. b.md"]);
    });

    it("says moved when a path was staged since the plan was made, and keeps what was staged", async () => {
      const { scene, history } = await scenes.begin({ files: seed });
      const plan = planFor(scene, [{ path: "a.md", text: "ours\n" }]);
      scene.write("a.md", "theirs\n");
      scene.git("add", "a.md");
      const before = snapshot(scene);
      expect(await history.record(plan, publishing(scene, plan))).toEqual({ ok: true, value: { moved: true } });
      expect(snapshot(scene)).toEqual(before);
    });

    it("changes nothing that can be seen when publish fails", async () => {
      const { scene, history } = await scenes.begin({ files: seed });
      disturbLightly(scene);
      const before = snapshot(scene);
      const plan = planFor(scene, [{ path: "a.md", text: "ours\n" }]);
      expect(await history.record(plan, failingPublish)).toMatchObject({ ok: false, error: { errno: "ENOSPC" } });
      expect(snapshot(scene)).toEqual(before);
    });

    it("keeps git suspicious of a file edited in the instant in which it was staged", async () => {
      const { scene, history } = await scenes.begin({ files: seed });
      scene.git("config", "core.trustctime", "false");
      const instant = new Date(Date.now() - 20_000);
      const stamp = (path: string) => utimesSync(join(scene.top, path), instant, instant);
      scene.write("b.md", "beta 1\n");
      stamp("b.md");
      scene.git("add", "b.md");
      scene.write("b.md", "beta 2\n");
      stamp("b.md");
      stamp(".git/index");
      expect(changes(scene)).toEqual(["MM b.md"]);
      await commitBy(history, scene, [{ path: "a.md", text: "alpha 2\n" }]);
      expect(changes(scene)).toEqual(["MM b.md"]);
    });

    it("keeps executable bits and foreign entries of the tree", async () => {
      const { scene, history } = await scenes.begin({ files: { ...seed, "run.sh": "#!/bin/sh\n" } });
      scene.git("update-index", "--chmod=+x", "run.sh", "a.md");
      for (const name of ["run.sh", "a.md"]) chmodSync(join(scene.root, name), 0o755);
      symlinkSync("a.md", join(scene.root, "link.md"));
      scene.git("add", "-A");
      scene.git("commit", "-q", "-m", "modes");
      await commitBy(history, scene, [{ path: "a.md", text: "alpha 2\n" }]);
      const modes = scene.git("ls-tree", "HEAD", "a.md", "link.md", "run.sh").match(/^\d+/gm);
      expect(modes).toEqual(["100755", "120000", "100755"]);
      expect(statusOf(scene)).toBe("");
    });

    it("gives a file that git does not know the mode it has on disk, unless git does not look at modes", async () => {
      const { scene, history } = await scenes.begin({ files: seed });
      for (const [name, set] of [
        ["run.md", "true"],
        ["plain.md", "true"],
        ["mute.md", "false"],
      ] as const) {
        scene.git("config", "core.fileMode", set);
        scene.write(name, "words\n");
        if (name !== "plain.md") chmodSync(join(scene.root, name), 0o755);
        await commitBy(history, scene, [{ path: name, text: "words\n" }]);
        expect(statusOf(scene)).toBe("");
      }
      const modes = scene.git("ls-tree", "HEAD", "mute.md", "plain.md", "run.md").match(/^\d+/gm);
      expect(modes).toEqual(["100644", "100644", "100755"]);
    });

    it("replaces a file by a folder of its name, and a folder by a file", async () => {
      const { scene, history } = await scenes.begin({
        files: { ...seed, "x.md": "file\n", "y.md/z.md": "nested\n" },
      });
      await commitBy(history, scene, [
        { path: "x.md", text: null },
        { path: "y.md/z.md", text: null },
      ]);
      rmdirSync(join(scene.root, "y.md"));
      await commitBy(history, scene, [
        { path: "x.md/in.md", text: "in\n" },
        { path: "y.md", text: "file now\n" },
      ]);
      expect(statusOf(scene)).toBe("");
      expect(namesOf(scene)).toContain("x.md/in.md");
    });

    it("serves paths with spaces, quotes and other scripts", async () => {
      const { scene, history } = await scenes.begin({ files: seed });
      const paths = ["memory/Züge und Flüge.md", "memory/日本/メモ.md", "memory/it's a 'quote'.md", "memory/😀.md"];
      await commitBy(
        history,
        scene,
        paths.map((path) => ({ path, text: `${path}\n` })),
      );
      for (const path of paths) expect(scene.git("show", `HEAD:${path}`)).toBe(`${path}\n`);
      expect(statusOf(scene)).toBe("");
    });
  });
}

/** One of each thing a work tree can hold that is not ours. */
function disturb(scene: Scene): void {
  scene.write("deep/er/c.md", "stashed\n");
  scene.git("stash", "-q");
  scene.write("s.md", "staged\n");
  scene.git("add", "s.md");
  scene.write("s.md", "staged, then edited\n");
  scene.write("m.md", "edited\n");
  scene.git("rm", "-q", "d.md");
  scene.git("update-index", "--assume-unchanged", "i.md");
  scene.write("intended.md", "later\n");
  scene.git("add", "-N", "intended.md");
  scene.write("untracked/u.md", "u\n");
  scene.write("noise.log", "noise\n");
}

function disturbLightly(scene: Scene): void {
  scene.write("b.md", "staged\n");
  scene.git("add", "b.md");
  scene.write("untracked.md", "u\n");
}

/** `XY path` of each changed file. */
function changes(scene: Scene): readonly string[] {
  const lines = statusOf(scene)
    .split("\n")
    .filter((line) => line !== "");
  return lines.map((line) => `${line.split(" ")[1]} ${line.split(" ").slice(8).join(" ")}`);
}

/** Names at HEAD; those above the root begin with `/`. */
function namesOf(scene: Scene): readonly string[] {
  const names = scene.git("ls-tree", "-r", "--full-tree", "--name-only", "HEAD").trim().split("\n");
  return names.map((name) => (name.startsWith(scene.prefix) ? name.slice(scene.prefix.length) : `/${name}`)).sort();
}

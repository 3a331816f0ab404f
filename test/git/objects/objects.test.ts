/** Objects: what we write git reads, what git writes we read, and a torn file is seen and mended. */

import { chmodSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { Oid } from "../../../src/base/ids.js";
import { openCatFile } from "../../../src/git/by-git.js";
import { findLayout } from "../../../src/git/layout.js";
import { makeObject, writeObjects } from "../../../src/git/objects/loose.js";
import { readLoose } from "../../../src/git/objects/tree.js";
import { type Git, type GitChild, gitFor } from "../../../src/git/process.js";

import { valueOf } from "../../support/git-plan.js";
import { makeRepo, type RepoOptions, type TestRepo } from "../../support/git-repo.js";
import { openBelow } from "../../support/open-files.js";
import { failCalls } from "../../torture/failing-calls.js";

const repos: TestRepo[] = [];
function repoWith(options: RepoOptions = {}) {
  const repo = makeRepo(options);
  repos.push(repo);
  const layout = valueOf(findLayout(repo.dir));
  return { repo, layout, git: valueOf(gitFor(layout, repo.env)) };
}
afterEach(() => {
  for (const repo of repos.splice(0)) repo.remove();
});

const fileOf = (repo: TestRepo, oid: Oid) => join(repo.dir, ".git/objects", oid.slice(0, 2), oid.slice(2));
const texts = ["", "x", "ü\n", "line\n".repeat(50_000), "\0\xff\n"];

describe("loose objects", () => {
  for (const objectFormat of ["sha1", "sha256"] as const) {
    it(`go both ways (${objectFormat})`, async () => {
      const { repo, layout } = repoWith({ objectFormat });
      const made = texts.map((text) => makeObject(objectFormat, "blob", Buffer.from(text, "latin1")));
      valueOf(await writeObjects(layout, [...made, made[0]!]));
      for (const { oid, bytes } of made) {
        expect(repo.tryGit(["hash-object", "--stdin"], bytes.length === 0 ? "" : bytes).stdout.trim()).toBe(oid);
        expect(valueOf(readLoose(layout, oid))?.bytes.equals(bytes)).toBe(true);
        expect(statSync(fileOf(repo, oid)).mode & 0o777).toBe(0o444);
      }
      const head = repo.git("rev-parse", "HEAD") as Oid;
      expect(valueOf(readLoose(layout, head))?.bytes.toString()).toBe(`${repo.git("cat-file", "commit", head)}\n`);
      const folders = readdirSync(join(repo.dir, ".git/objects"), { recursive: true }) as string[];
      expect(folders.filter((name) => name.includes("tmp_obj"))).toEqual([]);
      expect(repo.tryGit(["fsck", "--strict"]).status).toBe(0);
    });
  }

  it("are not written twice, but a torn one is replaced", async () => {
    const { repo, layout } = repoWith();
    const object = makeObject("sha1", "blob", Buffer.from("worth keeping\n".repeat(40)));
    valueOf(await writeObjects(layout, [object]));
    const file = fileOf(repo, object.oid);
    const { ino } = statSync(file);
    valueOf(await writeObjects(layout, [object]));
    expect(statSync(file).ino).toBe(ino);
    const whole = readFileSync(file);
    for (const length of [0, 1, 12, whole.length - 1]) {
      chmodSync(file, 0o644);
      truncateSync(file, length);
      expect(readLoose(layout, object.oid)).toMatchObject({ ok: false, error: { code: "corrupt" } });
      valueOf(await writeObjects(layout, [object]));
      expect(readFileSync(file).equals(whole)).toBe(true);
    }
  });

  it("that cannot be written are a failure at whatever call, never a throw, and are written when asked again", async () => {
    const { layout } = repoWith();
    // More than there are calls: how many depends on which of the folders are there already.
    for (let failAt = 1; failAt <= 45; failAt++) {
      const made = ["one", "two"].map((text) => makeObject("sha1", "blob", Buffer.from(`${text} ${failAt}`)));
      const failing = failCalls(failAt, "EIO");
      const tried = await writeObjects(layout, made).finally(() => failing.restore());
      if (!tried.ok) expect(tried.error).toMatchObject({ code: "io_failed", errno: "EIO" });
      // Nor is anything still under way, on a handle that is about to be somebody else's.
      expect(openBelow(layout.gitDir)).toEqual([]);
      valueOf(await writeObjects(layout, made));
      for (const { oid, bytes } of made) expect(valueOf(readLoose(layout, oid))?.bytes.equals(bytes)).toBe(true);
    }
  });

  it("under another object's name are corrupt, and a missing one is null", async () => {
    const { repo, layout } = repoWith();
    const [one, two] = ["one\n", "two\n"].map((text) => makeObject("sha1", "blob", Buffer.from(text)));
    valueOf(await writeObjects(layout, [one!, two!]));
    chmodSync(fileOf(repo, one!.oid), 0o644);
    writeFileSync(fileOf(repo, one!.oid), readFileSync(fileOf(repo, two!.oid)));
    expect(readLoose(layout, one!.oid)).toMatchObject({ ok: false, error: { code: "corrupt" } });
    expect(valueOf(readLoose(layout, "1".repeat(40) as Oid))).toBeNull();
  });

  it("get the mode core.sharedRepository asks for", async () => {
    const { repo, layout } = repoWith({ config: { "core.sharedRepository": "world" } });
    const object = makeObject("sha1", "blob", Buffer.from("shared\n"));
    valueOf(await writeObjects(layout, [object]));
    const theirs = repo.tryGit(["hash-object", "-w", "--stdin"], "also shared\n").stdout.trim() as Oid;
    const modes = [object.oid, theirs].map((oid) => [
      statSync(fileOf(repo, oid)).mode,
      statSync(join(fileOf(repo, oid), "..")).mode,
    ]);
    expect(modes[0]).toEqual(modes[1]);
  });
});

describe("cat-file", () => {
  it("reads packed objects of every size in the order asked, and null for none", async () => {
    const { repo, layout, git } = repoWith();
    const made = texts.map((text) => makeObject("sha1", "blob", Buffer.from(text, "latin1")));
    valueOf(await writeObjects(layout, made));
    const ids = made.map(({ oid }) => oid);
    expect(repo.tryGit(["pack-objects", "-q", ".git/objects/pack/pack"], `${ids.join("\n")}\n`).status).toBe(0);
    repo.git("prune-packed", "-q");
    expect(valueOf(readLoose(layout, ids[1]!))).toBeNull();
    const catFile = openCatFile(git);
    const none = "f".repeat(40) as Oid;
    const asked = Array.from({ length: 40 }, (_, i) => (i % 7 === 6 ? none : ids[i % ids.length]!));
    const read = await Promise.all(asked.map((oid) => catFile.read(oid)));
    read.forEach((result, i) => {
      const object = valueOf(result);
      expect(object && makeObject("sha1", "blob", object.bytes).oid).toBe(asked[i] === none ? null : asked[i]);
    });
    await catFile.close();
    expect(await catFile.read(ids[0]!)).toMatchObject({ ok: false });
  });

  it("starts anew when its child dies, also with requests under way", async () => {
    const { repo, git } = repoWith();
    repo.git("gc", "--quiet");
    const head = repo.git("rev-parse", "HEAD") as Oid;
    const children: GitChild[] = [];
    const start: Git["start"] = (args) => {
      const child = git.start(args);
      children.push(valueOf(child));
      return child;
    };
    const watched: Git = { ...git, start };
    const catFile = openCatFile(watched);
    expect(valueOf(await catFile.read(head))?.type).toBe("commit");
    children[0]!.kill("SIGKILL");
    const after = [catFile.read(head), catFile.read(head)];
    for (const read of after) expect(valueOf(await read)?.type).toBe("commit");
    children.at(-1)!.kill("SIGSTOP");
    const waiting = catFile.read(head);
    children.at(-1)!.kill("SIGKILL");
    expect(valueOf(await waiting)?.type).toBe("commit");
    expect(children.length).toBe(3);
    await catFile.close();
    expect(children.at(-1)!.exitCode).toBe(0);
  });
});

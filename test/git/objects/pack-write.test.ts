/** PackWrite's tests: many objects become one pack that git reads and checks, whole or not at all whatever call fails or comes last. */

import { copyFileSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findLayout } from "../../../src/git/layout.js";
import { makeObject, writeObjects } from "../../../src/git/objects/loose.js";
import { openPacks } from "../../../src/git/objects/pack.js";
import { crc32 } from "../../../src/git/objects/pack-write.js";
import { type NewObject, readLoose } from "../../../src/git/objects/tree.js";

import { valueOf } from "../../support/git-plan.js";
import { makeRepo, type RepoOptions } from "../../support/git-repo.js";
import { openBelow } from "../../support/open-files.js";
import { failCalls } from "../../torture/failing-calls.js";

function repoWith(options: RepoOptions = {}) {
  const repo = makeRepo(options);
  onTestFinished(() => repo.remove());
  const layout = valueOf(findLayout(repo.dir));
  const folder = join(repo.dir, ".git/objects/pack");
  return { repo, layout, folder, names: () => readdirSync(folder).sort() };
}

/** Of every size that changes how an entry's head is written, and one per first byte of an id at most. */
function many(format: "sha1" | "sha256", say: string, count = 40): NewObject[] {
  const sizes = [0, 1, 15, 16, 2_047, 2_048, 300_000];
  const texts = Array.from({ length: count }, (_, at) => {
    const words = `${say} ${at} `;
    const size = sizes[at] ?? 30 + at;
    return words.repeat(Math.ceil(size / words.length)).slice(0, size);
  });
  return texts.map((text) => makeObject(format, "blob", Buffer.from(text)));
}

for (const format of ["sha1", "sha256"] as const) {
  test(`many objects are one pack, which git checks and reads back (${format})`, async () => {
    const { repo, layout, names } = repoWith({ objectFormat: format });
    const made = many(format, "made");
    const tree = makeObject(
      format,
      "tree",
      Buffer.concat([Buffer.from("100644 a\0"), Buffer.from(made[0]!.oid, "hex")]),
    );
    const head = repo.git("cat-file", "commit", "HEAD");
    const commit = makeObject(format, "commit", Buffer.from(`${head.replace(/^tree \w+/, `tree ${tree.oid}`)}\n`));
    const all = [...made, tree, commit];
    valueOf(await writeObjects(layout, [...all, made[1]!]));
    const [index = "", pack = "", ...more] = names();
    expect([more, index.replace(/\.idx$/, ".pack")]).toEqual([[], pack]);
    for (const { oid } of all) expect(valueOf(readLoose(layout, oid))).toBeNull();
    repo.git("update-ref", "refs/heads/packed", commit.oid);
    expect(repo.tryGit(["verify-pack", join(layout.commonDir, "objects/pack", index)]).status).toBe(0);
    expect(repo.tryGit(["fsck", "--strict", "--full"])).toMatchObject({ status: 0 });
    const listed = repo.tryGit(
      ["cat-file", "--batch-check", "--buffer"],
      `${all.map(({ oid }) => oid).join("\n")}\n`,
    );
    expect(listed.stdout.trim().split("\n")).toEqual(
      all.map(({ oid, type, bytes }) => `${oid} ${type} ${bytes.length}`),
    );
    const read = openPacks(layout);
    for (const { oid, type, bytes } of all) expect(read(oid)).toEqual({ type, bytes: Buffer.from(bytes) });
    expect(statSync(join(layout.commonDir, "objects/pack", pack)).mode & 0o777).toBe(0o444);
    repo.git("gc", "--quiet", "--prune=now");
    expect(repo.git("show", `${commit.oid}:a`)).toBe("");
  });
}

test("few objects, and those that are loose already, stay loose", async () => {
  const { layout, names } = repoWith();
  const made = many("sha1", "loose", 12);
  valueOf(await writeObjects(layout, made));
  valueOf(await writeObjects(layout, [...made, makeObject("sha1", "blob", Buffer.from("one more"))]));
  expect(names()).toEqual([]);
  for (const { oid } of made) expect(valueOf(readLoose(layout, oid))).not.toBeNull();
});

test("whatever call fails, nothing half made is left, no handle is open, and asked again it is written", async () => {
  const { repo, layout, names, folder } = repoWith();
  let clean = false;
  for (let failAt = 1; !clean; failAt++) {
    const made = many("sha1", `fails ${failAt}`, 17);
    const before = names();
    const failing = failCalls(failAt, "EIO", /^(?!existsSync)/);
    const tried = await writeObjects(layout, made).finally(() => failing.restore());
    clean = tried.ok && failing.calls.length < failAt;
    if (!tried.ok) expect(tried.error).toMatchObject({ code: "io_failed", errno: "EIO" });
    expect(openBelow(layout.gitDir)).toEqual([]);
    const left = names().filter((name) => !before.includes(name));
    // Both or neither; a removal that fails may leave a temp file, which git removes.
    const named = left.filter((name) => name.startsWith("pack-"));
    expect([0, 2]).toContain(named.length);
    valueOf(await writeObjects(layout, made));
    const asked = repo.tryGit(["cat-file", "--batch-check"], made.map(({ oid }) => `${oid}\n`).join(""));
    expect(asked.stdout).not.toContain("missing");
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    expect(failAt).toBeLessThan(60);
  }
});

test("the index has its name last, so that none is ever left without its pack", async () => {
  const { layout, names } = repoWith();
  const renaming = failCalls(2, "EIO", /^renameSync$/);
  const removing = failCalls(1, "EIO", /^unlinkSync$/);
  const tried = await writeObjects(layout, many("sha1", "named", 20)).finally(() => {
    removing.restore();
    renaming.restore();
  });
  expect(tried).toMatchObject({ ok: false });
  expect(names().map((name) => name.slice(0, 8))).toEqual(["tmp_idx_"]);
});

test("a pack whose index has no name yet is seen by nobody, and keeps nothing from being written or checked", async () => {
  const { repo, layout, names, folder } = repoWith();
  const made = many("sha1", "cut off", 20);
  valueOf(await writeObjects(layout, made));
  const [index = "", pack = ""] = names();
  // What a crash between the two renames leaves.
  copyFileSync(join(folder, index), join(folder, "tmp_idx_0123456789ab"));
  rmSync(join(folder, index));
  const { oid } = made[7]!;
  expect(repo.tryGit(["cat-file", "-e", oid]).status).not.toBe(0);
  expect(openPacks(layout)(oid)).toBeNull();
  expect(repo.tryGit(["fsck", "--strict", "--full"]).status).toBe(0);
  valueOf(await writeObjects(layout, made));
  expect(names()).toContain(pack);
  expect(repo.tryGit(["cat-file", "-e", oid]).status).toBe(0);
  repo.git("prune", "--expire=now");
  expect(names().filter((name) => name.startsWith("tmp_"))).toEqual([]);
});

test("the check sum of an entry is the one of zlib", () => {
  expect(crc32(Buffer.from("123456789"))).toBe(0xcbf4_3926);
  expect(crc32(Buffer.alloc(0))).toBe(0);
});

/** PackFile: what is read of packs in this process is what `git cat-file` reads, and what cannot be read is left to git. */

import { chmodSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { findLayout, type GitLayout } from "../../../src/git/layout.js";
import { applyDelta, openPacks } from "../../../src/git/objects/pack.js";

import { makeRepo, type TestRepo } from "../../support/git-repo.js";

function layoutOf(repo: TestRepo): GitLayout {
  const layout = findLayout(repo.dir);
  if (!layout.ok) throw new Error(layout.error.says);
  return layout.value;
}

/** Versions of long files that differ by a line, so that git makes chains of deltas; one file that zlib cannot make shorter. */
function repoWith(options: Parameters<typeof makeRepo>[0]): TestRepo {
  const repo = makeRepo(options);
  onTestFinished(() => repo.remove());
  const lines = Array.from({ length: 3_000 }, (_, at) => `- Entry ${at} is ${(at * 7919) % 104_729}.`);
  for (let version = 0; version < 12; version += 1) {
    lines.splice(version * 100, 1, `- Changed in ${version}.`);
    repo.write("a.md", `${lines.join("\n")}\n`);
    repo.write(`b/${version}.md`, `Page ${version}\n`);
    repo.git("add", "-A");
    repo.git("commit", "--quiet", "-m", `Version ${version}`);
  }
  let seed = 1;
  const noise = Uint8Array.from({ length: 40_000 }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed & 255;
  });
  repo.write("noise", noise);
  repo.write("empty", "");
  repo.git("add", "-A");
  repo.git("commit", "--quiet", "-m", "Noise");
  repo.git("tag", "-a", "-m", "A tag", "v1");
  return repo;
}

/** Every object of the repository as git tells it. */
function objectsOf(repo: TestRepo): readonly { oid: string; type: string; size: number }[] {
  const listed = repo.git("cat-file", "--batch-all-objects", "--batch-check");
  return listed.split("\n").map((line) => {
    const [oid = "", type = "", size = ""] = line.split(" ");
    return { oid, type, size: Number(size) };
  });
}

function bytesByGit(repo: TestRepo, type: string, oid: string): string {
  return repo.git("cat-file", type, oid);
}

const packers: readonly (readonly [name: string, ...settings: string[]])[] = [
  ["deltas from offsets"],
  ["deltas from names", "-c", "repack.useDeltaBaseOffset=false"],
  ["a multi-pack-index", "-c", "repack.writeBitmaps=false"],
];

describe("packed objects", () => {
  for (const objectFormat of ["sha1", "sha256"] as const) {
    test.each(packers)(`are what git says they are: ${objectFormat}, %s`, (name, ...settings) => {
      const repo = repoWith({ objectFormat });
      repo.git(...settings, "repack", "-q", "-a", "-d", "-f", "--depth=30", "--window=30");
      repo.git("prune-packed", "-q");
      if (name === "a multi-pack-index") repo.git("multi-pack-index", "write");
      const read = openPacks(layoutOf(repo));
      const objects = objectsOf(repo);
      expect(objects.length).toBeGreaterThan(40);
      for (const { oid, type, size } of objects) {
        const object = read(oid);
        expect([oid, object?.type, object?.bytes.length]).toEqual([oid, type, size]);
        if (type === "blob" && size < 1_000_000 && size !== 40_000)
          expect(`${object?.bytes.toString("utf8")}`.trimEnd()).toBe(bytesByGit(repo, type, oid).trimEnd());
      }
      const { status, stdout } = repo.tryGit(["hash-object", "--stdin"], read(idOf(repo, "HEAD:noise"))?.bytes);
      expect([status, stdout.trim()]).toEqual([0, idOf(repo, "HEAD:noise")]);
      expect(read("f".repeat(objectFormat === "sha1" ? 40 : 64))).toBeNull();
    });
  }

  test("are no answer where the pack is torn, its index is, or neither is there", () => {
    const repo = repoWith({});
    repo.git("repack", "-q", "-a", "-d", "-f");
    const folder = join(repo.dir, ".git/objects/pack");
    const file = (ending: string): string => {
      const path = join(folder, readdirSync(folder).find((name) => name.endsWith(ending)) ?? "");
      chmodSync(path, 0o644);
      return path;
    };
    const blob = idOf(repo, "HEAD~3:a.md");
    const whole = openPacks(layoutOf(repo))(blob);
    const [pack, index] = [readFileSync(file(".pack")), readFileSync(file(".idx"))];
    const tries = [
      ...tornCopies(pack).map((bytes) => ({ ending: ".pack", bytes })),
      ...tornCopies(index).map((bytes) => ({ ending: ".idx", bytes })),
    ];
    let refused = 0;
    for (const { ending, bytes } of tries) {
      writeFileSync(file(".pack"), pack);
      writeFileSync(file(".idx"), index);
      writeFileSync(file(ending), bytes);
      const found = openPacks(layoutOf(repo))(blob);
      if (found === null) refused += 1;
      else expect(found).toEqual(whole);
    }
    expect(refused).toBeGreaterThan(3);
  });
});

/** Cut in the middle, emptied, and zeroed from a place on. */
function tornCopies(bytes: Buffer): readonly Buffer[] {
  const zeroed = (from: number): Buffer => {
    const copy = Buffer.from(bytes);
    copy.fill(0, Math.floor(bytes.length * from));
    return copy;
  };
  return [bytes.subarray(0, bytes.length >> 1), Buffer.alloc(0), zeroed(0), zeroed(0.01), zeroed(0.5), zeroed(0.95)];
}

function idOf(repo: TestRepo, name: string): string {
  return repo.git("rev-parse", name);
}

describe("a delta", () => {
  const base = Buffer.from("abcdefgh");
  const delta = (...bytes: readonly number[]): Buffer => Buffer.from(bytes);

  test("copies and adds", () => {
    expect(applyDelta(base, delta(8, 5, 0x91, 2, 3, 2, 120, 121), 100)?.toString()).toBe("cdexy");
  });

  test.each([
    ["starts from another base", [7, 5, 0x91, 2, 3, 2, 120, 121]],
    ["copies behind the base", [8, 5, 0x91, 6, 3, 2, 120, 121]],
    ["gives less than it says", [8, 6, 0x91, 2, 3, 2, 120, 121]],
    ["gives more than it says", [8, 4, 0x91, 2, 3, 2, 120, 121]],
    ["is cut short", [8, 5, 0x91, 2, 3, 2, 120]],
    ["has the command kept for later", [8, 5, 0x91, 2, 3, 0, 120, 121]],
    ["would give too much", [8, 0xe5, 0x01]],
  ])("is no answer where it %s", (_, bytes) => {
    expect(applyDelta(base, delta(...bytes), 100)).toBeNull();
  });
});

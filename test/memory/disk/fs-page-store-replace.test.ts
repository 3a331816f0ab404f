/** Replacing files: nothing is lost, half-written or overwritten unseen, whichever call of the system fails. */

import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { blobOid } from "../../../src/base/digest.js";
import { parsePagePath } from "../../../src/base/ids.js";
import type { Replacement } from "../../../src/memory/disk/read.js";
import { anchoredFs, openPageStore } from "../../../src/memory/page-store.js";
import { type FsCalls, realFs } from "../../../src/state/fs-calls.js";
import { nameOwner, type Owner, thisOwner } from "../../../src/state/process.js";

import { failingFs, treeOf } from "../../support/failing-fs.js";

let root: string;

beforeEach(() => {
  root = fs.mkdtempSync(`${tmpdir()}/pagefile-replace-`);
  fs.mkdirSync(`${root}/memory`);
});

afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

const include = { folders: [{ path: "memory", recursive: true }] };
const bytes = (text: string): Uint8Array => Buffer.from(text);

function replacement(path: string, before: string | null, after: string | null): Replacement {
  const oid = before === null ? null : blobOid(bytes(before));
  return { path: parsePagePath(path)!, before: oid, bytes: after === null ? null : bytes(after) };
}

test("creates with folders, replaces, removes, and can be called again", async () => {
  fs.writeFileSync(`${root}/memory/b.md`, "b old");
  fs.writeFileSync(`${root}/memory/c.md`, "c old");
  const writes = [
    replacement("memory/x/y/a.md", null, "a new"),
    replacement("memory/b.md", "b old", "b new"),
    replacement("memory/c.md", "c old", null),
    replacement("top.md", null, ""),
  ];
  const store = openPageStore(root, include);
  for (let round = 0; round < 2; round++) {
    expect(await store.replace(writes)).toEqual({ ok: true, value: undefined });
    expect(treeOf(root)).toEqual({ "memory/b.md": "b new", "memory/x/y/a.md": "a new", "top.md": "" });
  }
});

test("a replaced file keeps its mode, a new one follows the umask", async () => {
  fs.writeFileSync(`${root}/memory/a.md`, "a");
  fs.chmodSync(`${root}/memory/a.md`, 0o666);
  const old = process.umask(0o027);
  const done = await openPageStore(root, include).replace([
    replacement("memory/a.md", "a", "A"),
    replacement("memory/b.md", null, "B"),
  ]);
  process.umask(old);
  expect(done.ok).toBe(true);
  expect(fs.statSync(`${root}/memory/a.md`).mode & 0o777).toBe(0o666);
  expect(fs.statSync(`${root}/memory/b.md`).mode & 0o777).toBe(0o640);
});

test("a folder without a file below it is no file, and gives its name to one", async () => {
  fs.mkdirSync(`${root}/memory/notes.md/deep/er`, { recursive: true });
  fs.mkdirSync(`${root}/memory/kept.md/deep`, { recursive: true });
  fs.writeFileSync(`${root}/memory/kept.md/deep/a.txt`, "a");
  fs.mkdirSync(`${root}/memory/linked.md`);
  fs.symlinkSync("../..", `${root}/memory/linked.md/up`);
  const store = openPageStore(root, include);
  expect(store.read(parsePagePath("memory/notes.md")!)).toEqual({ ok: true, value: null });
  expect((await store.replace([replacement("memory/notes.md", null, "notes")])).ok).toBe(true);
  expect(fs.readFileSync(`${root}/memory/notes.md`, "utf8")).toBe("notes");
  for (const path of ["memory/kept.md", "memory/linked.md"])
    expect(await store.replace([replacement(path, null, "x")])).toMatchObject({ error: { code: "denied" } });
  expect(fs.readFileSync(`${root}/memory/kept.md/deep/a.txt`, "utf8")).toBe("a");
});

test("a file that changed since is a conflict and is not touched", async () => {
  fs.writeFileSync(`${root}/memory/a.md`, "hand edit");
  const store = openPageStore(root, include);
  const writes: Replacement[] = [
    replacement("memory/a.md", "a", "A"),
    replacement("memory/a.md", null, "A"),
    replacement("memory/a.md", "a", null),
    replacement("memory/none.md", "a", "A"),
  ];
  for (const write of writes) {
    expect(await store.replace([write])).toMatchObject({ ok: false, error: { code: "version_conflict" } });
    expect(treeOf(root)).toEqual({ "memory/a.md": "hand edit" });
  }
});

test("a hand edit between the temp file and the rename survives", async () => {
  fs.writeFileSync(`${root}/memory/a.md`, "a");
  const editing: FsCalls = {
    ...realFs,
    fsync: (fd, done) => {
      fs.writeFileSync(`${root}/memory/a.md`, "hand edit");
      fs.fsync(fd, done);
    },
  };
  const done = await openPageStore(root, include, { fs: editing }).replace([replacement("memory/a.md", "a", "A")]);
  expect(done).toMatchObject({ ok: false, error: { code: "version_conflict" } });
  expect(treeOf(root)).toEqual({ "memory/a.md": "hand edit" });
});

test("a busy file is tried again, three times and no more", async () => {
  fs.writeFileSync(`${root}/memory/a.md`, "a");
  for (const [failures, succeeds] of [
    [3, true],
    [4, false],
  ] as const) {
    let left: number = failures;
    const waits: number[] = [];
    const busy: FsCalls = {
      ...realFs,
      renameSync: (from, to) => {
        if (left-- > 0) throw Object.assign(new Error("injected"), { code: "EBUSY" });
        fs.renameSync(from, to);
      },
    };
    const store = openPageStore(root, include, { fs: busy, wait: (ms) => waits.push(ms) });
    fs.writeFileSync(`${root}/memory/a.md`, "a");
    expect((await store.replace([replacement("memory/a.md", "a", "A")])).ok).toBe(succeeds);
    expect(waits).toEqual([10, 30, 90]);
    expect(treeOf(root)).toEqual({ "memory/a.md": succeeds ? "A" : "a" });
  }
});

test("the temp file is on disk before the rename, and the folders after it", async () => {
  const events: string[] = [];
  const opened = new Map<number, string>();
  const spying: FsCalls = {
    ...realFs,
    openSync: (path, flags, mode) => {
      const fd = fs.openSync(path, flags, mode);
      opened.set(fd, String(path).endsWith(".tmp") ? "temp" : String(path).slice(root.length));
      return fd;
    },
    fsync: (fd, done) => {
      fs.fsync(fd, (error) => {
        events.push(`fsync ${opened.get(fd)}`);
        done(error);
      });
    },
    renameSync: (from, to) => {
      events.push(`rename ${String(to).slice(root.length)}`);
      fs.renameSync(from, to);
    },
  };
  // More than are open at once.
  const many = Array.from({ length: 70 }, (_, n) => replacement(`memory/x/${n}.md`, null, `text ${n}`));
  expect((await openPageStore(root, include, { fs: spying }).replace(many)).ok).toBe(true);
  expect(events.slice(0, 70)).toEqual(many.map(() => "fsync temp"));
  expect(events.slice(70, 140)).toEqual(many.map(({ path }) => `rename /${path}`));
  expect(events.slice(140).sort()).toEqual(["fsync ", "fsync /memory", "fsync /memory/x"]);
});

test("one temp file that does not reach the disk keeps every file as it was", async () => {
  for (const name of ["a", "b", "c"]) fs.writeFileSync(`${root}/memory/${name}.md`, name);
  let syncs = 0;
  const failing: FsCalls = {
    ...realFs,
    fsync: (fd, done) => {
      if (++syncs === 2) done(Object.assign(new Error("injected"), { code: "EIO" }));
      else fs.fsync(fd, done);
    },
  };
  const writes = ["a", "b", "c"].map((name) => replacement(`memory/${name}.md`, name, name.toUpperCase()));
  const done = await openPageStore(root, include, { fs: failing }).replace(writes);
  expect(done).toMatchObject({ ok: false, error: { code: "io_failed", errno: "EIO" } });
  expect(treeOf(root)).toEqual({ "memory/a.md": "a", "memory/b.md": "b", "memory/c.md": "c" });
});

test("nothing is written where a file that goes later lies in a folder that lets none go", async () => {
  fs.mkdirSync(`${root}/memory/old`);
  fs.writeFileSync(`${root}/memory/old/a.md`, "a");
  const openSync: FsCalls["openSync"] = (path, flags, mode) => {
    if (!String(path).includes("/old/.")) return realFs.openSync(path, flags, mode);
    throw Object.assign(new Error("EACCES: closed"), { code: "EACCES" });
  };
  const writes = [replacement("memory/new.md", null, "a")];
  const leaving = ["memory/old/a.md", "memory/gone/b.md"].map((path) => ({ path: parsePagePath(path)! }));
  const closed = await openPageStore(root, include, { fs: { ...realFs, openSync } }).replace(writes, leaving);
  expect(closed).toMatchObject({ ok: false, error: { code: "io_failed", errno: "EACCES" } });
  expect(closed).toMatchObject({ error: { says: expect.stringMatching(/^Could not remove memory\/old\/a\.md: /) } });
  expect(treeOf(root)).toEqual({ "memory/old/a.md": "a" });
  expect((await openPageStore(root, include).replace(writes, leaving)).ok).toBe(true);
  expect(treeOf(root)).toEqual({ "memory/new.md": "a", "memory/old/a.md": "a" });
});

test("a temp file that cannot be removed is named", async () => {
  fs.writeFileSync(`${root}/memory/a.md`, "a");
  const failing = (): never => {
    throw Object.assign(new Error("injected"), { code: "EIO" });
  };
  const store = openPageStore(root, include, { fs: { ...realFs, renameSync: failing, unlinkSync: failing } });
  const done = await store.replace([replacement("memory/a.md", "a", "A")]);
  const temp = Object.keys(treeOf(root)).find((path) => path.endsWith(".tmp"));
  expect(done).toMatchObject({ ok: false, error: { code: "io_failed", errno: "EIO" } });
  expect(!done.ok && done.error.hint).toContain(`${root}/${temp}`);
});

test("temp files of the dead are swept by the next listing, and those of the living are not", () => {
  const { pid } = spawnSync("true");
  const nameOf = (owner: Partial<Owner>): string => `.pagefile-${nameOwner({ ...thisOwner(), ...owner })}.tmp`;
  const dead = [nameOf({ pid, start: "1" }), nameOf({ pid: process.pid, start: "1" })];
  const kept = [nameOf({}), nameOf({ pid, machine: "0123456789ab" }), ".pagefile-1-0.tmp", ".other.tmp"];
  for (const name of [...dead, ...kept]) fs.writeFileSync(`${root}/memory/${name}`, "half");
  fs.mkdirSync(`${root}/memory/${nameOf({ pid, start: "2" })}`);
  expect(openPageStore(root, include).list().ok).toBe(true);
  expect(Object.keys(treeOf(root)).sort()).toEqual(kept.map((name) => `memory/${name}`).sort());
});

test("the file by which a folder is tried stays nowhere, though removing it fails once", async () => {
  fs.writeFileSync(`${root}/memory/a.md`, "a");
  let fails = 1;
  const unlinkSync = (path: fs.PathLike): void => {
    if (String(path).endsWith(".tmp") && fails-- > 0) throw Object.assign(new Error("injected"), { code: "EIO" });
    fs.unlinkSync(path);
  };
  const store = openPageStore(root, include, { fs: { ...realFs, unlinkSync } });
  const leaving = [{ path: parsePagePath("memory/a.md")! }];
  expect((await store.replace([replacement("memory/b.md", null, "B")], leaving)).ok).toBe(true);
  expect(treeOf(root)).toEqual({ "memory/a.md": "a", "memory/b.md": "B" });
});

describe.each(["ENOSPC", "EIO", "EACCES", "EROFS", "EMFILE"])("when a call fails with %s", (errno) => {
  const before = { "memory/b.md": "b old", "memory/c.md": "c old" };
  const after = { "memory/b.md": "b new", "memory/x/a.md": "a new" };
  const writes = (): Replacement[] => [
    replacement("memory/x/a.md", null, "a new"),
    replacement("memory/b.md", "b old", "b new"),
    replacement("memory/c.md", "c old", null),
  ];

  function reset(): void {
    fs.rmSync(`${root}/memory`, { recursive: true });
    fs.mkdirSync(`${root}/memory`);
    for (const [path, text] of Object.entries(before)) fs.writeFileSync(`${root}/${path}`, text);
  }

  test.each([
    ["once", "as they are"],
    ["lasting", "as they are"],
    ["once", "below handles"],
    ["lasting", "below handles"],
  ] as const)(
    "every file holds old or new bytes, and the call can be repeated (%s, paths %s)",
    async (how, paths) => {
      let failures = 0;
      for (let n = 1; ; n++) {
        reset();
        const failing = failingFs(n, errno, how);
        const calls = paths === "below handles" ? anchoredFs(root, failing.fs) : failing.fs;
        const done = await openPageStore(root, include, { fs: calls, wait: () => {} }).replace(writes());
        if (failing.calls.length < n) break;
        const tree = treeOf(root);
        const temps = Object.keys(tree).filter((path) => path.endsWith(".tmp"));
        if (!done.ok) {
          failures++;
          expect(done.error, failing.calls[n - 1]).toMatchObject({ code: "io_failed", errno });
          for (const temp of temps) expect(done.error.hint).toContain(temp);
        } else expect(temps).toEqual([]);
        expect([undefined, "a new"]).toContain(tree["memory/x/a.md"]);
        expect(["b old", "b new"]).toContain(tree["memory/b.md"]);
        expect([undefined, "c old"]).toContain(tree["memory/c.md"]);
        if (done.ok) expect(tree).toEqual(after);
        for (const temp of temps) fs.unlinkSync(`${root}/${temp}`);
        expect((await openPageStore(root, include).replace(writes())).ok).toBe(true);
        expect(treeOf(root)).toEqual(after);
      }
      expect(failures).toBeGreaterThan(20);
    },
  );
});

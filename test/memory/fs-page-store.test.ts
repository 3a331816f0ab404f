/** The page store on a real file system: what it lists, reads and refuses. */

import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parsePagePath } from "../../src/base/ids.js";
import { limits } from "../../src/base/limits.js";
import type { PageStore } from "../../src/memory/disk/read.js";
import { openPageStore } from "../../src/memory/page-store.js";
import { type FsCalls, realFs } from "../../src/state/fs-calls.js";

let root: string;
let servers: Server[];

beforeEach(() => {
  root = fs.mkdtempSync(`${tmpdir()}/pagefile-store-`);
  servers = [];
});

afterEach(async () => {
  for (const server of servers) await new Promise((done) => server.close(done));
  fs.rmSync(root, { recursive: true, force: true });
});

const include = {
  folders: [
    { path: "", recursive: false },
    { path: "memory", recursive: true },
  ],
};

function put(path: string, text: string | Uint8Array = "text\n"): void {
  fs.mkdirSync(`${root}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
  fs.writeFileSync(`${root}/${path}`, text);
}

function listed(store: PageStore): { paths: string[]; findings: string[] } {
  const listing = store.list();
  if (!listing.ok) throw new Error(listing.error.says);
  return {
    paths: listing.value.files.map((file) => file.path),
    findings: listing.value.findings.map(
      ({ code, path, severity }) => `${code} ${path}${severity === "note" ? ", a note" : ""}`,
    ),
  };
}

const at = (path: string) => parsePagePath(path)!;

test("lists Markdown files of the included folders in order, and nothing hidden", () => {
  for (const path of ["MEMORY.md", "a/not-included.md", "memory/b.md", "memory/b/c.md", "memory/B.md", "memory/é.md"])
    put(path);
  for (const path of ["memory/.hidden.md", "memory/.dot/x.md", "memory/node_modules/x.md", "memory/x.txt"]) put(path);
  put("memory/.pagefile-1-0.tmp");
  expect(listed(openPageStore(root, include))).toEqual({
    paths: ["MEMORY.md", "memory/B.md", "memory/b.md", "memory/b/c.md", "memory/é.md"],
    findings: [],
  });
});

test("a folder included twice or inside another is listed once, and an absent one is nothing", () => {
  put("memory/topic/x.md");
  const folders = ["memory/topic", "memory", "memory", "absent"].map((path) => ({ path, recursive: true }));
  expect(listed(openPageStore(root, { folders })).paths).toEqual(["memory/topic/x.md"]);
  expect(listed(openPageStore(root, { folders: [{ path: "memory", recursive: false }] })).paths).toEqual([]);
});

test("links, pipes, sockets, refused names, nested repositories and oversized files are findings", async () => {
  put("memory/good.md");
  put("memory/large.md", new Uint8Array(limits.pageBytesMax + 1));
  put("memory/bound.md", new Uint8Array(limits.pageBytesMax));
  put("memory/aux.md");
  put("memory/sub/.git/HEAD");
  put("memory/sub/inner.md");
  fs.symlinkSync("good.md", `${root}/memory/link.md`);
  fs.symlinkSync("sub", `${root}/memory/folder-link`);
  fs.symlinkSync("nowhere", `${root}/memory/dangling`);
  execFileSync("mkfifo", [`${root}/memory/pipe.md`]);
  fs.writeFileSync(Buffer.from(`${root}/memory/\xff.md`, "latin1"), "not UTF-8");
  const server = createServer();
  servers.push(server);
  await new Promise<void>((done) => server.listen(`${root}/memory/socket.md`, done));
  fs.mkdirSync(Buffer.from(`${root}/memory/\xfe`, "latin1"));
  fs.writeFileSync(Buffer.from(`${root}/memory/\xfe/a.md`, "latin1"), "below what is not UTF-8");
  // A memory that is opened reads what it does not know, and asks for no stamp.
  expect(openPageStore(root, include).list(() => false)).toMatchObject({
    value: { findings: expect.arrayContaining([expect.objectContaining({ path: "memory/\ufffd.md" })]) },
  });
  const { paths, findings } = listed(openPageStore(root, include));
  expect(paths).toEqual(["memory/bound.md", "memory/good.md"]);
  expect(findings).toEqual([
    "path_refused memory/aux.md",
    "not_a_regular_file memory/folder-link, a note",
    "page_too_large memory/large.md",
    "not_a_regular_file memory/link.md, a note",
    "not_a_regular_file memory/pipe.md",
    "not_a_regular_file memory/socket.md",
    "path_refused memory/sub, a note",
    "path_refused memory/\ufffd",
    "path_refused memory/\ufffd.md",
  ]);
});

test("an included folder behind a link is a finding, and nothing in it is listed", () => {
  put("elsewhere/x.md");
  fs.symlinkSync("elsewhere", `${root}/memory`);
  const folders = [{ path: "memory/deep", recursive: true }];
  fs.mkdirSync(`${root}/elsewhere/deep`);
  expect(listed(openPageStore(root, include))).toEqual({ paths: [], findings: ["not_a_regular_file memory"] });
  expect(listed(openPageStore(root, { folders }))).toEqual({ paths: [], findings: ["not_a_regular_file memory"] });
});

test("an unreadable folder is a finding and the others are listed; an unreadable root is a failure", () => {
  put("memory/a/x.md");
  put("memory/b/y.md");
  const denying = (folder: string): FsCalls => {
    const readdir = (path: string, options: { withFileTypes: true }): fs.Dirent[] => {
      if (path === folder) throw Object.assign(new Error("injected"), { code: "EACCES" });
      return fs.readdirSync(path, options);
    };
    return { ...realFs, readdirSync: readdir as unknown as FsCalls["readdirSync"] };
  };
  expect(listed(openPageStore(root, include, { fs: denying(`${root}/memory/a`) }))).toEqual({
    paths: ["memory/b/y.md"],
    findings: ["read_failed memory/a"],
  });
  const failed = openPageStore(root, include, { fs: denying(root) }).list();
  expect(failed).toMatchObject({ ok: false, error: { code: "io_failed", errno: "EACCES" } });
  expect(openPageStore(`${root}/absent`, include).list()).toMatchObject({ ok: false, error: { errno: "ENOENT" } });
});

test("reads bytes as git names them, null where nothing is", () => {
  const bytes = Buffer.from("\ufeffa\r\nno newline at the end \u{1f600}");
  put("memory/a.md", bytes);
  put("memory/empty.md", "");
  for (const algorithm of ["sha1", "sha256"] as const) {
    const repo = fs.mkdtempSync(`${tmpdir()}/pagefile-oid-`);
    execFileSync("git", ["init", "-q", `--object-format=${algorithm}`, repo]);
    const read = openPageStore(root, include, { algorithm }).read(at("memory/a.md"));
    const oid = execFileSync("git", ["-C", repo, "hash-object", "--stdin"], {
      input: bytes,
      encoding: "utf8",
    }).trim();
    fs.rmSync(repo, { recursive: true });
    expect(read).toMatchObject({ ok: true, value: { blob: { oid } } });
    if (read.ok) expect(Buffer.from(read.value!.blob.bytes).equals(bytes)).toBe(true);
  }
  const store = openPageStore(root, include);
  expect(store.read(at("memory/empty.md"))).toMatchObject({ ok: true, value: { stamp: { size: 0 } } });
  for (const path of ["memory/none.md", "none/a.md", "memory/a.md/b.md"]) {
    expect(store.read(at(path))).toEqual({ ok: true, value: null });
  }
});

test("the stamp read is the stamp listed, and settles once the clock has moved on", async () => {
  put("memory/a.md");
  const store = openPageStore(root, include);
  const young = store.read(at("memory/a.md"));
  await new Promise((done) => setTimeout(done, 60));
  const old = store.read(at("memory/a.md"));
  const listing = store.list();
  if (!young.ok || !old.ok || !listing.ok) throw new Error("a read failed");
  expect([young.value!.settled, old.value!.settled]).toEqual([false, true]);
  expect(old.value!.stamp).toEqual(listing.value.files[0]!.stamp);
  fs.utimesSync(`${root}/memory/a.md`, 4e9, 4e9);
  await new Promise((done) => setTimeout(done, 60));
  expect(store.read(at("memory/a.md"))).toMatchObject({ value: { settled: false } });
});

test("refuses links, pipes and folders in place of a page, and never waits on a pipe", async () => {
  put("memory/a.md");
  put("outside/a.md");
  fs.symlinkSync("a.md", `${root}/memory/link.md`);
  fs.symlinkSync("../outside", `${root}/memory/away`);
  put("memory/folder.md/a.txt");
  execFileSync("mkfifo", [`${root}/memory/pipe.md`]);
  const store = openPageStore(root, include);
  for (const path of ["memory/link.md", "memory/away/a.md", "memory/folder.md", "memory/pipe.md"]) {
    expect(store.read(at(path))).toMatchObject({
      ok: false,
      error: { code: "denied", reason: "not_a_regular_file" },
    });
    const replaced = await store.replace([{ path: at(path), before: null, bytes: Buffer.from("x") }]);
    expect(replaced).toMatchObject({ ok: false, error: { code: "denied" } });
  }
  expect(fs.readFileSync(`${root}/outside/a.md`, "utf8")).toBe("text\n");
  put("memory/large.md", new Uint8Array(limits.pageBytesMax + 1));
  expect(store.read(at("memory/large.md"))).toMatchObject({ ok: false, error: { reason: "page_too_large" } });
});

test("a file that grows while it is read is read whole or not at all", () => {
  put("memory/a.md", "one");
  let growths = 1;
  const growing: FsCalls = {
    ...realFs,
    fstatSync: ((fd: number, options: { bigint: true }) => {
      const stat = fs.fstatSync(fd, options);
      if (growths-- > 0) fs.appendFileSync(`${root}/memory/a.md`, " more");
      return stat;
    }) as unknown as FsCalls["fstatSync"],
  };
  const store = openPageStore(root, include, { fs: growing });
  const once = store.read(at("memory/a.md"));
  expect(once.ok && Buffer.from(once.value!.blob.bytes).toString()).toBe("one more");
  growths = Number.POSITIVE_INFINITY;
  expect(store.read(at("memory/a.md"))).toMatchObject({ ok: false, error: { code: "io_failed", errno: "EBUSY" } });
});

test("a name that a Mac's folder gives in parts is the composed one that git has there", () => {
  const { platform } = process;
  put("memory/Caf\u00e9/L\u00fcneburg.md");
  put("memory/Caf\u00e9/Tokyo \u6771\u4eac.md");
  /** As a folder on a Mac, which finds a name in either spelling. */
  const apart: FsCalls = Object.create(realFs, {
    readdirSync: {
      value: (path: string, options: { withFileTypes: true }) => {
        const entries = fs.readdirSync(path, options);
        for (const entry of entries) entry.name = entry.name.normalize("NFD");
        return entries;
      },
    },
  });
  try {
    Object.defineProperty(process, "platform", { value: "darwin" });
    const found = listed(openPageStore(root, include, { fs: apart }));
    expect(found).toEqual({
      paths: ["memory/Caf\u00e9/L\u00fcneburg.md", "memory/Caf\u00e9/Tokyo \u6771\u4eac.md"],
      findings: [],
    });
  } finally {
    Object.defineProperty(process, "platform", { value: platform });
  }
});

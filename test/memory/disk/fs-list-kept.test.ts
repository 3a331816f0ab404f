/** FsListKept: a store that listed a folder before lists what one that never did would list, and reads no folder that stayed as it was. */

import * as fs from "node:fs";
import { tmpdir } from "node:os";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import type { Listed } from "../../../src/memory/disk/read.js";
import { openPageStore } from "../../../src/memory/page-store.js";
import { type FsCalls, realFs } from "../../../src/state/fs-calls.js";

const include = {
  folders: [
    { path: "", recursive: false },
    { path: "memory", recursive: true },
  ],
};

function folder(below: string = tmpdir()): string {
  const root = fs.mkdtempSync(`${below}/pagefile-kept-`);
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true }));
  fs.mkdirSync(`${root}/memory/a/b`, { recursive: true });
  fs.writeFileSync(`${root}/memory/a/one.md`, "one\n");
  return root;
}

/** A clock that ticks every 10 ms, as those of many systems do. */
const coarse = {
  ...realFs,
  lstatSync: (path: string, how: object) => {
    const stat = realFs.lstatSync(path, how) as fs.Stats | undefined;
    const tick = (ms: number): number => Math.floor(ms / 10) * 10 + 1;
    return stat && Object.assign(stat, { mtimeMs: tick(stat.mtimeMs), ctimeMs: tick(stat.ctimeMs) });
  },
} as unknown as FsCalls;

/** Only a folder that is older than the clock's tick is kept. */
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 25));

const name = fc.constantFrom("memory/a", "memory/a/b", "memory/c", "memory/x.md");
const change = fc.record({
  kind: fc.constantFrom("write", "folder", "remove", "link", "pipe", "hide", "repository", "rename", "swap", "turn"),
  at: name,
  leaf: fc.constantFrom("one.md", "two.md", "Two.md", ".x", "note.txt", "CON.md"),
});

/** What cannot be done is not done. */
function apply(root: string, { kind, at, leaf }: { kind: string; at: string; leaf: string }): void {
  const [dir, file] = [`${root}/${at}`, `${root}/${at}/${leaf}`];
  try {
    if (kind === "write") fs.writeFileSync(file, "text\n");
    else if (kind === "folder") fs.mkdirSync(file);
    else if (kind === "remove") fs.rmSync(file, { recursive: true });
    else if (kind === "link") fs.symlinkSync("one.md", file);
    else if (kind === "pipe") fs.symlinkSync("/dev/null", file);
    else if (kind === "hide") fs.writeFileSync(`${dir}/.pagefile-9-9.tmp`, "");
    else if (kind === "repository") fs.mkdirSync(`${dir}/.git`);
    else if (kind === "rename") fs.renameSync(file, `${dir}/other.md`);
    else if (kind === "swap") fs.renameSync(dir, `${root}/memory/c`);
    else fs.mkdirSync(dir);
  } catch {}
}

test("lists what a store that never looked would list, whatever came and went", async () => {
  const root = folder();
  const kept = openPageStore(root, include, { fs: coarse });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
      for (const one of changes) {
        apply(root, one);
        expect(kept.list()).toEqual(openPageStore(root, include, { fs: coarse }).list());
      }
      await settle();
      expect(kept.list()).toEqual(openPageStore(root, include, { fs: coarse }).list());
    }),
    { numRuns: 40, endOnFailure: true },
  );
});

test("a name that comes within the tick of another one is seen", () => {
  const root = folder();
  const store = openPageStore(root, include, { fs: coarse });
  store.list();
  for (let round = 0; round < 40; round += 1) {
    fs.writeFileSync(`${root}/memory/a/b/${round}.md`, "text\n");
    const listed = store.list();
    expect(listed.ok && listed.value.files).toHaveLength(round + 2);
  }
});

test("a file that is written in place, in a folder that stays as it is, is listed as it stands", async () => {
  const root = folder();
  const store = openPageStore(root, include);
  await settle();
  for (let round = 0; round < 6; round += 1) {
    if (round > 2) fs.writeFileSync(`${root}/memory/a/one.md`, "more ".repeat(round));
    expect(store.list()).toEqual(openPageStore(root, include).list());
    expect(store.list()).toEqual(store.list());
  }
});

test.each([
  ["not_a_regular_file", "link.md", (path: string) => fs.symlinkSync("../one.md", path)],
  ["not_a_regular_file", "folder-link", (path: string) => fs.symlinkSync("..", path)],
  ["path_refused", "CON.md", (path: string) => fs.writeFileSync(path, "")],
])("tells at every look of what is no page: %s, %s", async (code, leaf, make) => {
  const root = folder();
  make(`${root}/memory/a/b/${leaf}`);
  const store = openPageStore(root, include);
  await settle();
  for (let look = 0; look < 3; look += 1)
    expect(store.list()).toMatchObject({ value: { findings: [{ code, path: `memory/a/b/${leaf}` }] } });
});

/** A file system whose folders are known to keep their times; a build machine's own may be another one. */
const shm = "/dev/shm";

test.runIf(fs.existsSync(shm))(
  "a folder that nothing came into or left is not read again, and each of its files is looked at",
  async () => {
    const root = folder(shm);
    const calls: string[] = [];
    const counting = {
      ...realFs,
      readdirSync: (path: string, how: object) => {
        calls.push(`read ${path.slice(root.length)}`);
        return realFs.readdirSync(path, how);
      },
      lstatSync: (path: string, how: object) => {
        if (path.endsWith(".md")) calls.push(`look at ${path.slice(root.length)}`);
        return realFs.lstatSync(path, how);
      },
    } as unknown as FsCalls;
    const store = openPageStore(root, include, { fs: counting });
    await settle();
    store.list();
    // One who lists once keeps nothing.
    store.list();
    calls.length = 0;
    store.list();
    expect(calls).toEqual(["look at /memory/a/one.md"]);
    fs.writeFileSync(`${root}/memory/a/two.md`, "two\n");
    calls.length = 0;
    const listed = store.list();
    expect(calls).toEqual(["read /memory/a", "look at /memory/a/one.md", "look at /memory/a/two.md"]);
    expect(listed.ok && listed.value.files.map(({ path }) => path)).toEqual(["memory/a/one.md", "memory/a/two.md"]);
  },
);

test("a file that is as it was known is listed as what was known of it, and any other anew", () => {
  const root = folder();
  const store = openPageStore(root, include);
  const [known] = filesOf(store.list());
  if (known?.stamp == null) throw new Error("One file stands there.");
  const { path, stamp } = known;
  const asKnown = { path, stamp };
  expect(filesOf(store.list(() => asKnown))[0]).toBe(asKnown);
  for (const part of ["size", "mtimeMs", "ctimeMs", "inode"] as const) {
    const other = { path, stamp: { ...stamp, [part]: stamp[part] + 1 } };
    expect(filesOf(store.list(() => other)), part).toEqual([known]);
  }
  fs.appendFileSync(`${root}/${path}`, "two\n");
  expect(filesOf(store.list(() => asKnown))[0]?.stamp?.size).toBe(stamp.size + 4);
});

function filesOf(listed: ReturnType<ReturnType<typeof openPageStore>["list"]>): readonly Listed[] {
  return listed.ok ? listed.value.files : [];
}

/** The store of vectors: what is kept comes back, what is broken counts as not kept, and processes that write at once lose nothing. */

import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { shortDigest } from "../../../src/base/digest.js";
import {
  decodeVectors,
  encodeVectors,
  openVectorStore,
  type VectorPlace,
} from "../../../src/recall/meaning/vectors.js";

import { compile } from "../../cli/compiled.js";

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "pagefile-vectors-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const open = (more: Partial<VectorPlace> = {}) =>
  openVectorStore({ dir, model: "small", dimensions: null, version: "test", ...more });
const key = (name: string | number): string => shortDigest(String(name), 32);
const rows = (...names: readonly (string | number)[]) =>
  new Map(names.map((name) => [key(name), Float32Array.of(0.6, 0.8, 0)]));
const folders = (): string[] => readdirSync(dir).filter((name) => name.startsWith("m-"));
const files = (): string[] => {
  const [own = ""] = folders();
  return readdirSync(join(dir, own))
    .filter((name) => name.endsWith(".vec"))
    .map((name) => join(dir, own, name));
};

test("what was kept comes back in another process' eyes, refused texts among it, and only of its own model", () => {
  const store = open();
  expect(store.load()).toEqual({ rows: new Map(), dimensions: null, bytes: 0, damaged: 0 });
  expect(readdirSync(dir)).toEqual([]);
  expect(store.add(new Map([...rows("a"), [key("b"), null]]), 3).ok).toBe(true);
  expect(store.add(rows("c"), 3).ok).toBe(true);
  const { rows: kept, dimensions, damaged } = open().load();
  expect([dimensions, damaged]).toEqual([3, 0]);
  expect(kept).toEqual(new Map([...rows("a", "c"), [key("b"), null]]));
  for (const other of [{ model: "large" }, { dimensions: 3 }, { version: "other" }])
    expect(open(other).load().rows.size).toBe(0);
});

test("vectors of another size than what is stored are refused, until everything was taken away", () => {
  const store = open();
  store.add(rows("a"), 3);
  const longer = new Map([[key("b"), Float32Array.of(1, 0, 0, 0)]]);
  expect(store.add(longer, 4)).toMatchObject({ ok: false, error: { code: "corrupt" } });
  expect(open().load().rows).toEqual(rows("a"));
  expect(store.clear().ok).toBe(true);
  expect(store.add(longer, 4).ok).toBe(true);
  expect(open().load().rows).toEqual(longer);
});

test("any byte that is not as it was written makes a file count as not there", () => {
  const bytes = encodeVectors(rows("a", "b", "c"), 3);
  expect(decodeVectors(bytes)?.rows).toEqual(rows("a", "b", "c"));
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
      const broken = Buffer.from(bytes);
      broken[at]! ^= flip;
      expect(decodeVectors(broken)).toBeNull();
      expect(decodeVectors(bytes.subarray(0, at))).toBeNull();
    }),
  );
});

test.each<[string, (file: string) => void]>([
  ["overwritten", (file) => writeFileSync(file, Buffer.alloc(readFileSync(file).length, 0x5a))],
  ["truncated", (file) => truncateSync(file, 20)],
  ["emptied", (file) => writeFileSync(file, "")],
])("a file that was %s is told, does no harm, and goes with the next that is written", (_, damage) => {
  open().add(rows("a"), 3);
  open().add(rows("b"), 3);
  damage(files()[0]!);
  const store = open();
  expect(store.load()).toMatchObject({ damaged: 1, dimensions: 3 });
  expect(store.load().rows.size).toBe(1);
  expect(store.add(rows("a", "b"), 3).ok).toBe(true);
  expect(open().load()).toMatchObject({ damaged: 0, rows: rows("a", "b") });
});

test("many small files become one, and what no page has any more goes", () => {
  const store = open();
  for (let i = 0; i < 60; i += 1) store.add(rows(i), 3);
  expect(files().length).toBeLessThan(30);
  expect(open().load().rows.size).toBe(60);
  expect(store.prune(new Set([key(1), key(2), key("never")]))).toEqual({ ok: true, value: 58 });
  expect([files().length, open().load().rows]).toEqual([1, rows(1, 2)]);
  expect(store.prune(new Set([key(1), key(2)]))).toEqual({ ok: true, value: 0 });
  expect(store.prune(new Set())).toEqual({ ok: true, value: 2 });
  expect([files(), open().load().dimensions]).toEqual([[], null]);
});

test("a file that goes while another process reads is looked for where it went, and one that never comes is not waited for", () => {
  open().add(rows("a"), 3);
  const [name = ""] = files().map((file) => basename(file));
  const lists = [[name, "0123456789abcdef0123456789abcdef.vec"], [name]];
  const list = (): string[] => lists.shift() ?? [];
  expect(open({ list }).load()).toMatchObject({ rows: rows("a"), damaged: 0 });
  expect(lists).toEqual([]);
  const gone = open({ list: () => [name, "0123456789abcdef0123456789abcdef.vec"] });
  expect(gone.load().rows).toEqual(rows("a"));
  const late = [["0123456789abcdef0123456789abcdef.vec"], [name]];
  expect(open({ list: () => late.shift() ?? [] }).load().rows).toEqual(rows("a"));
});

test("a model that nobody asked for a month goes, one of yesterday stays", () => {
  for (const model of ["old", "young"]) open({ model }).add(rows("a"), 3);
  const [first, second] = folders();
  const month = Date.now() / 1_000 - 31 * 86_400;
  utimesSync(join(dir, first!), month, month);
  open().add(rows("a"), 3);
  open().prune(new Set([key("a")]));
  expect(folders()).not.toContain(first);
  expect(folders()).toContain(second);
  expect(folders()).toHaveLength(2);
});

test("of questions the latest are kept, beside the pages and not among them", () => {
  const store = open();
  for (let i = 0; i < 70; i += 1) store.remember(key(i), Float32Array.of(i + 1, 0, 0));
  expect([0, 5, 6, 69].map((i) => open().recent(key(i))?.[0] ?? null)).toEqual([null, null, 7, 70]);
  expect(open().load().rows.size).toBe(0);
});

test("a folder that cannot be written loses nothing but time", () => {
  writeFileSync(join(dir, "file"), "");
  const store = openVectorStore({ dir: join(dir, "file"), model: "small", dimensions: null, version: "test" });
  expect(store.add(rows("a"), 3)).toMatchObject({ ok: false, error: { code: "io_failed" } });
  store.remember(key("q"), Float32Array.of(1));
  expect([store.recent(key("q")), store.load().rows.size]).toEqual([null, 0]);
});

test("three processes that add, put together and read at once lose no row", async () => {
  const folder = compile("src/recall/meaning/vectors.ts");
  const url = pathToFileURL(join(folder, "src/recall/meaning/vectors.js")).href;
  const each = 120;
  const script = `
    import { createHash } from "node:crypto";
    import { openVectorStore } from ${JSON.stringify(url)};
    const store = openVectorStore({ dir: process.argv[1], model: "small", dimensions: null, version: "test" });
    for (let i = 0; i < ${each}; i += 1) {
      const key = createHash("sha256").update(process.argv[2] + i).digest("hex").slice(0, 32);
      const done = store.add(new Map([[key, Float32Array.of(0.6, 0.8, 0)]]), 3);
      if (!done.ok) throw new Error(done.error.says);
      const { rows, damaged } = store.load();
      if (damaged > 0 || rows.size < i + 1) throw new Error(damaged + " damaged, " + rows.size + " rows after " + i);
    }`;
  const run = (name: string): Promise<unknown> =>
    new Promise((resolve) => {
      const args = ["--input-type=module", "-e", script, "--", dir, name];
      spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] }).once("close", resolve);
    });
  expect(await Promise.all(["a", "b", "c"].map(run))).toEqual([0, 0, 0]);
  rmSync(folder, { recursive: true });
  const { rows: kept, damaged } = open().load();
  expect([kept.size, damaged, readdirSync(join(dir, folders()[0]!)).some((name) => name.endsWith(".tmp"))]).toEqual([
    3 * each,
    0,
    false,
  ]);
});

/** The store of vectors: what is kept comes back, what is broken counts as not kept, and processes that write at once lose nothing. */

import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
const file = (): string => join(dir, folders()[0]!, "vectors");

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

test("any byte that is not as it was written makes a block count as not there", () => {
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

/** One row of three numbers. */
const blockBytes = encodeVectors(rows("a"), 3).length;

test.each<[string, readonly string[], (bytes: Buffer) => Buffer]>([
  ["was overwritten in part", ["b"], (bytes) => bytes.fill(0x5a, 40, 50)],
  ["was overwritten whole", [], (bytes) => bytes.fill(0x5a)],
  ["was torn while it was written", ["a"], (bytes) => bytes.subarray(0, blockBytes + 20)],
  ["has lost its head", [], (bytes) => bytes.subarray(3)],
])("a file that %s is told, does no harm, and is whole with the next that is written", (_, left, damage) => {
  open().add(rows("a"), 3);
  open().add(rows("b"), 3);
  writeFileSync(file(), damage(readFileSync(file())));
  const store = open();
  expect(store.load()).toMatchObject({ damaged: 1, rows: rows(...left) });
  expect(store.add(rows("a", "b"), 3).ok).toBe(true);
  expect(open().load()).toMatchObject({ damaged: 0, rows: rows("a", "b") });
});

test("a file that was emptied holds nothing, and what no page has any more goes", () => {
  const store = open();
  for (let i = 0; i < 60; i += 1) store.add(rows(i), 3);
  expect(open().load().rows.size).toBe(60);
  expect(store.prune(new Set([key(1), key(2), key("never")]))).toEqual({ ok: true, value: 58 });
  expect(open().load().rows).toEqual(rows(1, 2));
  expect(store.prune(new Set([key(1), key(2)]))).toEqual({ ok: true, value: 0 });
  expect(store.prune(new Set())).toEqual({ ok: true, value: 2 });
  expect(open().load()).toEqual({ rows: new Map(), dimensions: null, bytes: 0, damaged: 0 });
  open().add(rows("a"), 3);
  truncateSync(file(), 0);
  expect(store.load()).toEqual({ rows: new Map(), dimensions: null, bytes: 0, damaged: 0 });
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

test("three processes that add and read at once lose no row", async () => {
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

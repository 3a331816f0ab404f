/** The keyed cache: what was put is there before and after it is written, however much it was, here and in the next process. */

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openKeyedCache } from "../../../src/memory/disk/facts-cache.js";

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "pagefile-keyed-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const open = () => openKeyedCache<string>(dir, "test");
const keys = (count: number): readonly string[] => Array.from({ length: count }, (_, i) => `memory/${i}.md`);

test.each([3, 2_000])(
  "%i keys that are put beside those that were there stay known once they are written",
  (count) => {
    const cache = open();
    expect(cache.get("memory/first.md")).toBeUndefined();
    cache.put("memory/first.md", "first");
    cache.flush();
    for (const key of keys(count)) cache.put(key, `value of ${key} ${"x".repeat(60)}`);
    const known = (of: typeof cache): number => keys(count).filter((key) => of.get(key)?.includes(key)).length;
    expect(known(cache)).toBe(count);
    cache.flush();
    expect([known(cache), cache.get("memory/first.md")]).toEqual([count, "first"]);
    expect([known(open()), open().get("memory/first.md")]).toEqual([count, "first"]);
  },
);

test("what is put again counts as it was put last", () => {
  const cache = open();
  for (const value of ["old", "new"]) {
    cache.put("memory/a.md", value);
    cache.flush();
    expect([cache.get("memory/a.md"), open().get("memory/a.md")]).toEqual([value, value]);
  }
});

test("beyond its bound it is written anew once, with what was used, and goes on by lines", () => {
  const former = open();
  for (const key of keys(10)) former.put(key, "former");
  former.flush();
  const cache = open();
  expect(cache.get("memory/0.md")).toBe("former");
  cache.put("memory/new.md", "new");
  cache.flush(5);
  const whole = readFileSync(join(dir, "pages.json"), "utf8");
  expect(["memory/new.md", "memory/0.md", "memory/1.md"].map((key) => whole.includes(key))).toEqual([
    true,
    true,
    false,
  ]);
  cache.put("memory/newer.md", "newer");
  cache.flush(5);
  expect(readFileSync(join(dir, "pages.json"), "utf8")).toBe(whole);
  expect([cache.get("memory/newer.md"), open().get("memory/newer.md"), open().get("memory/0.md")]).toEqual([
    "newer",
    "newer",
    "former",
  ]);
});

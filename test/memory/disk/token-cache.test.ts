/** The keyed cache: what was put is there before and after it is written, however much it was, here and in the next process. */

import { mkdtempSync, rmSync } from "node:fs";
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

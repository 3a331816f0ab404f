/** Difference: however pages come, change, go and move about, what is told of them is what a comparison of everything would tell. */

import fc from "fast-check";
import { expect, it } from "vitest";
import { sumsName, sumsNamed, sumsOf } from "../../../src/base/digest.js";
import { type Database, hold, type IndexedFiles, readHeld } from "../../../src/recall/index/generation.js";
import type { SearchPage } from "../../../src/recall/index/search.js";
import { differenceOf } from "../../../src/recall/index/write.js";

/** By name and version, in an order of their own. */
const pages = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 3 })), {
    selector: ([name]) => name,
    maxLength: 10,
  })
  .map((named) => named.map(([name, version]) => pageOf(name, version >> 1, version & 1 ? "cold" : "hot")));

function pageOf(name: number, version: number, tier: SearchPage["tier"]): SearchPage {
  const path = `p${name}.md` as SearchPage["path"];
  const oid = String(version).padStart(40, "0") as SearchPage["oid"];
  return { path, oid, tier, title: "", tags: [], words: "", day: null, sections: [] };
}

function heldOf(pages: readonly SearchPage[]): IndexedFiles {
  const held: IndexedFiles = { pages: new Map(), sums: sumsOf([]) };
  for (const page of pages) hold(held, page.path, page);
  return held;
}

function applied(held: IndexedFiles, { added, changed, removed }: ReturnType<typeof differenceOf>): void {
  for (const path of removed) hold(held, path, null);
  for (const page of [...changed, ...added]) hold(held, page.path, page);
}

it("tells each page that came, changed or went, and keeps the name of what is held", () => {
  fc.assert(
    fc.property(fc.array(pages, { minLength: 1, maxLength: 6 }), ([first, ...later]) => {
      const held = heldOf(first!);
      let before = first!;
      for (const now of later) {
        const old = new Map(before.map((page) => [page.path, page]));
        const found = differenceOf(held, () => now);
        const isOther = ({ path, oid, tier }: SearchPage): boolean =>
          old.has(path) && (old.get(path)!.oid !== oid || old.get(path)!.tier !== tier);
        expect(found.added).toEqual(now.filter(({ path }) => !old.has(path)));
        expect(found.changed).toEqual(now.filter(isOther));
        const gone = before.filter(({ path }) => !now.some((page) => page.path === path));
        expect([...found.removed].sort()).toEqual(gone.map(({ path }) => path).sort());
        applied(held, found);
        expect(sumsName(held.sums)).toBe(sumsName(sumsOf(now)));
        expect(sumsNamed(sumsName(held.sums))).toEqual(held.sums);
        for (const { path, oid } of now) expect(held.pages.get(path)?.oid).toBe(oid);
        before = now;
      }
    }),
  );
});

it("takes the name of what an index holds from the index, and not an index that holds less than that says", () => {
  const name = sumsName(sumsOf([pageOf(1, 0, "hot"), pageOf(2, 0, "cold")]));
  const rows = [1, 2].map((at) => [`p${at}.md`, "0".repeat(40), at - 1]);
  const holding = (rows: unknown): IndexedFiles => {
    const statement = { raw: () => ({ get: () => [name, JSON.stringify(rows)] }) };
    return readHeld({ prepare: () => statement } as unknown as Database);
  };
  const held = holding(rows);
  expect([sumsName(held.sums), [...held.pages].map(([path, { tier }]) => [path, tier])]).toEqual([
    name,
    [
      ["p1.md", "hot"],
      ["p2.md", "cold"],
    ],
  ]);
  for (const less of [rows.slice(1), []]) expect(() => holding(less)).toThrow("holds other pages than it says");
});

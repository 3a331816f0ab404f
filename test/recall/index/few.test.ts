/** Few: an index on disk asked where hardly a page may be seen: a few statements, and the answer that many gave. */

import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { afterAll, describe, expect, it } from "vitest";
import type { PagePath } from "../../../src/base/ids.js";
import { type OpenDatabase, type Statement, sqliteBinding } from "../../../src/recall/index/generation.js";
import { openSearch } from "../../../src/recall/index/open.js";
import type { SearchFound, SearchQuery } from "../../../src/recall/index/search.js";

import { ask, shelfOf } from "../../contract/search.js";

const root = fs.mkdtempSync(`${tmpdir()}/pagefile-few-`);
/** Matches that were asked of the index of words. */
const matched: string[] = [];

/** Notes what is asked of the tables of words. */
const noting: OpenDatabase = (file) => {
  const database = sqliteBinding()!(file);
  const noted = (sql: string, statement: Statement): Statement => ({
    ...statement,
    run: (...values) => statement.run(...values),
    all: (...values) => statement.all(...values),
    get(...values) {
      if (sql.includes(" MATCH ")) matched.push(String(values[0]));
      return statement.get(...values);
    },
    raw: (on) => noted(sql, statement.raw(on)),
  });
  return {
    prepare: (sql) => noted(sql, database.prepare(sql)),
    exec: (sql) => database.exec(sql),
    close: () => database.close(),
  };
};

/** “common” and “usual” stand in more pages than an index walks through, “seldom” in a few. */
const pages = 1_300;
const shelf = shelfOf({});
for (let i = 0; i < pages; i++) {
  const words = ["common", ...(i % 50 === 7 ? [] : ["usual"]), ...(i % 100 === 3 ? ["seldom"] : [])];
  const day = i % 300 === 0 ? "2026-11-20" : "2026-03-02";
  shelf.put(`p${i}.md`, `${words.join(" ")} of ${i}\n`, { title: `t${i}`, day });
}
const search = openSearch({ dir: root, version: "1", binding: () => noting });

afterAll(() => {
  search.close();
  fs.rmSync(root, { recursive: true, force: true });
});

function asked(text: string, open: readonly number[], more: Partial<SearchQuery> = {}) {
  const paths = new Set(open.map((i) => `p${i}.md` as PagePath));
  search.converge(shelf);
  const once = (how: Partial<SearchQuery>): { readonly found: SearchFound; readonly matches: number } => {
    matched.length = 0;
    const found = ask(search, shelf, text, { admits: (path) => paths.has(path), ...more, ...how });
    return { found, matches: matched.length };
  };
  return { told: once({ few: (most) => (paths.size > most ? null : [...paths]) }), untold: once({}) };
}

const some = [3, 7, 103, 403, 557, 1_203];

describe("where few pages may be seen", () => {
  it.each([
    ["common", 2],
    ["common usual", 3],
    ["common seldom", 0],
    ["seldom", 0],
    ["usual", 2],
  ])("finds the same for “%s” with few statements", (text, fewer) => {
    const { told, untold } = asked(text, some);
    expect(told.found.hits).toEqual(untold.found.hits);
    expect(told.found.hits.length).toBeGreaterThan(0);
    expect(told.matches).toBeLessThanOrEqual(3);
    expect(untold.matches - told.matches).toBeGreaterThanOrEqual(fewer);
  });

  it("finds what holds nothing but common words where nothing seen holds the rare one", () => {
    const { told, untold } = asked("common seldom", [7, 557]);
    expect(told.found.hits.map(({ path }) => path).sort()).toEqual(["p557.md", "p7.md"]);
    expect(told.found.hits).toEqual(untold.found.hits);
  });

  it("tells that something was refused where none may be seen", () => {
    const { told } = asked("common", []);
    expect(told.found.hits).toEqual([]);
    expect(told.found.refused).toBeGreaterThan(0);
  });
});

it("looks among pages of the days asked for, where one side is open", () => {
  const everyPage = Array.from({ length: pages }, (_, i) => i);
  const { told, untold } = asked("common", everyPage, { within: { from: "2026-11-01", to: null } });
  expect(told.found.hits.map(({ path }) => path).sort()).toEqual([
    "p0.md",
    "p1200.md",
    "p300.md",
    "p600.md",
    "p900.md",
  ]);
  // Days are in the index, so nobody has to tell.
  expect(untold.found.hits).toEqual(told.found.hits);
  expect(Math.max(told.matches, untold.matches)).toBeLessThanOrEqual(3);
  const before = asked("common", everyPage, { within: { from: null, to: "2026-02-28" } }).told;
  expect(before.found.hits).toEqual([]);
  expect(before.matches).toBeLessThanOrEqual(3);
});

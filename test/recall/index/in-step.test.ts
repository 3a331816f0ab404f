/** In step: a query looks whether the index still holds what the pages say, unless `converge` did so just before it. */

import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { afterAll, expect, it } from "vitest";
import { type OpenDatabase, type Statement, sqliteBinding } from "../../../src/recall/index/generation.js";
import { openSearch } from "../../../src/recall/index/open.js";
import type { Search } from "../../../src/recall/index/search.js";

import { shelfOf } from "../../contract/search.js";

const root = fs.mkdtempSync(`${tmpdir()}/pagefile-step-`);
const opened: Search[] = [];
let looks = 0;

afterAll(() => {
  for (const search of opened) search.close();
  fs.rmSync(root, { recursive: true, force: true });
});

/** Counts how often the index is asked what it holds. */
const counting: OpenDatabase = (file) => {
  const database = sqliteBinding()!(file);
  const counted = (sql: string, statement: Statement): Statement => ({
    run: (...values) => statement.run(...values),
    all: (...values) => statement.all(...values),
    get(...values) {
      if (sql.includes("name = 'state'")) looks++;
      return statement.get(...values);
    },
    raw: (on) => counted(sql, statement.raw(on)),
  });
  return {
    prepare: (sql) => counted(sql, database.prepare(sql)),
    exec: (sql) => database.exec(sql),
    close: () => database.close(),
  };
};

function open(): Search {
  const search = openSearch({ dir: root, version: "1", binding: () => counting });
  opened.push(search);
  return search;
}

it("looks once for a query right behind a converge, and once for each further query", () => {
  const shelf = shelfOf({ "a.md": "A walrus.\n", "b.md": "A zebra.\n" });
  const search = open();
  search.converge(shelf);
  const find = (text: string): readonly string[] => {
    const found = search.query({ text, tier: "hot", limit: 5, admits: () => true });
    return found.ok ? found.value.hits.map(({ path }) => path) : [];
  };
  const looksOf = (act: () => unknown): number => {
    looks = 0;
    act();
    return looks;
  };
  expect(looksOf(() => find("walrus"))).toBe(0);
  expect(looksOf(() => find("walrus"))).toBe(1);
  const [converging, asking] = [looksOf(() => search.converge(shelf)), looksOf(() => find("walrus"))];
  expect([converging, asking]).toEqual([1, 0]);
  // Another process takes the page out; a query that nobody converged for puts it back before it looks.
  const other = open();
  other.converge(shelfOf({ "b.md": "A zebra.\n" }));
  expect(find("walrus")).toEqual(["a.md"]);
});
